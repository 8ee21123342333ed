/// Arithmetic with numbers that somebody typed, sent or stored: none of these operations can trap.
///
/// Plain `+`, `-` and `*` trap on overflow. They are for numbers that the program itself has made,
/// such as the number of rows in a list.
extension FixedWidthInteger {
  /// The sum, or on overflow the nearest representable number.
  package func addingSaturating(_ other: Self) -> Self {
    let (sum, overflow) = addingReportingOverflow(other)
    guard overflow else { return sum }
    return other < 0 ? .min : .max
  }

  /// The difference, or on overflow the nearest representable number.
  package func subtractingSaturating(_ other: Self) -> Self {
    let (difference, overflow) = subtractingReportingOverflow(other)
    guard overflow else { return difference }
    return other > 0 ? .min : .max
  }

  /// The product; `nil` on overflow.
  package func multipliedExactly(by other: Self) -> Self? {
    let (product, overflow) = multipliedReportingOverflow(by: other)
    return overflow ? nil : product
  }
}

extension Comparable {
  /// The nearest value within a range.
  package func clamped(to range: ClosedRange<Self>) -> Self {
    min(max(self, range.lowerBound), range.upperBound)
  }
}

/// A sum of money in minor units.
///
/// Prices and quantities are limited, and a home has at most a million items: a total needs some 80
/// bits, so 128 bits never overflow.
package typealias MoneySum = Int128

/// Stores a sum in two 64-bit integers of SQLite; the lower one holds unsigned bits.
extension MoneySum {
  package init(low: Int64, high: Int64) {
    self = MoneySum(high) << 64 | MoneySum(UInt64(bitPattern: low))
  }

  package var low: Int64 { Int64(truncatingIfNeeded: self) }
  package var high: Int64 { Int64(truncatingIfNeeded: self >> 64) }
}
