import HearthDomain
import Blobs
import Foundation
import HTTPServer
import Household
import Hub
import HubHTTP
import HubReplicas
import HubSQLite
import HubWeb
import Images
import LocalTransport
import RESTAPI
import Replica
import SQLite
import SyncProtocol
import Testing
import ThingsWeb
import Threads
import Usage
import Web
import WebApp

/// A hub with its API in a temporary folder, without a network; a clock that stands still.
final class APIHub: Sendable {
  static let start: Int64 = 1_781_258_400_000

  let folder: String
  let store: HubSQLite
  let hub: Hub
  let accounts: Accounts
  let invitations: Invitations
  let clock = Lock(APIHub.start)
  let lines = Lock<[String]>([])
  /// Writes what was counted when it is told to.
  let usage: UsageRecorder
  private let images: ImageWorker
  let means: RESTAPI.Means

  /// - Parameter folder: of an earlier one, to start it again over what it has left.
  init(
    folder: String? = nil, maxOwnedHomes: Int = Household.defaultMaxOwnedHomes,
    isSharingOpen: Bool = true, limits: AccountLimits = AccountLimits()
  ) throws {
    let folder = folder ?? NSTemporaryDirectory() + "hearth-api-" + UUID().uuidString
    self.folder = folder
    for name in ["", "/replicas", "/spool"] {
      try FileManager.default.createDirectory(
        atPath: folder + name, withIntermediateDirectories: true)
    }
    let now: @Sendable () -> Int64 = { [clock] in clock.withLock { $0 } }
    let store = try HubSQLite(path: folder + "/hub.sqlite")
    let hub = Hub(
      store: store, schema: HearthDomain.schema(maxOwnedHomes: maxOwnedHomes),
      isSharingOpen: isSharingOpen, limits: limits, now: now)
    (self.store, self.hub) = (store, hub)
    accounts = Accounts(
      store: store, signUps: .open, hasher: PasswordHasher(cost: .least), now: now,
      createPersonalZone: { try hub.createPersonalZone(for: $0, writer: $1) })
    let pool = ThreadPool(name: "test", threads: 4, maxWaiting: 4096)
    let writers = ThreadPool(name: "writers", threads: 2, maxWaiting: 4096)
    let readers = ThreadPool(name: "readers", threads: 2, maxWaiting: 4096)
    let replicas = ReplicaPool(
      directory: folder + "/replicas", maxOpen: 8,
      // However slow the machine is, an answer has what another has just written.
      maxPullWaitSeconds: 600,
      means: .init(
        hub: hub, pokes: Pokes(hub: hub, pool: pool), hubPool: pool, writers: writers,
        readers: readers, now: now))
    let photos = try FileStore(
      blobs: BlobFolder(path: folder + "/blobs"), directory: folder + "/thumbnails",
      room: HubFileRoom(hub: hub))
    let lines = lines
    usage = try UsageRecorder(
      path: folder + "/analytics.db", settingsPath: folder + "/analytics.settings",
      writesByItself: false, now: now, complain: { _ in })
    let invitations = Invitations(hub: hub, codeKey: [UInt8](repeating: 7, count: 32))
    self.invitations = invitations
    images = ImageWorker(executablePath: Self.program)
    means = RESTAPI.Means(
      accounts: accounts, answers: KeptAnswers(store: store, now: now),
      keeping: KeptAccounts(hub: hub, accounts: accounts), families: hub,
      telling: AreaTelling(.all), sendsMail: true, hubPool: pool,
      hub: { [accounts] account, address in
        LocalHubClient(
          hub: hub, accounts: accounts, invitations: invitations, accountID: account,
          sessionID: nil, address: address, pool: pool)
      }, workspace: { try await replicas.replica(of: $0) },
      photos: photos, images: images, filePool: pool,
      history: ImportHistory(directory: folder + "/history"),
      spoolDirectory: folder + "/spool", usage: usage, version: "1", now: now,
      log: Log(now: now) { line in lines.withLock { $0.append(line) } })
  }

  deinit { images.stop() }

  var api: RESTAPI { RESTAPI(means) }

  /// An API whose accounts' replicas are behind something else.
  func api(behind cover: @escaping @Sendable (any Workspace) -> any Workspace) -> RESTAPI {
    var means = means
    means.workspace = { [workspace = means.workspace] in cover(try await workspace($0)) }
    return RESTAPI(means)
  }

  /// The program whose `image-worker` command decodes pictures.
  private static let program: String = {
    let products =
      Bundle.main.bundleURL.path.hasSuffix(".xctest")
      ? Bundle.main.bundleURL.deletingLastPathComponent().path
      : URL(fileURLWithPath: CommandLine.arguments[0]).deletingLastPathComponent().path
    return products + "/hearth"
  }()

  func removeFolder() throws { try FileManager.default.removeItem(atPath: folder) }

  /// Somebody with an account, and a program of theirs.
  func person(
    _ name: String, scope: AccessToken.Scope = .write
  ) throws -> Client {
    let account = try accounts.create(
      name: name, password: "a long password of \(name)", address: nil)
    return try client(of: account.id, scope: scope)
  }

  /// Another program of an account.
  func client(
    of account: AccountID, scope: AccessToken.Scope = .write, home: ZoneID? = nil
  ) throws -> Client {
    let made = try accounts.makeAccessToken(
      for: account, name: "test", scope: scope, home: home, lifeDays: 30)
    return Client(api: api, account: account, token: made.token, secret: made.secret.text)
  }

  /// The names of what was counted until now.
  func counted() throws -> [String] {
    usage.flush()
    return try Connection(path: folder + "/analytics.db", mode: .readOnly).query(
      "SELECT name FROM events ORDER BY rowid"
    ) { $0.text(0) }
  }

  func advance(milliseconds: Int64) { clock.withLock { $0 += milliseconds } }

  /// Lets somebody into a home.
  func admit(_ guest: Client, to home: ZoneID, of owner: Client, role: SyncProtocol.Role) throws {
    let invite = try invitations.issue(
      InviteRequest(zone: home, role: role), by: owner.account)
    _ = try hub.redeem(inviteID: invite.id, by: guest.account)
  }
}

/// A program that uses the API with a token.
struct Client: Sendable {
  struct Answer {
    let status: Int
    let headers: HTTPHeaders
    let bytes: [UInt8]

    var text: String { String(decoding: bytes, as: UTF8.self) }

    /// Throws when the body is no JSON object.
    func json() throws -> [String: Any] {
      let value = try JSONSerialization.jsonObject(with: Data(bytes))
      return try #require(value as? [String: Any])
    }

    func string(_ name: String) throws -> String { try #require(try json()[name] as? String) }
    var code: String? { (try? json())?["code"] as? String }

    /// `field: reason` of each fault.
    var faults: [String] {
      let errors = (try? json())?["errors"] as? [[String: Any]] ?? []
      return errors.map { "\($0["field"] as? String ?? ""): \($0["reason"] as? String ?? "")" }
    }
  }

  let api: RESTAPI
  let account: AccountID
  let token: AccessToken
  let secret: String

  func get(_ path: String, _ headers: [String: String] = [:]) async -> Answer {
    await send(.get, path, headers: headers)
  }

  func post(
    _ path: String, _ body: String, _ headers: [String: String] = [:]
  ) async -> Answer {
    await send(.post, path, body, headers: headers)
  }

  func patch(
    _ path: String, _ body: String, _ headers: [String: String] = [:]
  ) async -> Answer {
    await send(.patch, path, body, headers: headers)
  }

  func delete(_ path: String, _ headers: [String: String] = [:]) async -> Answer {
    await send(.delete, path, headers: headers)
  }

  func send(
    _ method: HTTPMethod, _ target: String, _ body: String? = nil,
    headers: [String: String] = [:], content: HTTPRequest.Content? = nil,
    isAwaited: @escaping @Sendable () -> Bool = { true }
  ) async -> Answer {
    let parts = target.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
    var head = HTTPRequestHead(method: method, path: String(parts[0]))
    if parts.count > 1 {
      head.rawQuery = String(parts[1])
      head.query = HTTPParameters(urlEncoded: Array(parts[1].utf8)) ?? HTTPParameters()
    }
    head.headers["Authorization"] = "Bearer \(secret)"
    if body != nil { head.headers["Content-Type"] = "application/json" }
    for (name, value) in headers { head.headers[name] = value.isEmpty ? nil : value }
    let received = content ?? body.map { .bytes(Array($0.utf8)) } ?? .empty
    var request = HTTPRequest(head: head, content: received)
    request.isAwaited = isAwaited
    let response = await api.respond(to: request)
    var bytes: [UInt8] = []
    switch response.body {
    case .bytes(let all): bytes = all
    case .file(let slice):
      // A file that the answer holds open can be read.
      bytes = (try? slice.file.read(at: slice.offset, count: slice.count)) ?? []
    case .stream(let stream):
      // A body that breaks off is an incomplete answer, which its test sees.
      while let piece = try? await stream.next() { bytes += piece }
    default: break
    }
    let answer = Answer(
      status: response.status.rawValue, headers: response.headers, bytes: bytes)
    let isDocumented = await Documented.allows(answer.status, method, head.path, api)
    #expect(
      isDocumented, "the document has no \(answer.status) for \(method.rawValue) \(target)")
    return answer
  }

  /// Makes a record and returns its id.
  func add(_ path: String, _ body: String) async throws -> String {
    let answer = await post("/api/v1/\(path)", body)
    try #require(answer.status == 201, "\(answer.text)")
    return try answer.string("id")
  }

  func addHome(_ name: String = "Flat") async throws -> String {
    try await add("homes", #"{"name": "\#(name)", "rooms": []}"#)
  }

  func addItem(_ name: String, in home: String) async throws -> String {
    try await add("items", #"{"homeID": "\#(home)", "name": "\#(name)", "currency": "EUR"}"#)
  }

  /// The names on all pages of a list.
  func names(_ path: String) async throws -> [String] {
    var names: [String] = []
    var cursor = ""
    while true {
      let answer = await get("\(path)&cursor=\(cursor)")
      try #require(answer.status == 200, "\(answer.text)")
      let items = try #require(try answer.json()["items"] as? [[String: Any]])
      names += items.compactMap { $0["name"] as? String ?? $0["provider"] as? String }
      guard let next = try answer.json()["next"] as? String else { return names }
      cursor = next
    }
  }
}
