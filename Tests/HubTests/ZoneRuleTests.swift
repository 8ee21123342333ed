import Hub
import Replica
import SyncProtocol
import TestSupport
import Testing

@Suite struct ZoneRuleTests {
  private func shared() throws -> (SyncWorld, ann: SyncDevice, bob: SyncDevice, home: ZoneID) {
    let world = try SyncWorld()
    let (ann, bob) = (try world.device("ann"), try world.device("bob"))
    let home = try ann.addHome("Flat")
    try ann.sync()
    try world.admit("bob", to: home, by: "ann")
    try bob.sync()
    try ann.sync()
    return (world, ann, bob, home)
  }

  @Test("nobody deletes the last home he has")
  func lastHome() throws {
    let (world, ann, _, home) = try shared()
    #expect(try ann.deleteHome(home) == .refused(Refusal(.lastZone, nil, home)))
    #expect(try world.zones(of: "ann") == [home])
    try ann.addHome("Cabin")
    try ann.sync()
    #expect(try ann.deleteHome(home) == .accepted)
  }

  // S3-BR1 D-HOM-3
  @Test("two devices that each delete the home the other keeps do not leave their person without")
  func writeSkew() throws {
    let (world, ann, _, flat) = try shared()
    let other = try world.device("ann", "ann-2")
    let cabin = try ann.addHome("Cabin")
    try ann.sync()
    try other.sync()
    let prepare = { (device: SyncDevice, home: ZoneID) in
      _ = try device.replica.prepare(relyingOn: .init(zones: [home], accountList: true)) {
        try $0.connection.execute("DELETE FROM homes WHERE id = ?", .text(home))
      }
      let request = try #require(try device.replica.confirmationRequest())
      return try device.replica.receiveConfirmation(
        world.hub.push(request, as: "ann"), to: request)
    }
    #expect(try prepare(ann, flat) == .accepted)
    guard case .refused(let refusal) = try prepare(other, cabin) else {
      Issue.record("both were accepted")
      return
    }
    #expect(refusal.reason == .precondition)
    #expect(try world.zones(of: "ann") == [cabin])
  }

  // S3-BR1
  @Test(
    "who is left without a home by somebody else gets a fresh one in the same commit",
    arguments: [
      "remove", "delete", "stop",
    ])
  func freshHome(_ way: String) throws {
    let (world, ann, bob, home) = try shared()
    switch way {
    case "remove": try world.hub.remove("bob", from: home, by: "ann")
    case "stop": try world.hub.stopSharing(home, by: "ann")
    default:
      try ann.addHome("Cabin")
      try ann.sync()
      #expect(try ann.deleteHome(home) == .accepted)
    }
    let fresh = try world.zones(of: "bob")
    #expect(fresh.count == 1)
    #expect(fresh != [home])
    #expect(try world.hub.role(of: "bob", in: fresh[0]) == .owner)
    try bob.sync()
    #expect(try bob.texts("SELECT name FROM homes") == ["My Home"])
    try bob.addItem("lamp", in: fresh[0])
    try bob.sync()
    #expect(try bob.refusals == [])
  }

  @Test(
    "D-HOM-8 a deleted home stays deleted: nothing is written to it and its id is not used again")
  func tombstone() throws {
    let (world, ann, bob, home) = try shared()
    try ann.addHome("Cabin")
    let item = try bob.addItem("late", in: home)
    try ann.sync()
    #expect(try ann.deleteHome(home) == .accepted)
    try bob.sync()
    #expect(try bob.refusals == [.zoneGone])
    #expect(try world.store.read { try $0.places(of: item) }.isEmpty)
    let again = Mutation(.insert, "homes", home, in: home, registers: ["name": "again"])
    #expect(
      try world.push([again], as: "ann", number: 1)
        == .refused(Refusal(.exists, RecordKey("homes", home))))
    #expect(try world.store.read { try $0.zone(home)?.isAlive } == false)
  }

  @Test("only the owner deletes a home")
  func onlyOwnerDeletes() throws {
    let (world, _, bob, home) = try shared()
    try bob.addHome("Bob's")
    try bob.sync()
    guard case .refused(let refusal) = try bob.deleteHome(home) else {
      Issue.record("a participant deleted the home")
      return
    }
    #expect(refusal.reason == .permission)
    #expect(try world.store.read { try $0.zone(home)?.isAlive } == true)
  }

  @Test("a merge into somebody else's home moves everything in one commit; his others keep a home")
  func mergeIntoShared() throws {
    let (world, ann, bob, home) = try shared()
    let own = try bob.addHome("Bob's")
    try bob.addItem("boat", in: own)
    try bob.sync()
    #expect(try bob.merge(own, into: home) == .accepted)
    try ann.sync()
    #expect(try ann.items == ["boat"])
    #expect(try world.zones(of: "bob") == [home])
    try world.hub.remove("bob", from: home, by: "ann")
    try bob.sync()
    #expect(try bob.items == [])
    #expect(try bob.count("homes") == 1)
  }

  @Test("what was made and changed elsewhere in a home that was merged meanwhile goes along")
  func lateEdits() throws {
    let (world, ann, bob, home) = try shared()
    let own = try bob.addHome("Bob's")
    try bob.sync()
    let laptop = try world.device("bob", "laptop")
    try laptop.sync()
    let boat = try laptop.addItem("boat", in: own)
    try laptop.rename(boat, "ship")
    #expect(try bob.merge(own, into: home) == .accepted)
    try laptop.sync()
    try ann.sync()
    #expect(try ann.items == ["ship"])
    #expect(try laptop.items == ["ship"])
    #expect(try laptop.refusals == [])
  }

  @Test("D-MRG-16 who was invited without it merges no home into it; nothing is changed")
  func notInvitedToMerge() throws {
    let world = try SyncWorld(accounts: ["ann", "bob"])
    let ann = try world.device("ann")
    let home = try ann.addHome("Flat")
    try ann.sync()
    let invite = try world.invite(to: home, by: "ann", allowsMerge: false)
    #expect(try !world.hub.preview(inviteID: invite, viewer: "bob").allowsMerge)
    try world.hub.redeem(inviteID: invite, by: "bob")
    let bob = try world.device("bob")
    let own = try bob.addHome("Bob's")
    try bob.addItem("boat", in: own)
    try bob.sync()
    #expect(try bob.merge(own, into: home) == .refused(Refusal(.notInvited, nil, home)))
    try bob.addItem("lamp", in: home)
    try bob.sync()
    try ann.sync()
    #expect(try ann.items == ["lamp"])
    #expect(try world.store.read { try $0.zone(own)?.isAlive } == true)
    #expect(try !world.hub.notices(of: "ann").contains { $0.kind == .zoneMerged })
  }

  @Test("D-MRG-16 the owner is told that somebody merged a home into theirs; nobody else is")
  func ownerIsToldOfMerge() throws {
    let (world, _, bob, home) = try shared()
    let own = try bob.addHome("Bob's")
    try bob.addItem("boat", in: own)
    try bob.sync()
    #expect(try bob.merge(own, into: home) == .accepted)
    let told = try world.hub.notices(of: "ann").filter { $0.kind == .zoneMerged }
    #expect(told.map(\.zone) == [home] && told.map(\.personID) == ["bob"])
    #expect(try !world.hub.notices(of: "bob").contains { $0.kind == .zoneMerged })
  }

  @Test("a reader cannot merge his home into one he may only read")
  func readerMerges() throws {
    let (world, _, bob, home) = try shared()
    let own = try bob.addHome("Bob's")
    try bob.addItem("boat", in: own)
    try world.hub.setRole(.readOnly, of: "bob", in: home, by: "ann")
    try bob.sync()
    guard case .refused(let refusal) = try bob.merge(own, into: home) else {
      Issue.record("the reader merged")
      return
    }
    #expect(refusal.reason == .readOnly)
    #expect(try bob.items == ["boat"])
    #expect(try world.store.read { try $0.zone(own)?.isAlive } == true)
  }

  @Test("while one replica holds a home the others wait, and go on when the time is over")
  func hold() throws {
    let (world, ann, bob, home) = try shared()
    #expect(try world.hub.hold([home], replica: "ann", as: "ann"))
    #expect(try !world.hub.hold([home], replica: "bob", as: "bob"))
    try bob.addItem("boat", in: home)
    try bob.push()
    #expect(try bob.pendingCount == 1)
    #expect(try bob.refusals == [])
    try ann.addItem("lamp", in: home)
    try ann.sync()
    #expect(try ann.pendingCount == 0)
    world.now += Hold.lengthMilliseconds
    try bob.sync()
    #expect(try bob.pendingCount == 0)
    #expect(try bob.items == ["boat", "lamp"])
  }

  @Test("a reader and a stranger hold nothing")
  func holdNeedsWrite() throws {
    let (world, _, _, home) = try shared()
    try world.hub.setRole(.readOnly, of: "bob", in: home, by: "ann")
    #expect(try !world.hub.hold([home], replica: "bob", as: "bob"))
    #expect(try !world.hub.hold([home], replica: "cyd", as: "cyd"))
    #expect(try !world.hub.hold(["nowhere"], replica: "ann", as: "ann"))
  }
}
