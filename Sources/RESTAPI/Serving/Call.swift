import Backends
import HTTPServer
import Household
import Hub
import Replica
import SQLite
import SyncProtocol
import Usage

/// A request whose token permits its operation. Only the dispatcher creates one.
struct Call: Sendable {
  let api: RESTAPI
  let operation: Operation
  let request: HTTPRequest
  let path: [String: String]
  let account: Account
  let token: AccessToken
  let workspace: any Workspace
  /// The shared homes that are hidden at present; `nil` if there are none.
  let hidden: HiddenZones?
  /// The JSON body; `null` for operations that take none.
  let body: JSON

  /// A parameter of the path.
  func path(_ name: String) -> String { path[name] ?? "" }

  /// A parameter of the query; `nil` if it is absent or empty.
  func query(_ name: String) -> String? {
    request.query.first(name).flatMap { $0.isEmpty ? nil : $0 }
  }

  func flag(_ name: String) -> Bool? { query(name).map { $0 == "true" } }

  var limit: Int { query("limit").flatMap { Int($0) } ?? Parameter.defaultLimit }

  /// The only home that the token covers; `nil` for all homes of the account.
  var onlyHome: ZoneID? { token.home }

  /// The hub, for everything that is not in the replica; hidden homes are left out.
  var hub: any HubClient {
    let client = api.means.hub(account.id, request.head.clientAddress)
    return hidden.map { HidingHubClient(client, zones: $0) } ?? client
  }

  /// Throws when one of these texts is the id of a hidden home, or of a record in one. A token
  /// limited to another home is never told.
  func requireShown(_ texts: some Sequence<String>) async throws {
    guard let hidden, onlyHome.map(hidden.hidden.contains) ?? true else { return }
    let ids = Set(texts.lazy.filter { $0.utf8.count <= Self.maxIDBytes })
    if try await workspace.hides(anyOf: ids) { throw Problem.sharedHomesHidden }
  }

  /// The length in bytes beyond which a text cannot be an id.
  private static let maxIDBytes = 64

  /// Throws when the token does not cover a home.
  func require(_ home: ZoneID) throws(Problem) {
    guard onlyHome == nil || onlyHome == home else { throw .notFound }
  }

  /// Counts an action of the program as its person's.
  func count(_ event: UsageEvent) {
    api.means.usage?.record(
      event, by: UsageActor(accountID: account.id, deviceID: token.id))
  }

  func read<Result: Sendable>(
    _ body: @escaping @Sendable (Connection) throws -> Result
  ) async throws -> Result {
    try await workspace.read(body)
  }

  /// Runs use cases and has the hub confirm them. When it throws, nothing has been written, unless
  /// the problem's `kept` says otherwise.
  ///
  /// - Parameter home: the home whose version `If-Match` checks: the hub accepts the write only if
  ///   that home has not changed since it was read.
  func write<Result: Sendable>(
    in home: ZoneID? = nil, _ body: @escaping @Sendable (WriteTransaction) throws -> Result
  ) async throws -> Result {
    let zones = request.headers["If-Match"] == nil ? [] : [home].compactMap(\.self)
    return try await workspace.write(relyingOn: Replica.Reliance(zones: zones), body)
  }

  /// Throws unless `If-Match` is absent or names the version of this JSON.
  func checkVersion(_ shown: JSON) throws(Problem) {
    guard let wanted = request.headers["If-Match"] else { return }
    guard HTTPResponse.matches(wanted, "\"\(shown.tag)\"") else {
      throw Problem(
        .preconditionFailed, "changed", "somebody has changed it; get it again and look")
    }
  }
}

extension JSON {
  /// All texts in the value, at any depth.
  var texts: [String] {
    switch self {
    case .string(let text): [text]
    case .array(let elements): elements.flatMap(\.texts)
    case .object(let members): members.flatMap(\.value.texts)
    case .null, .bool, .integer, .real: []
    }
  }

  /// A tag that differs for different content.
  var tag: String { Self.tag(of: bytes) }

  /// - Parameter bytes: the content as it is sent.
  static func tag(of bytes: [UInt8]) -> String {
    String(SHA256.hexadecimal(of: String(decoding: bytes, as: UTF8.self)).prefix(32))
  }
}
