import Replica
import SyncProtocol
import Testing
import Things

@Suite struct NumberItemsTests {
  private func numbers(_ store: TestStore, _ home: String) throws -> [String] {
    try store.texts(
      "SELECT name || ' ' || assetID FROM items WHERE homeID = ? ORDER BY name",
      .text(store.id(home)))
  }

  private func give(_ assetID: String, to item: Item, _ store: TestStore) throws {
    var details = item.details
    details.assetID = assetID
    try store.write { try EditItem(itemID: item.id, details: details)($0) }
  }

  @Test("items without an asset id get the next numbers of their home, the oldest first")
  func numbered() throws {
    let store = try TestStore(homes: ["flat", "cabin"])
    let lamp = try store.addItem("Lamp", home: "flat")
    for name in ["Kettle", "Chair"] { try store.addItem(name, home: "flat") }
    let oar = try store.addItem("Oar", home: "cabin")
    try give("000-041", to: lamp, store)
    try give("900-000", to: oar, store)
    let undo = try store.write { try NumberItems(homeID: store.id("flat"))($0) }
    #expect(try numbers(store, "flat") == ["Chair 000-043", "Kettle 000-042", "Lamp 000-041"])
    #expect(undo.numbers.map(\.assetID) == ["000-042", "000-043"])
    #expect(store.lastChanges.count == 2)
    let again = try store.write { try NumberItems(homeID: store.id("flat"))($0) }
    #expect(again.numbers.isEmpty && store.lastChanges.isEmpty)
  }

  @Test(
    "ids of another form are left alone and count for nothing; thousands carry over",
    arguments: [
      ("A-7", "000-001"), ("7", "000-001"), ("000-999", "001-000"), ("999-999", "1000-000"),
      ("1000-000", "1000-001"), ("12-345", "000-001"), ("000-٣٤٥", "000-001"),
      ("99999999999999999999-000", "000-001"),
    ])
  func forms(present: String, next: String) throws {
    let store = try TestStore(homes: ["flat"])
    try give(present, to: store.addItem("Chair", home: "flat"), store)
    try store.addItem("Kettle", home: "flat")
    try store.write { _ = try NumberItems(homeID: store.id("flat"))($0) }
    #expect(try numbers(store, "flat") == ["Chair \(present)", "Kettle \(next)"])
  }

  @Test("archived items are numbered only by name, another home's not at all")
  func chosen() throws {
    let store = try TestStore(homes: ["flat", "cabin"])
    var old = ItemDetails(name: "Radio", currency: "EUR")
    old.isArchived = true
    let radio = try store.write { try AddItem(homeID: store.id("flat"), old)($0) }
    let oar = try store.addItem("Oar", home: "cabin")
    #expect(
      try NumberItems.unnumberedCount(home: store.id("flat"), in: store.connection) == 0)
    try store.write { _ = try NumberItems(homeID: store.id("flat"))($0) }
    #expect(try numbers(store, "flat") == ["Radio "])
    let flat = store.id("flat")
    try store.write { _ = try NumberItems(homeID: flat, itemIDs: [radio.id, oar.id])($0) }
    #expect(try numbers(store, "flat") == ["Radio 000-001"])
    #expect(try numbers(store, "cabin") == ["Oar "])
  }

  @Test("numbers are taken back, but not one that was changed since, nor of an item that is gone")
  func undone() throws {
    let store = try TestStore(homes: ["flat"])
    let items = try ["Chair", "Kettle", "Lamp"].map { try store.addItem($0, home: "flat") }
    let undo = try store.write { try NumberItems(homeID: store.id("flat"))($0) }
    let kettle = try #require(try Item.find(items[1].id, in: store.connection))
    try give("MINE", to: kettle, store)
    try store.write { _ = try DeleteItem(itemID: items[2].id)($0) }
    try store.write { try TakeNumbersBack(undo)($0) }
    #expect(try numbers(store, "flat") == ["Chair ", "Kettle MINE"])
  }

  @Test("who may only view gives no numbers and takes none back")
  func viewers() throws {
    let store = try TestStore(homes: ["flat"])
    try store.addItem("Chair", home: "flat")
    let undo = try store.write { try NumberItems(homeID: store.id("flat"))($0) }
    try store.connection.execute("UPDATE syncZones SET role = 'readOnly' WHERE kind = 'home'")
    #expect(throws: NumberItems.Failure.readOnlyHome) {
      try store.write { try NumberItems(homeID: store.id("flat"))($0) }
    }
    #expect(throws: NumberItems.Failure.readOnlyHome) {
      try store.write { try TakeNumbersBack(undo)($0) }
    }
    #expect(throws: NumberItems.Failure.homeNotFound) {
      try store.write { try NumberItems(homeID: store.id("cabin"))($0) }
    }
  }
}
