import Foundation
import Hub
import SyncProtocol
import Testing

/// Sharing homes and groups with a family, as programs do.
@Suite struct FamilySharingTests {
  private static let both = #"{"parents": "editor", "children": "viewer"}"#

  private func people(_ answer: Client.Answer) throws -> [[String: Any]] {
    try #require(try answer.json()["people"] as? [[String: Any]], "\(answer.text)")
  }

  // S0-US001-6 X07 X18
  @Test(
    "an owner sees who would get a home or group, shares it with the family, and ends that",
    arguments: ["homes", "groups"])
  func sharing(kind: String) async throws {
    let family = try await TestFamily(try APIHub())
    let body = kind == "homes" ? #"{"name": "Flat"}"# : #"{"name": "Flat", "currency": "EUR"}"#
    let zone = try await family.ann.add(kind, body)
    let (path, share) = ("/api/v1/\(kind)/\(zone)", "/api/v1/\(kind)/\(zone)/family-share")
    let before = await family.ann.get(share)
    #expect(try before.json()["isShared"] as? Bool == false, "\(before.text)")
    #expect(try before.json()["parents"] is NSNull)
    #expect(try people(before).map { $0["familyRole"] as? String } == ["parent", "child"])
    #expect(try people(before).allSatisfy { $0["role"] is NSNull && $0["isOut"] as? Bool == false })
    #expect(await family.bob.get(path).status == 404)
    let shared = await family.ann.send(.put, share, Self.both)
    #expect(shared.status == 200, "\(shared.text)")
    #expect(try people(shared).map { $0["role"] as? String } == ["editor", "viewer"])
    #expect(try people(shared).allSatisfy { $0["ownRole"] is NSNull })
    #expect(await family.bob.get(path).status == 200)
    #expect(await family.cyd.get(path).status == 200)
    // Nothing for children from now on.
    let changed = await family.ann.send(
      .put, share, #"{"parents": "viewer", "children": null}"#)
    #expect(try changed.json()["children"] is NSNull)
    #expect(await family.cyd.get(path).status == 404)
    #expect(try await family.bob.get(path).string("role") == "viewer")
    // It decides nobody's place who is no owner.
    #expect(await family.bob.get(share).status == 403)
    #expect(await family.bob.send(.put, share, Self.both).status == 403)
    #expect(await family.bob.delete(share).status == 403)
    #expect(await family.cyd.delete(share).status == 404)
    #expect(await family.ann.delete(share).status == 204)
    #expect(await family.bob.get(path).status == 404)
    #expect(try await family.ann.get(share).json()["isShared"] as? Bool == false)
    #expect(await family.ann.delete(share).status == 204)
    try family.hub.removeFolder()
  }

  // X18
  @Test("who was removed stays out and is named; a role of one's own is kept, and never made less")
  func own() async throws {
    let family = try await TestFamily(try APIHub())
    let home = try await family.ann.add("homes", #"{"name": "Flat"}"#)
    let share = "/api/v1/homes/\(home)/family-share"
    try family.hub.admit(family.bob, to: home, of: family.ann, role: .readOnly)
    _ = await family.ann.send(.put, share, Self.both)
    let less = await family.ann.patch(
      "/api/v1/homes/\(home)/members/\(family.bob.account)", #"{"role": "viewer"}"#)
    #expect(less.status == 409 && less.code == "given_by_family", "\(less.text)")
    let gone = await family.ann.delete(
      "/api/v1/homes/\(home)/members/\(family.cyd.account)")
    #expect(gone.status == 204, "\(gone.text)")
    let people = try people(await family.ann.get(share))
    #expect(people.map { $0["role"] as? String } == ["editor", nil])
    #expect(people.map { $0["ownRole"] as? String } == ["viewer", nil])
    #expect(people.map { $0["isOut"] as? Bool } == [false, true])
    #expect(await family.ann.delete(share).status == 204)
    #expect(try await family.bob.get("/api/v1/homes/\(home)").string("role") == "viewer")
    try family.hub.removeFolder()
  }

  @Test("a child shares nothing, nor does who is in no family; a share gives somebody something")
  func refusals() async throws {
    let family = try await TestFamily(try APIHub())
    let child = try await family.cyd.ids("homes").first
    let stranger = try family.hub.person("eve", scope: .sharing)
    let strange = try await stranger.addHome("Hut")
    let home = try await family.ann.add("homes", #"{"name": "Flat"}"#)
    if let child {
      let path = "/api/v1/homes/\(child)/family-share"
      #expect(await family.cyd.get(path).code == "child")
      #expect(await family.cyd.send(.put, path, Self.both).code == "child")
    }
    let other = "/api/v1/homes/\(strange)/family-share"
    #expect(await stranger.get(other).code == "no_family")
    #expect(await stranger.send(.put, other, Self.both).code == "no_family")
    let path = "/api/v1/homes/\(home)/family-share"
    for (body, fault) in [
      (#"{"parents": null, "children": null}"#, "parents: missing"),
      (#"{"parents": "owner", "children": null}"#, "parents: unknown_choice"),
      (#"{"parents": "editor"}"#, "children: missing"),
      (#"{"parents": "editor", "children": 1}"#, "children: wrong_type"),
      (#"{"parents": "editor", "children": null, "people": []}"#, "people: unknown_field"),
    ] {
      let answer = await family.ann.send(.put, path, body)
      #expect(answer.status == 422 && answer.faults == [fault], "\(body): \(answer.text)")
    }
    let writer = try family.hub.client(of: family.ann.account)
    #expect(await writer.send(.put, path, Self.both).code == "scope")
    #expect(try await family.ann.get(path).json()["isShared"] as? Bool == false)
    // A token of one home learns of no family.
    let single = try family.hub.client(of: family.ann.account, scope: .sharing, home: home)
    #expect(await single.get(path).code == "home_token")
    try family.hub.removeFolder()
  }

  @Test("I1-3 the family is hidden with what is shared")
  func hiding() async throws {
    let family = try await TestFamily(try APIHub())
    let home = try await family.ann.add("homes", #"{"name": "Flat"}"#)
    let share = "/api/v1/homes/\(home)/family-share"
    try family.hub.hub.changeSharingFlag(
      .init(state: .killed, hidesShared: true), by: .commandLine)
    let answer = await family.ann.get(share)
    #expect(answer.status != 200 && !answer.text.contains("Lindqvist"), "\(answer.text)")
    try family.hub.removeFolder()
  }
}
