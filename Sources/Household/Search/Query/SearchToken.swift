/// One piece of a search text, between white space. If it looks like a condition, it is split into
/// name, sign and value.
struct SearchToken: Equatable {
  enum Sign: String {
    case colon = ":", less = "<", atMost = "<=", more = ">", atLeast = ">=", equal = "="
  }

  /// Its position in the whole text, in UTF-8 bytes.
  var range: Range<Int>
  /// The piece as typed.
  var text: String
  /// Whether it begins with `-`.
  var isExcluded = false
  /// The name in lower case; `nil` for plain words, empty for a sign without a name.
  var name: String?
  var sign: Sign?
  /// The text after the sign, or the words themselves, without quotes.
  var value = ""
  /// Whether any of it was in quotes.
  var isQuoted = false

  /// Straight quotes, and the typographic ones that phones insert.
  static func isQuote(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar {
    case "\"", "\u{201C}", "\u{201D}", "\u{201E}", "\u{00AB}", "\u{00BB}": true
    default: false
    }
  }

  /// The pieces of a text. A quote that is never closed extends to the end.
  static func all(in text: String) -> [SearchToken] {
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
    return joined(tokens, scalars).filter { !$0.value.isEmpty || $0.name != nil }
  }

  private typealias Placed = (scalar: Unicode.Scalar, range: Range<Int>)

  private static func head(of text: String) -> [Placed] {
    var scalars: [Placed] = []
    var offset = 0
    for scalar in text.unicodeScalars {
      let length = UTF8.width(scalar)
      guard offset + length <= SearchQuery.maxBytes else { break }
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
  private static func joined(_ tokens: [SearchToken], _ scalars: [Placed]) -> [SearchToken] {
    var result: [SearchToken] = []
    for token in tokens {
      guard let last = result.last, let joined = last.joined(with: token, scalars) else {
        result.append(token)
        continue
      }
      result[result.count - 1] = joined
    }
    return result
  }

  private func joined(with next: SearchToken, _ scalars: [Placed]) -> SearchToken? {
    var joined = self
    if name == nil, !isQuoted, next.name == "", !next.isExcluded,
      SearchKeyword(name: value.lowercased()) != nil
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

/// The names of conditions.
enum SearchKeyword: String, CaseIterable {
  case label, room, home, value, price, quantity, has, no, `is`, warranty, bought, added, serial
  case model, make, id

  /// Reads a name in lower case, or a synonym.
  init?(name: String) {
    if let known = SearchKeyword(rawValue: name) {
      self = known
      return
    }
    switch name {
    case "tag": self = .label
    case "place", "location": self = .room
    case "qty", "count": self = .quantity
    case "maker", "brand", "manufacturer": self = .make
    case "purchased": self = .bought
    case "asset": self = .id
    default: return nil
    }
  }
}
