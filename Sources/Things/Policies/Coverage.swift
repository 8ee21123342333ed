import Household
import SQLite
import SyncProtocol

/// What a home's policies pay for its contents, compared with the documented value, and what a
/// claim would lack. Archived items do not count.
///
/// Read from totals that are kept beside the tables, so the cost does not depend on the number of
/// items. Amounts in different currencies are never added or converted. A policy that also covers
/// other homes pays its sum once for all of them (X26); homes that are not in this replica are
/// unknown.
package struct Coverage: Equatable, Sendable {
  /// The policies in one currency that are in force and have a limit for contents.
  package struct Sum: Equatable, Sendable {
    package let currency: String
    package let policyCount: Int
    /// The total of the limits for personal property, in minor units.
    package let limitMinor: MoneySum
    /// Σ price × quantity of the home's items in this currency.
    package let documentedMinor: MoneySum
    /// The names of other homes that share some of these policies, sorted by name.
    package let otherHomes: [String]
    /// Σ price × quantity of the items of those homes in this currency.
    package let documentedElsewhereMinor: MoneySum
    /// Whether those homes have exactly these policies, so that the limits apply to all of them
    /// together.
    package let isComparable: Bool

    /// The documented value that the limits have to cover: of this home and those that share its
    /// policies.
    package var documentedTogetherMinor: MoneySum {
      documentedMinor.addingSaturating(documentedElsewhereMinor)
    }

    /// The limits minus the documented value of all homes they apply to; negative if underinsured.
    ///
    /// `nil` if it is unknown: other homes share only some of these policies, and this home alone
    /// does not exceed the limits.
    package var gapMinor: MoneySum? {
      let documented = isComparable ? documentedTogetherMinor : documentedMinor
      let gap = limitMinor.subtractingSaturating(documented)
      return !isComparable && gap >= 0 ? nil : gap
    }
  }

  /// Sorted by currency.
  package let sums: [Sum]
  /// The value of items in currencies for which no policy covers contents, by currency.
  package let uncovered: [Dashboard.CurrencyValue]
  package let itemCount: Int
  package let unphotographedCount: Int
  /// Items without a serial number.
  package let unserialedCount: Int
  /// Items without a receipt.
  package let unreceiptedCount: Int
  package let unpricedCount: Int

  /// - Parameter today: `YYYY-MM-DD`. A policy counts from its first day to its last, both
  ///   included.
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

  /// The limit for contents of a policy in force.
  private struct Limit: Equatable {
    let policyKey: String
    let minor: Int64

    /// The limits of each currency, sorted independently of the rows' ids, so that homes can be
    /// compared.
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
    /// The keys of all its policies, in force or not.
    let policyKeys: Set<String>
    let limits: [String: [Limit]]
    let values: [Dashboard.CurrencyValue]

    /// The other homes with one of these policies, by name. A household has few policies, so no
    /// index is needed.
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
  /// Whether the policy has begun and has not ended. A missing day is no limit.
  package func isInForce(on day: String) -> Bool {
    (startsOn.map { $0 <= day } ?? true) && (endsOn.map { $0 >= day } ?? true)
  }
}
