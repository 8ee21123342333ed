import SQLite
import SeededNoise
import SyncProtocol
import TestSupport
import Testing
import Things

@Suite struct ItemListTests {
  private static let names = [
    "Lamp", "lamp", "Bed", "Ärmel", "Desk", "Chair", "Sofa", "Rug", "Pan", "Pot", "Fork", "Bed 2",
  ]

  /// Two homes with nested places, labels, prices in two currencies, and archived items.
  private func household(copies: Int = 1) throws -> TestStore {
    let store = try TestStore(homes: ["flat", "cabin"])
    var random = SeededGenerator(seed: 11)
    for home in ["flat", "cabin"] {
      let room = try store.addLocation("Room", home: home)
      let places = [
        nil, room, try store.addLocation("Shelf", home: home, in: room),
        try store.addLocation("Attic", home: home),
      ]
      let labels = [
        try store.addLabel("Red", home: home), try store.addLabel("Blue", home: home),
      ]
      for name in (0..<copies).flatMap({ _ in Self.names }) {
        var details = ItemDetails(
          name: name, currency: Bool.random(using: &random) ? "EUR" : "USD")
        details.locationID = places.randomElement(using: &random)!
        details.priceMinor =
          Int.random(in: 0...3, using: &random) == 0
          ? nil : Int64.random(in: 0...20, using: &random)
        details.quantity = Int64.random(in: 0...3, using: &random)
        details.isArchived = Int.random(in: 0...5, using: &random) == 0
        details.lentTo = Int.random(in: 0...3, using: &random) == 0 ? "Cleo" : ""
        let picked = labels.filter { _ in Bool.random(using: &random) }
        try store.write {
          try AddItem(homeID: store.id(home), details, labelIDs: Set(picked))($0)
        }
      }
    }
    return store
  }

  private func pages(
    _ filter: ItemFilter, _ sort: ItemSort, limit: Int, _ store: TestStore
  ) throws -> [ItemRow] {
    var rows: [ItemRow] = []
    var cursor: ItemCursor?
    repeat {
      let page = try ItemList(
        filter: filter, sort: sort, after: cursor, limit: limit, in: store.connection)
      rows += page.rows
      cursor = page.next.flatMap { ItemCursor($0.description) }
    } while cursor != nil && rows.count < 1000
    return rows
  }

  /// What the list should be, found the slow way.
  private func expected(
    _ filter: ItemFilter, _ sort: ItemSort, _ store: TestStore
  ) throws -> [RecordID] {
    let order =
      switch sort {
      case .name: "i.nameKey, i.id"
      case .newest: "i.createdAt DESC, i.id DESC"
      case .value:
        """
        i.priceMinor IS NULL, i.currency, i.priceMinor * i.quantity DESC, i.id DESC
        """
      case .room:
        """
        h.nameKey, CASE l.name WHEN 'Attic' THEN 1 WHEN 'Room' THEN 2 WHEN 'Shelf' THEN 3
          ELSE 4 END, i.nameKey, i.id
        """
      }
    var condition =
      switch filter.archive {
      case .outside: "i.isArchived = 0"
      case .inside: "i.isArchived = 1"
      case .either: "i.isArchived < 2"
      }
    if let home = filter.homeID { condition += " AND i.homeID = '\(home)'" }
    if case .nowhere = filter.place { condition += " AND i.locationID IS NULL" }
    if case .inside(let id) = filter.place {
      condition += " AND (l.id = '\(id)' OR l.parentID = '\(id)')"
    }
    if let key = filter.labelKey {
      condition += """
         AND i.id IN (SELECT itemID FROM itemLabels AS il JOIN labels AS b ON b.id = il.labelID
          WHERE b.nameKey = '\(key)')
        """
    }
    if filter.isLent { condition += " AND i.lentTo <> ''" }
    if filter.isUnpriced { condition += " AND i.priceMinor IS NULL" }
    if let range = filter.value {
      condition += """
         AND i.currency = '\(range.currency)' AND i.priceMinor * i.quantity
          BETWEEN \(range.minMinor ?? 0) AND \(range.maxMinor ?? Int64.max)
        """
    }
    if !filter.search.isEmpty {
      condition += " AND ' ' || i.nameKey LIKE '% \(filter.search)%'"
    }
    return try store.texts(
      """
      SELECT i.id FROM items AS i JOIN homes AS h ON h.id = i.homeID
        LEFT JOIN locations AS l ON l.id = i.locationID
        WHERE \(condition) ORDER BY \(order)
      """)
  }

  private func filters(_ store: TestStore) throws -> [ItemFilter] {
    var filters: [ItemFilter] = []
    for home in [nil, store.id("flat")] {
      var base = ItemFilter()
      base.homeID = home
      filters.append(base)
      for edit: (inout ItemFilter) -> Void in [
        { $0.archive = .inside }, { $0.archive = .either }, { $0.place = .nowhere },
        { $0.labelKey = "red" }, { $0.isUnpriced = true }, { $0.isLent = true },
        { ($0.isLent, $0.archive) = (true, .inside) },
        { ($0.isLent, $0.archive) = (true, .either) },
        { ($0.isUnpriced, $0.archive) = (true, .either) },
        { ($0.place, $0.archive) = (.nowhere, .either) },
        { ($0.search, $0.archive) = ("la", .either) },
        { $0.value = .init(currency: "EUR", minMinor: 3, maxMinor: 30) },
        { $0.search = "la" },
        {
          $0.search = "bed"; $0.labelKey = "blue"
        },
      ] {
        var filter = base
        edit(&filter)
        filters.append(filter)
      }
    }
    let room = try store.texts(
      "SELECT id FROM locations WHERE name = 'Room' AND homeID = ?", .text(store.id("flat")))
    var nested = ItemFilter()
    nested.homeID = store.id("flat")
    nested.place = .inside(try #require(room.first))
    return filters + [nested]
  }

  @Test(
    "S3-US3-1 S3-US3-3 D-PRF-2 pages of any filter and order put together are the whole list",
    arguments: ItemSort.allCases)
  func allPages(sort: ItemSort) throws {
    let store = try household(copies: 2)
    for filter in try filters(store) {
      let whole = try expected(filter, sort, store)
      for limit in [1, 4, 100] {
        let found = try pages(filter, sort, limit: limit, store)
        #expect(found.map(\.id) == whole, "\(filter), pages of \(limit)")
      }
      let list = try ItemList(filter: filter, sort: sort, limit: 3, in: store.connection)
      #expect(list.count == .exactly(whole.count), "\(filter)")
    }
  }

  @Test(
    "a list longer than the look-up limit is walked, and is the same list",
    arguments: ItemSort.allCases)
  func manyItems(sort: ItemSort) throws {
    let store = try TestStore(homes: ["flat", "cabin"])
    let red = try store.addLabel("Red", home: "flat")
    let room = try store.addLocation("Room", home: "flat")
    try store.write { transaction in
      for number in 0..<2100 {
        var details = ItemDetails(name: "Lamp \(number % 97)", currency: "EUR")
        details.priceMinor = number % 10 == 0 ? nil : Int64(number % 31)
        details.locationID = number % 50 == 0 ? nil : room
        _ = try AddItem(homeID: store.id("flat"), details, labelIDs: [red])(transaction)
      }
    }
    try store.addItem("Lamp 50", home: "cabin", price: 7)
    for edit: (inout ItemFilter) -> Void in [
      { $0.labelKey = "red" }, { $0.search = "lamp" },
      {
        $0.search = "lamp"; $0.labelKey = "red"
      },
    ] {
      var filter = ItemFilter()
      edit(&filter)
      let whole = try expected(filter, sort, store)
      let first = try ItemList(filter: filter, sort: sort, limit: 400, in: store.connection)
      #expect(first.rows.map(\.id) == Array(whole[..<400]))
      #expect(first.count == .moreThan(400))
      let second = try ItemList(
        filter: filter, sort: sort, after: first.next, limit: 400, in: store.connection)
      #expect(second.rows.map(\.id) == Array(whole[400..<800]))
    }
  }

  @Test("S3-US3-2 S3-US3-4 search spans all homes, and each row names its home")
  func searchAllHomes() throws {
    let store = try TestStore(homes: ["flat", "cabin"])
    try store.addItem("Red kettle", home: "flat")
    try store.addItem("Blue kettle", home: "cabin")
    var filter = ItemFilter()
    filter.search = "kettle"
    let rows = try ItemList(filter: filter, sort: .name, in: store.connection).rows
    #expect(rows.map(\.homeName) == ["cabin", "flat"])
  }

  @Test(
    "a search finds beginnings of words in any field, without accents or case, all terms needed",
    arguments: [
      ("kuche", true), ("KÜCHE", true), ("strasse", true), ("STRASSE kü", true), ("löffel", true),
      ("loff sn-77", true), ("chef", true), ("28 cm", true), ("red", true), ("shelf room", true),
      ("uche", false), ("kuche spoonbill", false), ("\"*) red (", true), ("-", true),
      ("red AND blue", false),
    ])
  func searchTerms(query: String, isFound: Bool) throws {
    let store = try TestStore(homes: ["flat"])
    let room = try store.addLocation("Room", home: "flat")
    let shelf = try store.addLocation("Shelf", home: "flat", in: room)
    let red = try store.addLabel("Red", home: "flat")
    var details = ItemDetails(name: "Löffel für die Küche", currency: "EUR")
    details.notes = "Aus der Hauptstraße oder Straße"
    details.serial = "SN-77"
    details.manufacturer = "Chef's"
    details.locationID = shelf
    let item = try store.write {
      try AddItem(homeID: store.id("flat"), details, labelIDs: [red])($0)
    }
    try store.write {
      try SetItemFields(itemID: item.id, fields: [CustomField(name: "Size", value: "28 cm")])($0)
    }
    var filter = ItemFilter()
    filter.search = query
    let found = try ItemList(filter: filter, sort: .name, in: store.connection).rows
    #expect(found.map(\.id) == (isFound ? [item.id] : []))
  }

  @Test("a photo filter shows items with a photo, or those without")
  func photoFilter() throws {
    let store = try TestStore(homes: ["flat"])
    let with = try store.addItem("Pan", home: "flat")
    let without = try store.addItem("Pot", home: "flat")
    try store.write {
      try AddPhoto(homeID: with.homeID, subject: .item(with.id), file: TestStore.photo())($0)
    }
    var filter = ItemFilter()
    filter.hasPhoto = true
    #expect(
      try ItemList(filter: filter, sort: .name, in: store.connection).rows.map(\.id) == [with.id])
    filter.hasPhoto = false
    #expect(
      try ItemList(filter: filter, sort: .name, in: store.connection).rows.map(\.id)
        == [without.id])
  }

  @Test("text that no cursor made is none", arguments: ["", "zz", "616", "ff00", "6e616d65"])
  func badCursors(text: String) {
    #expect(ItemCursor(text) == nil)
  }

  @Test("D-PRF-3 no page of items reads or sorts them all", arguments: ItemSort.allCases)
  func queryPlans(sort: ItemSort) throws {
    let store = try household(copies: 30)
    let indexes: [ItemSort: String] = [
      .name: "itemsByName", .newest: "itemsByNewest", .value: "itemsByValue", .room: "itemsByPlace",
    ]
    let index = try #require(indexes[sort])
    var filter = ItemFilter()
    filter.homeID = store.id("flat")
    let plans = try QueryPlans.plans(of: store.connection) {
      let first = try ItemList(filter: filter, sort: sort, in: store.connection)
      _ = try ItemList(filter: filter, sort: sort, after: first.next, in: store.connection)
    }
    let pages = plans.filter { $0.sql.contains("FROM items AS i\n") }
    #expect(!pages.isEmpty, "\(plans)")
    for plan in pages {
      #expect(plan.steps.contains { $0.contains(index) }, "\(plan)")
      #expect(!plan.isSlow, "\(plan)")
    }
  }
}
