import Hub
import RESTAPI
import Replica
import SQLite
import SyncProtocol
import Testing
import Web

/// What is told when the hub does not answer a write. Only its answer is missing here; everything
/// else is the hub's own.
@Suite struct HubAwayTests {
  private static let requests: [(path: String, body: String)] = [
    (
      "expenses",
      #"{"title": "B", "day": "2026-03-01", "amountMinor": 9, "payers": [{"memberID": "<ana>"}]}"#
    ),
    ("members", #"{"name": "Carl"}"#),
    ("payments", #"{"from": "<Ben>", "to": "<ana>", "amountMinor": 9, "day": "2026-03-01"}"#),
    ("settlement", #"{"from": "<Ben>", "to": "<ana>", "amountMinor": 9, "day": "2026-03-01"}"#),
  ]

  @Test("money that the hub has not taken is 503 with what became of it, and can be sent again")
  func writing() async throws {
    let hub = try APIHub()
    let ana = try hub.person("ana")
    let group = try await TestGroup(ana, "Ben")
    _ = try await group.add(#""amountMinor": 18, "payers": [{"memberID": "<ana>"}]"#)
    let before = await group.get("balances").text
    for (error, kept) in [
      (ConfirmationError.notSent(.unreachable(reason: "away")), "Nothing was changed."),
      (
        .outcomeUnknown(.interrupted(reason: "away")),
        "It is not known whether anything was changed."
      ),
    ] {
      let away = Client(
        api: hub.api(behind: { AwayWorkspace(inner: $0, error: error) }), account: ana.account,
        token: ana.token, secret: ana.secret)
      for (path, body) in Self.requests {
        let answer = await away.post("\(group.path)/\(path)", group.filled(body))
        #expect(answer.status == 503 && answer.code == "busy", "\(path): \(answer.text)")
        #expect(answer.headers["Retry-After"] != nil)
        #expect(try answer.string("kept") == kept, "\(path)")
      }
      // What was there is still read, and a split is reckoned without the hub.
      #expect(await away.get("\(group.path)/balances").text == before)
      #expect(await away.post("\(group.path)/split", #"{"amountMinor": 9}"#).status == 200)
    }
    for (path, body) in Self.requests.reversed() {
      let answer = await group.post(path, body)
      #expect(answer.status == 201, "\(path): \(answer.text)")
    }
    try hub.removeFolder()
  }
}

/// A workspace whose hub does not answer a write.
struct AwayWorkspace: Workspace {
  let inner: any Workspace
  let error: ConfirmationError

  var accountID: AccountID { inner.accountID }
  var syncState: SyncState { inner.syncState }
  var version: String { inner.version }
  var pendingWork: (any PendingWork)? { inner.pendingWork }

  func refresh() async throws { try await inner.refresh() }
  func hiddenZones() async throws -> HiddenZones? { try await inner.hiddenZones() }
  func hides(anyOf ids: Set<String>) async throws -> Bool { try await inner.hides(anyOf: ids) }
  func observe(_ body: @escaping @Sendable () -> Void) -> Observation { inner.observe(body) }
  func syncNow() async { await inner.syncNow() }
  func catchUp() async throws { try await inner.catchUp() }
  func tend(_ step: @escaping @Sendable (Connection) throws -> Bool) async throws -> Bool {
    try await inner.tend(step)
  }

  func read<Result: Sendable>(
    _ body: @escaping @Sendable (Connection) throws -> Result
  ) async throws -> Result { try await inner.read(body) }

  func write<Result: Sendable>(
    relyingOn reliance: Replica.Reliance,
    _ body: @escaping @Sendable (WriteTransaction) throws -> Result
  ) async throws -> Result { throw error }
}
