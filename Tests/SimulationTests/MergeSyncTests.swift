import Household
import Hub
import Replica
import SyncProtocol
import TestSupport
import Testing
import Things

/// A home that goes into another one while other devices of the same person are away.
@Suite struct MergeSyncTests {
  private let world: SyncWorld
  private let owner: SyncDevice
  private let phone: SyncDevice
  /// The joiner's other device.
  private let laptop: SyncDevice
  private let cabin: ZoneID
  private let cottage: ZoneID
  private let kitchen: RecordID
  private let theirKitchen: RecordID
  private let pan: RecordID

  /// Two people with a kitchen each; the phone's owner has joined the cabin.
  init() throws {
    let world = try SyncWorld(schema: Things.schema, uploadsFiles: true)
    // What somebody has merged is kept in their personal zone.
    for (index, account) in ["ann", "bob"].enumerated() {
      let account = Account(
        id: account, name: account, nameKey: account, displayName: account, passwordHash: "",
        isAdministrator: false, createdAt: 0,
        personalZone: "0190a000-0000-7000-8000-00000000000\(index)")
      try world.store.write { try world.hub.createPersonalZone(for: account, writer: $0) }
    }
    let owner = try world.device("ann", sql: Things.migrations)
    let phone = try world.device("bob", sql: Things.migrations)
    let laptop = try world.device("bob", "bob2", sql: Things.migrations)
    for device in [owner, phone, laptop] { try device.sync() }
    let cabin = try owner.write { try CreateHome(HomeDetails(name: "Cabin"), rooms: [])($0).id }
    let theirKitchen = try owner.write {
      try AddLocation(homeID: cabin, LocationDetails(name: "Kitchen"))($0).id
    }
    let cottage = try phone.write {
      try CreateHome(HomeDetails(name: "Cottage"), rooms: [])($0).id
    }
    let kitchen = try phone.write {
      try AddLocation(homeID: cottage, LocationDetails(name: "KITCHEN"))($0).id
    }
    let pan = try phone.write { transaction in
      var details = ItemDetails(name: "Pan", currency: "EUR")
      details.locationID = kitchen
      return try AddItem(homeID: cottage, details)(transaction).id
    }
    (self.world, self.owner, self.phone, self.laptop) = (world, owner, phone, laptop)
    (self.theirKitchen, self.pan) = (theirKitchen, pan)
    (self.cabin, self.cottage, self.kitchen) = (cabin, cottage, kitchen)
    try owner.sync()
    try phone.sync()
    try world.admit("bob", to: cabin, by: "ann")
    try phone.sync()
    try laptop.sync()
  }

  @discardableResult
  private func merge() throws -> RecordID {
    #expect(try confirmMerge() == .accepted)
    return HomeMerge.id(source: cottage)
  }

  private func confirmMerge() throws -> Replica.Confirmation {
    let merge = MergeHome(sourceID: cottage, targetID: cabin, isCombining: true)
    return try phone.confirm(relyingOn: [cottage, cabin]) { _ = try merge($0) }
  }

  private func whereabouts(_ item: RecordID, on device: SyncDevice) throws -> [String] {
    try device.texts(
      "SELECT homeID || coalesce(locationID, '') FROM items WHERE id = ?", .text(item))
  }

  @Test("D-MRG-9 S0-US005-D3 what a device wrote before it heard of the merge follows what moved")
  func lateEdits() throws {
    let file = StoredPhoto(
      blobHash: String(repeating: "a", count: 64), byteCount: 1, kind: .jpeg, width: 1, height: 1)
    let (kitchen, cottage, pan) = (kitchen, cottage, pan)
    let added = try laptop.write { transaction in
      var details = try Item.find(pan, in: transaction.connection)!.details
      details.name = "Big pan"
      try EditItem(itemID: pan, details: details)(transaction)
      try AddPhoto(homeID: cottage, subject: .item(pan), file: file)(transaction)
      var pot = ItemDetails(name: "Pot", currency: "EUR")
      pot.locationID = kitchen
      return try AddItem(homeID: cottage, pot)(transaction).id
    }
    try merge()
    try laptop.sync()
    for device in [owner, phone, laptop] {
      try device.sync()
      #expect(try device.refusals.isEmpty)
      #expect(try whereabouts(pan, on: device) == [cabin + theirKitchen])
      #expect(try whereabouts(added, on: device) == [cabin + theirKitchen])
      #expect(try device.texts("SELECT name FROM items WHERE id = ?", .text(pan)) == ["Big pan"])
      #expect(try device.texts("SELECT homeID FROM photos") == [cabin])
    }
  }

  @Test("D-MRG-12 what was written about a place that became one with another is parked, and told")
  func parked() throws {
    let kitchen = kitchen
    try laptop.write {
      try EditLocation(locationID: kitchen, details: LocationDetails(name: "Galley"))($0)
    }
    try merge()
    try laptop.sync()
    #expect(try laptop.refusals == [.combined])
    #expect(try owner.texts("SELECT name FROM locations").contains("Kitchen"))
  }

  // X28: a merge is one change set.
  @Test("S0-FR13 S0-TC5 D-MRG-1 S0-FR17 the owner sees one change set and nothing private")
  func oneChangeSet() throws {
    let shed = try phone.write { try CreateHome(HomeDetails(name: "Shed"), rooms: [])($0).id }
    try phone.sync()
    let before = try #require(try world.head(of: cabin))
    try merge()
    #expect(try world.head(of: cabin) == before + 1)
    try owner.sync()
    #expect(try owner.texts("SELECT id FROM homes") == [cabin])
    #expect(try owner.texts("SELECT id FROM homeMerges").isEmpty)
    try laptop.sync()
    #expect(try Set(laptop.texts("SELECT id FROM homes")) == [cabin, shed])
  }

  @Test("D-MRG-19 a role that is lowered before the merge arrives refuses it whole")
  func lowered() throws {
    try world.hub.setRole(.readOnly, of: "bob", in: cabin, by: "ann")
    #expect(try confirmMerge() != .accepted)
    try phone.sync()
    #expect(try whereabouts(pan, on: phone) == [cottage + kitchen])
    try owner.sync()
    #expect(try owner.texts("SELECT id FROM items").isEmpty)
  }

  @Test("an undo on the other device brings the home back everywhere, and takes it from the owner")
  func undo() throws {
    let id = try merge()
    try laptop.sync()
    #expect(
      try laptop.confirm(relyingOn: [cabin]) { _ = try UndoMerge(mergeID: id)($0) } == .accepted)
    let merge = try #require(try HomeMerge.find(id, in: laptop.connection))
    let home = try #require(merge.restoredID)
    for device in [laptop, phone] {
      try device.sync()
      #expect(try device.texts("SELECT homeID FROM items WHERE id = ?", .text(pan)) == [home])
      #expect(
        try device.texts(
          "SELECT l.name FROM items AS i JOIN locations AS l ON l.id = i.locationID")
          == ["KITCHEN"])
    }
    try owner.sync()
    #expect(try owner.texts("SELECT id FROM items").isEmpty)
    #expect(try owner.texts("SELECT id FROM locations") == [theirKitchen])
  }

  @Test("what a device writes after a merge and its undo comes to the restored home, nowhere else")
  func lateAfterUndo() throws {
    let (kitchen, cottage) = (kitchen, cottage)
    let id = try merge()
    #expect(
      try phone.confirm(relyingOn: [cabin]) { _ = try UndoMerge(mergeID: id)($0) } == .accepted)
    let home = try #require(try HomeMerge.find(id, in: phone.connection)?.restoredID)
    // The laptop has heard of neither.
    let diary = try laptop.write { transaction in
      var details = ItemDetails(name: "Diary", currency: "EUR")
      details.locationID = kitchen
      return try AddItem(
        homeID: cottage, details, labelIDs: [HomeDefaults.labelID("Books", home: cottage)]
      )(transaction).id
    }
    try laptop.sync()
    let later = try laptop.write { transaction in
      var details = try Item.find(diary, in: transaction.connection)!.details
      details.notes = "Private"
      return try EditItem(itemID: diary, details: details)(transaction)
    }
    #expect(later.details.notes == "Private")
    for device in [laptop, phone, laptop] {
      try device.sync()
      #expect(try device.refusals == [])
    }
    for device in [laptop, phone] {
      #expect(
        try device.texts(
          """
          SELECT i.homeID || ' ' || l.name || ' ' || b.name || ' ' || i.notes FROM items AS i
            JOIN locations AS l ON l.id = i.locationID JOIN itemLabels AS k ON k.itemID = i.id
            JOIN labels AS b ON b.id = k.labelID WHERE i.id = ?
          """, .text(diary)) == ["\(home) KITCHEN Books Private"])
    }
    try owner.sync()
    #expect(try owner.texts("SELECT name FROM items").isEmpty)
  }

  @Test("D-MRG-9 what was added offline before the merge goes back with the undo, and nothing else")
  func lateGoesBack() throws {
    let (kitchen, cottage, cabin) = (kitchen, cottage, cabin)
    let file = StoredPhoto(
      blobHash: String(repeating: "a", count: 64), byteCount: 1, kind: .jpeg, width: 1, height: 1)
    func item(_ name: String, at place: RecordID? = nil) -> ItemDetails {
      var details = ItemDetails(name: name, currency: "EUR")
      details.locationID = place
      return details
    }
    // The laptop is away.
    try laptop.write { transaction in
      let attic = try AddLocation(homeID: cottage, LocationDetails(name: "Attic"))(transaction).id
      let label = try AddLabel(homeID: cottage, LabelDetails(name: "Blue"))(transaction).id
      _ = try AddItem(homeID: cottage, item("Pot", at: kitchen), labelIDs: [label])(transaction)
      _ = try AddItem(homeID: cottage, item("Diary", at: attic))(transaction)
      try AddPhoto(homeID: cottage, subject: .location(kitchen), file: file)(transaction)
      try AddPhoto(homeID: cottage, subject: .home, file: file)(transaction)
      _ = try AddPolicy(homeID: cottage, PolicyDetails(provider: "Axa", currency: "EUR"))(
        transaction)
    }
    try laptop.write { _ = try AddItem(homeID: cabin, item("For the cabin"))($0) }
    let given = try laptop.write { try AddItem(homeID: cottage, item("Given"))($0).id }
    try laptop.write { _ = try MoveItem(itemID: given, homeID: cabin)($0) }
    let id = try merge()
    for device in [laptop, phone, owner, laptop] {
      try device.sync()
      #expect(try device.refusals == [])
    }
    #expect(
      try owner.texts("SELECT name FROM items ORDER BY name")
        == ["Diary", "For the cabin", "Given", "Pan", "Pot"])
    // It has heard of the merge by now.
    try laptop.write { _ = try AddItem(homeID: cabin, item("Later"))($0) }
    try laptop.sync()
    try phone.sync()
    // Another device than the one that brought it.
    #expect(
      try phone.confirm(relyingOn: [cabin]) { _ = try UndoMerge(mergeID: id)($0) } == .accepted)
    let home = try #require(try HomeMerge.find(id, in: phone.connection)?.restoredID)
    for device in [phone, laptop] {
      try device.sync()
      #expect(
        try device.texts(
          """
          SELECT i.name || ' ' || l.name FROM items AS i JOIN locations AS l ON l.id = i.locationID
            WHERE i.homeID = ? ORDER BY 1
          """, .text(home)) == ["Diary Attic", "Pan KITCHEN", "Pot KITCHEN"])
      #expect(
        try device.texts(
          "SELECT name FROM items WHERE homeID = ? ORDER BY name", .text(cabin))
          == ["For the cabin", "Given", "Later"])
    }
    try owner.sync()
    #expect(
      try owner.texts("SELECT name FROM items ORDER BY name")
        == ["For the cabin", "Given", "Later"])
    #expect(try owner.texts("SELECT id FROM locations") == [theirKitchen])
    for table in ["photos", "policies", "itemLabels"] {
      #expect(try owner.texts("SELECT id FROM \(table)").isEmpty, "\(table)")
    }
    #expect(try !owner.texts("SELECT name FROM labels").contains("Blue"))
  }

  @Test("D-MRG-12 the owner's things keep a place of the name on all devices, whoever brings them")
  func ownerKeepsRoom() throws {
    let (cottage, cabin) = (cottage, cabin)
    let shed = try phone.write {
      try AddLocation(homeID: cottage, LocationDetails(name: "Shed"))($0).id
    }
    try phone.sync()
    let id = try merge()
    try owner.sync()
    try owner.write { transaction in
      var details = ItemDetails(name: "Lantern", currency: "EUR")
      details.locationID = shed
      _ = try AddItem(homeID: cabin, details)(transaction)
      try AddLocation(homeID: cabin, parentID: shed, LocationDetails(name: "Tin"))(transaction)
      try AddPhoto(
        homeID: cabin, subject: .location(shed),
        file: StoredPhoto(
          blobHash: String(repeating: "c", count: 64), byteCount: 1, kind: .jpeg, width: 1,
          height: 1))(transaction)
    }
    try owner.sync()
    try phone.sync()
    #expect(
      try phone.confirm(relyingOn: [cabin]) { _ = try UndoMerge(mergeID: id)($0) } == .accepted)
    for device in [owner, phone, laptop] {
      try device.sync()
      #expect(try device.refusals == [])
      #expect(
        try device.texts(
          """
          SELECT i.homeID || ' ' || l.name FROM items AS i JOIN locations AS l ON l.id = i.locationID
            WHERE i.name = 'Lantern'
          """) == ["\(cabin) Shed"])
      #expect(
        try device.texts(
          """
          SELECT p.homeID || ' ' || l.name FROM photos AS p JOIN locations AS l
            ON l.id = p.locationID
          """) == ["\(cabin) Shed"])
    }
    #expect(try owner.texts("SELECT name FROM locations ORDER BY 1") == ["Kitchen", "Shed", "Tin"])
    #expect(try owner.texts("SELECT id FROM locations WHERE id = ?", .text(shed)).isEmpty)
    // What the laptop still writes about the place is about the one that went back.
    try laptop.write {
      try EditLocation(locationID: shed, details: LocationDetails(name: "Private"))($0)
    }
    for device in [laptop, owner] { try device.sync() }
    #expect(try owner.texts("SELECT name FROM locations ORDER BY 1") == ["Kitchen", "Shed", "Tin"])
  }

  @Test("nobody takes over what is still to come of a home that somebody else has merged")
  func notTakenOver() throws {
    try merge()
    let cottage = cottage
    try owner.write { transaction in
      let trap = try CreateHome(HomeDetails(name: "Trap"), rooms: [])(transaction).id
      transaction.replace(RecordPlace(zone: cottage, id: cottage), by: "homes", trap)
    }
    try owner.sync()
    #expect(try owner.refusals == [])
    let diary = try laptop.write {
      try AddItem(homeID: cottage, ItemDetails(name: "Diary", currency: "EUR"))($0).id
    }
    try laptop.sync()
    #expect(try laptop.refusals == [])
    #expect(try laptop.texts("SELECT homeID FROM items WHERE id = ?", .text(diary)) == [cabin])
  }

  @Test("D-FRS-5 what a device writes to a home that a fresh start has removed is parked, and told")
  func freshStart() throws {
    let (cottage, cabin) = (cottage, cabin)
    let fresh = StartFresh(keptID: cabin)
    try laptop.write {
      try AddItem(homeID: cottage, ItemDetails(name: "Late", currency: "EUR"))($0)
    }
    let answer = try phone.confirm(relyingOn: [cottage, cabin]) { _ = try fresh($0) }
    #expect(answer == .accepted)
    try laptop.sync()
    #expect(try laptop.refusals == [.zoneGone])
    #expect(try laptop.texts("SELECT id FROM homes") == [cabin])
    try phone.sync()
    #expect(try phone.texts("SELECT name FROM items").isEmpty)
  }
}
