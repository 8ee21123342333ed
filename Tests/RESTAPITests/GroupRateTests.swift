import Foundation
import Testing

/// A group's own exchange rates, by the API.
@Suite struct GroupRateTests {
  @Test("a rate is entered once for its day, is used before the bank's, and can be removed")
  func rates() async throws {
    let hub = try APIHub()
    let ana = try hub.person("ana", scope: .write)
    let group = try await ana.add("groups", #"{"name": "Trip", "currency": "EUR"}"#)
    let path = "/api/v1/groups/\(group)/rates"
    func enter(_ day: String, _ rate: String) async throws -> Client.Answer {
      await ana.post(
        path,
        #"{"fromCurrency": "VND", "toCurrency": "EUR", "day": "\#(day)", "rate": "\#(rate)"}"#)
    }
    let first = try await enter("2026-06-01", "0.00004")
    #expect(first.status == 201, "\(first.text)")
    #expect(try await enter("2026-06-01", "0.00003").string("id") == first.string("id"))
    #expect(try await enter("2026-07-01", "0.00005").status == 201)
    let rows = try await ana.get(path).items()
    #expect(rows.map { $0["rate"] as? String } == ["0.00005", "0.00003"])
    let member = try #require(try await ana.ids("groups/\(group)/members").first)
    _ = try await ana.add("groups/\(group)/members", #"{"name": "Ben"}"#)
    let ben = try #require(
      try await ana.ids("groups/\(group)/members").first { $0 != member })
    _ = try await ana.add(
      "groups/\(group)/expenses",
      #"""
      {"title": "Boat", "day": "2026-06-14", "amountMinor": 2000000, "currency": "VND",
       "payers": [{"memberID": "\#(member)"}],
       "sharers": [{"memberID": "\#(member)"}, {"memberID": "\#(ben)"}]}
      """#)
    let converted = await ana.get("/api/v1/groups/\(group)/balances/converted")
    #expect(converted.status == 200 && converted.text.contains("3000"), "\(converted.text)")
    let id = try first.string("id")
    #expect(await ana.delete("\(path)/\(id)").status == 204)
    #expect(await ana.delete("\(path)/\(id)").status == 404)
    func faults(_ from: String, _ to: String, _ rate: String) async -> [String] {
      await ana.post(
        path,
        #"""
        {"fromCurrency": "\#(from)", "toCurrency": "\#(to)", "day": "2026-06-01", \#
        "rate": "\#(rate)"}
        """#
      ).faults
    }
    #expect(await faults("EUR", "EUR", "1") == ["toCurrency: same_currency"])
    #expect(await faults("", "", "1").count == 2)
    for rate in ["0", "NaN", "1,5", "-1", "1000000000000"] {
      #expect(await faults("VND", "EUR", rate) == ["rate: not_a_rate"], "\(rate)")
    }
    #expect(await faults("VND", "EUR", "") == ["rate: missing"])
    // Nothing is made up, as the document says.
    let fields = ["fromCurrency", "toCurrency", "day", "rate"]
    #expect(await ana.post(path, "{}").faults == fields.map { "\($0): missing" })
    let document = try await ana.get("/openapi.json").json()
    let schemas = (document["components"] as? [String: Any])?["schemas"] as? [String: Any]
    let required = (schemas?["NewGroupRate"] as? [String: Any])?["required"] as? [String]
    #expect(required == fields)
    for (body, field) in [
      (#"{"fromCurrency": "VND", "toCurrency": "EUR", "day": "2026-06-01", "rate": "0"}"#, "rate"),
      (#"{"fromCurrency": "VND", "toCurrency": "EUR", "day": "2026-06-01", "rate": "x"}"#, "rate"),
      (
        #"{"fromCurrency": "EUR", "toCurrency": "EUR", "day": "2026-06-01", "rate": "1"}"#,
        "toCurrency"
      ),
      (
        #"{"fromCurrency": "ABC", "toCurrency": "EUR", "day": "2026-06-01", "rate": "1"}"#,
        "fromCurrency"
      ),
    ] {
      let answer = await ana.post(path, body)
      #expect(answer.status == 422 && answer.text.contains("\"\(field)\""), "\(answer.text)")
    }
    try hub.removeFolder()
  }

  // I2-13: sums by currency, beside the converted view.
  @Test("D-DBT-4 converted balances say in which currencies and how many expenses are missing")
  func unconverted() async throws {
    let hub = try APIHub()
    let ana = try hub.person("ana")
    let group = try await TestGroup(ana, "Ben")
    let none = try await group.get("balances/converted").json()
    #expect(none["unconvertedCount"] as? Int == 0)
    for _ in 0..<2 {
      _ = try await group.add(
        #""amountMinor": 9000, "currency": "VND", "payers": [{"memberID": "<ana>"}]"#)
    }
    _ = try await group.add(#""amountMinor": 900, "payers": [{"memberID": "<ana>"}]"#)
    let converted = try await group.get("balances/converted").json()
    #expect(converted["unconverted"] as? [String] == ["VND"])
    #expect(converted["unconvertedCount"] as? Int == 2)
    let rate = await group.post(
      "rates",
      #"{"fromCurrency": "VND", "toCurrency": "EUR", "day": "2026-01-01", "rate": "0.00004"}"#)
    #expect(rate.status == 201, "\(rate.text)")
    let known = try await group.get("balances/converted").json()
    #expect(known["unconvertedCount"] as? Int == 0)
    try hub.removeFolder()
  }
}
