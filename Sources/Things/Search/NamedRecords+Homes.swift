import Household
import SQLite
import SyncProtocol

extension NamedRecords {
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
