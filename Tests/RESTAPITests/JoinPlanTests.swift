import Foundation
import Hub
import SyncProtocol
import Testing

/// Joining a home with one's own moved into it, or removed: as the preview has shown it.
@Suite struct JoinPlanTests {
  /// Ann's cabin, and Dan, who has a den with a kettle in it.
  private struct World {
    let hub: APIHub
    let ann: Client
    let dan: Client
    let cabin: String
    let den: String

    init() async throws {
      hub = try APIHub()
      ann = try hub.person("ann", scope: .sharing)
      dan = try hub.person("dan", scope: .sharing)
      (cabin, den) = (try await ann.addHome("Cabin"), try await dan.addHome("Den"))
      _ = try await dan.addItem("Kettle", in: den)
      for (owner, home) in [(ann, cabin), (dan, den)] {
        _ = try await owner.add("locations", #"{"homeID": "\#(home)", "name": "Shelf"}"#)
      }
    }

    func invite(_ role: SyncProtocol.Role = .readWrite, allowsMerge: Bool = true) throws -> String {
      try hub.invitations.issue(
        InviteRequest(zone: cabin, role: role, maxUses: 3, allowsMerge: allowsMerge),
        by: ann.account
      ).code
    }

    func preview(_ invite: String, _ more: String) async -> Client.Answer {
      await dan.post("/api/v1/joins/preview", #"{"invite": "\#(invite)", \#(more)}"#)
    }

    func join(_ invite: String, _ more: String, _ plan: String? = nil) async -> Client.Answer {
      let plan = plan.map { #", "plan": "\#($0)""# } ?? ""
      return await dan.post("/api/v1/joins", #"{"invite": "\#(invite)", \#(more)\#(plan)}"#)
    }

    func homes() async throws -> [String] {
      try await dan.names("/api/v1/homes?limit=50").sorted()
    }

    func items(of home: String) async throws -> [String] {
      try await dan.names("/api/v1/items?homeID=\(home)")
    }
  }

  private func plan(_ answer: Client.Answer) throws -> [String: Any] {
    try #require(try answer.json()["plan"] as? [String: Any], "\(answer.text)")
  }

  private func digest(_ answer: Client.Answer) throws -> String {
    try #require(try plan(answer)["digest"] as? String)
  }

  // D-INV-7 I0-1
  @Test("a home moves into the one that is joined, once, and only as the preview has shown it")
  func merging() async throws {
    let world = try await World()
    let (invite, dan) = (try world.invite(), world.dan)
    let merge = #""choice": "merge", "homeID": "\#(world.den)""#
    let shown = await world.preview(invite, merge)
    let moved = try #require(try plan(shown)["merge"] as? [String: Any])
    #expect(moved["name"] as? String == "Den" && moved["homeID"] as? String == world.den)
    #expect((moved["counts"] as? [String: Int])?["items"] == 1)
    let combined = try #require(moved["combinedPlaces"] as? [String])
    #expect(combined == ["Shelf"])
    let separate = await world.preview(invite, merge + #", "keepsSeparate": true"#)
    let kept = try #require(try plan(separate)["merge"] as? [String: Any])
    #expect((kept["combinedPlaces"] as? [String]) == [])
    #expect(try digest(separate) != digest(shown))
    #expect(try await world.homes() == ["Den"])
    #expect(await world.join(invite, merge).code == "plan_needed")
    #expect(try await world.join(invite, merge, digest(separate)).code == "plan_changed")
    // Somebody goes on meanwhile: what was shown is not what would happen.
    _ = try await dan.addItem("Lamp", in: world.den)
    let stale = try await world.join(invite, merge, digest(shown))
    #expect(stale.status == 409 && stale.code == "plan_changed", "\(stale.text)")
    #expect(try await world.homes() == ["Den"])
    let again = try digest(await world.preview(invite, merge))
    let joined = await world.join(invite, merge, again)
    #expect(joined.status == 200, "\(joined.text)")
    #expect(try joined.json()["didJoin"] as? Bool == true)
    #expect(try digest(joined) == again)
    #expect(try await world.homes() == ["Cabin"])
    #expect(try await world.items(of: world.cabin).sorted() == ["Kettle", "Lamp"])
    let repeated = await world.join(invite, merge, again)
    #expect(repeated.status == 200, "\(repeated.text)")
    #expect(try repeated.json()["didJoin"] as? Bool == false)
    #expect(await world.preview(invite, merge).code == "already_merged")
    try world.hub.removeFolder()
  }

  @Test("whoever has joined beside their own homes moves one of them in later by the same invite")
  func mergingLater() async throws {
    let world = try await World()
    let invite = try world.invite()
    #expect(await world.join(invite, #""choice": "alongside""#).status == 200)
    let merge = #""choice": "merge", "homeID": "\#(world.den)""#
    let shown = try digest(await world.preview(invite, merge))
    let merged = await world.join(invite, merge, shown)
    #expect(merged.status == 200, "\(merged.text)")
    #expect(try merged.json()["didJoin"] as? Bool == false)
    #expect(try await world.homes() == ["Cabin"])
    #expect(try await world.items(of: world.cabin) == ["Kettle"])
    try world.hub.removeFolder()
  }

  @Test("a fresh start removes own homes as was shown, and never those that others have, too")
  func fresh() async throws {
    let world = try await World()
    let (invite, dan) = (try world.invite(), world.dan)
    let hut = try await dan.addHome("Hut")
    try world.hub.admit(world.ann, to: hut, of: dan, role: .readOnly)
    let fresh = #""choice": "fresh""#
    let shown = await world.preview(invite, fresh)
    let gone = try #require(try plan(shown)["fresh"] as? [String: Any])
    let removed = try #require(gone["removed"] as? [[String: Any]])
    #expect(removed.compactMap { $0["name"] as? String } == ["Den"])
    #expect(removed.compactMap { $0["items"] as? Int } == [1])
    #expect(gone["kept"] as? [String] == ["Hut"])
    _ = try await dan.addHome("Attic")
    #expect(try await world.join(invite, fresh, digest(shown)).code == "plan_changed")
    #expect(try await world.homes() == ["Attic", "Den", "Hut"])
    let again = try digest(await world.preview(invite, fresh))
    let joined = await world.join(invite, fresh, again)
    #expect(joined.status == 200, "\(joined.text)")
    #expect(try await world.homes() == ["Cabin", "Hut"])
    let repeated = await world.join(invite, fresh, again)
    #expect(repeated.status == 200, "\(repeated.text)")
    #expect(try await world.homes() == ["Cabin", "Hut"])
    try world.hub.removeFolder()
  }

  @Test("what may not move is refused before anything is joined")
  func refused() async throws {
    let world = try await World()
    let (invite, ann, dan) = (try world.invite(), world.ann, world.dan)
    let shared = try await dan.addHome("Shared")
    try world.hub.admit(ann, to: shared, of: dan, role: .readOnly)
    let barn = try await ann.addHome("Barn")
    try world.hub.admit(dan, to: barn, of: ann, role: .readWrite)
    let own = #""choice": "merge", "homeID": "\#(world.den)""#
    func expect(
      _ status: Int, _ code: String, _ invite: String, _ more: String,
      _ location: SourceLocation = #_sourceLocation
    ) async {
      for answer in [await world.preview(invite, more), await world.join(invite, more, "0")] {
        #expect(
          answer.status == status && answer.code == code, "\(answer.text)",
          sourceLocation: location)
      }
    }
    await expect(403, "merge_not_allowed", try world.invite(allowsMerge: false), own)
    await expect(403, "merge_not_allowed", try world.invite(.readOnly), own)
    await expect(422, "invalid", invite, #""choice": "merge""#)
    await expect(404, "not_found", invite, #""choice": "merge", "homeID": "nothing""#)
    await expect(404, "not_found", invite, #""choice": "merge", "homeID": "\#(world.cabin)""#)
    await expect(403, "not_owner", invite, #""choice": "merge", "homeID": "\#(barn)""#)
    await expect(409, "shared_with_others", invite, #""choice": "merge", "homeID": "\#(shared)""#)
    let group = try await ann.add("groups", #"{"name": "Trip"}"#)
    let toGroup = try world.hub.invitations.issue(
      InviteRequest(zone: group, role: .readWrite), by: ann.account
    ).code
    await expect(422, "invalid", toGroup, own)
    await expect(422, "invalid", toGroup, #""choice": "fresh""#)
    #expect(try await world.homes() == ["Barn", "Den", "Shared"])
    // Nobody moves a home by an invite of their own.
    let mine = try world.hub.invitations.issue(
      InviteRequest(zone: shared, role: .readWrite), by: dan.account
    ).code
    #expect(await world.preview(mine, own).code == "invite")
    try world.hub.removeFolder()
  }
}
