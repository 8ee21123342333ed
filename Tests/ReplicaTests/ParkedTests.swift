import Replica
import SyncProtocol
import TestSupport
import Testing

/// Bob may only read Ann's home.
private struct ReaderScene {
  let world: SyncWorld
  let ann: SyncDevice
  let bob: SyncDevice
  let home: ZoneID
  let item: RecordID

  init(role: Role = .readOnly) throws {
    world = try SyncWorld()
    ann = try world.device("ann")
    bob = try world.device("bob")
    home = try ann.addHome("Flat")
    item = try ann.addItem("lamp", in: home)
    try ann.sync()
    try world.admit("bob", to: home, by: "ann", as: role)
    try bob.sync()
  }
}

@Suite struct ParkedTests {
  @Test(
    "D-PRM-1 what a reader writes is refused, undone and kept with its reason",
    arguments: [
      "UPDATE items SET name = 'mine'", "DELETE FROM items",
      "INSERT INTO places (id, homeID, name) SELECT 'p9', id, 'den' FROM homes",
      "UPDATE homes SET name = 'mine'",
    ])
  func readOnly(_ sql: String) throws {
    let scene = try ReaderScene()
    try scene.bob.run(sql)
    try scene.bob.sync()
    #expect(try scene.bob.refusals == [.readOnly])
    #expect(try scene.bob.items == ["lamp"])
    #expect(try scene.bob.count("places") == 0)
    #expect(try scene.bob.texts("SELECT name FROM homes") == ["Flat"])
    #expect(try scene.bob.replica.parkedChanges()[0].changeSet.mutations.count == 1)
    #expect(try scene.world.value("name", of: scene.item, in: scene.home) == "lamp")
  }

  @Test("D-PRM-2 what was written before a downgrade is undone and kept, and can be discarded")
  func downgraded() throws {
    let scene = try ReaderScene(role: .readWrite)
    try scene.bob.rename(scene.item, "bob's lamp")
    try scene.bob.addItem("chair", in: scene.home)
    try scene.world.hub.setRole(.readOnly, of: "bob", in: scene.home, by: "ann")
    try scene.bob.sync()
    #expect(try scene.bob.refusals == [.readOnly, .readOnly])
    #expect(try scene.bob.items == ["lamp"])
    for change in try scene.bob.replica.parkedChanges() {
      try scene.bob.replica.discard(change.number)
    }
    #expect(try scene.bob.refusals == [])
    #expect(throws: ReplicaError.noSuchParkedChange) { try scene.bob.replica.discard(1) }
  }

  @Test("a retry makes the change again under a new id")
  func retry() throws {
    let scene = try ReaderScene()
    try scene.bob.rename(scene.item, "bob's lamp")
    try scene.bob.sync()
    let parked = try #require(try scene.bob.replica.parkedChanges().first)
    #expect(throws: ReplicaError.cannotRetry) { try scene.bob.replica.retry(parked.number) }
    try scene.world.hub.setRole(.readWrite, of: "bob", in: scene.home, by: "ann")
    try scene.bob.pull()
    try scene.bob.replica.retry(parked.number)
    let again = try #require(try scene.bob.replica.nextPush()?.changeSets.first)
    #expect(again.id != parked.changeSet.id)
    #expect(again.id.number > parked.changeSet.id.number)
    try scene.bob.sync()
    #expect(try scene.bob.refusals == [])
    #expect(try scene.world.value("name", of: scene.item, in: scene.home) == "bob's lamp")
  }

  @Test("a retry of what is gone changes nothing and keeps the change")
  func retryOfGone() throws {
    let scene = try ReaderScene(role: .readWrite)
    try scene.ann.deleteItem(scene.item)
    try scene.ann.sync()
    try scene.bob.rename(scene.item, "late")
    try scene.bob.sync()
    let parked = try #require(try scene.bob.replica.parkedChanges().first)
    #expect(throws: ReplicaError.cannotRetry) { try scene.bob.replica.retry(parked.number) }
    #expect(try scene.bob.refusals == [.gone])
    #expect(try scene.bob.pendingCount == 0)
  }

  @Test(
    "S1-9.2-c what is pending when its author is removed is parked by the hub's answer, not before")
  func removedWhilePending() throws {
    let scene = try ReaderScene(role: .readWrite)
    try scene.bob.rename(scene.item, "late")
    try scene.world.hub.remove("bob", from: scene.home, by: "ann")
    try scene.bob.pull()
    #expect(try scene.bob.items == [])
    #expect(try scene.bob.refusals == [])
    #expect(try scene.bob.pendingCount == 1)
    try scene.bob.sync()
    #expect(try scene.bob.refusals == [.permission])
    #expect(try scene.bob.pendingCount == 0)
  }

  @Test("parked changes outlive the purge of their home")
  func keptOverPurge() throws {
    let scene = try ReaderScene()
    try scene.bob.rename(scene.item, "mine")
    try scene.bob.sync()
    try scene.world.hub.remove("bob", from: scene.home, by: "ann")
    try scene.bob.sync()
    #expect(try scene.bob.items == [])
    let parked = try #require(try scene.bob.replica.parkedChanges().first)
    #expect(parked.changeSet.mutations.first?.registers == ["name": "mine"])
  }

  @Test("what was applied although its answer was lost is not parked when its author is removed")
  func appliedAndRemoved() throws {
    let scene = try ReaderScene(role: .readWrite)
    try scene.bob.rename(scene.item, "in time")
    let request = try #require(try scene.bob.replica.nextPush())
    _ = try scene.world.hub.push(request, as: "bob")
    try scene.world.hub.remove("bob", from: scene.home, by: "ann")
    try scene.bob.pull()
    try scene.bob.sync()
    #expect(try scene.bob.refusals == [])
    #expect(try scene.bob.pendingCount == 0)
    #expect(try scene.world.value("name", of: scene.item, in: scene.home) == "in time")
  }

  @Test("what was written under a grant that was taken back is parked, even if he is back in")
  func regranted() throws {
    let scene = try ReaderScene(role: .readWrite)
    try scene.bob.rename(scene.item, "old grant")
    try scene.world.hub.remove("bob", from: scene.home, by: "ann")
    try scene.world.admit("bob", to: scene.home, by: "ann")
    try scene.bob.sync()
    #expect(try scene.bob.refusals == [.regranted])
    #expect(try scene.bob.items == ["lamp"])
    try scene.bob.rename(scene.item, "new grant")
    try scene.bob.sync()
    #expect(try scene.world.value("name", of: scene.item, in: scene.home) == "new grant")
  }

  @Test("a parked change holds what its author wrote and nothing that was there before")
  func parkedHoldsOnlyOwn() throws {
    let scene = try ReaderScene()
    try scene.bob.rename(scene.item, "mine")
    try scene.bob.run("DELETE FROM items")
    try scene.bob.sync()
    let parked = try scene.bob.replica.parkedChanges()
    #expect(parked.map { $0.changeSet.mutations[0].registers } == [["name": "mine"], [:]])
  }
}
