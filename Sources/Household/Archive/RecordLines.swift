import SQLite
import SyncProtocol

/// Records as lines of JSON: one object in each line, with every column of its table, also those
/// that are null. Rows that travel inside a record are a list in it, named by their table.
package enum RecordLines {
  /// Writes a line for each row, in the order of their ids, and returns the number of rows.
  package static func write(
    _ table: TableSchema, where condition: String, _ parameters: [Value],
    in connection: Connection, to text: inout ExportText
  ) throws -> Int64 {
    let columns = try connection.columns(of: table.name)
    let children = table.registers.compactMap(\.child)
    var count: Int64 = 0
    try connection.forEach(
      "SELECT * FROM \(table.name) WHERE \(condition) ORDER BY id", parameters
    ) { row in
      try text.write(try line(of: table, row, columns, children, connection))
      try text.write("\n")
      count += 1
    }
    return count
  }

  /// The line of one record; `nil` if it is not there.
  package static func line(
    of table: TableSchema, id: RecordID, in connection: Connection
  ) throws -> [UInt8]? {
    let columns = try connection.columns(of: table.name)
    let children = table.registers.compactMap(\.child)
    return try connection.first("SELECT * FROM \(table.name) WHERE id = ?", .text(id)) { row in
      try line(of: table, row, columns, children, connection)
    }
  }

  private static func line(
    of table: TableSchema, _ row: Statement, _ columns: [String], _ children: [ChildSchema],
    _ connection: Connection
  ) throws -> [UInt8] {
    var writer = WireWriter(capacity: 1024)
    var lists: [(name: String, rows: [[(String, Value)]])] = []
    if !children.isEmpty, let key = columns.firstIndex(of: "id") {
      let id = row.text(Int32(key))
      lists = try children.map { ($0.table, try rows(of: $0, inside: id, connection)) }
    }
    writer.object { writer in
      writer.key("table")
      writer.string(table.name)
      for (index, column) in columns.enumerated() {
        writer.member(column, row.value(Int32(index)))
      }
      for list in lists {
        writer.key(list.name)
        writer.array { writer in
          for row in list.rows {
            writer.object { writer in
              for (column, value) in row { writer.member(column, value) }
            }
          }
        }
      }
    }
    return writer.bytes
  }

  /// In the order of their positions where they have some.
  private static func rows(
    of child: ChildSchema, inside id: RecordID, _ connection: Connection
  ) throws -> [[(String, Value)]] {
    let names = child.columns.map(\.name)
    let order = names.contains("position") ? "position, id" : "id"
    return try connection.query(
      """
      SELECT \(names.joined(separator: ", ")) FROM \(child.table)
        WHERE \(child.parentColumn) = ? ORDER BY \(order)
      """, .text(id)
    ) { row in names.enumerated().map { ($1, row.value(Int32($0))) } }
  }
}

extension WireWriter {
  fileprivate mutating func member(_ name: String, _ value: Value) {
    key(name)
    switch value {
    case .integer(let integer): self.integer(integer)
    case .real(let real): self.real(real)
    case .text(let text): string(text)
    // No table of the household has a blob column.
    case .null, .blob: null()
    }
  }
}

extension ArchiveStream {
  /// Calls `body` with each line that is not empty. Memory does not grow with the stream.
  ///
  /// - Parameters:
  ///   - maxBytes: of one line.
  ///   - tooLong: thrown for a longer one.
  ///   - piece: is called with all bytes, as they are read.
  package func forEachLine(
    maxBytes: Int, tooLong: @autoclosure () -> any Error,
    piece seen: ([UInt8]) -> Void = { _ in }, _ body: ([UInt8]) throws -> Void
  ) throws {
    var line: [UInt8] = []
    var piece = [UInt8](repeating: 0, count: 64 << 10)
    while case let count = try read(into: &piece), count > 0 {
      seen(Array(piece[..<count]))
      var start = 0
      while let end = piece[start..<count].firstIndex(of: 0x0A) {
        line += piece[start..<end]
        guard line.count <= maxBytes else { throw tooLong() }
        if !line.isEmpty { try body(line) }
        line.removeAll(keepingCapacity: true)
        start = end + 1
      }
      line += piece[start..<count]
      guard line.count <= maxBytes else { throw tooLong() }
    }
    if !line.isEmpty { try body(line) }
  }
}
