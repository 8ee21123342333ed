import Household
import Replica
import SQLite
import SyncProtocol
import Values

/// Keeps what a person's shares were of groups that they have lost without leaving them, and takes
/// back what was kept of groups that they have again: their past is shown once, as it was last.
package struct KeepLostShares: Sendable {
  package init() {}

  /// Whether there is something to do.
  package static func isDue(_ connection: Connection) throws -> Bool {
    try connection.first(
      """
      SELECT EXISTS (SELECT 1 FROM ledgerLost) OR EXISTS (
        SELECT 1 FROM groups AS g JOIN ledgerNotes AS n ON n.groupID = g.id
          WHERE n.keptDay IS NOT NULL)
      """
    ) { $0.bool(0) } ?? false
  }

  /// Forgets what waited to be kept of groups, in the open transaction: it is kept, or copied.
  package static func forget(_ groups: [ZoneID], _ connection: Connection) throws {
    for group in groups {
      try connection.execute("DELETE FROM ledgerLost WHERE groupID = ?", .text(group))
    }
  }

  /// Returns the groups of which something was kept; they need not be remembered any more.
  @discardableResult
  package func callAsFunction(_ transaction: WriteTransaction) throws -> [ZoneID] {
    let connection = transaction.connection
    let profile = try transaction.ownProfile()
    let back = try LedgerNote.all(
      where: "keptDay IS NOT NULL AND groupID IN (SELECT id FROM groups)", [], in: connection)
    for old in back {
      var note = old
      note.kept = nil
      try note.update(from: old, in: connection)
    }
    let own = Set(try LedgerCategory.own(in: connection).map(\.id))
    var lost: [ZoneID: [LedgerNote.Past]] = [:]
    try connection.forEach(
      """
      SELECT groupID, expenseID, groupName, title, day, flow, amountMinor, currency,
          convertedMinor, convertedCurrency, categoryID
        FROM ledgerLost WHERE groupID NOT IN (SELECT id FROM groups)
      """, []
    ) { row in
      guard let flow = LedgerFlow(rawValue: row.text(5)) else { return }
      let (minor, code) = (row.optionalInteger(8), row.optionalText(9))
      let kept = KeptShare(
        title: row.text(3), groupName: row.text(2), day: row.text(4), flow: flow,
        amountMinor: row.integer(6), currency: row.text(7),
        converted: minor.flatMap { minor in code.map { Money(minor, $0) } })
      // The expense and, for a copy, what it is a copy of and who made it.
      let names = row.text(1).split(separator: " ").map(String.init)
      lost[row.text(0), default: []].append(
        LedgerNote.Past(
          expense: names.first ?? "", kept: kept,
          category: row.optionalText(10).flatMap { own.contains($0) ? $0 : nil },
          origin: names.count == 4 ? CopyOrigin(names[1], names[2]) : nil,
          isOwnCopy: names.count == 4 && names[3] == transaction.accountID))
    }
    for (group, past) in lost.sorted(by: { $0.key < $1.key }) {
      try LedgerNote.keep(past, of: group, profile, in: connection)
    }
    return lost.keys.sorted()
  }
}
