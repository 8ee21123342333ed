/// Where the headings of a table that somebody has made begin: people write a title above them, and
/// programs a line that names the separator.
struct TableStart: Equatable {
  /// How many rows are searched for headings.
  static let maxRows = 10

  /// The separator; `nil` if the headings are the first row, which decides it.
  var delimiter: UInt8?
  /// The number of rows before the headings.
  var skippedCount = 0

  /// Searches the first rows for one that can only be headings: one for the names of things, and
  /// another known one. Returns `nil` if there is none.
  static func find(
    path: String, name: String, limits: ImportLimits, coding: TextCoding
  ) -> TableStart? {
    for delimiter: UInt8 in [0x2C, 0x3B, 0x09] {
      // With the wrong separator the text may not even be a table, and has no headings then.
      let count = try? rowsBeforeHeadings(
        CSVReader(path: path, name: name, limits: limits, coding: coding, delimiter: delimiter))
      if let count { return TableStart(delimiter: delimiter, skippedCount: count) }
    }
    return nil
  }

  private static func rowsBeforeHeadings(_ table: CSVReader) throws(ImportFailure) -> Int? {
    var (table, record) = (table, CSVRecord())
    for count in 0..<maxRows {
      guard try table.next(into: &record) else { return nil }
      let row = (0..<record.count).map { record.text($0) }
      if SpreadsheetColumns.areHeadings(row) { return count }
    }
    return nil
  }
}
