import Replica
import SQLite
import SeededNoise
import SyncProtocol
import Testing
import Things

@Suite struct ItemTests {
  @Test("every field of an item is stored and reads back")
  func fields() throws {
    let store = try TestStore(homes: ["flat"])
    var details = ItemDetails(name: "Drill", currency: "EUR")
    details.locationID = try store.addLocation("Garage", home: "flat")
    details.description = "Red"
    details.notes = "One\nTwo"
    details.quantity = 3
    details.priceMinor = 12_900
    details.replacementMinor = 14_900
    details.purchasedOn = "2025-01-31"
    details.purchasedFrom = "Shop"
    details.condition = "Good"
    details.serial = "S-1"
    details.model = "M-1"
    details.manufacturer = "Maker"
    details.warrantyUntil = "2027-01-31"
    details.isLifetimeWarranty = true
    details.warrantyDetails = "Parts"
    details.assetID = "000-001"
    details.url = "https://example.org/drill"
    details.isArchived = true
    details.isInsured = true
    details.soldOn = "2026-01-01"
    details.soldTo = "Bob"
    details.soldMinor = 5000
    details.soldNotes = "Cash"
    details.lentTo = "Eve"
    details.lentUntil = "2026-02-01"
    let item = try store.write { try AddItem(homeID: store.id("flat"), details)($0) }
    let stored = try #require(try Item.find(item.id, in: store.connection))
    #expect(stored == item)
    #expect(stored.details == details)
    #expect(stored.createdBy == TestStore.account)
  }

  @Test("what cannot be stored is named field by field, all at once")
  func problems() throws {
    let store = try TestStore(homes: ["flat", "cabin"])
    var details = ItemDetails(name: " ", currency: "euro")
    details.quantity = -1
    details.priceMinor = -5
    details.purchasedOn = "2025-02-29"
    details.url = "javascript:alert(1)"
    details.serial = String(repeating: "x", count: 301)
    details.locationID = try store.addLocation("Shed", home: "cabin")
    let red = try store.addLabel("Red", home: "cabin")
    do {
      try store.write { try AddItem(homeID: store.id("flat"), details, labelIDs: [red])($0) }
      Issue.record("it was stored")
    } catch AddItem.Failure.invalid(let problems) {
      #expect(
        Set(problems.map(\.field.rawValue)) == [
          "name", "currency", "quantity", "priceMinor", "purchasedOn", "url", "serial",
          "locationID", "labels",
        ])
    }
    #expect(try store.integer("SELECT count(*) FROM items") == 0)
  }

  @Test("an edit writes the columns that changed and no others")
  func partialEdit() throws {
    let store = try TestStore(homes: ["flat"])
    let item = try store.addItem("Pan", home: "flat", price: 100)
    var details = item.details
    try store.write { try EditItem(itemID: item.id, details: details)($0) }
    #expect(store.lastChanges.isEmpty)
    var elsewhere = details
    elsewhere.priceMinor = 200
    try store.write { try EditItem(itemID: item.id, details: elsewhere)($0) }
    details.notes = "mine"
    let result = try store.write {
      try EditItem(itemID: item.id, details: details, base: item.details)($0)
    }
    #expect(result.details.priceMinor == 200)
    #expect(result.details.notes == "mine")
  }

  @Test("S3-BR7 D-HOM-13 an item moved to another home takes its parts along, its labels by name")
  func moveHome() throws {
    let store = try TestStore(homes: ["flat", "cabin"])
    let room = try store.addLocation("Kitchen", home: "flat")
    let shed = try store.addLocation("Shed", home: "cabin")
    let (red, blue) = (
      try store.addLabel("Red", home: "flat"), try store.addLabel("Blue", home: "flat")
    )
    let cabinRed = try store.addLabel("RED", home: "cabin")
    let item = try store.addItem("Pan", home: "flat", at: room, labels: [red, blue])
    try store.write {
      try SetItemFields(itemID: item.id, fields: [CustomField(name: "Size", value: "28")])($0)
    }
    try store.write {
      try AddPhoto(homeID: item.homeID, subject: .item(item.id), file: TestStore.photo())($0)
    }
    try store.write {
      try MoveItem(itemID: item.id, homeID: store.id("cabin"), locationID: shed)($0)
    }
    let page = try #require(try ItemPage(item: item.id, in: store.connection))
    #expect(page.item.homeID == store.id("cabin"))
    #expect(page.path.map(\.id) == [shed])
    #expect(page.labels.map(\.name) == ["Blue", "RED"])
    #expect(page.labels.contains { $0.id == cabinRed })
    #expect(page.labels.allSatisfy { $0.homeID == store.id("cabin") })
    #expect(page.fields.map(\.homeID) == [store.id("cabin")])
    #expect(page.photos.map(\.homeID) == [store.id("cabin")])
    #expect(
      try store.integer(
        "SELECT count(*) FROM itemLabels WHERE homeID = ?", .text(store.id("flat"))) == 0)
  }

  @Test("D-PRM-7 a move needs write access to both homes and a place in the new one")
  func moveRefused() throws {
    let store = try TestStore(homes: ["flat"])
    try store.addHome("aunt", role: .readOnly)
    let room = try store.addLocation("Room", home: "flat")
    let item = try store.addItem("Pan", home: "flat")
    #expect(throws: MoveItem.Failure.readOnlyHome(store.id("aunt"))) {
      try store.write { try MoveItem(itemID: item.id, homeID: store.id("aunt"))($0) }
    }
    #expect(throws: MoveItem.Failure.homeNotFound) {
      try store.write { try MoveItem(itemID: item.id, homeID: store.id("gone"))($0) }
    }
    try store.addHome("cabin")
    #expect(throws: MoveItem.Failure.locationNotFound) {
      try store.write {
        try MoveItem(itemID: item.id, homeID: store.id("cabin"), locationID: room)($0)
      }
    }
    try store.connection.execute(
      "UPDATE syncZones SET role = 'readOnly' WHERE id = ?", .text(store.id("flat")))
    #expect(throws: MoveItem.Failure.readOnlyHome(store.id("flat"))) {
      try store.write { try MoveItem(itemID: item.id, homeID: store.id("cabin"))($0) }
    }
  }

  @Test("deleting an item can be undone with everything it had, under the same ids")
  func undo() throws {
    let store = try TestStore(homes: ["flat"])
    let room = try store.addLocation("Room", home: "flat")
    let (red, blue) = (
      try store.addLabel("Red", home: "flat"), try store.addLabel("Blue", home: "flat")
    )
    let item = try store.addItem("Pan", home: "flat", at: room, labels: [red, blue])
    try store.write {
      try SetItemFields(itemID: item.id, fields: [CustomField(name: "Size", value: "28")])($0)
    }
    try store.write {
      try AddPhoto(homeID: item.homeID, subject: .item(item.id), file: TestStore.photo())($0)
    }
    let before = try ItemPage(item: item.id, in: store.connection)
    var undo = try store.write { try DeleteItem(itemID: item.id)($0) }
    for table in ["items", "itemLabels", "itemFields", "photos", "itemIndex", "itemParts"] {
      #expect(try store.integer("SELECT count(*) FROM \(table)") == 0)
    }
    try store.write { try RestoreItem(undo)($0) }
    #expect(try ItemPage(item: item.id, in: store.connection) == before)
    #expect(throws: RestoreItem.Failure.alreadyThere) {
      try store.write { try RestoreItem(undo)($0) }
    }
    undo = try store.write { try DeleteItem(itemID: item.id)($0) }
    try store.write { try DeleteLocation(locationID: room)($0) }
    try store.write { try DeleteLabel(labelID: red)($0) }
    try store.write { try RestoreItem(undo)($0) }
    let after = try #require(try ItemPage(item: item.id, in: store.connection))
    #expect(after.path.isEmpty)
    #expect(after.labels.map(\.id) == [blue])
  }

  @Test("setting labels writes the difference only, and two devices make one row of one label")
  func labels() throws {
    let store = try TestStore(homes: ["flat"])
    let (red, blue) = (
      try store.addLabel("Red", home: "flat"), try store.addLabel("Blue", home: "flat")
    )
    let item = try store.addItem("Pan", home: "flat", labels: [red])
    try store.write { try SetItemLabels(itemID: item.id, labelIDs: [red, blue])($0) }
    #expect(
      store.lastChanges == [RecordKey("itemLabels", ItemLabel.id(item: item.id, label: blue))])
    try store.write { try SetItemLabels(itemID: item.id, labelIDs: [])($0) }
    #expect(try store.integer("SELECT count(*) FROM itemLabels") == 0)
  }

  @Test("a label that a program from before has put on the item as well counts once")
  func olderLabels() throws {
    let store = try TestStore(homes: ["flat"])
    let red = try store.addLabel("Red", home: "flat")
    let item = try store.addItem("Pan", home: "flat", labels: [red])
    try store.write {
      _ = try $0.connection.execute(
        ItemLabel.sql.insert, .text(UUIDs.v5(item.id, red)), .text(item.homeID), .text(item.id),
        .text(red))
    }
    #expect(try ItemPage(item: item.id, in: store.connection)?.labels.map(\.id) == [red])
    #expect(
      try ItemList(filter: ItemFilter(), sort: .name, in: store.connection).rows.map(\.labels.count)
        == [1])
    try store.write { try SetItemLabels(itemID: item.id, labelIDs: [red])($0) }
    try store.write { try SetItemLabels(itemID: item.id, labelIDs: [])($0) }
    #expect(try ItemPage(item: item.id, in: store.connection)?.labels.isEmpty == true)
  }

  @Test("S0-US000-DM6 S0-US000-AC4 the first photo by rank, then id, is the primary one")
  func photos() throws {
    let store = try TestStore(homes: ["flat"])
    let item = try store.addItem("Pan", home: "flat")
    let subject = Photo.Subject.item(item.id)
    var ids: [RecordID] = []
    for digit in "abcd" {
      ids.append(
        try store.write {
          try AddPhoto(homeID: item.homeID, subject: subject, file: TestStore.photo(digit))($0).id
        })
    }
    func order() throws -> [RecordID] {
      try Photo.of(subject, home: item.homeID, in: store.connection).map(\.id)
    }
    #expect(try order() == ids)
    let wanted = [ids[3], ids[0], ids[1], ids[2]]
    try store.write {
      try ReorderPhotos(homeID: item.homeID, subject: subject, photoIDs: wanted)($0)
    }
    #expect(store.lastChanges.count == 1)
    #expect(try order() == wanted)
    let rows = try ItemList(filter: ItemFilter(), sort: .name, in: store.connection).rows
    #expect(rows.map(\.photoID) == [ids[3]])
    try store.connection.execute("UPDATE photos SET sortKey = 'V'")
    #expect(try order() == ids.sorted())
    #expect(throws: ReorderPhotos.Failure.photoNotFound) {
      try store.write {
        try ReorderPhotos(
          homeID: item.homeID, subject: subject, photoIDs: [ids[0], ids[0]])($0)
      }
    }
  }

  @Test("keys of photos always fit between their neighbours")
  func sortKeys() {
    var generator = SeededGenerator(seed: 3)
    var keys: [String] = []
    for _ in 0..<500 {
      let position = Int.random(in: 0...keys.count, using: &generator)
      let low = position > 0 ? keys[position - 1] : nil
      let high = position < keys.count ? keys[position] : nil
      let key = SortKey.between(low, high)
      if let low { #expect(Array(low.utf8).lexicographicallyPrecedes(Array(key.utf8))) }
      if let high { #expect(Array(key.utf8).lexicographicallyPrecedes(Array(high.utf8))) }
      keys.insert(key, at: position)
    }
    #expect(keys.allSatisfy { $0.utf8.count <= 20 })
  }
}
