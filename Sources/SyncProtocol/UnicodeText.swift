@_spi(_Unicode) import Swift

/// Text in the forms by which it is compared. They are the same on every machine and in every
/// version: what is newer than ``version`` of Unicode keeps the case that it has.
package enum UnicodeText {
  /// The version of Unicode whose folding of case is applied. Keys of names are stored and judged,
  /// so a later version must not change them.
  static let version = 15

  /// Composed (NFC).
  package static func composed(_ text: String) -> String {
    var scalars = String.UnicodeScalarView()
    for scalar in text._nfc { scalars.append(scalar) }
    return String(scalars)
  }

  /// Decomposed (NFD).
  package static func decomposed(_ text: String) -> String {
    var scalars = String.UnicodeScalarView()
    for scalar in text._nfd { scalars.append(scalar) }
    return String(scalars)
  }

  /// Case folded fully (`ß` is `ss`), whatever the language, letter by letter.
  package static func folded(_ text: String) -> String {
    var scalars = String.UnicodeScalarView()
    for scalar in text.unicodeScalars { fold(scalar, into: &scalars) }
    return String(scalars)
  }

  /// Folding is the lower case of the upper case, but for a few letters (CaseFolding.txt).
  private static func fold(_ scalar: Unicode.Scalar, into result: inout String.UnicodeScalarView) {
    let properties = scalar.properties
    switch scalar.value {
    case ..<0x41, 0x5B..<0x80: return result.append(scalar)
    // The dotless i, and old forms of Cyrillic letters.
    case 0x131, 0x1C80...0x1C88: return result.append(scalar)
    // The large sharp s.
    case 0x1E9E:
      result.append("s")
      return result.append("s")
    default: break
    }
    if let age = properties.age, age.major > version { return result.append(scalar) }
    for upper in properties.uppercaseMapping.unicodeScalars {
      result.append(contentsOf: upper.properties.lowercaseMapping.unicodeScalars)
    }
  }
}
