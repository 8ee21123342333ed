import SQLite
import SyncProtocol

/// The groups of a person.
package enum GroupList {
  package struct Row: Equatable, Sendable, Identifiable {
    package let group: Group
    package let role: Role
    /// Members that are not archived.
    package let memberCount: Int
    /// The member that the person is; `nil` if they have not said so.
    package let ownMemberID: RecordID?

    package var id: ZoneID { group.id }
  }

  /// All groups by name, those that are archived last.
  package static func rows(of account: AccountID, in connection: Connection) throws -> [Row] {
    try Group.all(where: "true ORDER BY isArchived, nameKey, id", [], in: connection).compactMap {
      try row($0, of: account, in: connection)
    }
  }

  /// `nil` if the person has no such group, or has a role in it that this program does not know.
  package static func row(
    _ group: ZoneID, of account: AccountID, in connection: Connection
  ) throws -> Row? {
    guard let group = try Group.find(group, in: connection) else { return nil }
    return try row(group, of: account, in: connection)
  }

  private static func row(
    _ group: Group, of account: AccountID, in connection: Connection
  ) throws -> Row? {
    let role = try connection.first(
      "SELECT role FROM syncZones WHERE id = ?", .text(group.id)
    ) { Role(rawValue: $0.text(0)) }
    guard let role, let role else { return nil }
    let counted = try connection.first(
      """
      SELECT count(*) FILTER (WHERE isArchived = 0), max(id) FILTER (WHERE accountID = ?2)
        FROM groupMembers WHERE groupID = ?1
      """, .text(group.id), .text(account)
    ) { ($0.integer(0), $0.optionalText(1)) }
    return Row(
      group: group, role: role, memberCount: Int(counted?.0 ?? 0), ownMemberID: counted?.1)
  }
}
