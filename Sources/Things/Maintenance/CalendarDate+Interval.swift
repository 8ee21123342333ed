import Household

extension CalendarDate {
  /// The day one interval after `day`, both `YYYY-MM-DD`.
  ///
  /// If the month has no such day, its last one is taken: 31 January plus a month is 28 or 29
  /// February. `nil` outside the years 1000 to 9999, and if `day` is not a day.
  static func adding(_ interval: MaintenanceEntry.Interval, to day: String) -> String? {
    // Larger counts lead to no valid day, and would keep the loop busy for long.
    guard isValid(day), (0...maxCount).contains(interval.count) else { return nil }
    let parts = day.split(separator: "-").compactMap { Int($0) }
    guard parts.count == 3 else { return nil }
    switch interval.unit {
    case .day: return adding(days: interval.count, parts)
    case .week: return adding(days: interval.count * 7, parts)
    case .month: return adding(months: interval.count, parts)
    case .year: return adding(months: interval.count * 12, parts)
    }
  }

  /// More days, weeks, months or years than lie between any two valid days.
  private static let maxCount = 4_000_000

  /// The day `days` days after another, or before it if negative, both `YYYY-MM-DD`.
  static func adding(days: Int, to day: String) -> String? {
    let parts = day.split(separator: "-").compactMap { Int($0) }
    guard isValid(day), parts.count == 3, (-maxCount...maxCount).contains(days) else { return nil }
    return adding(days: days, parts)
  }

  private static func adding(months: Int, _ parts: [Int]) -> String? {
    let month = parts[0] * 12 + parts[1] - 1 + months
    let (year, monthOfYear) = (month / 12, month % 12 + 1)
    return text(year, monthOfYear, min(parts[2], length(of: monthOfYear, year)))
  }

  private static func adding(days: Int, _ parts: [Int]) -> String? {
    var (year, month, day) = (parts[0], parts[1], parts[2] + days)
    while day > length(of: month, year) {
      day -= length(of: month, year)
      (year, month) = month == 12 ? (year + 1, 1) : (year, month + 1)
    }
    while day < 1 {
      (year, month) = month == 1 ? (year - 1, 12) : (year, month - 1)
      day += length(of: month, year)
    }
    return text(year, month, day)
  }

  private static func length(of month: Int, _ year: Int) -> Int {
    let isLeap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
    return [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][month - 1]
  }

  private static func text(_ year: Int, _ month: Int, _ day: Int) -> String? {
    guard (1000...9999).contains(year) else { return nil }
    func padded(_ number: Int) -> String { number < 10 ? "0\(number)" : String(number) }
    return "\(year)-\(padded(month))-\(padded(day))"
  }
}
