import Replica
import SQLite
import SyncProtocol

/// Splits a replica into the account's own zones and those shared with it: one file, two logical
/// stores (S1-1-a, S1-1-b).
enum ReplicaScopes {
  struct Zone: Encodable {
    let id: String
    let kind: String
    /// The name of a home, a group, a family or a person.
    let name: String
    let role: String
  }

  struct Scope: Encodable {
    /// `private` or `shared`.
    let scope: String
    let zones: [Zone]
  }

  /// Both scopes, even if one is empty. The account owns the private zones.
  ///
  /// - Parameter isHiding: whether zones with other members are left out.
  static func all(in connection: Connection, isHiding: Bool = false) throws -> [Scope] {
    let zones = try connection.query(
      """
      SELECT z.id, z.kind, coalesce(h.name, g.name, f.name, p.displayName, ''), z.role
        FROM syncZones AS z
          LEFT JOIN homes AS h ON h.id = z.id LEFT JOIN profiles AS p ON p.id = z.id
          LEFT JOIN groups AS g ON g.id = z.id LEFT JOIN families AS f ON f.id = z.id
        WHERE ?1 = 0 OR (z.role = 'owner'
          AND (SELECT count(*) FROM participants AS o WHERE o.zoneID = z.id) < 2)
        ORDER BY z.kind = 'home', h.nameKey, z.id
      """, .integer(isHiding ? 1 : 0)
    ) { Zone(id: $0.text(0), kind: $0.text(1), name: $0.text(2), role: $0.text(3)) }
    return [
      Scope(scope: "private", zones: zones.filter { $0.role == "owner" }),
      Scope(scope: "shared", zones: zones.filter { $0.role != "owner" }),
    ]
  }

  /// Reads a device's folder, even while its program runs. Also returns whether shared zones were
  /// left out.
  static func all(_ folder: DeviceFolder) throws -> (scopes: [Scope], isHiding: Bool) {
    guard Posix.exists(folder.replica) else {
      throw CommandFailure.refused(
        "\(folder.path) is not the folder of a device that has signed in")
    }
    // Unreadable news counts as none.
    let news = folder.flags().flatMap { try? KeptNews(wireBytes: $0) }
    let isHiding = SharingExposure(news, now: Posix.nowMilliseconds()).news.hidesShared
    let connection = try Connection(path: folder.replica, mode: .readOnly)
    return (try all(in: connection, isHiding: isHiding), isHiding)
  }

  static func text(_ scopes: [Scope]) -> String {
    scopes.flatMap { scope in
      ["\(scope.scope)  \(scope.zones.count) \(scope.zones.count == 1 ? "zone" : "zones")"]
        + scope.zones.map { "  \($0.kind)  \($0.name) (\($0.role), \($0.id))" }
    }.joined(separator: "\n")
  }
}
