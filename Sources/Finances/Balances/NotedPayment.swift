import SQLite
import SyncProtocol
import Values

/// A payment to or from a person that somebody else has noted in a group.
package struct NotedPayment: Equatable, Sendable {
  package let id: RecordID
  package let groupID: ZoneID
  package let group: String
  /// Who paid, and who got it.
  package let payer: String
  package let payee: String
  /// Whether the person got it; otherwise they paid.
  package let isIncoming: Bool
  /// By the clock of the device that noted it, milliseconds since 1970.
  package let createdAt: Int64
  /// When it was paid.
  package let day: String

  /// How many of the newest entries of each group are looked at, so that no group costs more.
  private static let maxLookedAt = 200

  /// Those of all groups in which a person is a member that were noted or paid lately, the newest
  /// first. The clock of a device that notes one may be years behind: its day tells, too.
  ///
  /// - Parameter since: milliseconds since 1970.
  package static func all(
    of account: AccountID, since: Int64, limit: Int, in connection: Connection
  ) throws -> [NotedPayment] {
    let firstDay = CalendarDay(daysSince1970: Int(since / 86_400_000)).text
    let groups = try connection.query(
      """
      SELECT g.id, g.name, m.id FROM groups AS g
        JOIN groupMembers AS m ON m.groupID = g.id AND m.accountID = ?
        WHERE EXISTS (SELECT 1 FROM syncZones AS z WHERE z.id = g.id)
      """, .text(account)
    ) { (group: $0.text(0), name: $0.text(1), member: $0.text(2)) }
    let found = try groups.flatMap { group in
      try connection.query(
        """
        SELECT e.id, e.createdAt, payer.memberID, p.name, payee.memberID, q.name, e.day
          FROM (
            SELECT * FROM (
              SELECT id, groupID, createdAt, createdBy, kind, day FROM expenses
                WHERE groupID = ?1 AND createdAt > ?2 ORDER BY createdAt DESC LIMIT ?3)
            UNION
            SELECT * FROM (
              SELECT id, groupID, createdAt, createdBy, kind, day FROM expenses
                WHERE groupID = ?1 AND day >= ?7 ORDER BY day DESC, createdAt DESC LIMIT ?3)
          ) AS e
          JOIN expenseParts AS payer ON payer.expenseID = e.id AND payer.groupID = e.groupID
            AND payer.kind = 'share' AND payer.paidMinor <> 0
          JOIN expenseParts AS payee ON payee.expenseID = e.id AND payee.groupID = e.groupID
            AND payee.kind = 'share' AND payee.owedMinor <> 0
          JOIN groupMembers AS p ON p.groupID = e.groupID AND p.id = payer.memberID
          JOIN groupMembers AS q ON q.groupID = e.groupID AND q.id = payee.memberID
          WHERE e.kind = 'transfer' AND e.createdBy <> ?4
            AND (payer.memberID = ?5 OR payee.memberID = ?5)
          ORDER BY e.createdAt DESC, e.id LIMIT ?6
        """,
        [
          .text(group.group), .integer(since), .integer(Int64(maxLookedAt)), .text(account),
          .text(group.member), .integer(Int64(limit)), .text(firstDay),
        ]
      ) { row in
        NotedPayment(
          id: row.text(0), groupID: group.group, group: group.name, payer: row.text(3),
          payee: row.text(5), isIncoming: row.text(4) == group.member, createdAt: row.integer(1),
          day: row.text(6))
      }
    }
    return Array(found.sorted { ($1.createdAt, $0.id) < ($0.createdAt, $1.id) }.prefix(limit))
  }
}
