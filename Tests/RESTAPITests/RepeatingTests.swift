import Foundation
import SyncProtocol
import Testing

/// What repeats in a group, as programs change it.
@Suite struct RepeatingTests {
  private struct World {
    let hub: APIHub
    let ana: Client
    let group: TestGroup
    let path: String
    let made: Client.Answer

    init() async throws {
      hub = try APIHub()
      ana = try hub.person("ana")
      group = try await TestGroup(ana, "Ben", "Carl")
      made = await group.post(
        "repeating",
        #"""
        {"title": "Rent", "startsOn": "2031-01-31", "amountMinor": 1000, "note": "Cold",
         "payers": [{"memberID": "<ana>"}], "split": "shares",
         "sharers": [{"memberID": "<ana>", "weight": 1}, {"memberID": "<Ben>", "weight": 3}]}
        """#)
      try #require(made.status == 201, "\(made.text)")
      path = "repeating/\(try made.string("id"))"
    }

    func weights(_ answer: Client.Answer) throws -> [String: Int] {
      let rows = try #require(try answer.json()["sharers"] as? [[String: Any]], "\(answer.text)")
      return rows.reduce(into: [:]) { all, row in
        let name = group.members.first { $0.value == row["memberID"] as? String }?.key ?? "?"
        all[name] = row["weight"] as? Int
      }
    }
  }

  @Test("only what is sent of what repeats is changed; amounts, split and schedule are among it")
  func change() async throws {
    let world = try await World()
    let dearer = await world.group.patch(
      world.path, #"{"amountMinor": 2000, "title": "Rent, warm"}"#)
    #expect(dearer.status == 200, "\(dearer.text)")
    #expect(try dearer.json()["amountMinor"] as? Int == 2000)
    #expect(try dearer.string("title") == "Rent, warm" && dearer.string("note") == "Cold")
    #expect(try world.weights(dearer) == ["ana": 1, "Ben": 3])
    // One payer alone pays all of another amount.
    let payers = try dearer.json()["payers"] as? [[String: Any]]
    #expect(payers?.first?["amountMinor"] as? Int == 2000)
    #expect(try dearer.string("nextOn") == "2031-01-31")
    let even = await world.group.patch(
      world.path, #"{"split": "equal", "sharers": [{"memberID": "<Ben>"}, {"memberID": "<Carl>"}]}"#
    )
    #expect(try world.weights(even) == ["Ben": 1, "Carl": 1], "\(even.text)")
    let weekly = await world.group.patch(
      world.path, #"{"everyUnit": "week", "everyCount": 2, "startsOn": "2031-02-03"}"#)
    #expect(try weekly.string("nextOn") == "2031-02-03", "\(weekly.text)")
    let ending = await world.group.patch(world.path, #"{"endsOn": "2031-12-31"}"#)
    #expect(try ending.string("endsOn") == "2031-12-31" && ending.string("everyUnit") == "week")
    let endless = await world.group.patch(world.path, #"{"endsOn": null, "note": ""}"#)
    #expect(try endless.json()["endsOn"] is NSNull && endless.string("note") == "")
    #expect(await world.group.get(world.path).text == endless.text)
    // What is told can be sent back, and is the same.
    var json = try endless.json()
    for name in ["id", "groupID", "nextOn", "createdAt", "createdBy"] { json[name] = nil }
    let body = String(decoding: try JSONSerialization.data(withJSONObject: json), as: UTF8.self)
    #expect(await world.group.patch(world.path, body).text == endless.text)
    try world.hub.removeFolder()
  }

  @Test("after a pause the next one is due from today on, also where the pause ends with a change")
  func pause() async throws {
    let world = try await World()
    // The first one was due long ago.
    let paused = await world.group.patch(
      world.path, #"{"isPaused": true, "startsOn": "2020-01-31"}"#)
    #expect(try paused.json()["isPaused"] as? Bool == true, "\(paused.text)")
    world.hub.advance(milliseconds: 20 * 86_400_000)
    let on = await world.group.patch(world.path, #"{"isPaused": false, "title": "Rent again"}"#)
    let today = String(
      Date(timeIntervalSince1970: Double(APIHub.start) / 1000 + 20 * 86_400)
        .ISO8601Format().prefix(10))
    #expect(try on.string("nextOn") >= today, "\(on.text), \(today)")
    #expect(try on.string("title") == "Rent again")
    try world.hub.removeFolder()
  }

  @Test("a start from which more would be due than can be caught up is refused at its field")
  func mistypedYear() async throws {
    let world = try await World()
    let answer = await world.group.post(
      "repeating",
      #"""
      {"title": "Rent", "startsOn": "1000-01-01", "amountMinor": 1000,
       "payers": [{"memberID": "<ana>"}]}
      """#)
    #expect(answer.status == 422 && answer.faults == ["startsOn: too_early"], "\(answer.text)")
    #expect(answer.text.contains("more than 60 would be due at once"))
    try world.hub.removeFolder()
  }

  private static let bad: [(body: String, faults: [String])] = [
    (#"{"amountMinor": 0}"#, ["amountMinor: out_of_range"]),
    (#"{"amountMinor": 9000000000000001}"#, ["amountMinor: out_of_range"]),
    (#"{"everyCount": 0}"#, ["everyCount: out_of_range"]),
    (#"{"everyUnit": "day"}"#, ["everyUnit: unknown_choice"]),
    (#"{"startsOn": "2031-02-30"}"#, ["startsOn: not_a_date"]),
    (#"{"endsOn": "2030-12-31"}"#, ["endsOn: too_early"]),
    (#"{"categoryID": "c"}"#, ["categoryID: not_in_this_group"]),
    (#"{"payers": [{"memberID": "nobody"}]}"#, ["payers[0].memberID: not_in_this_group"]),
    (#"{"split": "percentage"}"#, ["sharers: other_split"]),
    (
      #"{"split": "exact", "sharers": [{"memberID": "<Ben>", "weight": 1}]}"#,
      ["sharers: sum_differs"]
    ), (#"{"nextOn": "2031-05-01"}"#, ["nextOn: read_only"]),
    (#"{"colour": 1}"#, ["colour: unknown_field"]),
    // What is wrong with the details and with the amounts is told at once.
    (#"{"title": "", "payers": []}"#, ["title: missing", "payers: missing"]),
  ]

  @Test("a bad change of what repeats is refused at its field, and it stays as it was")
  func refused() async throws {
    let world = try await World()
    for (body, faults) in Self.bad {
      let answer = await world.group.patch(world.path, body)
      #expect(answer.status == 422 && answer.faults == faults, "\(body): \(answer.text)")
    }
    let tag = try #require(world.made.headers["ETag"])
    #expect(await world.group.get(world.path).text == world.made.text)
    let changed = await world.group.patch(world.path, #"{"title": "Lease"}"#, ["If-Match": tag])
    #expect(changed.status == 200)
    let late = await world.group.patch(world.path, #"{"title": "Late"}"#, ["If-Match": tag])
    #expect(late.status == 412 && late.code == "changed")
    // Not through another group, nor by somebody who only looks.
    let other = try await TestGroup(world.ana, "Dora")
    #expect(await other.patch(world.path, #"{"title": "X"}"#).status == 404)
    let eve = try world.hub.person("eve")
    try world.hub.admit(eve, to: world.group.id, of: world.ana, role: .readOnly)
    let looked = await eve.patch("\(world.group.path)/\(world.path)", #"{"title": "X"}"#)
    #expect(looked.status == 403 && looked.code == "read_only_group")
    #expect(try await world.group.get(world.path).string("title") == "Lease")
    try world.hub.removeFolder()
  }
}
