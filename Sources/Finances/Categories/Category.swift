import Household
import Replica
import SQLite
import SyncProtocol

/// What was paid for, such as groceries. A group has categories of its own, and so has a person;
/// both are stored, named, added and changed by the same rules.
package protocol Category: Record, Identifiable where ID == RecordID {
  /// The group, or the person's own zone.
  var zoneID: ZoneID { get }
  var details: CategoryDetails { get set }
  var nameKey: String { get set }

  init(id: RecordID, zoneID: ZoneID, details: CategoryDetails)

  /// The most of one zone.
  static var maxPerZone: Int { get }
  static var zoneColumn: String { get }
  /// What an id is made of, beside the zone: two people or devices that add a category write one
  /// row.
  static func idSeed(_ nameKey: String) -> String
}

extension Category {
  static func recordSQL(_ table: String) -> RecordSQL {
    RecordSQL(table, ["id", zoneColumn] + CategoryDetails.fields.columns() + ["nameKey"])
  }

  package var values: [Value] {
    [.text(id), .text(zoneID)] + CategoryDetails.fields.values(of: details) + [.text(nameKey)]
  }

  package init(_ row: inout RowReader) {
    let (id, zone) = (row.text(), row.text())
    var details = CategoryDetails(name: row.text())
    details.emoji = row.text()
    details.colorIndex = row.int()
    self.init(id: id, zoneID: zone, details: details)
    nameKey = row.text()
  }

  /// The categories of a group or a person, by name.
  package static func of(_ zone: ZoneID, in connection: Connection) throws -> [Self] {
    try all(where: "\(zoneColumn) = ? ORDER BY nameKey, id", [.text(zone)], in: connection)
  }

  /// The id of a category follows from its zone and name.
  package static func id(named name: String, in zone: ZoneID) -> RecordID {
    UUIDs.beside(zone, idSeed(NameKey.make(name)))
  }

  // MARK: - Changing

  /// Throws what is wrong with the details, and `nameTaken`.
  static func add(
    _ details: CategoryDetails, to zone: ZoneID, _ transaction: WriteTransaction
  ) throws -> Self {
    var check = InputCheck()
    let details = check.clean(details, CategoryDetails.fields)
    let others = try of(zone, in: transaction.connection)
    if others.count >= maxPerZone { check.fail(.name, .tooMany(max: maxPerZone)) }
    guard check.problems.isEmpty else { throw FinanceFailure.invalid(check.problems) }
    let id = id(named: details.name, in: zone)
    // One that was renamed has the id of its first name.
    let category = Self(
      id: others.contains { $0.id == id } ? transaction.newID() : id, zoneID: zone,
      details: details)
    try category.requireOwnName(among: others)
    try category.insert(in: transaction.connection)
    return category
  }

  /// - Parameter base: what the form showed when it was opened; only differences from it are
  ///   written. `nil` for the category as it is now.
  func change(
    to details: CategoryDetails, from base: CategoryDetails?, in connection: Connection
  ) throws -> Self {
    var check = InputCheck()
    let details = check.clean(details, CategoryDetails.fields)
    guard check.problems.isEmpty else { throw FinanceFailure.invalid(check.problems) }
    func with(_ details: CategoryDetails) -> Self {
      Self(id: id, zoneID: zoneID, details: details)
    }
    let (category, shown) = (with(details), base.map(with) ?? self)
    if category.nameKey != shown.nameKey {
      try category.requireOwnName(among: Self.of(zoneID, in: connection))
    }
    return try category.update(from: shown, over: self, in: connection)
  }

  private func requireOwnName(among others: [Self]) throws(FinanceFailure) {
    guard let other = others.first(where: { $0.id != id && $0.nameKey == nameKey }) else { return }
    throw .nameTaken(other.id)
  }

  /// Throws `categoryNotFound` for none.
  static func require(_ id: RecordID, in connection: Connection) throws -> Self {
    guard let category = try find(id, in: connection) else {
      throw FinanceFailure.categoryNotFound
    }
    return category
  }

  // MARK: - Storing

  static func tableSchema(_ kind: ZoneKind) -> TableSchema {
    TableSchema(
      sql.table, in: [kind], zoneColumn: zoneColumn,
      registers: CategoryDetails.fields.registers() + [.nameKey(of: "name")], hasNaturalID: true)
  }

  /// - Parameter zone: the SQL of the zone's column.
  static func tableSQL(_ zone: String) -> String {
    """
    CREATE TABLE \(sql.table) (
      id TEXT PRIMARY KEY NOT NULL,
      \(zone),
      name TEXT NOT NULL,
      emoji TEXT NOT NULL DEFAULT '',
      colorIndex INTEGER NOT NULL DEFAULT 0 CHECK (colorIndex BETWEEN 0 AND 11),
      nameKey TEXT NOT NULL,
      UNIQUE (\(zoneColumn), id)
    ) STRICT;
    """
  }
}

/// The details of a category that people enter.
package struct CategoryDetails: Equatable, Sendable {
  package var name: String
  /// Empty, or one emoji.
  package var emoji = ""
  /// A `PaletteColour`, 0–11.
  package var colorIndex = 0

  package init(name: String, emoji: String = "", colorIndex: Int = 0) {
    self.name = name
    self.emoji = emoji
    self.colorIndex = colorIndex
  }

  /// In the order in which a row is read and the API shows them.
  package static let fields: [RecordField<CategoryDetails>] = [
    .name("name", \.name, "What it is called.", example: "Groceries"),
    .emoji("emoji", \.emoji, "One emoji, or empty.", example: "🛒"),
    .number(
      "colorIndex", \.colorIndex.asField, 0...11, standard: 0, "One of 12 colours.", example: 3),
  ]
}
