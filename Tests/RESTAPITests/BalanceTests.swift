import Foundation
import Testing

/// What members owe, settling it, and what a group spends.
@Suite struct BalanceTests {
  /// Ana paid 900 for three and Ben 300 for himself and Carl, who gave Ana 100; and 50 in CHF.
  private func group(_ ana: Client) async throws -> TestGroup {
    let group = try await TestGroup(ana, "Ben", "Carl")
    _ = try await group.add(#""amountMinor": 900, "payers": [{"memberID": "<ana>"}]"#)
    _ = try await group.add(
      #"""
      "amountMinor": 300, "payers": [{"memberID": "<Ben>"}],
      "sharers": [{"memberID": "<Ben>"}, {"memberID": "<Carl>"}]
      """#)
    let payment = await group.post(
      "payments", #"{"from": "<Carl>", "to": "<ana>", "amountMinor": 100, "day": "2026-03-04"}"#)
    try #require(payment.status == 201)
    _ = try await group.add(
      #""amountMinor": 50, "currency": "CHF", "payers": [{"memberID": "<Ben>"}]"#)
    return group
  }

  @Test("D-DBT-1 balances are told by currency as decimal texts, and come to nothing in each")
  func balances() async throws {
    let hub = try APIHub()
    let ana = try hub.person("ana")
    let group = try await group(ana)
    #expect(try await group.nets() == ["ana": "500", "Ben": "-150", "Carl": "-350"])
    let currencies = try #require(
      try await group.get("balances").json()["currencies"] as? [[String: Any]])
    #expect(currencies.compactMap { $0["currency"] as? String } == ["CHF", "EUR"])
    let members = try #require(currencies[1]["members"] as? [[String: Any]])
    let carl = try #require(members.first { $0["memberID"] as? String == group["Carl"] })
    #expect(carl["owedMinor"] as? String == "450" && carl["sentMinor"] as? String == "100")
    let own = try await ana.get("/api/v1/balances").json()
    let totals = try #require(own["totals"] as? [[String: String]])
    #expect(
      totals == [
        ["currency": "CHF", "netMinor": "-16"], ["currency": "EUR", "netMinor": "500"],
      ])
    try hub.removeFolder()
  }

  @Test("sums beyond 64 bits are told to the last digit")
  func large() async throws {
    let hub = try APIHub()
    let ana = try hub.person("ana")
    let group = try await TestGroup(ana, "Ben")
    let most: Int128 = 9_000_000_000_000_000
    // More than a thousand of the largest amount leave 64 bits.
    for _ in 0..<3 {
      _ = try await group.add(
        #"""
        "amountMinor": \#(most), "payers": [{"memberID": "<ana>"}],
        "sharers": [{"memberID": "<Ben>"}]
        """#)
    }
    #expect(try await group.nets() == ["ana": String(3 * most), "Ben": String(-3 * most)])
    let settlement = try await group.get("settlement").json()
    let currency = (settlement["currencies"] as? [[String: Any]])?.first
    let transfer = (currency?["transfers"] as? [[String: Any]])?.first
    #expect(transfer?["amountMinor"] as? String == String(3 * most))
    let refused = await group.post(
      "settlement",
      #"{"from": "<Ben>", "to": "<ana>", "amountMinor": "\#(3 * most)", "day": "2026-03-01"}"#)
    #expect(refused.faults == ["amountMinor: out_of_range"])
    try hub.removeFolder()
  }

  @Test("D-DBT-2 the settlement is the fewest payments; of two who settle one is told it is done")
  func settling() async throws {
    let hub = try APIHub()
    let (ana, ben) = (try hub.person("ana"), try hub.person("ben"))
    let group = try await group(ana)
    try hub.admit(ben, to: group.id, of: ana, role: .readWrite)
    let settlement = try await group.get("settlement").json()
    let currencies = try #require(settlement["currencies"] as? [[String: Any]])
    let euros = try #require(currencies.last)
    #expect(euros["isExact"] as? Bool == true)
    let transfers = try #require(euros["transfers"] as? [[String: Any]])
    #expect(transfers.count == 2)
    for transfer in transfers {
      var transfer = transfer
      transfer["day"] = "2026-03-05"
      let body = String(
        decoding: try JSONSerialization.data(withJSONObject: transfer), as: UTF8.self)
      async let first = ana.post("\(group.path)/settlement", body)
      async let second = ben.post("\(group.path)/settlement", body)
      let answers = await [first, second].sorted { $0.status < $1.status }
      #expect(answers.map(\.status) == [201, 409], "\(answers.map(\.text))")
      #expect(answers[1].code == "not_owed")
    }
    #expect(try await group.nets() == ["ana": "0", "Ben": "0", "Carl": "0"])
    let rest = try await group.get("settlement").json()["currencies"] as? [[String: Any]]
    #expect(rest?.compactMap { $0["currency"] as? String } == ["CHF"])
    try hub.removeFolder()
  }

  @Test("of two who write down what one owes another, one is told that it is done")
  func settlingDebts() async throws {
    let hub = try APIHub()
    let (ana, ben) = (try hub.person("ana"), try hub.person("ben"))
    let group = try await group(ana)
    try hub.admit(ben, to: group.id, of: ana, role: .readWrite)
    // Carl owes Ana 200, while the settlement has him pay her 350.
    let body =
      #"{"from": "\#(group["Carl"])", "to": "\#(group["ana"])", "amountMinor": 200, "#
      + #""currency": "EUR", "day": "2026-03-05"}"#
    #expect(await ana.post("\(group.path)/settlement", body).code == "not_owed")
    async let first = ana.post("\(group.path)/settlement?debts=each", body)
    async let second = ben.post("\(group.path)/settlement?debts=each", body)
    let answers = await [first, second].sorted { $0.status < $1.status }
    #expect(answers.map(\.status) == [201, 409], "\(answers.map(\.text))")
    #expect(answers[1].code == "not_owed")
    #expect(await ana.post("\(group.path)/settlement?debts=odd", body).status == 400)
    try hub.removeFolder()
  }

  @Test("S2-DEBT-1 who owes whom is told with the expenses that it came about by, page by page")
  func debts() async throws {
    let hub = try APIHub()
    let ana = try hub.person("ana")
    let group = try await group(ana)
    let page = try await group.get("debts?limit=200").json()
    let debts = try #require(page["items"] as? [[String: Any]])
    let carl = try #require(
      debts.first {
        $0["debtorID"] as? String == group["Carl"] && $0["creditorID"] as? String == group["ana"]
      })
    #expect(carl["amountMinor"] as? String == "200" && carl["partCount"] as? Int == 2)
    var (amounts, cursor): ([Int], String?) = ([], "")
    while let at = cursor {
      let parts = try await group.get(
        "debts/parts?currency=EUR&debtorID=\(group["Carl"])&creditorID=\(group["ana"])"
          + "&limit=1&cursor=\(at)"
      ).json()
      amounts += (parts["items"] as? [[String: Any]] ?? []).compactMap { $0["amountMinor"] as? Int }
      cursor = parts["next"] as? String
    }
    #expect(amounts == [-100, 300])
    let first = try await group.get("debts?limit=1").json()
    let next = try #require(first["next"] as? String)
    let rest = try await group.get("debts?limit=200&cursor=\(next)").json()
    #expect((rest["items"] as? [Any])?.count == debts.count - 1)
    try hub.removeFolder()
  }

  @Test("a proposed payment is told with its reasons, which come to both balances; others are not")
  func reasons() async throws {
    let hub = try APIHub()
    let ana = try hub.person("ana")
    let group = try await group(ana)
    func path(_ from: String, _ to: String, _ currency: String = "EUR") -> String {
      "settlement/reasons?from=\(group[from])&to=\(group[to])&currency=\(currency)"
    }
    let answer = await group.get(path("Carl", "ana"))
    #expect(answer.status == 200, "\(answer.text)")
    let reasons = try answer.json()
    #expect(reasons["amountMinor"] as? String == "350")
    // Carl owes Ana 200 and Ben 150, who owes Ana 300.
    #expect(reasons["link"] as? String == "partly")
    let debts = try #require(reasons["debts"] as? [[String: Any]])
    #expect(debts.compactMap { $0["amountMinor"] as? String } == ["200"])
    for (side, net, amounts) in [
      ("payer", -350, [-300, -150, 100]), ("receiver", 500, [600, -100]),
    ] {
      let side = try #require(reasons[side] as? [String: Any])
      #expect(side["netMinor"] as? String == "\(net)")
      let parts = try #require(side["parts"] as? [[String: Any]])
      #expect(Set(parts.compactMap { $0["amountMinor"] as? Int }) == Set(amounts))
      #expect(side["earlierMinor"] as? String == "0")
      let payments = try #require(side["payments"] as? [[String: Any]])
      let sum = payments.reduce(0) { $0 + (Int($1["amountMinor"] as? String ?? "") ?? 0) }
      #expect(sum == abs(net))
    }
    #expect(await group.get(path("ana", "Carl")).status == 404)
    #expect(await group.get(path("Carl", "ana", "CHF")).status == 404)
    #expect(await group.get(path("ana", "Ben", "CHF")).status == 200)
    try hub.removeFolder()
  }

  @Test("spending is told by month and category, all and one's own, without payments")
  func spending() async throws {
    let hub = try APIHub()
    let ana = try hub.person("ana")
    let group = try await group(ana)
    let category = try await ana.ids("groups/\(group.id)/categories")[0]
    let added = await group.post(
      "expenses",
      #"""
      {"title": "B", "day": "2025-12-31", "amountMinor": 30, "categoryID": "\#(category)",
       "payers": [{"memberID": "<Ben>"}]}
      """#)
    #expect(added.status == 201)
    let spent = try await group.get("spending").json()
    #expect(spent["year"] as? Int == 2026 && spent["years"] as? [Int] == [2026, 2025])
    #expect(spent["allMinor"] as? String == "1200" && spent["ownMinor"] as? String == "300")
    let months = try #require(spent["months"] as? [[String: String]])
    #expect(months == [["month": "2026-03", "allMinor": "1200", "ownMinor": "300"]])
    let old = try await group.get("spending?year=2025&currency=EUR").json()
    let categories = try #require(old["categories"] as? [[String: String]])
    #expect(categories == [["categoryID": category, "allMinor": "30", "ownMinor": "10"]])
    #expect(
      await group.get("spending?currency=QQQ").faults == ["currency: unknown_currency"])
    #expect(await group.get("spending?year=x").faults == ["year: wrong_type"])
    try hub.removeFolder()
  }

  @Test("the table of a group has a row for each expense and payment")
  func table() async throws {
    let hub = try APIHub()
    let ana = try hub.person("ana")
    let group = try await group(ana)
    let table = await group.get("export")
    #expect(table.status == 200)
    #expect(table.headers["Content-Type"] == "text/csv; charset=utf-8")
    let lines = table.text.split(separator: "\r\n")
    #expect(lines.count == 5)
    #expect(lines[0].hasPrefix("Date,Title,Category,Kind,Currency,Amount"))
    #expect(lines.contains { $0.contains(",payment,EUR,1.00,") })
    try hub.removeFolder()
  }
}
