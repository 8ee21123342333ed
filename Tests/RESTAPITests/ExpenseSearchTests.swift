import Foundation
import Testing

/// Searching the expenses of a group, and what is found in sum.
@Suite struct ExpenseSearchTests {
  private struct World {
    let hub: APIHub
    let ana: Client
    let group: TestGroup

    init() async throws {
      hub = try APIHub()
      ana = try hub.person("ana")
      group = try await TestGroup(ana, "Ben", "Carl O'Hara")
      for (title, day, amount, more) in [
        ("Bread", "2026-03-01", 300, #""payers": [{"memberID": "<ana>"}]"#),
        ("Bread on the tram", "2026-03-02", 450, #""payers": [{"memberID": "<Ben>"}]"#),
        ("Night tram", "2026-04-01", 777, #""payers": [{"memberID": "<ana>"}], "note": "Late""#),
        ("Deposit", "2026-04-02", -200, #""payers": [{"memberID": "<Ben>"}]"#),
        ("Sushi", "2026-04-03", 5000, #""payers": [{"memberID": "<ana>"}], "currency": "JPY""#),
      ] {
        let made = await group.post(
          "expenses",
          #"{"title": "\#(title)", "day": "\#(day)", "amountMinor": \#(amount), \#(more)}"#)
        try #require(made.status == 201, "\(made.text)")
      }
      let paid = await group.post(
        "payments",
        #"{"from": "<Ben>", "to": "<ana>", "amountMinor": 100, "day": "2026-04-04"}"#)
      try #require(paid.status == 201, "\(paid.text)")
    }

    func titles(_ query: String, limit: Int = 50) async throws -> [String] {
      var (titles, cursor): ([String], String) = ([], "")
      while true {
        let page = await group.get("expenses?\(query)&limit=\(limit)&cursor=\(cursor)")
        try #require(page.status == 200, "\(query): \(page.text)")
        let json = try page.json()
        titles += (json["items"] as? [[String: Any]] ?? []).compactMap { $0["title"] as? String }
        guard let next = json["next"] as? String else { return titles }
        cursor = next
      }
    }

    /// Of each currency: how many, what they come to, the own part, payments and what these come
    /// to.
    func totals(_ query: String) async throws -> [String: [String]] {
      let answer = await group.get("expenses/totals?\(query)")
      try #require(answer.status == 200, "\(query): \(answer.text)")
      let rows = try #require(try answer.json()["currencies"] as? [[String: Any]])
      return rows.reduce(into: [:]) { all, row in
        all[row["currency"] as? String ?? "?"] = [
          "count", "amountMinor", "ownMinor", "paymentCount", "paymentsMinor",
        ].map { row[$0].map { "\($0)" } ?? "nothing" }
      }
    }
  }

  @Test("words and conditions find what the search box of the group finds, latest first")
  func finding() async throws {
    let world = try await World()
    for (query, titles) in [
      ("q=bread", ["Bread on the tram", "Bread"]), ("q=tram%20-bread", ["Night tram"]),
      ("q=payer:me%20currency:EUR", ["Night tram", "Bread"]),
      (
        "q=payer:ben",
        [
          "Payment", "Deposit", "Bread on the tram",
        ]
      ), ("q=date:2026-03", ["Bread on the tram", "Bread"]),
      (
        "q=%3E4.40%20%3C5",
        [
          "Bread on the tram"
        ]
      ), ("q=kind:refund", ["Deposit"]), ("q=kind:payment", ["Payment"]),
      ("q=note:late", ["Night tram"]), ("q=amount:5000jpy", ["Sushi"]),
      ("q=member:%22Carl%20O%27Hara%22%20kind:refund", ["Deposit"]),
      ("q=%22the%20tram%22", ["Bread on the tram"]), ("q=title:bread%20is:incomplete", []),
      (
        "q=tram&memberID=\(world.group["Ben"])&currency=EUR",
        [
          "Night tram", "Bread on the tram",
        ]
      ),
      (
        "q=",
        [
          "Payment", "Sushi", "Deposit", "Night tram", "Bread on the tram", "Bread",
        ]
      ),
    ] {
      for limit in [1, 50] {
        #expect(try await world.titles(query, limit: limit) == titles, "\(query)")
      }
    }
    try world.hub.removeFolder()
  }

  @Test("what is found is added up by currency, with the own part, and payments by themselves")
  func addingUp() async throws {
    let world = try await World()
    #expect(try await world.totals("q=bread") == ["EUR": ["2", "750", "250", "0", "0"]])
    // The own part is the sum of what the expenses themselves say.
    let rows = try await world.group.get("expenses").json()["items"] as? [[String: Any]] ?? []
    let own = rows.reduce(into: [String: Int]()) { sums, row in
      let shares = row["shares"] as? [[String: Any]] ?? []
      let share = shares.first { $0["memberID"] as? String == world.group["ana"] }
      guard row["kind"] as? String == "expense" else { return }
      sums[row["currency"] as? String ?? "", default: 0] += share?["owedMinor"] as? Int ?? 0
    }
    #expect(own.count == 2)
    #expect(
      try await world.totals("") == [
        "EUR": ["4", "1327", "\(own["EUR"] ?? 0)", "1", "100"],
        "JPY": ["1", "5000", "\(own["JPY"] ?? 0)", "0", "0"],
      ])
    #expect(try await world.totals("currency=JPY&q=bread") == [:])
    // Three of the largest amounts are beyond 64 bits in no sum of two, and a text in any case.
    for _ in 0..<3 {
      _ = try await world.group.add(
        #""amountMinor": 9000000000000000, "note": "Vast", "payers": [{"memberID": "<ana>"}]"#)
    }
    #expect(
      try await world.totals("q=vast") == [
        "EUR": ["3", "27000000000000000", "9000000000000000", "0", "0"]
      ])
    // Whoever is no member of the group has no part.
    let eve = try world.hub.person("eve")
    try world.hub.admit(eve, to: world.group.id, of: world.ana, role: .readOnly)
    let seen = await eve.get("\(world.group.path)/expenses/totals?q=bread")
    #expect(seen.text.contains(#""ownMinor":null"#), "\(seen.text)")
    let ofMe = await eve.get("\(world.group.path)/expenses?q=payer:me")
    #expect(ofMe.faults == ["q: unknown_record"])
    try world.hub.removeFolder()
  }

  private static let bad: [(query: String, faults: [String])] = [
    ("q=colour:red", ["q: unknown_name"]), ("q=kind:gift", ["q: unknown_choice"]),
    ("q=amount:much", ["q: wrong_form"]), ("q=date:someday", ["q: wrong_form"]),
    ("q=payer:", ["q: missing"]), ("q=kind%3E3", ["q: not_comparable"]),
    ("q=payer:nobody", ["q: unknown_record"]), ("q=category:nothing", ["q: unknown_record"]),
    ("q=%20", ["q: missing"]), ("q=%22%22", ["q: missing"]), ("q=!!!", ["q: missing"]),
    ("q=bread%20payer:nobody%20colour:red", ["q: unknown_record", "q: unknown_name"]),
    ("q=\(String(repeating: "a", count: 101))", ["q: missing"]),
    ("q=\(String(repeating: "a", count: 10_000))", ["q: too_long"]),
    // Few enough characters, and too many bytes.
    ("q=\(String(repeating: "%C3%A4", count: 1500))", ["q: too_long"]),
    ("q=\((1...11).map { "w\($0)" }.joined(separator: "+"))", ["q: too_many"]),
    (
      "q=\((1...21).map { "-w\($0)" }.joined(separator: "+"))", ["q: too_many"]
    ), ("q=a&q=b", ["q: repeated"]), ("query=a", ["query: unknown_parameter"]),
    ("q=bread&currency=QQQ", ["currency: unknown_currency"]),
  ]

  @Test("what of a search is not understood is refused with its reason, and nothing is guessed")
  func refused() async throws {
    let world = try await World()
    for path in ["expenses", "expenses/totals"] {
      for (query, faults) in Self.bad {
        let answer = await world.group.get("\(path)?\(query)")
        #expect(answer.status == 400 && answer.faults == faults, "\(query): \(answer.text)")
        #expect(answer.bytes.count < 4000)
      }
    }
    // Each is said with the piece that is meant, and with what was probably meant.
    let answer = await world.group.get("expenses?q=payr:ben")
    #expect(answer.text.contains("payer:ben"), "\(answer.text)")
    try world.hub.removeFolder()
  }

  @Test("no search reaches another group, its names, or whoever has no access to it")
  func strangers() async throws {
    let world = try await World()
    let other = try await TestGroup(world.ana, "Dora")
    for path in ["expenses", "expenses/totals"] {
      #expect(await other.get("\(path)?q=payer:ben").faults == ["q: unknown_record"])
      #expect(try await other.get("\(path)?q=bread").json().count > 0)
      let eve = try world.hub.person(path == "expenses" ? "eve" : "eva")
      for query in ["q=bread", "q=payer:ben", "q=colour:red"] {
        let answer = await eve.get("\(world.group.path)/\(path)?\(query)")
        #expect(answer.status == 404 && answer.code == "not_found", "\(query): \(answer.text)")
      }
      let narrow = try world.hub.client(of: world.ana.account, scope: .read, home: other.id)
      #expect(await narrow.get("\(world.group.path)/\(path)?q=bread").status == 404)
    }
    #expect(await other.get("expenses?q=bread").text == #"{"items":[],"next":null}"#)
    try world.hub.removeFolder()
  }

  @Test("what changes between two pages of a search puts nothing on both, and leaves nothing out")
  func concurrentChanges() async throws {
    let world = try await World()
    let kept = (1...9).map { "Kept \($0)" }
    for (index, title) in kept.enumerated() {
      let made = await world.group.post(
        "expenses",
        #"""
        {"title": "\#(title)", "day": "2026-05-1\#(index)", "amountMinor": 100,
         "payers": [{"memberID": "<ana>"}]}
        """#)
      try #require(made.status == 201)
    }
    var (seen, cursor): ([String], String) = ([], "")
    for round in 0..<20 {
      let page = try await world.group.get("expenses?q=kept&limit=2&cursor=\(cursor)").json()
      let items = try #require(page["items"] as? [[String: Any]])
      seen += items.compactMap { $0["title"] as? String }
      // Before and behind where the reader is; and the last one that was read goes.
      for day in ["2026-06-01", "2026-05-12"] {
        _ = await world.group.post(
          "expenses",
          #"""
          {"title": "Kept, later \#(round) \#(day)", "day": "\#(day)", "amountMinor": 100,
           "payers": [{"memberID": "<ana>"}]}
          """#)
      }
      if round == 1, let last = items.last?["id"] as? String {
        #expect(await world.ana.delete("\(world.group.path)/expenses/\(last)").status == 204)
      }
      guard let next = page["next"] as? String else { break }
      cursor = next
    }
    #expect(seen.count == Set(seen).count, "\(seen)")
    #expect(Set(kept).subtracting(seen).isEmpty, "\(seen)")
    try world.hub.removeFolder()
  }
}
