import Household
import SQLite
import SyncProtocol

/// What a home has coming up: maintenance, warranties, loans and insurance, earliest first.
///
/// Days are `YYYY-MM-DD` text. Archived items are left out.
package struct Reminders: Equatable, Sendable {
  package struct Row: Equatable, Sendable {
    package let homeID: ZoneID
    package let subject: Subject
    /// When it is due, ends or should be back.
    package let day: String
  }

  package enum Subject: Equatable, Sendable {
    /// Something to do for an item.
    case maintenance(id: RecordID, title: String, itemID: RecordID, item: String)
    /// The warranty of an item ends.
    case warranty(itemID: RecordID, item: String)
    /// An item that is lent should come back.
    case loan(itemID: RecordID, item: String, to: String)
    /// An insurance policy ends, or has ended.
    case policy(id: RecordID, provider: String)
  }

  /// How many days ahead each kind is shown.
  package static let maintenanceDays = 14
  package static let warrantyDays = 60
  package static let loanDays = 7
  package static let policyDays = 60

  package let rows: [Row]
  /// Whether there are more than `limit`.
  package let hasMore: Bool

  /// - Parameters:
  ///   - today: `YYYY-MM-DD`.
  ///   - limit: the most rows; ``hasMore`` tells whether there are others.
  package init(home: ZoneID, today: String, limit: Int, in connection: Connection) throws {
    func last(_ days: Int) -> String { CalendarDate.adding(days: days, to: today) ?? today }
    let count = limit + 1
    var found = try MaintenanceList.read(
      "m.doneOn IS NULL AND m.dueOn <= ? AND i.isArchived = 0", "m.dueOn, m.id", home,
      [.text(last(Self.maintenanceDays))], limit: count, in: connection
    ).map { row in
      Row(
        homeID: home,
        subject: .maintenance(
          id: row.entry.id, title: row.entry.title, itemID: row.entry.itemID, item: row.itemName),
        day: row.entry.dueOn ?? today)
    }
    found += try connection.query(
      """
      SELECT id, name, warrantyUntil FROM items
        WHERE homeID = ? AND isArchived = 0 AND warrantyUntil BETWEEN ? AND ?
          AND isLifetimeWarranty = 0
        ORDER BY warrantyUntil, id LIMIT ?
      """, .text(home), .text(today), .text(last(Self.warrantyDays)), .integer(Int64(count))
    ) { row in
      Row(
        homeID: home, subject: .warranty(itemID: row.text(0), item: row.text(1)), day: row.text(2))
    }
    found += try connection.query(
      """
      SELECT id, name, lentTo, lentUntil FROM items
        WHERE homeID = ? AND isArchived = 0 AND lentTo <> '' AND lentUntil <= ?
        ORDER BY lentUntil, id LIMIT ?
      """, .text(home), .text(last(Self.loanDays)), .integer(Int64(count))
    ) { row in
      Row(
        homeID: home, subject: .loan(itemID: row.text(0), item: row.text(1), to: row.text(2)),
        day: row.text(3))
    }
    found += try PolicyList.ending(home: home, by: last(Self.policyDays), in: connection).map {
      Row(
        homeID: home, subject: .policy(id: $0.id, provider: $0.provider), day: $0.endsOn ?? today)
    }
    self.init(found, limit: limit)
  }

  /// Of several homes together: each is read for itself, so that the cost follows the homes and not
  /// what is due in them.
  package init(homes: [ZoneID], today: String, limit: Int, in connection: Connection) throws {
    let found = try homes.flatMap { home in
      try Reminders(home: home, today: today, limit: limit + 1, in: connection).rows
    }
    self.init(found, limit: limit)
  }

  private init(_ found: [Row], limit: Int) {
    let sorted = found.enumerated()
      .sorted { ($0.element.day, $0.offset) < ($1.element.day, $1.offset) }.map(\.element)
    rows = Array(sorted.prefix(limit))
    hasMore = sorted.count > limit
  }
}
