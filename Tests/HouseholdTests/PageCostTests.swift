import CSQLite
import Household
import SQLite
import SyncProtocol
import TestSupport
import Testing
import Things

/// A page costs what it shows, whatever the household owns: told in the steps that SQLite takes,
/// which are the same on every machine.
@Suite struct PageCostTests {
  /// Two homes, all but the number of their items the same.
  ///
  /// - Parameter isBare: items have no labels and no photos.
  private static func household(itemsPerHome: Int, isBare: Bool = false) throws -> TestStore {
    let store = try TestStore(homes: ["flat", "cabin"])
    for home in ["flat", "cabin"] {
      let rooms = try (0..<5).map { try store.addLocation("Room \($0)", home: home) }
      let labels = try (0..<4).map { try store.addLabel("Label \($0)", home: home) }
      try store.connection.transaction {
        for index in 0..<itemsPerHome {
          var details = ItemDetails(
            name: "\(words[index % words.count]) number\(index)\(index < 1500 ? " cellar" : "")",
            currency: index % 9 == 0 ? "USD" : "EUR")
          details.priceMinor = index % 4 == 0 ? nil : Int64(index % 700)
          details.locationID = index % 11 == 0 ? nil : rooms[index % rooms.count]
          details.isArchived = index % 13 == 0
          let id = store.id("\(home) \(index)")
          try store.connection.execute(
            """
            INSERT INTO items(id, homeID, locationID, name, priceMinor, currency, isArchived,
              nameKey, createdAt, createdBy) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
            """, .text(id), .text(store.id(home)), Value(details.locationID),
            .text(details.name), Value(details.priceMinor), .text(details.currency),
            Value(details.isArchived), .text(NameKey.make(details.name)), .integer(Int64(index)),
            .text(TestStore.account))
          if isBare { continue }
          try store.connection.execute(
            ItemLabel.sql.insert, .text(store.id("label of \(id)")), .text(store.id(home)),
            .text(id), .text(labels[index % labels.count]))
          if index % 3 == 0 {
            try store.connection.execute(
              """
              INSERT INTO photos(id, homeID, itemID, blobHash, byteCount, kind, width, height,
                sortKey, createdAt, createdBy)
                VALUES (?, ?, ?, ?, 1, 'jpeg', 1, 1, 'a', 1, 'a')
              """, .text(store.id("photo of \(id)")), .text(store.id(home)), .text(id),
              .text(String(repeating: "a", count: 64)))
          }
        }
        try store.connection.execute("UPDATE items SET assetID = createdAt")
        try store.connection.execute(
          """
          UPDATE items SET lentTo = 'Mia', lentUntil = '2026-01-02', warrantyUntil = '2026-01-03'
            WHERE createdAt % 3 = 0
          """)
        if !isBare {
          try store.connection.execute(
            """
            INSERT INTO maintenance(id, homeID, itemID, title, dueOn, doneOn, everyUnit, currency,
                createdAt, createdBy)
              SELECT 'm' || id, homeID, id, 'Oil', '2026-01-0' || (1 + createdAt % 9),
                CASE createdAt % 2 WHEN 0 THEN '2026-01-01' END, 'month', 'EUR', 1, 'a'
                FROM items WHERE homeID = ?
            """, .text(store.id(home)))
        }
        try HouseholdIndex.rebuild(store.connection)
      }
    }
    return store
  }

  /// So many lamps that they are too many to be looked up in either household.
  private static let words = ["kettle", "lamp", "tent", "lamp", "lamp", "guitar", "lamp"]

  private typealias Page = @Sendable (TestStore) throws -> Void

  private static func list(
    _ sort: ItemSort, home: String? = nil, pages: Int = 1,
    _ change: (inout ItemFilter) -> Void = { _ in }
  ) -> Page {
    var filter = ItemFilter()
    change(&filter)
    return { [filter] store in
      var filter = filter
      filter.homeID = home.map { store.id($0) }
      var cursor: ItemCursor?
      for _ in 0..<pages {
        let page = try ItemList(filter: filter, sort: sort, after: cursor, in: store.connection)
        #expect(page.rows.count == ItemList.defaultLimit)
        cursor = page.next
      }
    }
  }

  private static let pages: [(name: String, page: Page)] = [
    ("dashboard", { _ = try Dashboard(home: $0.id("flat"), in: $0.connection) }),
    ("sidebar", { _ = try Sidebar(active: $0.id("flat"), in: $0.connection) }),
    ("worth", { _ = try Dashboard.values(home: nil, in: $0.connection) }),
    (
      "item",
      {
        let page = try ItemPage(item: $0.id("flat 5"), in: $0.connection)
        #expect(page?.labels.count == 1)
      }
    ),
    (
      "rare word",
      { store in
        var filter = ItemFilter()
        filter.search = "number2199"
        _ = try ItemList(filter: filter, sort: .name, in: store.connection)
      }
    ),
    ("by name", list(.name, home: "flat", pages: 3)),
    ("all by name", list(.name, pages: 3)),
    ("all by age", list(.newest, pages: 3)),
    ("by value", list(.value, home: "cabin", pages: 3)),
    ("by room", list(.room, home: "cabin", pages: 3)),
    ("without a photo", list(.newest) { $0.hasPhoto = false }),
    ("without a serial number", list(.newest) { $0.lacksSerial = true }),
    ("without a receipt", list(.newest) { $0.lacksReceipt = true }),
    ("lent", list(.newest) { $0.isLent = true }),
    (
      "reminders",
      { store in
        let found = try Reminders(
          home: store.id("flat"), today: "2026-01-01", limit: 5, in: store.connection)
        #expect(found.rows.count == 5 && found.hasMore)
      }
    ),
    (
      "reminders of all homes",
      { store in
        let found = try Reminders(
          homes: ["flat", "cabin"].map { store.id($0) }, today: "2026-01-01", limit: 8,
          in: store.connection)
        #expect(found.rows.count == 8 && found.hasMore)
      }
    ),
    (
      "maintenance",
      { store in
        let (home, connection) = (store.id("flat"), store.connection)
        for isDone in [false, true] {
          var cursor: MaintenanceCursor?
          for _ in 0..<3 {
            let page =
              isDone
              ? try MaintenanceList.done(home: home, after: cursor, in: connection)
              : try MaintenanceList.open(home: home, after: cursor, in: connection)
            #expect(page.rows.count == MaintenanceList.defaultLimit)
            cursor = page.next
          }
        }
      }
    ),
    (
      "insurance",
      { store in
        let home = store.id("flat")
        _ = try PolicyList.rows(home: home, today: "2026-01-01", in: store.connection)
        _ = try Coverage(home: home, today: "2026-01-01", in: store.connection)
        _ = try PolicyList.ending(home: home, by: "2026-03-01", in: store.connection)
      }
    ),
    ("common word by name", list(.name, pages: 3) { $0.search = "number" }),
    ("common word by age", list(.newest, pages: 3) { $0.search = "number" }),
    ("common word of a home", list(.newest, home: "flat", pages: 3) { $0.search = "lamp" }),
    ("common words", list(.newest) { $0.search = "num lam" }),
  ]

  /// The steps of the virtual machine over all statements that are prepared.
  private func steps(_ store: TestStore, _ page: Page) throws -> Int {
    try store.connection.steps { try page(store) }
  }

  @Test("pages of a household four times as large take no more steps")
  func independence() throws {
    let (small, large) = (
      try Self.household(itemsPerHome: 2200), try Self.household(itemsPerHome: 8800)
    )
    for (name, page) in Self.pages {
      let (few, many) = (try steps(small, page), try steps(large, page))
      // Merging streams and skipping archived rows cost a little more or less by chance.
      #expect(Double(many) < Double(few) * 1.25, "\(name): \(few) and \(many) steps")
    }
  }

  @Test("that nothing is lent is found out at the same cost however many items there are")
  func nothingLent() throws {
    let stores = try [1000, 4000].map { count in
      let store = try Self.household(itemsPerHome: count, isBare: true)
      try store.connection.execute("UPDATE items SET lentTo = '', lentUntil = NULL")
      return store
    }
    let page: Page = { store in
      var filter = ItemFilter()
      filter.isLent = true
      let list = try ItemList(filter: filter, sort: .newest, in: store.connection)
      #expect(list.rows.isEmpty)
    }
    let costs = try stores.map { try steps($0, page) }
    #expect(Double(costs[1]) < Double(costs[0]) * 1.25, "\(costs)")
  }

  // The time it takes is a row of the benchmarks.
  @Test("S3-6.4-b of 50,000 items the first page loads one page, at the cost of a tenth of them")
  func firstPage() throws {
    let (small, large) = (
      try Self.household(itemsPerHome: 2500, isBare: true),
      try Self.household(itemsPerHome: 25_000, isBare: true)
    )
    #expect(try large.integer("SELECT count(*) FROM items") == 50_000)
    for sort in [ItemSort.newest, .name] {
      let list = try ItemList(filter: ItemFilter(), sort: sort, in: large.connection)
      #expect(list.rows.count == ItemList.defaultLimit)
      #expect(list.next != nil)
      let page = Self.list(sort)
      let (few, many) = (try steps(small, page), try steps(large, page))
      #expect(Double(many) < Double(few) * 1.25, "\(sort): \(few) and \(many) steps")
    }
  }

  @Test("common words are found in order and once, wherever the items with them are")
  func commonWords() throws {
    let store = try Self.household(itemsPerHome: 4500)
    let searches = [
      ("number", "%number%"), ("num lam", "%lamp%"), ("cellar", "%cellar"), ("ÇELLAR", "%cellar"),
    ]
    for (search, pattern) in searches {
      try compare(search, pattern, .newest, store)
      try compare(search, pattern, .name, store)
    }
  }

  @Test(
    "words that only rows far off have are found in every order", arguments: ItemSort.allCases)
  func farWords(sort: ItemSort) throws {
    // The oldest of each home.
    let store = try Self.household(itemsPerHome: 4500, isBare: true)
    var filter = ItemFilter()
    filter.search = "cellar"
    let all = try store.texts("SELECT id FROM items WHERE isArchived = 0 AND name LIKE '%cellar'")
    #expect(all.count > 2000)
    var found: [RecordID] = []
    var cursor: ItemCursor?
    repeat {
      let page = try ItemList(
        filter: filter, sort: sort, after: cursor, limit: 500, in: store.connection)
      found += page.rows.map(\.id)
      cursor = page.next
    } while cursor != nil
    #expect(found.count == all.count)
    #expect(Set(found) == Set(all))
  }

  private func compare(
    _ search: String, _ pattern: String, _ sort: ItemSort, _ store: TestStore
  ) throws {
    var filter = ItemFilter()
    filter.search = search
    let order = sort == .newest ? "createdAt DESC, id DESC" : "nameKey, id"
    let expected = try store.texts(
      "SELECT id FROM items WHERE isArchived = 0 AND name LIKE ? ORDER BY \(order) LIMIT 150",
      .text(pattern))
    var found: [RecordID] = []
    var cursor: ItemCursor?
    repeat {
      let page = try ItemList(filter: filter, sort: sort, after: cursor, in: store.connection)
      found += page.rows.map(\.id)
      cursor = page.next
    } while cursor != nil && found.count < 150
    #expect(found == expected)
  }

  @Test("what a home reminds of, and what is due and done in it, is read in the order of an index")
  func reminderPlans() throws {
    let store = try Self.household(itemsPerHome: 700)
    let names = ["reminders", "maintenance"]
    for (name, page) in Self.pages where names.contains(name) { try page(store) }
    var statement = sqlite3_next_stmt(store.connection.handle, nil)
    var queries: Set<String> = []
    while let current = statement {
      queries.insert(String(cString: sqlite3_sql(current)))
      statement = sqlite3_next_stmt(store.connection.handle, current)
    }
    var used: Set<String> = []
    for sql in queries
    where sql.contains("ORDER BY") && sql.contains("LIMIT ?") && !sql.contains("json_each") {
      let plan = try store.connection.query("EXPLAIN QUERY PLAN \(sql)") { $0.text(3) }
      #expect(!plan.contains { $0.contains("TEMP B-TREE") }, "\(plan): \(sql)")
      for index in ["itemsByWarranty", "itemsLent", "maintenanceDue", "maintenanceDone"]
      where plan.contains(where: { $0.contains("INDEX \(index) ") }) {
        used.insert(index)
      }
    }
    #expect(used == ["itemsByWarranty", "itemsLent", "maintenanceDue", "maintenanceDone"])
  }

  @Test("no page looks through a table of items")
  func plans() throws {
    let store = try Self.household(itemsPerHome: 2200)
    for (_, page) in Self.pages { try page(store) }
    var statement = sqlite3_next_stmt(store.connection.handle, nil)
    var queries: Set<String> = []
    while let current = statement {
      let sql = String(cString: sqlite3_sql(current))
      // What fills the index, to begin with, is no page's.
      let isPage = sql != "SELECT id FROM items"
      if isPage, sql.hasPrefix("SELECT") || sql.hasPrefix("WITH") { queries.insert(sql) }
      statement = sqlite3_next_stmt(store.connection.handle, current)
    }
    #expect(queries.count > 15)
    let many = [
      "items", "itemIndex", "itemLabels", "itemFields", "photos", "itemParts", "attachments",
      "maintenance",
    ]
    for sql in queries where !sql.contains("itemTerms_") && !sql.contains("'main'") {
      let plan = try store.connection.query("EXPLAIN QUERY PLAN \(sql)") { $0.text(3) }
      for line in plan where line.hasPrefix("SCAN ") {
        let alias = line.dropFirst(5).prefix { $0 != " " }
        let isMany = many.contains { table in
          table == alias || sql.contains("\(table) AS \(alias) ")
            || sql.contains("\(table) AS \(alias)\n")
        }
        #expect(!isMany, "\(line): \(sql)")
      }
    }
  }
}
