import SQLite
import SyncProtocol

/// What a home's policies pay for its belongings, against what those are documented to be worth,
/// and what a claim would lack. Archived items do not count.
///
/// Read from the totals that are kept beside the tables, whatever the household owns. Amounts of
/// two currencies are never added or converted.
package struct Coverage: Equatable, Sendable {
  /// The policies of one currency that are in force and say what they pay for belongings.
  package struct Sum: Equatable, Sendable {
    package let currency: String
    package let policyCount: Int
    /// The limits for personal property together, in minor units.
    package let limitMinor: Int64
    /// Σ price × quantity of the home's items in this currency.
    package let documentedMinor: Int64

    /// What the limits leave above the documented value; below zero when they do not reach it.
    package var gapMinor: Int64 {
      let (gap, overflowed) = limitMinor.subtractingReportingOverflow(documentedMinor)
      return overflowed ? .max : gap
    }
  }

  /// By currency.
  package let sums: [Sum]
  /// What is worth something in a currency that no policy covers belongings in, by currency.
  package let uncovered: [Dashboard.CurrencyValue]
  package let itemCount: Int
  package let unphotographedCount: Int
  /// Items without a serial number.
  package let unserialedCount: Int
  /// Items without a receipt.
  package let unreceiptedCount: Int
  package let unpricedCount: Int

  /// - Parameter today: `YYYY-MM-DD`; a policy counts from the day it starts to the day it ends.
  package init(home: ZoneID, today: String, in connection: Connection) throws {
    let totals = try ItemTotals.all(home: home, in: connection).filter { !$0.key.isArchived }
    let all = totals.reduce(into: ItemTotals.Amount()) { $0 += $1.amount }
    itemCount = Int(all.itemCount)
    unphotographedCount = Int(all.itemCount - all.photoCount)
    unserialedCount = Int(all.itemCount - all.serialCount)
    unreceiptedCount = Int(all.itemCount - all.receiptCount)
    unpricedCount = Int(all.itemCount - all.pricedCount)
    let values = Dashboard.values(totals.map { ($0.key.currency, $0.amount) })
    var limits: [String: (count: Int, minor: Int64)] = [:]
    for policy in try Policy.all(where: "homeID = ?", [.text(home)], in: connection) {
      guard policy.isInForce(on: today), let limit = policy.amounts.personalPropertyMinor else {
        continue
      }
      let old = limits[policy.currency] ?? (0, 0)
      let (sum, overflowed) = old.minor.addingReportingOverflow(limit)
      limits[policy.currency] = (old.count + 1, overflowed ? .max : sum)
    }
    sums = limits.sorted { $0.key < $1.key }.map { currency, limit in
      Sum(
        currency: currency, policyCount: limit.count, limitMinor: limit.minor,
        documentedMinor: values.first { $0.currency == currency }?.valueMinor ?? 0)
    }
    uncovered = values.filter { limits[$0.currency] == nil }
  }
}

extension Policy {
  /// Whether it has begun and has not ended; without its days, it is taken to.
  package func isInForce(on day: String) -> Bool {
    (startsOn.map { $0 <= day } ?? true) && (endsOn.map { $0 >= day } ?? true)
  }
}
