import Foundation
import Hub
import SyncProtocol
import Testing

/// Homes, groups and families are handed over by the API as they are on their pages.
@Suite struct OwnershipTests {
  /// Ann has one of a kind, Bob is in it and writes, Cyd reads.
  private struct World {
    let hub: APIHub
    let ann: Client
    let bob: Client
    let cyd: Client
    let path: String

    init(_ kind: String) async throws {
      hub = try APIHub()
      (ann, bob, cyd) = (
        try hub.person("ann", scope: .sharing), try hub.person("bob", scope: .sharing),
        try hub.person("cyd", scope: .sharing)
      )
      let id =
        kind == "homes"
        ? try await ann.addHome("Flat") : try await ann.add(kind, #"{"name": "Lindqvist"}"#)
      path = "/api/v1/\(kind)/\(id)"
      try hub.admit(bob, to: id, of: ann, role: .readWrite)
      try hub.admit(cyd, to: id, of: ann, role: .readOnly)
      _ = await ann.get(path)
    }

    func offer(to person: Client, by client: Client? = nil) async -> Client.Answer {
      await (client ?? ann).send(.put, "\(path)/ownership/offers/\(person.account)")
    }

    func withdraw(from person: Client, by client: Client? = nil) async -> Client.Answer {
      await (client ?? ann).delete("\(path)/ownership/offers/\(person.account)")
    }

    func accept(by client: Client) async -> Client.Answer {
      await client.send(.post, "\(path)/ownership/accept")
    }

    func ownership(for client: Client) async throws -> [String: Any] {
      try await client.get("\(path)/ownership").json()
    }
  }

  @Test(
    "an owner offers, takes it back, and is the owner until somebody accepts",
    arguments: ["homes", "groups", "families"])
  func handingOver(kind: String) async throws {
    let world = try await World(kind)
    let (ann, bob, cyd) = (world.ann, world.bob, world.cyd)
    let people = kind == "homes" ? "members" : "people"
    let invite = try await ann.add(
      "\(world.path.dropFirst("/api/v1/".count))/invites",
      #"{"role": "\#(kind == "families" ? "child" : "viewer")"}"#)
    #expect(await world.accept(by: bob).code == "not_offered")
    #expect(await world.offer(to: bob).status == 204)
    #expect(await world.offer(to: bob).status == 204)
    #expect(try await world.ownership(for: ann)["offeredTo"] as? [String] == [bob.account])
    let seen = try await world.ownership(for: bob)
    #expect(seen["isOfferedToYou"] as? Bool == true && seen["offerEndsAt"] is String)
    #expect(seen["ownerID"] as? String == ann.account)
    #expect(seen["offeredTo"] as? [String] == [])
    let other = try await world.ownership(for: cyd)
    #expect(other["isOfferedToYou"] as? Bool == false && other["offerEndsAt"] is NSNull)
    #expect(other["offeredTo"] as? [String] == [])
    #expect(await world.withdraw(from: bob).status == 204)
    #expect(await world.withdraw(from: bob).status == 204)
    #expect(await world.accept(by: bob).code == "not_offered")
    #expect(await world.offer(to: bob).status == 204)
    let taken = await world.accept(by: bob)
    #expect(taken.status == 204, "\(taken.text)")
    #expect(await world.accept(by: bob).status == 204)
    #expect(try await world.ownership(for: ann)["ownerID"] as? String == bob.account)
    #expect(await ann.get("\(world.path)/invites/\(invite)").status != 200)
    #expect(await world.offer(to: cyd).status == 403)
    #expect(await ann.send(.post, "\(world.path)/leave").status == 204)
    #expect(await bob.get("\(world.path)/\(people)").status == 200)
    try world.hub.removeFolder()
  }

  @Test(
    "nobody but the owner offers, and to nobody who is not in it",
    arguments: ["homes", "groups", "families"])
  func refusals(kind: String) async throws {
    let world = try await World(kind)
    let (ann, bob, cyd) = (world.ann, world.bob, world.cyd)
    let eve = try world.hub.person("eve", scope: .sharing)
    for client in [bob, cyd] {
      #expect(await world.offer(to: cyd, by: client).status == 403)
      #expect(await world.offer(to: client, by: client).status == 403)
      #expect(await world.withdraw(from: bob, by: client).status == 403)
    }
    for answer in [
      await world.offer(to: bob, by: eve), await world.withdraw(from: bob, by: eve),
      await world.accept(by: eve), await world.offer(to: eve), await world.withdraw(from: eve),
      await eve.get("\(world.path)/ownership"),
    ] { #expect(answer.status == 404, "\(answer.text)") }
    #expect(await world.offer(to: ann).code == "is_owner")
    #expect(await world.offer(to: bob).status == 204)
    // Who was removed takes nothing over.
    let id = world.path.split(separator: "/").last.map(String.init) ?? ""
    try world.hub.hub.remove(bob.account, from: id, by: ann.account)
    #expect(await world.accept(by: bob).status == 404)
    #expect(try await world.ownership(for: ann)["offeredTo"] as? [String] == [])
    try world.hub.removeFolder()
  }

  @Test("an offer ends after a week, and with whoever made it owning it no more")
  func ended() async throws {
    let world = try await World("groups")
    #expect(await world.offer(to: world.bob).status == 204)
    world.hub.advance(milliseconds: Hub.offerMilliseconds)
    let bob = try world.hub.client(of: world.bob.account, scope: .sharing)
    #expect(await world.accept(by: bob).code == "not_offered")
    let ann = try world.hub.client(of: world.ann.account, scope: .sharing)
    let cyd = try world.hub.client(of: world.cyd.account, scope: .sharing)
    for person in [bob, cyd] { #expect(await world.offer(to: person, by: ann).status == 204) }
    #expect(await world.accept(by: cyd).status == 204)
    #expect(await world.accept(by: bob).code == "not_offered")
    try world.hub.removeFolder()
  }

  @Test("a family is never a child's: none is offered to it, and none is taken over by it")
  func children() async throws {
    let world = try await World("families")
    let (bob, cyd) = (world.bob, world.cyd)
    #expect(await world.offer(to: cyd).code == "not_a_parent")
    #expect(await world.accept(by: cyd).code == "not_offered")
    #expect(await world.offer(to: bob).status == 204)
    let role = await world.ann.patch(
      "\(world.path)/people/\(bob.account)", #"{"role": "child"}"#)
    #expect(role.status == 200, "\(role.text)")
    let refused = await world.accept(by: bob)
    #expect(refused.status == 403 || refused.status == 409, "\(refused.text)")
    #expect(try await world.ownership(for: world.ann)["ownerID"] as? String == world.ann.account)
    // A kept child, neither.
    let made = await world.ann.post("\(world.path)/children", #"{"name": "Eli"}"#)
    let eli = try made.string("id")
    let offer = await world.ann.send(.put, "\(world.path)/ownership/offers/\(eli)")
    #expect(offer.code == "not_a_parent", "\(offer.text)")
    try world.hub.removeFolder()
  }

  @Test("of two who accept at once one owns it in the end")
  func atOnce() async throws {
    let world = try await World("homes")
    for person in [world.bob, world.cyd] { #expect(await world.offer(to: person).status == 204) }
    async let one = world.accept(by: world.bob)
    async let other = world.accept(by: world.cyd)
    let codes = [await one.status, await other.status].sorted()
    #expect(codes == [204, 409], "\(codes)")
    let owner = try await world.ownership(for: world.ann)["ownerID"] as? String
    #expect([world.bob.account, world.cyd.account].contains(owner))
    try world.hub.removeFolder()
  }
}
