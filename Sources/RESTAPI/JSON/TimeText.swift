/// Instants as RFC 3339 text in UTC, to the millisecond.
enum TimeText {
  /// The last millisecond of the year 9999, and the first of 1970.
  private static let range: ClosedRange<Int64> = 0...253_402_300_799_999

  /// - Parameter milliseconds: since 1970. What the text cannot hold becomes its nearest end.
  static func text(_ milliseconds: Int64) -> String {
    let time = min(max(milliseconds, range.lowerBound), range.upperBound)
    let (days, rest) = (time / 86_400_000, time % 86_400_000)
    let (year, month, day) = date(daysSince1970: days)
    return "\(pad(year, 4))-\(pad(month, 2))-\(pad(day, 2))T\(pad(rest / 3_600_000, 2)):"
      + "\(pad(rest / 60_000 % 60, 2)):\(pad(rest / 1000 % 60, 2)).\(pad(rest % 1000, 3))Z"
  }

  /// Years that begin in March have their leap day at the end.
  private static func date(daysSince1970 days: Int64) -> (Int64, Int64, Int64) {
    let shifted = days + 719_468
    let era = shifted / 146_097
    let dayOfEra = shifted % 146_097
    let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let shiftedMonth = (5 * dayOfYear + 2) / 153
    let day = dayOfYear - (153 * shiftedMonth + 2) / 5 + 1
    let month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
    return (yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, day)
  }

  private static func pad(_ number: Int64, _ width: Int) -> String {
    let digits = String(number)
    return String(repeating: "0", count: max(0, width - digits.count)) + digits
  }
}
