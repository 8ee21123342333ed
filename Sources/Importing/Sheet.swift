import Values

/// A table with a header: goes through its rows and reads typed cells, noting problems.
struct Sheet {
  /// The cells of the header, exactly as in the file.
  let header: [String]
  let options: ImportOptions
  /// The problems found in the current row so far.
  var problems: [ImportProblem] = []
  /// Rows without a filled cell, which `next` skips.
  private(set) var blankRowCount = 0
  /// Whether the current row has as many cells as the header; if not, none of them can be trusted.
  private(set) var isWellFormed = true
  /// Whether text cells may begin with an apostrophe with which the exporting program disarmed a
  /// formula.
  var unquotesFormulas = false
  /// Whether rows may be shorter, or longer with empty cells, as spreadsheets save them.
  var allowsOtherWidths = false
  private var reader: CSVReader
  private var record = CSVRecord()

  /// Reads the header. Columns for which `key` returns the same text count as the same column.
  init(_ reader: CSVReader, options: ImportOptions, key: (String) -> String)
    throws(ImportFailure)
  {
    self.reader = reader
    self.options = options
    var record = CSVRecord()
    guard try self.reader.next(into: &record) else { throw .empty(file: reader.file) }
    header = (0..<record.count).map { record.text($0) }
    var seen: [String: Int] = [:]
    for (index, name) in header.enumerated() {
      let key = key(name)
      // Spreadsheets leave empty columns behind; only their filled cells are a problem.
      if key.isEmpty { continue }
      if let first = seen[key] {
        throw .duplicateColumn(
          file: reader.file,
          name: CleanText.excerpt(name, maxLength: ImportProblem.maxTextLength), first: first + 1,
          second: index + 1)
      }
      seen[key] = index
    }
  }

  var file: String { reader.file }

  var source: SourceLine { SourceLine(file: reader.file, line: record.line) }

  /// Moves to the next row that is not blank; `false` at the end.
  mutating func next() throws(ImportFailure) -> Bool {
    problems.removeAll(keepingCapacity: true)
    while try reader.next(into: &record) {
      if record.isBlank {
        blankRowCount += 1
        continue
      }
      isWellFormed =
        record.count == header.count
        || allowsOtherWidths
          && (header.count..<max(record.count, header.count)).allSatisfy { cell in
            record.isEmpty(cell)
          }
      if !isWellFormed {
        note(.wrongWidth(expected: header.count, found: record.count), column: nil, text: rowText)
      }
      if let cell = record.strayQuoteCell { note(.strayQuote, column: cell) }
      return true
    }
    return false
  }

  /// The row's text, by which a person can find it.
  private var rowText: String {
    (0..<min(record.count, 50)).map { record.text($0) }.joined(separator: ", ")
  }

  /// Adds a problem with a cell of the current row, or with the whole row if `column` is `nil`.
  mutating func note(_ reason: ImportProblem.Reason, column: Int?, text: String? = nil) {
    let text = text ?? column.map(raw) ?? ""
    let name = column.flatMap { header.indices.contains($0) ? header[$0] : nil }
    let line = column.flatMap { $0 < record.count ? record.line(ofCell: $0) : nil }
    problems.append(
      ImportProblem(
        file: file, line: line ?? record.line, column: name, text: text, reason: reason))
  }

  /// The bytes of a cell as text; empty if there is no such cell.
  func raw(_ column: Int) -> String {
    column < record.count ? record.text(column) : ""
  }

  func isFilled(_ column: Int?) -> Bool {
    guard let column, column < record.count else { return false }
    return !record.isEmpty(column)
  }

  /// Whether a filled cell contains these bytes.
  func contains(_ part: [UInt8], in column: Int) -> Bool {
    record.withCell(column) { bytes in
      guard let first = part.first, bytes.count >= part.count else { return false }
      return (0...(bytes.count - part.count)).contains { start in
        bytes[start] == first && bytes[start...].starts(with: part)
      }
    }
  }

  /// A cell of text. Hidden characters are removed and noted; line ends become LF.
  mutating func text(_ column: Int?) -> String {
    guard let column, isFilled(column) else { return "" }
    return cleaned(column, hidden: .hiddenCharactersRemoved)
  }

  /// A name or similar single line, trimmed. Hidden characters in it are a problem, and removed.
  mutating func name(_ column: Int?) -> String {
    guard let column, isFilled(column) else { return "" }
    let text = CleanText.trimmed(cleaned(column, hidden: .hiddenCharactersInName))
    guard text.utf8.contains(where: { $0 == 0x0A || $0 == 0x09 }) else { return text }
    note(.hiddenCharactersInName, column: column)
    return String(text.map { $0 == "\n" || $0 == "\t" ? " " : $0 })
  }

  /// A short single line that is not a name.
  mutating func line(_ column: Int?) -> String { CleanText.trimmed(text(column)) }

  /// A typed value. A text that `parse` refuses is noted, and `nil` returned.
  mutating func value<Value>(
    _ column: Int?, _ parse: (String) throws(ImportProblem.Reason) -> Value?
  ) -> Value? {
    guard let column, isFilled(column) else { return nil }
    do {
      return try parse(raw(column))
    } catch {
      note(error, column: column)
      return nil
    }
  }

  /// Reads an amount.
  ///
  /// - Parameter currency: of an amount that names none; `nil` for the currency of the options.
  mutating func amount(_ column: Int?, in currency: Currency? = nil) -> ImportedAmount? {
    let currency = currency ?? options.currency
    return value(column) { text throws(ImportProblem.Reason) in
      try AmountText.parse(text, default: currency)
    }
  }

  /// An amount in a column where programs write `0` for none.
  mutating func amountOrZeroForNone(
    _ column: Int?, in currency: Currency? = nil
  ) -> ImportedAmount? {
    amount(column, in: currency).flatMap { $0.minor == 0 ? nil : $0 }
  }

  mutating func day(_ column: Int?) -> String? {
    let offset = options.utcOffsetSeconds
    return value(column) { text throws(ImportProblem.Reason) in
      try DateText.day(text, utcOffsetSeconds: offset)
    }
  }

  private mutating func cleaned(_ column: Int, hidden: ImportProblem.Reason) -> String {
    let isPlain = record.withCell(column, CleanText.isPlain)
    let text = restored(record.text(column))
    if isPlain { return text }
    let (clean, hadHidden) = CleanText.cleaned(text)
    if hadHidden { note(hidden, column: column) }
    return clean
  }

  /// The text without the apostrophe that Homebox puts before `=`, `+`, `-`, `@`, tab and CR.
  private func restored(_ text: String) -> String {
    guard unquotesFormulas, text.utf8.first == 0x27 else { return text }
    let trigger = text.utf8.first { $0 != 0x27 }
    guard let trigger, [0x3D, 0x2B, 0x2D, 0x40, 0x09, 0x0D].contains(trigger) else { return text }
    return String(text.dropFirst())
  }
}
