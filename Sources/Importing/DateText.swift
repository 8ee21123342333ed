import Values

/// Reads calendar days and instants; the order of day and month is never guessed.
///
/// Days: `YYYY-MM-DD`, `YYYY/MM/DD`, `MM/DD/YYYY` (as Homebox documents it), and an instant as
/// RFC 3339 or `YYYY-MM-DD HH:MM:SS`.
package enum DateText {
  static let years = 1000...9999

  package typealias Reason = ImportProblem.Reason

  /// The day in `text` as `YYYY-MM-DD`; `nil` if blank.
  ///
  /// An instant in UTC, unless it is midnight, becomes its day at `utcOffsetSeconds` east of UTC.
  /// With any other offset, the day stays as written.
  package static func day(
    _ text: String, utcOffsetSeconds: (Int64) -> Int
  ) throws(Reason) -> String? {
    let bytes = Array(CleanText.trimmed(text).utf8)
    if bytes.isEmpty { return nil }
    guard bytes.count <= 40 else { throw .unreadableDate }
    if bytes.count <= 10 { return try calendarDay(bytes).text }
    let instant = try self.instant(bytes)
    guard instant.isUTC, instant.secondOfDay != 0 else { return instant.day.text }
    let local = instant.seconds + Int64(utcOffsetSeconds(instant.seconds))
    let day = CalendarDay(daysSince1970: Int(floorDivide(local, 86_400)))
    // The offset may lead outside the range of years.
    return try CalendarDay.checked(year: day.year, month: day.month, day: day.day).text
  }

  /// The instant in `text` in milliseconds since 1970; `nil` if blank.
  package static func milliseconds(_ text: String) throws(Reason) -> Int64? {
    let bytes = Array(CleanText.trimmed(text).utf8)
    if bytes.isEmpty { return nil }
    guard bytes.count <= 40 else { throw .unreadableDate }
    if bytes.count <= 10 {
      return try Int64(calendarDay(bytes).daysSince1970) * 86_400_000
    }
    let instant = try self.instant(bytes)
    return instant.seconds * 1000 + Int64(instant.milliseconds)
  }

  private static func calendarDay(_ bytes: [UInt8]) throws(Reason) -> CalendarDay {
    let separator: UInt8 = bytes.contains(0x2F) ? 0x2F : 0x2D
    let parts = bytes.split(separator: separator, omittingEmptySubsequences: false)
    guard parts.count == 3 else { throw .unreadableDate }
    if parts[0].count == 4 {
      return try .checked(
        year: number(parts[0], 4...4), month: number(parts[1], 1...2),
        day: number(parts[2], 1...2))
    }
    guard separator == 0x2F else { throw .unreadableDate }
    return try .checked(
      year: number(parts[2], 4...4), month: number(parts[0], 1...2), day: number(parts[1], 1...2))
  }

  private static func number(_ digits: ArraySlice<UInt8>, _ count: ClosedRange<Int>)
    throws(Reason) -> Int
  {
    guard count.contains(digits.count) else { throw .unreadableDate }
    var value = 0
    for digit in digits {
      guard (0x30...0x39).contains(digit) else { throw .unreadableDate }
      value = value * 10 + Int(digit - 0x30)
    }
    return value
  }

  private struct Instant {
    var day: CalendarDay
    /// Counted in the day as written.
    var secondOfDay: Int
    var milliseconds: Int
    var offsetSeconds: Int
    var isUTC: Bool

    var seconds: Int64 {
      Int64(day.daysSince1970) * 86_400 + Int64(secondOfDay) - Int64(offsetSeconds)
    }
  }

  private static func instant(_ bytes: [UInt8]) throws(Reason) -> Instant {
    guard bytes.count >= 19, [0x54, 0x74, 0x20].contains(bytes[10]), bytes[4] == 0x2D,
      bytes[13] == 0x3A, bytes[16] == 0x3A
    else { throw .unreadableDate }
    let day = try calendarDay(Array(bytes[..<10]))
    let hour = try number(bytes[11..<13], 2...2)
    let minute = try number(bytes[14..<16], 2...2)
    let second = try number(bytes[17..<19], 2...2)
    guard hour < 24, minute < 60, second <= 60 else { throw .impossibleDate }
    var rest = bytes[19...]
    var milliseconds = 0
    if rest.first == 0x2E {
      let digits = rest.dropFirst().prefix { (0x30...0x39).contains($0) }
      guard !digits.isEmpty else { throw .unreadableDate }
      let padded = digits.prefix(3) + Array(repeating: 0x30, count: max(0, 3 - digits.count))
      milliseconds = try number(padded, 3...3)
      rest = rest.dropFirst(1 + digits.count)
    }
    let offset = try offsetSeconds(rest)
    return Instant(
      day: day, secondOfDay: hour * 3600 + minute * 60 + second, milliseconds: milliseconds,
      offsetSeconds: offset ?? 0, isUTC: offset == nil)
  }

  /// Seconds east of UTC; `nil` for `Z`, and for nothing, by which these programs mean UTC.
  private static func offsetSeconds(_ text: ArraySlice<UInt8>) throws(Reason) -> Int? {
    if text.isEmpty || text.elementsEqual([0x5A]) || text.elementsEqual([0x7A]) { return nil }
    let bytes = Array(text)
    guard bytes.count == 6, bytes[3] == 0x3A, bytes[0] == 0x2B || bytes[0] == 0x2D else {
      throw .unreadableDate
    }
    let hours = try number(bytes[1..<3], 2...2)
    let minutes = try number(bytes[4..<6], 2...2)
    guard hours < 24, minutes < 60 else { throw .impossibleDate }
    return (hours * 3600 + minutes * 60) * (bytes[0] == 0x2D ? -1 : 1)
  }

  static func floorDivide(_ value: Int64, _ divisor: Int64) -> Int64 {
    let quotient = value / divisor
    return value % divisor < 0 ? quotient - 1 : quotient
  }
}

extension CalendarDay {
  /// The day of these numbers. Throws if it does not exist, or its year is out of range.
  static func checked(
    year: Int, month: Int, day: Int
  ) throws(ImportProblem.Reason) -> CalendarDay {
    guard DateText.years.contains(year) else {
      throw .yearOutOfRange(
        earliest: DateText.years.lowerBound, latest: DateText.years.upperBound)
    }
    let found = CalendarDay(year: year, month: month, day: day)
    guard found.exists else { throw .impossibleDate }
    return found
  }
}
