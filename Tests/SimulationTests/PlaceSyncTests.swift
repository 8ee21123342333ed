import Household
import Replica
import SyncProtocol
import TestSupport
import Testing
import Things

/// Places that move between homes, checks and templates, between two people's devices.
@Suite struct PlaceSyncTests {
  private let world: SyncWorld
  private let ann: SyncDevice
  private let bob: SyncDevice
  private let flat: ZoneID
  private let cabin: ZoneID
  private let box: RecordID
  private let bag: RecordID

  /// Two people in two homes, with a box and a bag in it, and everything pulled.
  init() throws {
    world = try SyncWorld(schema: Things.schema, uploadsFiles: true)
    ann = try world.device("ann", sql: Things.migrations)
    bob = try world.device("bob", sql: Things.migrations)
    try ann.sync()
    let flat = try ann.write { try CreateHome(HomeDetails(name: "Flat"))($0).id }
    cabin = try ann.write { try CreateHome(HomeDetails(name: "Cabin"))($0).id }
    let box = try ann.write {
      try AddLocation(homeID: flat, LocationDetails(name: "Box"))($0).id
    }
    bag = try ann.write {
      try AddLocation(homeID: flat, parentID: box, LocationDetails(name: "Bag"))($0).id
    }
    (self.flat, self.box) = (flat, box)
    try ann.sync()
    try world.admit("bob", to: flat, by: "ann")
    try world.admit("bob", to: cabin, by: "ann")
    try bob.sync()
  }

  private func addItem(_ name: String, at place: RecordID, on device: SyncDevice) throws -> RecordID
  {
    var details = ItemDetails(name: name, currency: "EUR")
    details.locationID = place
    return try device.write { [details] in
      try AddItem(
        homeID: flat, details, labelIDs: [HomeDefaults.labelID("Books", home: flat)])($0).id
    }
  }

  private func whereabouts(_ item: RecordID, on device: SyncDevice) throws -> [String] {
    try device.texts(
      "SELECT homeID || coalesce(locationID, '') FROM items WHERE id = ?", .text(item))
  }

  @Test("X05 a box that moved on one device is in the other home everywhere, with all in it")
  func moves() throws {
    let book = try addItem("Book", at: bag, on: ann)
    let file = StoredPhoto(
      blobHash: String(repeating: "a", count: 64), byteCount: 1, kind: .jpeg, width: 1, height: 1)
    try ann.write {
      try AddPhoto(homeID: flat, subject: .item(book), file: file)($0)
      try AddPhoto(homeID: flat, subject: .location(box), file: file)($0)
    }
    try ann.sync()
    try bob.sync()
    let undo = try bob.write { try MovePlace(locationID: box, homeID: cabin)($0) }
    try bob.sync()
    try ann.sync()
    for device in [ann, bob] {
      #expect(try device.refusals.isEmpty)
      #expect(try whereabouts(book, on: device) == [cabin + bag])
      #expect(try device.texts("SELECT DISTINCT homeID FROM photos") == [cabin])
      #expect(
        try device.texts(
          "SELECT labelID FROM itemLabels WHERE itemID = ?", .text(book))
          == [HomeDefaults.labelID("Books", home: cabin)])
    }
    try bob.write { try MovePlaceBack(undo)($0) }
    try bob.sync()
    try ann.sync()
    for device in [ann, bob] {
      #expect(try device.refusals.isEmpty)
      #expect(try whereabouts(book, on: device) == [flat + bag])
      #expect(try device.texts("SELECT DISTINCT homeID FROM photos") == [flat])
    }
  }

  @Test("a label put on an item that has meanwhile moved to another home stays with its author")
  func labelOfMoved() throws {
    let book = try addItem("Book", at: bag, on: ann)
    try ann.sync()
    try bob.sync()
    try ann.write { try MoveItem(itemID: book, homeID: cabin)($0) }
    try ann.sync()
    let label = HomeDefaults.labelID("Electronics", home: flat)
    try bob.run(
      "INSERT INTO itemLabels (id, homeID, itemID, labelID) VALUES (?, ?, ?, ?)",
      .text(ItemLabel.id(item: book, label: label)), .text(flat), .text(book), .text(label))
    for device in [bob, ann] { try device.sync() }
    #expect(try bob.refusals == [.parentGone])
    for device in [ann, bob] {
      #expect(try whereabouts(book, on: device) == [cabin])
      #expect(
        try device.texts("SELECT homeID FROM itemLabels WHERE itemID = ?", .text(book)) == [cabin])
    }
  }

  @Test("a receipt keeps its entry through a move, and loses it when somebody deletes that")
  func receipts() throws {
    let lamp = try addItem("Lamp", at: bag, on: ann)
    let entry = try ann.write {
      try AddMaintenance(itemID: lamp, MaintenanceDetails(title: "Oil", currency: "EUR"))($0).id
    }
    func add(_ digit: Character, on device: SyncDevice) throws {
      let file = StoredPaper(
        blobHash: String(repeating: digit, count: 64), byteCount: 1, media: .pdf)
      try device.write {
        try AddAttachment(
          homeID: flat, subject: .item(lamp), kind: .receipt, name: "bill.pdf", file: file,
          maintenanceID: entry)($0)
      }
    }
    func expect(_ rows: [String], _ comment: Comment) throws {
      for device in [ann, bob] {
        #expect(try device.refusals.isEmpty, comment)
        #expect(
          try device.texts(
            "SELECT homeID || ' ' || coalesce(maintenanceID, '') FROM attachments ORDER BY blobHash"
          ) == rows, comment)
      }
    }
    func sync() throws {
      for device in [ann, bob, ann] { try device.sync() }
    }
    try add("a", on: ann)
    try sync()
    // One moves the place, the other adds a receipt to what is in it.
    try add("b", on: bob)
    try ann.write { try MovePlace(locationID: box, homeID: cabin)($0) }
    try sync()
    try expect(["\(cabin) \(entry)", "\(cabin) \(entry)"], "the move first")
    let back = try bob.write { try MoveItem(itemID: lamp, homeID: flat).undoably($0) }
    try sync()
    try expect(["\(flat) \(entry)", "\(flat) \(entry)"], "one item")
    try bob.write { try MoveBack(back)($0) }
    try bob.write { try MoveItem(itemID: lamp, homeID: flat)($0) }
    try sync()
    // One deletes the entry, the other adds a receipt to it.
    try add("c", on: bob)
    try ann.write { try DeleteMaintenance(entryID: entry)($0) }
    try sync()
    try expect(["\(flat) ", "\(flat) ", "\(flat) "], "the deletion first")
  }

  @Test("what is put into a box while that goes to another home stays in its own, without a place")
  func unseenItem() throws {
    let book = try addItem("Book", at: box, on: ann)
    try ann.sync()
    try bob.sync()
    let pen = try addItem("Pen", at: box, on: bob)
    try ann.write { try MovePlace(locationID: box, homeID: cabin)($0) }
    try ann.sync()
    try bob.sync()
    try ann.sync()
    for device in [ann, bob] {
      #expect(try device.refusals.isEmpty)
      #expect(try whereabouts(pen, on: device) == [flat])
      #expect(try whereabouts(book, on: device) == [cabin + box])
    }
    // The other way round: the hub has the item first, and who moves the place has not seen it.
    let crate = try ann.write {
      try AddLocation(homeID: flat, LocationDetails(name: "Crate"))($0).id
    }
    try ann.sync()
    try bob.sync()
    let cup = try addItem("Cup", at: crate, on: bob)
    try bob.sync()
    try ann.write { try MovePlace(locationID: crate, homeID: cabin)($0) }
    try ann.sync()
    try bob.sync()
    for device in [ann, bob] {
      #expect(try device.refusals.isEmpty)
      #expect(try whereabouts(cup, on: device) == [flat])
    }
  }

  @Test("a rename of something in a box follows it to the other home")
  func renamed() throws {
    let book = try addItem("Book", at: box, on: ann)
    try ann.sync()
    try bob.sync()
    try ann.write { try MovePlace(locationID: box, homeID: cabin)($0) }
    try bob.write { transaction in
      guard var details = try Item.find(book, in: transaction.connection)?.details else { return }
      details.name = "Atlas"
      try EditItem(itemID: book, details: details)(transaction)
      try EditLocation(locationID: bag, details: LocationDetails(name: "Sack"))(transaction)
    }
    try ann.sync()
    try bob.sync()
    try ann.sync()
    for device in [ann, bob] {
      #expect(try device.refusals.isEmpty)
      #expect(
        try device.texts("SELECT homeID || name FROM items WHERE id = ?", .text(book))
          == [cabin + "Atlas"])
      #expect(
        try device.texts("SELECT homeID || name FROM locations WHERE id = ?", .text(bag))
          == [cabin + "Sack"])
    }
  }

  @Test("two people who check one place at the same time, apart, have both seen what either saw")
  func checkTogether() throws {
    let (book, pen) = (try addItem("Book", at: box, on: ann), try addItem("Pen", at: bag, on: ann))
    try ann.sync()
    try bob.sync()
    for (device, item) in [(ann, book), (bob, pen)] {
      try device.write {
        try StartCheck(locationID: box, on: "2026-03-01")($0)
        try SightItem(itemID: item, on: "2026-03-01")($0)
      }
    }
    try ann.sync()
    try bob.sync()
    try ann.sync()
    let progress = try ann.write { try FinishCheck(locationID: box, on: "2026-03-02")($0).progress }
    #expect((progress.itemCount, progress.seenCount) == (2, 2))
    try ann.sync()
    try bob.sync()
    #expect(
      try bob.texts(
        "SELECT coalesce(checkStartedOn, '') || checkedOn FROM locations WHERE id = ?",
        .text(box)) == ["2026-03-02"])
    // Somebody who is behind finds that it has ended.
    #expect(throws: FinishCheck.Failure.notUnderWay) {
      try bob.write { try FinishCheck(locationID: box, on: "2026-03-02")($0) }
    }
  }

  /// Saves a template's form that shows what the device has.
  private func edit(
    _ id: RecordID, on device: SyncDevice, _ change: (inout ItemTemplate.Content) -> Void
  ) throws {
    try device.write { transaction in
      guard let old = try ItemTemplate.find(id, in: transaction.connection)?.details else { return }
      var new = old
      change(&new.content)
      try EditTemplate(templateID: id, details: new, base: old)(transaction)
    }
  }

  @Test("a template is everybody's in the home, and two edits of it apart are both kept")
  func templates() throws {
    var details = TemplateDetails(name: "Paperback")
    details.content.locationID = box
    let id = try ann.write { [details] in try AddTemplate(homeID: flat, details)($0).id }
    try ann.sync()
    try bob.sync()
    try edit(id, on: ann) { $0.model = "Pocket" }
    try edit(id, on: bob) { $0.fieldNames = ["Author"] }
    try ann.sync()
    try bob.sync()
    try ann.sync()
    for device in [ann, bob] {
      #expect(try device.texts("SELECT model || fieldNames FROM templates") == ["PocketAuthor"])
    }
    // The place goes to another home: the template stays, without one.
    try bob.write { try MovePlace(locationID: box, homeID: cabin)($0) }
    try bob.sync()
    try ann.sync()
    #expect(try ann.texts("SELECT homeID || coalesce(locationID, '') FROM templates") == [flat])
  }

  @Test("a box of 300 items moves in one commit of each home, and back in one")
  func large() throws {
    let ids = try ann.write { transaction in
      try (0..<300).map { number in
        var details = ItemDetails(name: "Item \(number)", currency: "EUR")
        details.locationID = number % 2 == 0 ? box : bag
        return try AddItem(
          homeID: flat, details, labelIDs: [HomeDefaults.labelID("Books", home: flat)])(
            transaction
          ).id
      }
    }
    try ann.sync()
    let before = (try world.head(of: flat) ?? 0, try world.head(of: cabin) ?? 0)
    var undo: UndoPlaceMove?
    #expect(
      try ann.confirm(relyingOn: [flat, cabin]) {
        undo = try MovePlace(locationID: box, homeID: cabin)($0)
      } == .accepted)
    let after = (try world.head(of: flat) ?? 0, try world.head(of: cabin) ?? 0)
    #expect(after == (before.0 + 1, before.1 + 1))
    try bob.sync()
    #expect(
      try bob.texts("SELECT count(*) FROM items WHERE homeID = ?", .text(cabin)) == ["300"])
    let back = try #require(undo)
    #expect(try ann.confirm(relyingOn: [flat, cabin]) { try MovePlaceBack(back)($0) } == .accepted)
    #expect(try world.head(of: cabin) == after.1 + 1)
    try bob.sync()
    #expect(
      try bob.texts("SELECT homeID || locationID FROM items WHERE id = ?", .text(ids[0]))
        == [flat + box])
  }
}
