/// Reads booleans, quantities, ids and colours.
package enum PlainValueText {
  static let maxQuantity = 1_000_000_000

  package typealias Reason = ImportProblem.Reason

  /// The values of Go's `strconv.ParseBool`, which Homebox uses; `nil` if blank.
  static func goBool(_ text: String) throws(Reason) -> Bool? {
    switch CleanText.trimmed(text) {
    case "": return nil
    case "1", "t", "T", "TRUE", "true", "True": return true
    case "0", "f", "F", "FALSE", "false", "False": return false
    default: throw .unreadableBool
    }
  }

  /// `true`, `1`, `yes` and their opposites in any case; `nil` if blank.
  static func bool(_ text: String) throws(Reason) -> Bool? {
    switch CleanText.trimmed(text).lowercased() {
    case "": return nil
    case "true", "1", "yes": return true
    case "false", "0", "no": return false
    default: throw .unreadableBool
    }
  }

  /// A whole number; decimals are accepted if all are zero. `nil` if blank.
  package static func quantity(_ text: String) throws(Reason) -> Int? {
    var rest = CleanText.trimmed(text)[...]
    if rest.isEmpty { return nil }
    let isNegative = rest.first == "-"
    if isNegative || rest.first == "+" { rest = rest.dropFirst() }
    let parts = rest.split(omittingEmptySubsequences: false) { $0 == "." || $0 == "," }
    let areDigits = parts.allSatisfy { !$0.isEmpty && $0.utf8.allSatisfy(isDigit) }
    // A comma before three digits may group thousands or be the decimal mark.
    let isAmbiguous = parts.count == 2 && rest.contains(",") && parts[1].count == 3
    guard areDigits, parts.count <= 2, !isAmbiguous else { throw .unreadableQuantity }
    if parts.count == 2, parts[1].contains(where: { $0 != "0" }) { throw .fractionalQuantity }
    guard let value = Int(parts[0]), value <= maxQuantity else {
      throw .quantityTooLarge(max: maxQuantity)
    }
    if isNegative, value != 0 { throw .negativeQuantity }
    return value
  }

  /// Homebox's asset id, `000-001` or `1`, as `000-001`; empty if blank or zero, which mean none.
  static func homeboxAssetID(_ text: String) throws(Reason) -> String {
    let trimmed = CleanText.trimmed(text)
    if trimmed.isEmpty { return "" }
    let digits = trimmed.utf8.filter { $0 != 0x2D }
    guard !digits.isEmpty, digits.count <= 18, digits.allSatisfy(isDigit),
      let number = Int(String(decoding: digits, as: UTF8.self))
    else { throw .unreadableAssetID }
    if number == 0 { return "" }
    let plain = String(number)
    let padded = String(repeating: "0", count: max(0, 6 - plain.count)) + plain
    return "\(padded.dropLast(3))-\(padded.suffix(3))"
  }

  /// A UUID in lower case; `nil` if blank.
  static func uuid(_ text: String) throws(Reason) -> String? {
    let trimmed = CleanText.trimmed(text)
    if trimmed.isEmpty { return nil }
    guard let uuid = lowercaseUUID(trimmed[...]) else { throw .unreadableID }
    return uuid
  }

  private static func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }

  static func lowercaseUUID(_ text: Substring) -> String? {
    let bytes = Array(text.utf8)
    guard bytes.count == 36 else { return nil }
    for (index, byte) in bytes.enumerated() {
      let isDash = [8, 13, 18, 23].contains(index)
      guard isDash ? byte == 0x2D : Character(Unicode.Scalar(byte)).isHexDigit else { return nil }
    }
    return text.lowercased()
  }

  /// `#RRGGBB` in upper case; the `#` is optional in the text. `nil` if blank.
  static func colorHex(_ text: String) throws(Reason) -> String? {
    let trimmed = CleanText.trimmed(text)
    if trimmed.isEmpty { return nil }
    let digits = trimmed.hasPrefix("#") ? trimmed.dropFirst() : trimmed[...]
    guard digits.utf8.count == 6, digits.allSatisfy({ $0.isASCII && $0.isHexDigit }) else {
      throw .unreadableColor
    }
    return "#" + digits.uppercased()
  }
}
