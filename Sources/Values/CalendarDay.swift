/// A day without a time, as printed on a receipt, in the proleptic Gregorian calendar.
package struct CalendarDay: Equatable, Hashable, Comparable, Sendable {
  package let year: Int
  /// 1 to 12.
  package let month: Int
  /// 1 to 31.
  package let day: Int

  /// Does not check that the day exists: see ``exists``.
  package init(year: Int, month: Int, day: Int) {
    self.year = year
    self.month = month
    self.day = day
  }

  /// Reads `YYYY-MM-DD`; `nil` for anything else and for days that do not exist.
  package init?(_ text: String) {
    var text = text
    guard let found = text.withUTF8({ Self.read($0) }), found.exists else { return nil }
    self = found
  }

  /// Looks at bytes, as whoever derives something from 100,000 rows asks this of each.
  private static func read(_ bytes: UnsafeBufferPointer<UInt8>) -> CalendarDay? {
    let dash = UInt8(ascii: "-")
    guard bytes.count == 10, bytes[4] == dash, bytes[7] == dash else { return nil }
    func number(_ places: Range<Int>) -> Int? {
      var number = 0
      for place in places {
        let digit = bytes[place] &- UInt8(ascii: "0")
        guard digit <= 9 else { return nil }
        number = number * 10 + Int(digit)
      }
      return number
    }
    guard let year = number(0..<4), let month = number(5..<7), let day = number(8..<10)
    else { return nil }
    return CalendarDay(year: year, month: month, day: day)
  }

  /// The day that lies `days` days after 1 January 1970; before it when negative.
  ///
  /// Counts in eras of 400 years that begin on 1 March, so that a leap day is the last of its year.
  package init(daysSince1970 days: Int) {
    let shifted = days + 719_468
    let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
    let dayOfEra = shifted - era * 146_097
    let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let shiftedMonth = (5 * dayOfYear + 2) / 153
    let month = shiftedMonth + (shiftedMonth < 10 ? 3 : -9)
    self.init(
      year: yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month: month,
      day: dayOfYear - (153 * shiftedMonth + 2) / 5 + 1)
  }

  /// Days since 1 January 1970; negative before it.
  package var daysSince1970: Int {
    let shifted = month <= 2 ? year - 1 : year
    let era = (shifted >= 0 ? shifted : shifted - 399) / 400
    let yearOfEra = shifted - era * 400
    let dayOfYear = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1
    return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
  }

  /// Whether the calendar has this day.
  package var exists: Bool {
    guard (1...12).contains(month), (1...31).contains(day) else { return false }
    return CalendarDay(daysSince1970: daysSince1970) == self
  }

  /// The last day of a month of 1 to 12.
  package init(endOfMonth month: Int, year: Int) {
    let next = CalendarDay(
      year: month == 12 ? year + 1 : year, month: month == 12 ? 1 : month + 1, day: 1)
    self.init(daysSince1970: next.daysSince1970 - 1)
  }

  package var isLastOfMonth: Bool { self == CalendarDay(endOfMonth: month, year: year) }

  /// `YYYY-MM-DD`, as stored and as date fields expect it. For the years 0 to 9999 only.
  package var text: String {
    func digit(_ value: Int) -> UInt8 { 0x30 + UInt8(abs(value) % 10) }
    let bytes: [UInt8] = [
      digit(year / 1000), digit(year / 100), digit(year / 10), digit(year), 0x2D,
      digit(month / 10), digit(month), 0x2D, digit(day / 10), digit(day),
    ]
    return String(decoding: bytes, as: UTF8.self)
  }

  package static func < (left: CalendarDay, right: CalendarDay) -> Bool {
    (left.year, left.month, left.day) < (right.year, right.month, right.day)
  }
}
