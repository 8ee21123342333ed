import Foundation
import Testing

/// Expenses and payments of groups.
@Suite struct ExpenseTests {
  @Test("an expense is added, found, changed only in what is sent, and deleted")
  func life() async throws {
    let hub = try APIHub()
    let ana = try hub.person("ana")
    let group = try await TestGroup(ana, "Ben", "Carl")
    let made = await group.post(
      "expenses",
      #"""
      {"title": "Bread", "day": "2026-03-01", "amountMinor": 100,
       "payers": [{"memberID": "<ana>"}], "note": "Rye"}
      """#)
    #expect(made.status == 201, "\(made.text)")
    let id = try made.string("id")
    let address = "\(group.path)/expenses/\(id)"
    #expect(made.headers["Location"] == address)
    #expect(try made.string("kind") == "expense")
    #expect(try made.string("currency") == "EUR")
    // What is left of a division goes to the last, in the order of the list.
    #expect(try group.owed(made).values.sorted() == [33, 33, 34])
    #expect(try group.paid(made) == ["ana": 100, "Ben": 0, "Carl": 0])
    let found = await ana.get(address)
    #expect(found.text == made.text && found.headers["ETag"] == made.headers["ETag"])
    let tag = try #require(made.headers["ETag"])
    #expect(await ana.get(address, ["If-None-Match": tag]).status == 304)
    let renamed = await ana.patch(address, #"{"title": "Rolls"}"#, ["If-Match": tag])
    #expect(try renamed.string("title") == "Rolls")
    #expect(try group.owed(renamed) == (try group.owed(made)))
    for answer in [
      await ana.patch(address, #"{"note": "x"}"#, ["If-Match": tag]),
      await ana.delete(address, ["If-Match": tag]),
    ] { #expect(answer.status == 412 && answer.code == "changed") }
    // One payer alone still pays all of another amount.
    let dearer = await ana.patch(address, #"{"amountMinor": 301}"#)
    #expect(try group.paid(dearer)["ana"] == 301, "\(dearer.text)")
    #expect(try group.owed(dearer).values.sorted() == [100, 100, 101])
    #expect(try dearer.string("note") == "Rye")
    #expect(await ana.delete(address).status == 204)
    #expect(await ana.get(address).status == 404)
    #expect(try await group.nets() == [:])
    try hub.removeFolder()
  }

  /// How 1000 is split, by what is sent of it, and what ana, Ben and Carl owe of it.
  private static let ways: [(body: String, owed: [String: Int])] = [
    (#""split": "equal", "sharers": [{"memberID": "<Ben>"}]"#, ["ana": 0, "Ben": 1000]),
    (
      #"""
      "split": "shares", "sharers": [{"memberID": "<ana>", "weight": 1},
      {"memberID": "<Ben>", "weight": 3}]
      """#, ["ana": 250, "Ben": 750]
    ),
    (
      #"""
      "split": "percentage", "sharers": [{"memberID": "<ana>", "weight": 3333},
      {"memberID": "<Ben>", "weight": 6667}]
      """#, ["ana": 333, "Ben": 667]
    ),
    (
      #"""
      "split": "exact", "sharers": [{"memberID": "<ana>", "weight": 1},
      {"memberID": "<Carl>", "weight": 999}]
      """#, ["ana": 1, "Carl": 999]
    ),
    (
      #"""
      "split": "adjustment", "sharers": [{"memberID": "<ana>", "weight": 200},
      {"memberID": "<Ben>"}]
      """#, ["ana": 600, "Ben": 400]
    ),
    (
      #"""
      "split": "itemised", "sharers": [{"memberID": "<ana>"}, {"memberID": "<Ben>"}],
      "lines": [{"name": "Soup", "amountMinor": 600, "sharers": [{"memberID": "<Ben>"}]},
      {"amountMinor": 200}]
      """#, ["ana": 125, "Ben": 875]
    ),
  ]

  @Test("each way to split makes the parts that the form makes; the preview is what is saved then")
  func ways() async throws {
    let hub = try APIHub()
    let ana = try hub.person("ana")
    let group = try await TestGroup(ana, "Ben", "Carl")
    for (body, owed) in Self.ways {
      let preview = await group.post("split", #"{"amountMinor": 1000, \#(body)}"#)
      #expect(preview.status == 200, "\(preview.text)")
      #expect(try await group.nets() == [:])
      let id = try await group.add(
        #""amountMinor": 1000, "payers": [{"memberID": "<ana>"}], \#(body)"#)
      let stored = await group.get("expenses/\(id)")
      #expect(try group.owed(stored) == owed, "\(stored.text)")
      #expect(try group.owed(preview) == owed.filter { $0.value != 0 }, "\(preview.text)")
      // What is told can be sent back: it is the same expense.
      let json = try stored.json()
      let names = ["currency", "amountMinor", "split", "payers", "sharers", "lines"]
      let amounts = names.reduce(into: [:]) { $0[$1] = json[$1] }
      let body = String(
        decoding: try JSONSerialization.data(withJSONObject: amounts), as: UTF8.self)
      #expect(await group.patch("expenses/\(id)", body).text == stored.text)
      let other = String(
        decoding: try JSONSerialization.data(
          withJSONObject: amounts.merging(["title": "Copy", "day": "2026-03-02"]) { $1 }),
        as: UTF8.self)
      let copy = await group.post("expenses", other)
      #expect(try group.owed(copy) == owed, "\(copy.text)")
      for path in [id, try copy.string("id")] {
        #expect(await ana.delete("\(group.path)/expenses/\(path)").status == 204)
      }
    }
    try hub.removeFolder()
  }

  @Test("several pay, a refund is negative, and a currency without decimals has none")
  func payers() async throws {
    let hub = try APIHub()
    let ana = try hub.person("ana")
    let group = try await TestGroup(ana, currency: "JPY", "Ben")
    let both = try await group.add(
      #"""
      "amountMinor": 901, "payers": [{"memberID": "<ana>", "amountMinor": 600},
      {"memberID": "<Ben>", "amountMinor": 301}]
      """#)
    let stored = await group.get("expenses/\(both)")
    #expect(try group.paid(stored) == ["ana": 600, "Ben": 301])
    #expect(try stored.string("currency") == "JPY")
    #expect(try group.owed(stored).values.sorted() == [450, 451])
    _ = try await group.add(
      #"""
      "amountMinor": -901, "payers": [{"memberID": "<ana>", "amountMinor": -600},
      {"memberID": "<Ben>", "amountMinor": -301}]
      """#)
    #expect(try await group.nets(in: "JPY") == ["ana": "0", "Ben": "0"])
    try hub.removeFolder()
  }

  @Test("a payment is written down, and changed as one: its people and amount follow each other")
  func payments() async throws {
    let hub = try APIHub()
    let ana = try hub.person("ana")
    let group = try await TestGroup(ana, "Ben", "Carl")
    let made = await group.post(
      "payments",
      #"{"from": "<Ben>", "to": "<ana>", "amountMinor": 2500, "day": "2026-03-02"}"#)
    #expect(made.status == 201, "\(made.text)")
    #expect(try made.string("kind") == "payment")
    #expect(try made.string("title") == "Payment")
    let address = "expenses/\(try made.string("id"))"
    #expect(made.headers["Location"] == "\(group.path)/\(address)")
    #expect(try await group.nets() == ["ana": "-2500", "Ben": "2500"])
    let less = await group.patch(address, #"{"amountMinor": 2000}"#)
    #expect(less.status == 200, "\(less.text)")
    #expect(try await group.nets() == ["ana": "-2000", "Ben": "2000"])
    let other = await group.patch(
      address, #"{"sharers": [{"memberID": "<Carl>", "weight": 2000}]}"#)
    #expect(try other.string("kind") == "payment", "\(other.text)")
    #expect(try await group.nets() == ["Carl": "-2000", "Ben": "2000"])
    for body in [
      #"{"amountMinor": -5}"#, #"{"sharers": [{"memberID": "<Ben>", "weight": 2000}]}"#,
      #"{"split": "equal"}"#,
    ] {
      let refused = await group.patch(address, body)
      #expect(refused.status == 422, "\(body): \(refused.text)")
    }
    #expect(await group.get(address).text == other.text)
    try hub.removeFolder()
  }

  @Test("the list narrows by member, category and currency, and comes page by page, latest first")
  func list() async throws {
    let hub = try APIHub()
    let ana = try hub.person("ana")
    let group = try await TestGroup(ana, "Ben")
    let category = try await ana.ids("groups/\(group.id)/categories")[0]
    var all: [String] = []
    for number in 1...7 {
      let more = [
        number % 2 == 0 ? #""sharers": [{"memberID": "<ana>"}],"# : "",
        number % 3 == 0 ? #""categoryID": "\#(category)","# : "",
        number == 5 ? #""currency": "CHF","# : "",
      ].joined()
      let made = await group.post(
        "expenses",
        #"""
        {\#(more) "title": "E\#(number)", "day": "2026-03-0\#((number + 1) / 2)",
         "amountMinor": 100, "payers": [{"memberID": "<ana>"}]}
        """#)
      all.append(try made.string("id"))
      hub.advance(milliseconds: 1)
    }
    let path = "groups/\(group.id)/expenses"
    for limit in [1, 3, 50] {
      #expect(try await ana.ids(path, limit: limit) == all.reversed())
      #expect(
        try await ana.ids("\(path)?memberID=\(group["Ben"])", limit: limit)
          == [6, 4, 2, 0].map { all[$0] })
      #expect(
        try await ana.ids("\(path)?categoryID=\(category)", limit: limit) == [5, 2].map { all[$0] })
      #expect(try await ana.ids("\(path)?currency=chf", limit: limit) == [all[4]])
      #expect(
        try await ana.ids("\(path)?memberID=\(group["Ben"])&currency=EUR", limit: limit)
          == [6, 2, 0].map { all[$0] })
    }
    for cursor in ["x", "zz", "00", "31"] {
      let answer = await ana.get("/api/v1/\(path)?cursor=\(cursor)")
      #expect(answer.status == 400 && answer.faults == ["cursor: unknown_cursor"], "\(cursor)")
    }
    let unknown = await ana.get("/api/v1/\(path)?currency=QQQ")
    #expect(unknown.status == 400 && unknown.faults == ["currency: unknown_currency"])
    try hub.removeFolder()
  }

  @Test("an expense that is sent twice with one key is there once")
  func idempotency() async throws {
    let hub = try APIHub()
    let ana = try hub.person("ana")
    let group = try await TestGroup(ana, "Ben")
    let body = #"""
      {"title": "B", "day": "2026-03-01", "amountMinor": 5, "payers": [{"memberID": "<ana>"}]}
      """#
    let first = await group.post("expenses", body, ["Idempotency-Key": "k"])
    let again = await group.post("expenses", body, ["Idempotency-Key": "k"])
    #expect(first.status == 201 && again.text == first.text)
    #expect(again.headers["Idempotency-Replayed"] == "true")
    let other = await group.post(
      "expenses", body.replacing("5", with: "6"), ["Idempotency-Key": "k"])
    #expect(other.status == 422 && other.code == "key_reused")
    #expect(try await ana.ids("groups/\(group.id)/expenses").count == 1)
    try hub.removeFolder()
  }
}
