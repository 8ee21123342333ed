import Foundation
import Hub
import SyncProtocol
import Testing

/// What happened in a family, and what is shared with it, as programs read it.
@Suite struct FamilyActivityTests {
  /// The kinds of records that a list of changes is about, the newest change first.
  private func tables(_ answer: Client.Answer) throws -> [[String]] {
    try #require(answer.status == 200, "\(answer.text)")
    let items = try #require(try answer.json()["items"] as? [[String: Any]])
    return items.map { item in
      (item["counts"] as? [[String: Any]] ?? []).compactMap { $0["of"] as? String }
    }
  }

  @Test("everybody in a family reads what happened in it; a child is told of no invites")
  func activity() async throws {
    let family = try await TestFamily(try APIHub())
    _ = try await family.routine("Teeth", #""people": ["<cyd>"]"#)
    #expect(await family.post("invites", #"{"role": "child"}"#).status == 201)
    #expect(await family.get("", by: family.cyd).status == 200)
    let all = try tables(await family.get("activity"))
    #expect(all.prefix(2) == [["invites"], ["routines"]] && all.last?.contains("families") == true)
    let parent = try tables(await family.get("activity", by: family.bob))
    #expect(parent.prefix(2) == [["invites"], ["routines"]])
    let child = try tables(await family.get("activity", by: family.cyd))
    #expect(child.first == ["routines"] && !child.contains(["invites"]))
    let page = try await family.get("activity").json()
    let items = try #require(page["items"] as? [[String: Any]])
    // A family's changes are undone nowhere, so that none is offered.
    #expect(items.allSatisfy { $0["canUndo"] as? Bool == false })
    let (invite, routine) = (
      try #require(items[0]["id"] as? String), try #require(items[1]["id"] as? String)
    )
    #expect(await family.get("activity/\(invite)").status == 200)
    #expect(await family.get("activity/\(invite)", by: family.cyd).status == 404)
    let one = try await family.get("activity/\(routine)", by: family.cyd).json()
    let changes = try #require(one["changes"] as? [[String: Any]])
    #expect(changes.map { $0["of"] as? String } == ["routines"])
    try family.hub.removeFolder()
  }

  @Test("what is shared with a family is listed to each as far as they have it, and no longer then")
  func shares() async throws {
    let family = try await TestFamily(try APIHub())
    func names(_ client: Client) async throws -> [String] {
      let answer = await family.get("shares", by: client)
      let items = try #require(try answer.json()["items"] as? [[String: Any]], "\(answer.text)")
      return items.map { "\($0["kind"] ?? "") \($0["name"] ?? "") \($0["role"] ?? "")" }
    }
    let home = try await family.ann.add("homes", #"{"name": "Flat"}"#)
    let pot = try await family.ann.add(
      "groups", #"{"name": "Pot", "currency": "EUR", "ownName": "Ann"}"#)
    #expect(try await names(family.ann) == [])
    for (path, children) in [("homes/\(home)", #""viewer""#), ("groups/\(pot)", "null")] {
      let shared = await family.ann.send(
        .put, "/api/v1/\(path)/family-share",
        #"{"parents": "editor", "children": \#(children)}"#)
      #expect(shared.status == 200, "\(shared.text)")
    }
    for client in [family.bob, family.cyd] { _ = await client.get("/api/v1/homes") }
    #expect(try await names(family.ann) == ["home Flat owner", "group Pot owner"])
    #expect(try await names(family.bob) == ["home Flat editor", "group Pot editor"])
    #expect(try await names(family.cyd) == ["home Flat viewer"])
    #expect(await family.ann.delete("/api/v1/homes/\(home)/family-share").status == 204)
    #expect(try await names(family.ann) == ["group Pot owner"])
    #expect(try await names(family.cyd) == [])
    try family.hub.removeFolder()
  }

  @Test("what is shared is listed where its people had it themselves, and where nobody else is yet")
  func sharesOfOne() async throws {
    let family = try await TestFamily(try APIHub())
    func names(_ client: Client, _ id: String) async throws -> [String] {
      try await client.get("/api/v1/families/\(id)/shares").items().compactMap {
        $0["name"] as? String
      }
    }
    let home = try await family.ann.add("homes", #"{"name": "Flat"}"#)
    try family.hub.admit(family.bob, to: home, of: family.ann, role: .readWrite)
    let dora = try family.hub.person("dora", scope: .sharing)
    let other = try await dora.add("families", #"{"name": "Berg"}"#)
    let hut = try await dora.add("homes", #"{"name": "Hut"}"#)
    _ = try await dora.add("homes", #"{"name": "Shed"}"#)
    #expect(try await names(family.bob, family.id) == [])
    #expect(try await names(dora, other) == [])
    for (client, id, roles) in [
      (family.ann, home, #"{"parents": "editor", "children": null}"#),
      (dora, hut, #"{"parents": null, "children": "viewer"}"#),
    ] {
      let shared = await client.send(.put, "/api/v1/homes/\(id)/family-share", roles)
      #expect(shared.status == 200, "\(shared.text)")
    }
    #expect(try await names(family.ann, family.id) == ["Flat"])
    #expect(try await names(family.bob, family.id) == ["Flat"])
    #expect(try await names(family.cyd, family.id) == [])
    #expect(try await names(dora, other) == ["Hut"])
    #expect(await family.ann.get("/api/v1/families/\(other)/shares").status == 404)
    try family.hub.removeFolder()
  }
}
