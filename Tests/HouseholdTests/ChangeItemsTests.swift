import Household
import SQLite
import SyncProtocol
import Testing
import Things

@Suite struct ChangeItemsTests {
  private func household() throws -> (store: TestStore, ids: [RecordID]) {
    let store = try TestStore(homes: ["flat", "cabin"])
    let tools = try store.addLabel("Tools", home: "flat")
    let shelf = try store.addLocation("Shelf", home: "flat")
    let ids = try [
      store.addItem("Drill", home: "flat", at: shelf, labels: [tools]).id,
      store.addItem("Kettle", home: "flat").id, store.addItem("Axe", home: "cabin").id,
    ]
    return (store, ids)
  }

  private func tables(_ store: TestStore) throws -> [String] {
    try ["items", "itemLabels", "labels", "photos", "itemFields", "locations"].flatMap { table in
      try store.texts("SELECT json_array(t.id, t.homeID) FROM \(table) AS t ORDER BY t.id")
    }
      + store.texts(
        """
        SELECT json_array(id, locationID, isArchived, condition, warrantyUntil) FROM items
        ORDER BY id
        """)
      + store.texts("SELECT json_array(itemID, labelID) FROM itemLabels ORDER BY itemID, labelID")
  }

  private func change(
    _ ids: [RecordID], _ change: ChangeItems.Change, _ store: TestStore
  ) throws -> UndoChanges {
    try store.write { try ChangeItems(ids, change)($0) }
  }

  @Test("items of two homes move to a place in one commit, and back as they were")
  func move() throws {
    let (store, ids) = try household()
    let shed = try store.addLocation("Shed", home: "cabin")
    let before = try tables(store)
    let undo = try change(ids, .move(home: store.id("cabin"), location: shed), store)
    #expect(undo.count == 3)
    #expect(
      try store.integer(
        "SELECT count(*) FROM items WHERE homeID = ? AND locationID = ?", .text(store.id("cabin")),
        .text(shed)) == 3)
    #expect(
      try store.texts("SELECT name FROM labels WHERE homeID = ?", .text(store.id("cabin"))) == [
        "Tools"
      ])
    let outcome = try store.write { try UndoItemChanges(undo)($0) }
    #expect(outcome.undoneCount == 3 && outcome.leftCount == 0)
    #expect(try tables(store).filter { !$0.contains("itemLabel") }.count == before.count)
    #expect(
      try store.texts("SELECT name FROM labels ORDER BY homeID, name") == ["Tools"])
    #expect(
      try store.texts(
        "SELECT name FROM items WHERE homeID = ? ORDER BY name", .text(store.id("flat")))
        == ["Drill", "Kettle"])
    #expect(try store.integer("SELECT count(*) FROM items WHERE locationID IS NOT NULL") == 1)
  }

  @Test("X01 labels are added and taken off by name in each item's own home, made where missing")
  func labels() throws {
    let (store, ids) = try household()
    let before = try tables(store)
    let undo = try change(ids, .label(adding: ["tools", "Heavy"], removing: []), store)
    let borne = """
      SELECT i.name || ' ' || l.name FROM items AS i JOIN itemLabels AS il ON il.itemID = i.id
        JOIN labels AS l ON l.id = il.labelID AND l.homeID = i.homeID ORDER BY 1
      """
    #expect(
      try store.texts(borne) == [
        "Axe Heavy", "Axe Tools", "Drill Heavy", "Drill Tools", "Kettle Heavy", "Kettle Tools",
      ])
    let off = try change(ids, .label(adding: [], removing: ["TOOLS"]), store)
    #expect(try store.texts(borne) == ["Axe Heavy", "Drill Heavy", "Kettle Heavy"])
    _ = try store.write { try UndoItemChanges(off)($0) }
    _ = try store.write { try UndoItemChanges(undo)($0) }
    #expect(try tables(store) == before)
  }

  @Test("one field is set for all; an undo leaves alone what was changed again since")
  func edit() throws {
    let (store, ids) = try household()
    let undo = try change(ids, .edit(.condition(" Worn ")), store)
    #expect(try store.texts("SELECT DISTINCT condition FROM items") == ["Worn"])
    #expect(try change(ids, .edit(.condition("Worn")), store).count == 0)
    var details = try #require(try Item.find(ids[1], in: store.connection)).details
    details.condition = "Good as new"
    try store.write { _ = try EditItem(itemID: ids[1], details: details)($0) }
    try store.write { _ = try DeleteItem(itemID: ids[2])($0) }
    let outcome = try store.write { try UndoItemChanges(undo)($0) }
    #expect(outcome.undoneCount == 1 && outcome.leftCount == 2)
    #expect(
      try store.texts("SELECT condition FROM items ORDER BY condition") == ["", "Good as new"])
    #expect(
      throws: ChangeItems.Failure.invalid([
        InputProblem(field: InputField("warrantyUntil"), reason: .notADate)
      ])
    ) {
      _ = try change([ids[0]], .edit(.warrantyUntil("soon")), store)
    }
  }

  @Test("items are archived, deleted and brought back with their labels")
  func archiveAndDelete() throws {
    let (store, ids) = try household()
    let before = try tables(store)
    let archived = try change(ids, .edit(.archived(true)), store)
    #expect(try store.integer("SELECT count(*) FROM items WHERE isArchived = 0") == 0)
    _ = try store.write { try UndoItemChanges(archived)($0) }
    let deleted = try change(ids, .delete, store)
    #expect(try store.integer("SELECT count(*) FROM items") == 0)
    #expect(try store.write { try UndoItemChanges(deleted)($0) }.undoneCount == 3)
    #expect(try tables(store) == before)
  }

  @Test("all or none: one item that may not be changed, or is gone, leaves the others as they were")
  func atomic() throws {
    let (store, ids) = try household()
    try store.connection.execute(
      "UPDATE syncZones SET role = 'readOnly' WHERE id = ?", .text(store.id("cabin")))
    let before = try tables(store)
    for each: ChangeItems.Change in [
      .edit(.insured(true)), .delete, .label(adding: ["X"], removing: []),
      .move(home: store.id("flat"), location: nil),
    ] {
      #expect(throws: ChangeItems.Failure.readOnlyHome(store.id("cabin"))) {
        _ = try change(ids, each, store)
      }
      #expect(throws: ChangeItems.Failure.itemNotFound) {
        _ = try change([ids[0], store.id("gone")], each, store)
      }
    }
    #expect(throws: ChangeItems.Failure.readOnlyHome(store.id("cabin"))) {
      _ = try change([ids[0]], .move(home: store.id("cabin"), location: nil), store)
    }
    #expect(throws: ChangeItems.Failure.locationNotFound) {
      _ = try change([ids[0]], .move(home: store.id("flat"), location: store.id("no place")), store)
    }
    #expect(throws: ChangeItems.Failure.nothingSelected) { _ = try change([], .delete, store) }
    let tooMany = (0...SelectedItems.maxItems).map { store.id("\($0)") }
    #expect(throws: ChangeItems.Failure.tooMany(max: SelectedItems.maxItems)) {
      _ = try change(tooMany, .delete, store)
    }
    #expect(try tables(store) == before)
  }

  @Test("a selection tells what is gone, what may only be viewed, and when it is another one")
  func selection() throws {
    let (store, ids) = try household()
    let chosen = ItemSelection.items(ids + [store.id("gone"), "no id"])
    let all = try SelectedItems(chosen, home: nil, in: store.connection)
    #expect(all.itemIDs == ids.sorted() && all.goneCount == 2 && all.readOnly.isEmpty)
    let flat = try SelectedItems(chosen, home: store.id("flat"), in: store.connection)
    #expect(flat.itemIDs == ids[0...1].sorted() && flat.goneCount == 3)
    let version = try all.version(in: store.connection)
    #expect(
      try SelectedItems(.items(ids), home: nil, in: store.connection).version(in: store.connection)
        == version)
    try store.write { _ = try MoveItem(itemID: ids[0], homeID: store.id("cabin"))($0) }
    #expect(
      try SelectedItems(.items(ids), home: nil, in: store.connection).version(in: store.connection)
        != version)
    try store.connection.execute(
      "UPDATE syncZones SET role = 'readOnly' WHERE id = ?", .text(store.id("cabin")))
    let now = try SelectedItems(.matching(ItemFilter()), home: nil, in: store.connection)
    #expect(now.itemIDs == [ids[1]] && now.readOnly == [store.id("cabin"): 2] && now.goneCount == 0)
  }

  @Test("all that match are found over all pages, and more than can be changed at once are refused")
  func everyPage() throws {
    let store = try TestStore(homes: ["flat"])
    try store.connection.transaction {
      for index in 0..<5200 {
        try store.connection.execute(
          """
          INSERT INTO items(id, homeID, name, quantity, currency, nameKey, createdAt, createdBy)
            VALUES (?, ?, 'Thing', ?, 'EUR', 'thing', ?, 'a')
          """, .text(store.id("\(index)")), .text(store.id("flat")),
          .integer(index < 4900 ? 2 : 1), .integer(Int64(index)))
      }
      try HouseholdIndex.rebuild(store.connection)
    }
    var filter = ItemFilter()
    #expect(throws: SelectedItems.Failure.tooMany(max: 5000)) {
      _ = try SelectedItems(.matching(filter), home: nil, in: store.connection)
    }
    filter.clauses = [.init(.quantity(.init(min: 2, max: nil)))]
    let selected = try SelectedItems(.matching(filter), home: nil, in: store.connection)
    #expect(selected.itemIDs.count == 4900)
    let undo = try store.write { try ChangeItems(selected.itemIDs, .edit(.insured(true)))($0) }
    #expect(undo.count == 4900)
    #expect(try store.integer("SELECT count(*) FROM items WHERE isInsured") == 4900)
  }

  @Test("a preview tells what would be made, and what is so already")
  func preview() throws {
    let (store, ids) = try household()
    try store.write {
      _ = try AddPhoto(homeID: store.id("flat"), subject: .item(ids[0]), file: TestStore.photo())(
        $0)
    }
    let items = try SelectedItems(.items(ids), home: nil, in: store.connection)
    let move = try ChangePreview(
      .move(home: store.id("cabin"), location: nil), of: items, in: store.connection)
    #expect(move.unchangedCount == 1 && move.photoCount == 1)
    #expect(move.madeLabels == [.init(homeName: "cabin", name: "Tools")])
    let label = try ChangePreview(
      .label(adding: ["tools", "New"], removing: []), of: items, in: store.connection)
    #expect(label.madeLabels.map(\.homeName) == ["cabin", "cabin", "flat"])
    let delete = try ChangePreview(.delete, of: items, in: store.connection)
    #expect(delete.photoCount == 1 && delete.paperCount == 0)
    let edit = try ChangePreview(.edit(.condition("")), of: items, in: store.connection)
    #expect(edit.unchangedCount == 3)
  }
}
