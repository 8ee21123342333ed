import Hub
import SyncProtocol
import TestSupport
import Testing

/// Records that are made, or combined with others, in homes that what they belong to has left.
@Suite struct FollowedInsertTests {
  private func tag(_ id: RecordID, of item: RecordID, in zone: ZoneID, _ colour: String) -> Mutation
  {
    Mutation(
      .insert, "tags", id, in: zone,
      registers: ["itemID": .text(item), "colour": .text(colour)])
  }

  private func move(_ table: String, _ id: RecordID, from: ZoneID, to: ZoneID) -> Mutation {
    Mutation(.move, table, id, in: from, destination: RecordPlace(zone: to, id: id))
  }

  @Test("a tag meets the one that its item has taken along, and is found where its author put it")
  func meets() throws {
    let shared = try SharedHome()
    let (world, ann, home) = (shared.world, shared.ann, shared.home)
    let other = try ann.addHome("Second")
    let lamp = try ann.addItem("lamp", in: home)
    try ann.sync()
    let first = try world.push([tag("red", of: lamp, in: home, "red")], as: "ann", number: 1)
    #expect(first?.isAccepted == true)
    let moved = try world.push(
      [move("items", lamp, from: home, to: other), move("tags", "red", from: home, to: other)],
      as: "ann", number: 2)
    #expect(moved?.isAccepted == true)
    world.now += 1000
    let second = try world.push([tag("red", of: lamp, in: home, "crimson")], as: "ann", number: 3)
    #expect(second?.isAccepted == true)
    #expect(try world.value("colour", of: "red", in: other) == "crimson")
    // A home in which neither has ever been leads there, too.
    let third = try ann.addHome("Third")
    try ann.sync()
    world.now += 1000
    let fromAfar = try world.push([tag("red", of: lamp, in: third, "ruby")], as: "ann", number: 4)
    #expect(fromAfar?.isAccepted == true)
    #expect(try world.value("colour", of: "red", in: other) == "ruby")
    world.now += 1000
    let edit = try world.push(
      [Mutation(.update, "tags", "red", in: third, registers: ["colour": "rose"])], as: "ann",
      number: 5)
    #expect(edit?.isAccepted == true)
    #expect(try world.value("colour", of: "red", in: other) == "rose")
  }

  @Test("whether an item has a tag where it is now is not told to who cannot read it there")
  func permission() throws {
    let shared = try SharedHome()
    let (world, ann, home) = (shared.world, shared.ann, shared.home)
    let secret = try ann.addHome("Ann's own")
    let (lamp, vase) = (try ann.addItem("lamp", in: home), try ann.addItem("vase", in: home))
    try ann.sync()
    let answer = try world.push(
      [
        tag("red", of: lamp, in: home, "red"), move("items", vase, from: home, to: secret),
        move("items", lamp, from: home, to: secret), move("tags", "red", from: home, to: secret),
      ], as: "ann", number: 1)
    #expect(answer?.isAccepted == true)
    for (number, item) in [lamp, vase].enumerated() {
      let guess = try world.push(
        [tag(item == lamp ? "red" : "blue", of: item, in: home, "?")], as: "bob",
        number: Int64(number + 1))
      #expect(guess?.refusal == .permission)
    }
  }

  @Test("a tag that was deleted with its item in another home is made there anew")
  func anew() throws {
    let shared = try SharedHome()
    let (world, ann, home) = (shared.world, shared.ann, shared.home)
    let other = try ann.addHome("Second")
    let lamp = try ann.addItem("lamp", in: home)
    try ann.sync()
    let answer = try world.push(
      [
        tag("red", of: lamp, in: home, "red"), move("items", lamp, from: home, to: other),
        move("tags", "red", from: home, to: other), Mutation(.delete, "tags", "red", in: other),
      ], as: "ann", number: 1)
    #expect(answer?.isAccepted == true)
    world.now += 1000
    let again = try world.push([tag("red", of: lamp, in: home, "ruby")], as: "ann", number: 2)
    #expect(again?.isAccepted == true)
    #expect(try world.value("colour", of: "red", in: other) == "ruby")
  }

  @Test("an item that died in another home is not made in the one that it has left")
  func gone() throws {
    let shared = try SharedHome()
    let (world, ann, home) = (shared.world, shared.ann, shared.home)
    let other = try ann.addHome("Second")
    let lamp = try ann.addItem("lamp", in: home)
    try ann.sync()
    let answer = try world.push(
      [move("items", lamp, from: home, to: other), Mutation(.delete, "items", lamp, in: other)],
      as: "ann", number: 1)
    #expect(answer?.isAccepted == true)
    world.now += 1000
    let again = try world.push(
      [Mutation(.insert, "items", lamp, in: home, registers: ["name": "again"])], as: "ann",
      number: 2)
    #expect(again?.refusal == .gone)
  }

  @Test("a member is combined with one that was made in a home that was merged by then")
  func survivorOfMergedHome() throws {
    let shared = try SharedHome()
    let (world, ann, home) = (shared.world, shared.ann, shared.home)
    let old = try ann.addHome("Old")
    try ann.sync()
    let grant = try world.store.read { try $0.grant(in: old, for: "ann")?.grantID }
    let grants = try [old: #require(grant)]
    func member(_ id: RecordID) -> Mutation {
      Mutation(.insert, "members", id, in: old, registers: ["name": .text(id)])
    }
    let merged = try world.push(
      [
        member("m-1"), move("members", "m-1", from: old, to: home),
        Mutation(.delete, "homes", old, in: old, destination: RecordPlace(zone: home, id: home)),
      ], as: "ann", number: 1)
    #expect(merged?.isAccepted == true)
    let late = try world.push([member("m-2")], as: "ann", number: 2, grants: grants)
    #expect(late?.isAccepted == true)
    let combined = try world.push(
      [
        Mutation(
          .delete, "members", "m-1", in: old, destination: RecordPlace(zone: old, id: "m-2"))
      ], as: "ann", number: 3, grants: grants)
    #expect(combined?.isAccepted == true)
    #expect(try world.record("m-1", in: home)?.movedTo == RecordPlace(zone: home, id: "m-2"))
  }
}
