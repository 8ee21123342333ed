import Household

/// Where a record stands in a list that is short enough to be read whole: its words one after
/// another, compared as bytes. What comes or goes between two pages moves no other record.
struct Rank: Comparable, Sendable, CustomStringConvertible {
  private static let separator: UInt8 = 0x1F
  private let bytes: [UInt8]

  /// - Parameter words: the order, from its most important part; the last one is the record's id.
  init(_ words: [String]) {
    bytes = Array(words.map { Array($0.utf8) }.joined(separator: [Self.separator]))
  }

  /// `nil` for text that no rank of so many words made.
  init?(_ text: String, wordCount: Int) {
    guard let words = Self.text(text) else { return nil }
    bytes = Array(words.utf8)
    let count = bytes.split(separator: Self.separator, omittingEmptySubsequences: false).count
    guard count == wordCount else { return nil }
  }

  /// What a rank of one word says; `nil` for text that is no rank.
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

  /// As it stands in `next`.
  var description: String {
    let digits = Array("0123456789abcdef".utf8)
    return String(
      decoding: bytes.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }, as: UTF8.self)
  }

  static func < (left: Rank, right: Rank) -> Bool {
    left.bytes.lexicographicallyPrecedes(right.bytes)
  }

  /// A number that is not below 0, so that it is compared by its value.
  static func word(_ number: Int64) -> String {
    let digits = String(number)
    return String(repeating: "0", count: max(0, 19 - digits.count)) + digits
  }
}

extension Page {
  /// The part of a short list that a call asks for.
  ///
  /// - Parameter rank: the words of ``Rank/init(_:)``, as many for each row.
  static func json<Row>(
    _ rows: [Row], of call: Call, rank: (Row) -> [String], show: (Row) throws -> JSON
  ) throws -> JSON {
    var ranked = rows.map { (rank: Rank(rank($0)), row: $0) }.sorted { $0.rank < $1.rank }
    if let text = call.query("cursor") {
      // Of an empty list there is no page that the cursor could be of, and nothing to compare.
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
