/// Where the headings of somebody's own table stand: people write a title above them, and programs
/// a line that names the separator.
struct TableStart: Equatable {
  /// Rows that are looked at, and those before the headings that are passed over.
  static let maxRows = 10

  /// `nil`: the first row decides it, which has the headings.
  var delimiter: UInt8?
  /// Rows before the headings.
  var skippedCount = 0

  /// Looks for a row that can only be headings: one of them for the names of things, and another
  /// one that is known. `nil` when there is none among the first rows.
  static func find(
    path: String, name: String, limits: ImportLimits, coding: TextCoding
  ) -> TableStart? {
    for delimiter: UInt8 in [0x2C, 0x3B, 0x09] {
      // Read with the wrong separator the text need not be a table: it has no headings then.
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
