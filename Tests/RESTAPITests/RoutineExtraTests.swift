import Foundation
import Intake
import HTTPServer
import Testing
import Wording

/// What a routine has beside its day, and a family's end, as programs see them.
@Suite struct RoutineExtraTests {
  @Test("a week says who did it, what is missing and what was noted, and how often in a row")
  func week() async throws {
    let family = try await TestFamily(try APIHub())
    let teeth = try await family.routine(
      "Teeth", #""people": ["<cyd>"], "steps": [{"title": "Top"}, {"title": "Bottom"}]"#)
    for (day, word) in [
      ("2026-06-09", "tick"), ("2026-06-10", "tick"), ("2026-06-10", "untick"),
    ] {
      let note = #"{"on": "\#(day)", "personID": "<cyd>"}"#
      #expect(await family.post("routines/\(teeth)/\(word)", note, by: family.cyd).status == 200)
      family.hub.advance(milliseconds: 1000)
    }
    let answer = await family.get("routines/\(teeth)/week?on=2026-06-10", by: family.cyd)
    let week = try answer.json()
    #expect(week["firstDay"] as? String == "2026-06-08", "\(answer.text)")
    #expect(week["lastDay"] as? String == "2026-06-14")
    let days = try #require(week["days"] as? [[String: Any]])
    let marks = days.map { ($0["entries"] as? [[String: Any]])?.first?["mark"] as? String }
    // The clock stands on the 12th.
    #expect(week["today"] as? String == "2026-06-12")
    #expect(
      marks == ["missing", "done", "missing", "missing", "open", "planned", "planned"])
    let history = try #require(week["history"] as? [[String: Any]])
    #expect(history.first?["what"] as? String == "takenBack")
    #expect(history.last?["day"] as? String == "2026-06-09")
    #expect(history.filter { $0["what"] as? String == "done" }.count == 6)
    let streaks = try #require(week["streaks"] as? [[String: Any]])
    #expect(streaks.first?["count"] as? Int == 0)
    for day in ["2026-06-11", "2026-06-12"] {
      let note = #"{"on": "\#(day)", "personID": "<cyd>"}"#
      #expect(await family.post("routines/\(teeth)/tick", note).status == 200)
    }
    let later = try await family.get("routines/\(teeth)/week").json()["streaks"]
    #expect((later as? [[String: Any]])?.first?["count"] as? Int == 2)
    #expect(await family.ann.patch(family.path, #"{"hidesStreaks": true}"#).status == 200)
    let none = try await family.get("routines/\(teeth)/week").json()["streaks"]
    #expect((none as? [[String: Any]])?.isEmpty == true)
    #expect(await family.get("routines/\(teeth)/week?on=2026-02-30").status == 400)
    for day in ["0001-01-01", "1000-01-01", "9999-12-31"] {
      #expect(await family.get("routines/\(teeth)/week?on=\(day)").status == 200, "\(day)")
    }
    try family.hub.removeFolder()
  }

  @Test("a week of the family, and of one person: marks, who is away, and nobody who is not in it")
  func familyWeek() async throws {
    let family = try await TestFamily(try APIHub())
    let (cyd, bob) = (family.cyd.account, family.bob.account)
    let teeth = try await family.routine("Teeth", #""people": ["<cyd>", "<bob>"]"#)
    _ = try await family.routine("Bins", #""people": ["<cyd>", "<bob>"], "mode": "anyone""#)
    _ = await family.post("routines/\(teeth)/tick", #"{"on": "2026-06-10", "personID": "<cyd>"}"#)
    _ = await family.post(
      "absences", #"{"personID": "<bob>", "startsOn": "2026-06-13", "endsOn": "2026-06-13"}"#)
    func week(_ query: String, by client: Client? = nil) async throws -> [String: Any] {
      let answer = await family.get("week?\(query)", by: client)
      try #require(answer.status == 200, "\(answer.text)")
      return try answer.json()
    }
    func entries(_ week: [String: Any], _ day: Int) throws -> [String] {
      let days = try #require(week["days"] as? [[String: Any]])
      let entries = try #require(days[day]["entries"] as? [[String: Any]])
      #expect(days[day]["entryCount"] as? Int == entries.count)
      return entries.map { "\($0["title"] ?? "") \($0["personID"] ?? "") \($0["mark"] ?? "")" }
        .sorted()
    }
    for client in [family.ann, family.cyd] {
      let all = try await week("on=2026-06-10", by: client)
      #expect(all["firstDay"] as? String == "2026-06-08" && all["personID"] is NSNull)
      #expect(try entries(all, 2).count == 3)
      let own = try await week("on=2026-06-10&personID=\(cyd)", by: client)
      #expect(own["personID"] as? String == cyd)
      #expect(try entries(own, 2) == ["Bins <null> missing", "Teeth \(cyd) done"])
      #expect(try entries(own, 6) == ["Bins <null> planned", "Teeth \(cyd) planned"])
    }
    let bobs = try await week("personID=\(bob)")
    let saturday = try #require((bobs["days"] as? [[String: Any]])?[5])
    #expect(saturday["away"] as? [String] == [bob])
    let eve = try family.hub.person("eve", scope: .read)
    #expect(await family.get("week?personID=\(eve.account)").status == 400)
    #expect(await family.get("week", by: eve).status == 404)
    #expect(await family.get("week?on=2026-06-31").status == 400)
    for day in ["0001-01-01", "9999-12-31"] {
      #expect(await family.get("week?on=\(day)").status == 200, "\(day)")
    }
    // Who has left has no week any more.
    #expect(await family.ann.delete("\(family.path)/people/\(cyd)").status == 204)
    #expect(await family.get("week?personID=\(cyd)").status == 400)
    #expect(await family.get("week", by: family.cyd).status == 404)
    try family.hub.removeFolder()
  }

  @Test("a routine begins with a template or a copy, with what is sent in its place")
  func templates() async throws {
    let family = try await TestFamily(try APIHub())
    let templates = try await family.get("routine-templates").items()
    #expect(templates.count == 6)
    #expect(
      templates.allSatisfy { $0["people"] as? [String] == [family.cyd.account] }, "for children")
    let words = Catalogue()
    for template in templates {
      let id = try #require(template["id"] as? String)
      let made = await family.post("routine-templates/\(id)/routines", "{}")
      #expect(made.status == 201, "\(made.text)")
      #expect(try made.string("title") == template["title"] as? String)
      #expect(
        try made.steps().map { $0["title"] as? String }
          == (template["steps"] as? [[String: Any]])?.map { $0["title"] as? String })
      #expect(try await family.ann.get(made.headers["Location"] ?? "").text == made.text)
    }
    #expect(
      templates.compactMap { $0["title"] as? String }.contains(words.templateTitle(.evening)))
    #expect(await family.get("routine-templates", by: family.cyd).code == "read_only_family")
    #expect(await family.post("routine-templates/none/routines", "{}").status == 404)
    let own = await family.post(
      "routine-templates/animal/routines",
      #"{"title": "Feed Rex", "mode": "each", "people": ["<bob>"], "steps": []}"#)
    #expect(try own.string("title") == "Feed Rex" && own.steps().isEmpty, "\(own.text)")
    let other = await family.post("routine-templates/animal/routines", #"{"people": ["nobody"]}"#)
    #expect(other.faults == ["people: not_in_this_family"])
    try family.hub.removeFolder()
  }

  @Test("a copy has nothing done of it, begins today, and leaves the other as it is")
  func copies() async throws {
    let family = try await TestFamily(try APIHub())
    let teeth = try await family.routine(
      "Teeth",
      #""people": ["<cyd>", "<bob>"], "endsOn": "2026-06-30", "steps": [{"title": "Top"}]"#)
    let note = #"{"on": "2026-06-11", "personID": "<cyd>"}"#
    #expect(await family.post("routines/\(teeth)/tick", note).status == 200)
    let before = await family.get("routines/\(teeth)")
    #expect(
      await family.ann.patch("\(family.path)/routines/\(teeth)", #"{"isArchived": true}"#)
        .status == 200)
    let copy = await family.post("routines/\(teeth)/duplicate", #"{"title": "Teeth away"}"#)
    #expect(copy.status == 201, "\(copy.text)")
    let json = try copy.json()
    #expect(json["startsOn"] as? String == "2026-06-12" && json["endsOn"] is NSNull)
    #expect(json["isArchived"] as? Bool == false)
    #expect(json["people"] as? [String] == [family.cyd.account, family.bob.account])
    #expect(try copy.steps().first?["id"] as? String != before.steps().first?["id"] as? String)
    let id = try copy.string("id")
    let week = try await family.get("routines/\(id)/week?on=2026-06-11").json()
    #expect((week["history"] as? [Any])?.isEmpty == true)
    let child = await family.post("routines/\(teeth)/duplicate", "{}", by: family.cyd)
    #expect(child.code == "read_only_family")
    try family.hub.removeFolder()
  }

  @Test("a step's picture is set and taken away by parents, and seen by everybody in the family")
  func pictures() async throws {
    let family = try await TestFamily(try APIHub())
    let teeth = try await family.routine(
      "Teeth", #""people": ["<cyd>"], "steps": [{"title": "Top"}, {"title": "Bottom"}]"#)
    let path = "\(family.path)/routines/\(teeth)"
    let step = try #require(try await family.ann.get(path).steps().last?["id"] as? String)
    let picture = "\(path)/steps/\(step)/picture"
    func put(_ client: Client, _ bytes: [UInt8], _ type: String) async throws -> Client.Answer {
      try await client.upload(picture, bytes, type: type, method: .put)
    }
    #expect(await family.ann.get("\(picture)/file").status == 404)
    #expect(await family.ann.delete(picture).status == 404)
    let child = try await put(family.cyd, TestFiles.png, "image/png")
    #expect(child.code == "read_only_family")
    let bad = try await put(family.ann, Array("no picture".utf8), "image/png")
    #expect(bad.code == "not_a_picture")
    let made = try await put(family.ann, TestFiles.png, "image/png")
    #expect(made.status == 200, "\(made.text)")
    #expect(try made.string("stepID") == step && made.string("createdBy") == family.ann.account)
    let file = await family.cyd.get("\(picture)/file")
    #expect(file.bytes.starts(with: [0x89, 0x50]))
    #expect(file.headers["Cache-Control"] == "private, no-cache")
    #expect(
      await family.cyd.get("\(picture)/file?size=thumbnail").bytes.starts(with: [0xFF, 0xD8]))
    let other = try await put(family.bob, TestFiles.jpegWithPlace(), "image/jpeg")
    let shown = try await family.get("routines/\(teeth)/pictures", by: family.cyd).items()
    #expect(try shown.compactMap { $0["id"] as? String } == [other.string("id")])
    #expect(await family.cyd.delete(picture).code == "read_only_family")
    #expect(await family.ann.delete(picture).status == 204)
    #expect(try await family.get("routines/\(teeth)/pictures").items().isEmpty)
    #expect(await family.ann.get("\(path)/steps/none/picture/file").status == 404)
    try family.hub.removeFolder()
  }

  @Test("a routine that asks for a photo is done by a child with one, and a parent approves it")
  func proofs() async throws {
    let family = try await TestFamily.onItsDay()
    let room = try await family.routine("Room", #""people": ["<cyd>"], "asksPhoto": true"#)
    let path = "\(family.path)/routines/\(room)"
    let note = #"{"on": "\#(TestFamily.day)", "personID": "<cyd>"}"#
    let bare = await family.post("routines/\(room)/tick", note, by: family.cyd)
    #expect(bare.code == "photo_missing", "\(bare.text)")
    func prove(_ query: String, by client: Client) async throws -> Client.Answer {
      try await client.upload("\(path)/prove?\(query)", TestFiles.png, type: "image/png")
    }
    let proven = try await prove("on=\(TestFamily.day)", by: family.cyd)
    #expect(try proven.string("state") == "waiting", "\(proven.text)")
    let photos = try await family.get("routines/\(room)/photos?on=\(TestFamily.day)").items()
    #expect(photos.compactMap { $0["personID"] as? String } == [family.cyd.account])
    let id = try #require(photos.first?["id"] as? String)
    let file = await family.bob.get("\(path)/photos/\(id)/file")
    #expect(file.bytes.starts(with: [0x89, 0x50]))
    #expect(try await family.get("routines/\(room)/photos").items().count == 1)
    #expect(try await family.get("routines/\(room)/photos?on=2026-06-14").items().isEmpty)
    let approved = await family.post("routines/\(room)/approve", note)
    #expect(try approved.string("state") == "done")
    #expect(try await prove("on=2020-01-01", by: family.cyd).code == "not_due")
    #expect(try await prove("on=nonsense", by: family.cyd).status == 400)
    let nobody = try await prove("personID=nobody", by: family.cyd)
    #expect(nobody.faults == ["personID: not_in_this_family"])
    #expect(await family.ann.get("\(path)/photos/none/file").status == 404)
    let outside = try family.hub.person("eve", scope: .sharing)
    #expect(await outside.get("\(path)/photos/\(id)/file").status == 404)
    try family.hub.removeFolder()
  }

  @Test("a dissolved family is restored by whoever dissolved it, with everybody in it")
  func restoring() async throws {
    let family = try await TestFamily(try APIHub())
    let teeth = try await family.routine("Teeth", #""people": ["<cyd>"]"#)
    let list = "/api/v1/deleted-families"
    #expect(try await family.ann.get(list).items().isEmpty)
    let restore = "\(list)/\(family.id)/restore"
    #expect(await family.ann.post(restore, "{}").status == 404)
    #expect(await family.bob.delete(family.path).code == "not_owner")
    #expect(await family.cyd.delete(family.path).code == "read_only_family")
    #expect(await family.ann.delete(family.path).status == 204)
    #expect(await family.get("", by: family.cyd).status == 404)
    let deleted = try await family.ann.get(list).items()
    #expect(deleted.compactMap { $0["name"] as? String } == ["Lindqvist"])
    #expect(deleted.first?["routineCount"] as? Int == 1)
    for client in [family.bob, family.cyd] {
      #expect(try await client.get(list).items().isEmpty)
      #expect(await client.post(restore, "{}").status == 404)
    }
    // Cyd has another family by now, and stays there.
    _ = try await family.cyd.add("families", #"{"name": "Own"}"#)
    #expect(await family.ann.post(restore, #"{"isAlone": 1}"#).status == 422)
    let back = await family.ann.post(restore, "{}")
    #expect(try back.string("name") == "Lindqvist", "\(back.text)")
    #expect(await family.get("routines/\(teeth)", by: family.bob).status == 200)
    #expect(await family.get("", by: family.cyd).status == 404)
    // Alone, and not beside another one.
    #expect(await family.ann.delete(family.path).status == 204)
    let other = try await family.ann.add("families", #"{"name": "Berg"}"#)
    #expect(await family.ann.post(restore, "{}").code == "in_another_family")
    #expect(await family.ann.delete("/api/v1/families/\(other)").status == 204)
    #expect(await family.ann.post(restore, #"{"isAlone": true}"#).status == 200)
    #expect(await family.get("", by: family.bob).status == 404)
    try family.hub.removeFolder()
  }
}
