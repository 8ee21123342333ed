import SQLite
import SyncProtocol

/// An invite to a home, as every member of it knows it: one row of `invites`.
package struct Invite: Equatable, Sendable {
  package let id: String
  package let homeID: ZoneID
  package let role: Role
  package let usedCount: Int
  package let maxUses: Int
  /// By the hub's clock, milliseconds since 1970, like all times.
  package let expiresAt: Int64
  package let createdAt: Int64
  package let isRevoked: Bool

  /// The invites to a home, or to all homes if `home` is `nil`; newest first.
  package static func all(home: ZoneID?, in connection: Connection) throws -> [Invite] {
    try connection.query(
      """
      SELECT id, zoneID, role, usedCount, maxUses, expiresAt, createdAt, revokedAt IS NOT NULL
        FROM invites \(home == nil ? "" : "WHERE zoneID = ?") ORDER BY createdAt DESC, id
      """, home.map { [.text($0)] } ?? []
    ) { row in
      Invite(
        id: row.text(0), homeID: row.text(1), role: Role(rawValue: row.text(2)) ?? .readOnly,
        usedCount: Int(row.integer(3)), maxUses: Int(row.integer(4)), expiresAt: row.instant(5),
        createdAt: row.instant(6), isRevoked: row.integer(7) != 0)
    }
  }

  /// Whether somebody can still join with it.
  ///
  /// - Parameter now: the time by the hub's clock, milliseconds since 1970.
  package func isOpen(at now: Int64) -> Bool {
    !isRevoked && expiresAt > now && usedCount < maxUses
  }
}
