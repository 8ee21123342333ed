import Foundation
import Testing

/// What is refused, what it says of it, and that nothing changes.
@Suite struct BadInputTests {
  private static let long = String(repeating: "a", count: 201)

  private static let badItems: [(body: String, fault: String)] = [
    (#""name": "  ""#, "name: missing"),
    (#""name": "\#(long)""#, "name: too_long"),
    (#""name": 7"#, "name: wrong_type"),
    (#""name": null"#, "name: wrong_type"),
    (#""name": "K", "quantity": -1"#, "quantity: out_of_range"),
    (#""name": "K", "quantity": 1.5"#, "quantity: not_whole"),
    (#""name": "K", "quantity": 99999999999999999999"#, "quantity: not_whole"),
    (#""name": "K", "quantity": "2""#, "quantity: wrong_type"),
    (#""name": "K", "priceMinor": 49.99"#, "priceMinor: not_whole"),
    (#""name": "K", "priceMinor": -1"#, "priceMinor: out_of_range"),
    (#""name": "K", "currency": "XYZ""#, "currency: unknown_currency"),
    (#""name": "K", "currency": null"#, "currency: wrong_type"),
    (#""name": "K", "purchasedOn": "2026-02-30""#, "purchasedOn: not_a_date"),
    (#""name": "K", "purchasedOn": "01.02.2026""#, "purchasedOn: not_a_date"),
    (#""name": "K", "url": "javascript:alert(1)""#, "url: not_a_web_address"),
    (#""name": "K", "locationID": "nowhere""#, "locationID: not_in_this_home"),
    (#""name": "K", "labelIDs": ["none"]"#, "labelIDs: not_in_this_home"),
    (#""name": "K", "labelIDs": "none""#, "labelIDs: wrong_type"),
    (#""name": "K", "fields": [{"name": "x"}]"#, "fields: wrong_type"),
    (#""name": "K", "isArchived": 1"#, "isArchived: wrong_type"),
    (#""name": "K", "colour": "red""#, "colour: unknown_field"),
    (#""name": "K", "id": "mine""#, "id: read_only"),
  ]

  // X27: the price of an item.
  @Test("an item is refused by field and reason, and nothing is made", arguments: badItems)
  func items(_ body: String, _ fault: String) async throws {
    let hub = try APIHub()
    let ana = try hub.person("ana")
    let home = try await ana.addHome()
    let answer = await ana.post("/api/v1/items", #"{"homeID": "\#(home)", \#(body)}"#)
    #expect(answer.status == 422)
    #expect(answer.faults == [fault])
    #expect(answer.headers["Content-Type"] == "application/problem+json")
    #expect(try answer.string("kept") == "Nothing was changed.")
    #expect(try await ana.names("/api/v1/items?limit=5") == [])
    try hub.removeFolder()
  }

  @Test("everything that is wrong is told at once")
  func atOnce() async throws {
    let hub = try APIHub()
    let ana = try hub.person("ana")
    let home = try await ana.addHome()
    let answer = await ana.post(
      "/api/v1/items",
      #"{"homeID": "\#(home)", "name": "", "purchasedOn": "x", "currency": "QQQ"}"#)
    #expect(
      Set(answer.faults)
        == ["name: missing", "purchasedOn: not_a_date", "currency: unknown_currency"])
    try hub.removeFolder()
  }

  @Test("control and bidi characters are taken out of what is stored")
  func hiddenCharacters() async throws {
    let hub = try APIHub()
    let ana = try hub.person("ana")
    let home = try await ana.addHome()
    let made = await ana.post(
      "/api/v1/items",
      #"{"homeID": "\#(home)", "name": " Ket\u0000tle\u202e\u2066 ", "notes": "a\u0007\nb"}"#)
    #expect(try made.string("name") == "Kettle")
    #expect(try made.string("notes") == "a\nb")
    #expect(
      await ana.post(
        "/api/v1/items", #"{"homeID": "\#(home)", "name": "\u202e\u0001"}"#
      ).faults == ["name: missing"])
    try hub.removeFolder()
  }

  @Test("a label and a place of another home are not in this one")
  func otherHome() async throws {
    let hub = try APIHub()
    let ana = try hub.person("ana")
    let (flat, cabin) = (try await ana.addHome("Flat"), try await ana.addHome("Cabin"))
    let label = try await ana.add("labels", #"{"homeID": "\#(cabin)", "name": "Odd"}"#)
    let shed = try await ana.add("locations", #"{"homeID": "\#(cabin)", "name": "Shed"}"#)
    let item = try await ana.addItem("Kettle", in: flat)
    let address = "/api/v1/items/\(item)"
    #expect(
      await ana.patch(address, #"{"labelIDs": ["\#(label)"]}"#).faults
        == ["labelIDs: not_in_this_home"])
    #expect(
      await ana.patch(address, #"{"locationID": "\#(shed)"}"#).faults
        == ["locationID: not_in_this_home"])
    let place = await ana.post(
      "/api/v1/locations", #"{"homeID": "\#(flat)", "name": "Box", "parentID": "\#(shed)"}"#)
    #expect(place.faults == ["parentID: not_in_this_home"])
    try hub.removeFolder()
  }

  @Test("places do not go round in a circle, nest too deep, or share a name")
  func places() async throws {
    let hub = try APIHub()
    let ana = try hub.person("ana")
    let home = try await ana.addHome()
    func place(_ name: String, in parent: String?) async -> Client.Answer {
      let parent = parent.map { #", "parentID": "\#($0)""# } ?? ""
      return await ana.post(
        "/api/v1/locations", #"{"homeID": "\#(home)", "name": "\#(name)"\#(parent)}"#)
    }
    var ids = [try await place("Level 1", in: nil).string("id")]
    for level in 2...10 {
      ids.append(try await place("Level \(level)", in: ids.last).string("id"))
    }
    #expect(await place("Level 11", in: ids.last).faults == ["parentID: too_deep"])
    let circle = await ana.patch(
      "/api/v1/locations/\(ids[0])", #"{"parentID": "\#(ids[2])", "note": "x"}"#)
    #expect(circle.faults == ["parentID: loop"])
    #expect(try await ana.get("/api/v1/locations/\(ids[0])").string("note") == "")
    let taken = await place("  LEVEL 1 ", in: nil)
    #expect(taken.status == 409)
    #expect(taken.code == "name_taken")
    try hub.removeFolder()
  }

  @Test(
    "a body that is no JSON is told where",
    arguments: [
      "", "{", #"{"name": "a", "name": "b"}"#, #"{"name": "\ud800"}"#, "{\"name\": \"\u{1}\"}",
      "[1,]", "01", #"{"a": 1} x"#, "nul", String(repeating: "[", count: 100),
    ])
  func malformed(_ body: String) async throws {
    let hub = try APIHub()
    let ana = try hub.person("ana")
    let answer = await ana.post("/api/v1/homes", body)
    #expect(answer.status == 400)
    #expect(answer.code == "malformed")
    try hub.removeFolder()
  }

  @Test("methods, media types and addresses that are not there have their statuses")
  func protocolErrors() async throws {
    let hub = try APIHub()
    let ana = try hub.person("ana")
    let method = await ana.send(.put, "/api/v1/items")
    #expect(method.status == 405)
    #expect(method.headers["Allow"] == "GET, POST, HEAD")
    #expect(await ana.get("/api/v1/boats").status == 404)
    #expect(await ana.get("/api/v2/items").status == 404)
    #expect(await ana.get("/api/v1/homes", ["Accept": "text/html"]).status == 406)
    #expect(await ana.get("/api/v1/homes", ["Accept": "text/html, */*;q=0.1"]).status == 200)
    #expect(await ana.get("/api/v1/homes", ["Accept": "application/json;q=0"]).status == 406)
    let body = #"{"name": "Flat"}"#
    for type in ["text/plain", "", "application/merge-patch+json"] {
      #expect(await ana.post("/api/v1/homes", body, ["Content-Type": type]).status == 415)
    }
    let list = await ana.post("/api/v1/homes", "[]")
    #expect(list.status == 422)
    try hub.removeFolder()
  }
}
