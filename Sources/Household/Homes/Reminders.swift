import SQLite
import SyncProtocol

/// What a home, or all homes, have coming up: maintenance, warranties, loans and insurance, earliest first.
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
  ///   - home: `nil`: all homes.
  ///   - today: `YYYY-MM-DD`.
  ///   - limit: the most rows; ``hasMore`` tells whether there are others.
  package init(home: ZoneID?, today: String, limit: Int, in connection: Connection) throws {
    func last(_ days: Int) -> String { CalendarDate.adding(days: days, to: today) ?? today }
    let count = limit + 1
    let scope = HomeScope(home, column: "homeID")
    var found = try MaintenanceList.read(
      "m.doneOn IS NULL AND m.dueOn <= ? AND i.isArchived = 0", "m.dueOn, m.id", home,
      [.text(last(Self.maintenanceDays))], limit: count, in: connection
    ).map { row in
      Row(
        homeID: row.entry.homeID,
        subject: .maintenance(
          id: row.entry.id, title: row.entry.title, itemID: row.entry.itemID, item: row.itemName),
        day: row.entry.dueOn ?? today)
    }
    found += try connection.query(
      """
      SELECT homeID, id, name, warrantyUntil FROM items
        WHERE \(scope.condition) AND isArchived = 0 AND warrantyUntil BETWEEN ? AND ?
          AND isLifetimeWarranty = 0
        ORDER BY warrantyUntil, id LIMIT ?
      """,
      scope.parameters + [
        .text(today), .text(last(Self.warrantyDays)), .integer(Int64(count)),
      ]
    ) { row in
      Row(
        homeID: row.text(0), subject: .warranty(itemID: row.text(1), item: row.text(2)),
        day: row.text(3))
    }
    found += try connection.query(
      """
      SELECT homeID, id, name, lentTo, lentUntil FROM items
        WHERE \(scope.condition) AND isArchived = 0 AND lentTo <> '' AND lentUntil <= ?
        ORDER BY lentUntil, id LIMIT ?
      """, scope.parameters + [.text(last(Self.loanDays)), .integer(Int64(count))]
    ) { row in
      Row(
        homeID: row.text(0),
        subject: .loan(itemID: row.text(1), item: row.text(2), to: row.text(3)), day: row.text(4))
    }
    found += try PolicyList.ending(home: home, by: last(Self.policyDays), in: connection).map {
      Row(
        homeID: $0.homeID, subject: .policy(id: $0.id, provider: $0.provider),
        day: $0.endsOn ?? today)
    }
    let sorted = found.enumerated()
      .sorted { ($0.element.day, $0.offset) < ($1.element.day, $1.offset) }.map(\.element)
    rows = Array(sorted.prefix(limit))
    hasMore = sorted.count > limit
  }
}

/// The part of a query that says which homes it is about: one, or all.
struct HomeScope {
  let condition: String
  let parameters: [Value]

  /// - Parameters:
  ///   - home: `nil`: all homes, which an index that begins with the home still serves.
  ///   - column: the column with the home.
  init(_ home: ZoneID?, column: String) {
    condition = home == nil ? "\(column) IN (SELECT id FROM homes)" : "\(column) = ?"
    parameters = home.map { [.text($0)] } ?? []
  }
}
