import SQLite
import SyncProtocol

/// A person in a home.
package struct Participant: Equatable, Sendable {
  package let homeID: ZoneID
  package let accountID: AccountID
  package let name: String
  package let role: Role
  /// Milliseconds since 1970.
  package let joinedAt: Int64
  /// Whether they are there by the family that the zone is shared with.
  package let isByFamily: Bool

  /// The people in a home, or in all homes if `home` is `nil`; owners first, then by name.
  package static func all(home: ZoneID?, in connection: Connection) throws -> [Participant] {
    try connection.query(
      """
      SELECT zoneID, accountID, name, role, joinedAt, cause = 'family' FROM participants
        \(home == nil ? "" : "WHERE zoneID = ?")
        ORDER BY role != 'owner', name, accountID
      """, home.map { [.text($0)] } ?? []
    ) { row in
      Participant(
        homeID: row.text(0), accountID: row.text(1), name: row.text(2),
        role: Role(rawValue: row.text(3)) ?? .readOnly, joinedAt: row.instant(4),
        isByFamily: row.bool(5))
    }
  }
}
