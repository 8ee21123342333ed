import Foundation
import Hub
import Replica
import SyncProtocol
import Testing

/// What is sent about a family by somebody who may not, or does not know better.
@Suite struct FamilyAttackTests {
  private static let on = #""on": "2026-06-15""#

  @Test("a child whose request lies in any field changes nothing, and is told which field")
  func lyingChild() async throws {
    let family = try await TestFamily.onItsDay()
    let id = try await family.routine(
      "Teeth", #""people": ["<cyd>"], "steps": [{"title": "Top"}], "asksApproval": true"#)
    let other = try await family.routine("Bed", #""people": ["<bob>"], "steps": [{"title": "Up"}]"#)
    let step = try #require(
      try await family.get("routines/\(other)").steps().first?["id"] as? String)
    let before = await family.get("day?on=2026-06-15").text
    for (body, fault) in [
      (#"{"createdBy": "<ann>"}"#, "createdBy: unknown_field"),
      (#"{"kind": "skip"}"#, "kind: unknown_field"),
      (#"{"familyID": "other"}"#, "familyID: unknown_field"),
      (#"{"state": "done"}"#, "state: unknown_field"),
      (#"{"personID": "nobody"}"#, "personID: not_in_this_family"),
      (#"{"personID": 7}"#, "personID: wrong_type"),
      (#"{"stepID": "\#(step)"}"#, "stepID: not_in_this_routine"),
      (#"{"stepID": "nothing"}"#, "stepID: not_in_this_routine"),
      (#"{"on": "2026-02-30"}"#, "on: not_a_date"), (#"{"on": 20260615}"#, "on: wrong_type"),
      (#"[]"#, ": wrong_type"),
    ] {
      let answer = await family.post("routines/\(id)/tick", body, by: family.cyd)
      #expect(answer.status == 422 && answer.faults == [fault], "\(body): \(answer.text)")
    }
    // Bob's own routine is not due for the child, who may say that Bob did it.
    let notDue = await family.post("routines/\(other)/tick", "{\(Self.on)}", by: family.cyd)
    #expect(notDue.status == 409 && notDue.code == "not_due", "\(notDue.text)")
    for (path, body) in [
      ("routines/\(id)/approve", #"{\#(Self.on), "personID": "<cyd>"}"#),
      ("routines/\(id)/refuse", #"{\#(Self.on), "personID": "<cyd>"}"#),
      ("routines", #"{"title": "Sweets", "people": ["<cyd>"]}"#),
      ("absences", #"{"personID": "<cyd>", "startsOn": "2026-06-15", "endsOn": "2026-06-15"}"#),
      ("invites", #"{"role": "parent"}"#),
    ] {
      let answer = await family.post(path, body, by: family.cyd)
      #expect(answer.status == 403 && answer.code == "read_only_family", "\(path)")
    }
    for (path, body) in [
      ("people/<cyd>", #"{"role": "parent"}"#), ("people/<ann>", #"{"role": "child"}"#),
      ("people/<cyd>/face", #"{"emoji": "🦊"}"#), ("routines/\(id)", #"{"asksApproval": false}"#),
    ] {
      let answer = await family.cyd.patch(family.filled("\(family.path)/\(path)"), body)
      #expect(answer.status == 403 && answer.code == "read_only_family", "\(path)")
    }
    #expect(await family.get("day?on=2026-06-15").text == before)
    try family.hub.removeFolder()
  }

  // S4-SEC-3
  @Test("only parents make invites: a child is refused, and somebody outside finds no family")
  func invites() async throws {
    let family = try await TestFamily(try APIHub())
    let dan = try family.hub.person("dan", scope: .sharing)
    for role in ["parent", "child"] {
      let (path, body) = ("\(family.path)/invites", #"{"role": "\#(role)"}"#)
      let child = await family.cyd.post(path, body)
      #expect(child.status == 403 && child.code == "read_only_family", "\(child.text)")
      #expect(await dan.post(path, body).status == 404)
      for parent in [family.ann, family.bob] {
        let made = await parent.post(path, body)
        #expect(made.status == 201, "\(made.text)")
      }
    }
    try family.hub.removeFolder()
  }

  @Test("ids of another family are nothing in one's own, whatever stands before them")
  func otherFamily() async throws {
    let hub = try APIHub()
    let family = try await TestFamily(hub)
    let dan = try hub.person("dan", scope: .sharing)
    let other = try await dan.add("families", #"{"name": "Other"}"#)
    let routine = try await family.routine("Teeth", #""people": ["<cyd>"]"#)
    let absence = await family.post(
      "absences", #"{"personID": "<cyd>", "startsOn": "2026-07-01", "endsOn": "2026-07-02"}"#)
    let (away, foreign) = (try absence.string("id"), "/api/v1/families/\(other)")
    for path in ["routines/\(routine)", "absences/\(away)"] {
      #expect(await dan.get("\(foreign)/\(path)").status == 404)
      #expect(await dan.get("\(family.path)/\(path)").status == 404)
      #expect(await dan.delete("\(foreign)/\(path)").status == 404)
    }
    for path in ["", "/day", "/people", "/invites", "/routines", "/absences"] {
      #expect(await dan.get(family.path + path).status == 404, "\(path)")
    }
    let tick = await dan.post("\(foreign)/routines/\(routine)/tick", "{\(Self.on)}")
    #expect(tick.status == 404)
    let people = await dan.post(
      "\(foreign)/routines", family.filled(#"{"title": "A", "people": ["<cyd>"]}"#))
    #expect(people.faults == ["people: not_in_this_family"])
    // Who may not be in it is not told whether an account is.
    let face = await dan.patch("\(foreign)/people/\(family.cyd.account)/face", #"{"emoji": "🦊"}"#)
    #expect(face.status == 404)
    try hub.removeFolder()
  }

  @Test("a routine that was deleted or archived meanwhile is ticked by nobody")
  func deletedMeanwhile() async throws {
    let family = try await TestFamily(try APIHub())
    let id = try await family.routine("Teeth", #""people": ["<cyd>"]"#)
    let tag = try #require(await family.get("routines/\(id)").headers["ETag"])
    _ = try await family.entries(by: family.cyd)
    _ = await family.ann.patch("\(family.path)/routines/\(id)", #"{"isArchived": true}"#)
    let archived = await family.post("routines/\(id)/tick", "{\(Self.on)}", by: family.cyd)
    #expect(archived.status == 409 && archived.code == "not_due")
    let stale = await family.bob.patch(
      "\(family.path)/routines/\(id)", #"{"note": "x"}"#, ["If-Match": tag])
    #expect(stale.status == 412)
    #expect(await family.ann.delete("\(family.path)/routines/\(id)").status == 204)
    for word in ["tick", "untick", "approve", "refuse", "skip", "swap"] {
      let answer = await family.post(
        "routines/\(id)/\(word)", #"{\#(Self.on), "personID": "<cyd>"}"#)
      #expect(answer.status == 404, "\(word)")
    }
    #expect(await family.bob.patch("\(family.path)/routines/\(id)", "{}").status == 404)
    try family.hub.removeFolder()
  }

  @Test("a routine of somebody who has left is still changed and archived, and due for nobody new")
  func afterLeaving() async throws {
    let family = try await TestFamily.onItsDay()
    let id = try await family.routine("Bins", #""mode": "turns", "people": ["<bob>", "<cyd>"]"#)
    let path = "\(family.path)/routines/\(id)"
    #expect(await family.bob.send(.post, "\(family.path)/leave").status == 204)
    let noted = await family.ann.patch(path, #"{"note": "Blue one"}"#)
    #expect(noted.status == 200, "\(noted.text)")
    #expect(try await family.entries().first?["personID"] as? String == family.cyd.account)
    let dan = try family.hub.person("dan")
    let body = #"{"people": ["\#(family.bob.account)", "\#(dan.account)"]}"#
    #expect(await family.ann.patch(path, body).faults == ["people: not_in_this_family"])
    #expect(await family.ann.patch(path, #"{"isArchived": true}"#).status == 200)
    try family.hub.removeFolder()
  }

  @Test("days that the calendar has not are refused at their field, the last ones it has are read")
  func days() async throws {
    let family = try await TestFamily.onItsDay()
    let id = try await family.routine("Bins", #""mode": "turns", "people": ["<bob>", "<cyd>"]"#)
    for day in [
      "2026-02-30", "2025-02-29", "2026-13-01", "2026-00-10", "today", "2026-6-1", "%C3%A4",
    ] {
      let answer = await family.get("day?on=\(day)")
      #expect(answer.status == 400 && answer.faults == ["on: not_a_date"], "\(day)")
      let list = await family.get("absences?from=\(day)")
      #expect(list.status == 400 && list.faults == ["from: not_a_date"], "\(day)")
    }
    #expect(await family.get("day?on=10000-01-01").faults == ["on: too_long"])
    for day in ["0001-01-01", "0000-01-01", "9999-12-31", "2028-02-29"] {
      #expect(await family.get("day?on=\(day)").status == 200, "\(day)")
    }
    let last = await family.post(
      "routines/\(id)/tick", #"{"on": "9999-12-31", "personID": "<bob>"}"#)
    #expect(last.status == 409 && last.code == "too_far_ahead")
    #expect(
      try await family.post(
        "routines/\(id)/skip", #"{"on": "2026-06-16", "personID": "<ann>"}"#
      ).code == "not_due")
    for (field, value) in [
      ("startsOn", #""2026-02-30""#), ("startsOn", #""0999-12-31""#), ("endsOn", #""2026-05-31""#),
      ("endsOn", #""2026-06-31""#), ("weekdays", #"["moonday"]"#), ("weekdays", "[]"),
      ("everyCount", "0"), ("everyCount", "9223372036854775807"), ("schedule", #""never""#),
      ("mode", #""nobody""#), ("people", "[]"), ("people", #"["<cyd>", "<cyd>"]"#),
      ("people", #"["nobody"]"#), ("startsOn", "null"),
    ] {
      let answer = await family.ann.patch(
        "\(family.path)/routines/\(id)", family.filled("{\"\(field)\": \(value)}"))
      #expect(answer.status == 422, "\(field) \(value): \(answer.text)")
      #expect(
        answer.faults.count == 1 && answer.faults[0].hasPrefix("\(field): "), "\(answer.text)")
    }
    let far = await family.post(
      "routines", #"{"title": "Far", "startsOn": "9999-12-31", "people": ["<cyd>"]}"#)
    #expect(far.status == 201)
    #expect(try await family.entries("9999-12-31").count == 2)
    try family.hub.removeFolder()
  }

  @Test("steps that cannot be are refused at their place, before anything is saved")
  func steps() async throws {
    let family = try await TestFamily(try APIHub())
    let id = try await family.routine("Teeth", #""people": ["<cyd>"], "steps": [{"title": "Top"}]"#)
    let path = "\(family.path)/routines/\(id)"
    let before = await family.ann.get(path)
    let step = try #require(try before.steps().first?["id"] as? String)
    let long = String(repeating: "a", count: 400)
    let many = Array(repeating: #"{"title": "S"}"#, count: 51).joined(separator: ",")
    for (steps, fault) in [
      (#"[{"id": "\#(step)"}, {"id": "\#(step)", "title": "B"}]"#, "steps[0].title: missing"),
      (
        #"[{"id": "\#(step)", "title": "A"}, {"id": "\#(step)", "title": "B"}]"#,
        "steps[1].id: repeated"
      ),
      (#"[{"id": "other", "title": "A"}]"#, "steps[0].id: not_in_this_routine"),
      (#"[{"title": "A"}, {"title": " "}]"#, "steps[1].title: missing"),
      (#"[{"title": "\#(long)"}]"#, "steps[0].title: too_long"),
      (#"[{"title": "A", "emoji": "no"}]"#, "steps[0].emoji: not_an_emoji"),
      (#"[{"title": "A", "position": 3}]"#, "steps[0].position: unknown_field"),
      (#"[{"title": 3}]"#, "steps[0].title: wrong_type"), ("[7]", "steps[0]: wrong_type"),
      ("[\(many)]", "steps: too_many"), ("null", "steps: wrong_type"),
    ] {
      let answer = await family.ann.patch(path, #"{"steps": \#(steps)}"#)
      #expect(answer.status == 422, "\(fault): \(answer.text)")
      #expect(answer.faults.contains(fault), "\(fault): \(answer.text)")
    }
    #expect(await family.ann.get(path).text == before.text)
    try family.hub.removeFolder()
  }

  @Test("two devices that tick the same step at once agree, and one press takes both back")
  func atOnce() async throws {
    let family = try await TestFamily.onItsDay()
    let id = try await family.routine(
      "Teeth", #""mode": "anyone", "people": ["<cyd>"], "steps": [{"title": "Top"}]"#)
    let step = try #require(
      try await family.get("routines/\(id)").steps().first?["id"] as? String)
    let body = #"{\#(Self.on), "stepID": "\#(step)"}"#
    async let one = family.post("routines/\(id)/tick", body, by: family.cyd)
    async let two = family.post("routines/\(id)/tick", body, by: family.bob)
    for answer in await [one, two] { #expect(answer.status == 200, "\(answer.text)") }
    let views = [
      await family.get("day?on=2026-06-15", by: family.cyd).text,
      await family.get("day?on=2026-06-15", by: family.bob).text,
    ]
    #expect(views[0] == views[1] && views[0].contains(#""state":"done""#))
    let back = await family.post("routines/\(id)/untick", body, by: family.ann)
    #expect(try back.string("state") == "open")
    #expect(try back.json()["doneBy"] as? [String] == [])
    try family.hub.removeFolder()
  }

  @Test("a tick that the hub has not heard of is 503 and is not noted")
  func withoutHub() async throws {
    let family = try await TestFamily.onItsDay()
    let id = try await family.routine("Teeth", #""people": ["<cyd>"]"#)
    let before = await family.get("day?on=2026-06-15", by: family.cyd).text
    let error = ConfirmationError.notSent(.unreachable(reason: "away"))
    let away = Client(
      api: family.hub.api(behind: { AwayWorkspace(inner: $0, error: error) }),
      account: family.cyd.account, token: family.cyd.token, secret: family.cyd.secret)
    let answer = await family.post("routines/\(id)/tick", "{\(Self.on)}", by: away)
    #expect(answer.status == 503 && answer.code == "busy")
    #expect(try answer.string("kept") == "Nothing was changed.")
    #expect(await family.get("day?on=2026-06-15", by: family.cyd).text == before)
    try family.hub.removeFolder()
  }
}
