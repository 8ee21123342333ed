import Foundation
import Hub
import SyncProtocol
import Testing

/// A family with a parent who has founded it, another one, and a child, as programs see it.
struct TestFamily {
  let hub: APIHub
  let ann: Client
  let bob: Client
  let cyd: Client
  let id: String

  /// A Monday.
  static let day = "2026-06-15"

  init(_ hub: APIHub, scope: AccessToken.Scope = .sharing) async throws {
    self.hub = hub
    (ann, bob, cyd) = (
      try hub.person("ann", scope: scope), try hub.person("bob", scope: scope),
      try hub.person("cyd", scope: scope)
    )
    id = try await ann.add("families", #"{"name": "Lindqvist", "timeZone": "Europe/Stockholm"}"#)
    try hub.admit(bob, to: id, of: ann, role: .readWrite)
    hub.advance(milliseconds: 1000)
    try hub.admit(cyd, to: id, of: ann, role: .readOnly)
  }

  /// A family whose today is ``day``.
  static func onItsDay() async throws -> TestFamily {
    let family = try await TestFamily(try APIHub())
    family.hub.advance(milliseconds: 3 * 86_400_000)
    return family
  }

  var path: String { "/api/v1/families/\(id)" }

  /// A text with the people's accounts in the place of their names between `<` and `>`.
  func filled(_ text: String) -> String {
    [("<ann>", ann), ("<bob>", bob), ("<cyd>", cyd)].reduce(text) {
      $0.replacingOccurrences(of: $1.0, with: $1.1.account)
    }
  }

  func post(
    _ path: String, _ body: String, by client: Client? = nil, _ headers: [String: String] = [:]
  ) async -> Client.Answer {
    await (client ?? ann).post("\(self.path)/\(path)", filled(body), headers)
  }

  func get(_ path: String, by client: Client? = nil) async -> Client.Answer {
    await (client ?? ann).get(path.isEmpty ? self.path : "\(self.path)/\(path)")
  }

  /// Adds a routine of everybody's Monday and returns its id.
  func routine(_ title: String, _ body: String) async throws -> String {
    let answer = await post(
      "routines", #"{"title": "\#(title)", "startsOn": "2026-06-01", \#(body)}"#)
    try #require(answer.status == 201, "\(answer.text)")
    return try answer.string("id")
  }

  /// The entries of a day.
  func entries(
    _ day: String = TestFamily.day, by client: Client? = nil
  ) async throws -> [[String: Any]] {
    let answer = await get("day?on=\(day)", by: client)
    try #require(answer.status == 200, "\(answer.text)")
    return try #require(try answer.json()["entries"] as? [[String: Any]])
  }
}

extension Client.Answer {
  /// The steps of a routine or of a day's entry.
  func steps() throws -> [[String: Any]] {
    try #require(try json()["steps"] as? [[String: Any]], "\(text)")
  }

  func items() throws -> [[String: Any]] {
    try #require(try json()["items"] as? [[String: Any]], "\(text)")
  }
}
