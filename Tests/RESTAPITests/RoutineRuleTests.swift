import Foundation
import Hub
import SyncProtocol
import Testing

/// What programs cannot do of a family's day.
@Suite struct RoutineRuleTests {
  @Test("a day after the family's tomorrow is ticked, proven, approved and skipped by nobody")
  func tooFarAhead() async throws {
    let family = try await TestFamily.onItsDay()
    let room = try await family.routine("Room", #""people": ["<cyd>"], "asksApproval": true"#)
    let dishes = try await family.routine(
      "Dishes", #""mode": "turns", "people": ["<bob>", "<cyd>"]"#)
    for day in ["2026-06-17", "2999-01-01"] {
      let note = #"{"on": "\#(day)", "personID": "<cyd>"}"#
      for (word, routine, client) in [
        ("tick", room, family.cyd), ("approve", room, family.ann), ("skip", dishes, family.cyd),
      ] {
        let answer = await family.post("routines/\(routine)/\(word)", note, by: client)
        #expect(answer.status == 409 && answer.code == "too_far_ahead", "\(word): \(answer.text)")
      }
      let proof = try await family.cyd.upload(
        "\(family.path)/routines/\(room)/prove?on=\(day)", TestFiles.png, type: "image/png")
      #expect(proof.code == "too_far_ahead", "\(proof.text)")
      #expect(
        try await family.entries(day).compactMap { $0["state"] as? String } == ["open", "open"])
    }
    let tomorrow = #"{"on": "2026-06-16", "personID": "<cyd>"}"#
    let ticked = await family.post("routines/\(room)/tick", tomorrow, by: family.cyd)
    #expect(try ticked.string("state") == "waiting")
    let approved = await family.post("routines/\(room)/approve", tomorrow)
    #expect(try approved.string("state") == "done")
    try family.hub.removeFolder()
  }

  @Test("steps are ticked in the order that the routine asks for")
  func outOfOrder() async throws {
    let family = try await TestFamily.onItsDay()
    let steps = #"[{"title": "Story", "isOptional": true}, {"title": "Teeth"}, {"title": "Bed"}]"#
    for (asked, first, last) in [("inOrder", 0, 2), ("requiredFirst", 1, 0)] {
      let id = try await family.routine(
        asked, #""people": ["<cyd>"], "\#(asked)": true, "steps": \#(steps)"#)
      let ids = try await family.ann.get("\(family.path)/routines/\(id)").steps().compactMap {
        $0["id"] as? String
      }
      func tick(_ step: Int) async -> Client.Answer {
        await family.post(
          "routines/\(id)/tick", #"{"on": "\#(TestFamily.day)", "stepID": "\#(ids[step])"}"#,
          by: family.cyd)
      }
      let refused = await tick(last)
      #expect(refused.status == 409 && refused.code == "out_of_order", "\(refused.text)")
      #expect(await tick(first).status == 200)
      #expect(await tick(last).code == "out_of_order")
      let whole = await family.post(
        "routines/\(id)/tick", #"{"on": "\#(TestFamily.day)"}"#, by: family.cyd)
      #expect(try whole.string("state") == "done")
    }
    try family.hub.removeFolder()
  }
}
