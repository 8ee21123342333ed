import SQLite
import SyncProtocol

/// What a person may do in a home.
package struct HomeAccess: Equatable, Sendable {
  package let homeID: ZoneID
  package let name: String
  package let role: Role

  /// `nil` if the person has no such home, or has a role in it that this program does not know.
  package static func find(_ home: ZoneID, in connection: Connection) throws -> HomeAccess? {
    try connection.first(
      "SELECT h.name, z.role FROM homes AS h JOIN syncZones AS z ON z.id = h.id WHERE h.id = ?",
      .text(home)
    ) { row in
      Role(rawValue: row.text(1)).map { HomeAccess(homeID: home, name: row.text(0), role: $0) }
    } ?? nil
  }
}
