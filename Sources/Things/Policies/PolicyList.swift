import Household
import SQLite
import SyncProtocol

/// The insurance policies of a home. Days are compared as `YYYY-MM-DD` text.
package enum PolicyList {
  package struct Row: Equatable, Sendable {
    package let policy: Policy
    /// The names of other homes that the same policy covers, sorted by name (X26).
    package let alsoCovers: [String]
    package let hasEnded: Bool
  }

  /// The policies by insurer; those that have ended come last.
  package static func rows(
    home: ZoneID, today: String, in connection: Connection
  ) throws -> [Row] {
    let policies = try Policy.all(where: "homeID = ?", [.text(home)], in: connection)
    let others = try otherHomes(of: policies, home: home, in: connection)
    let rows = policies.map { policy in
      Row(
        policy: policy, alsoCovers: others[policy.policyKey] ?? [],
        hasEnded: policy.endsOn.map { $0 < today } ?? false)
    }
    return rows.sorted { left, right in
      guard left.hasEnded == right.hasEnded else { return right.hasEnded }
      return order(left.policy) < order(right.policy)
    }
  }

  /// The policies of a home that end on `day` or before it, including ended ones; earliest end
  /// first.
  package static func ending(
    home: ZoneID, by day: String, in connection: Connection
  ) throws -> [Policy] {
    try Policy.all(
      where: "homeID = ? AND endsOn <= ? ORDER BY endsOn, nameKey, id", [.text(home), .text(day)],
      in: connection)
  }

  /// The names of other homes that the same policy covers, sorted by name (X26).
  package static func otherHomes(
    of policy: Policy, in connection: Connection
  ) throws -> [String] {
    try otherHomes(of: [policy], home: policy.homeID, in: connection)[policy.policyKey] ?? []
  }

  package static func count(home: ZoneID, in connection: Connection) throws -> Int {
    try connection.first("SELECT count(*) FROM policies WHERE homeID = ?", .text(home)) {
      Int($0.integer(0))
    } ?? 0
  }

  private static func order(_ policy: Policy) -> (String, String, String) {
    (policy.nameKey, policy.policyNumber, policy.id)
  }

  /// The names of other homes, by policy key. A household has few policies, so no index is needed.
  private static func otherHomes(
    of policies: [Policy], home: ZoneID, in connection: Connection
  ) throws -> [String: [String]] {
    guard !policies.isEmpty else { return [:] }
    var names: [String: [String]] = [:]
    try connection.forEach(
      """
      SELECT DISTINCT p.policyKey, h.name, h.nameKey, h.id FROM policies AS p
        JOIN homes AS h ON h.id = p.homeID
        WHERE p.homeID <> ? AND p.policyKey IN (SELECT value FROM json_each(?))
        ORDER BY h.nameKey, h.id
      """, [.text(home), IDList.value(policies.map(\.policyKey))]
    ) { names[$0.text(0), default: []].append($0.text(1)) }
    return names
  }
}
