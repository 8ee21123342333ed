import SQLite
import SyncProtocol
import Testing
import Things

/// Merges that are stopped, and names that meet in other ways than one would think.
@Suite struct MergeFaultTests {
  private struct Stopped: Error {}

  private func everything(_ store: TestStore) throws -> [[RecordKey: [String: Value]]] {
    try ["one", "two", "three"].map { try store.rows(ofHome: $0) }
  }

  // S0-US007-desc
  @Test("S0-US005-D0 S0-US007-3 D-MRG-1 a merge that stops at any statement has changed nothing")
  func stopped() throws {
    let store = try TestStore(homes: ["one", "two", "three"])
    _ = try RandomHousehold.fill(
      store, homes: ["one", "two", "three"], seed: 5, rowsPerTable: 3)
    let before = try everything(store)
    let merge = MergeHome(
      sourceID: store.id("one"), targetID: store.id("two"), isCombining: true)
    var count = 0
    while true {
      var left = count
      store.connection.injectedFailure = { _ in
        left -= 1
        return left < 0 ? Stopped() : nil
      }
      do {
        try store.write { _ = try merge($0) }
        store.connection.injectedFailure = nil
        break
      } catch is Stopped {
        store.connection.injectedFailure = nil
        guard try everything(store) == before else {
          Issue.record("something has changed after \(count) statements")
          return
        }
        count += 1
      }
    }
    #expect(count > 40)
    #expect(try Home.find(store.id("one"), in: store.connection) == nil)
  }

  @Test("D-MRG-7 S0-TC8 two homes with the same defaults share no row, and combine to one set")
  func defaults() throws {
    let store = try TestStore()
    let homes = try ["Cottage", "Cabin"].map { name in
      try store.write { transaction in
        var details = HomeDetails(name: name)
        details.currency = "EUR"
        return try CreateHome(details, rooms: ["Kitchen", "Garage"])(transaction).id
      }
    }
    func names(_ table: String, _ home: ZoneID) throws -> [String] {
      try store.texts("SELECT name FROM \(table) WHERE homeID = ? ORDER BY name", .text(home))
    }
    let theirs = (try names("locations", homes[1]), try names("labels", homes[1]))
    #expect(try names("locations", homes[0]) == theirs.0)
    #expect(
      try store.integer(
        "SELECT count(*) FROM (SELECT id FROM locations UNION SELECT id FROM labels)")
        == store.integer(
          "SELECT (SELECT count(*) FROM locations) + (SELECT count(*) FROM labels)"))
    try store.write {
      try MergeHome(sourceID: homes[0], targetID: homes[1], isCombining: true)($0)
    }
    #expect(try names("locations", homes[1]) == theirs.0)
    #expect(try names("labels", homes[1]) == theirs.1)
  }

  @Test(
    "S0-FR8 D-MRG-6 names meet however they are written",
    arguments: [
      ("kitchen", "KITCHEN"), ("Café", "CAFÉ"), ("Straße", "STRASSE"), ("é", "e\u{301}"),
      ("  Wine   cellar ", "wine cellar"),
    ])
  func spelling(one: String, two: String) throws {
    let store = try TestStore(homes: ["one", "two"])
    try store.addLabel(one, home: "one")
    let theirs = try store.addLabel(two, home: "two")
    try store.write {
      try MergeHome(
        sourceID: store.id("one"), targetID: store.id("two"), isCombining: true)($0)
    }
    #expect(try store.texts("SELECT id FROM labels") == [theirs])
  }

  @Test("D-MRG-5 of several with one name in the other home the oldest is taken, by all of mine")
  func several() throws {
    let store = try TestStore(homes: ["one", "two"])
    let first = try store.addLocation("Shed", home: "two")
    let second = store.id("second shed")
    let mine = try store.addLocation("shed", home: "one")
    let twin = store.id("twin shed")
    // Made by two people at the same time.
    for (copy, of, home) in [(second, first, "two"), (twin, mine, "one")] {
      try store.connection.execute(
        """
        INSERT INTO locations (id, homeID, kind, name, nameKey, createdAt)
          SELECT ?, ?, kind, 'SHED', nameKey, createdAt + 5 FROM locations WHERE id = ?
        """, .text(copy), .text(store.id(home)), .text(of))
    }
    let items = try [mine, twin].map { try store.addItem("Rake", home: "one", at: $0).id }
    try store.write {
      try MergeHome(
        sourceID: store.id("one"), targetID: store.id("two"), isCombining: true)($0)
    }
    for item in items {
      #expect(try Item.find(item, in: store.connection)?.details.locationID == first)
    }
    #expect(
      Set(try store.texts("SELECT id FROM locations")) == [first, second])
  }
}
