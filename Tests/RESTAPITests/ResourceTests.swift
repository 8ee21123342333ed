import Foundation
import Hub
import SQLite
import Testing

/// Each resource from its making to its end.
@Suite struct ResourceTests {
  private struct Kind: Sendable, CustomTestStringConvertible {
    let path: String
    let new: String
    let change: String
    let changed: [String: String]
    var testDescription: String { path }
  }

  private static let kinds = [
    Kind(
      path: "items", new: #""name": "Kettle", "priceMinor": 4999, "currency": "EUR""#,
      change: #"{"notes": "Descale it"}"#, changed: ["notes": "Descale it", "name": "Kettle"]),
    Kind(
      path: "locations", new: #""name": "Shed", "kind": "outdoors""#,
      change: #"{"emoji": "🏚️"}"#,
      changed: ["emoji": "🏚️", "name": "Shed", "kind": "outdoors"]),
    Kind(
      path: "labels", new: #""name": "Odd", "colorIndex": 4"#, change: #"{"note": "Any"}"#,
      changed: ["note": "Any", "name": "Odd"]),
    Kind(
      path: "policies", new: #""provider": "Mutual", "currency": "EUR""#,
      change: #"{"endsOn": "2027-12-31"}"#,
      changed: ["endsOn": "2027-12-31", "provider": "Mutual"]),
  ]

  @Test("what is sold is archived, unless a program says otherwise, and a sale can be taken back")
  func sold() async throws {
    let hub = try APIHub()
    let ana = try hub.person("ana")
    let home = try await ana.addHome()
    func made(_ more: String) async throws -> [String: Any] {
      try await ana.post(
        "/api/v1/items", #"{"homeID": "\#(home)", "name": "Pot", "soldOn": "2026-01-02"\#(more)}"#
      ).json()
    }
    let sold = try await made("")
    #expect(sold["isArchived"] as? Bool == true)
    #expect(try await made(#", "isArchived": false"#)["isArchived"] as? Bool == false)
    let path = "/api/v1/items/" + (try #require(sold["id"] as? String))
    let back = try await ana.patch(path, #"{"soldOn": null, "isArchived": false}"#).json()
    #expect(back["isArchived"] as? Bool == false)
    let again = try await ana.patch(path, #"{"soldTo": "Ben"}"#).json()
    #expect(again["isArchived"] as? Bool == true)
    let noted = try await ana.patch(path, #"{"isArchived": false, "notes": "Kept"}"#).json()
    #expect(noted["isArchived"] as? Bool == false)
    let renamed = try await ana.patch(path, #"{"name": "Pan"}"#).json()
    #expect(renamed["isArchived"] as? Bool == false)
    try hub.removeFolder()
  }

  @Test(
    "a record is made, found, listed, changed only in what is sent, and deleted", arguments: kinds)
  private func roundTrip(_ kind: Kind) async throws {
    let hub = try APIHub()
    let ana = try hub.person("ana")
    let home = try await ana.addHome()
    let path = "/api/v1/\(kind.path)"
    let made = await ana.post(path, #"{"homeID": "\#(home)", \#(kind.new)}"#)
    #expect(made.status == 201, "\(made.text)")
    let id = try made.string("id")
    let address = "\(path)/\(id)"
    #expect(made.headers["Location"] == address)
    let found = await ana.get(address)
    #expect(found.status == 200)
    #expect(found.text == made.text)
    #expect(found.headers["ETag"] == made.headers["ETag"])
    let list = try await ana.get("\(path)?homeID=\(home)").json()
    let ids = (list["items"] as? [[String: Any]])?.compactMap { $0["id"] as? String }
    #expect(ids?.contains(id) == true)
    let changed = await ana.patch(address, kind.change)
    #expect(changed.status == 200, "\(changed.text)")
    for (field, value) in kind.changed { #expect(try changed.string(field) == value) }
    #expect(changed.headers["ETag"] != made.headers["ETag"])
    #expect(await ana.get(address).text == changed.text)
    let gone = await ana.delete(address)
    #expect(gone.status == 204)
    #expect(gone.bytes.isEmpty)
    #expect(await ana.get(address).status == 404)
    #expect(await ana.delete(address).code == "not_found")
    try hub.removeFolder()
  }

  @Test("a home is made with the rooms that are named, changed and deleted")
  func homes() async throws {
    let hub = try APIHub()
    let ana = try hub.person("ana")
    let flat = try await ana.add("homes", #"{"name": "Flat", "rooms": ["Kitchen"]}"#)
    #expect(try await ana.names("/api/v1/locations?homeID=\(flat)") == ["Kitchen"])
    let shown = await ana.get("/api/v1/homes/\(flat)")
    #expect(try shown.string("role") == "owner")
    let changed = await ana.patch("/api/v1/homes/\(flat)", #"{"city": "Bergen"}"#)
    #expect(try changed.string("city") == "Bergen")
    #expect(try changed.string("name") == "Flat")
    #expect(await ana.post("/api/v1/homes", #"{"name": " "}"#).faults == ["name: missing"])
    let kept = await ana.patch("/api/v1/homes/\(flat)", #"{"rooms": ["Attic"]}"#)
    #expect(kept.faults == ["rooms: fixed"])
    try hub.removeFolder()
  }

  @Test("S3-7-P4c what a program does with homes is counted as its person's, once it is done")
  func counted() async throws {
    let hub = try APIHub()
    let ana = try hub.person("ana")
    let flat = try await ana.add("homes", #"{"name": "Flat", "rooms": ["Kitchen"]}"#)
    let cabin = try await ana.add("homes", #"{"name": "Cabin", "isPrimary": true}"#)
    _ = try await ana.addItem("Kettle", in: cabin)
    #expect(await ana.delete("/api/v1/homes/\(cabin)").status == 409)
    for _ in 0..<2 {
      let primary = await ana.patch("/api/v1/homes/\(flat)", #"{"isPrimary": true}"#)
      #expect(primary.status == 200)
    }
    #expect(await ana.delete("/api/v1/homes/\(cabin)").status < 300)
    hub.usage.flush()
    let rows = try Connection(path: hub.folder + "/analytics.db", mode: .readOnly).query(
      """
      SELECT name, coalesce(properties ->> '$.is_primary', properties ->> '$.items_deleted_count')
        FROM events ORDER BY rowid
      """
    ) { "\($0.text(0)) \($0.optionalInteger(1).map { String($0) } ?? "")" }
    #expect(
      rows == [
        "session_start ", "home_created 1", "home_created 1", "home_primary_changed ",
        "home_primary_changed ", "home_deleted 1",
      ])
    try hub.removeFolder()
  }

  @Test("S3-US4-3 S3-BR4 S3-BR6 the last and the primary home stay")
  func homeRules() async throws {
    let hub = try APIHub()
    let ana = try hub.person("ana")
    // The home that everybody begins with.
    let homes = try await ana.get("/api/v1/homes").json()["items"] as? [[String: Any]]
    for home in homes ?? [] {
      let id = try #require(home["id"] as? String)
      let last = await ana.delete("/api/v1/homes/\(id)")
      #expect(last.status == 409)
      #expect(last.code == "last_home")
    }
    let first = try await ana.addHome("First")
    hub.advance(milliseconds: 1000)
    let second = try await ana.addHome("Second")
    _ = await ana.patch("/api/v1/homes/\(first)", #"{"isPrimary": true}"#)
    let primary = await ana.delete("/api/v1/homes/\(first)")
    #expect(primary.status == 409)
    #expect(primary.code == "primary_home")
    #expect(
      await ana.patch("/api/v1/homes/\(first)", #"{"isPrimary": false}"#).faults
        == ["isPrimary: needs_another"])
    #expect(await ana.patch("/api/v1/homes/\(second)", #"{"isPrimary": true}"#).status == 200)
    #expect(await ana.delete("/api/v1/homes/\(first)").status == 204)
    try hub.removeFolder()
  }

  @Test("S3-R-3 one home more than the hub allows is refused, and nothing is made")
  func homeLimit() async throws {
    let hub = try APIHub(maxOwnedHomes: 2)
    let ana = try hub.person("ana")
    var answers: [Client.Answer] = []
    for number in 1...3 {
      answers.append(await ana.post("/api/v1/homes", #"{"name": "Home \#(number)"}"#))
    }
    let last = try #require(answers.last)
    #expect(last.status == 409)
    #expect(last.code == "home_limit")
    #expect(try last.string("kept") == "Nothing was changed.")
    #expect(try await ana.names("/api/v1/homes?limit=50").count == 2)
    try hub.removeFolder()
  }

  @Test("S3-US3-2 an item names its home, its labels and its own fields; another home moves it")
  func items() async throws {
    let hub = try APIHub()
    let ana = try hub.person("ana")
    let (flat, cabin) = (try await ana.addHome("Flat"), try await ana.addHome("Cabin"))
    let label = try await ana.add("labels", #"{"homeID": "\#(flat)", "name": "Odd"}"#)
    let item = try await ana.add(
      "items",
      #"""
      {"homeID": "\#(flat)", "name": "Kettle", "labelIDs": ["\#(label)"],
       "fields": [{"name": "Voltage", "value": "230 V"}]}
      """#)
    let shown = try await ana.get("/api/v1/items/\(item)").json()
    #expect(shown["homeName"] as? String == "Flat")
    #expect((shown["labels"] as? [[String: String]])?.map { $0["name"] } == ["Odd"])
    #expect(shown["currency"] as? String == "EUR")
    #expect(shown["priceMinor"] is NSNull)
    #expect(shown["fields"] as? [[String: String]] == [["name": "Voltage", "value": "230 V"]])
    let moved = try await ana.patch("/api/v1/items/\(item)", #"{"homeID": "\#(cabin)"}"#).json()
    #expect(moved["homeName"] as? String == "Cabin")
    #expect((moved["labels"] as? [[String: String]])?.map { $0["name"] } == ["Odd"])
    let bare = try await ana.patch(
      "/api/v1/items/\(item)", #"{"labelIDs": [], "fields": []}"#
    ).json()
    #expect((bare["labels"] as? [Any])?.isEmpty == true)
    #expect((bare["fields"] as? [Any])?.isEmpty == true)
    #expect(try await ana.names("/api/v1/search?q=kett") == ["Kettle"])
    #expect(try await ana.names("/api/v1/search?q=kett&homeID=\(flat)") == [])
    try hub.removeFolder()
  }

  @Test("a record is changed or deleted only as the version that If-Match names")
  func versions() async throws {
    let hub = try APIHub()
    let ana = try hub.person("ana")
    let item = try await ana.addItem("Kettle", in: try await ana.addHome())
    let address = "/api/v1/items/\(item)"
    let tag = try #require(await ana.get(address).headers["ETag"])
    #expect(await ana.get(address, ["If-None-Match": tag]).status == 304)
    #expect(await ana.patch(address, #"{"name": "Pot"}"#, ["If-Match": tag]).status == 200)
    for answer in [
      await ana.patch(address, #"{"name": "Pan"}"#, ["If-Match": tag]),
      await ana.delete(address, ["If-Match": tag]),
    ] {
      #expect(answer.status == 412)
      #expect(answer.code == "changed")
    }
    #expect(try await ana.get(address).string("name") == "Pot")
    #expect(await ana.delete(address, ["If-Match": "*"]).status == 204)
    try hub.removeFolder()
  }
}
