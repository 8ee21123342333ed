import Household
import SQLite
import SyncProtocol

/// What a person may do in a home.
package struct HomeAccess: Equatable, Sendable {
  package let homeID: ZoneID
  package let name: String
  package let role: Role

  /// The ids of all homes.
  package static func homeIDs(in connection: Connection) throws -> Set<ZoneID> {
    Set(try connection.query("SELECT id FROM homes") { $0.text(0) })
  }

  /// Whether there is a home with this name or id.
  package static func isThere(_ nameOrID: String, in connection: Connection) throws -> Bool {
    try connection.first(
      "SELECT 1 FROM homes WHERE nameKey = ? OR id = ?", .text(NameKey.make(nameOrID)),
      .text(nameOrID)
    ) { _ in true } ?? false
  }

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
