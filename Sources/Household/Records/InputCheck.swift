import FoundationEssentials
import Values

/// Cleans what people typed and collects all problems, so that a form can show them at once.
package struct InputCheck {
  package private(set) var problems: [InputProblem] = []

  package init() {}

  package mutating func fail(_ field: InputField, _ reason: InputProblem.Reason) {
    problems.append(InputProblem(field: field, reason: reason))
  }

  /// One line of text, trimmed and without hidden characters.
  package mutating func line(
    _ text: String, _ field: InputField, _ limit: TextLimit = .line, isRequired: Bool = false
  ) -> String {
    let clean = InputText.line(text)
    if isRequired, !InputText.isVisible(clean) { fail(field, .missing) }
    checkLength(clean, field, limit)
    return clean
  }

  package mutating func name(_ text: String, _ field: InputField = .name) -> String {
    line(text, field, .name, isRequired: true)
  }

  /// Text with any number of lines, trimmed and without hidden characters.
  package mutating func lines(
    _ text: String, _ field: InputField, _ limit: TextLimit = .notes
  ) -> String {
    let clean = InputText.lines(text)
    checkLength(clean, field, limit)
    return clean
  }

  /// One emoji, or empty text.
  package mutating func emoji(_ text: String) -> String {
    let clean = InputText.line(text)
    let isPictured = clean.unicodeScalars.contains { $0.properties.isEmoji && $0.value > 0x7f }
    if !clean.isEmpty,
      clean.count != 1 || !isPictured || clean.utf8.count > TextLimit.emoji.maxBytes
    {
      fail(.emoji, .notAnEmoji)
    }
    return clean
  }

  package mutating func date(_ text: String?, _ field: InputField) -> String? {
    guard let text, !text.isEmpty else { return nil }
    if !CalendarDate.isValid(text) { fail(field, .notADate) }
    return text
  }

  /// A day on which something was done.
  ///
  /// - Parameter today: the latest day allowed; `nil` for no limit.
  package mutating func pastDate(_ text: String?, _ field: InputField, today: String?) -> String? {
    let day = date(text, field)
    // Days compare as text.
    if let day, let today, CalendarDate.isValid(day), day > today { fail(field, .inFuture) }
    return day
  }

  package mutating func range(_ value: Int64?, _ field: InputField, _ range: ClosedRange<Int64>) {
    if let value, !range.contains(value) {
      fail(field, .outOfRange(min: range.lowerBound, max: range.upperBound))
    }
  }

  package mutating func amount(_ minor: Int64?, _ field: InputField) {
    range(minor, field, MoneyLimit.minor)
  }

  /// An ISO 4217 code, in capitals.
  package mutating func currency(_ code: String) -> String {
    let code = InputText.line(code).uppercased()
    if Currency(code: code) == nil { fail(.currency, .unknownCurrency) }
    return code
  }

  /// A web address, or empty text. Links with other schemes could run a script when followed.
  package mutating func url(_ text: String) -> String {
    let clean = line(text, .url, .url)
    guard !clean.isEmpty else { return "" }
    let lower = clean.lowercased()
    let scheme = lower.hasPrefix("https://") ? 8 : lower.hasPrefix("http://") ? 7 : nil
    guard let scheme, clean.count > scheme,
      !clean.unicodeScalars.contains(where: { $0.properties.isWhitespace })
    else {
      fail(.url, .notAWebAddress)
      return clean
    }
    return clean
  }

  private mutating func checkLength(_ text: String, _ field: InputField, _ limit: TextLimit) {
    // Bytes first, because counting the characters of a megabyte takes long.
    if text.utf8.count > limit.maxBytes || text.count > limit.maxCharacters {
      fail(field, .tooLong(maxCharacters: limit.maxCharacters))
    }
  }
}

/// Removes invisible characters from typed text, as they could make one name look like another
/// (D-INV-18).
package enum InputText {
  package static func line(_ text: String) -> String {
    if isPlain(text) { return text }
    return trim(clean(text, keepsLines: false))
  }

  package static func lines(_ text: String) -> String {
    if isPlain(text) { return text }
    return trim(clean(text, keepsLines: true))
  }

  /// Whether the text is printable ASCII without a space at either end, and thus clean already.
  private static func isPlain(_ text: String) -> Bool {
    text.utf8.allSatisfy { $0 >= 0x20 && $0 < 0x7f }
      && text.utf8.first != 0x20 && text.utf8.last != 0x20
  }

  private static func clean(_ text: String, keepsLines: Bool) -> String {
    var result = String.UnicodeScalarView()
    var previous: Unicode.Scalar = " "
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\n" where previous == "\r": break
      case "\n", "\r", "\u{85}", "\u{2028}", "\u{2029}":
        result.append(keepsLines ? "\n" : " ")
      case "\t": result.append(keepsLines ? "\t" : " ")
      default:
        if !isHidden(scalar) { result.append(scalar) }
      }
      previous = scalar
    }
    return String(result)
  }

  /// Whether a scalar is a control, a direction override, or not a character. Joiners and the marks
  /// that some languages need inside words are kept.
  private static func isHidden(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    // Most are; the properties below are looked up in tables.
    case 0..<0x80: scalar.value < 0x20 || scalar.value == 0x7f
    case 0x202a...0x202e, 0x2066...0x2069, 0xfeff, 0xfff9...0xfffb, 0xe0000...0xe0001: true
    default:
      scalar.properties.generalCategory == .control || scalar.properties.isNoncharacterCodePoint
    }
  }

  /// Whether any part of a text is visible: joiners and fillers alone would make a name that nobody
  /// can read or click.
  package static func isVisible(_ text: String) -> Bool {
    text.unicodeScalars.contains { scalar in
      let properties = scalar.properties
      return !properties.isWhitespace && !properties.isDefaultIgnorableCodePoint
    }
  }

  private static func trim(_ text: String) -> String {
    let scalars = text.unicodeScalars
    guard let start = scalars.firstIndex(where: { !$0.properties.isWhitespace }),
      let end = scalars.lastIndex(where: { !$0.properties.isWhitespace })
    else { return "" }
    return String(scalars[start...end])
  }
}

/// Days as `YYYY-MM-DD` text.
package enum CalendarDate {
  /// The latest day that it is anywhere on earth at a moment, for people whose own day is unknown.
  ///
  /// - Parameter milliseconds: since 1970.
  package static func latest(at milliseconds: Int64) -> String {
    let (hour, day): (Int64, Int64) = (3_600_000, 86_400_000)
    return DayNumber(value: Int(milliseconds.addingSaturating(14 * hour) / day)).text
  }

  /// Whether the text is an existing day in the years 1000 to 9999.
  package static func isValid(_ text: String) -> Bool {
    let bytes = Array(text.utf8)
    guard bytes.count == 10, bytes[4] == 0x2d, bytes[7] == 0x2d,
      let year = number(bytes[0..<4]), let month = number(bytes[5..<7]),
      let day = number(bytes[8..<10]), year >= 1000, (1...12).contains(month)
    else { return false }
    let isLeap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
    let lengths = [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
    return (1...lengths[month - 1]).contains(day)
  }

  private static func number(_ digits: ArraySlice<UInt8>) -> Int? {
    digits.reduce(0) { total, digit in
      guard let total, (0x30...0x39).contains(digit) else { return nil }
      return total * 10 + Int(digit - 0x30)
    }
  }
}
