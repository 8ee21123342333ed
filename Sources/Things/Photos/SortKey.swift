/// Keys that sort between any two others.
///
/// A moved photo changes only one row, and two people who move photos at the same time do not
/// disturb each other's order (D-PHO-5).
///
/// A key is a fraction in base 62, its digits compared as bytes; it never ends in `0`.
package enum SortKey {
  private static let digits = Array(
    "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz".utf8)

  /// A key after `low` and before `high`; `nil` for the start and the end.
  ///
  /// If there is no such key, because another program wrote equal or unordered ones, the result
  /// follows `low` closely, and the row's id decides.
  package static func between(_ low: String?, _ high: String?) -> String {
    let lower = (low ?? "").utf8.map(digit)
    let upper = high.map { $0.utf8.map(digit) }
    var result: [Int] = []
    var isBelowUpper = upper == nil
    for index in 0..<max(lower.count, upper?.count ?? 0) + 1 {
      let from = index < lower.count ? lower[index] : 0
      let to = isBelowUpper ? 62 : upper.flatMap { index < $0.count ? $0[index] : 0 } ?? 0
      if to - from > 1 {
        // At the end, the key advances in steps, which leaves room and keeps keys short.
        result.append(high == nil ? min(from + 4, 61) : (from + to) / 2)
        if result.last != from { return text(result) }
      } else {
        result.append(from)
        if from < to { isBelowUpper = true }
      }
    }
    result.append(31)
    return text(result)
  }

  private static func digit(_ byte: UInt8) -> Int { digits.firstIndex(of: byte) ?? 0 }

  private static func text(_ values: [Int]) -> String {
    String(decoding: values.map { digits[$0] }, as: UTF8.self)
  }
}
