import Household
import Replica
import SQLite
import SyncProtocol
import Testing
import Things

/// Templates that new items begin with.
@Suite struct TemplateTests {
  private func details(
    _ name: String, _ change: (inout ItemTemplate.Content) -> Void = { _ in }
  ) -> TemplateDetails {
    var details = TemplateDetails(name: name)
    change(&details.content)
    return details
  }

  private func add(_ details: TemplateDetails, _ store: TestStore) throws -> ItemTemplate {
    try store.write { try AddTemplate(homeID: store.id("flat"), details)($0) }
  }

  @Test("a template is kept cleaned, with each of its labels and fields once")
  func add() throws {
    let store = try TestStore(homes: ["flat"])
    let shelf = try store.addLocation("Shelf", home: "flat")
    let label = try store.addLabel("Books", home: "flat")
    let book = try add(
      details(" Paperback ") {
        $0.itemName = " Book \u{202e}"
        $0.quantity = 3
        $0.locationID = shelf
        $0.labelIDs = [label, label]
        $0.fieldNames = ["Author", " author ", "Pages"]
      }, store)
    #expect(book.name == "Paperback")
    #expect(book.content.itemName == "Book")
    #expect(book.content.labelIDs == [label])
    #expect(book.content.fieldNames == ["Author", "Pages"])
    let stored = try ItemTemplate.of(home: store.id("flat"), in: store.connection)
    #expect(stored == [book])
  }

  @Test("places and labels that the home does not have are passed over")
  func passedOver() throws {
    let store = try TestStore(homes: ["flat", "cabin"])
    let shed = try store.addLocation("Shed", home: "cabin")
    let own = try store.addLabel("Tools", home: "flat")
    let other = try store.addLabel("Tools", home: "cabin")
    let template = try add(
      details("Tool") {
        $0.locationID = shed
        $0.labelIDs = [own, other, store.id("never")]
      }, store)
    #expect(template.content.locationID == nil)
    #expect(template.content.labelIDs == [own])
  }

  @Test("a blank name, a wrong number and a name that is there are refused, each with its reason")
  func refused() throws {
    let store = try TestStore(homes: ["flat"])
    #expect(
      throws: AddTemplate.Failure.invalid([
        .init(field: .name, reason: .missing),
        .init(field: InputField("quantity"), reason: .outOfRange(min: 0, max: 100_000)),
      ])
    ) { try add(details(" \u{202e} ") { $0.quantity = -1 }, store) }
    #expect(
      throws: AddTemplate.Failure.invalid([
        .init(field: .fields, reason: .tooMany(max: ItemTemplate.maxFields))
      ])
    ) { try add(details("Many") { $0.fieldNames = (0...40).map { "Field \($0)" } }, store) }
    let book = try add(details("Book"), store)
    #expect(throws: AddTemplate.Failure.nameTaken(book.id)) { try add(details("BOOK"), store) }
    let other = try add(details("Lamp"), store)
    #expect(throws: EditTemplate.Failure.nameTaken(book.id)) {
      try store.write { try EditTemplate(templateID: other.id, details: details("book"))($0) }
    }
    // The same name in another home is another's.
    try store.addHome("cabin")
    try store.write { try AddTemplate(homeID: store.id("cabin"), details("Book"))($0) }
  }

  @Test("D-PRM-7 who only views a home changes none of its templates")
  func viewer() throws {
    let store = try TestStore(homes: ["flat"])
    let book = try add(details("Book"), store)
    try store.connection.execute(
      "UPDATE syncZones SET role = 'readOnly' WHERE id = ?", .text(store.id("flat")))
    #expect(throws: AddTemplate.Failure.readOnlyHome) { try add(details("Lamp"), store) }
    #expect(throws: EditTemplate.Failure.readOnlyHome) {
      try store.write { try EditTemplate(templateID: book.id, details: details("B"))($0) }
    }
    #expect(throws: DeleteTemplate.Failure.readOnlyHome) {
      try store.write { try DeleteTemplate(templateID: book.id)($0) }
    }
    #expect(throws: RestoreTemplate.Failure.readOnlyHome) {
      try store.write { try RestoreTemplate(book)($0) }
    }
  }

  @Test("saving a form writes what was changed in it, and takes back nothing else")
  func base() throws {
    let store = try TestStore(homes: ["flat"])
    let book = try add(details("Book") { $0.notes = "old" }, store)
    var mine = book.details
    mine.content.model = "Pocket"
    var theirs = book.details
    theirs.content.notes = "new"
    try store.write { [theirs] in try EditTemplate(templateID: book.id, details: theirs)($0) }
    let after = try store.write { [mine] in
      try EditTemplate(templateID: book.id, details: mine, base: book.details)($0)
    }
    #expect((after.content.notes, after.content.model) == ("new", "Pocket"))
  }

  @Test("a deleted template comes back as it was, without a place that is gone by then")
  func undo() throws {
    let store = try TestStore(homes: ["flat"])
    let shelf = try store.addLocation("Shelf", home: "flat")
    let book = try add(details("Book") { $0.locationID = shelf }, store)
    let deleted = try store.write { try DeleteTemplate(templateID: book.id)($0) }
    #expect(deleted == book)
    #expect(try store.integer("SELECT count(*) FROM templates") == 0)
    #expect(throws: DeleteTemplate.Failure.templateNotFound) {
      try store.write { try DeleteTemplate(templateID: book.id)($0) }
    }
    try store.write { try DeleteLocation(locationID: shelf)($0) }
    let back = try store.write { try RestoreTemplate(deleted)($0) }
    #expect((back.id, back.name, back.content.locationID) == (book.id, "Book", nil))
    #expect(throws: RestoreTemplate.Failure.alreadyThere) {
      try store.write { try RestoreTemplate(deleted)($0) }
    }
  }

  @Test("a template of an item has what its like have in common, and nothing of its own")
  func ofItem() throws {
    let store = try TestStore(homes: ["flat"])
    let shelf = try store.addLocation("Shelf", home: "flat")
    let label = try store.addLabel("Books", home: "flat")
    var item = ItemDetails(name: "Emma", currency: "EUR")
    (item.manufacturer, item.serial, item.priceMinor) = ("Penguin", "S-1", 900)
    (item.locationID, item.quantity) = (shelf, 2)
    let id = try store.write { [item] in
      try AddItem(
        homeID: store.id("flat"), item, labelIDs: [label],
        fields: [CustomField(name: "Author", value: "Austen")])($0).id
    }
    let page = try #require(try ItemPage(item: id, in: store.connection))
    let content = ItemTemplate.Content(of: page)
    var expected = ItemTemplate.Content()
    (expected.itemName, expected.manufacturer, expected.quantity) = ("Emma", "Penguin", 2)
    (expected.locationID, expected.labelIDs, expected.fieldNames) = (shelf, [label], ["Author"])
    #expect(content == expected)
  }
}
