import SQLite
import SyncProtocol

/// A record of any table, by the schema's names. Nothing is asked of it but single columns.
package struct StoredRecord {
  private let table: TableSchema
  private let id: RecordID
  private let connection: Connection

  /// `nil` if the home has no such record, or this program no such table.
  package init?(
    _ id: RecordID, in table: String, of home: ZoneID, _ connection: Connection
  ) throws {
    guard let schema = Things.schema.table(table) else { return nil }
    (self.table, self.id, self.connection) = (schema, id, connection)
    guard let column = schema.zoneColumn else {
      // The home's own record.
      if id != home { return nil }
      return
    }
    let isThere = try connection.first(
      "SELECT 1 FROM \(schema.name) WHERE id = ? AND \(column) = ?", .text(id), .text(home)
    ) { _ in true }
    guard isThere == true else { return nil }
  }

  /// The text of a column of the table; `nil` if it is NULL.
  package func text(_ column: String) throws -> String? {
    try connection.first(
      "SELECT \(column) FROM \(table.name) WHERE id = ?", .text(id)
    ) { $0.optionalText(0) } ?? nil
  }
}
