import Foundation
import Testing

/// Queries that no program has a reason for: numbers beyond all ranges, days that are none, broken
/// bytes, and ids of what belongs to others. Each has an answer, and none fails.
@Suite struct StrangeQueryTests {
  private static let values = [
    "", "0", "-1", "9223372036854775807", "-9223372036854775808", "99999999999999999999", "1e309",
    "NaN", "true", "9999-12-31", "0000-01-01", "-0001-01-01", "10000-01-01", "2026-02-30",
    "2026-13", "2026-12", "EUR", "%00", "a%00b", "%FF%FE", "%", "%zz", "%C3", "%E2%80%AE",
    "%3Cscript%3E", "..%2F..", "none", "~~~", "...", "9999-12-31.9223372036854775807.a",
    "date%3A9999-12-31..0000-01-01", "%3E99999999999999999999", "%22%22%22", "-",
    String(repeating: "a", count: 5000), String(repeating: "%C3%A9", count: 5000),
  ]

  /// What the API reads of money and families with a query, by address and parameters.
  private static func reads(_ world: MatrixWorld) async throws -> [(String, [String])] {
    let document = try await world.owner.client.get("/openapi.json").json()
    let paths = try #require(document["paths"] as? [String: [String: [String: Any]]])
    let areas = ["groups", "families", "ledger"].map { "/api/v1/\($0)" }
    return paths.sorted { $0.key < $1.key }.compactMap { path, methods in
      guard areas.contains(where: { path.hasPrefix($0) }), let read = methods["get"] else {
        return nil
      }
      let names = (read["parameters"] as? [[String: Any]] ?? []).compactMap { parameter in
        parameter["in"] as? String == "query" ? parameter["name"] as? String : nil
      }
      guard !names.isEmpty else { return nil }
      let address = world.ids.reduce(path) {
        $0.replacingOccurrences(of: "{\($1.key)}", with: $1.value)
      }
      return (address, names)
    }
  }

  private static func check(_ address: String, by client: Client, hides secrets: [String] = [])
    async
  {
    let answer = await client.get(address)
    let start = address.prefix(200)
    #expect([200, 400, 404].contains(answer.status), "\(answer.status) \(start)")
    if answer.status != 200 {
      #expect(answer.headers["Content-Type"] == "application/problem+json", "\(start)")
      #expect(answer.code != nil, "\(start)")
    } else if answer.headers["Content-Type"]?.hasPrefix("application/json") == true {
      #expect(throws: Never.self, "\(start)") { try answer.json() }
    }
    for secret in secrets { #expect(!answer.text.contains(secret), "\(start)") }
  }

  @Test("no value of a parameter, alone, repeated or in all at once, ends in a failure")
  func values() async throws {
    let world = try await MatrixWorld()
    let reads = try await Self.reads(world)
    #expect(reads.count > 20 && !reads.contains { $0.0.contains("{") }, "\(reads)")
    let client = world.owner.client
    world.hub.lines.withLock { $0 = [] }
    for (path, names) in reads {
      for value in Self.values {
        for name in names { await Self.check("\(path)?\(name)=\(value)", by: client) }
        let all = names.map { "\($0)=\(value)" }.joined(separator: "&")
        for rest in ["", "&\(all)", "&other=\(value)"] {
          await Self.check("\(path)?\(all)\(rest)", by: client)
        }
      }
    }
    let failures = world.hub.lines.withLock { $0 }.filter { $0.contains(#""event":"error""#) }
    #expect(failures.isEmpty)
    try world.hub.removeFolder()
  }

  @Test("ids of what belongs to others tell nothing of it, in whatever parameter they stand")
  func others() async throws {
    let world = try await MatrixWorld()
    let stan = try #require(world.all.first { $0.name == "stranger" }).client
    let group = try await TestGroup(stan, "Zara Hidden")
    let expense = try await group.add(
      #""amountMinor": 900, "note": "Secret thing", "payers": [{"memberID": "<stan>"}]"#)
    let family = try await stan.add(
      "families", #"{"name": "Secret folk", "timeZone": "Europe/Stockholm"}"#)
    let ids = [group.id, expense, family, stan.account, group["Zara Hidden"], group["stan"]]
    let secrets = ["Zara Hidden", "Secret"]
    for (path, names) in try await Self.reads(world) {
      for id in ids {
        for name in names {
          await Self.check("\(path)?\(name)=\(id)", by: world.owner.client, hides: secrets)
        }
      }
    }
    try world.hub.removeFolder()
  }
}
