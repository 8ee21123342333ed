import CSQLite
import Foundation
import SQLite
import SyncProtocol
import TestSupport
import Testing
import Things

/// What a search text finds, and what it costs.
@Suite struct SearchFilterTests {
  private static let setting = SearchQuery.Setting(
    currency: "EUR", today: "2026-06-15", timeZone: .utc)

  private func filter(_ text: String, home: ZoneID? = nil) -> ItemFilter {
    var filter = ItemFilter()
    filter.homeID = home
    filter.add(SearchQuery(text, Self.setting))
    return filter
  }

  private func names(_ text: String, _ store: TestStore, home: String? = nil) throws -> [String] {
    try ItemList(
      filter: filter(text, home: home.map { store.id($0) }), sort: .name, in: store.connection
    ).rows.map(\.name)
  }

  private func household() throws -> TestStore {
    let store = try TestStore(homes: ["Flat", "Summer house"])
    let kitchen = try store.addLocation("Kitchen", home: "Flat")
    let shelf = try store.addLocation("Shelf", home: "Flat", in: kitchen)
    let (tools, cabinTools) = (
      try store.addLabel("Tools", home: "Flat"), try store.addLabel("TOOLS", home: "Summer house")
    )
    try store.addItem("Axe", home: "Summer house", price: 3000, labels: [cabinTools])
    try store.addItem("Drill", home: "Flat", at: shelf, price: 10_000, labels: [tools])
    try store.addItem("Forks", home: "Flat", at: kitchen, price: 500, quantity: 12)
    try store.addItem("Kettle", home: "Flat", at: kitchen)
    try store.addItem("Oak table", home: "Summer house", price: 90_000)
    try store.addItem("Table of oak wood", home: "Flat")
    func edit(_ name: String, _ change: (inout ItemDetails) -> Void) throws {
      let id = try #require(
        try store.texts("SELECT id FROM items WHERE name = ?", .text(name)).first)
      var details = try #require(try Item.find(id, in: store.connection)).details
      change(&details)
      try store.write { _ = try EditItem(itemID: id, details: details)($0) }
    }
    try edit("Drill") {
      $0.serial = "WOV-7321"
      $0.manufacturer = "Makita"
      $0.warrantyUntil = "2026-08-01"
      $0.purchasedOn = "2024-02-29"
      $0.assetID = "000-001"
      $0.lentTo = "Jonas"
    }
    try edit("Axe") {
      $0.warrantyUntil = "2020-01-01"
      $0.isInsured = true
      $0.notes = "Made by Makita's neighbour"
      $0.currency = "USD"
    }
    try edit("Kettle") { $0.soldTo = "Tim" }
    try edit("Oak table") { $0.isLifetimeWarranty = true }
    return store
  }

  @Test(
    "S3-US3-3 S3-US3-4 X01 every condition finds what it says, over all homes",
    arguments: [
      ("label:tools", ["Axe", "Drill"]), ("label:Tóols", []), ("label:too", ["Axe", "Drill"]),
      ("-label:tools table", ["Oak table", "Table of oak wood"]),
      ("room:kitchen", ["Drill", "Forks", "Kettle"]), ("room:shelf", ["Drill"]),
      ("home:\"summer house\"", ["Axe", "Oak table"]), ("home:summer -axe", ["Oak table"]),
      ("value>50", ["Drill", "Forks", "Oak table"]), ("value>50 value<=100", ["Drill", "Forks"]),
      ("price>=5 price<6", ["Forks"]), ("value>1usd", ["Axe"]), ("quantity>1", ["Forks"]),
      ("no:price", ["Kettle", "Table of oak wood"]), ("has:serial", ["Drill"]),
      ("no:room", ["Axe", "Oak table", "Table of oak wood"]),
      ("no:photo label:tools", ["Axe", "Drill"]),
      ("has:notes", ["Axe"]), ("has:warranty", ["Axe", "Drill", "Oak table"]),
      ("no:label kettle", ["Kettle"]), ("is:lent", ["Drill"]), ("is:sold", ["Kettle"]),
      ("is:insured", ["Axe"]), ("is:archived", []), ("-is:lent label:tools", ["Axe"]),
      ("warranty<90d", ["Drill"]), ("warranty<2026-01-01", ["Axe"]), ("bought:2024", ["Drill"]),
      ("bought>2024", []), ("added<30000d serial:wov", ["Drill"]), ("make:makita", ["Drill"]),
      ("makita", ["Axe", "Drill"]), ("id:000-001", ["Drill"]), ("id:001", ["Drill"]),
      ("\"oak table\"", ["Oak table"]), ("oak table", ["Oak table", "Table of oak wood"]),
      ("table -\"oak table\"", ["Table of oak wood"]), ("-value>50 label:tools", ["Axe"]),
      ("label:nothing", []), ("-label:nothing axe", ["Axe"]), ("vlaue>100", []),
    ])
  func finds(text: String, expected: [String]) throws {
    #expect(try names(text, household()) == expected)
  }

  @Test("archived items are found by their condition, and by no other")
  func archived() throws {
    let store = try household()
    let id = try #require(try store.texts("SELECT id FROM items WHERE name = 'Drill'").first)
    var details = try #require(try Item.find(id, in: store.connection)).details
    details.isArchived = true
    try store.write { _ = try EditItem(itemID: id, details: details)($0) }
    #expect(try names("is:archived warranty<90d is:lent", store) == ["Drill"])
    #expect(try names("label:tools", store) == ["Axe"])
  }

  @Test("what is sold is found wherever it is, unless the search says where")
  func sold() throws {
    let store = try household()
    for name in ["Axe", "Forks"] {
      let id = try #require(
        try store.texts("SELECT id FROM items WHERE name = ?", .text(name)).first)
      var details = try #require(try Item.find(id, in: store.connection)).details
      (details.isArchived, details.soldOn) = (true, name == "Axe" ? "2026-05-01" : nil)
      details.soldMinor = 500
      try store.write { _ = try EditItem(itemID: id, details: details)($0) }
    }
    for sort in ItemSort.allCases {
      let found = try ItemList(filter: filter("is:sold"), sort: sort, in: store.connection)
      #expect(found.rows.map(\.name).sorted() == ["Axe", "Forks", "Kettle"], "\(sort)")
      #expect(found.rows.allSatisfy(\.isSold) && found.count == .exactly(3), "\(sort)")
    }
    #expect(try names("is:sold room:kitchen", store) == ["Forks", "Kettle"])
    #expect(try names("is:sold has:notes", store) == ["Axe"])
    #expect(try names("is:sold is:archived", store) == ["Axe", "Forks"])
    #expect(try names("is:archived is:sold value>50", store) == ["Forks"])
    #expect(try names("is:sold -is:archived", store) == ["Kettle"])
    #expect(try names("-is:sold", store) == ["Drill", "Oak table", "Table of oak wood"])
  }

  @Test(
    "what a few items are narrowed to is counted, whether an index knows it or not",
    arguments: [
      ("is:insured", 1), ("-is:lent", 5), ("quantity<2", 5), ("has:notes", 1), ("-oak", 4),
      ("-is:lent -is:insured", 4), ("home:flat has:room", 3), ("room:kitchen -forks", 2),
    ])
  func counts(text: String, expected: Int) throws {
    let list = try ItemList(
      filter: filter(text), sort: .value, limit: 1, in: household().connection)
    #expect(list.count == .exactly(expected))
    #expect((list.next == nil) == (expected == 1))
  }

  @Test("a name that is nowhere is told apart from one that has no items")
  func unknownNames() throws {
    let store = try household()
    try store.addLabel("Empty", home: "Flat")
    let filter = ItemFilter()
    #expect(try filter.namesNothing(.init(.label("Toys")), in: store.connection))
    #expect(try !filter.namesNothing(.init(.label("empty")), in: store.connection))
    #expect(try filter.namesNothing(.init(.place("Attic")), in: store.connection))
    #expect(try !filter.namesNothing(.init(.home("flat")), in: store.connection))
  }

  /// Items that nearly all are alike, in two homes.
  private func many(itemsPerHome: Int) throws -> TestStore {
    let store = try TestStore(homes: ["flat", "cabin"])
    for home in ["flat", "cabin"] {
      try store.connection.transaction {
        for index in 0..<itemsPerHome {
          let isRare = index % 997 == 3
          try store.connection.execute(
            """
            INSERT INTO items(id, homeID, name, quantity, priceMinor, currency, warrantyUntil,
              lentTo, nameKey, createdAt, createdBy)
              VALUES (?, ?, ?, ?, 100, 'EUR', ?, ?, ?, ?, 'a')
            """, .text(store.id("\(home) \(index)")), .text(store.id(home)),
            .text("Thing \(index)"), .integer(isRare ? 7 : 1),
            isRare ? .text("2026-07-01") : .null, .text(isRare ? "Jonas" : ""),
            .text("thing \(index)"), .integer(Int64(index)))
        }
        try HouseholdIndex.rebuild(store.connection)
      }
    }
    return store
  }

  private func steps(_ store: TestStore, _ text: String) throws -> Int {
    try store.connection.steps {
      _ = try ItemList(filter: filter(text), sort: .newest, in: store.connection)
    }
  }

  @Test(
    "D-PRF-3 a condition with an index costs what it finds; any other no more than its bound"
  )
  func cost() throws {
    // The same number of rare items in each.
    let (small, large) = (try many(itemsPerHome: 12_000), try many(itemsPerHome: 24_000))
    for text in ["added>20000d", "thing23 number", "quantity>1"] {
      let (few, most) = (try steps(small, text), try steps(large, text))
      #expect(Double(most) < Double(few) * 1.25 + 2000, "\(text): \(few) and \(most)")
    }
    for text in ["is:lent", "warranty<90d"] {
      #expect(try steps(large, text) < 20_000, "\(text)")
    }
    // The page ends before it is full and the next one goes on, until all have been found once.
    for sort in ItemSort.allCases {
      var found: [RecordID] = []
      var cursor: ItemCursor?
      var pageCount = 0
      repeat {
        let page = try ItemList(
          filter: filter("quantity>1"), sort: sort, after: cursor, in: large.connection)
        #expect(page.isCutShort == (page.next != nil))
        #expect(page.count == .atLeast(page.rows.count))
        found += page.rows.map(\.id)
        cursor = page.next.flatMap { ItemCursor($0.description) }
        pageCount += 1
      } while cursor != nil && pageCount < 100
      #expect(pageCount == 3, "\(sort)")
      #expect(found.count == 50 && Set(found).count == 50, "\(sort)")
    }
  }

  @Test("D-PRF-3 the conditions of a search look through no table of items without an index")
  func plans() throws {
    let store = try many(itemsPerHome: 10)
    var queries: Set<String> = []
    for text in [
      "label:a room:b home:c value>1 price>1 quantity>1 has:photo no:photo has:receipt no:receipt",
      "no:serial no:price no:room no:label is:lent is:insured warranty<90d bought>2020",
      "added<30d serial:a \"b c\" -d -make:e -label:f",
      "is:sold label:a room:b home:c value>1 no:photo no:price no:room added<30d",
      "is:sold thing",
    ] {
      _ = try ItemList(filter: filter(text), sort: .name, in: store.connection)
      var statement = sqlite3_next_stmt(store.connection.handle, nil)
      while let current = statement {
        let sql = String(cString: sqlite3_sql(current))
        if sql.hasPrefix("SELECT") || sql.hasPrefix("WITH"), sql != "SELECT id FROM items" {
          queries.insert(sql)
        }
        statement = sqlite3_next_stmt(store.connection.handle, current)
      }
    }
    for sql in queries where !sql.contains("itemTerms_") && !sql.contains("'main'") {
      for line in try store.connection.query("EXPLAIN QUERY PLAN \(sql)", read: { $0.text(3) })
      where line.hasPrefix("SCAN ") {
        let alias = line.dropFirst(5).prefix { $0 != " " }
        #expect(
          !["i", "x", "il", "items", "itemIndex", "p"].contains(String(alias)), "\(line): \(sql)")
      }
    }
    for (index, sql) in [
      ("itemsByWarranty", "warrantyUntil BETWEEN"), ("itemsLent", "lentTo <> '' AND"),
      ("itemIndexWithReceipt", "hasReceipt = 1"), ("itemsByNewest", "createdAt BETWEEN"),
    ] {
      let query = try #require(queries.first { $0.contains(sql) && $0.contains("LIMIT") })
      let plan = try store.connection.query("EXPLAIN QUERY PLAN \(query)") { $0.text(3) }
      #expect(plan.contains { $0.contains(index) }, "\(index): \(plan)")
    }
  }
}
