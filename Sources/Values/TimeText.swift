/// Instants as RFC 3339 text in UTC, to the millisecond.
package enum TimeText {
  /// From the first millisecond of 1970 to the last of the year 9999.
  private static let range: ClosedRange<Int64> = 0...253_402_300_799_999

  /// The text of an instant.
  ///
  /// - Parameter milliseconds: since 1970. A value outside the range becomes its nearest bound.
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
