import Household
import SyncProtocol
import Values

/// The value of a purchased item by straight-line depreciation.
///
/// The value falls by the same amount each day, from the price on the day of purchase to the
/// residual value at the end of the useful life, where it stays. The life ends on the same date
/// `lifeYears` later; 29 February becomes the 28th where there is none. The loss is `(price -
/// residual) * days / days of the life`, rounded half up to a minor unit, all in integers.
package struct Depreciation: Equatable, Sendable {
  /// The price of one piece, in minor units.
  package let priceMinor: Int64
  /// The value of one piece at the end of its life, in minor units; at most the price.
  package let residualMinor: Int64
  package let lifeYears: Int64
  /// The days of purchase and of the end of the useful life, counted from 1970.
  private let start: Int64
  private let end: Int64

  /// The allowed useful lives, in years.
  package static let lives: ClosedRange<Int64> = 1...100

  /// Returns `nil` if the price, the day of purchase or the useful life is unknown or out of range.
  ///
  /// A residual value above the price, which two simultaneous edits can leave behind, counts as the
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

  /// The value of one piece on a day, in minor units; `nil` if the text is not a day.
  package func valueMinor(on day: String) -> Int64? {
    guard let today = CalendarDate.daysSince1970(day) else { return nil }
    let (elapsed, life) = (min(max(today - start, 0), end - start), end - start)
    // No overflow: 10^13 minor units times 36,525 days times 2 is far below 2^63.
    let lost = (2 * (priceMinor - residualMinor) * elapsed + life) / (2 * life)
    return priceMinor - lost
  }
}

extension ItemDetails {
  /// Its depreciation; `nil` if that is unknown or the item is sold.
  package var depreciation: Depreciation? {
    guard soldOn == nil, soldMinor == nil, soldTo.isEmpty else { return nil }
    return Depreciation(
      priceMinor: priceMinor, residualMinor: residualMinor, purchasedOn: purchasedOn,
      lifeYears: usefulLifeYears)
  }
}

extension CalendarDate {
  /// The number of days since 1 January 1970; `nil` if the text is not a day.
  ///
  /// - Parameter yearsLater: moves the day this many years ahead; 29 February becomes the 28th
  ///   where there is none.
  static func daysSince1970(_ text: String, yearsLater: Int64 = 0) -> Int64? {
    guard isValid(text), let day = CalendarDay(text) else { return nil }
    let later = CalendarDay(year: day.year + Int(yearsLater), month: day.month, day: day.day)
    let found = later.exists ? later : CalendarDay(year: later.year, month: 2, day: 28)
    return Int64(found.daysSince1970)
  }
}
