import Replica
import SyncProtocol
import TestSupport
import Testing

/// A guarded register, here the caption of a photo: of two people who change it without having seen
/// each other, the second is told.
@Suite("A guarded register") struct GuardedRegisterTests {
  private let shared: SharedHome
  private let photo: RecordID

  init() throws {
    shared = try SharedHome()
    let item = try shared.ann.addItem("lamp", in: shared.home)
    photo = try shared.ann.addPhoto("front", of: item, in: shared.home)
    try shared.settle()
  }

  private var world: SyncWorld { shared.world }

  private func write(_ caption: String, on device: SyncDevice) throws {
    world.now += 10
    try device.run("UPDATE photos SET caption = ? WHERE id = ?", .text(caption), .text(photo))
  }

  private func stored() throws -> FieldValue? {
    try world.value("caption", of: photo, in: shared.home)
  }

  private func push(
    _ caption: String, seen: SortedMap<FieldValue>, number: Int64, at time: HybridTime? = nil
  ) throws -> Answer? {
    try world.push(
      [
        Mutation(
          .update, "photos", photo, in: shared.home, registers: ["caption": .text(caption)],
          seen: seen)
      ], as: "bob", number: number, at: time)
  }

  @Test(
    "who comes second is refused with the register, whoever wrote first, and keeps what was typed",
    arguments: [true, false])
  func second(_ isEarlierFirst: Bool) throws {
    try write("left", on: shared.ann)
    try write("right", on: shared.bob)
    let (first, second) =
      isEarlierFirst ? (shared.ann, shared.bob) : (shared.bob, shared.ann)
    try first.sync()
    try second.sync()
    let caption = isEarlierFirst ? "left" : "right"
    #expect(try stored() == .text(caption))
    try shared.settle()
    for device in [shared.ann, shared.bob] {
      #expect(try device.texts("SELECT caption FROM photos") == [caption])
    }
    #expect(try first.replica.parkedChanges().isEmpty)
    let parked = try #require(try second.replica.parkedChanges().first)
    #expect(parked.refusal == Refusal(.stale, RecordKey("photos", photo), "caption"))
    let typed = isEarlierFirst ? "right" : "left"
    #expect(parked.changeSet.mutations.first?.registers["caption"] == .text(typed))
  }

  @Test("what one writes after another, having seen it, is taken; so are one's own in a row")
  func inARow() throws {
    for caption in ["left", "right", "left", "front"] { try write(caption, on: shared.bob) }
    try shared.settle()
    try write("back", on: shared.ann)
    try shared.settle()
    #expect(try stored() == "back")
    for device in [shared.ann, shared.bob] {
      #expect(try device.replica.parkedChanges().isEmpty)
    }
  }

  @Test("what rests on a refused change is refused with it")
  func chain() throws {
    try write("left", on: shared.ann)
    try shared.ann.sync()
    try write("right", on: shared.bob)
    try write("far right", on: shared.bob)
    try shared.settle()
    #expect(try stored() == "left")
    let parked = try shared.bob.replica.parkedChanges()
    #expect(parked.map(\.refusal.reason) == [.stale, .stale])
  }

  @Test("two who write the same agree")
  func agreeing() throws {
    try write("left", on: shared.ann)
    try write("left", on: shared.bob)
    try shared.settle()
    #expect(try stored() == "left")
    for device in [shared.ann, shared.bob] {
      #expect(try device.replica.parkedChanges().isEmpty)
    }
  }

  @Test("a change set with a guarded register that nobody saw happens not at all")
  func whole() throws {
    try write("left", on: shared.ann)
    try shared.ann.sync()
    world.now += 10
    try shared.bob.write {
      try $0.connection.execute("UPDATE photos SET caption = 'right' WHERE id = ?", .text(photo))
      try $0.connection.execute("UPDATE items SET name = 'desk lamp'")
    }
    try shared.settle()
    #expect(try shared.ann.items == ["lamp"])
  }

  @Test("a program that knows no guarded registers is judged as before: the last writer wins")
  func older() throws {
    try write("left", on: shared.ann)
    try shared.ann.sync()
    world.now += 10
    #expect(try push("right", seen: [:], number: 1)?.isAccepted == true)
    #expect(try stored() == "right")
    let early = HybridTime(milliseconds: world.now - 1000)
    #expect(try push("far right", seen: [:], number: 2, at: early)?.isAccepted == true)
    #expect(try stored() == "right")
  }

  @Test("who saw an earlier time at which it was the same, is told, too")
  func sameAgain() throws {
    for caption in ["left", "front"] { try write(caption, on: shared.ann) }
    try shared.ann.sync()
    let early = HybridTime(milliseconds: world.now - 15)
    #expect(
      try push("right", seen: ["caption": "front"], number: 1, at: early)?.refusal == .stale)
    #expect(try stored() == "front")
  }

  @Test("what is said to be seen of other registers counts for nothing")
  func others() throws {
    world.now += 10
    let answer = try world.push(
      [
        Mutation(
          .update, "photos", photo, in: shared.home,
          registers: ["caption": "right", "file": nil],
          seen: ["caption": "front", "file": "g", "nothing": 7, "itemID": nil])
      ], as: "bob", number: 1)
    #expect(answer?.isAccepted == true)
  }

  @Test("a photo that moves with another caption is guarded on the way")
  func moving() throws {
    try write("left", on: shared.ann)
    try shared.ann.sync()
    let item = try #require(try shared.ann.texts("SELECT id FROM items").first)
    world.now += 10
    let move = [("items", item), ("photos", photo)].map { table, id in
      Mutation(
        .move, table, id, in: shared.home,
        registers: table == "photos" ? ["caption": "right"] : [:],
        seen: table == "photos" ? ["caption": "front"] : [:],
        destination: RecordPlace(zone: shared.own, id: id))
    }
    #expect(try world.push(move, as: "bob", number: 1)?.refusal == .stale)
    #expect(try stored() == "left")
  }
}
