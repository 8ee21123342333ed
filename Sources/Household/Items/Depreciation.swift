import SyncProtocol
import Values

/// What a bought thing is worth, by straight line.
///
/// It loses the same each day: on the day it was bought it is worth its price, when its useful life
/// is over its residual value, and from then on that. The life ends on the same day so many years
/// later, 29 February on the 28th. What it has lost is `(price - residual) * days / days of the
/// life`, rounded to the nearest minor unit, a half up; all of it in integers.
package struct Depreciation: Equatable, Sendable {
  /// Of one piece, in minor units.
  package let priceMinor: Int64
  /// What one piece is worth in the end, in minor units; not more than the price.
  package let residualMinor: Int64
  package let lifeYears: Int64
  /// The days when it was bought and when its useful life is over, counted from 1970.
  private let start: Int64
  private let end: Int64

  /// In years.
  package static let lives: ClosedRange<Int64> = 1...100

  /// `nil` when the price, the day or the useful life is unknown or beyond what can be stored. A
  /// residual value above the price, which two edits at the same time can leave, counts as the
  /// price.
  package init?(
    priceMinor: Int64?, residualMinor: Int64?, purchasedOn: String?, lifeYears: Int64?
  ) {
    guard let priceMinor, MoneyLimit.minor.contains(priceMinor), let purchasedOn,
      let lifeYears, Self.lives.contains(lifeYears),
      let start = CalendarDate.daysSince1970(purchasedOn),
      let end = CalendarDate.daysSince1970(purchasedOn, yearsLater: lifeYears)
    else { return nil }
    self.priceMinor = priceMinor
    self.residualMinor = min(max(residualMinor ?? 0, 0), priceMinor)
    self.lifeYears = lifeYears
    self.start = start
    self.end = end
  }

  /// What one piece is worth on a day, in minor units; `nil` for what is no day.
  package func valueMinor(on day: String) -> Int64? {
    guard let today = CalendarDate.daysSince1970(day) else { return nil }
    let (elapsed, life) = (min(max(today - start, 0), end - start), end - start)
    // 10^13 minor units, 36,525 days and the factor 2 are far below 2^63.
    let lost = (2 * (priceMinor - residualMinor) * elapsed + life) / (2 * life)
    return priceMinor - lost
  }
}

extension ItemDetails {
  /// How it loses its value; `nil` when that is unknown, and once it is sold.
  package var depreciation: Depreciation? {
    guard soldOn == nil, soldMinor == nil, soldTo.isEmpty else { return nil }
    return Depreciation(
      priceMinor: priceMinor, residualMinor: residualMinor, purchasedOn: purchasedOn,
      lifeYears: usefulLifeYears)
  }
}

extension CalendarDate {
  /// The day counted from 1 January 1970; `nil` for what is no day.
  ///
  /// - Parameter yearsLater: the same day so many years later, 29 February on the 28th where there
  ///   is none.
  static func daysSince1970(_ text: String, yearsLater: Int64 = 0) -> Int64? {
    guard isValid(text), let day = CalendarDay(text) else { return nil }
    let later = CalendarDay(year: day.year + Int(yearsLater), month: day.month, day: day.day)
    let found = later.exists ? later : CalendarDay(year: later.year, month: 2, day: 28)
    return Int64(found.daysSince1970)
  }
}
