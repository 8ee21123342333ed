import SQLite
import SyncProtocol
import Values

/// The groups of a person with what they are owed in each, for lists beside other pages: its cost
/// does not depend on how many expenses there are.
package struct GroupOverview: Equatable, Sendable {
  package struct Row: Equatable, Sendable, Identifiable {
    package let id: ZoneID
    package let name: String
    package let emoji: String
    package let colorIndex: Int
    package let currency: String
    package let isArchived: Bool
    package let role: Role
    /// The member that the person is; `nil` if they have not said so.
    package let ownMemberID: RecordID?
    /// Whether it has a second member.
    package let hasOthers: Bool
    /// What the person is owed, or owes where it is negative, by currency; nothing that is zero.
    package var nets: [Money] = []
  }

  /// By name, those that are archived last.
  package let rows: [Row]

  package init(of account: AccountID, in connection: Connection) throws {
    var nets: [ZoneID: [String: Int128]] = [:]
    try connection.forEach(
      """
      SELECT b.groupID, b.currency, b.paid, b.paidHigh, b.owed, b.owedHigh
        FROM groups AS g
        JOIN groupMembers AS m ON m.groupID = g.id AND m.accountID = ?
        JOIN groupBalances AS b ON b.groupID = g.id AND b.memberID = m.id
      """, [.text(account)]
    ) { row in
      // For payments these are what was sent and received, which count the same way.
      let paid = Int128(low: row.integer(2), high: row.integer(3))
      let owed = Int128(low: row.integer(4), high: row.integer(5))
      nets[row.text(0), default: [:]][row.text(1), default: 0] &+= paid &- owed
    }
    rows = try connection.query(
      """
      SELECT g.id, g.name, g.emoji, g.colorIndex, g.currency, g.isArchived, z.role,
          (SELECT max(m.id) FROM groupMembers AS m WHERE m.groupID = g.id AND m.accountID = ?),
          EXISTS (SELECT 1 FROM groupMembers AS m WHERE m.groupID = g.id LIMIT 1 OFFSET 1)
        FROM groups AS g JOIN syncZones AS z ON z.id = g.id
        ORDER BY g.isArchived, g.nameKey, g.id
      """, .text(account)
    ) { row -> Row? in
      guard let role = Role(rawValue: row.text(6)) else { return nil }
      let id = row.text(0)
      return Row(
        id: id, name: row.text(1), emoji: row.text(2), colorIndex: Int(clamping: row.integer(3)),
        currency: row.text(4), isArchived: row.bool(5), role: role,
        ownMemberID: row.optionalText(7), hasOthers: row.bool(8),
        nets: (nets[id] ?? [:]).filter { $0.value != 0 }.sorted { $0.key < $1.key }
          .map { Money($0.value, $0.key) })
    }.compactMap(\.self)
  }

  /// What the person is owed over all groups that are not archived, by currency.
  package var totals: [Money] {
    var sums: [String: Int128] = [:]
    for row in rows where !row.isArchived {
      for net in row.nets { sums[net.currency, default: 0] &+= net.minor }
    }
    return sums.filter { $0.value != 0 }.sorted { $0.key < $1.key }.map { Money($0.value, $0.key) }
  }
}
