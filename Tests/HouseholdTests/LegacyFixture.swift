import Foundation
import Household
import Importing
import Legacy
import SQLite
import SyncProtocol
import Things
import Values

/// A database as versions of the phone app have written it, in a folder of its own.
final class LegacyFixture {
  /// The tables of today's version.
  static let tables = """
    CREATE TABLE homes (id TEXT PRIMARY KEY NOT NULL, name TEXT NOT NULL DEFAULT '',
      address1 TEXT NOT NULL DEFAULT '', purchaseDate TEXT, purchasePrice TEXT DEFAULT '0',
      isPrimary INTEGER NOT NULL DEFAULT 0, colorName TEXT NOT NULL DEFAULT 'green',
      isPrivate INTEGER NOT NULL DEFAULT 0, imageURL TEXT, secondaryPhotoURLs TEXT DEFAULT '[]',
      createdAt TEXT);
    CREATE TABLE inventoryLocations (id TEXT PRIMARY KEY NOT NULL, name TEXT, desc TEXT,
      sfSymbolName TEXT, homeID TEXT, imageURL TEXT, secondaryPhotoURLs TEXT DEFAULT '[]');
    CREATE TABLE inventoryItems (id TEXT PRIMARY KEY NOT NULL, title TEXT, desc TEXT DEFAULT '',
      quantityString TEXT DEFAULT '1', quantityInt INTEGER DEFAULT 1, price TEXT DEFAULT '0',
      make TEXT DEFAULT '', model TEXT DEFAULT '', purchaseDate TEXT, hasWarranty INTEGER DEFAULT 0,
      attachments TEXT DEFAULT '[]', labelIDs TEXT DEFAULT '[]', color TEXT DEFAULT '',
      movingPriority INTEGER DEFAULT 3, createdAt TEXT, locationID TEXT, homeID TEXT,
      imageURL TEXT, secondaryPhotoURLs TEXT DEFAULT '[]');
    CREATE TABLE inventoryLabels (id TEXT PRIMARY KEY NOT NULL, householdID TEXT, name TEXT,
      desc TEXT DEFAULT '', color INTEGER, emoji TEXT DEFAULT '🏷️');
    CREATE TABLE inventoryItemLabels (id TEXT PRIMARY KEY NOT NULL, inventoryItemID TEXT,
      inventoryLabelID TEXT);
    CREATE TABLE insurancePolicies (id TEXT PRIMARY KEY NOT NULL, providerName TEXT DEFAULT '',
      policyNumber TEXT DEFAULT '', deductibleAmount TEXT DEFAULT '0', startDate TEXT,
      endDate TEXT);
    CREATE TABLE homeInsurancePolicies (id TEXT PRIMARY KEY NOT NULL, homeID TEXT,
      insurancePolicyID TEXT);
    CREATE TABLE inventoryItemPhotos (id TEXT PRIMARY KEY NOT NULL, inventoryItemID TEXT,
      data BLOB NOT NULL, sortOrder INTEGER DEFAULT 0);
    CREATE TABLE homePhotos (id TEXT PRIMARY KEY NOT NULL, homeID TEXT, data BLOB NOT NULL,
      sortOrder INTEGER DEFAULT 0);
    """
  /// The tables before there were several homes and photos of their own.
  static let olderTables = """
    CREATE TABLE homes (id TEXT PRIMARY KEY NOT NULL, name TEXT);
    CREATE TABLE inventoryLocations (id TEXT PRIMARY KEY NOT NULL, name TEXT);
    CREATE TABLE inventoryItems (id TEXT PRIMARY KEY NOT NULL, title TEXT, quantityString TEXT,
      locationID TEXT, labelID TEXT, imageURL TEXT);
    CREATE TABLE inventoryLabels (id TEXT PRIMARY KEY NOT NULL, name TEXT);
    """

  let folder = NSTemporaryDirectory() + "legacy-" + UUID().uuidString
  /// What the last `bring` wrote.
  private(set) var result = ApplyImport.Result()
  var database: String { folder + "/app.sqlite" }

  init(_ tables: String = LegacyFixture.tables, rows: String) throws {
    try FileManager.default.createDirectory(
      atPath: folder + "/Images", withIntermediateDirectories: true)
    try change(tables)
    try change(rows)
  }

  deinit {
    // A rest of the test in the system's temporary folder.
    try? FileManager.default.removeItem(atPath: folder)
  }

  func change(_ sql: String) throws {
    let connection = try Connection(path: database)
    try connection.executeScript("PRAGMA foreign_keys=OFF;" + sql)
  }

  func write(_ bytes: [UInt8], to name: String) throws {
    try Data(bytes).write(to: URL(fileURLWithPath: "\(folder)/Images/\(name)"))
  }

  /// An id that says what it is of.
  static func id(_ kind: Int, _ number: Int) -> String {
    let text = String(number)
    return "0000000\(kind)-0000-4000-8000-" + String(repeating: "0", count: 12 - text.count) + text
  }

  static func home(_ number: Int) -> String { id(1, number) }
  static func room(_ number: Int) -> String { id(2, number) }
  static func item(_ number: Int) -> String { id(3, number) }
  static func label(_ number: Int) -> String { id(4, number) }

  func read(primary: LegacyReader.ChosenHome? = nil) throws -> LegacyHousehold {
    let names = try FileManager.default.contentsOfDirectory(atPath: folder + "/Images")
    let files = Dictionary(
      uniqueKeysWithValues: names.map { ($0.lowercased(), "\(folder)/Images/\($0)") })
    let store = try LegacyStore(database: database, name: "app.sqlite", files: files)
    var choices = LegacyReader.Choices(
      accountID: TestStore.account, now: 1_800_000_000_000,
      options: ImportOptions(currency: Currency(code: "EUR", exponent: 2)))
    choices.primary = primary
    return try LegacyReader.read(store, choices)
  }

  /// Brings the store over and returns what was read.
  @discardableResult
  func bring(to store: TestStore, maxRecords: Int = 1000, maxParts: Int = 1000) throws
    -> LegacyHousehold
  {
    let household = try read()
    let plan = try RestorePlan(household.archive, in: store.connection)
    var files: [String: KeptFile] = [:]
    for file in plan.files {
      let stored = StoredPhoto(
        blobHash: file.blobHash, byteCount: 9, kind: .jpeg, width: 4, height: 3)
      let paper = StoredPaper(blobHash: file.blobHash, byteCount: 9, media: .pdf)
      files[file.blobHash] = file.paperName == nil ? .photo(stored) : .paper(paper)
    }
    var result = ApplyImport.Result()
    for part in ApplyRestore.parts(of: plan, maxRecords: maxRecords).prefix(maxParts) {
      result.add(
        try store.write { try ApplyRestore(plan, files: files, part: part, ids: result.ids)($0) })
    }
    self.result = result
    return household
  }
}

extension LegacyHousehold {
  /// Names and reasons of what was decided, without what the reasons hold.
  var told: [String] {
    decisions.map { "\($0.name) \($0.action) \("\($0.reason)".prefix { $0 != "(" })" }
  }
}

extension LegacyCount {
  /// Found, taken, merged and left out.
  var text: String { "\(found) \(taken) \(merged) \(leftOut)" }
}
