import SQLite
import SyncProtocol

extension ArchiveMending {
  /// Mends records that refer to something their home does not have: it is nowhere in the archive,
  /// or in another of its homes.
  ///
  /// Tables come after those they refer to. When a record is left out, its parts are therefore
  /// found and handled later.
  ///
  /// - Parameter entries: entries of the archive, by home.
  static func references(
    _ entries: [ZoneID: String], in connection: Connection
  ) throws -> [ArchiveMending] {
    var mended: [ArchiveMending] = []
    for table in ArchiveForm.homeTables {
      for reference in table.references {
        let broken = try connection.query(
          """
          SELECT t.id, t.homeID, \(nameSQL(table, reference)) FROM \(table.name) AS t
            WHERE t.\(reference.column) IS NOT NULL AND NOT EXISTS (
              SELECT 1 FROM \(reference.target) AS o
                WHERE o.id = t.\(reference.column) AND o.homeID = t.homeID)
            ORDER BY t.homeID, t.id
          """
        ) { (id: $0.text(0), home: $0.text(1), name: $0.optionalText(2) ?? "") }
        let kind = kind(table, reference)
        let change =
          canStandAlone(table, reference)
          ? "UPDATE \(table.name) SET \(reference.column) = NULL" : "DELETE FROM \(table.name)"
        for record in broken {
          try connection.execute("\(change) WHERE id = ?", .text(record.id))
          // A missing label is reported with the item's name; with neither item nor label there is
          // no name.
          let isNameless = record.name.isEmpty && table.name == ItemLabel.sql.table
          mended.append(
            ArchiveMending(
              isNameless ? .leftOut : kind, record.name, entry: entries[record.home] ?? ""))
        }
      }
    }
    return mended
  }

  /// Whether a record can exist without this reference. A photo of nothing becomes one of the home.
  private static func canStandAlone(_ table: TableSchema, _ reference: ReferenceSchema) -> Bool {
    reference.rule != .contained || table.name == Photo.sql.table
  }

  private static func kind(_ table: TableSchema, _ reference: ReferenceSchema) -> Kind {
    switch (table.name, reference.target) {
    case ("photos", _): .photoOfHome
    case ("locations", _): .parentMissing
    case ("itemLabels", "labels"): .labelMissing
    case ("itemLabels", _): .labelledMissing
    case (_, "maintenance"): .maintenanceMissing
    case _ where reference.rule == .contained: .leftOut
    default: .placeMissing
    }
  }

  /// SQL for the name by which a person knows the affected record.
  private static func nameSQL(_ table: TableSchema, _ reference: ReferenceSchema) -> String {
    switch (table.name, reference.target) {
    case ("photos", _): "(SELECT name FROM homes WHERE id = t.homeID)"
    case ("itemLabels", "labels"):
      "(SELECT name FROM items WHERE id = t.itemID AND homeID = t.homeID)"
    case ("itemLabels", _):
      "(SELECT name FROM labels WHERE id = t.labelID AND homeID = t.homeID)"
    case ("maintenance", _): "t.title"
    default: "t.name"
    }
  }
}
