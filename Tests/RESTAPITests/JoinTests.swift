import Foundation
import Hub
import SyncProtocol
import Testing

/// Joining homes, groups and families by an invite.
@Suite struct JoinTests {
  /// Ann has founded a family, Dan another one; Cyd is a child in Ann's.
  private struct World {
    let family: TestFamily
    let dan: Client
    let berg: String
    var hub: APIHub { family.hub }

    init() async throws {
      family = try await TestFamily(try APIHub())
      dan = try family.hub.person("dan", scope: .sharing)
      berg = try await dan.add("families", #"{"name": "Berg"}"#)
    }

    func invite(
      to zone: String, by client: Client, role: SyncProtocol.Role = .readOnly, uses: Int = 1,
      for name: String? = nil
    ) throws -> IssuedInvite {
      try hub.invitations.issue(
        InviteRequest(zone: zone, role: role, maxUses: uses, boundTo: name), by: client.account)
    }

    func preview(_ invite: String, by client: Client) async -> Client.Answer {
      await client.post("/api/v1/joins/preview", #"{"invite": "\#(invite)"}"#)
    }

    func join(_ invite: String, _ more: String = "", by client: Client) async -> Client.Answer {
      await client.post("/api/v1/joins", #"{"invite": "\#(invite)"\#(more)}"#)
    }

    func families(of client: Client) async throws -> [String] {
      try await client.names("/api/v1/families?limit=50")
    }
  }

  @Test("an invite is looked at by its link or code, which changes nothing, and is joined by")
  func joining() async throws {
    let world = try await World()
    let eve = try world.hub.person("eve", scope: .sharing)
    let invite = try world.invite(to: world.family.id, by: world.family.ann)
    let code = invite.code
    for text in [
      invite.token, "https://home.example/i/\(invite.token)?x=1", code, code.lowercased(),
    ] {
      let shown = await world.preview(text, by: eve)
      #expect(shown.status == 200, "\(text): \(shown.text)")
      #expect(try shown.string("kind") == "family" && shown.string("id") == world.family.id)
      #expect(try shown.string("name") == "Lindqvist" && shown.string("role") == "child")
      let json = try shown.json()
      #expect(json["isIn"] as? Bool == false && json["peopleCount"] as? Int == 3)
      #expect(json["needsChoice"] as? Bool == false && json["leaves"] is NSNull)
    }
    #expect(try await world.families(of: eve).isEmpty)
    let joined = await world.join(code, by: eve)
    #expect(joined.status == 200, "\(joined.text)")
    #expect(try joined.json()["didJoin"] as? Bool == true)
    #expect(try await world.families(of: eve) == ["Lindqvist"])
    let again = await world.join(code, by: eve)
    #expect(again.status == 200, "\(again.text)")
    #expect(try again.json()["didJoin"] as? Bool == false)
    #expect(try await world.preview(code, by: eve).json()["isIn"] as? Bool == true)
    #expect(try world.hub.counted().filter { $0 == "family_joined" }.count <= 1)
    try world.hub.removeFolder()
  }

  // D-FAM-5
  @Test("who is in a family leaves it when they name it, and is told before what that means")
  func changing() async throws {
    let world = try await World()
    let cyd = world.family.cyd
    _ = try await world.family.routine("Teeth", #""people": ["\#(cyd.account)"]"#)
    let code = try world.invite(to: world.berg, by: world.dan, uses: 3).code
    let leaves = try #require(
      try await world.preview(code, by: cyd).json()["leaves"] as? [String: Any])
    #expect(leaves["id"] as? String == world.family.id && leaves["name"] as? String == "Lindqvist")
    #expect((leaves["others"] as? [String])?.sorted() == ["ann", "bob"])
    #expect(leaves["routineCount"] as? Int == 1)
    for name in ["losesAccess", "stopsSharing"] { #expect(leaves[name] as? [String] == []) }
    for name in ["gainedCount", "inviteCount", "tabletCount", "stars", "wishCount"] {
      #expect(leaves[name] as? Int == 0, "\(name)")
    }
    #expect(leaves["plan"] is NSNull)
    for (more, status, code2) in [
      ("", 409, "in_another_family"), (#", "leave": null"#, 409, "in_another_family"),
      (#", "leave": "\#(world.berg)""#, 422, "invalid"),
      (#", "leave": "nothing""#, 422, "invalid"),
    ] {
      let refused = await world.join(code, more, by: cyd)
      #expect(refused.status == status && refused.code == code2, "\(more): \(refused.text)")
      #expect(try await world.families(of: cyd) == ["Lindqvist"])
    }
    // Whoever founded a family hands it over first.
    let leave = #", "leave": "\#(world.family.id)""#
    let founder = await world.join(code, leave, by: world.family.ann)
    #expect(founder.code == "is_owner", "\(founder.text)")
    let joined = await world.join(code, leave, by: cyd)
    #expect(joined.status == 200, "\(joined.text)")
    #expect(try joined.string("left") == world.family.id)
    #expect(try await world.families(of: cyd) == ["Berg"])
    let eve = try world.hub.person("eve", scope: .sharing)
    let nothing = await world.join(code, leave, by: eve)
    #expect(nothing.status == 422 && nothing.faults == ["leave: not_your_family"])
    try world.hub.removeFolder()
  }

  @Test("D-INV-4 a child becomes a parent by an invite for one, when that is meant")
  func upgrade() async throws {
    let world = try await World()
    let (cyd, id) = (world.family.cyd, world.family.id)
    let code = try world.invite(
      to: id, by: world.family.ann, role: .readWrite, uses: 3
    ).code
    let shown = await world.preview(code, by: cyd)
    #expect(try shown.string("role") == "child" && shown.string("becomes") == "parent")
    let unasked = await world.join(code, by: cyd)
    #expect(unasked.status == 200, "\(unasked.text)")
    #expect(try unasked.json()["didUpgrade"] as? Bool == false)
    #expect(try world.hub.hub.role(of: cyd.account, in: id) == .readOnly)
    let done = await world.join(code, #", "upgrade": true"#, by: cyd)
    #expect(done.status == 200, "\(done.text)")
    #expect(try done.json()["didUpgrade"] as? Bool == true)
    #expect(try done.json()["didJoin"] as? Bool == false && done.string("role") == "parent")
    #expect(try world.hub.hub.role(of: cyd.account, in: id) == .readWrite)
    #expect(try await world.preview(code, by: cyd).json()["becomes"] is NSNull)
    // A kept child does not: its parents decide that, and give it an account of its own first.
    try world.hub.removeFolder()
  }

  // D-FAM-5
  @Test("who is alone in the family they founded changes in one step that they confirm")
  func changingAlone() async throws {
    let world = try await World()
    let (dan, id) = (world.dan, world.family.id)
    let code = try world.invite(to: id, by: world.family.ann).code
    func leaves(_ code: String) async throws -> [String: Any] {
      try #require(try await world.preview(code, by: dan).json()["leaves"] as? [String: Any])
    }
    #expect(try await leaves(code)["dissolves"] as? Bool == true)
    #expect(try await leaves(code)["isFounder"] as? Bool == true)
    let leave = #", "leave": "\#(world.berg)""#
    for more in [leave, leave + #", "dissolves": false"#] {
      let refused = await world.join(code, more, by: dan)
      #expect(refused.status == 409 && refused.code == "would_dissolve", "\(refused.text)")
    }
    let sure = leave + #", "dissolves": true"#
    #expect(await world.join(code, #", "dissolves": true"#, by: dan).code == "in_another_family")
    // The invite was used up meanwhile, after it was shown: the family is there as it was.
    let routine = try await dan.add(
      "families/\(world.berg)/routines", #"{"title": "Teeth", "people": ["\#(dan.account)"]}"#)
    let eve = try world.hub.person("eve", scope: .sharing)
    #expect(await world.join(code, by: eve).status == 200)
    #expect(await world.join(code, sure, by: dan).code == "invite_used_up")
    #expect(try await world.families(of: dan) == ["Berg"])
    let next = try world.invite(to: id, by: world.family.ann, uses: 3).code
    // Somebody comes in: it is not dissolved over their head.
    let fay = try world.hub.person("fay", scope: .sharing)
    try world.hub.admit(fay, to: world.berg, of: dan, role: .readOnly)
    #expect(try await leaves(next)["dissolves"] as? Bool == false)
    #expect(await world.join(next, sure, by: dan).code == "is_owner")
    #expect(await dan.get("/api/v1/families/\(world.berg)/routines/\(routine)").status == 200)
    #expect(await fay.send(.post, "/api/v1/families/\(world.berg)/leave").status == 204)
    let joined = await world.join(next, sure, by: dan)
    #expect(joined.status == 200, "\(joined.text)")
    #expect(try joined.string("left") == world.berg)
    #expect(try await world.families(of: dan) == ["Lindqvist"])
    #expect(try await dan.names("/api/v1/deleted-families?limit=50") == ["Berg"])
    // The same again changes nothing.
    let again = await world.join(next, sure, by: dan)
    #expect(try again.json()["didJoin"] as? Bool == false, "\(again.text)")
    // A child, and whoever is in a family of others, dissolves nothing.
    let cyd = await world.join(
      try world.invite(to: id, by: world.family.ann).code, #", "dissolves": true"#,
      by: world.family.cyd)
    #expect(try cyd.json()["didJoin"] as? Bool == false, "\(cyd.text)")
    try world.hub.removeFolder()
  }

  @Test("a group is joined at once; a home beside one's own, and only as was shown otherwise")
  func others() async throws {
    let world = try await World()
    let (ann, dan) = (world.family.ann, world.dan)
    let group = try await ann.add("groups", #"{"name": "Trip"}"#)
    let (cabin, own) = (try await ann.addHome("Cabin"), try await dan.addHome("Den"))
    _ = try await dan.addItem("Kettle", in: own)
    let toGroup = try world.invite(to: group, by: ann, role: .readWrite).code
    let shown = await world.preview(toGroup, by: dan)
    #expect(try shown.string("kind") == "group" && shown.string("role") == "editor")
    #expect(await world.join(toGroup, by: dan).status == 200)
    #expect(await dan.get("/api/v1/groups/\(group)").status == 200)
    let toHome = try world.invite(to: cabin, by: ann, role: .readWrite).code
    #expect(try await world.preview(toHome, by: dan).json()["needsChoice"] as? Bool == true)
    for (choice, code) in [
      ("", "choice_needed"), (#", "choice": "merge", "homeID": "\#(own)""#, "plan_needed"),
      (#", "choice": "fresh""#, "plan_needed"),
      (#", "choice": "fresh", "plan": "as you like""#, "plan_changed"),
    ] {
      let refused = await world.join(toHome, choice, by: dan)
      #expect(refused.status == 409 && refused.code == code, "\(refused.text)")
      #expect(await dan.get("/api/v1/homes/\(cabin)").status == 404)
    }
    #expect(await world.join(toHome, #", "choice": "beside""#, by: dan).status == 422)
    #expect(await world.join(toHome, #", "choice": "alongside""#, by: dan).status == 200)
    #expect(try await dan.names("/api/v1/homes?limit=50").sorted() == ["Cabin", "Den"])
    // Who has no things has nothing to choose.
    let next = try world.invite(to: cabin, by: ann).code
    #expect(await world.join(next, by: world.family.cyd).status == 200)
    try world.hub.removeFolder()
  }

  @Test("who is in it already is told as what, and nothing of what joining would ask or mean")
  func alreadyIn() async throws {
    let world = try await World()
    let (ann, dan, cyd) = (world.family.ann, world.dan, world.family.cyd)
    let (cabin, own) = (try await ann.addHome("Cabin"), try await dan.addHome("Den"))
    _ = try await dan.addItem("Kettle", in: own)
    try world.hub.admit(dan, to: cabin, of: ann, role: .readWrite)
    let toHome = await world.preview(try world.invite(to: cabin, by: ann).code, by: dan)
    let family = try world.invite(to: world.family.id, by: ann, role: .readWrite).code
    let toFamily = await world.preview(family, by: cyd)
    for (answer, role) in [(toHome, "editor"), (toFamily, "child")] {
      let json = try answer.json()
      #expect(json["isIn"] as? Bool == true && json["role"] as? String == role, "\(answer.text)")
      #expect(json["needsChoice"] as? Bool == false && json["leaves"] is NSNull)
    }
    try world.hub.removeFolder()
  }

  @Test("what leaving a family means counts the routines that name the account, and no others")
  func namedRoutines() async throws {
    let world = try await World()
    let (ann, cyd) = (world.family.ann, world.family.cyd)
    for people in [[cyd.account], [ann.account, cyd.account], [ann.account]] {
      let names = people.map { "\"\($0)\"" }.joined(separator: ", ")
      _ = try await world.family.routine("Teeth", "\"people\": [\(names)]")
    }
    let code = try world.invite(to: world.berg, by: world.dan).code
    let leaves = try #require(
      try await world.preview(code, by: cyd).json()["leaves"] as? [String: Any])
    #expect(leaves["routineCount"] as? Int == 2)
    try world.hub.removeFolder()
  }

  // D-FAM-8
  @Test("an invite that works no longer says why, also when its family was dissolved meanwhile")
  func ended() async throws {
    let world = try await World()
    let eve = try world.hub.person("eve", scope: .sharing)
    let (dan, berg) = (world.dan, world.berg)
    let (used, revoked) = (try world.invite(to: berg, by: dan), try world.invite(to: berg, by: dan))
    let (bound, expired) = (
      try world.invite(to: berg, by: dan, for: "ann"), try world.invite(to: berg, by: dan)
    )
    let left = try world.invite(to: berg, by: dan)
    let fay = try world.hub.person("fay", scope: .sharing)
    #expect(await world.join(used.code, by: fay).status == 200)
    #expect(await fay.send(.post, "/api/v1/families/\(berg)/leave").status == 204)
    #expect(await dan.delete("/api/v1/families/\(berg)/invites/\(revoked.id)").status == 204)
    func expect(_ invite: String, _ status: Int, _ code: String, by client: Client) async {
      for answer in [
        await world.preview(invite, by: client), await world.join(invite, by: client),
      ] {
        #expect(answer.status == status && answer.code == code, "\(answer.text)")
      }
    }
    await expect(used.code, 409, "invite_used_up", by: eve)
    await expect(used.code, 409, "invite_used_up", by: fay)
    await expect(revoked.code, 409, "invite_revoked", by: eve)
    await expect(bound.code, 403, "invite_for_other", by: eve)
    await expect("AAA-2222", 404, "not_found", by: eve)
    #expect(await world.preview("", by: eve).faults == ["invite: no_invite"])
    #expect(await world.preview(String(repeating: "a", count: 500), by: eve).status == 422)
    #expect(await dan.delete("/api/v1/families/\(berg)").status == 204)
    await expect(left.token, 409, "zone_gone", by: eve)
    world.hub.advance(milliseconds: 86_400_000 + 1000)
    _ = expired
    let lindqvist = try world.invite(to: world.family.id, by: world.family.ann)
    world.hub.advance(milliseconds: 86_400_000 + 1000)
    await expect(lindqvist.code, 409, "invite_expired", by: eve)
    #expect(try await world.families(of: eve).isEmpty)
    try world.hub.removeFolder()
  }

  @Test("only a token that may share joins, and none of one home")
  func scopes() async throws {
    let world = try await World()
    let eve = try world.hub.person("eve", scope: .sharing)
    let home = try await eve.addHome()
    let code = try world.invite(to: world.berg, by: world.dan).code
    for (client, reason) in [
      (try world.hub.client(of: eve.account, scope: .write), "scope"),
      (try world.hub.client(of: eve.account, scope: .read), "scope"),
      (try world.hub.client(of: eve.account, scope: .sharing, home: home), "home_token"),
    ] {
      for answer in [await world.preview(code, by: client), await world.join(code, by: client)] {
        #expect(answer.status == 403 && answer.code == reason, "\(answer.text)")
      }
    }
    #expect(try await world.families(of: eve).isEmpty)
    try world.hub.removeFolder()
  }

  @Test("who tries codes is told to wait, as a status that says so, and joins by a right one later")
  func guessing() async throws {
    let world = try await World()
    let eve = try world.hub.person("eve", scope: .sharing)
    var answer = await world.preview("KTR-2345", by: eve)
    for _ in 0..<100 where answer.status == 404 {
      answer = await world.preview("KTR-2345", by: eve)
    }
    #expect(answer.status == 429 && answer.code == "too_many", "\(answer.text)")
    #expect(Int(answer.headers["Retry-After"] ?? "") ?? 0 > 0)
    #expect(await world.join("KTR-2345", by: eve).status == 429)
    // Nobody else waits for it.
    let invite = try world.invite(to: world.family.id, by: world.family.ann).token
    #expect(await world.preview(invite, by: world.dan).status == 200)
    try world.hub.removeFolder()
  }

  // D-FAM-7
  @Test("of two families joined at once from two programs one wins, and the other is told")
  func atOnce() async throws {
    let world = try await World()
    for number in 0..<5 {
      let eve = try world.hub.person("eve\(number)", scope: .sharing)
      let other = try world.hub.client(of: eve.account, scope: .sharing)
      let one = try world.invite(to: world.family.id, by: world.family.ann).code
      let two = try world.invite(to: world.berg, by: world.dan).code
      async let first = world.join(one, by: eve)
      async let second = world.join(two, by: other)
      let answers = await [first, second]
      #expect(answers.map(\.status).sorted() == [200, 409], "\(answers.map(\.text))")
      let lost = try #require(answers.first { $0.status == 409 })
      #expect(lost.code == "in_another_family", "\(lost.text)")
      #expect(try await world.families(of: eve).count == 1)
      #expect(try await world.families(of: other).count == 1)
    }
    try world.hub.removeFolder()
  }
}
