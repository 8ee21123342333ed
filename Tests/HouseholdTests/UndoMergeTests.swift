import Replica
import SQLite
import SyncProtocol
import Testing
import Things

/// What stays in the other home when a merge is undone, and what comes along.
@Suite struct UndoMergeTests {
  private let store: TestStore
  private let cottage: ZoneID
  private let cabin: ZoneID

  init() throws {
    store = try TestStore(homes: ["cottage", "cabin", "flat"])
    (cottage, cabin) = (store.id("cottage"), store.id("cabin"))
  }

  private func merge(_ source: String = "cottage", isCombining: Bool = true) throws -> HomeMerge {
    try store.write {
      try MergeHome(sourceID: store.id(source), targetID: cabin, isCombining: isCombining)($0)
    }
  }

  private func undo(_ merge: HomeMerge) throws -> ZoneID {
    try #require(try store.write { try ReturnHome(mergeID: merge.id)($0) }.restoredID)
  }

  private func path(_ place: RecordID?) throws -> String {
    guard let place = try place.flatMap({ try store.place($0) }) else { return "" }
    return try path(place.parentID) + "/" + place.name
  }

  private func path(of item: Item) throws -> String {
    let found = try #require(try Item.find(item.id, in: store.connection))
    return try path(found.details.locationID)
  }

  /// A row as a device sends it that has not heard of the merge: the hub takes it to the cabin.
  private func arrive(_ table: String, _ id: RecordID, madeFor home: String = "cottage") throws {
    try store.connection.execute(
      "UPDATE \(table) SET originID = ? WHERE id = ?", .text(store.id(home)), .text(id))
  }

  // MARK: What stays

  @Test("D-MRG-12 what others put into a place that goes back keeps one of its name")
  func keepsRooms() throws {
    let shed = try store.addLocation("Shed", home: "cottage")
    let box = try store.addLocation("Box", home: "cottage", in: shed)
    let loft = try store.addLocation("Loft", home: "cottage")
    let tent = try store.addItem("Tent", home: "cottage", at: box)
    try store.connection.execute(
      "UPDATE locations SET emoji = '📦', note = 'my keys', sortOrder = 3 WHERE id = ?", .text(box))
    let merge = try merge()
    let lantern = try store.addItem("Lantern", home: "cabin", at: box)
    let tin = try store.addLocation("Tin", home: "cabin", in: box)
    let bolt = try store.addItem("Bolt", home: "cabin", at: tin)
    let wine = try store.write { transaction in
      var details = TemplateDetails(name: "Wine")
      details.content.locationID = shed
      return try AddTemplate(homeID: cabin, details)(transaction)
    }
    let home = try undo(merge)

    #expect(try path(of: lantern) == "/Shed/Box")
    #expect(try path(of: bolt) == "/Shed/Box/Tin")
    let template = try #require(try ItemTemplate.find(wine.id, in: store.connection))
    #expect(try path(template.content.locationID) == "/Shed")
    let around = try store.place(tin)?.parentID ?? ""
    let kept = try #require(try store.place(around))
    #expect((kept.homeID, kept.emoji, kept.sortOrder, kept.note) == (cabin, "📦", 3, ""))
    #expect(
      try store.texts("SELECT name FROM locations WHERE homeID = ? ORDER BY name", .text(cabin))
        == ["Box", "Shed", "Tin"])
    // Whoever had them has them under their ids.
    for place in [shed, box, loft] { #expect(try store.place(place)?.homeID == home) }
    #expect(try Item.find(tent.id, in: store.connection)?.details.locationID == box)
    #expect(try store.place(box)?.note == "my keys")
    #expect(try store.storedTotals() == TestStore.recount(in: store.connection))
  }

  @Test("D-MRG-12 a place of the same name that the other home has there anyway is the one")
  func usesOwnRoom() throws {
    let shed = try store.addLocation("Shed", home: "cottage")
    let box = try store.addLocation("Box", home: "cottage", in: shed)
    let theirs = try store.addLocation("SHED", home: "cabin")
    let merge = try merge(isCombining: false)
    let lantern = try store.addItem("Lantern", home: "cabin", at: box)
    let home = try undo(merge)
    #expect(try path(of: lantern) == "/SHED/Box")
    #expect(try store.place(theirs)?.homeID == cabin)
    #expect(try [shed, box].allSatisfy { try store.place($0)?.homeID == home })
  }

  @Test("D-MRG-12 a place within one that stays is kept within it")
  func keepsWithinOwnRoom() throws {
    let kitchen = try store.addLocation("Kitchen", home: "cottage")
    let drawer = try store.addLocation("Drawer", home: "cottage", in: kitchen)
    let theirs = try store.addLocation("Kitchen", home: "cabin")
    let merge = try merge()
    let spoon = try store.addItem("Spoon", home: "cabin", at: drawer)
    let home = try undo(merge)
    let place = try #require(try Item.find(spoon.id, in: store.connection)?.details.locationID)
    #expect(try store.place(place)?.parentID == theirs)
    #expect(try path(drawer) == "/Kitchen/Drawer")
    #expect(try store.place(drawer)?.homeID == home)
  }

  @Test("D-MRG-12 a photo of a place that was added since stays; those that came with it go back")
  func keepsPhotos() throws {
    let shed = try store.addLocation("Shed", home: "cottage")
    func add(_ home: ZoneID, _ digit: Character) throws -> RecordID {
      try store.write {
        try AddPhoto(homeID: home, subject: .location(shed), file: TestStore.photo(digit))($0).id
      }
    }
    let old = try add(cottage, "a")
    let merge = try merge()
    let late = try add(cabin, "b")
    try arrive("photos", late)
    let new = try add(cabin, "c")
    let home = try undo(merge)
    #expect(
      try Photo.of(.location(shed), home: home, in: store.connection).map(\.id) == [old, late])
    let photo = try #require(try Photo.find(new, in: store.connection))
    #expect(photo.homeID == cabin)
    guard case .location(let place) = photo.subject else {
      Issue.record("not of a place")
      return
    }
    #expect(try path(place) == "/Shed")
  }

  @Test("D-MRG-12 a label that a template of the other home gives stays there; a copy goes back")
  func keepsLabels() throws {
    let camping = try store.addLabel("Camping", home: "cottage")
    let tent = try store.addItem("Tent", home: "cottage", labels: [camping])
    let merge = try merge()
    try store.write { transaction in
      var details = TemplateDetails(name: "Gear")
      details.content.labelIDs = [camping]
      _ = try AddTemplate(homeID: cabin, details)(transaction)
    }
    let home = try undo(merge)
    #expect(try Label.find(camping, in: store.connection)?.homeID == cabin)
    let labels = try #require(try ItemPage(item: tent.id, in: store.connection)).labels
    #expect(labels.map(\.name) == ["Camping"])
    #expect(labels.map(\.homeID) == [home])
  }

  @Test("which places are kept is told before and after, and only of those")
  func told() throws {
    let shed = try store.addLocation("Shed", home: "cottage")
    let box = try store.addLocation("Box", home: "cottage", in: shed)
    try store.addLocation("Loft", home: "cottage")
    let merge = try merge()
    #expect(try MergeReturn(merge, in: store.connection)?.rooms == [])
    try store.addItem("Lantern", home: "cabin", at: box)
    #expect(try MergeReturn(merge, in: store.connection)?.rooms == ["Shed", "Box"])
    _ = try undo(merge)
    let undone = try #require(try HomeMerge.find(merge.id, in: store.connection))
    #expect(undone.returned?.rooms == ["Shed", "Box"])
  }

  @Test("a place that was deleted meanwhile is kept by nobody, and an undo pressed twice is one")
  func deletedRoom() throws {
    let shed = try store.addLocation("Shed", home: "cottage")
    let rake = try store.addItem("Rake", home: "cottage", at: shed)
    let merge = try merge()
    let lantern = try store.addItem("Lantern", home: "cabin", at: shed)
    try store.write { _ = try DeleteLocation(locationID: shed)($0) }
    let home = try undo(merge)
    #expect(try [path(of: rake), path(of: lantern)] == ["", ""])
    #expect(try store.texts("SELECT id FROM locations").isEmpty)
    #expect(throws: UndoMerge.Failure.alreadyUndone(home)) {
      try store.write { _ = try ReturnHome(mergeID: merge.id)($0) }
    }
    #expect(try store.integer("SELECT count(*) FROM homes WHERE name = 'cottage'") == 1)
  }

  // MARK: What comes along

  @Test("D-MRG-9 what reached the other home through the one that went goes back with the undo")
  func takesArrivals() throws {
    let kitchen = try store.addLocation("Kitchen", home: "cottage")
    let theirs = try store.addLocation("Kitchen", home: "cabin")
    let merge = try merge()
    #expect(kitchen != theirs)
    let attic = try store.addLocation("Attic", home: "cabin", in: theirs)
    let books = try store.addLabel("Books", home: "cabin")
    let diary = try store.addItem("Diary", home: "cabin", at: attic, labels: [books])
    let pot = try store.addItem("Pot", home: "cabin", at: theirs)
    let own = try store.addItem("Own", home: "cabin", at: theirs)
    let policy = try store.write {
      try AddPolicy(homeID: cabin, PolicyDetails(provider: "Axa", currency: "EUR"))($0).id
    }
    let photos = try [Photo.Subject.home, .location(theirs)].map { subject in
      try store.write {
        try AddPhoto(homeID: cabin, subject: subject, file: TestStore.photo())($0).id
      }
    }
    let ids = [
      ("locations", attic), ("labels", books), ("items", diary.id), ("items", pot.id),
      ("policies", policy), ("photos", photos[0]), ("photos", photos[1]),
    ]
    for (table, id) in ids { try arrive(table, id) }
    #expect(try MergeReturn(merge, in: store.connection)?.items == 2)
    let home = try undo(merge)
    for (table, id) in ids {
      #expect(
        try store.texts("SELECT homeID FROM \(table) WHERE id = ?", .text(id)) == [home],
        "\(table)")
    }
    #expect(try [path(of: diary), path(of: pot)] == ["/Kitchen/Attic", "/Kitchen"])
    #expect(
      try store.texts("SELECT homeID || labelID FROM itemLabels WHERE itemID = ?", .text(diary.id))
        == [home + books])
    #expect(try Item.find(own.id, in: store.connection)?.homeID == cabin)
    #expect(try path(of: own) == "/Kitchen")
    #expect(try store.storedTotals() == TestStore.recount(in: store.connection))
  }

  @Test("D-MRG-9 what somebody had moved to the other home on purpose is of that home")
  func leavesMoved() throws {
    let shed = try store.addLocation("Shed", home: "cottage")
    let rake = try store.addItem("Rake", home: "cottage", at: shed)
    let saw = try store.addItem("Saw", home: "cottage")
    // Moved by a program that does not say so.
    let older = try store.addItem("Older", home: "cabin")
    try arrive("items", older.id)
    try store.write { transaction in
      try MovePlace(locationID: shed, homeID: cabin)(transaction)
      try MoveItem(itemID: saw.id, homeID: cabin)(transaction)
    }
    let merge = try merge()
    let home = try undo(merge)
    #expect(home != cabin)
    for item in [rake, saw, older] {
      #expect(try Item.find(item.id, in: store.connection)?.homeID == cabin, "\(item)")
    }
    #expect(try path(of: rake) == "/Shed")
    #expect(
      try store.texts(
        "SELECT originID FROM items WHERE id IN (?, ?)", .text(rake.id), .text(saw.id))
        == [cabin, cabin])
  }

  @Test("D-MRG-9 what was made for a home that came back once is of the restored one's next merge")
  func takesArrivalsOfFormer() throws {
    let first = try merge()
    let home = try undo(first)
    let second = try store.write {
      try MergeHome(sourceID: home, targetID: cabin, isCombining: true)($0)
    }
    let diary = try store.addItem("Diary", home: "cabin")
    try arrive("items", diary.id)
    // Another home that went into the same one has nothing to do with it.
    let other = try merge("flat")
    let back = try undo(other)
    #expect(try Item.find(diary.id, in: store.connection)?.homeID == cabin)
    #expect(try store.texts("SELECT id FROM items WHERE homeID = ?", .text(back)).isEmpty)
    let restored = try undo(second)
    #expect(try Item.find(diary.id, in: store.connection)?.homeID == restored)
  }
}

extension TestStore {
  func place(_ id: RecordID) throws -> Location? { try Location.find(id, in: connection) }
}
