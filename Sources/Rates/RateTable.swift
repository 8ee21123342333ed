import Values

/// The rate between two currencies on a day, with where it is from.
package struct FoundRate: Equatable, Sendable {
  /// Units of the second currency for one unit of the first.
  package let rate: ExchangeRate
  /// The day on which it was published: the one asked for, or the last business day before it.
  package let day: CalendarDay
  /// ``RateTable/source``.
  package let source: String
}

/// Reference rates by day and currency, as published: how much one euro is worth.
package struct RateTable: Equatable, Sendable {
  package static let source = "European Central Bank"
  /// How many days back a rate may be from. The longest the bank has ever published nothing is five
  /// days, as over Easter; a currency whose last rate is older is no longer published.
  package static let maxDaysBack = 7
  static let euro = "EUR"

  /// Days since 1970, ascending.
  let days: [Int32]
  /// For each currency one value by day, packed.
  let columns: [String: [PackedRate]]
  /// Tells tables apart: two with the same rates have the same.
  package let fingerprint: String

  /// - Precondition: days ascend, and each column has a value for each.
  init(days: [Int32], columns: [String: [PackedRate]]) {
    precondition(columns.values.allSatisfy { $0.count == days.count })
    self.days = days
    self.columns = columns
    fingerprint = Self.fingerprint(days, columns)
  }

  /// FNV-1a, a number at a time.
  private static func fingerprint(_ days: [Int32], _ columns: [String: [PackedRate]]) -> String {
    var hash: UInt64 = 0xcbf2_9ce4_8422_2325
    func add(_ number: UInt64) { hash = (hash ^ number) &* 0x100_0000_01b3 }
    for day in days { add(UInt64(bitPattern: Int64(day))) }
    for (code, column) in columns.sorted(by: { $0.key < $1.key }) {
      for byte in code.utf8 { add(UInt64(byte)) }
      for rate in column { add(rate.word) }
    }
    return String(hash, radix: 16)
  }

  /// The first and the last day with rates; `nil` for an empty table.
  package var span: ClosedRange<CalendarDay>? {
    guard let first = days.first, let last = days.last else { return nil }
    return CalendarDay(daysSince1970: Int(first))...CalendarDay(daysSince1970: Int(last))
  }

  /// The currencies that have rates on some day, without the euro itself, sorted.
  package var currencies: [String] { columns.keys.sorted() }

  /// The rate between two currencies on the last day up to `day` that has both, at most
  /// ``maxDaysBack`` days before it; `nil` when there is none. Never one of a later day.
  package func rate(from: String, to: String, on day: CalendarDay) -> FoundRate? {
    guard (1...9999).contains(day.year), day.exists, knows(from), knows(to) else {
      return nil
    }
    let wanted = day.daysSince1970
    var index = firstIndex(after: wanted) - 1
    while index >= 0, Int(days[index]) >= wanted - Self.maxDaysBack {
      if let base = value(from, index), let target = value(to, index),
        let rate = from == to ? ExchangeRate(.one) : ExchangeRate(target, per: base)
      {
        return FoundRate(
          rate: rate, day: CalendarDay(daysSince1970: Int(days[index])), source: Self.source)
      }
      index -= 1
    }
    return nil
  }

  /// The rate of ``rate(from:to:on:)``, or after the last day that is known that day's, however
  /// long ago it was: the nearest that anybody here knows.
  package func latestRate(from: String, to: String, on day: CalendarDay) -> FoundRate? {
    rate(from: from, to: to, on: span.map { min(day, $0.upperBound) } ?? day)
  }

  /// Whether there are rates of a currency on any day.
  package func knows(_ currency: String) -> Bool {
    currency == Self.euro || columns[currency] != nil
  }

  /// How many of a currency one euro was worth; `nil` when nothing was published.
  private func value(_ currency: String, _ index: Int) -> ExactDecimal? {
    currency == Self.euro ? .one : columns[currency]?[index].decimal
  }

  private func firstIndex(after day: Int) -> Int {
    var (low, high) = (0, days.count)
    while low < high {
      let middle = (low + high) / 2
      if Int(days[middle]) <= day { low = middle + 1 } else { high = middle }
    }
    return low
  }

  /// This table with another's rates. Where both have one, the other's is taken.
  package func extended(by newer: RateTable) -> RateTable {
    let days = Set(self.days).union(newer.days).sorted()
    let places = Dictionary(zip(days, days.indices)) { first, _ in first }
    var columns: [String: [PackedRate]] = [:]
    for table in [self, newer] {
      for (currency, values) in table.columns {
        var column =
          columns[currency] ?? Array(repeating: PackedRate.none, count: days.count)
        for (day, value) in zip(table.days, values) where value != .none {
          if let place = places[day] { column[place] = value }
        }
        columns[currency] = column
      }
    }
    return RateTable(days: days, columns: columns)
  }
}

/// A rate in 64 bits: its digits, and the number of its decimals in the last five.
struct PackedRate: Equatable, Sendable {
  static let maxDigits = 15
  static let none = PackedRate(bits: 0)

  private let bits: Int64

  var word: UInt64 { UInt64(bitPattern: bits) }

  private init(bits: Int64) { self.bits = bits }

  /// `nil` for a number with more than ``maxDigits`` digits, and for one that is not above zero.
  init?(_ decimal: ExactDecimal) {
    guard decimal.digits > 0, decimal.digits < 1_000_000_000_000_000 else { return nil }
    bits = decimal.digits << 5 | Int64(decimal.scale)
  }

  /// `nil` for ``none``.
  var decimal: ExactDecimal? {
    bits == 0 ? nil : ExactDecimal(digits: bits >> 5, scale: Int(bits & 31))
  }
}
