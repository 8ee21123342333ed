/// Reckoning with numbers that somebody typed, sent or stored: none of these operations can trap.
///
/// Plain `+`, `-` and `*` end the program where the result has no room. They are for numbers that
/// the program has made itself, such as how many rows a list has.
extension FixedWidthInteger {
  /// The sum; where it has no room, the number that is nearest to it.
  package func addingSaturating(_ other: Self) -> Self {
    let (sum, overflow) = addingReportingOverflow(other)
    guard overflow else { return sum }
    return other < 0 ? .min : .max
  }

  /// The difference; where it has no room, the number that is nearest to it.
  package func subtractingSaturating(_ other: Self) -> Self {
    let (difference, overflow) = subtractingReportingOverflow(other)
    guard overflow else { return difference }
    return other > 0 ? .min : .max
  }

  /// The product; `nil` where it has no room.
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
/// Prices and quantities have their limits, and a home has at most a million items: their sum needs
/// some 80 bits, so that no sum wraps around or stops at the end of a number.
package typealias MoneySum = Int128
