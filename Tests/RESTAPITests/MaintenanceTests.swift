import Foundation
import Testing

/// What is to be done and was done for items.
@Suite struct MaintenanceTests {
  @Test("an entry that repeats is made, changed, completed and followed by the next, and deleted")
  func life() async throws {
    let hub = try APIHub()
    let ana = try hub.person("ana")
    let home = try await ana.addHome()
    let item = try await ana.addItem("Kettle", in: home)
    let made = await ana.post(
      "/api/v1/items/\(item)/maintenance",
      #"{"title": "Descale", "dueOn": "2026-06-01", "every": {"count": 6, "unit": "month"}}"#)
    #expect(made.status == 201, "\(made.text)")
    let id = try made.string("id")
    #expect(try made.string("itemName") == "Kettle")
    #expect(try made.string("currency") == "EUR")
    #expect(made.headers["Location"] == "/api/v1/maintenance/\(id)")
    let address = "/api/v1/maintenance/\(id)"
    #expect(await ana.get(address).text == made.text)
    let tag = try #require(made.headers["ETag"])
    let changed = await ana.patch(address, #"{"notes": "Acid"}"#, ["If-Match": tag])
    #expect(try changed.string("notes") == "Acid")
    #expect(await ana.delete(address, ["If-Match": tag]).status == 412)
    #expect(await ana.patch(address, #"{"doneOn": "2026-06-02"}"#).faults == ["doneOn: fixed"])
    let done = await ana.post(
      "\(address)/complete", #"{"doneOn": "2026-06-03", "costMinor": 1250}"#)
    #expect(done.status == 200, "\(done.text)")
    #expect(try done.string("doneOn") == "2026-06-03")
    #expect(try done.json()["costMinor"] as? Int == 1250)
    let next = try done.string("nextID")
    #expect(try await ana.get("/api/v1/maintenance/\(next)").string("dueOn") == "2026-12-03")
    // Doing it again changes nothing.
    #expect(await ana.post("\(address)/complete", #"{"doneOn": "2026-07-01"}"#).text == done.text)
    #expect(try await ana.ids("items/\(item)/maintenance").sorted() == [id, next].sorted())
    #expect(try await ana.ids("items/\(item)/maintenance?state=done") == [id])
    #expect(try await ana.ids("homes/\(home)/maintenance") == [next])
    #expect(try await ana.ids("homes/\(home)/maintenance?state=done") == [id])
    #expect(await ana.delete(address).status == 204)
    #expect(await ana.get(address).status == 404)
    try hub.removeFolder()
  }

  @Test("what was done already is noted with its day, and what follows it is there")
  func doneAlready() async throws {
    let hub = try APIHub()
    let ana = try hub.person("ana")
    let item = try await ana.addItem("Boiler", in: try await ana.addHome())
    let made = await ana.post(
      "/api/v1/items/\(item)/maintenance",
      #"""
      {"title": "Service", "doneOn": "2026-02-28", "costMinor": 9000, "currency": "NOK",
       "every": {"count": 1, "unit": "year"}}
      """#)
    #expect(try made.string("doneOn") == "2026-02-28")
    let next = try await ana.get("/api/v1/maintenance/\(try made.string("nextID"))").json()
    #expect(next["dueOn"] as? String == "2027-02-28")
    #expect(next["doneOn"] is NSNull)
    #expect(next["currency"] as? String == "NOK")
    try hub.removeFolder()
  }

  @Test("a home's list comes page by page: by due day, what has none at the end")
  func pages() async throws {
    let hub = try APIHub()
    let ana = try hub.person("ana")
    let home = try await ana.addHome()
    let item = try await ana.addItem("Kettle", in: home)
    for day in [nil, "2026-03-01", "2026-01-01", nil, "2026-02-01"] as [String?] {
      let due = day.map { #""\#($0)""# } ?? "null"
      let body = #"{"title": "On \#(day ?? "any")", "notes": "\#(UUID())", "dueOn": \#(due)}"#
      #expect(await ana.post("/api/v1/items/\(item)/maintenance", body).status == 201)
      hub.advance(milliseconds: 1)
    }
    for limit in [1, 2, 50] {
      let ids = try await ana.ids("homes/\(home)/maintenance", limit: limit)
      var days: [String] = []
      for id in ids {
        days.append(try await ana.get("/api/v1/maintenance/\(id)").json()["dueOn"] as? String ?? "")
      }
      #expect(days == ["2026-01-01", "2026-02-01", "2026-03-01", "", ""], "\(limit)")
      #expect(try await ana.ids("items/\(item)/maintenance", limit: limit).count == 5)
    }
    for path in ["homes/\(home)/maintenance", "items/\(item)/maintenance"] {
      for cursor in ["x", "zz", "00"] {
        let answer = await ana.get("/api/v1/\(path)?cursor=\(cursor)")
        #expect(answer.faults == ["cursor: unknown_cursor"], "\(path) \(cursor)")
      }
    }
    try hub.removeFolder()
  }

  private static let bad: [(body: String, fault: String)] = [
    (#"{}"#, "title: missing"), (#"{"title": " "}"#, "title: missing"),
    (#"{"title": "D", "dueOn": "tomorrow"}"#, "dueOn: not_a_date"),
    (#"{"title": "D", "doneOn": "2026-02-30"}"#, "doneOn: not_a_date"),
    (#"{"title": "D", "doneOn": "2126-01-01"}"#, "doneOn: in_future"),
    (#"{"title": "D", "every": 6}"#, "every: wrong_type"),
    (#"{"title": "D", "every": {"count": 6}}"#, "every: wrong_type"),
    (#"{"title": "D", "every": {"count": 6, "unit": "moon"}}"#, "every: wrong_type"),
    (#"{"title": "D", "every": {"count": 0, "unit": "day"}}"#, "every: out_of_range"),
    (#"{"title": "D", "every": {"count": 1001, "unit": "day"}}"#, "every: out_of_range"),
    (#"{"title": "D", "costMinor": -1}"#, "costMinor: out_of_range"),
    (#"{"title": "D", "currency": "QQQ"}"#, "currency: unknown_currency"),
    (#"{"title": "D", "itemID": "x"}"#, "itemID: read_only"),
  ]

  @Test("an entry is refused by field and reason, and nothing is made")
  func refused() async throws {
    let hub = try APIHub()
    let ana = try hub.person("ana")
    let item = try await ana.addItem("Kettle", in: try await ana.addHome())
    for (body, fault) in Self.bad {
      let answer = await ana.post("/api/v1/items/\(item)/maintenance", body)
      #expect(answer.status == 422, "\(body)")
      #expect(answer.faults == [fault], "\(body)")
    }
    #expect(try await ana.ids("items/\(item)/maintenance") == [])
    let id = try await ana.add("items/\(item)/maintenance", #"{"title": "Descale"}"#)
    for (body, fault) in [
      ("{}", "doneOn: missing"), (#"{"doneOn": null}"#, "doneOn: missing"),
      (#"{"doneOn": "x"}"#, "doneOn: not_a_date"),
      (#"{"doneOn": "2126-01-01"}"#, "doneOn: in_future"),
    ] {
      let answer = await ana.post("/api/v1/maintenance/\(id)/complete", body)
      #expect(answer.faults.contains(fault), "\(body): \(answer.text)")
      #expect(answer.status == 422)
    }
    try hub.removeFolder()
  }
}
