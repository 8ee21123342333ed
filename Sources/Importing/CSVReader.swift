/// Reads a table of comma, tab or semicolon separated cells, record by record (RFC 4180).
///
/// Lines may end in LF, CRLF or CR, also inside quoted cells. A byte-order mark and empty lines are
/// skipped. The separator is the one that occurs most often outside quotes in the first record.
/// Memory use does not depend on the size of the file.
package struct CSVReader {
  package let file: String
  package let delimiter: UInt8
  /// The physical line that will be read next, from 1.
  package private(set) var line = 1
  /// Records read so far, the header included.
  package private(set) var recordCount = 0
  private let limits: ImportLimits
  private let window: ByteWindow
  private var hasSeenMultibyte = false

  private static let quote: UInt8 = 0x22
  private static let lineFeed: UInt8 = 0x0A
  private static let carriageReturn: UInt8 = 0x0D

  private enum CellEnd { case delimiter, record, file }

  /// Reads a regular file at a path; `name` is used in failures.
  ///
  /// - Parameter delimiter: the separator; `nil` to take it from the first record.
  package init(
    path: String, name: String, limits: ImportLimits = ImportLimits(), coding: TextCoding = .utf8,
    delimiter: UInt8? = nil
  ) throws(ImportFailure) {
    let bytes = try FileBytes(path: path, name: name)
    guard bytes.byteCount <= limits.maxTableBytes else {
      throw .fileTooLarge(file: name, maxBytes: limits.maxTableBytes)
    }
    let source: ByteWindow.Source = { buffer throws(ImportFailure) in try bytes.read(into: buffer) }
    guard coding != .utf8 else {
      try self.init(file: name, limits: limits, delimiter: delimiter, source: source)
      return
    }
    let transcoder = Transcoder(file: name, coding: coding, source: source)
    try self.init(file: name, limits: limits, delimiter: delimiter) {
      buffer throws(ImportFailure) in
      try transcoder.read(into: buffer)
    }
  }

  /// Reads bytes in memory.
  package init(bytes: [UInt8], name: String, limits: ImportLimits = ImportLimits())
    throws(ImportFailure)
  {
    var rest = bytes[...]
    try self.init(file: name, limits: limits) { buffer throws(ImportFailure) in
      let count = min(buffer.count, rest.count)
      buffer.copyBytes(from: rest.prefix(count))
      rest = rest.dropFirst(count)
      return count
    }
  }

  init(
    file: String, limits: ImportLimits, delimiter: UInt8? = nil,
    source: @escaping ByteWindow.Source
  ) throws(ImportFailure) {
    self.file = file
    self.limits = limits
    window = ByteWindow(source: source)
    try window.fillCompletely()
    guard window.end > 0 else { throw .empty(file: file) }
    if let encoding = TableSniffer.wideEncoding(of: window.unread) {
      throw .wrongEncoding(file: file, line: 1, column: 1, encoding: encoding)
    }
    if window.unread.starts(with: [0xEF, 0xBB, 0xBF]) { window.position = 3 }
    self.delimiter = delimiter ?? TableSniffer.delimiter(of: window.unread)
  }

  /// Reads the next record into `record`, skipping empty lines; returns `false` at the end.
  package mutating func next(into record: inout CSVRecord) throws(ImportFailure) -> Bool {
    repeat {
      guard try window.hasByte() else { return false }
      try readRecord(into: &record)
    } while record.isBlankLine
    recordCount += 1
    guard recordCount <= limits.maxRows + 1 else {
      throw .tooManyRows(file: file, line: record.line, maxRows: limits.maxRows)
    }
    return true
  }

  private mutating func readRecord(into record: inout CSVRecord) throws(ImportFailure) {
    record.begin(line: line)
    while true {
      record.beginCell(line: line)
      let end = try readCell(into: &record)
      record.endCell()
      guard record.count <= limits.maxColumns else {
        throw .tooManyColumns(file: file, line: record.line, maxColumns: limits.maxColumns)
      }
      if end != .delimiter { return }
    }
  }

  private mutating func readCell(into record: inout CSVRecord) throws(ImportFailure) -> CellEnd {
    guard try window.hasByte() else { return .file }
    var highBits: UInt8 = 0
    let end: CellEnd
    if window.bytes[window.position] == Self.quote {
      end = try readQuoted(into: &record, highBits: &highBits)
    } else {
      end = try readPlain(into: &record, highBits: &highBits)
    }
    if highBits & 0x80 != 0 { try checkEncoding(of: record) }
    return end
  }

  /// Reads up to the next separator or the end of the line.
  private mutating func readPlain(into record: inout CSVRecord, highBits: inout UInt8)
    throws(ImportFailure) -> CellEnd
  {
    let delimiter = delimiter
    while try window.hasByte() {
      let start = window.position
      let end = window.end
      let bytes = window.bytes
      var index = start
      var bits: UInt8 = 0
      while index < end {
        let byte = bytes[index]
        // Separators and line ends are at most 0x3B, the semicolon; this test is quick.
        if byte <= 0x3B, byte == delimiter || byte == 0x0A || byte == 0x0D || byte == 0 { break }
        bits |= byte
        index += 1
      }
      highBits |= bits
      try append(start, index, to: &record)
      guard index < end else { continue }
      switch bytes[index] {
      case delimiter:
        window.position += 1
        return .delimiter
      case 0: throw .nulByte(file: file, line: line, column: record.count + 1)
      default:
        try endLine()
        return .record
      }
    }
    return .file
  }

  /// Reads a cell that begins with a quote, with everything up to its separator.
  private mutating func readQuoted(into record: inout CSVRecord, highBits: inout UInt8)
    throws(ImportFailure) -> CellEnd
  {
    let openingLine = line
    record.hasQuotes = true
    window.position += 1
    while try window.hasByte() {
      let start = window.position
      let end = window.end
      let bytes = window.bytes
      var index = start
      while index < end {
        let byte = bytes[index]
        if byte == Self.quote || byte == 0x0A || byte == 0x0D || byte == 0 { break }
        highBits |= byte
        index += 1
      }
      try append(start, index, to: &record)
      guard index < end else { continue }
      switch bytes[index] {
      case Self.quote:
        window.position += 1
        guard try window.hasByte() else { return .file }
        guard window.bytes[window.position] == Self.quote else {
          return try readAfterQuote(into: &record, highBits: &highBits)
        }
        window.position += 1
        record.append(Self.quote)
      case 0: throw .nulByte(file: file, line: line, column: record.count + 1)
      default:
        if bytes[index] == Self.carriageReturn { record.append(Self.carriageReturn) }
        if try endLine() { record.append(Self.lineFeed) }
      }
    }
    throw .unterminatedQuote(file: file, line: openingLine, column: record.count + 1)
  }

  /// Continues after a closing quote, where only a separator or the end of a line is allowed.
  private mutating func readAfterQuote(into record: inout CSVRecord, highBits: inout UInt8)
    throws(ImportFailure) -> CellEnd
  {
    let byte = window.bytes[window.position]
    if byte != delimiter, byte != Self.lineFeed, byte != Self.carriageReturn,
      record.strayQuoteCell == nil
    {
      record.strayQuoteCell = record.count
    }
    return try readPlain(into: &record, highBits: &highBits)
  }

  /// Moves past LF, CRLF or CR; returns whether it included an LF.
  @discardableResult
  private mutating func endLine() throws(ImportFailure) -> Bool {
    line += 1
    let isReturn = window.bytes[window.position] == Self.carriageReturn
    window.position += 1
    guard isReturn else { return true }
    guard try window.hasByte(), window.bytes[window.position] == Self.lineFeed else { return false }
    window.position += 1
    return true
  }

  /// Appends the window's bytes from `start` to `end` to the record, and moves to `end`.
  @inline(__always)
  private mutating func append(_ start: Int, _ end: Int, to record: inout CSVRecord)
    throws(ImportFailure)
  {
    record.append(UnsafeBufferPointer(start: window.bytes + start, count: end - start))
    window.position = end
    guard record.openCellByteCount <= limits.maxCellBytes else {
      throw .cellTooLong(
        file: file, line: line, column: record.count + 1, maxBytes: limits.maxCellBytes)
    }
    guard record.bytes.count <= limits.maxRecordBytes else {
      throw .recordTooLong(file: file, line: record.line, maxBytes: limits.maxRecordBytes)
    }
    guard window.totalBytes <= limits.maxTableBytes else {
      throw .fileTooLarge(file: file, maxBytes: limits.maxTableBytes)
    }
  }

  private mutating func checkEncoding(of record: CSVRecord) throws(ImportFailure) {
    guard let offset = record.invalidByteOffsetInOpenCell() else {
      hasSeenMultibyte = true
      return
    }
    throw .wrongEncoding(
      file: file, line: record.line(ofOpenCellByte: offset), column: record.count + 1,
      encoding: hasSeenMultibyte ? .damagedUTF8 : .latin1)
  }
}
