import Household
import Replica
import SQLite
import SyncProtocol

/// Writes a restore plan, or one part of it.
///
/// Whatever was added to the destination since the plan was made is left as it is.
package struct ApplyRestore: Sendable {
  /// The import source of a home that came from an archive; its reference is its id in the archive.
  static let source = "hearth"

  package var plan: RestorePlan
  /// The stored files, by the hash that the archive gives them. A photo or paper whose file is
  /// missing here is left out.
  package var files: [String: KeptFile]
  /// The units to write, as indexes into the plan's units.
  package var part: Range<Int>
  /// The ids that earlier parts have created or found.
  package var ids: ImportedIDs

  package enum Failure: Error, Equatable {
    case homeNotFound
    case readOnlyHome(ZoneID)
  }

  package init(
    _ plan: RestorePlan, files: [String: KeptFile], part: Range<Int>? = nil,
    ids: ImportedIDs = ImportedIDs()
  ) {
    self.plan = plan
    self.files = files
    self.part = part ?? plan.units.indices
    self.ids = ids
  }

  /// Splits a plan into parts, each to be written in a transaction of its own. The first part
  /// creates all homes.
  package static func parts(
    of plan: RestorePlan, maxRecords: Int = ImportPart.maxRecords
  ) -> [Range<Int>] {
    var bounds = [0]
    var count = 0
    for (index, unit) in plan.units.enumerated() {
      if count >= maxRecords, !unit.table.isRoot {
        bounds.append(index)
        count = 0
      }
      count += 1 + unit.parts.count
    }
    bounds.append(plan.units.count)
    return zip(bounds, bounds.dropFirst()).map { $0..<$1 }
  }

  /// The id of an archived record when it is restored into another home, or after its deletion.
  ///
  /// The same record in the same home always gets the same id, so a later restore finds it again.
  package static func id(of archived: RecordID, in zone: ZoneID) -> RecordID {
    UUIDs.v5("restored \(zone)", archived)
  }

  @discardableResult
  package func callAsFunction(_ transaction: WriteTransaction) throws -> ApplyImport.Result {
    var writer = RestoreWriter(self, transaction)
    return try writer.write()
  }
}

/// Writes one part of a plan.
private struct RestoreWriter {
  let plan: RestorePlan
  let files: [String: KeptFile]
  let part: Range<Int>
  let transaction: WriteTransaction
  /// The destination of each home of the plan.
  var homes: [ZoneID]
  var result = ApplyImport.Result()
  var trace = ImportTraceWriter()
  var rows: [(table: String, id: RecordID)] = []
  private var profile: ZoneID?
  /// The statement that inserts a record, by table.
  private var inserts: [String: Insert] = [:]

  private struct Insert {
    let columns: [String]
    let sql: String

    init(_ table: String, columns: [String]) {
      self.columns = columns
      sql = """
        INSERT INTO \(table) (\(columns.joined(separator: ", ")))
          VALUES (\(columns.map { _ in "?" }.joined(separator: ", ")))
        """
    }
  }

  init(_ restore: ApplyRestore, _ transaction: WriteTransaction) {
    (plan, files, part) = (restore.plan, restore.files, restore.part)
    self.transaction = transaction
    homes = restore.ids.homes
  }

  private var connection: Connection { transaction.connection }

  mutating func write() throws -> ApplyImport.Result {
    if homes.isEmpty {
      homes = plan.homes.map { home in
        home.existingID ?? (plan.keeps(home.id) ? home.id : transaction.newID())
      }
    }
    for (home, target) in zip(plan.homes, homes) where home.existingID != nil {
      try transaction.requireWritable(
        target, orThrow: ApplyRestore.Failure.homeNotFound,
        readOnly: ApplyRestore.Failure.readOnlyHome(target))
    }
    let own = try Profile.own(in: connection)
    profile = own?.id
    try keepPrimary(own)
    for unit in plan.units[part] { try write(unit) }
    result.ids.homes = homes
    result.trace = try trace.finish(in: connection)
    result.trace.rows = try rows.compactMap { row in
      try ImportTrace.MadeRow(table: row.table, id: row.id, in: connection)
    }
    return result
  }

  /// Keeps the home that the program opens with, even if a restored home is older.
  private func keepPrimary(_ profile: Profile?) throws {
    guard let profile, profile.primaryHomeID == nil,
      let primary = try PrimaryHome.find(in: connection)
    else { return }
    var chosen = profile
    chosen.primaryHomeID = primary
    try chosen.update(from: profile, in: connection)
  }

  private mutating func write(_ unit: RestorePlan.Unit) throws {
    let id = target(of: unit.id, of: unit)
    if !unit.isKnown {
      guard try insert(unit.table, unit.id, of: unit) != nil else { return }
    } else if try !exists(unit.table.name, id) {
      // Somebody has deleted the record since, and its parts with it.
      return
    }
    for part in unit.parts {
      guard let made = try insert(part.table, part.id, of: unit) else { continue }
      if unit.isKnown || unit.table.name == "policies" { rows.append((part.table.name, made)) }
    }
    guard !unit.isKnown else { return }
    switch unit.table.name {
    case "homes":
      trace.homes.append(id)
      result.homeCount += 1
    case "locations":
      trace.locations.append(id)
      result.locationCount += 1
    case "labels":
      trace.labels.append(id)
      result.labelCount += 1
    case "items":
      let parts = Set(unit.parts.map(\.table.name))
      let mark = try Item.find(id, in: connection)?.fullMark(with: parts, in: connection) ?? ""
      trace.items.append(.init(id: id, mark: mark))
      result.newItemCount += 1
    case "policies":
      trace.policies.append(id)
      result.policyCount += 1
    default: rows.append((unit.table.name, id))
    }
  }

  /// The id that a record of the archive has here, or will have.
  private func target(of id: RecordID, of unit: RestorePlan.Unit) -> RecordID {
    if let known = plan.known[id] { return known }
    if let home = unit.home, plan.homes[home].id == id { return homes[home] }
    return plan.keeps(id) ? id : ApplyRestore.id(of: id, in: zone(of: unit))
  }

  private func zone(of unit: RestorePlan.Unit) -> ZoneID {
    unit.home.map { homes[$0] } ?? profile ?? ""
  }

  private func exists(_ table: String, _ id: RecordID) throws -> Bool {
    try connection.first("SELECT 1 FROM \(table) WHERE id = ?", .text(id)) { _ in true } ?? false
  }

  /// Writes one record under its id here; returns `nil` if it is already there or cannot be
  /// written.
  private mutating func insert(
    _ table: TableSchema, _ archived: RecordID, of unit: RestorePlan.Unit
  ) throws -> RecordID? {
    guard var row = try plan.archive.row(of: table, archived) else { return nil }
    var id = target(of: archived, of: unit)
    for reference in table.references {
      guard case .text(let old) = row[reference.column] ?? .null else { continue }
      let new = target(of: old, of: unit)
      if try exists(reference.target, new) {
        row[reference.column] = .text(new)
      } else if reference.rule == .contained {
        return nil
      } else {
        row[reference.column] = .null
      }
    }
    if table.name == Location.sql.table, let parent = plan.lifted[archived] {
      let isHere = try parent.text.map { try exists(table.name, $0) } ?? false
      row["parentID"] = isHere ? parent : .null
    }
    if table.name == "itemLabels", case .text(let item)? = row["itemID"],
      case .text(let label)? = row["labelID"]
    {
      let isThere = try ItemLabel.isThere(
        item: .text(item), label: .text(label), in: connection)
      guard !isThere else { return nil }
      id = ItemLabel.id(item: item, label: label)
    }
    guard try !exists(table.name, id), try setFile(of: table, &row) else { return nil }
    setSoftReferences(of: table, &row, unit)
    row["id"] = .text(id)
    if let column = table.zoneColumn { row[column] = .text(zone(of: unit)) }
    // All records of a table have the same columns.
    let insert = inserts[table.name] ?? Insert(table.name, columns: row.keys.sorted())
    inserts[table.name] = insert
    try connection.execute(insert.sql, insert.columns.map { row[$0] ?? .null })
    return id
  }

  /// Sets the columns of the stored file, which may differ from the archive's if it had to be
  /// cleaned; `false` if the file is missing.
  private mutating func setFile(
    of table: TableSchema, _ row: inout [String: Value]
  ) throws -> Bool {
    guard Things.fileTables.contains(table.name) else { return true }
    switch row[Household.fileRegister]?.text.flatMap({ files[$0] }) {
    case .photo(let photo) where table.name == "photos":
      row["blobHash"] = .text(photo.blobHash)
      row["byteCount"] = .integer(photo.byteCount)
      row["kind"] = .text(photo.kind.rawValue)
      row["width"] = .integer(Int64(photo.width))
      row["height"] = .integer(Int64(photo.height))
      result.photoCount += 1
      return true
    case .photo(let photo):
      // A file that is both a photo and a paper is stored once, as a photo.
      row["blobHash"] = .text(photo.blobHash)
      row["byteCount"] = .integer(photo.byteCount)
      row["media"] = .text(photo.kind.rawValue)
      result.paperCount += 1
      return true
    case .paper(let paper) where table.name != "photos":
      row["blobHash"] = .text(paper.blobHash)
      row["byteCount"] = .integer(paper.byteCount)
      row["media"] = .text(paper.media.rawValue)
      result.paperCount += 1
      return true
    case .paper(let paper):
      row["blobHash"] = .text(paper.blobHash)
      row["byteCount"] = .integer(paper.byteCount)
      result.photoCount += 1
      return [.jpeg, .png, .webp].contains(paper.media)
    case nil: return false
    }
  }

  /// Replaces ids that the schema does not declare as references.
  private func setSoftReferences(
    of table: TableSchema, _ row: inout [String: Value], _ unit: RestorePlan.Unit
  ) {
    switch table.name {
    case "homes" where !plan.archive.keepsIDs:
      // The present origin comes first, and any earlier one after it.
      let before = [row["importSource"]?.text, row["importRef"]?.text].compactMap(\.self)
      let reference = ([unit.id] + before).joined(separator: " ")
      row["importSource"] = .text(ApplyRestore.source)
      let isShort = reference.count <= TextLimit.importRef.maxCharacters
      row["importRef"] = .text(isShort ? reference : unit.id)
    case "templates":
      let labels = (row["labelIDs"]?.text ?? "").split(separator: " ")
      row["labelIDs"] = .text(
        labels.map { target(of: String($0), of: unit) }.joined(separator: " "))
    case "savedSearches":
      if case .text(let home)? = row["homeID"],
        let index = plan.homes.firstIndex(where: { $0.id == home })
      {
        row["homeID"] = .text(homes[index])
      }
    default: break
    }
  }
}
