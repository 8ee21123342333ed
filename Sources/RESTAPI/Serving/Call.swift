import HTTPServer
import Household
import Hub
import Replica
import SQLite
import SyncProtocol
import Usage
import WebApp

/// A request by a program with a token that may make it. Only the dispatcher makes one.
struct Call: Sendable {
  let api: RESTAPI
  let operation: Operation
  let request: HTTPRequest
  let path: [String: String]
  let account: Account
  let token: AccessToken
  let workspace: any Workspace
  /// Homes of several people that are not shown now; `nil` while there are none.
  let hidden: HiddenZones?
  /// Of operations that take JSON; else `null`.
  let body: JSON

  /// A part of the address.
  func path(_ name: String) -> String { path[name] ?? "" }

  /// A parameter of the query; `nil` when it is not there or empty.
  func query(_ name: String) -> String? {
    request.query.first(name).flatMap { $0.isEmpty ? nil : $0 }
  }

  func flag(_ name: String) -> Bool? { query(name).map { $0 == "true" } }

  var limit: Int { query("limit").flatMap { Int($0) } ?? Parameter.defaultLimit }

  /// The only home that the token opens; `nil` for all of the account's.
  var onlyHome: ZoneID? { token.home }

  /// What only the hub knows.
  var hub: any HubClient {
    let client = api.means.hub(account.id, request.head.clientAddress)
    return hidden.map { HidingHubClient(client, zones: $0) } ?? client
  }

  /// Throws when one of these is the id of a home that is hidden now, or of something in one, and the
  /// token opens it.
  func requireShown(_ texts: some Sequence<String>) async throws {
    guard let hidden, onlyHome.map(hidden.hidden.contains) ?? true else { return }
    let ids = Set(texts.lazy.filter { $0.utf8.count <= Self.maxIDBytes })
    if try await workspace.hides(anyOf: ids) { throw Problem.sharedHomesHidden }
  }

  /// No id is longer.
  private static let maxIDBytes = 64

  /// Throws when the token does not open a home.
  func require(_ home: ZoneID) throws(Problem) {
    guard onlyHome == nil || onlyHome == home else { throw .notFound }
  }

  /// Counts what the program did, as its person's.
  func count(_ event: UsageEvent) {
    api.means.usage?.record(
      event, by: UsageActor(accountID: account.id, deviceID: token.id))
  }

  func read<Result: Sendable>(
    _ body: @escaping @Sendable (Connection) throws -> Result
  ) async throws -> Result {
    try await workspace.read(body)
  }

  /// Runs use cases at the hub; nothing has happened when it throws.
  ///
  /// - Parameter home: what `If-Match` is about: the hub must still have it as it was seen.
  func write<Result: Sendable>(
    in home: ZoneID? = nil, _ body: @escaping @Sendable (WriteTransaction) throws -> Result
  ) async throws -> Result {
    let zones = request.headers["If-Match"] == nil ? [] : [home].compactMap(\.self)
    return try await workspace.write(relyingOn: Replica.Reliance(zones: zones), body)
  }

  /// Throws when `If-Match` names another version than that of a record as it is shown.
  func checkVersion(_ shown: JSON) throws(Problem) {
    guard let wanted = request.headers["If-Match"] else { return }
    guard HTTPResponse.matches(wanted, "\"\(shown.tag)\"") else {
      throw Problem(
        .preconditionFailed, "changed", "somebody has changed it; get it again and look")
    }
  }
}

extension JSON {
  /// All texts in it.
  var texts: [String] {
    switch self {
    case .string(let text): [text]
    case .array(let elements): elements.flatMap(\.texts)
    case .object(let members): members.flatMap(\.value.texts)
    case .null, .bool, .integer, .real: []
    }
  }

  /// Another text for each other content.
  var tag: String { Self.tag(of: bytes) }

  /// - Parameter bytes: of a content as it is sent.
  static func tag(of bytes: [UInt8]) -> String {
    String(SHA256.hexadecimal(of: String(decoding: bytes, as: UTF8.self)).prefix(32))
  }
}
