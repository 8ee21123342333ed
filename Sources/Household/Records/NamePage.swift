import SQLite
import SyncProtocol

/// The end of a page of records ordered by name, as opaque text for a URL.
package struct NameCursor: Equatable, Sendable, CustomStringConvertible {
  let nameKey: String
  let id: RecordID

  init(nameKey: String, id: RecordID) {
    self.nameKey = nameKey
    self.id = id
  }

  /// Returns `nil` for a text that is not a cursor.
  package init?(_ text: String) {
    let digits = text.utf8.compactMap { Character(Unicode.Scalar($0)).hexDigitValue }
    guard digits.count <= 16_000, digits.count == text.utf8.count,
      digits.count.isMultiple(of: 2)
    else { return nil }
    var bytes: [UInt8] = []
    for index in stride(from: 0, to: digits.count, by: 2) {
      bytes.append(UInt8(digits[index] * 16 + digits[index + 1]))
    }
    guard let decoded = String(validating: bytes, as: UTF8.self) else { return nil }
    let parts = decoded.split(
      separator: "\u{1f}", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2, isRecordID(String(parts[0])) else { return nil }
    id = String(parts[0])
    nameKey = String(parts[1])
  }

  package var description: String {
    let digits = Array("0123456789abcdef".utf8)
    let hex = "\(id)\u{1f}\(nameKey)".utf8.flatMap {
      [digits[Int($0 >> 4)], digits[Int($0 & 15)]]
    }
    return String(decoding: hex, as: UTF8.self)
  }
}

/// One page of the records of a home or group, by name. No record is on two pages.
///
/// Each page is read from the index of names, so its cost depends only on its own length.
package struct NamePage<Row: Record>: Sendable {
  package let rows: [Row]
  /// Where the next page begins; `nil` on the last one.
  package let next: NameCursor?

  /// - Parameters:
  ///   - home: `nil` to page through the homes themselves.
  ///   - column: the column that names the home.
  ///   - columns: further columns of the index before the name, each with its value.
  ///   - key: the name key of a row.
  package init(
    home: ZoneID?, column: String = "homeID", columns: KeyValuePairs<String, Value> = [:],
    after cursor: NameCursor?, limit: Int, key: (Row) -> String, in connection: Connection
  ) throws {
    var condition = home == nil ? "TRUE" : "\(column) = ?"
    var parameters: [Value] = home.map { [.text($0)] } ?? []
    for (name, value) in columns {
      condition += " AND \(name) = ?"
      parameters.append(value)
    }
    if let cursor {
      condition += " AND (nameKey, id) > (?, ?)"
      parameters += [.text(cursor.nameKey), .text(cursor.id)]
    }
    let found = try Row.all(
      where: "\(condition) ORDER BY nameKey, id LIMIT ?",
      parameters + [.integer(Int64(limit) + 1)], in: connection)
    rows = Array(found.prefix(limit))
    next =
      found.count > limit
      ? rows.last.map { NameCursor(nameKey: key($0), id: $0.id) } : nil
  }
}
