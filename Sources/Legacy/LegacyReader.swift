import Household
import Importing
import SQLite
import SyncProtocol
import Things
import Values

/// Turns an older store into records of Hearth, row by row, in an in-memory database of their own.
/// Nothing is in the household yet.
///
/// Ids are kept (S1-4.1-b). What a row lacks is filled in the same way on every device, and values
/// that cannot be kept become text of a field or a note. All of this is reported.
package final class LegacyReader {
  /// What the store itself does not tell.
  package struct Choices: Sendable {
    package let accountID: AccountID
    /// Milliseconds since 1970.
    package let now: Int64
    /// The default currency of amounts, and the time zone that turns instants into days.
    package let options: ImportOptions
    /// The home for rows that name none; `nil` for the store's primary home.
    package var home: ChosenHome?
    /// The home that the account opens with; used for such rows if the store has no home at all.
    package var primary: ChosenHome?

    package init(accountID: AccountID, now: Int64, options: ImportOptions) {
      self.accountID = accountID
      self.now = now
      self.options = options
    }
  }

  /// A home in Hearth; its id is `nil` if this import creates it.
  package struct ChosenHome: Equatable, Sendable {
    package let id: ZoneID?
    package let name: String

    package init(id: ZoneID?, name: String) {
      self.id = id
      self.name = name
    }
  }

  /// The program that rows come from, in the notation of
  /// ``SourceReference/System-swift.enum/movingBox``.
  static let source = SourceReference.System.movingBox.rawValue
  static let knownTables: Set<String> = [
    "homes", "inventorylocations", "inventoryitems", "inventorylabels", "inventoryitemlabels",
    "insurancepolicies", "homeinsurancepolicies", "inventoryitemphotos", "homephotos",
    "inventorylocationphotos",
  ]

  struct Place {
    let id: RecordID
    let home: ZoneID
    let name: String
  }

  /// A label of the store. Its rows in Hearth are created for the homes that need one.
  struct StoredLabel {
    let source: RecordID
    let rawID: String
    let name: String
    let color: PaletteColour
    let emoji: String
    let note: String
    var home: ZoneID?
    var rows: [ZoneID: RecordID] = [:]
  }

  let store: LegacyStore
  let choices: Choices
  let staged: Connection
  var decisions: [LegacyDecision] = []
  var counts: [LegacyCount] = []
  var notes: [LegacyFileNote] = []
  /// The homes in order, the primary one first.
  var homes: [(id: ZoneID, name: String)] = []
  var homeIDs: [String: ZoneID] = [:]
  var fallback: (id: ZoneID, name: String) = ("", "")
  var places: [String: Place] = [:]
  var placesByName: [ZoneID: [String: Place]] = [:]
  var labels: [String: StoredLabel] = [:]
  /// The id of a label's row, by home and name key.
  var labelsByName: [ZoneID: [String: RecordID]] = [:]
  var labelOrder: [String] = []
  var labelsOfItem: [String: [String]] = [:]
  var items: [String: (id: RecordID, home: ZoneID, createdAt: Int64)] = [:]
  var albums: [ZoneID: [Photo.Subject: Album]] = [:]
  var sources: [String: LegacyFiles.Source] = [:]
  var usedIDs: Set<RecordID> = []
  var usedFiles: Set<String> = []

  package static func read(_ store: LegacyStore, _ choices: Choices) throws -> LegacyHousehold {
    try LegacyReader(store, choices).run()
  }

  private init(_ store: LegacyStore, _ choices: Choices) throws {
    self.store = store
    self.choices = choices
    staged = try Connection(path: ":memory:")
    for script in Things.migrations { try staged.executeScript(script) }
  }

  private func run() throws -> LegacyHousehold {
    try staged.execute("PRAGMA foreign_keys = OFF")
    try staged.execute("BEGIN")
    try readHomes()
    try readPlaces()
    try readLabels()
    try readItemLabels()
    try readItems()
    try placeUnusedLabels()
    try readPolicies()
    try readPhotos()
    noteUnusedFiles()
    try noteOtherTables()
    try staged.execute("COMMIT")
    let broken = try staged.first("PRAGMA foreign_key_check") { $0.text(0) }
    precondition(broken == nil, "a record of an older store refers to none: \(broken ?? "")")
    let tables = try ArchiveForm.homeTables.map { table in
      let count = try staged.first("SELECT count(*) FROM \(table.name)") { Int($0.integer(0)) }
      return (table.name, count ?? 0)
    }
    let archive = HouseholdArchive(
      name: store.name, homes: homes.map { (id: $0.id, name: $0.name) }, staged: staged,
      madeAt: choices.now, files: LegacyFiles(store: store, sources: sources).file)
    return LegacyHousehold(
      archive: archive, decisions: decisions, counts: counts, files: notes,
      staged: Dictionary(uniqueKeysWithValues: tables.filter { $0.1 > 0 }))
  }

  // MARK: Telling

  func tell(
    _ table: String, _ id: String, _ name: String, _ action: LegacyDecision.Action,
    _ reason: LegacyDecision.Reason
  ) {
    decisions.append(
      LegacyDecision(
        table: table, id: Self.shown(id), name: Self.shown(name), action: action, reason: reason))
  }

  /// A text of the store on one line, cut to fit into a list.
  static func shown(_ text: String) -> String { String(InputText.line(text).prefix(200)) }

  /// Goes through a table and counts the outcome of each row.
  func forEachRow(
    of name: String, _ body: (LegacyRow) throws -> Outcome
  ) throws {
    guard let table = try store.table(name) else { return }
    var count = LegacyCount(table: name, found: table.rowCount)
    try table.forEach { row in
      switch try body(row) {
      case .taken: count.taken += 1
      case .merged: count.merged += 1
      case .leftOut: count.leftOut += 1
      }
    }
    counts.append(count)
  }

  enum Outcome { case taken, merged, leftOut }

  /// Reports tables with rows, and columns with content, from which Hearth takes nothing.
  private func noteOtherTables() throws {
    for name in store.tables(besides: Self.knownTables) {
      guard let table = try store.table(name), table.rowCount > 0 else { continue }
      counts.append(LegacyCount(table: name, found: table.rowCount, leftOut: table.rowCount))
      tell(name, "", "", .leftOut, .tableNotTaken)
    }
    for (name, known) in LegacyColumns.all {
      guard let table = try store.table(name) else { continue }
      for column in table.columns where !known.contains(column.lowercased()) {
        let quoted = LegacyStore.quoted(column)
        let isFilled = try store.connection.first(
          "SELECT 1 FROM \(table.stored) WHERE \(quoted) IS NOT NULL AND \(quoted) <> '' LIMIT 1"
        ) { _ in true }
        if isFilled == true { tell(name, "", "", .leftOut, .columnNotTaken(column)) }
      }
    }
  }

  // MARK: Ids

  /// The id of a row's record: its own if valid and free, or else one derived from it.
  func recordID(_ row: LegacyRow, _ table: String, name: String) -> RecordID {
    let raw = row.text("id")
    let id = raw.lowercased()
    if Self.isUUID(id), usedIDs.insert(id).inserted { return id }
    var made = UUIDs.v5("legacy \(table)", "\(raw)\u{0}\(name)")
    while !usedIDs.insert(made).inserted { made = UUIDs.v5("legacy \(table)", made) }
    tell(table, raw, name, .changed, .newID(made))
    return made
  }

  static func isUUID(_ text: String) -> Bool {
    let bytes = Array(text.utf8)
    return bytes.count == 36
      && bytes.indices.allSatisfy { index in
        [8, 13, 18, 23].contains(index)
          ? bytes[index] == 0x2D
          : (0x30...0x39).contains(bytes[index]) || (0x61...0x66).contains(bytes[index])
      }
  }
}

/// The columns that are read, in lower case.
enum LegacyColumns {
  static let photos: Set<String> = ["imageurl", "secondaryphotourls"]

  static let all: [(table: String, columns: Set<String>)] = [
    (
      "homes",
      photos.union([
        "id", "name", "address1", "address2", "city", "state", "zip", "country", "purchasedate",
        "purchaseprice", "isprimary", "colorname", "createdat", "householdid", "isprivate",
      ])
    ),
    (
      "inventoryLocations",
      photos.union(["id", "name", "desc", "sfsymbolname", "homeid", "createdat", "householdid"])
    ),
    (
      "inventoryLabels",
      ["id", "name", "desc", "color", "emoji", "homeid", "createdat", "householdid"]
    ),
    (
      "inventoryItems",
      photos.union(LegacyItemText.columns).union([
        "id", "title", "quantitystring", "quantityint", "desc", "serial", "model", "make", "price",
        "insured", "assetid", "notes", "replacementcost", "createdat", "purchasedate",
        "purchaselocation", "condition", "haswarranty", "warrantyexpirationdate", "attachments",
        "labelids", "labelid", "locationid", "homeid",
      ])
    ),
    ("inventoryItemLabels", ["id", "inventoryitemid", "inventorylabelid"]),
    (
      "insurancePolicies",
      Set(LegacyReader.policyAmounts.map { $0.column.lowercased() }).union([
        "id", "providername", "policynumber", "startdate", "enddate", "createdat",
      ])
    ),
    ("homeInsurancePolicies", ["id", "homeid", "insurancepolicyid"]),
    ("inventoryItemPhotos", ["id", "inventoryitemid", "data", "sortorder"]),
    ("homePhotos", ["id", "homeid", "data", "sortorder"]),
    ("inventoryLocationPhotos", ["id", "inventorylocationid", "data", "sortorder"]),
  ]
}
