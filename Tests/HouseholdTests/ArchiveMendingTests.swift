import Household
import SQLite
import SyncProtocol
import Testing
import Things

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

  /// A store with places of these names in one chain.
  private func chain(_ count: Int) throws -> (store: TestStore, ids: [RecordID]) {
    let store = try TestStore(homes: ["flat"])
    // Hardly any of the ids is in the order of the levels.
    let ids = (1...count).map { number in
      let digits = String(Int64(number) * 7_919_000_003 % 1_000_000_000_000)
      let tail = String(repeating: "0", count: 12 - digits.count) + digits
      return "0190a000-0000-7000-8000-\(tail)"
    }
    try store.connection.transaction {
      for (index, id) in ids.enumerated() {
        try store.connection.execute(
          """
          INSERT INTO locations (id, homeID, parentID, kind, name, nameKey, createdAt)
            VALUES (?, ?, ?, 'room', ?, '', 1)
          """, .text(id), .text(store.id("flat")), Value(index == 0 ? nil : ids[index - 1]),
          .text("Level \(index + 1)"))
      }
    }
    return (store, ids)
  }

  @Test("what is a little too deep goes up as far as it must and keeps what is in it")
  func littleTooDeep() throws {
    let (store, ids) = try chain(12)
    try store.connection.execute(
      "UPDATE locations SET parentID = ? WHERE id = ?", .text(ids[9]), .text(ids[11]))
    for (wanted, told) in [
      (["Level 11": "Level 9", "Level 12": "Level 9"], ["Level 11 Level 9", "Level 12 Level 9"]),
      (["Level 11": "Level 8", "Level 12": "Level 11"], ["Level 11 Level 8"]),
    ] {
      let fixture = try ArchiveFixture(store, [:])
      #expect(
        try fixture.open().mended.map { "\($0.name) \($0.parent ?? "")" }.sorted() == told)
      let other = try TestStore()
      try fixture.restore(into: other)
      let parents = try parents(other)
      for (name, parent) in wanted { #expect(parents[name] == parent) }
      #expect(parents["Level 10"] == "Level 9")
      try store.connection.execute(
        "UPDATE locations SET parentID = ? WHERE id = ?", .text(ids[10]), .text(ids[11]))
    }
  }

  @Test("a chain and a circle of 5,000 places come whole, at most ten deep")
  func longChain() throws {
    let (store, ids) = try chain(5000)
    for isCircle in [false, true] {
      if isCircle {
        try store.connection.execute(
          "UPDATE locations SET parentID = ? WHERE id = ?", .text(ids[4999]), .text(ids[0]))
      }
      let archive = try ArchiveFixture(store, [:]).open()
      #expect(archive.mended.count { $0.kind == .loop } == (isCircle ? 1 : 0))
      #expect(archive.mended.count { $0.kind == .tooDeep } == 499)
      let plan = try RestorePlan(archive, in: TestStore().connection)
      #expect(plan.newCounts["locations"] == 5000)
    }
  }

  @Test("a circle is opened at the place with the least id, whichever is written first")
  func leastOfLoop() throws {
    let (store, ids) = try chain(5)
    try store.connection.execute(
      "UPDATE locations SET parentID = ? WHERE id = ?", .text(ids[3]), .text(ids[1]))
    let least = try #require(ids[1...3].min())
    let mended = try ArchiveFixture(store, [:]).open().mended
    #expect(mended.map(\.kind) == [.loop])
    #expect(mended.map(\.name) == ids.indices.filter { ids[$0] == least }.map { "Level \($0 + 1)" })
  }

  @Test("places come back into one that is deeper by now: as far in as there is room, and told")
  func deeperByNow() throws {
    let (store, ids) = try chain(7)
    try store.addItem("Kettle", home: "flat", at: ids[6])
    let fixture = try ArchiveFixture(store, [:])
    // The first three levels are four further down, and what was in them is deleted.
    try store.connection.transaction {
      for id in ids[3...] {
        try store.connection.execute(
          "UPDATE items SET locationID = NULL WHERE locationID = ?", .text(id))
        try store.connection.execute("DELETE FROM locations WHERE id = ?", .text(id))
      }
      var outer: RecordID?
      for number in 1...5 {
        let id = store.id("Outer \(number)")
        try store.connection.execute(
          """
          INSERT INTO locations (id, homeID, parentID, kind, name, nameKey, createdAt)
            VALUES (?, ?, ?, 'room', ?, '', 1)
          """, .text(id), .text(store.id("flat")), Value(outer), .text("Outer \(number)"))
        outer = id
      }
      try store.connection.execute(
        "UPDATE locations SET parentID = ? WHERE id = ?", Value(outer), .text(ids[0]))
    }
    let plan = try fixture.plan(in: store)
    #expect(
      plan.mended.map { "\($0.kind) \($0.name) \($0.parent ?? "")" }
        == ["tooDeep Level 6 Level 4", "tooDeep Level 7 Level 4"])
    try fixture.restore(into: store, maxRecords: 2)
    let parents = try parents(store)
    #expect(parents["Level 5"] == "Level 4")
    #expect(parents["Level 6"] == "Level 4")
    #expect(parents["Level 7"] == "Level 4")
    let tree = try LocationTree(home: store.id("flat"), in: store.connection)
    #expect(tree.nodes.count == 12)
    #expect(tree.nodes.map(\.depth).max() == Location.maxDepth - 1)
    #expect(try fixture.plan(in: store).isEmpty)
  }

  @Test("places come back into one that is in a circle by now: they stand in the home")
  func circleByNow() throws {
    let (store, ids) = try chain(3)
    let fixture = try ArchiveFixture(store, [:])
    try store.connection.transaction {
      try store.connection.execute("DELETE FROM locations WHERE id = ?", .text(ids[2]))
      try store.connection.execute(
        "UPDATE locations SET parentID = ? WHERE id = ?", .text(ids[1]), .text(ids[0]))
    }
    try fixture.restore(into: store)
    #expect(try parents(store) == ["Level 1": "Level 2", "Level 2": "Level 1", "Level 3": ""])
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
