/// Instants as RFC 3339 text in UTC, to the millisecond.
package enum TimeText {
  /// The last millisecond of the year 9999, and the first of 1970.
  private static let range: ClosedRange<Int64> = 0...253_402_300_799_999

  /// - Parameter milliseconds: since 1970. What the text cannot hold becomes its nearest end.
  package static func text(_ milliseconds: Int64) -> String {
    let time = min(max(milliseconds, range.lowerBound), range.upperBound)
    let (days, rest) = (time / 86_400_000, time % 86_400_000)
    return "\(CalendarDay(daysSince1970: Int(days)).text)T\(pad(rest / 3_600_000, 2)):"
      + "\(pad(rest / 60_000 % 60, 2)):\(pad(rest / 1000 % 60, 2)).\(pad(rest % 1000, 3))Z"
  }

  private static func pad(_ number: Int64, _ width: Int) -> String {
    let digits = String(number)
    return String(repeating: "0", count: max(0, width - digits.count)) + digits
  }
}
