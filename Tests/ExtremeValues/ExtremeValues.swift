import SyncProtocol

/// What a hostile program would put into a register.
public enum ExtremeValues {
  /// For one column: the ends of its range, what lies just outside, the ends of 64 bits, texts of
  /// all lengths and in odd letters, days that no calendar has, and values of other types.
  public static func all(for column: ColumnSchema) -> [FieldValue] {
    var values: [FieldValue] = [.null, .real(1e308), .real(-0.5), .blob([0]), .list([]), .map([:])]
    switch column.kind {
    case .integer(let range):
      values.append(.text("1"))
      values += ends(of: range).map { .integer($0) }
    case .text(let maxBytes):
      values.append(.integer(.min))
      values += texts.map { .text($0) } + (column.choices ?? []).sorted().map { .text($0) }
      // Longer ones than this take their time in a test, and are no other case.
      let longest = min(maxBytes, 1 << 16)
      values += [longest, longest + 1].map { .text(String(repeating: "x", count: $0)) }
      values.append(.text(String(repeating: "𝔛", count: longest / 4)))
    case .real:
      values += [.integer(.min), .real(.greatestFiniteMagnitude), .real(.leastNonzeroMagnitude)]
    case .blob(let maxBytes):
      values.append(.blob([UInt8](repeating: 255, count: min(maxBytes, 1 << 16))))
    }
    return values
  }

  /// Those that the hub takes.
  public static func taken(for column: ColumnSchema) -> [FieldValue] {
    all(for: column).filter { column.problem(with: $0) == nil }
  }

  /// Numbers that an older hub took, or that somebody has written into a file.
  public static func outside(_ range: ClosedRange<Int64>) -> [Int64] {
    ends(of: range).filter { !range.contains($0) }
  }

  private static func ends(of range: ClosedRange<Int64>) -> [Int64] {
    let (low, high) = (range.lowerBound, range.upperBound)
    let all: [Int64] = [
      low, low == .min ? low : low - 1, high, high == .max ? high : high + 1, 0, 1, -1, .min, .max,
    ]
    return Array(Set(all)).sorted()
  }

  /// Texts that mean something to one program or another.
  public static let texts = [
    "", " ", "x", "0", "-1", "NaN", "1e999", "9223372036854775808", "-9223372036854775808",
    "0000-00-00", "1000-01-01", "9999-12-31", "9999-99-99", "2026-02-29", "2024-02-29",
    String(repeating: "0", count: 64), String(repeating: "f", count: 64),
    "EUR", "XXX", "JPY", "KWD", "EUR unpriced", "ﬀ", "İ", "ẞ",
    "\u{0}", "a\u{0}b", "\r\n", "\t", "\u{202E}abc", "\u{200D}\u{200D}", "\u{FEFF}", "\u{FFFF}",
    "e" + String(repeating: "\u{301}", count: 40), "👩‍👩‍👧‍👦🏳️‍🌈", "א؀漢", "1\u{1F}2",
    "</script><b>", "'; DROP TABLE items; --", "%00%n", "=1+1", "../../x", "{", "[]", "null",
    "{\"a\":9223372036854775808}",
  ]
}
