import SQLite
import SyncProtocol

extension ArchiveMending {
  /// Mends what refers to something that its home does not have: it is nowhere in the archive, or
  /// in another home of it. Tables come after those that they refer to, so that what was part of
  /// something that is left out is found in its turn.
  ///
  /// - Parameter entries: of the archive, by their home.
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
          // A label on an item is told of by the one that is there; of none there is no name.
          let isNameless = record.name.isEmpty && table.name == ItemLabel.sql.table
          mended.append(
            ArchiveMending(
              isNameless ? .leftOut : kind, record.name, entry: entries[record.home] ?? ""))
        }
      }
    }
    return mended
  }

  /// Whether a record can be without what a reference names. A photo of nothing is one of the home.
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

  /// What the person knows that is concerned.
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
