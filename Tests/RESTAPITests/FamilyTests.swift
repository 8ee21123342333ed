import Foundation
import Hub
import SyncProtocol
import Testing

/// Families, their routines and their days, as programs see them.
@Suite struct FamilyTests {
  private static let on = #""on": "2026-06-15""#

  @Test("a family is founded once, read, changed by its parents and dissolved by who founded it")
  func families() async throws {
    let family = try await TestFamily(try APIHub())
    let second = await family.bob.post("/api/v1/families", #"{"name": "Other"}"#)
    #expect(second.status == 409 && second.code == "in_another_family")
    let shown = await family.get("", by: family.cyd)
    #expect(try shown.string("role") == "child" && shown.string("today") == "2026-06-12")
    #expect(try await family.cyd.get("/api/v1/families").items().count == 1)
    // A family that is founded without a time zone has its founder's, unless it is to have none.
    for (name, said, zone) in [
      ("dora", "", "UTC"), ("eva", #", "timeZone": """#, ""),
      ("fay", #", "timeZone": "Europe/Oslo""#, "Europe/Oslo"),
    ] {
      let person = try family.hub.person(name, scope: .sharing)
      let founded = await person.post("/api/v1/families", #"{"name": "New"\#(said)}"#)
      #expect(try founded.string("timeZone") == zone, "\(founded.text)")
    }
    let tag = try #require(await family.get("").headers["ETag"])
    let changed = await family.bob.patch(family.path, #"{"name": "Holm"}"#)
    #expect(try changed.string("name") == "Holm")
    let stale = await family.ann.patch(family.path, #"{"emoji": "🌻"}"#, ["If-Match": tag])
    #expect(stale.status == 412)
    let bad = await family.ann.patch(
      family.path, #"{"timeZone": "Mars/Olympus", "emoji": "xx", "role": "parent"}"#)
    #expect(bad.faults == ["role: read_only"])
    let worse = await family.ann.patch(family.path, #"{"timeZone": "Mars/Olympus", "emoji": "xx"}"#)
    #expect(Set(worse.faults) == ["timeZone: unknown_time_zone", "emoji: not_an_emoji"])
    #expect(await family.bob.delete(family.path).code == "not_owner")
    #expect(await family.cyd.delete(family.path).code == "read_only_family")
    let writer = try family.hub.client(of: family.ann.account)
    #expect(await writer.delete(family.path).code == "scope")
    #expect(await family.ann.delete(family.path).status == 204)
    #expect(await family.get("", by: family.cyd).status == 404)
    try family.hub.removeFolder()
  }

  // S4-SEC-1 I4-4
  @Test("people of a family are told with their role and face, never with how they sign in")
  func people() async throws {
    let family = try await TestFamily(try APIHub())
    let people = try await family.get("people", by: family.cyd).items()
    #expect(people.compactMap { $0["role"] as? String } == ["parent", "parent", "child"])
    #expect(people.compactMap { $0["isOwner"] as? Bool } == [true, false, false])
    #expect(
      people.allSatisfy {
        Set($0.keys) == [
          "id", "name", "role", "isOwner", "isYou", "joinedAt", "emoji", "colorIndex",
        ]
      })
    #expect(try await family.ann.ids("families/\(family.id)/people", limit: 1).count == 3)
    let face = await family.bob.patch(
      "\(family.path)/people/\(family.cyd.account)/face", #"{"emoji": "🦊", "colorIndex": 4}"#)
    #expect(try face.string("emoji") == "🦊")
    for body in [#"{"emoji": "fox"}"#, #"{"colorIndex": 12}"#, #"{"name": "Cid"}"#] {
      let path = "\(family.path)/people/\(family.cyd.account)/face"
      #expect(await family.bob.patch(path, body).status == 422, "\(body)")
    }
    let own = "\(family.path)/people/\(family.ann.account)"
    let child = "\(family.path)/people/\(family.cyd.account)"
    #expect(await family.bob.patch(own, #"{"role": "child"}"#).code == "is_owner")
    #expect(await family.bob.delete(own).code == "is_owner")
    #expect(await family.ann.post("\(family.path)/leave", "").code == "is_owner")
    #expect(try await family.bob.patch(child, #"{"role": "parent"}"#).string("role") == "parent")
    #expect(await family.cyd.patch(family.path, #"{"emoji": "🌻"}"#).status == 200)
    #expect(try await family.bob.patch(child, #"{"role": "child"}"#).string("role") == "child")
    #expect(await family.cyd.patch(family.path, #"{"emoji": ""}"#).code == "read_only_family")
    #expect(await family.cyd.send(.post, "\(family.path)/leave").status == 204)
    #expect(await family.get("", by: family.cyd).status == 404)
    #expect(await family.ann.delete("\(family.path)/people/\(family.bob.account)").status == 204)
    #expect(await family.get("", by: family.bob).status == 404)
    try family.hub.removeFolder()
  }

  @Test("an invite says whether who uses it is a parent or a child; every parent sees it")
  func invites() async throws {
    let family = try await TestFamily(try APIHub())
    let made = await family.post("invites", #"{"role": "parent", "uses": 2}"#, by: family.bob)
    #expect(made.status == 201)
    #expect(try made.string("role") == "parent")
    let id = try made.string("id")
    #expect(made.headers["Location"] == "\(family.path)/invites/\(id)")
    #expect(try made.string("link").contains("/i/") && !made.text.contains("allowsMerge"))
    #expect(try await family.get("invites", by: family.ann).items().count == 1)
    let dan = try family.hub.person("dan", scope: .sharing)
    _ = try family.hub.hub.redeem(inviteID: id, by: dan.account)
    #expect(try await family.get("", by: dan).string("role") == "parent")
    #expect(try await family.get("invites/\(id)").json()["usedCount"] as? Int == 1)
    let bad = await family.post("invites", #"{"role": "viewer"}"#)
    #expect(bad.faults == ["role: unknown_choice"])
    #expect(await family.ann.delete("\(family.path)/invites/\(id)").status == 204)
    #expect(await family.get("invites/\(id)").status == 404)
    try family.hub.removeFolder()
  }

  @Test("a routine keeps its steps' ids when it is changed, and what was ticked with them")
  func routines() async throws {
    let family = try await TestFamily.onItsDay()
    let id = try await family.routine(
      "Teeth", #""people": ["<cyd>"], "steps": [{"title": "Top"}, {"title": "Bottom"}]"#)
    let path = "\(family.path)/routines/\(id)"
    let old = await family.ann.get(path)
    let steps = try old.steps().compactMap { $0["id"] as? String }
    let tick = await family.post(
      "routines/\(id)/tick", #"{\#(Self.on), "stepID": "\#(steps[1])"}"#, by: family.cyd)
    #expect(try tick.steps().compactMap { $0["isDone"] as? Bool } == [false, true])
    let changed = await family.ann.patch(
      path,
      #"""
      {"steps": [{"id": "\#(steps[1])", "title": "Below"}, {"title": "Rinse", "emoji": "💧"}],
       "weekdays": ["monday", "friday"]}
      """#, ["If-Match": try #require(old.headers["ETag"])])
    #expect(changed.status == 200, "\(changed.text)")
    #expect(try changed.steps().first?["id"] as? String == steps[1])
    #expect(try changed.json()["weekdays"] as? [String] == ["monday", "friday"])
    let entry = try #require(try await family.entries().first)
    let done = (entry["steps"] as? [[String: Any]])?.compactMap { $0["isDone"] as? Bool }
    #expect(done == [true, false])
    #expect(try await family.entries("2026-06-16").isEmpty)
    // What was told can be sent back, and changes nothing.
    let told = try changed.json()["steps"] as Any
    let same = String(
      decoding: try JSONSerialization.data(withJSONObject: ["steps": told]), as: UTF8.self)
    let again = await family.ann.patch(path, same)
    #expect(again.headers["ETag"] == changed.headers["ETag"])
    #expect(await family.ann.patch(path, #"{"isArchived": true}"#).status == 200)
    #expect(try await family.entries().isEmpty)
    #expect(try await family.get("routines").items().isEmpty)
    #expect(try await family.get("routines?archived=true").items().count == 1)
    #expect(await family.ann.delete(path).status == 204)
    #expect(await family.ann.get(path).status == 404)
    try family.hub.removeFolder()
  }

  @Test("a day says whose turn it is, who ticked what, and what waits for a parent")
  func day() async throws {
    let family = try await TestFamily.onItsDay()
    let dishes = try await family.routine(
      "Dishes",
      #""mode": "turns", "people": ["<bob>", "<cyd>"], "asksApproval": true, "isFirst": true"#)
    let shared = try await family.routine("Plants", #""mode": "anyone", "people": ["<cyd>"]"#)
    var entries = try await family.entries(by: family.cyd)
    #expect(entries.compactMap { $0["title"] as? String } == ["Dishes", "Plants"])
    #expect(entries[0]["personID"] as? String == family.bob.account)
    #expect(entries[1]["personID"] is NSNull)
    let skipped = await family.post(
      "routines/\(dishes)/skip", #"{\#(Self.on), "personID": "<bob>"}"#, by: family.cyd)
    #expect(try skipped.string("personID") == family.cyd.account)
    let turnBack = await family.post(
      "routines/\(dishes)/undo-turn", #"{\#(Self.on), "personID": "<cyd>"}"#, by: family.cyd)
    #expect(try turnBack.string("personID") == family.bob.account)
    _ = await family.post(
      "routines/\(dishes)/skip", #"{\#(Self.on), "personID": "<bob>"}"#, by: family.cyd)
    let key = ["Idempotency-Key": "once"]
    let tick = #"{\#(Self.on), "personID": "<cyd>"}"#
    let first = await family.post("routines/\(dishes)/tick", tick, by: family.cyd, key)
    #expect(try first.string("state") == "waiting")
    let again = await family.post("routines/\(dishes)/tick", tick, by: family.cyd, key)
    #expect(again.text == first.text && again.headers["Idempotency-Replayed"] == "true")
    let refused = await family.post("routines/\(dishes)/refuse", tick)
    #expect(try refused.string("state") == "open")
    _ = await family.post("routines/\(dishes)/tick", tick, by: family.cyd)
    let approved = await family.post("routines/\(dishes)/approve", tick, by: family.bob)
    #expect(try approved.string("state") == "done")
    // Nothing waits any more, so there is nothing to refuse.
    #expect(try await family.post("routines/\(dishes)/refuse", tick).string("state") == "done")
    let other = await family.post("routines/\(shared)/tick", "{\(Self.on)}", by: family.bob)
    #expect(try other.json()["doneBy"] as? [String] == [family.bob.account])
    let swapped = await family.post(
      "routines/\(dishes)/swap", #"{"on": "2026-06-16", "personID": "<cyd>"}"#)
    #expect(try swapped.string("personID") == family.cyd.account)
    let back = await family.post("routines/\(shared)/untick", "{\(Self.on)}", by: family.cyd)
    #expect(try back.string("state") == "open")
    entries = try await family.entries()
    #expect(entries.compactMap { $0["state"] as? String } == ["done", "open"])
    let tag = try #require(await family.get("day?on=2026-06-15").headers["ETag"])
    let same = await family.ann.get("\(family.path)/day?on=2026-06-15", ["If-None-Match": tag])
    #expect(same.status == 304)
    try family.hub.removeFolder()
  }

  @Test("who is away has no turn, and is there again when the absence is removed")
  func absences() async throws {
    let family = try await TestFamily.onItsDay()
    _ = try await family.routine("Bins", #""mode": "turns", "people": ["<bob>", "<cyd>"]"#)
    let made = await family.post(
      "absences", #"{"personID": "<bob>", "startsOn": "2026-06-15", "endsOn": "2026-06-15"}"#)
    #expect(made.status == 201, "\(made.text)")
    let id = try made.string("id")
    #expect(try await family.entries()[0]["personID"] as? String == family.cyd.account)
    #expect(
      try await family.get("day?on=2026-06-15").json()["away"] as? [String]
        == [family.bob.account])
    #expect(try await family.get("absences", by: family.cyd).items().count == 1)
    #expect(try await family.get("absences?from=2026-06-16").items().isEmpty)
    #expect(await family.ann.get("\(family.path)/absences/\(id)").text == made.text)
    let stale = await family.ann.send(
      .delete, "\(family.path)/absences/\(id)", headers: ["If-Match": "\"old\""])
    #expect(stale.status == 412)
    #expect(await family.bob.delete("\(family.path)/absences/\(id)").status == 204)
    #expect(try await family.entries()[0]["personID"] as? String == family.bob.account)
    let bad = await family.post(
      "absences", #"{"personID": "<bob>", "startsOn": "2026-02-30", "endsOn": "2026-01-01"}"#)
    #expect(bad.faults.contains("startsOn: not_a_date"), "\(bad.text)")
    let backwards = await family.post(
      "absences", #"{"personID": "nobody", "startsOn": "2026-03-02", "endsOn": "2026-03-01"}"#)
    #expect(backwards.faults == ["personID: not_in_this_family"])
    try family.hub.removeFolder()
  }

  @Test("routines and absences come in pages, of which none repeats or leaves out a record")
  func paging() async throws {
    let family = try await TestFamily.onItsDay()
    for number in 0..<7 {
      _ = try await family.routine("R\(number)", #""people": ["<cyd>"]"#)
      let made = await family.post(
        "absences",
        #"{"personID": "<cyd>", "startsOn": "2026-07-0\#(1 + number % 2)", "endsOn": "2026-07-05"}"#
      )
      #expect(made.status == 201)
    }
    for list in ["routines", "absences"] {
      let all = try await family.ann.ids("families/\(family.id)/\(list)", limit: 200)
      let paged = try await family.ann.ids("families/\(family.id)/\(list)", limit: 2)
      #expect(all.count == 7 && paged == all, "\(list)")
      let bad = await family.get("\(list)?cursor=zz")
      #expect(bad.status == 400 && bad.faults == ["cursor: unknown_cursor"], "\(list)")
    }
    try family.hub.removeFolder()
  }
}
