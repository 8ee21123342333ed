import Values

/// A day as people write it in a table: `13.04.2024`, `4/13/2024`, `13 April 2024`, `2024-04-13`.
///
/// The order of day and month is never guessed: `04/05/2024` may be either of two days, until other
/// dates of the same file show which comes first.
enum LocalDay: Equatable {
  /// Which of the two comes first.
  enum Order: Equatable { case dayFirst, monthFirst }

  /// - Parameter tells: the only order in which the text is a date; `nil` if it says nothing about
  ///   other dates.
  case sure(String, tells: Order?)
  case either(dayFirst: String, monthFirst: String)

  typealias Reason = ImportProblem.Reason

  /// The day in `text`; `nil` if blank.
  static func parse(
    _ text: String, utcOffsetSeconds: (Int64) -> Int
  ) throws(Reason) -> LocalDay? {
    let trimmed = CleanText.trimmed(text)
    if trimmed.isEmpty { return nil }
    guard trimmed.utf8.count <= 40 else { throw .unreadableDate }
    if trimmed.utf8.prefix(4).allSatisfy(isDigit), trimmed.utf8.count >= 8 {
      return try yearFirst(trimmed, utcOffsetSeconds)
    }
    let words = withoutTime(trimmed)
    let parts = words.split { " /.-,".contains($0) }
    guard parts.count == 3 else { throw .unreadableDate }
    if parts.contains(where: { $0.first?.isLetter == true }) { return try named(parts) }
    let (first, second) = (try number(parts[0], 2), try number(parts[1], 2))
    let year = try year(parts[2])
    if words.contains(".") { return .sure(try day(year, second, first), tells: nil) }
    if first > 12 { return .sure(try day(year, second, first), tells: .dayFirst) }
    if second > 12 { return .sure(try day(year, first, second), tells: .monthFirst) }
    if first == second { return .sure(try day(year, first, second), tells: nil) }
    return .either(
      dayFirst: try day(year, second, first), monthFirst: try day(year, first, second))
  }

  private static func yearFirst(
    _ text: String, _ utcOffsetSeconds: (Int64) -> Int
  ) throws(Reason) -> LocalDay {
    let dashed = text.utf8.count <= 10 ? text.replacing(".", with: "-") : text
    guard let day = try DateText.day(dashed, utcOffsetSeconds: utcOffsetSeconds) else {
      throw .unreadableDate
    }
    return .sure(day, tells: nil)
  }

  /// Removes the time that spreadsheets write after a day without one, which is midnight.
  private static func withoutTime(_ text: String) -> Substring {
    guard let colon = text.firstIndex(of: ":"),
      let blank = text[..<colon].lastIndex(where: { $0 == " " || $0 == "T" })
    else { return text[...] }
    return text[..<blank]
  }

  /// `13 April 2024`, `April 13, 2024` or `13-Apr-24`.
  private static func named(_ parts: [Substring]) throws(Reason) -> LocalDay {
    guard let place = parts.firstIndex(where: { $0.first?.isLetter == true }), place < 2 else {
      throw .unreadableDate
    }
    let name = parts[place].lowercased()
    let month = months.firstIndex { $0 == name || name.count >= 3 && $0.hasPrefix(name) }
    guard let month = month ?? (name == "sept" ? 8 : nil) else { throw .unreadableDate }
    var text = parts[1 - place]
    for ending in ["st", "nd", "rd", "th"] where text.lowercased().hasSuffix(ending) {
      text = text.dropLast(2)
    }
    return .sure(
      try day(try year(parts[2]), month + 1, try number(text, 2)), tells: nil)
  }

  private static let months = [
    "january", "february", "march", "april", "may", "june", "july", "august", "september",
    "october", "november", "december",
  ]

  private static func day(_ year: Int, _ month: Int, _ day: Int) throws(Reason) -> String {
    try CalendarDay.checked(year: year, month: month, day: day).text
  }

  /// A year; two digits up to 69 are in this century, as most programs read them.
  private static func year(_ text: Substring) throws(Reason) -> Int {
    let value = try number(text, 4)
    switch text.utf8.count {
    case 4: return value
    case 2: return value < 70 ? 2000 + value : 1900 + value
    default: throw .unreadableDate
    }
  }

  private static func number(_ text: Substring, _ maxDigits: Int) throws(Reason) -> Int {
    guard (1...maxDigits).contains(text.utf8.count), text.utf8.allSatisfy(isDigit),
      let value = Int(text)
    else { throw .unreadableDate }
    return value
  }

  private static func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }
}
