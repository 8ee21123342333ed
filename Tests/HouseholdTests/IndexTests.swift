import Foundation
import Household
import Replica
import SQLite
import SeededNoise
import SyncProtocol
import Testing
import Things

/// The local index must always be what a rebuild would make of the synced tables.
@Suite struct IndexTests {
  private func contents(_ store: TestStore) throws -> [[String]] {
    [
      try store.texts(
        """
        SELECT json_array(
            itemID, homeID, locationID, isArchived, currency, value, labelIDs, hasPhoto, hasSerial,
            text, nameKey, createdAt)
          FROM itemIndex ORDER BY itemID
        """),
      try store.texts("SELECT json_array(partID, itemID) FROM itemParts ORDER BY partID"),
      try store.storedTotals(),
    ]
  }

  @Test("each word is indexed once, in the order in which it first comes, of short and long texts")
  func wordsOfTexts() throws {
    let store = try TestStore(homes: ["flat"])
    let many = (1...90).map { "w\($0)" }
    for (notes, words) in [
      ("Lamp, LAMP lamp-post 5", " lamp post 5"), ("", ""), ("Größe Lamp GRÖSSE", " grosse lamp"),
      (many.joined(separator: ", ") + ", w1 W90", many.map { " " + $0 }.joined()),
    ] {
      var details = ItemDetails(name: "A", currency: "EUR")
      details.notes = notes
      let home = store.id("flat")
      let item = try store.write { try AddItem(homeID: home, details)($0) }
      let text = try store.texts("SELECT text FROM itemIndex WHERE itemID = '\(item.id)'")
      #expect(text == [" a" + words])
    }
  }

  @Test(
    "what is written below a photo, and what a paper is called, find the item until they change")
  func captionsAndPapers() throws {
    let store = try TestStore(homes: ["flat"])
    let home = store.id("flat")
    let item = try store.addItem("Lamp", home: "flat").id
    try store.addItem("Chair", home: "flat")
    let photo = try store.write {
      try AddPhoto(homeID: home, subject: .item(item), file: Self.photo)($0)
    }
    let paper = try store.write {
      try AddAttachment(
        homeID: home, subject: .item(item), kind: .manual, name: "Warranty Osram.pdf",
        file: Self.paper)($0)
    }
    func found(_ words: String) throws -> [String] {
      var filter = ItemFilter()
      filter.add(
        SearchQuery(
          words, SearchQuery.Setting(currency: "EUR", today: "2026-06-15", timeZone: .utc)))
      return try ItemList(filter: filter, sort: .name, in: store.connection).rows.map(\.name)
    }
    #expect(try found("scratch").isEmpty)
    #expect(try found("osram") == ["Lamp"])
    try store.write {
      try CaptionPhoto(photoID: photo.id, caption: "Scratched foot", base: nil)($0)
    }
    #expect(try found("scratch") == ["Lamp"])
    try store.write { try CaptionPhoto(photoID: photo.id, caption: "", base: nil)($0) }
    try store.write { try DeleteAttachment(attachmentID: paper.id)($0) }
    #expect(try found("scratch").isEmpty && found("osram").isEmpty)
  }

  private static let photo = StoredPhoto(
    blobHash: String(repeating: "a", count: 64), byteCount: 9, kind: .jpeg, width: 4, height: 3)
  private static let paper = StoredPaper(
    blobHash: String(repeating: "b", count: 64), byteCount: 9, media: .pdf)

  /// A photo, what is said below one, or a paper.
  private func changeFiles(
    _ store: TestStore, _ home: ZoneID, item: RecordID, photo: RecordID, _ step: Int
  ) throws {
    switch step % 3 {
    case 0:
      try store.write {
        try AddPhoto(homeID: home, subject: .item(item), file: Self.photo)($0)
      }
    case 1:
      try store.write {
        try CaptionPhoto(photoID: photo, caption: "Seen \(step)", base: nil)($0)
      }
    default:
      try store.write {
        try AddAttachment(
          homeID: home, subject: .item(item), kind: .receipt, name: "Paper \(step)",
          file: Self.paper)($0)
      }
    }
  }

  @Test("after any use cases in any order the index is what a rebuild makes", arguments: 1...6)
  func followsEverything(seed: Int) throws {
    let store = try TestStore(homes: ["flat", "cabin"])
    var random = SeededGenerator(seed: UInt64(seed))
    var step = 0
    func pick(_ table: String) throws -> RecordID? {
      try store.texts("SELECT id FROM \(table) ORDER BY id").randomElement(using: &random)
    }
    for _ in 0..<150 {
      step += 1
      let home = Bool.random(using: &random) ? "flat" : "cabin"
      let (item, place, label) = (try pick("items"), try pick("locations"), try pick("labels"))
      do {
        switch Int.random(in: 0..<18, using: &random) {
        case 0: try store.addLocation("Place \(step)", home: home, in: place)
        case 1: try store.addLabel("Label \(step)", home: home)
        case 2, 3, 4:
          try store.addItem(
            "Item \(step)", home: home, at: place, price: step % 3 == 0 ? nil : Int64(step),
            labels: Set([label].compactMap { $0 }))
        case 5 where step % 2 == 0:
          try store.write { try DeleteItem(itemID: item ?? "")($0) }
        case 6:
          try store.write { try MoveItem(itemID: item ?? "", homeID: store.id(home))($0) }
        case 7:
          try store.write { try DeleteLocation(locationID: place ?? "")($0) }
        case 8: try store.write { try DeleteLabel(labelID: label ?? "")($0) }
        case 9:
          try store.write {
            try EditLocation(
              locationID: place ?? "", details: LocationDetails(name: "Renamed \(step)"))($0)
          }
        case 10:
          try store.write {
            try SetItemFields(
              itemID: item ?? "", fields: [CustomField(name: "Field", value: "\(step)")])($0)
          }
        case 11:
          try store.write {
            guard var details = try Item.find(item ?? "", in: $0.connection)?.details else {
              return
            }
            details.isArchived.toggle()
            details.quantity += 1
            details.currency = step % 2 == 0 ? "USD" : "EUR"
            details.serial = step % 3 == 0 ? "S\(step)" : ""
            try EditItem(itemID: item ?? "", details: details)($0)
          }
        case 14...16:
          try changeFiles(
            store, store.id(home), item: item ?? "", photo: try pick("photos") ?? "", step)
        case 12, 13:
          try store.write {
            try MovePlace(locationID: place ?? "", homeID: store.id(home))($0)
          }
        default:
          try store.write {
            try MoveLocation(locationID: place ?? "", parentID: try pick("locations"))($0)
          }
        }
      } catch is SQLiteError {
        Issue.record("a use case broke a constraint")
      } catch {
        // A use case refused what chance proposed, and wrote nothing.
      }
    }
    let followed = try contents(store)
    try store.connection.transaction { try HouseholdIndex.rebuild(store.connection) }
    #expect(try contents(store) == followed)
    try store.connection.execute("INSERT INTO itemTerms(itemTerms) VALUES ('integrity-check')")
    #expect(try store.integer("SELECT count(*) FROM items") > 0)
  }

  @Test("the dashboard's and the sidebar's figures are what SQL counts")
  func dashboard() throws {
    let store = try TestStore(homes: ["flat", "cabin"])
    let room = try store.addLocation("Room", home: "flat")
    let shelf = try store.addLocation("Shelf", home: "flat", in: room)
    let red = try store.addLabel("Red", home: "flat")
    try store.addItem("Fork", home: "flat", at: shelf, price: 100, quantity: 50, labels: [red])
    try store.addItem("Sofa", home: "flat", at: room, price: 90_000)
    try store.addItem("Box", home: "flat")
    try store.addItem("Oar", home: "cabin", price: 1)
    var sold = ItemDetails(name: "Old", currency: "EUR")
    sold.priceMinor = 7
    sold.isArchived = true
    try store.write { try AddItem(homeID: store.id("flat"), sold)($0) }
    let page = try #require(try Dashboard(home: store.id("flat"), in: store.connection))
    #expect(page.itemCount == 3)
    #expect(page.archivedCount == 1)
    #expect(page.unpricedCount == 1)
    #expect(page.values == [.init(currency: "EUR", valueMinor: 95_000)])
    #expect(page.rooms.map(\.itemCount) == [2])
    #expect(page.rooms.map(\.values) == [[.init(currency: "EUR", valueMinor: 95_000)]])
    #expect(page.placeless.itemCount == 1)
    #expect(page.labels.map(\.itemCount) == [1])
    #expect(page.recent.map(\.name) == ["Box", "Sofa", "Fork"])
    let sidebar = try Sidebar(active: "gone", in: store.connection)
    #expect(sidebar.activeHomeID == store.id("flat"))
    #expect(sidebar.homes.map(\.itemCount) == [1, 3])
    #expect(sidebar.itemCount == 4)
    #expect(sidebar.rooms.map(\.nestedItemCount) == [2])
  }

  @Test("figures too great for 64 bits wrap and come right again, and nothing fails")
  func absurdPrices() throws {
    let store = try TestStore(homes: ["flat"])
    try store.addItem("Pan", home: "flat", price: 5)
    var ids: [RecordID] = []
    for name in ["a", "b"] {
      let item = try store.addItem(name, home: "flat", price: 1)
      ids.append(item.id)
      try store.write {
        try $0.connection.execute(
          "UPDATE items SET priceMinor = 9223372036854775807, quantity = 3 WHERE id = ?",
          .text(item.id))
      }
    }
    for id in ids { try store.write { try DeleteItem(itemID: id)($0) } }
    let page = try #require(try Dashboard(home: store.id("flat"), in: store.connection))
    #expect(page.values == [.init(currency: "EUR", valueMinor: 5)])
  }
}
