import Foundation
import Testing

/// A group with members, as programs make it.
struct TestGroup {
  let client: Client
  let id: String
  /// By name; the one called like the client's account is its own.
  let members: [String: String]

  init(_ client: Client, currency: String = "EUR", _ names: String...) async throws {
    let others = names.map { "\"\($0)\"" }.joined(separator: ", ")
    let id = try await client.add(
      "groups", #"{"name": "Flat", "currency": "\#(currency)", "members": [\#(others)]}"#)
    (self.client, self.id) = (client, id)
    members = try await Self.members(client, id)
  }

  private static func members(_ client: Client, _ id: String) async throws -> [String: String] {
    let list = try await client.get("/api/v1/groups/\(id)/members?limit=200").json()
    let rows = try #require(list["items"] as? [[String: Any]])
    return try rows.reduce(into: [:]) { all, row in
      all[try #require(row["name"] as? String)] = try #require(row["id"] as? String)
    }
  }

  var path: String { "/api/v1/groups/\(id)" }

  subscript(_ name: String) -> String { members[name] ?? "nobody" }

  /// A text with the ids of the members in the place of their names between `<` and `>`.
  func filled(_ text: String) -> String {
    members.reduce(text) { $0.replacing("<\($1.key)>", with: $1.value) }
  }

  func post(_ path: String, _ body: String, _ headers: [String: String] = [:]) async
    -> Client.Answer
  { await client.post("\(self.path)/\(path)", filled(body), headers) }

  func patch(_ path: String, _ body: String, _ headers: [String: String] = [:]) async
    -> Client.Answer
  { await client.patch("\(self.path)/\(path)", filled(body), headers) }

  func get(_ path: String, _ headers: [String: String] = [:]) async -> Client.Answer {
    await client.get("\(self.path)/\(path)", headers)
  }

  /// Adds an expense and returns its id.
  func add(_ body: String) async throws -> String {
    let answer = await post(
      "expenses", #"{"title": "Bread", "day": "2026-03-01", \#(body)}"#)
    try #require(answer.status == 201, "\(answer.text)")
    return try answer.string("id")
  }

  /// What each member owes of an expense, by name.
  func owed(_ expense: Client.Answer) throws -> [String: Int] {
    try shares(expense, "owedMinor")
  }

  func paid(_ expense: Client.Answer) throws -> [String: Int] {
    try shares(expense, "paidMinor")
  }

  private func shares(_ expense: Client.Answer, _ member: String) throws -> [String: Int] {
    let shares = try #require(try expense.json()["shares"] as? [[String: Any]], "\(expense.text)")
    var found: [String: Int] = [:]
    for share in shares {
      let name = members.first { $0.value == share["memberID"] as? String }?.key ?? "?"
      found[name] = share[member] as? Int
    }
    return found
  }

  /// What each member is owed in a currency, by name.
  func nets(in currency: String = "EUR") async throws -> [String: String] {
    let currencies = try await get("balances").json()["currencies"] as? [[String: Any]]
    let found = currencies?.first { $0["currency"] as? String == currency }
    let rows = found?["members"] as? [[String: Any]] ?? []
    return rows.reduce(into: [:]) { nets, row in
      let name = members.first { $0.value == row["memberID"] as? String }?.key ?? "?"
      nets[name] = row["netMinor"] as? String
    }
  }
}
