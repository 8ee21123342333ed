import RESTAPI

/// Somebody in a document, by an id of any text. Ids are the same in the same bytes only, and in
/// their order, while Swift takes texts as equal that look alike, such as both ways to write é.
enum CalcPerson {
  private static let digits = Array("0123456789abcdef".utf8)

  /// The bytes of an id as text, which calculations compare and sort by.
  static func key(_ id: String) -> String {
    String(
      decoding: id.utf8.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }, as: UTF8.self)
  }

  /// The id of a key.
  static func id(_ key: String) -> String {
    let values = key.utf8.map { UInt8(digits.firstIndex(of: $0) ?? 0) }
    return String(
      decoding: stride(from: 0, to: values.count - 1, by: 2).map {
        values[$0] << 4 | values[$0 + 1]
      }, as: UTF8.self)
  }
}
