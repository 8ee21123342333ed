import Foundation
import Testing

/// What an account spends and earns, through the API.
@Suite struct LedgerTests {
  private func items(_ client: Client, _ path: String) async throws -> [[String: Any]] {
    let answer = await client.get("/api/v1/\(path)")
    try #require(answer.status == 200, "\(answer.text)")
    return try #require(try answer.json()["items"] as? [[String: Any]])
  }

  @Test("entries and shares are listed together, and a month has their sums beside its budgets")
  func month() async throws {
    let hub = try APIHub()
    let ana = try hub.person("ana")
    let group = try await TestGroup(ana, "Ben")
    let shared = try await group.add(#""amountMinor": 900, "payers": [{"memberID": "<ana>"}]"#)
    let food = try await ana.add("ledger/categories", #"{"name": "Food"}"#)
    let bread = try await ana.add(
      "ledger/entries",
      #"""
      {"title": "Bakery", "amountMinor": 420, "currency": "EUR", "day": "2026-03-02",
       "categoryID": "\#(food)", "tags": "daily"}
      """#)
    _ = try await ana.add(
      "ledger/entries",
      #"""
      {"title": "Salary", "kind": "income", "amountMinor": 280000, "currency": "EUR",
       "day": "2026-03-03"}
      """#)
    let budget = await ana.post(
      "/api/v1/ledger/budgets", #"{"month": "2026-03", "amountMinor": 60000, "currency": "EUR"}"#)
    #expect(budget.status == 200, "\(budget.text)")
    let rows = try await items(ana, "ledger?month=2026-03")
    #expect(rows.map { $0["kind"] as? String } == ["entry", "entry", "share"])
    #expect(rows.map { $0["id"] as? String }.suffix(2) == [bread, shared])
    #expect(rows[2]["amountMinor"] as? Int == 450 && rows[2]["groupName"] as? String == "Flat")
    #expect(try await items(ana, "ledger?tag=daily").count == 1)
    #expect(try await items(ana, "ledger?categoryID=\(food)").count == 1)
    #expect(try await items(ana, "ledger?groupID=\(group.id)").count == 1)
    for (typed, found) in [
      ("kind:income", ["Salary"]), ("tag:daily%20-salary", ["Bakery"]), ("bak", ["Bakery"]),
      ("amount:4..5%20is:own", ["Bakery"]),
    ] {
      let rows = try await items(ana, "ledger?q=\(typed)")
      #expect(rows.map { $0["title"] as? String } == found, "\(typed)")
    }
    let totals = try await ana.get("/api/v1/ledger/totals?q=date:2026-03").json()
    #expect(totals["spentMinor"] as? String == "870" && totals["count"] as? Int == 3)
    #expect(totals["incomeMinor"] as? String == "280000" && totals["isWhole"] as? Bool == true)
    for wrong in ["kind:x", "tag:nowhere", "..."] {
      let refused = await ana.get("/api/v1/ledger?q=\(wrong)")
      #expect(refused.status == 400 && refused.faults.count == 1, "\(refused.text)")
    }
    let month = try await ana.get("/api/v1/ledger/months/2026-03").json()
    #expect(month["spentMinor"] as? String == "870" && month["sharedMinor"] as? String == "450")
    #expect(month["incomeMinor"] as? String == "280000" && month["budgetMinor"] as? Int == 60_000)
    #expect(month["unconvertedBudget"] is NSNull)
    let far = await ana.post(
      "/api/v1/ledger/budgets", #"{"month": "2026-04", "amountMinor": 900, "currency": "VND"}"#)
    #expect(far.status == 200, "\(far.text)")
    let later = try await ana.get("/api/v1/ledger/months/2026-04").json()
    let unconverted = try #require(later["unconvertedBudget"] as? [String: Any])
    #expect(later["budgetMinor"] is NSNull && unconverted["amountMinor"] as? Int == 900)
    #expect(unconverted["currency"] as? String == "VND")
    // A page after the other, each row once.
    let first = try await ana.get("/api/v1/ledger?limit=2").json()
    let next = try #require(first["next"] as? String)
    #expect(try await items(ana, "ledger?limit=2&cursor=\(next)").count == 1)
    let changed = await ana.patch(
      "/api/v1/ledger/entries/\(bread)", #"{"amountMinor": 520, "categoryID": null}"#)
    #expect(changed.status == 200, "\(changed.text)")
    #expect(try changed.json()["tags"] as? String == "daily")
    #expect(await ana.delete("/api/v1/ledger/entries/\(bread)").status == 204)
    #expect(await ana.get("/api/v1/ledger/entries/\(bread)").status == 404)
    let document = try await ana.get("/api/v1/ledger/export").json()
    #expect((document["entries"] as? [Any])?.count == 1)
  }

  @Test("what programs write is counted like what people write; a group is left as a group")
  func counts() async throws {
    let hub = try APIHub()
    let (ana, ben) = (
      try hub.person("ana", scope: .sharing), try hub.person("ben", scope: .sharing)
    )
    let group = try await TestGroup(ana, "Ben")
    let id = try await group.add(#""amountMinor": 900, "payers": [{"memberID": "<ana>"}]"#)
    #expect(await group.patch("expenses/\(id)", #"{"amountMinor": 800}"#).status == 200)
    let paid = await group.post(
      "payments",
      #"{"from": "<Ben>", "to": "<ana>", "amountMinor": 100, "day": "2026-03-02"}"#)
    #expect(paid.status == 201, "\(paid.text)")
    #expect(
      await group.patch("expenses/\(try paid.string("id"))", #"{"amountMinor": 50}"#).status == 200)
    _ = try await ana.add(
      "ledger/entries",
      #"{"title": "Bus", "amountMinor": 420, "currency": "EUR", "day": "2026-03-02"}"#)
    #expect(await group.post("invites", #"{"role": "viewer"}"#).status == 201)
    try hub.admit(ben, to: group.id, of: ana, role: .readOnly)
    #expect(await ben.get("/api/v1/groups/\(group.id)").status == 200)
    #expect(await ben.send(.post, "/api/v1/groups/\(group.id)/leave").status == 204)
    let counted = try hub.counted().filter { $0 != "session_start" }
    #expect(
      counted == [
        "group_created", "expense_saved", "expense_saved", "payment_recorded", "payment_recorded",
        "ledger_entry_saved", "group_invite_made", "group_left",
      ])
    try hub.removeFolder()
  }

  // D-MIR-12
  @Test("who leaves a group by a program keeps their shares, which they note on and delete")
  func leaving() async throws {
    let hub = try APIHub()
    let (ana, ben) = (
      try hub.person("ana", scope: .sharing), try hub.person("ben", scope: .sharing)
    )
    let group = try await TestGroup(ana, "Ben")
    _ = try await group.add(#""amountMinor": 900, "payers": [{"memberID": "<ana>"}]"#)
    // The owner stays, and nothing is kept of what they have.
    #expect(await ana.send(.post, "\(group.path)/leave").status == 409)
    try hub.admit(ben, to: group.id, of: ana, role: .readWrite)
    let claimed = await ben.post("\(group.path)/members/\(group["Ben"])/claim", "")
    #expect(claimed.status < 300, "\(claimed.text)")
    #expect(try await items(ben, "ledger").map { $0["kind"] as? String } == ["share"])
    #expect(await ben.send(.post, "\(group.path)/leave").status == 204)
    let kept = try #require(try await items(ben, "ledger").first)
    #expect(kept["kind"] as? String == "kept" && kept["amountMinor"] as? Int == 450)
    #expect(kept["groupName"] as? String == "Flat" && kept["groupID"] as? String == group.id)
    for query in ["groupID=\(group.id)", "q=is:shared", "q=group:flat"] {
      #expect(try await items(ben, "ledger?\(query)").count == 1, "\(query)")
    }
    #expect(try await items(ben, "ledger?q=is:own").isEmpty)
    let year = try await ben.get("/api/v1/ledger/months/2026").json()
    #expect(year["sharedMinor"] as? String == "450" && year["month"] as? String == "2026")
    let groups = try #require(year["groups"] as? [[String: Any]])
    #expect(groups.first?["name"] as? String == "Flat")
    #expect(groups.first?["spentMinor"] as? String == "450")
    let id = try #require(kept["id"] as? String)
    let noted = await ben.patch("/api/v1/ledger/shares/\(id)", #"{"tags": "home"}"#)
    #expect(noted.status == 200, "\(noted.text)")
    #expect(try await items(ben, "ledger?tag=home").count == 1)
    #expect(await ana.patch("/api/v1/ledger/shares/\(id)", #"{"tags": "x"}"#).status == 404)
    #expect(await ana.delete("/api/v1/ledger/entries/\(id)").status == 404)
    #expect(await ben.delete("/api/v1/ledger/entries/\(id)").status == 204)
    #expect(try await items(ben, "ledger").isEmpty)
    #expect(await ben.delete("/api/v1/ledger/entries/\(id)").status == 404)
  }

  // D-MIR-12
  @Test("whoever is removed from a group keeps their shares")
  func removed() async throws {
    let hub = try APIHub()
    let (ana, ben) = (
      try hub.person("ana", scope: .sharing), try hub.person("ben", scope: .sharing)
    )
    let group = try await TestGroup(ana, "Ben")
    _ = try await group.add(#""amountMinor": 900, "payers": [{"memberID": "<ana>"}]"#)
    try hub.admit(ben, to: group.id, of: ana, role: .readWrite)
    let claimed = await ben.post("\(group.path)/members/\(group["Ben"])/claim", "")
    #expect(claimed.status < 300, "\(claimed.text)")
    #expect(try await items(ben, "ledger").count == 1)
    #expect(await ana.delete("\(group.path)/people/\(ben.account)").status == 204)
    #expect(try await items(ben, "ledger").map { $0["kind"] as? String } == ["kept"])
  }

  // D-MIR-14
  @Test("of a share only notes can be changed, and what is not one's own cannot be found")
  func shares() async throws {
    let hub = try APIHub()
    let (ana, ben) = (try hub.person("ana"), try hub.person("ben"))
    let group = try await TestGroup(ana, "Ben")
    let id = try await group.add(#""amountMinor": 900, "payers": [{"memberID": "<ana>"}]"#)
    let path = "/api/v1/ledger/shares/\(id)"
    let noted = await ana.patch(path, #"{"tags": "home", "isHidden": true}"#)
    #expect(noted.status == 200, "\(noted.text)")
    #expect(await ana.patch(path, #"{"amountMinor": 1}"#).status == 422)
    #expect(await ana.patch("/api/v1/ledger/entries/\(id)", #"{"amountMinor": 1}"#).status == 404)
    #expect(try await items(ana, "ledger").isEmpty)
    #expect(try await items(ana, "ledger?isHidden=true").count == 1)
    #expect(await ben.get(path).status == 404)
  }

  // X27: the currency of an own entry.
  @Test("what cannot be is refused with its field")
  func refused() async throws {
    let hub = try APIHub()
    let ana = try hub.person("ana")
    for (body, field) in [
      (#"{"title": "", "amountMinor": 1, "currency": "EUR", "day": "2026-03-01"}"#, "title"),
      (#"{"title": "A", "amountMinor": 0, "currency": "EUR", "day": "2026-03-01"}"#, "amountMinor"),
      (#"{"title": "A", "amountMinor": 1, "currency": "EUR"}"#, "day"),
      (#"{"title": "A", "amountMinor": 1, "currency": "EUR", "day": "2026-02-30"}"#, "day"),
      (#"{"title": "A", "amountMinor": 1, "currency": "XXX", "day": "2026-03-01"}"#, "currency"),
      (
        #"{"title": "A", "amountMinor": 1.5, "currency": "EUR", "day": "2026-03-01"}"#,
        "amountMinor"
      ),
    ] {
      let answer = await ana.post("/api/v1/ledger/entries", body)
      #expect(answer.status == 422, "\(body): \(answer.text)")
      #expect(answer.faults.contains { $0.hasPrefix(field) }, "\(body): \(answer.text)")
    }
    #expect(await ana.get("/api/v1/ledger?month=2026-13").status == 400)
    #expect(await ana.get("/api/v1/ledger/months/soon").status == 400)
    #expect(await ana.get("/api/v1/ledger?cursor=x").status == 400)
    let budget = await ana.post(
      "/api/v1/ledger/budgets", #"{"month": "2026-13", "amountMinor": 1, "currency": "EUR"}"#)
    #expect(budget.faults.contains { $0.hasPrefix("month") }, "\(budget.text)")
    #expect(try await items(ana, "ledger").isEmpty)
  }

  @Test("what repeats, comments and receipts of a group, and its balances in one currency")
  func groups() async throws {
    let hub = try APIHub()
    let ana = try hub.person("ana")
    let group = try await TestGroup(ana, "Ben")
    let rent = await group.post(
      "repeating",
      #"""
      {"title": "Rent", "startsOn": "2031-01-31", "amountMinor": 1000, "everyCount": 2,
       "payers": [{"memberID": "<ana>"}]}
      """#)
    #expect(rent.status == 201, "\(rent.text)")
    let repeating = try rent.string("id")
    #expect(try rent.string("nextOn") == "2031-01-31")
    let paused = await group.patch("repeating/\(repeating)", #"{"isPaused": true}"#)
    #expect(try paused.json()["isPaused"] as? Bool == true)
    #expect(await ana.delete("\(group.path)/repeating/\(repeating)").status == 204)
    let id = try await group.add(
      #""amountMinor": 1000, "currency": "USD", "payers": [{"memberID": "<ana>"}]"#)
    let comment = await group.post("expenses/\(id)/comments", #"{"text": "For two?"}"#)
    #expect(comment.status == 201, "\(comment.text)")
    #expect(try await items(ana, "groups/\(group.id)/expenses/\(id)/comments").count == 1)
    let receipt = try await ana.upload(
      "\(group.path)/expenses/\(id)/receipts?name=bill", TestFiles.pdf, type: "application/pdf")
    #expect(receipt.status == 201, "\(receipt.text)")
    #expect(try receipt.string("name") == "bill.pdf")
    let file = await group.get("expenses/\(id)/receipts/\(try receipt.string("id"))/file")
    #expect(file.bytes == TestFiles.pdf)
    let text = try await ana.upload(
      "\(group.path)/expenses/\(id)/receipts?name=note.txt", Array("hello".utf8), type: "image/png")
    #expect(text.status == 422)
    #expect(try await items(ana, "groups/\(group.id)/activity").isEmpty == false)
    #expect(try await items(ana, "groups/\(group.id)/expenses/\(id)/activity").isEmpty == false)
    let converted = try await group.get("balances/converted?day=2026-03-02").json()
    let rates = try #require(converted["rates"] as? [[String: Any]])
    #expect(converted["currency"] as? String == "EUR" && rates.count == 1)
    #expect(rates[0]["from"] as? String == "USD" && rates[0]["day"] as? String == "2026-03-02")
    let members = try #require(converted["members"] as? [[String: Any]])
    let nets = members.compactMap { ($0["netMinor"] as? String).flatMap { Int($0) } }
    #expect(nets.reduce(0, +) == 0 && nets.contains { $0 > 0 })
    #expect(await group.get("balances/converted?day=2026-02-30").status == 400)
  }
}
