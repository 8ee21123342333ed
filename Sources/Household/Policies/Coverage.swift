import SQLite
import SyncProtocol

/// What a home's policies pay for its belongings, against what those are documented to be worth,
/// and what a claim would lack. Archived items do not count.
///
/// Read from the totals that are kept beside the tables, whatever the household owns. Amounts of
/// two currencies are never added or converted. A policy that covers other homes, too, pays its sum
/// once for all of them (X26); of homes that are not in this replica nothing is known.
package struct Coverage: Equatable, Sendable {
  /// The policies of one currency that are in force and say what they pay for belongings.
  package struct Sum: Equatable, Sendable {
    package let currency: String
    package let policyCount: Int
    /// The limits for personal property together, in minor units.
    package let limitMinor: MoneySum
    /// Σ price × quantity of the home's items in this currency.
    package let documentedMinor: MoneySum
    /// The other homes for which some of these policies have to pay, too, by name.
    package let otherHomes: [String]
    /// Σ price × quantity of the items of those homes in this currency.
    package let documentedElsewhereMinor: MoneySum
    /// Whether those homes have these very policies and no others, so that the limits stand for all
    /// of them together.
    package let isComparable: Bool

    /// What the limits have to pay for: this home and those that the same policies cover.
    package var documentedTogetherMinor: MoneySum {
      documentedMinor.addingSaturating(documentedElsewhereMinor)
    }

    /// What the limits leave above the documented value of all homes that they are for; below zero
    /// when they do not reach it. `nil` when that cannot be told: other homes share some of these
    /// policies and have others beside them, and what is here alone does not go beyond the limits.
    package var gapMinor: MoneySum? {
      let documented = isComparable ? documentedTogetherMinor : documentedMinor
      let gap = limitMinor.subtractingSaturating(documented)
      return !isComparable && gap >= 0 ? nil : gap
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
    unphotographedCount = Int(all.itemCount &- all.photoCount)
    unserialedCount = Int(all.itemCount &- all.serialCount)
    unreceiptedCount = Int(all.itemCount &- all.receiptCount)
    unpricedCount = Int(all.itemCount &- all.pricedCount)
    let values = Dashboard.values(totals.map { ($0.key.currency, $0.amount) })
    let limits = Limit.byCurrency(
      try Policy.all(where: "homeID = ?", [.text(home)], in: connection), today: today)
    let others = try OtherHome.all(
      sharing: limits.values.flatMap { $0 }.map(\.policyKey), with: home, today: today,
      in: connection)
    sums = limits.sorted { $0.key < $1.key }.map { currency, limits in
      let keys = Set(limits.map(\.policyKey))
      let sharing = others.filter { !$0.policyKeys.isDisjoint(with: keys) }
      return Sum(
        currency: currency, policyCount: limits.count,
        limitMinor: limits.reduce(0) { $0 &+ MoneySum($1.minor) },
        documentedMinor: values.value(in: currency), otherHomes: sharing.map(\.name),
        documentedElsewhereMinor: sharing.reduce(0) { $0 &+ $1.values.value(in: currency) },
        isComparable: sharing.allSatisfy { $0.limits[currency] == limits })
    }
    uncovered = values.filter { limits[$0.currency] == nil }
  }

  /// What a policy in force pays for belongings.
  private struct Limit: Equatable {
    let policyKey: String
    let minor: Int64

    /// In one order whatever the homes' rows are called, so that two homes can be compared.
    static func byCurrency(_ policies: [Policy], today: String) -> [String: [Limit]] {
      var limits: [String: [Limit]] = [:]
      for policy in policies where policy.isInForce(on: today) {
        guard let minor = policy.amounts.personalPropertyMinor else { continue }
        limits[policy.currency, default: []].append(
          Limit(policyKey: policy.policyKey, minor: minor))
      }
      return limits.mapValues { $0.sorted { ($0.policyKey, $0.minor) < ($1.policyKey, $1.minor) } }
    }
  }

  /// Another home that has one of this home's policies.
  private struct OtherHome {
    let name: String
    /// Of all its policies, in force or not.
    let policyKeys: Set<String>
    let limits: [String: [Limit]]
    let values: [Dashboard.CurrencyValue]

    /// By name. A household has few policies: looking through them needs no index of its own.
    static func all(
      sharing keys: [String], with home: ZoneID, today: String, in connection: Connection
    ) throws -> [OtherHome] {
      guard !keys.isEmpty else { return [] }
      let homes = try connection.query(
        """
        SELECT h.id, h.name FROM homes AS h WHERE h.id IN (SELECT homeID FROM policies
            WHERE homeID <> ? AND policyKey IN (SELECT value FROM json_each(?)))
          ORDER BY h.nameKey, h.id
        """, .text(home), IDList.value(keys)
      ) { (id: $0.text(0), name: $0.text(1)) }
      return try homes.map { other in
        let policies = try Policy.all(where: "homeID = ?", [.text(other.id)], in: connection)
        return OtherHome(
          name: other.name, policyKeys: Set(policies.map(\.policyKey)),
          limits: Limit.byCurrency(policies, today: today),
          values: try Dashboard.values(home: other.id, in: connection))
      }
    }
  }
}

extension [Dashboard.CurrencyValue] {
  fileprivate func value(in currency: String) -> MoneySum {
    first { $0.currency == currency }?.valueMinor ?? 0
  }
}

extension Policy {
  /// Whether it has begun and has not ended; without its days, it is taken to.
  package func isInForce(on day: String) -> Bool {
    (startsOn.map { $0 <= day } ?? true) && (endsOn.map { $0 >= day } ?? true)
  }
}
