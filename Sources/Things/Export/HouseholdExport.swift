import Household
import SQLite
import SyncProtocol

/// The household of a replica as text for other programs: rows as JSON, and a table for each home
/// (`HouseholdExport+Table.swift`).
///
/// Text is handed on row by row, so a household of any size takes little memory.
package enum HouseholdExport {
  package typealias Sink = ExportText.Sink

  /// Writes every row of every table as JSON, one line each, omitting columns that are null.
  package static func writeJSON(in connection: Connection, to sink: @escaping Sink) throws {
    var text = ExportText(sink)
    try text.write("{\"format\":\"hearth-household\",\"tables\":{")
    for (index, table) in Things.schema.tables.map(\.name).sorted().enumerated() {
      try text.write("\(index == 0 ? "" : ",")\n\"\(table)\":[")
      try writeRows(of: table, in: connection, to: &text)
      try text.write("]")
    }
    try text.write("},\n\"version\":\(Things.schema.version)}\n")
    try text.finish()
  }

  private static func writeRows(
    of table: String, in connection: Connection, to text: inout ExportText
  ) throws {
    let columns = try connection.columns(of: table).enumerated().sorted { $0.element < $1.element }
    var isFirst = true
    try connection.forEach("SELECT * FROM \"\(table)\" ORDER BY 1") { row in
      var writer = WireWriter(capacity: 1024)
      writer.object { writer in
        for (index, column) in columns {
          // No table of the household has a blob column.
          switch row.value(Int32(index)) {
          case .integer(let integer):
            writer.key(column)
            writer.integer(integer)
          case .real(let real):
            writer.key(column)
            writer.real(real)
          case .text(let text):
            writer.key(column)
            writer.string(text)
          case .null, .blob: break
          }
        }
      }
      try text.write(isFirst ? "\n" : ",\n")
      try text.write(writer.bytes)
      isFirst = false
    }
  }

  package static func homes(in connection: Connection) throws -> [(id: String, name: String)] {
    try connection.query("SELECT id, name FROM homes ORDER BY nameKey, id") {
      ($0.text(0), $0.text(1))
    }
  }

  static func amount(_ minor: Int64, decimals: Int) -> String {
    let digits = String(minor.magnitude)
    let padded = String(repeating: "0", count: max(0, decimals + 1 - digits.count)) + digits
    let sign = minor < 0 ? "-" : ""
    return decimals == 0
      ? sign + padded : "\(sign)\(padded.dropLast(decimals)).\(padded.suffix(decimals))"
  }
}
