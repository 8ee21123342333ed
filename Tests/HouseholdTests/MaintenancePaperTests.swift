import Household
import Replica
import SQLite
import SyncProtocol
import Testing
import Things

/// Not the one of the tests' own library.
private typealias Attachment = Things::Attachment

/// Receipts that belong to what was done for an item.
@Suite struct MaintenancePaperTests {
  private let store: TestStore
  private let flat: ZoneID
  private let boiler: RecordID
  private let entry: MaintenanceEntry

  init() throws {
    store = try TestStore(homes: ["flat", "cabin"])
    flat = store.id("flat")
    boiler = try store.addItem("Boiler", home: "flat").id
    var details = MaintenanceDetails(title: "Service", currency: "EUR")
    details.interval = .init(count: 1, unit: .year)
    entry = try store.write { [boiler, details] in
      try AddMaintenance(itemID: boiler, details)($0)
    }
  }

  private func file(_ digit: Character) -> StoredPaper {
    StoredPaper(blobHash: String(repeating: digit, count: 64), byteCount: 9, media: .pdf)
  }

  private func add(
    _ digit: Character = "a", to entry: RecordID?, item: RecordID? = nil
  ) throws -> Attachment {
    try store.write {
      try AddAttachment(
        homeID: flat, subject: .item(item ?? boiler), kind: .receipt, name: "bill.pdf",
        file: file(digit), maintenanceID: entry)($0)
    }
  }

  private func papers(of entry: RecordID, home: ZoneID? = nil) throws -> [RecordID] {
    try Attachment.ofMaintenance([entry], home: home ?? flat, in: store.connection)[entry]?
      .map(\.id) ?? []
  }

  @Test("a receipt names its entry, is the item's paper all the same, and is added once")
  func adding() throws {
    let paper = try add(to: entry.id)
    #expect(paper.maintenanceID == entry.id)
    #expect(try Attachment.find(paper.id, in: store.connection) == paper)
    #expect(try add(to: entry.id) == paper)
    #expect(store.lastChanges.isEmpty)
    #expect(try papers(of: entry.id) == [paper.id])
    #expect(
      try Attachment.of(.item(boiler), home: flat, in: store.connection).map(\.id) == [paper.id])
    // The same file of the item is this paper; one that belonged to nothing is given to the entry.
    #expect(try add(to: nil) == paper)
    let manual = try add("b", to: nil)
    #expect(try add("b", to: entry.id).id == manual.id)
    #expect(try papers(of: entry.id) == [paper.id, manual.id])
    // One bill for two services is a paper of each.
    let other = try store.write {
      try AddMaintenance(
        itemID: boiler, MaintenanceDetails(title: "Sweep", currency: "EUR"))($0)
    }
    let second = try add(to: other.id)
    #expect(second.id != paper.id && second.blobHash == paper.blobHash)
  }

  @Test("an entry of another item, of another home or none is refused, by the database too")
  func foreign() throws {
    let kettle = try store.addItem("Kettle", home: "flat").id
    for (id, item) in [(entry.id, kettle), ("gone", boiler)] {
      #expect(throws: AddAttachment.Failure.entryNotFound) { try add(to: id, item: item) }
    }
    let paper = try add(to: nil)
    for (column, value) in [("maintenanceID", "gone"), ("homeID", store.id("cabin"))] {
      #expect(throws: SQLiteError.self) {
        try store.write {
          try $0.connection.execute(
            "UPDATE attachments SET maintenanceID = ?, \(column) = ? WHERE id = ?",
            .text(entry.id), .text(value), .text(paper.id))
        }
      }
    }
  }

  @Test("a deleted entry leaves its papers with the item, and has them again when it comes back")
  func deletingEntry() throws {
    let (first, second) = (try add("a", to: entry.id), try add("b", to: entry.id))
    let undo = try store.write { try DeleteMaintenance(entryID: entry.id)($0) }
    let kept = try Attachment.of(.item(boiler), home: flat, in: store.connection)
    #expect(kept.map(\.id) == [first.id, second.id])
    #expect(kept.allSatisfy { $0.maintenanceID == nil })
    // What was given to another entry, or deleted, meanwhile stays as it is.
    let other = try store.write {
      try AddMaintenance(
        itemID: boiler, MaintenanceDetails(title: "Sweep", currency: "EUR"))($0)
    }
    _ = try add("b", to: other.id)
    try store.write { try RestoreMaintenance(undo)($0) }
    #expect(try papers(of: entry.id) == [first.id])
    #expect(try papers(of: other.id) == [second.id])
  }

  @Test("a deleted receipt comes back to its entry, or to none when that is gone")
  func deletingPaper() throws {
    let paper = try add(to: entry.id)
    for isGone in [false, true] {
      let deleted = try store.write { try DeleteAttachment(attachmentID: paper.id)($0) }
      if isGone { try store.write { try DeleteMaintenance(entryID: entry.id)($0) } }
      let restored = try store.write { try RestoreAttachment(deleted)($0) }
      #expect(restored.maintenanceID == (isGone ? nil : entry.id))
      #expect(try Attachment.find(paper.id, in: store.connection) == restored)
    }
  }

  @Test("taking back that something was done keeps what followed when that has papers")
  func reopening() throws {
    let undo = try store.write {
      try CompleteMaintenance(entryID: entry.id, doneOn: "2026-02-01")($0)
    }
    let next = UUIDs.v5(entry.id, "next")
    let paper = try add(to: next)
    try store.write { try ReopenMaintenance(undo)($0) }
    #expect(try papers(of: next) == [paper.id])
    try store.write { try DeleteAttachment(attachmentID: paper.id)($0) }
    try store.write { try ReopenMaintenance(undo)($0) }
    #expect(try MaintenanceEntry.find(next, in: store.connection) == nil)
  }

  @Test("an item takes its receipts and what they belong to along, to another home and back")
  func moving() throws {
    let paper = try add(to: entry.id)
    let cabin = store.id("cabin")
    let undo = try store.write { try MoveItem(itemID: boiler, homeID: cabin).undoably($0) }
    #expect(try papers(of: entry.id, home: cabin) == [paper.id])
    try store.write { try MoveBack(undo)($0) }
    #expect(try papers(of: entry.id) == [paper.id])
    let cellar = try store.addLocation("Cellar", home: "flat")
    try store.write { try MoveItem(itemID: boiler, homeID: flat, locationID: cellar)($0) }
    let moved = try store.write { try MovePlace(locationID: cellar, homeID: cabin)($0) }
    #expect(try papers(of: entry.id, home: cabin) == [paper.id])
    try store.write { try MovePlaceBack(moved)($0) }
    #expect(try papers(of: entry.id) == [paper.id])
    let deleted = try store.write { try DeleteItem(itemID: boiler)($0) }
    #expect(try store.integer("SELECT count(*) FROM attachments") == 0)
    try store.write { try RestoreItem(deleted)($0) }
    #expect(try papers(of: entry.id) == [paper.id])
  }

  @Test("a file of an older program keeps its papers, photos and items; what is new is empty")
  func olderFile() throws {
    let connection = try Connection(path: ":memory:")
    for script in Things.migrations.prefix(8) { try connection.executeScript(script) }
    let hash = String(repeating: "a", count: 64)
    try connection.executeScript(
      """
      INSERT INTO homes (id, name, nameKey, createdAt) VALUES ('h', 'Flat', 'flat', 1);
      INSERT INTO items (id, homeID, name, currency, nameKey, createdAt, createdBy)
        VALUES ('i', 'h', 'Boiler', 'EUR', 'boiler', 1, 'a');
      INSERT INTO photos (id, homeID, itemID, blobHash, byteCount, kind, width, height, sortKey,
        createdAt, createdBy) VALUES ('p', 'h', 'i', '\(hash)', 9, 'png', 1, 1, 'V', 1, 'a');
      INSERT INTO policies (id, homeID, policyKey, provider, nameKey, currency, createdAt)
        VALUES ('q', 'h', 'q', 'Mutual', 'mutual', 'EUR', 1);
      INSERT INTO attachments VALUES
        ('x', 'h', 'i', NULL, 'receipt', 'bill.pdf', '\(hash)', 9, 'pdf', 5, 'a'),
        ('y', 'h', NULL, 'q', 'policy', 'terms.pdf', '\(hash)', 9, 'pdf', 6, 'b');
      """)
    func rows() throws -> [String] {
      try connection.query(
        """
        SELECT json_array(id, homeID, itemID, policyID, kind, name, blobHash, byteCount, media,
          createdAt, createdBy) FROM attachments ORDER BY id
        """
      ) { $0.text(0) }
    }
    let before = try rows()
    for script in Things.migrations.dropFirst(8) { try connection.executeScript(script) }
    #expect(try rows() == before)
    #expect(before.count == 2)
    #expect(try Attachment.find("x", in: connection)?.maintenanceID == nil)
    #expect(try Photo.find("p", in: connection)?.caption == "")
    let item = try #require(try Item.find("i", in: connection))
    #expect(item.details.usefulLifeYears == nil && item.details.residualMinor == nil)
    #expect(try connection.query("PRAGMA foreign_key_check") { $0.text(0) }.isEmpty)
    #expect(try connection.query("PRAGMA integrity_check") { $0.text(0) } == ["ok"])
  }
}
