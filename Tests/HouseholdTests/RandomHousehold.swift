import Foundation
import Household
import SQLite
import SeededNoise
import SyncProtocol
import Things

/// A household that nobody would have: every column of every table filled or empty at random, with
/// the names that break programs. It is made from the schema, so that a new column is filled, too.
struct RandomHousehold {
  private static let texts = [
    "Lamp", "Küchenstuhl „Ute“", "../../etc/passwd", "CON", "=SUM(A1:A9)",
    "a/b\\c:d*?", "日本の茶碗",
    "👩‍👩‍👧‍👦", "O'Neill, \"Jr.\"", "مصباح",
    "x.", ".hidden", "-1+2", "ﬁne ﬁligree", "<b>&amp;</b>",
    "two\nlines\tand a tab", "\u{e9}te\u{301}", "NULL", "0", "aux.txt", "COM1", "ŁÓDŹ", "@cmd",
  ]

  private var random: SeededGenerator
  private(set) var blobs: [String: [UInt8]] = [:]
  private var ids: [String: [RecordID]] = [:]
  /// The items of maintenance entries.
  private var entryItems: [RecordID: RecordID] = [:]
  private let store: TestStore
  private var number = 0

  /// Fills a store that has homes of these names.
  static func fill(
    _ store: TestStore, homes: [String], seed: UInt64, rowsPerTable: Int = 8
  ) throws -> [String: [UInt8]] {
    var household = RandomHousehold(store, seed)
    for home in homes {
      household.ids = [:]
      for table in Things.schema.tables
      where !table.isHubOwned && table.zoneKinds.contains(.home) {
        if table.isRoot {
          try household.setHome(table, store.id(home))
        } else {
          for _ in 0..<rowsPerTable { try household.addRow(table, zone: store.id(home)) }
        }
      }
    }
    for _ in 0..<3 {
      guard let table = Things.schema.table("savedSearches") else { continue }
      try household.addRow(table, zone: TestStore.profile)
    }
    return household.blobs
  }

  private init(_ store: TestStore, _ seed: UInt64) {
    self.store = store
    random = SeededGenerator(seed: seed)
  }

  private mutating func pick(_ count: Int) -> Int { Int.random(in: 0..<count, using: &random) }

  private mutating func setHome(_ table: TableSchema, _ id: ZoneID) throws {
    for register in table.registers where register.name != "nameKey" {
      let value = value(of: register.columns[0], in: table)
      try store.connection.execute(
        "UPDATE homes SET \(register.name) = ? WHERE id = ?", value, .text(id))
    }
    let name = try store.texts("SELECT name FROM homes WHERE id = ?", .text(id))[0]
    try store.connection.execute(
      "UPDATE homes SET nameKey = ? WHERE id = ?", .text(NameKey.make(name)), .text(id))
  }

  private mutating func addRow(_ table: TableSchema, zone: ZoneID) throws {
    number += 1
    var row: [String: Value] = ["id": .text(UUIDs.v5("random \(zone)", "\(number)"))]
    if let column = table.zoneColumn { row[column] = .text(zone) }
    for register in table.registers {
      row[register.name] = value(of: register.columns[0], in: table)
    }
    setReferences(table, &row)
    if table.name == "itemLabels", let item = row["itemID"]?.text, let label = row["labelID"]?.text
    {
      // Half of the homes are older than the way these ids are made now.
      let isOlder = (zone.utf8.last ?? 0) % 2 == 0
      row["id"] = .text(
        isOlder ? UUIDs.v5(item, label) : ItemLabel.id(item: item, label: label))
    }
    if let register = table.registers.first(where: { $0.follows != nil }),
      let source = register.follows
    {
      row[register.name] = .text(NameKey.make(row[source]?.text ?? ""))
    }
    if row["blobHash"] != nil { setFile(&row) }
    let columns = row.keys.sorted()
    // The same label twice on one item is no other row.
    try store.connection.execute(
      "INSERT OR IGNORE INTO \(table.name) (\(columns.joined(separator: ", ")))"
        + " VALUES (\(columns.map { _ in "?" }.joined(separator: ", ")))",
      columns.map { row[$0] ?? .null })
    ids[table.name, default: []].append(row["id"]?.text ?? "")
    if table.name == "maintenance" { entryItems[row["id"]?.text ?? ""] = row["itemID"]?.text }
  }

  private mutating func setReferences(_ table: TableSchema, _ row: inout [String: Value]) {
    let owners = table.references.filter { $0.rule == .contained }
    // A photo is of an item, of a place, or of the home; a paper of an item or a policy.
    let isExclusive = ["photos", "attachments"].contains(table.name)
    let chosen = pick(owners.count + (table.name == "photos" ? 1 : 0) + (owners.isEmpty ? 1 : 0))
    for (index, owner) in owners.enumerated() {
      let targets = ids[owner.target] ?? []
      row[owner.column] =
        isExclusive && chosen != index ? .null : .text(targets[pick(targets.count)])
    }
    for reference in table.references where reference.rule == .nullify {
      var targets = ids[reference.target] ?? []
      if reference.register == "maintenanceID" {
        // A paper belongs to what was done for its own item.
        targets = targets.filter { entryItems[$0] == row["itemID"]?.text }
      }
      // Places go nine deep, one below the other, or stand beside each other.
      let isSet = !targets.isEmpty && pick(3) > 0
      row[reference.column] = isSet ? .text(targets[pick(targets.count)]) : .null
    }
    if table.name == "templates" {
      let labels = ids["labels"] ?? []
      row["labelIDs"] = .text(labels.prefix(pick(4)).joined(separator: " "))
    }
    if table.name == "savedSearches" {
      row["homeID"] = pick(2) == 0 ? .null : .text(store.id("one"))
    }
  }

  private mutating func setFile(_ row: inout [String: Value]) {
    let media = row["kind"]?.text ?? ""
    var bytes: [UInt8] =
      row["media"] != nil
      ? Array("%PDF-1.4\n".utf8) : media == "png" ? [0x89, 0x50, 0x4E, 0x47] : [0xFF, 0xD8, 0xFF]
    for _ in 0..<(1 + pick(5000)) { bytes.append(UInt8(truncatingIfNeeded: random.next())) }
    let sum = SHA256Sum()
    sum.add(bytes)
    let hash = sum.finish()
    blobs[hash] = bytes
    row["blobHash"] = .text(hash)
    row["byteCount"] = .integer(Int64(bytes.count))
  }

  private mutating func value(of column: ColumnSchema, in table: TableSchema) -> Value {
    if column.isNullable, pick(3) == 0 { return .null }
    switch column.kind {
    case .integer(let range):
      switch pick(4) {
      case 0: return .integer(range.lowerBound)
      case 1: return .integer(min(range.upperBound, 1 << 53))
      default:
        return .integer(
          Int64.random(in: range.lowerBound...min(range.upperBound, 90_000), using: &random))
      }
    case .text(let maxBytes):
      if let choices = column.choices { return .text(choices.sorted()[pick(choices.count)]) }
      if column.name.hasSuffix("On") || column.name.hasSuffix("Until") {
        return .text("20\(10 + pick(80))-0\(1 + pick(9))-1\(pick(10))")
      }
      if column.name == "emoji" { return .text(["", "🪑", "👩‍🚀"][pick(3)]) }
      if column.name == "sort" { return .text("name") }
      if column.name == "currency" { return .text(["EUR", "JPY", "KWD"][pick(3)]) }
      if column.name == "locale" { return .text("en") }
      let isRequired = !column.isNullable && column.defaultValue.isNull
      if !isRequired, pick(3) == 0 { return .text("") }
      var text = Self.texts[pick(Self.texts.count)]
      if ["name", "title", "provider", "fieldNames", "choices"].contains(column.name) {
        text = text.replacing("\n", with: " ")
      }
      // A whole text of the greatest length now and then.
      if maxBytes > 4000, pick(6) == 0 { text = String(repeating: text + " ", count: 60) }
      return .text(String(text.prefix(maxBytes / 8)))
    case .real, .blob: return .null
    }
  }
}
