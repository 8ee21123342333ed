import SQLite
import SyncProtocol

/// Looks up records by a name that was typed.
package enum NamedRecords {
  /// The records with this name, ignoring case and spaces; if there are none, those whose name
  /// begins with it.
  package static func ids(
    named name: String, among rows: [(id: RecordID, nameKey: String)]
  ) -> [RecordID] {
    let key = NameKey.make(name)
    let same = rows.filter { $0.nameKey == key }
    return (same.isEmpty ? rows.filter { $0.nameKey.hasPrefix(key) } : same).map(\.id)
  }

  /// The same among the rows of a table of homes. A household has few of them, so no index is
  /// needed.
  static func ids(
    in table: String, _ name: String, _ home: ZoneID?, _ connection: Connection
  ) throws -> [RecordID] {
    let column = table == "homes" ? "id" : "homeID"
    let rows = try connection.query(
      "SELECT id, nameKey FROM \(table) WHERE \(column) = coalesce(?, \(column))", Value(home)
    ) { (id: $0.text(0), nameKey: $0.text(1)) }
    return ids(named: name, among: rows)
  }
}
