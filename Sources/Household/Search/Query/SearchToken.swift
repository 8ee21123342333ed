/// One piece of a search text, between white space. If it looks like a condition, it is split into
/// name, sign and value.
package struct SearchToken: Equatable, Sendable {
  package enum Sign: String, Sendable {
    case colon = ":", less = "<", atMost = "<=", more = ">", atLeast = ">=", equal = "="
  }

  /// Text beyond this length is ignored.
  static let maxBytes = 2000

  /// Its position in the whole text, in UTF-8 bytes.
  var range: Range<Int>
  /// The piece as typed.
  package var text: String
  /// Whether it begins with `-`.
  package var isExcluded = false
  /// The name in lower case; `nil` for plain words, empty for a sign without a name.
  package var name: String?
  package var sign: Sign?
  /// The text after the sign, or the words themselves, without quotes.
  package var value = ""
  /// Whether any of it was in quotes.
  package var isQuoted = false

  /// Straight quotes, and the typographic ones that phones insert.
  static func isQuote(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar {
    case "\"", "\u{201C}", "\u{201D}", "\u{201E}", "\u{00AB}", "\u{00BB}": true
    default: false
    }
  }

  /// The pieces of a text. A quote that is never closed extends to the end.
  ///
  /// - Parameter isName: whether a word in lower case is the name of a condition.
  static func all(in text: String, isName: (String) -> Bool) -> [SearchToken] {
    let scalars = head(of: text)
    var tokens: [SearchToken] = []
    var index = 0
    while index < scalars.count {
      if scalars[index].scalar.properties.isWhitespace {
        index += 1
        continue
      }
      var end = index
      var isInQuotes = false
      while end < scalars.count, isInQuotes || !scalars[end].scalar.properties.isWhitespace {
        if isQuote(scalars[end].scalar) { isInQuotes.toggle() }
        end += 1
      }
      tokens.append(SearchToken(scalars[index..<end]))
      index = end
    }
    return joined(tokens, scalars, isName).filter { !$0.value.isEmpty || $0.name != nil }
  }

  private typealias Placed = (scalar: Unicode.Scalar, range: Range<Int>)

  private static func head(of text: String) -> [Placed] {
    var scalars: [Placed] = []
    var offset = 0
    for scalar in text.unicodeScalars {
      let length = UTF8.width(scalar)
      guard offset + length <= maxBytes else { break }
      scalars.append((scalar, offset..<offset + length))
      offset += length
    }
    return scalars
  }

  private init(_ scalars: ArraySlice<Placed>) {
    // There is at least one scalar.
    range = (scalars.first?.range.lowerBound ?? 0)..<(scalars.last?.range.upperBound ?? 0)
    text = Self.string(scalars)
    var rest = scalars
    if rest.first?.scalar == "-", rest.count > 1 {
      isExcluded = true
      rest = rest.dropFirst()
    }
    let letters = rest.prefix { ("a"..."z").contains($0.scalar) || ("A"..."Z").contains($0.scalar) }
    let behind = rest.dropFirst(letters.count)
    if let (sign, length) = Self.sign(behind), letters.count > 0 || sign != .colon {
      name = Self.string(letters).lowercased()
      self.sign = sign
      rest = behind.dropFirst(length)
    }
    isQuoted = rest.contains { Self.isQuote($0.scalar) }
    value = Self.string(rest[...].filter { !Self.isQuote($0.scalar) }[...])
  }

  private static func sign(_ scalars: ArraySlice<Placed>) -> (Sign, length: Int)? {
    guard let first = scalars.first?.scalar else { return nil }
    let isEqual = scalars.dropFirst().first?.scalar == "="
    switch first {
    case ":": return (.colon, 1)
    case "=": return (.equal, 1)
    case "<": return isEqual ? (.atMost, 2) : (.less, 1)
    case ">": return isEqual ? (.atLeast, 2) : (.more, 1)
    case "≤": return (.atMost, 1)
    case "≥": return (.atLeast, 1)
    default: return nil
    }
  }

  private static func string(_ scalars: ArraySlice<Placed>) -> String {
    String(String.UnicodeScalarView(scalars.lazy.map(\.scalar)))
  }

  /// Joins pieces such as `value > 100` and `label: tools`, which people type with spaces.
  private static func joined(
    _ tokens: [SearchToken], _ scalars: [Placed], _ isName: (String) -> Bool
  ) -> [SearchToken] {
    var result: [SearchToken] = []
    for token in tokens {
      guard let last = result.last, let joined = last.joined(with: token, scalars, isName) else {
        result.append(token)
        continue
      }
      result[result.count - 1] = joined
    }
    return result
  }

  private func joined(
    with next: SearchToken, _ scalars: [Placed], _ isName: (String) -> Bool
  ) -> SearchToken? {
    var joined = self
    if name == nil, !isQuoted, next.name == "", !next.isExcluded,
      isName(value.lowercased())
    {
      (joined.name, joined.sign) = (value.lowercased(), next.sign)
    } else if name?.isEmpty == false, value.isEmpty, !isQuoted, next.name == nil, !next.isExcluded {
      // The value of a condition whose piece ended with the sign.
    } else {
      return nil
    }
    (joined.value, joined.isQuoted) = (next.value, next.isQuoted)
    joined.range = range.lowerBound..<next.range.upperBound
    joined.text = Self.string(scalars.filter { joined.range.contains($0.range.lowerBound) }[...])
    return joined
  }
}
