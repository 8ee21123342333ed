import Household
import SyncProtocol
import Testing

/// Archives of households that an older hub let get out of order.
@Suite struct ArchiveMendingTests {
  private func parents(_ store: TestStore) throws -> [String: String] {
    let rows = try store.connection.query(
      """
      SELECT l.name, coalesce(p.name, '') FROM locations AS l
        LEFT JOIN locations AS p ON p.id = l.parentID
      """
    ) { ($0.text(0), $0.text(1)) }
    return Dictionary(rows) { first, _ in first }
  }

  @Test("places inside each other, and one inside itself, come apart and are told")
  func loops() throws {
    let store = try TestStore(homes: ["flat"])
    let attic = try store.addLocation("Attic", home: "flat")
    let box = try store.addLocation("Box", home: "flat", in: attic)
    let self_ = try store.addLocation("Mirror", home: "flat")
    try store.addItem("Kettle", home: "flat", at: box)
    try store.write {
      try $0.connection.execute(
        "UPDATE locations SET parentID = ? WHERE id = ?", .text(box), .text(attic))
      try $0.connection.execute(
        "UPDATE locations SET parentID = id WHERE id = ?", .text(self_))
    }
    let fixture = try ArchiveFixture(store, [:])
    let archive = try fixture.open()
    let told = archive.mended.map { "\($0.kind) \($0.name)" }.sorted()
    let least = attic < box ? ("Attic", "Box") : ("Box", "Attic")
    #expect(told == ["loop \(least.0)", "loop Mirror"].sorted())
    let other = try TestStore()
    try fixture.restore(into: other)
    #expect(
      try parents(other) == [least.0: "", least.1: least.0, "Mirror": ""])
    #expect(
      try other.texts("SELECT l.name FROM items JOIN locations AS l ON l.id = locationID")
        == ["Box"])
  }

  @Test("40 levels become four times ten, and all of them come")
  func levels() throws {
    let store = try TestStore(homes: ["flat"])
    var ids: [RecordID] = []
    for number in 1...40 {
      ids.append(try store.addLocation("Level \(number)", home: "flat"))
    }
    try store.write {
      for (inner, outer) in zip(ids.dropFirst(), ids) {
        try $0.connection.execute(
          "UPDATE locations SET parentID = ? WHERE id = ?", .text(outer), .text(inner))
      }
    }
    let fixture = try ArchiveFixture(store, [:])
    #expect(
      try fixture.open().mended.map { "\($0.kind) \($0.name)" }
        == ["tooDeep Level 11", "tooDeep Level 21", "tooDeep Level 31"])
    let other = try TestStore()
    try fixture.restore(into: other)
    let tree = try LocationTree(
      home: #require(try other.texts("SELECT id FROM homes").first), in: other.connection)
    #expect(tree.nodes.count == 40)
    #expect(tree.nodes.map(\.depth).max() == Location.maxDepth - 1)
  }

  @Test("days and times that an older hub took are mended, and told by their line")
  func values() throws {
    let store = try TestStore(homes: ["flat"])
    try store.addItem("Kettle", home: "flat")
    try store.addLabel("Blue", home: "flat")
    try store.write {
      try $0.connection.execute("UPDATE items SET warrantyUntil = '0000-00-00'")
      try $0.connection.execute("UPDATE labels SET createdAt = 9223372036854775807")
    }
    let fixture = try ArchiveFixture(store, [:])
    let told = try fixture.open().mended.map { "\($0.kind) \($0.name) \($0.line ?? 0)" }
    #expect(told == ["instant Blue 2", "day Kettle 3"])
    let other = try TestStore()
    try fixture.restore(into: other)
    #expect(try other.texts("SELECT coalesce(warrantyUntil, 'none') FROM items") == ["none"])
    #expect(
      try other.integer("SELECT createdAt FROM labels") == TimeLimit.milliseconds.upperBound)
  }

  @Test("a table, a list and a tree of places in a loop end, and leave no item out")
  func cyclicPages() throws {
    let store = try TestStore(homes: ["flat"])
    let attic = try store.addLocation("Attic", home: "flat")
    let box = try store.addLocation("Box", home: "flat", in: attic)
    try store.addItem("Kettle", home: "flat", at: box)
    try store.write {
      try $0.connection.execute(
        "UPDATE locations SET parentID = ? WHERE id = ?", .text(box), .text(attic))
    }
    let flat = store.id("flat")
    #expect(try LocationTree(home: flat, in: store.connection).nodes.count == 2)
    #expect(try HouseholdExport.writeCSV(of: flat, in: store.connection) { _ in } == 1)
    for sort in [ItemSort.name, .room, .value, .newest] {
      let list = try ItemList(filter: ItemFilter(), sort: sort, limit: 10, in: store.connection)
      #expect(list.rows.map(\.name) == ["Kettle"])
    }
    let claim = try ClaimItems(home: flat, ClaimItems.Choice(), in: store.connection)
    #expect(claim.itemCount == 1)
  }
}
