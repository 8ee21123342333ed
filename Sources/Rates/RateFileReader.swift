import Values

/// Reads the bank's CSV form, and checks every line before anything is taken:
///
/// ```
/// Date,USD,JPY,BGN,
/// 2026-10-30,1.1172,175.68,N/A,
/// ```
///
/// In the file of one day there are blanks after the commas, and the day is `30 October 2026`.
struct RateFileReader {
  static let maxDays = 50_000
  static let maxCurrencies = 300

  private let codes: [String]
  private let cellCount: Int
  private var rows: [(day: Int32, rates: [PackedRate])] = []
  private var days: Set<Int32> = []

  static func table(_ csv: [UInt8]) throws(RateFileProblem) -> RateTable {
    let start = csv.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    var lines = csv[start...].split(
      separator: 0x0A, omittingEmptySubsequences: false
    ).enumerated().makeIterator()
    guard let (_, header) = lines.next() else { throw .notRates(text: "") }
    var reader = try RateFileReader(header: header)
    while let (index, line) = lines.next() {
      if trimmed(line).isEmpty { continue }
      guard reader.rows.count < maxDays else { throw .tooManyDays(max: maxDays) }
      do throws(RateFileProblem.Reason) {
        try reader.read(line)
      } catch {
        throw .line(index + 1, error)
      }
    }
    guard !reader.rows.isEmpty else { throw .noRates }
    return reader.table
  }

  private init(header: ArraySlice<UInt8>) throws(RateFileProblem) {
    var cells = Self.cells(header)
    cellCount = cells.count
    // The bank ends its lines with a comma; one without it was cut off.
    if cells.last?.isEmpty == true { cells.removeLast() }
    guard cells.count > 1, Self.text(cells[0]) == "Date" else {
      throw .notRates(text: Self.text(header))
    }
    guard cells.count <= Self.maxCurrencies + 1 else {
      throw .tooManyColumns(max: Self.maxCurrencies)
    }
    var codes: [String] = []
    for (index, cell) in cells.enumerated().dropFirst() {
      let code = Self.text(cell)
      let isCode = code.utf8.count == 3 && code.utf8.allSatisfy { (0x41...0x5A).contains($0) }
      guard isCode, code != RateTable.euro, !codes.contains(code) else {
        throw .column(index + 1, text: code)
      }
      codes.append(code)
    }
    self.codes = codes
  }

  private mutating func read(_ line: ArraySlice<UInt8>) throws(RateFileProblem.Reason) {
    let cells = Self.cells(line)
    guard cells.count == cellCount else {
      throw .cells(found: cells.count, expected: cellCount)
    }
    guard let day = Self.day(Self.text(cells[0])) else { throw .notADay(Self.text(cells[0])) }
    let number = Int32(day.daysSince1970)
    guard days.insert(number).inserted else { throw .dayTwice(day) }
    var rates: [PackedRate] = []
    rates.reserveCapacity(codes.count)
    for (code, cell) in zip(codes, cells.dropFirst()) {
      rates.append(try Self.rate(cell, of: code))
    }
    rows.append((number, rates))
  }

  private static func rate(
    _ cell: ArraySlice<UInt8>, of currency: String
  ) throws(RateFileProblem.Reason) -> PackedRate {
    if cell.elementsEqual("N/A".utf8) { return .none }
    let decimal: ExactDecimal
    do throws(ExactDecimal.Problem) {
      decimal = try ExactDecimal(utf8: cell)
    } catch {
      switch error {
      case .unreadable: throw .notARate(currency: currency, text: text(cell))
      case .tooManyDigits: throw .tooManyDigits(currency: currency, text: text(cell))
      }
    }
    guard decimal.digits > 0 else { throw .notPositive(currency: currency, text: text(cell)) }
    guard let rate = PackedRate(decimal) else {
      throw .tooManyDigits(currency: currency, text: text(cell))
    }
    return rate
  }

  /// The rows by day, each currency in a column of its own.
  private var table: RateTable {
    let ordered = rows.sorted { $0.day < $1.day }
    var columns: [String: [PackedRate]] = [:]
    for (index, code) in codes.enumerated() {
      let column = ordered.map { $0.rates[index] }
      if column.contains(where: { $0 != .none }) { columns[code] = column }
    }
    return RateTable(days: ordered.map(\.day), columns: columns)
  }

  private static let months = [
    "January", "February", "March", "April", "May", "June", "July", "August", "September",
    "October", "November", "December",
  ]

  /// `2026-10-30` or `30 October 2026`.
  private static func day(_ text: String) -> CalendarDay? {
    let words = text.split(separator: " ")
    guard words.count == 3 else { return CalendarDay(text) }
    guard let month = months.firstIndex(of: String(words[1])), words[2].utf8.count == 4,
      words[0].utf8.count <= 2, let number = Int(words[0]), let year = Int(words[2]), year > 0
    else { return nil }
    let day = CalendarDay(year: year, month: month + 1, day: number)
    return day.exists ? day : nil
  }

  /// The cells of a line without blanks around them.
  private static func cells(_ line: ArraySlice<UInt8>) -> [ArraySlice<UInt8>] {
    line.split(separator: UInt8(ascii: ","), omittingEmptySubsequences: false).map(trimmed)
  }

  private static func trimmed(_ bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    var bytes = bytes
    while let first = bytes.first, first == 0x20 || first == 0x0D { bytes.removeFirst() }
    while let last = bytes.last, last == 0x20 || last == 0x0D { bytes.removeLast() }
    return bytes
  }

  /// What a message shows of bytes that could be anything.
  private static func text(_ bytes: ArraySlice<UInt8>) -> String {
    String(decoding: trimmed(bytes).prefix(40), as: UTF8.self)
  }
}
