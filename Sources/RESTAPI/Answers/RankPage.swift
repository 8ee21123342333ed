import Household

/// A record's position in a list that is short enough to be read whole.
///
/// It consists of the record's own words, compared as bytes, so records that come or go between two
/// pages move no other record.
struct Rank: Comparable, Sendable, CustomStringConvertible {
  private static let separator: UInt8 = 0x1F
  private let bytes: [UInt8]

  /// - Parameter words: the sort keys, most important first; the last one is the record's id.
  init(_ words: [String]) {
    bytes = Array(words.map { Array($0.utf8) }.joined(separator: [Self.separator]))
  }

  /// Reads `description`; `nil` unless the text is a rank of `wordCount` words.
  init?(_ text: String, wordCount: Int) {
    guard let words = Self.text(text) else { return nil }
    bytes = Array(words.utf8)
    let count = bytes.split(separator: Self.separator, omittingEmptySubsequences: false).count
    guard count == wordCount else { return nil }
  }

  /// The text that hexadecimal digits stand for; `nil` if they are malformed or not UTF-8.
  static func text(_ hexadecimal: String) -> String? {
    let digits = hexadecimal.utf8.compactMap { Character(Unicode.Scalar($0)).hexDigitValue }
    guard digits.count == hexadecimal.utf8.count, digits.count.isMultiple(of: 2) else {
      return nil
    }
    let bytes = stride(from: 0, to: digits.count, by: 2).map {
      UInt8(digits[$0] * 16 + digits[$0 + 1])
    }
    return String(validating: bytes, as: UTF8.self)
  }

  /// The rank as hexadecimal digits, as it appears in `next`.
  var description: String {
    let digits = Array("0123456789abcdef".utf8)
    return String(
      decoding: bytes.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }, as: UTF8.self)
  }

  static func < (left: Rank, right: Rank) -> Bool {
    left.bytes.lexicographicallyPrecedes(right.bytes)
  }

  /// A non-negative number padded with zeros, so that comparing its text compares its value.
  static func word(_ number: Int64) -> String {
    let digits = String(number)
    return String(repeating: "0", count: max(0, 19 - digits.count)) + digits
  }
}

extension Page {
  /// The page of a short list that a call requests.
  ///
  /// - Parameter rank: the words for ``Rank/init(_:)``; every row has the same number of them.
  static func json<Row>(
    _ rows: [Row], of call: Call, rank: (Row) -> [String], show: (Row) throws -> JSON
  ) throws -> JSON {
    var ranked = rows.map { (rank: Rank(rank($0)), row: $0) }.sorted { $0.rank < $1.rank }
    if let text = call.query("cursor") {
      // For an empty list the number of words is unknown, so the cursor is not checked.
      let wordCount = rows.first.map { rank($0).count }
      if let wordCount {
        guard let after = Rank(text, wordCount: wordCount) else { throw badCursor }
        ranked.removeAll { $0.rank <= after }
      }
    }
    let shown = ranked.prefix(call.limit)
    let isLast = shown.count == ranked.count
    return json(
      try shown.map { try show($0.row) }, next: isLast ? nil : shown.last?.rank.description)
  }
}
