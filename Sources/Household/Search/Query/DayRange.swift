import Foundation

/// A stretch of days as `YYYY-MM-DD` text, both ends included; `nil`: without an end there.
package struct DayRange: Equatable, Sendable {
  package var from: String?
  package var to: String?

  package init(from: String? = nil, to: String? = nil) {
    self.from = from
    self.to = to
  }

  /// The same stretch in milliseconds since 1970, as days begin and end in a time zone.
  package func instants(in timeZone: TimeZone) -> (from: Int64?, to: Int64?) {
    func start(_ number: Int) -> Int64 {
      let midnight = Double(number) * 86_400
      // Asked twice: at midnight of UTC the zone may still be before a change of its clocks.
      let near =
        midnight - Double(timeZone.secondsFromGMT(for: Date(timeIntervalSince1970: midnight)))
      let offset = timeZone.secondsFromGMT(for: Date(timeIntervalSince1970: near))
      return (Int64(number) * 86_400 - Int64(offset)) * 1000
    }
    return (
      from.flatMap { DayNumber($0) }.map { start($0.value) },
      to.flatMap { DayNumber($0) }.map { start($0.value + 1) - 1 }
    )
  }
}

/// A day as a count from 1 January 1970, in the Gregorian calendar of all times.
struct DayNumber: Equatable {
  var value: Int

  init(value: Int) { self.value = value }

  /// Reads `YYYY-MM-DD`; `nil` for what is no day between the years 1000 and 9999.
  init?(_ text: String) {
    guard CalendarDate.isValid(text) else { return nil }
    let parts = text.split(separator: "-").compactMap { Int($0) }
    self.init(year: parts[0], month: parts[1], day: parts[2])
  }

  init(year: Int, month: Int, day: Int) {
    let shifted = month <= 2 ? year - 1 : year
    let era = shifted / 400
    let yearOfEra = shifted - era * 400
    let dayOfYear = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1
    value = era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
  }

  /// `YYYY-MM-DD`; days outside the years 1000 to 9999 become the first or last of those.
  var text: String {
    let first = DayNumber(year: 1000, month: 1, day: 1).value
    let last = DayNumber(year: 9999, month: 12, day: 31).value
    let shifted = max(first, min(value, last)) + 719_468
    let era = shifted / 146_097
    let dayOfEra = shifted - era * 146_097
    let yearOfEra =
      (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let part = (5 * dayOfYear + 2) / 153
    let month = part < 10 ? part + 3 : part - 9
    let year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
    func padded(_ number: Int) -> String { number < 10 ? "0\(number)" : String(number) }
    return "\(year)-\(padded(month))-\(padded(dayOfYear - (153 * part + 2) / 5 + 1))"
  }
}
