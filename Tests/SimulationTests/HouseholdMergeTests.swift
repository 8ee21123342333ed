import Household
import Replica
import SyncProtocol
import TestSupport
import Testing
import Things

/// What simulated households found, step by step.
@Suite struct HouseholdMergeTests {
  private let world: SyncWorld
  private let ann: SyncDevice
  private let bob: SyncDevice
  private let flat: ZoneID
  private let cabin: ZoneID

  /// Two people in two homes, with everything pulled.
  init() throws {
    world = try SyncWorld(schema: Things.schema, uploadsFiles: true)
    ann = try world.device("ann", sql: Things.migrations)
    bob = try world.device("bob", sql: Things.migrations)
    try ann.sync()
    flat = try ann.write { try CreateHome(HomeDetails(name: "Flat"))($0).id }
    cabin = try ann.write { try CreateHome(HomeDetails(name: "Cabin"))($0).id }
    try ann.sync()
    try world.admit("bob", to: flat, by: "ann")
    try world.admit("bob", to: cabin, by: "ann")
    try bob.sync()
  }

  private func addItem(_ name: String) throws -> RecordID {
    let id = try ann.write {
      try AddItem(homeID: flat, ItemDetails(name: name, currency: "EUR"))($0).id
    }
    try ann.sync()
    try bob.sync()
    return id
  }

  private func rename(_ item: RecordID, _ name: String, on device: SyncDevice) throws {
    try device.write { transaction in
      guard var details = try Item.find(item, in: transaction.connection)?.details else { return }
      details.name = name
      try EditItem(itemID: item, details: details)(transaction)
    }
  }

  @Test("a label put on an item while that goes to another home is refused, and the hub goes on")
  func labelOfMovedItem() throws {
    let item = try addItem("Lamp")
    let label = HomeDefaults.labelID("Books", home: flat)
    try bob.write { try SetItemLabels(itemID: item, labelIDs: [label])($0) }
    try ann.write { try MoveItem(itemID: item, homeID: cabin)($0) }
    try ann.sync()
    try bob.sync()
    #expect(try bob.refusals == [.parentGone])
    #expect(try bob.texts("SELECT homeID FROM items WHERE id = ?", .text(item)) == [cabin])
    #expect(try bob.count("itemLabels") == 0)
  }

  @Test("a photo that followed its item to another home is found there by who added it")
  func photoOfMovedItem() throws {
    let item = try addItem("Lamp")
    let file = StoredPhoto(
      blobHash: String(repeating: "a", count: 64), byteCount: 1, kind: .jpeg, width: 1, height: 1)
    try ann.write { try MoveItem(itemID: item, homeID: cabin)($0) }
    try ann.sync()
    let photos = try (0..<2).map { _ in
      try bob.write { try AddPhoto(homeID: flat, subject: .item(item), file: file)($0).id }
    }
    try bob.write { try DeletePhoto(photoID: photos[0])($0) }
    try bob.sync()
    #expect(try bob.refusals.isEmpty)
    #expect(try bob.texts("SELECT id || homeID FROM photos") == [photos[1] + cabin])
  }

  @Test("two new names at the same time leave an item with the key of the one that it has")
  func nameAndKey() throws {
    let item = try addItem("Lamp")
    try rename(item, "Chair", on: ann)
    world.now += 1000
    // The same key as before: nothing to write for a device that knows of no chair.
    try rename(item, "LAMP", on: bob)
    try ann.sync()
    try bob.sync()
    try ann.sync()
    for device in [ann, bob] {
      #expect(try device.texts("SELECT name || '/' || nameKey FROM items") == ["LAMP/lamp"])
    }
  }

  @Test("a form that was open meanwhile stores its name with that name's key")
  func nameOfOpenForm() throws {
    let item = try addItem("Lamp")
    let shown = try #require(try Item.find(item, in: ann.connection)).details
    try rename(item, "Chair", on: ann)
    var details = shown
    details.name = "LAMP"
    try ann.write { try EditItem(itemID: item, details: details, base: shown)($0) }
    #expect(try ann.texts("SELECT name || '/' || nameKey FROM items") == ["LAMP/lamp"])
  }
}
