import Household
import Replica
import SQLite
import SyncProtocol
import Testing
import Things

/// Moving a place with all that is in it to another home.
@Suite struct MovePlaceTests {
  private let store: TestStore
  private let flat: ZoneID
  private let cabin: ZoneID
  private let room: RecordID
  private let box: RecordID
  private let bag: RecordID

  init() throws {
    store = try TestStore(homes: ["flat", "cabin"])
    (flat, cabin) = (store.id("flat"), store.id("cabin"))
    room = try store.addLocation("Room", home: "flat")
    box = try store.addLocation("Box", home: "flat", in: room)
    bag = try store.addLocation("Bag", home: "flat", in: box)
  }

  private func move(
    _ place: RecordID, to home: String = "cabin", in parent: RecordID? = nil, name: String? = nil
  ) throws -> UndoPlaceMove {
    try store.write {
      try MovePlace(
        locationID: place, homeID: store.id(home), parentID: parent, name: name)($0)
    }
  }

  private func homes(_ table: String) throws -> [String] {
    try store.texts(
      "SELECT DISTINCT h.name FROM \(table) AS t JOIN homes AS h ON h.id = t.homeID ORDER BY 1")
  }

  /// A box with everything that an item can have.
  private func fill() throws -> (kettle: Item, tent: Item) {
    let known = try store.addLabel("Enamel", home: "flat")
    let new = try store.addLabel("Camping", home: "flat")
    try store.addLabel("enamel", home: "cabin")
    let kettle = try store.addItem("Kettle", home: "flat", at: box, labels: [known, new])
    let tent = try store.addItem("Tent", home: "flat", at: bag, labels: [new])
    try store.write { transaction in
      try AddPhoto(homeID: flat, subject: .item(kettle.id), file: TestStore.photo())(transaction)
      try AddPhoto(homeID: flat, subject: .location(box), file: TestStore.photo("b"))(transaction)
      let file = StoredPaper(
        blobHash: String(repeating: "c", count: 64), byteCount: 9, media: .pdf)
      try AddAttachment(
        homeID: flat, subject: .item(tent.id), kind: .receipt, name: "r.pdf", file: file)(
          transaction)
      try AddMaintenance(
        itemID: tent.id, MaintenanceDetails(title: "Air it", currency: "EUR"))(transaction)
      try SetItemFields(
        itemID: kettle.id, fields: [CustomField(name: "Litres", value: "1.7")])(transaction)
      try SetItemState(itemID: tent.id, .archived)(transaction)
    }
    return (kettle, tent)
  }

  @Test("X05 D-HOM-13 a box moves with the places, items, photos, papers and all else in it")
  func everything() throws {
    let (kettle, tent) = try fill()
    let chair = try store.addItem("Chair", home: "flat", at: room)
    let plan = try #require(
      try MovePlace(locationID: box, homeID: cabin).plan(in: store.connection))
    var expected = MovePlace.Plan()
    (expected.placeCount, expected.itemCount, expected.archivedCount) = (1, 2, 1)
    (expected.photoCount, expected.paperCount) = (2, 1)
    (expected.maintenanceCount, expected.fieldCount) = (1, 1)
    (expected.labels.known, expected.labels.made) = (["Enamel"], ["Camping"])
    #expect(plan == expected)

    let shed = try store.addLocation("Shed", home: "cabin")
    #expect(try move(box, in: shed).itemCount == 2)
    for table in ["photos", "attachments", "maintenance", "itemFields", "itemLabels"] {
      #expect(try homes(table) == ["cabin"], "\(table)")
    }
    let moved = try #require(try Location.find(box, in: store.connection))
    #expect((moved.homeID, moved.parentID) == (cabin, shed))
    let inside = try #require(try Location.find(bag, in: store.connection))
    #expect((inside.homeID, inside.parentID) == (cabin, box))
    for (item, place) in [(kettle, box), (tent, bag)] {
      let there = try #require(try Item.find(item.id, in: store.connection))
      #expect((there.homeID, there.details.locationID) == (cabin, place))
    }
    #expect(try Item.find(chair.id, in: store.connection)?.homeID == flat)
    let page = try #require(try ItemPage(item: kettle.id, in: store.connection))
    #expect(page.labels.map(\.name) == ["Camping", "enamel"])
    let tree = try LocationTree(home: flat, in: store.connection)
    #expect(tree.nodes.map(\.location.name) == ["Room"])
    #expect(try store.storedTotals() == TestStore.recount(in: store.connection))
  }

  @Test("taking the move back brings all of it home, and takes the labels away that it made")
  func undo() throws {
    let (kettle, _) = try fill()
    let template = try store.write { transaction in
      var details = TemplateDetails(name: "Pot")
      details.content.locationID = box
      return try AddTemplate(homeID: flat, details)(transaction)
    }
    let undo = try move(box, name: "Camping things")
    #expect(try Location.find(box, in: store.connection)?.name == "Camping things")
    #expect(
      try ItemTemplate.find(template.id, in: store.connection)?.content.locationID == nil)
    try store.write { try MovePlaceBack(undo)($0) }
    let back = try #require(try Location.find(box, in: store.connection))
    #expect((back.homeID, back.parentID, back.name) == (flat, room, "Box"))
    for table in ["photos", "attachments", "maintenance", "itemFields", "itemLabels", "items"] {
      #expect(try homes(table) == ["flat"], "\(table)")
    }
    let page = try #require(try ItemPage(item: kettle.id, in: store.connection))
    #expect(page.labels.map(\.name) == ["Camping", "Enamel"])
    #expect(try store.texts("SELECT name FROM labels WHERE homeID = ?", .text(cabin)) == ["enamel"])
    #expect(try ItemTemplate.find(template.id, in: store.connection) == template)
    #expect(throws: MovePlace.Failure.locationNotFound) {
      try store.write { try MovePlaceBack(undo)($0) }
    }
  }

  @Test("what others put into the place since stays in the other home when the move is taken back")
  func othersStay() throws {
    _ = try fill()
    let shed = try store.addLocation("Shed", home: "cabin")
    let undo = try move(box, in: shed)
    let rope = try store.addItem("Rope", home: "cabin", at: bag)
    let tin = try store.addLocation("Tin", home: "cabin", in: bag)
    let hook = try store.addItem("Hook", home: "cabin", at: tin)
    try store.write { try MovePlaceBack(undo)($0) }
    for (item, place) in [(rope, shed), (hook, tin)] {
      let there = try #require(try Item.find(item.id, in: store.connection))
      #expect((there.homeID, there.details.locationID) == (cabin, place))
    }
    let left = try #require(try Location.find(tin, in: store.connection))
    #expect((left.homeID, left.parentID) == (cabin, shed))
    #expect(try Location.find(bag, in: store.connection)?.homeID == flat)
  }

  @Test("a place that is gone by then is not gone back to, and a taken name is no obstacle")
  func lostParent() throws {
    _ = try fill()
    let undo = try move(box)
    try store.write { try DeleteLocation(locationID: room)($0) }
    try store.addLocation("Box", home: "flat")
    let back = try store.write { try MovePlaceBack(undo)($0) }
    #expect((back.homeID, back.parentID, back.name) == (flat, nil, "Box"))
  }

  @Test("a move that cannot be is refused with its reason, and writes nothing")
  func refused() throws {
    _ = try fill()
    let shed = try store.addLocation("Shed", home: "cabin")
    let taken = try store.addLocation("BOX", home: "cabin", in: shed)
    func expect(_ failure: MovePlace.Failure, _ body: () throws -> UndoPlaceMove) throws {
      #expect(throws: failure) { try body() }
      #expect(try homes("items") == ["flat"])
      #expect(try Location.find(box, in: store.connection)?.homeID == flat)
    }
    try expect(.locationNotFound) { try move(store.id("none")) }
    try expect(.homeNotFound) { try move(box, to: "none") }
    try expect(.sameHome) { try move(box, to: "flat") }
    try expect(.parentNotFound) { try move(box, in: room) }
    try expect(.nameTaken(taken)) { try move(box, in: shed) }
    try expect(.invalid([.init(field: .name, reason: .missing)])) { try move(box, name: " ") }
    var deep = shed
    for level in 2...9 { deep = try store.addLocation("Level \(level)", home: "cabin", in: deep) }
    try expect(.tooDeep(max: Location.maxDepth)) { try move(box, in: deep) }
  }

  @Test("D-PRM-7 both homes must be the person's to write in")
  func readOnly() throws {
    _ = try fill()
    for home in [flat, cabin] {
      try store.connection.execute(
        "UPDATE syncZones SET role = 'readOnly' WHERE id = ?", .text(home))
      #expect(throws: MovePlace.Failure.readOnlyHome(home)) { try move(box) }
      try store.connection.execute("UPDATE syncZones SET role = 'owner'")
    }
    let undo = try move(box)
    try store.connection.execute(
      "UPDATE syncZones SET role = 'readOnly' WHERE id = ?", .text(flat))
    #expect(throws: MovePlace.Failure.readOnlyHome(flat)) {
      try store.write { try MovePlaceBack(undo)($0) }
    }
    #expect(try homes("items") == ["cabin"])
  }

  @Test("two labels of one name become one, and more items than can go at once are refused")
  func labelsAndLimit() throws {
    let red = try store.addLabel("Red", home: "flat")
    let item = try store.addItem("Pen", home: "flat", at: box, labels: [red])
    // As two devices make it that were apart.
    try store.connection.execute(
      """
      INSERT INTO labels(id, homeID, name, nameKey, createdAt)
        SELECT ?, homeID, name, nameKey, createdAt FROM labels WHERE id = ?
      """, .text(store.id("twin")), .text(red))
    try store.write {
      try SetItemLabels(itemID: item.id, labelIDs: [red, store.id("twin")])($0)
    }
    _ = try move(box)
    let page = try #require(try ItemPage(item: item.id, in: store.connection))
    #expect(page.labels.map(\.name) == ["Red"])

    let full = try store.addLocation("Full", home: "flat")
    try store.connection.execute(
      """
      WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i <= ?)
      INSERT INTO items(id, homeID, locationID, name, nameKey, currency, createdAt, createdBy)
        SELECT printf('0190a000-0000-7000-8000-%012d', i), ?, ?, 'Nail', 'nail', 'EUR', 0, ? FROM n
      """, .integer(Int64(MovePlace.maxItems)), .text(flat), .text(full),
      .text(TestStore.account))
    #expect(throws: MovePlace.Failure.tooManyItems(max: MovePlace.maxItems)) { try move(full) }
  }
}
