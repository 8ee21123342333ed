import Household
import Importing
import SQLite
import SyncProtocol

/// What restoring an archive would do, for the person to review first. Writes nothing.
///
/// A home of the archive goes back to the home it was exported from, if that exists and can be
/// written; otherwise to the home it was restored to earlier; otherwise to a new one. Records that
/// exist stay as they are, whatever the archive says, and only missing ones are added. Restoring an
/// archive twice therefore changes nothing, and never reverts newer work.
package struct RestorePlan: Sendable {
  package struct Home: Equatable, Sendable {
    /// The home's id in the archive.
    package let id: ZoneID
    package let name: String
    /// The destination; `nil` if a new home is created.
    package let existingID: ZoneID?
    /// The archive's entry with the home's records.
    let entry: String
  }

  /// A record of the archive to be written, with the records that are part of it.
  struct Unit: Sendable {
    /// Index into the homes; `nil` for a personal record.
    let home: Int?
    let table: TableSchema
    let id: RecordID
    /// Whether the record exists already, and only parts of it are missing.
    let isKnown: Bool
    var parts: [(table: TableSchema, id: RecordID)] = []
  }

  package static let maxShown = 50

  package let archive: HouseholdArchive
  /// Ids of the archive that are in use by something else, on the hub or here.
  let takenIDs: Set<RecordID>
  package private(set) var homes: [Home] = []
  /// The number of records to be added, by table.
  package private(set) var newCounts: [String: Int] = [:]
  /// The number of records that exist already, by table.
  package private(set) var presentCounts: [String: Int] = [:]
  /// The first items to be added, at most `maxShown`; likewise rooms and labels.
  package private(set) var newItems: [ItemDetails] = []
  package private(set) var newRooms: [String] = []
  package private(set) var newLabels: [String] = []
  /// The files to be stored, each once.
  package private(set) var files: [FileToKeep] = []
  /// The records to write, in order: those that others refer to come first.
  private(set) var units: [Unit] = []
  /// The id of the record here that stands for one of the archive, by its id there.
  private(set) var known: [RecordID: RecordID] = [:]
  /// The inconsistencies that were mended: within the archive, and with what is here.
  package private(set) var mended: [ArchiveMending] = []
  /// Where new places go if not into their parents in the archive: into another place, or into the
  /// home itself if `.null`.
  private(set) var lifted: [RecordID: Value] = [:]
  private var depths = PlaceDepths()
  private var seenFiles: Set<String> = []
  /// The tables of parts that have records in the archive; most archives have few of them.
  private var partTables: [TableSchema] = []

  /// Whether restoring would write nothing.
  package var isEmpty: Bool { units.isEmpty }

  /// - Parameters:
  ///   - takenIDs: for an archive whose records keep their ids, those that are in use on the hub.
  ///   - connection: in a read transaction.
  package init(
    _ archive: HouseholdArchive, takenIDs: Set<RecordID> = [], in connection: Connection
  ) throws {
    self.archive = archive
    self.takenIDs = takenIDs
    mended = archive.mended
    for home in archive.manifest.homes {
      homes.append(
        Home(
          id: home.id, name: home.name,
          existingID: try Self.existingHome(home.id, of: archive, in: connection),
          entry: home.records))
    }
    partTables = try ArchiveForm.homeTables.filter { table in
      guard table.isPart else { return false }
      return try archive.staged.first("SELECT 1 FROM \(table.name)") { _ in true } ?? false
    }
    // All homes come first: if one of them cannot be created, nothing has been written.
    for (index, home) in homes.enumerated() { try planHome(index, home, connection) }
    for (index, home) in homes.enumerated() {
      for table in ArchiveForm.homeTables where !table.isRoot && !table.isPart {
        try plan(table, of: index, in: home.existingID, zone: home.id, connection)
      }
    }
    if archive.manifest.personal != nil {
      let own = try Profile.own(in: connection)?.id
      for table in ArchiveForm.personalTables {
        try plan(table, of: nil, in: own, zone: nil, connection)
      }
    }
  }

  /// The existing home that a home of the archive goes to; `nil` for a new one.
  private static func existingHome(
    _ id: ZoneID, of archive: HouseholdArchive, in connection: Connection
  ) throws -> ZoneID? {
    // An older store's homes carry only the name of its program, like that program's exports.
    let source = archive.keepsIDs ? SourceReference.System.movingBox.rawValue : ApplyRestore.source
    return try connection.first(
      """
      SELECT h.id FROM homes AS h JOIN syncZones AS z ON z.id = h.id AND z.role <> 'readOnly'
        WHERE h.id = ?1 OR h.importSource = ?2
          AND (h.importRef = ?1 OR substr(h.importRef, 1, length(?1) + 1) = ?1 || ' ')
        ORDER BY h.id = ?1 DESC, h.createdAt, h.id LIMIT 1
      """, .text(id), .text(source)
    ) { $0.text(0) }
  }

  /// Whether a record keeps its id from the archive.
  func keeps(_ id: RecordID) -> Bool { archive.keepsIDs && !takenIDs.contains(id) }

  // MARK: Records

  private mutating func planHome(_ index: Int, _ home: Home, _ connection: Connection) throws {
    let table = ArchiveForm.root
    if let existing = home.existingID { known[home.id] = existing }
    count(table, isKnown: home.existingID != nil)
    var unit = Unit(home: index, table: table, id: home.id, isKnown: home.existingID != nil)
    // Photos of the home itself have no item and no place.
    for part in partTables {
      let conditions = part.owners.map { "\($0.column) IS NULL" }.joined(separator: " AND ")
      try addParts(
        part, where: "homeID = ? AND \(conditions)", [.text(home.id)], to: &unit, connection)
    }
    if !unit.isKnown || !unit.parts.isEmpty { units.append(unit) }
  }

  private mutating func plan(
    _ table: TableSchema, of home: Int?, in target: ZoneID?, zone: ZoneID?,
    _ connection: Connection
  ) throws {
    for id in try archive.ids(of: table, zone: zone) {
      let match = try target.map {
        try self.match(table, id, in: $0, isSame: $0 == zone, connection)
      }
      if match == .elsewhere { continue }
      if case .known(let here) = match { known[id] = here }
      var unit = Unit(home: home, table: table, id: id, isKnown: known[id] != nil)
      count(table, isKnown: unit.isKnown)
      for part in partTables {
        for (number, owner) in part.owners.enumerated() where owner.target == table.name {
          let others = part.owners[..<number].map { " AND \($0.column) IS NULL" }.joined()
          try addParts(
            part, where: "homeID = ? AND \(owner.column) = ?\(others)",
            [Value(zone), .text(id)], to: &unit, connection)
        }
      }
      if !unit.isKnown {
        try show(table, id)
        if table.name == Location.sql.table, let home, let target {
          try lift(id, of: homes[home], in: target, connection)
        }
      }
      if !unit.isKnown || !unit.parts.isEmpty { units.append(unit) }
    }
  }

  /// Finds room for a new place whose parent is deeper here than it was in the archive.
  private mutating func lift(
    _ id: RecordID, of home: Home, in zone: ZoneID, _ connection: Connection
  ) throws {
    guard let row = try archive.row(of: Location.schema, id) else { return }
    func here(_ id: RecordID) -> RecordID {
      known[id] ?? (keeps(id) ? id : ApplyRestore.id(of: id, in: zone))
    }
    let name = row["name"]?.text ?? ""
    let parent = row["parentID"]?.text.map(here)
    guard let lift = try depths.add(here(id), named: name, in: parent, connection) else { return }
    lifted[id] = Value(lift.parent)
    mended.append(ArchiveMending(.tooDeep, name, entry: home.entry, parent: lift.name))
  }

  private mutating func addParts(
    _ table: TableSchema, where condition: String, _ parameters: [Value], to unit: inout Unit,
    _ connection: Connection
  ) throws {
    let target = unit.home.flatMap { homes[$0].existingID }
    for id in try archive.ids(of: table, where: condition, parameters) {
      if let target {
        let match = try match(
          table, id, in: target, isSame: target == unit.home.map { homes[$0].id }, connection)
        if match == .elsewhere { continue }
        if case .known(let here) = match { known[id] = here }
      }
      let isKnown = known[id] != nil
      count(table, isKnown: isKnown)
      if isKnown { continue }
      unit.parts.append((table, id))
      try addFile(table, id)
    }
  }

  private mutating func addFile(_ table: TableSchema, _ id: RecordID) throws {
    guard Things.fileTables.contains(table.name),
      let row = try archive.row(of: table, id),
      let hash = row[Household.fileRegister]?.text, seenFiles.insert(hash).inserted
    else { return }
    files.append(
      FileToKeep(
        blobHash: hash, path: archive.content(hash)?.name,
        paperName: table.name == "photos" ? nil : row["name"]?.text))
  }

  private mutating func count(_ table: TableSchema, isKnown: Bool) {
    if isKnown {
      presentCounts[table.name, default: 0] += 1
    } else {
      newCounts[table.name, default: 0] += 1
    }
  }

  private mutating func show(_ table: TableSchema, _ id: RecordID) throws {
    switch table.name {
    case "items" where newItems.count < Self.maxShown:
      if let item = try Item.find(id, in: archive.staged) { newItems.append(item.details) }
    case "locations" where newRooms.count < Self.maxShown:
      if let place = try Location.find(id, in: archive.staged) { newRooms.append(place.name) }
    case "labels" where newLabels.count < Self.maxShown:
      if let label = try Label.find(id, in: archive.staged) { newLabels.append(label.name) }
    default: break
    }
  }

  // MARK: What is there already

  private enum Match: Equatable {
    case missing
    case known(RecordID)
    /// Somebody has moved the record to another home, where it stays.
    case elsewhere
  }

  private func match(
    _ table: TableSchema, _ id: RecordID, in zone: ZoneID, isSame: Bool, _ connection: Connection
  ) throws -> Match {
    let column = table.zoneColumn ?? "id"
    func place(of id: RecordID) throws -> ZoneID? {
      try connection.first("SELECT \(column) FROM \(table.name) WHERE id = ?", .text(id)) {
        $0.text(0)
      }
    }
    let here = try place(of: id)
    if here == zone { return .known(id) }
    if here != nil, isSame || archive.keepsIDs { return .elsewhere }
    let restored = ApplyRestore.id(of: id, in: zone)
    if try place(of: restored) == zone { return .known(restored) }
    return try twin(table, id, in: zone, connection).map(Match.known) ?? .missing
  }

  /// A record that people take for the same although its id differs: somebody has made it again.
  private func twin(
    _ table: TableSchema, _ id: RecordID, in zone: ZoneID, _ connection: Connection
  ) throws -> RecordID? {
    guard let row = try archive.row(of: table, id) else { return nil }
    func first(_ condition: String, _ values: Value...) throws -> RecordID? {
      try connection.first(
        "SELECT id FROM \(table.name) WHERE \(table.zoneColumn ?? "id") = ? AND \(condition)"
          + " ORDER BY id LIMIT 1", [.text(zone)] + values
      ) { $0.text(0) }
    }
    /// The record here that a reference stands for; `nil` if there is none.
    func here(_ column: String) -> Value? {
      row[column]?.text.flatMap { known[$0] }.map(Value.text)
    }
    let name = row["nameKey"] ?? .null
    switch table.name {
    case "labels", "templates", "fieldPresets", "savedSearches":
      return try first("nameKey = ?", name)
    case "locations":
      if row["parentID"]?.isNull == false, here("parentID") == nil { return nil }
      return try first("nameKey = ? AND parentID IS ?", name, here("parentID") ?? .null)
    case "policies":
      return try first(
        "nameKey = ? AND policyNumber = ?", name, row["policyNumber"] ?? .null)
    case "items":
      guard row["importRef"]?.isNull == false else { return nil }
      return try first(
        "importSource = ? AND importRef = ?", row["importSource"] ?? .null,
        row["importRef"] ?? .null)
    case "itemLabels":
      guard let item = here("itemID"), let label = here("labelID") else { return nil }
      return try first("itemID = ? AND labelID = ?", item, label)
    case "itemFields":
      guard let item = here("itemID") else { return nil }
      return try first(
        "itemID = ? AND name = ? AND value = ?", item, row["name"] ?? .null, row["value"] ?? .null)
    case "photos":
      return try first(
        "itemID IS ? AND locationID IS ? AND blobHash = ?", here("itemID") ?? .null,
        here("locationID") ?? .null, row["blobHash"] ?? .null)
    case "attachments":
      return try first(
        "itemID IS ? AND policyID IS ? AND blobHash = ?", here("itemID") ?? .null,
        here("policyID") ?? .null, row["blobHash"] ?? .null)
    default: return nil
    }
  }
}

extension TableSchema {
  /// References to what its records are part of: they are deleted and restored with it.
  var owners: [ReferenceSchema] { references.filter { $0.rule == .contained } }
  /// Whether its records are part of others.
  var isPart: Bool { !owners.isEmpty }
}

extension HouseholdArchive {
  /// The ids of a table's records. In a table that forms a tree, parents come before their
  /// children.
  func ids(of table: TableSchema, zone: ZoneID?) throws -> [RecordID] {
    let own = table.references.first { $0.target == table.name }
    guard let own, let zone else {
      let condition = zone == nil ? "TRUE" : "\(table.zoneColumn ?? "id") = ?"
      return try ids(of: table, where: condition, zone.map { [.text($0)] } ?? [])
    }
    return try staged.query(
      """
      WITH RECURSIVE below (id, depth) AS (
        SELECT id, 0 FROM \(table.name) WHERE homeID = ?1 AND \(own.column) IS NULL
        UNION ALL
        SELECT t.id, depth + 1 FROM \(table.name) AS t JOIN below
          ON t.homeID = ?1 AND t.\(own.column) = below.id)
      SELECT id FROM below ORDER BY depth, id
      """, .text(zone)
    ) { $0.text(0) }
  }

  func ids(
    of table: TableSchema, where condition: String, _ parameters: [Value]
  ) throws -> [RecordID] {
    try staged.query("SELECT id FROM \(table.name) WHERE \(condition) ORDER BY id", parameters) {
      $0.text(0)
    }
  }

  /// The values of a record by column; `nil` if there is none.
  func row(of table: TableSchema, _ id: RecordID) throws -> [String: Value]? {
    try staged.first("SELECT * FROM \(table.name) WHERE id = ?", .text(id)) { row in
      var values: [String: Value] = Dictionary(minimumCapacity: Int(row.columnCount))
      for column in 0..<row.columnCount { values[row.columnName(column)] = row.value(column) }
      return values
    }
  }
}
