import Household
import SQLite
import SyncProtocol
import Testing
import Things

/// Locations and labels.
@Suite struct PlaceTests {
  @Test("S3-US7-2 a place is in one home, and places nest ten deep")
  func depth() throws {
    let store = try TestStore(homes: ["flat"])
    var parent: RecordID?
    for level in 1...Location.maxDepth {
      parent = try store.addLocation("Level \(level)", home: "flat", in: parent)
    }
    #expect(
      throws: AddLocation.Failure.invalid([
        InputProblem(field: .parentID, reason: .tooDeep(max: Location.maxDepth))
      ])
    ) { try store.addLocation("Too deep", home: "flat", in: parent) }
    #expect(try store.integer("SELECT count(*) FROM locations WHERE homeID IS NULL") == 0)
  }

  @Test("a place cannot go into itself, below itself, into another home or too deep")
  func moves() throws {
    let store = try TestStore(homes: ["flat", "cabin"])
    let room = try store.addLocation("Room", home: "flat")
    let shelf = try store.addLocation("Shelf", home: "flat", in: room)
    let box = try store.addLocation("Box", home: "flat", in: shelf)
    let other = try store.addLocation("Shed", home: "cabin")
    func move(_ id: RecordID, to parent: RecordID?) throws {
      _ = try store.write { try MoveLocation(locationID: id, parentID: parent)($0) }
    }
    for (parent, reason) in [
      (room, InputProblem.Reason.loop), (box, .loop), (other, .notInThisHome),
    ] {
      #expect(
        throws: MoveLocation.Failure.invalid([InputProblem(field: .parentID, reason: reason)])
      ) { try move(room, to: parent) }
    }
    var deep: RecordID?
    for level in 1...8 { deep = try store.addLocation("L\(level)", home: "flat", in: deep) }
    #expect(throws: MoveLocation.Failure.self) { try move(room, to: deep) }
    try move(box, to: deep)
    #expect(try Location.find(box, in: store.connection)?.parentID == deep)
  }

  @Test("S3-R-7 deleting a place keeps its items without one and lifts what is inside it")
  func deletion() throws {
    let store = try TestStore(homes: ["flat"])
    let room = try store.addLocation("Room", home: "flat")
    let shelf = try store.addLocation("Shelf", home: "flat", in: room)
    let box = try store.addLocation("Box", home: "flat", in: shelf)
    let item = try store.addItem("Pan", home: "flat", at: shelf)
    try store.write {
      try AddPhoto(
        homeID: store.id("flat"), subject: .location(shelf), file: TestStore.photo())($0)
    }
    let result = try store.write { try DeleteLocation(locationID: shelf)($0) }
    #expect((result.itemCount, result.locationCount, result.photoCount) == (1, 1, 1))
    #expect(try Location.find(box, in: store.connection)?.parentID == room)
    let left = try #require(try Item.find(item.id, in: store.connection))
    #expect(left.details.locationID == nil)
    #expect(left.homeID == store.id("flat"))
    let tree = try LocationTree(home: store.id("flat"), in: store.connection)
    #expect(tree.placelessItemCount == 1)
  }

  @Test("names are taken beside each other only, and equal whatever their case or blanks")
  func takenNames() throws {
    let store = try TestStore(homes: ["flat", "cabin"])
    let kitchen = try store.addLocation("Küche", home: "flat")
    #expect(throws: AddLocation.Failure.nameTaken(kitchen)) {
      try store.addLocation("  KU\u{308}CHE ", home: "flat")
    }
    try store.addLocation("Küche", home: "flat", in: kitchen)
    try store.addLocation("Küche", home: "cabin")
    let red = try store.addLabel("Red", home: "flat")
    #expect(throws: AddLabel.Failure.nameTaken(red)) { try store.addLabel("red", home: "flat") }
    try store.addLabel("red", home: "cabin")
  }

  @Test("S3-US2-6 S3-US7-0 a tree and a list of labels hold one home's entries, with counts")
  func trees() throws {
    let store = try TestStore(homes: ["flat", "cabin"])
    let room = try store.addLocation("Room 10", home: "flat")
    let second = try store.addLocation("room 9", home: "flat")
    let shelf = try store.addLocation("Shelf", home: "flat", in: room)
    try store.addLocation("Shed", home: "cabin")
    let red = try store.addLabel("Red", home: "flat")
    try store.addLabel("Tools", home: "cabin")
    try store.addItem("a", home: "flat", at: room, labels: [red])
    try store.addItem("b", home: "flat", at: shelf, labels: [red])
    try store.addItem("c", home: "flat")
    let tree = try LocationTree(home: store.id("flat"), in: store.connection)
    #expect(tree.nodes.map(\.location.id) == [second, room, shelf])
    #expect(tree.nodes.map(\.depth) == [0, 0, 1])
    #expect(tree.nodes.map(\.itemCount) == [0, 1, 1])
    #expect(tree.nodes.map(\.nestedItemCount) == [0, 2, 1])
    #expect(tree.nodes.last?.path == ["Room 10", "Shelf"])
    #expect(tree.placelessItemCount == 1)
    let labels = try LabelList.rows(home: store.id("flat"), in: store.connection)
    #expect(labels.map(\.label.name) == ["Red"])
    #expect(labels.map(\.itemCount) == [2])
  }

  @Test("two places that people moved into each other at the same time are both still shown")
  func loop() throws {
    let store = try TestStore(homes: ["flat"])
    let left = try store.addLocation("Left", home: "flat")
    let right = try store.addLocation("Right", home: "flat", in: left)
    try store.addItem("Pan", home: "flat", at: right)
    try store.write {
      try $0.connection.execute(
        "UPDATE locations SET parentID = ? WHERE id = ?", .text(right), .text(left))
    }
    let tree = try LocationTree(home: store.id("flat"), in: store.connection)
    #expect(Set(tree.nodes.map(\.location.id)) == [left, right])
    var filter = ItemFilter()
    filter.place = .inside(left)
    #expect(try ItemList(filter: filter, sort: .name, in: store.connection).rows.count == 1)
  }

  @Test("deleting a label takes it from its items, which stay")
  func deleteLabel() throws {
    let store = try TestStore(homes: ["flat"])
    let red = try store.addLabel("Red", home: "flat")
    let item = try store.addItem("Pan", home: "flat", labels: [red])
    #expect(try store.write { try DeleteLabel(labelID: red)($0) } == 1)
    #expect(try store.integer("SELECT count(*) FROM itemLabels") == 0)
    #expect(try Item.find(item.id, in: store.connection) != nil)
    #expect(try store.integer("SELECT count(*) FROM labelTotals") == 0)
  }

  @Test("labels of one name are one group over all homes")
  func groups() throws {
    let store = try TestStore(homes: ["flat", "cabin"])
    for home in ["flat", "cabin"] {
      let label = try store.addLabel(home == "flat" ? "Tools" : "TOOLS", home: home)
      try store.addItem("Hammer", home: home, labels: [label])
    }
    let groups = try LabelList.groups(home: nil, in: store.connection)
    #expect(groups.map(\.nameKey) == ["tools"])
    #expect(groups.map(\.itemCount) == [2])
    #expect(groups.first?.labelIDs.count == 2)
  }
}
