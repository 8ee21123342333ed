import FoundationEssentials
import TimeZones
import Values

/// A range of days as `YYYY-MM-DD` text, both ends included; `nil` for no limit at that end.
package struct DayRange: Equatable, Sendable {
  package var from: String?
  package var to: String?

  package init(from: String? = nil, to: String? = nil) {
    self.from = from
    self.to = to
  }

  /// The same range in milliseconds since 1970, in a time zone.
  package func instants(in timeZone: CivilTimeZone) -> (from: Int64?, to: Int64?) {
    func start(_ number: Int) -> Int64 {
      let midnight = Int64(number) * 86_400
      // The offset is read twice: at midnight UTC, the zone may still be before a clock change.
      let near = midnight - Int64(timeZone.secondsFromUTC(at: midnight))
      return (midnight - Int64(timeZone.secondsFromUTC(at: near))) * 1000
    }
    return (
      from.flatMap { DayNumber($0) }.map { start($0.value) },
      to.flatMap { DayNumber($0) }.map { start($0.value + 1) - 1 }
    )
  }
}

/// A day as its number since 1 January 1970, in the proleptic Gregorian calendar.
struct DayNumber: Equatable {
  var value: Int

  init(value: Int) { self.value = value }

  /// Reads `YYYY-MM-DD`; `nil` for anything but a day in the years 1000 to 9999.
  init?(_ text: String) {
    guard CalendarDate.isValid(text), let day = CalendarDay(text) else { return nil }
    self.init(value: day.daysSince1970)
  }

  /// `YYYY-MM-DD`; days outside the years 1000 to 9999 become the first or last of them.
  var text: String {
    let first = CalendarDay(year: 1000, month: 1, day: 1).daysSince1970
    let last = CalendarDay(year: 9999, month: 12, day: 31).daysSince1970
    return CalendarDay(daysSince1970: max(first, min(value, last))).text
  }
}
