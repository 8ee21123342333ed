import Foundation
import SeededNoise
import Testing

/// What is refused of expenses and payments, which field it is told at, and that nothing is stored.
@Suite struct BadExpenseTests {
  private static let whole = #""title": "B", "day": "2026-03-01""#
  private static let paid = #""payers": [{"memberID": "<ana>"}]"#
  private static let over = "9000000000000001"

  private static let bad: [(body: String, fault: String)] = [
    (#"{"day": "2026-03-01", "amountMinor": 1, \#(paid)}"#, "title: missing"),
    (#"{"title": "B", "amountMinor": 1, \#(paid)}"#, "day: missing"),
    (#"{"title": "B", "day": null, "amountMinor": 1, \#(paid)}"#, "day: missing"),
    (#"{"title": "B", "day": "2026-02-30", "amountMinor": 1, \#(paid)}"#, "day: not_a_date"),
    (#"{"title": "B", "day": "1.3.2026", "amountMinor": 1, \#(paid)}"#, "day: not_a_date"),
    (#"{\#(whole), \#(paid)}"#, "amountMinor: missing"),
    (#"{\#(whole), "amountMinor": 0, \#(paid)}"#, "amountMinor: out_of_range"),
    (#"{\#(whole), "amountMinor": \#(over), \#(paid)}"#, "amountMinor: out_of_range"),
    (#"{\#(whole), "amountMinor": -9223372036854775808, \#(paid)}"#, "amountMinor: out_of_range"),
    (#"{\#(whole), "amountMinor": 9223372036854775808, \#(paid)}"#, "amountMinor: not_whole"),
    (#"{\#(whole), "amountMinor": 1.5, \#(paid)}"#, "amountMinor: not_whole"),
    (#"{\#(whole), "amountMinor": "1", \#(paid)}"#, "amountMinor: wrong_type"),
    (#"{\#(whole), "amountMinor": 1, "currency": "QQQ", \#(paid)}"#, "currency: unknown_currency"),
    (#"{\#(whole), "amountMinor": 1, "split": "fairly", \#(paid)}"#, "split: unknown_choice"),
    (#"{\#(whole), "amountMinor": 1, "kind": "payment", \#(paid)}"#, "kind: read_only"),
    (#"{\#(whole), "amountMinor": 1, "tip": 1, \#(paid)}"#, "tip: unknown_field"),
    (
      #"{\#(whole), "amountMinor": 1, "categoryID": "c", \#(paid)}"#,
      "categoryID: not_in_this_group"
    ),
    (#"{\#(whole), "amountMinor": 1}"#, "payers: missing"),
    (#"{\#(whole), "amountMinor": 1, "payers": []}"#, "payers: missing"),
    (#"{\#(whole), "amountMinor": 1, "payers": {}}"#, "payers: wrong_type"),
    (#"{\#(whole), "amountMinor": 1, "payers": ["<ana>"]}"#, "payers[0]: wrong_type"),
    (#"{\#(whole), "amountMinor": 1, "payers": [{}]}"#, "payers[0].memberID: missing"),
    (
      #"{\#(whole), "amountMinor": 1, "payers": [{"memberID": "<ana>", "sum": 1}]}"#,
      "payers[0].sum: unknown_field"
    ),
    (
      #"{\#(whole), "amountMinor": 1, "payers": [{"memberID": "nobody"}]}"#,
      "payers[0].memberID: not_in_this_group"
    ),
    (
      #"{\#(whole), "amountMinor": 9, "payers": [{"memberID": "<ana>", "amountMinor": 8}]}"#,
      "payers: sum_differs"
    ),
    (
      #"{\#(whole), "amountMinor": 9, "payers": [{"memberID": "<ana>", "amountMinor": -9}]}"#,
      "payers[0].amountMinor: wrong_sign"
    ),
    (
      #"{\#(whole), "amountMinor": 9, "payers": [{"memberID": "<ana>", "amountMinor": \#(over)}]}"#,
      "payers[0].amountMinor: out_of_range"
    ),
    (
      #"""
      {\#(whole), "amountMinor": 9, "payers": [{"memberID": "<ana>", "amountMinor": 5},
      {"memberID": "<ana>", "amountMinor": 4}]}
      """#, "payers[1].memberID: repeated"
    ),
    (
      #"{\#(whole), "amountMinor": 9, \#(paid), "sharers": []}"#, "sharers: missing"
    ),
    (
      #"""
      {\#(whole), "amountMinor": 9, \#(paid), "sharers": [{"memberID": "<ana>"},
      {"memberID": "<ana>"}]}
      """#, "sharers[1].memberID: repeated"
    ),
    (
      #"{\#(whole), "amountMinor": 9, \#(paid), "sharers": [{"memberID": "<odd>"}]}"#,
      "sharers[0].memberID: not_in_this_group"
    ),
    (sharing("percentage", 9999), "sharers: not_hundred_percent"),
    (sharing("percentage", nil), "sharers[0].weight: missing"),
    (sharing("exact", 8), "sharers: sum_differs"),
    (sharing("shares", 0), "sharers: bad_weight"),
    (sharing("shares", -1), "sharers[0].weight: out_of_range"),
    (sharing("shares", .max), "sharers[0].weight: out_of_range"),
    (sharing("adjustment", 10), "sharers: adjustments_exceed"),
    (sharing("itemised", nil), "lines: missing"),
    (
      #"{\#(whole), "amountMinor": 9, \#(paid), "lines": [{"amountMinor": 9}]}"#,
      "lines: bad_lines"
    ),
    (lines(#"{"name": "Soup"}"#), "lines[0].amountMinor: missing"),
    (lines(#"{"amountMinor": \#(over)}"#), "lines[0].amountMinor: out_of_range"),
    (lines(#"{"amountMinor": 9, "sharers": []}"#), "lines[0].sharers: missing"),
    (
      lines(#"{"amountMinor": 9, "sharers": [{"memberID": "<Ben>", "weight": -1}]}"#),
      "lines[0].sharers[0].weight: out_of_range"
    ),
    (
      lines(#"{"amountMinor": 9, "sharers": [{"memberID": "<odd>"}]}"#),
      "lines[0].sharers[0].memberID: not_in_this_group"
    ),
    (lines(#"{"amountMinor": 0}"#), "lines: nothing_to_spread_by"),
  ]

  private static func sharing(_ split: String, _ weight: Int64?) -> String {
    let weight = weight.map { #", "weight": \#($0)"# } ?? ""
    return #"""
      {\#(whole), "amountMinor": 9, \#(paid), "split": "\#(split)",
      "sharers": [{"memberID": "<ana>"\#(weight)}]}
      """#
  }

  private static func lines(_ line: String) -> String {
    #"{\#(whole), "amountMinor": 9, \#(paid), "split": "itemised", "lines": [\#(line)]}"#
  }

  @Test(
    "D-GRP-5 D-GRP-7 what does not add up, or names nobody of the group, is told at its field and not stored"
  )
  func refused() async throws {
    let hub = try APIHub()
    let ana = try hub.person("ana")
    let (group, other) = (try await TestGroup(ana, "Ben"), try await TestGroup(ana, "Odd"))
    for (body, fault) in Self.bad {
      let body = body.replacing("<odd>", with: other["Odd"])
      let answer = await group.post("expenses", body)
      #expect(answer.status == 422, "\(body): \(answer.text)")
      #expect(answer.faults == [fault], "\(body)")
      #expect(answer.headers["Content-Type"] == "application/problem+json")
      #expect(try answer.string("kept") == "Nothing was changed.")
    }
    #expect(try await ana.ids("groups/\(group.id)/expenses") == [])
    try hub.removeFolder()
  }

  @Test("a sum that differs says by how much, and all that is wrong is told at once")
  func told() async throws {
    let hub = try APIHub()
    let ana = try hub.person("ana")
    let group = try await TestGroup(ana, "Ben")
    let answer = await group.post(
      "expenses",
      #"""
      {"title": "", "day": "2026-13-01", "amountMinor": 900,
       "payers": [{"memberID": "<ana>", "amountMinor": 1000}]}
      """#)
    #expect(Set(answer.faults) == ["title: missing", "day: not_a_date", "payers: sum_differs"])
    let errors = try #require(try answer.json()["errors"] as? [[String: Any]])
    #expect(errors.last?["by"] as? String == "100")
    try hub.removeFolder()
  }

  @Test("a refused change of an expense leaves it as it was")
  func changes() async throws {
    let hub = try APIHub()
    let ana = try hub.person("ana")
    let group = try await TestGroup(ana, "Ben")
    let id = try await group.add(
      #"""
      "amountMinor": 900, "split": "exact", "payers": [{"memberID": "<ana>"}],
      "sharers": [{"memberID": "<ana>", "weight": 400}, {"memberID": "<Ben>", "weight": 500}]
      """#)
    let before = await group.get("expenses/\(id)").text
    for (body, fault) in [
      (#"{"title": " "}"#, "title: missing"), (#"{"day": "2026-02-29"}"#, "day: not_a_date"),
      (#"{"amountMinor": 901}"#, "sharers: sum_differs"),
      (#"{"currency": "JPY"}"#, "amountMinor: other_currency"),
      (#"{"currency": "JPY", "amountMinor": 900}"#, "sharers: other_currency"),
      (#"{"split": "shares"}"#, "sharers: other_split"),
      (#"{"split": "itemised"}"#, "lines: missing"),
      (#"{"payers": [{"memberID": "<ana>", "amountMinor": 1}]}"#, "payers: sum_differs"),
      (#"{"createdBy": "me"}"#, "createdBy: read_only"),
    ] {
      let answer = await group.patch("expenses/\(id)", body)
      #expect(answer.status == 422, "\(body)")
      #expect(answer.faults == [fault], "\(body)")
    }
    #expect(await group.get("expenses/\(id)").text == before)
    try hub.removeFolder()
  }

  private static let badPayments: [(body: String, fault: String)] = [
    (#"{"to": "<ana>", "amountMinor": 1, "day": "2026-03-01"}"#, "from: missing"),
    (pays(#""from": "<ana>", "to": "<ana>", "amountMinor": 1"#), "to: same_member"),
    (pays(#""from": "<Ben>", "to": "nobody", "amountMinor": 1"#), "to: not_in_this_group"),
    (pays(#""from": "<Ben>", "to": "<ana>", "amountMinor": 0"#), "amountMinor: out_of_range"),
    (pays(#""from": "<Ben>", "to": "<ana>", "amountMinor": -1"#), "amountMinor: out_of_range"),
    (
      pays(#""from": "<Ben>", "to": "<ana>", "amountMinor": \#(over)"#), "amountMinor: out_of_range"
    ),
    (pays(#""from": "<Ben>", "to": "<ana>", "amountMinor": "1e3""#), "amountMinor: wrong_type"),
    (
      pays(#""from": "<Ben>", "to": "<ana>", "amountMinor": "99999999999999999999""#),
      "amountMinor: out_of_range"
    ),
    (
      pays(#""from": "<Ben>", "to": "<ana>", "amountMinor": 1, "currency": "QQQ""#),
      "currency: unknown_currency"
    ),
    (
      #"{"from": "<Ben>", "to": "<ana>", "amountMinor": 1, "day": "2026-02-30"}"#, "day: not_a_date"
    ),
  ]

  private static func pays(_ body: String) -> String { #"{\#(body), "day": "2026-03-01"}"# }

  @Test("a payment to oneself, to nobody, of nothing, or on no day is told at its field")
  func payments() async throws {
    let hub = try APIHub()
    let ana = try hub.person("ana")
    let group = try await TestGroup(ana, "Ben")
    _ = try await group.add(#""amountMinor": 2, "payers": [{"memberID": "<ana>"}]"#)
    for path in ["payments", "settlement"] {
      for (body, fault) in Self.badPayments {
        let answer = await group.post(path, body)
        #expect(answer.status == 422, "\(path) \(body)")
        #expect(answer.faults == [fault], "\(path) \(body)")
      }
    }
    #expect(try await group.nets() == ["ana": "1", "Ben": "-1"])
    try hub.removeFolder()
  }

  @Test(
    "numbers that JSON does not have are no JSON",
    arguments: ["NaN", "Infinity", "-Infinity", "1e400", "0x10", "01"])
  func numbers(_ number: String) async throws {
    let hub = try APIHub()
    let ana = try hub.person("ana")
    let group = try await TestGroup(ana, "Ben")
    let answer = await group.post(
      "expenses", #"{\#(Self.whole), "amountMinor": \#(number), \#(Self.paid)}"#)
    #expect(answer.status == 400 && answer.code == "malformed", "\(answer.text)")
    try hub.removeFolder()
  }

  @Test("whatever is sent, no answer is a failure, and what all are owed comes to nothing")
  func fuzz() async throws {
    let hub = try APIHub()
    let ana = try hub.person("ana")
    let group = try await TestGroup(ana, "Ben", "Carl")
    let id = try await group.add(#""amountMinor": 900, "payers": [{"memberID": "<ana>"}]"#)
    let good = [
      ("expenses", #"{\#(Self.whole), "amountMinor": 700, \#(Self.paid), "split": "equal"}"#),
      ("payments", Self.pays(#""from": "<Ben>", "to": "<ana>", "amountMinor": 5"#)),
    ]
    let bodies = Self.bad.map(\.body) + good.map(\.1)
    var noise = SeededNoise(seed: 18)
    var statuses: Set<Int> = []
    for round in 0..<400 {
      var path = ["expenses", "split", "payments", "settlement", "members"][noise.next(5)]
      var body = noise.spoil(Array(group.filled(bodies[round % bodies.count]).utf8))
      if round % 20 == 0 {
        let (place, text) = good[round / 20 % 2]
        (path, body) = (place, Array(group.filled(text).utf8))
      }
      for (method, path) in [("POST", path), ("PATCH", "expenses/\(id)")] {
        let answer = await ana.send(
          method == "POST" ? .post : .patch, "\(group.path)/\(path)",
          headers: ["Content-Type": "application/json"], content: .bytes(body))
        let text = String(decoding: body, as: UTF8.self)
        #expect([200, 201, 400, 409, 422].contains(answer.status), "\(path) \(text)")
        if answer.status >= 400 { #expect(answer.code != nil) }
        if answer.status == 422 { #expect(!answer.faults.isEmpty, "\(path) \(text)") }
        statuses.insert(answer.status)
      }
    }
    #expect(statuses.isSuperset(of: [200, 201, 400, 422]))
    let balances = try await group.get("balances").json()
    #expect(balances["incompleteCount"] as? Int == 0)
    for currency in try #require(balances["currencies"] as? [[String: Any]]) {
      let members = try #require(currency["members"] as? [[String: Any]])
      let nets = members.compactMap { ($0["netMinor"] as? String).flatMap { Int128($0) } }
      #expect(nets.count == members.count && nets.reduce(0, +) == 0)
    }
    try hub.removeFolder()
  }

  @Test("a currency that ended is one, as is the newest; a point that is not on Earth is named so")
  func currenciesAndPoints() async throws {
    let hub = try APIHub()
    let ana = try hub.person("ana")
    let group = try await TestGroup(ana, "Ben")
    for code in ["HRK", "XCG", "LTL"] {
      let answer = await group.post(
        "expenses", #"{\#(Self.whole), "amountMinor": 1, "currency": "\#(code)", \#(Self.paid)}"#)
      #expect(answer.status == 201, "\(code): \(answer.text)")
    }
    let far = await group.post(
      "expenses",
      #"{\#(Self.whole), "amountMinor": 1, "place": "Nowhere (91.0, 7.5)", \#(Self.paid)}"#)
    #expect(far.faults == ["place: no_such_point"], "\(far.text)")
    #expect(far.text.contains("from -90 to 90"))
    try hub.removeFolder()
  }
}
