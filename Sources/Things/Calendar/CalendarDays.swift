import Household
import SQLite
import SyncProtocol

/// The dates of all homes that belong in a calendar: maintenance that is due, ends of warranties
/// and insurance, and loans to come back.
///
/// Days are `YYYY-MM-DD` text. Archived items are left out. So is what is long past or beyond the
/// limits, so that the cost does not grow with the household: each kind is read in the order of its
/// days.
package struct CalendarDays: Equatable, Sendable {
  package struct Entry: Equatable, Sendable {
    package let subject: Subject
    /// The day it is due, ends or should be back.
    package let day: String
    package let homeID: ZoneID
    package let homeName: String
  }

  package enum Subject: Equatable, Sendable {
    /// Something to do for an item.
    case maintenance(id: RecordID, title: String, notes: String, itemID: RecordID, item: String)
    /// The warranty of an item ends.
    case warranty(itemID: RecordID, item: String)
    /// An item that is lent should come back.
    case loan(itemID: RecordID, item: String, to: String)
    /// An insurance policy ends.
    case policy(id: RecordID, provider: String)
  }

  /// How many days back entries are included.
  package static let pastDays = 366
  /// The most entries of each kind in each home, earliest first.
  package static let maxPerHome = 1000
  /// The most entries altogether, earliest first.
  package static let maxEntries = 5000

  /// Earliest first.
  package let entries: [Entry]

  /// - Parameter today: `YYYY-MM-DD`.
  package init(today: String, in connection: Connection) throws {
    let since = CalendarDate.adding(days: -Self.pastDays, to: today) ?? today
    let homes = try connection.query("SELECT id, name FROM homes ORDER BY id") {
      (id: $0.text(0), name: $0.text(1))
    }
    var found: [Entry] = []
    for home in homes {
      found += try Self.entries(of: home.id, since: since, connection).map {
        Entry(subject: $0.subject, day: $0.day, homeID: home.id, homeName: home.name)
      }
    }
    let sorted = found.enumerated()
      .sorted { ($0.element.day, $0.offset) < ($1.element.day, $1.offset) }.map(\.element)
    entries = Array(sorted.prefix(Self.maxEntries))
  }

  private static func entries(
    of home: ZoneID, since day: String, _ connection: Connection
  ) throws -> [(subject: Subject, day: String)] {
    let limit = Value.integer(Int64(maxPerHome))
    var found = try MaintenanceList.read(
      "m.doneOn IS NULL AND m.dueOn >= ? AND i.isArchived = 0", "m.dueOn, m.id", home,
      [.text(day)], limit: maxPerHome, in: connection
    ).map { row in
      let entry = row.entry
      return (
        subject: Subject.maintenance(
          id: entry.id, title: entry.title, notes: entry.notes, itemID: entry.itemID,
          item: row.itemName),
        day: entry.dueOn ?? day
      )
    }
    found += try connection.query(
      """
      SELECT id, name, warrantyUntil FROM items
        WHERE homeID = ? AND isArchived = 0 AND warrantyUntil >= ? AND isLifetimeWarranty = 0
        ORDER BY warrantyUntil, id LIMIT ?
      """, .text(home), .text(day), limit
    ) { (subject: .warranty(itemID: $0.text(0), item: $0.text(1)), day: $0.text(2)) }
    found += try connection.query(
      """
      SELECT id, name, lentTo, lentUntil FROM items
        WHERE homeID = ? AND isArchived = 0 AND lentTo <> '' AND lentUntil >= ?
        ORDER BY lentUntil, id LIMIT ?
      """, .text(home), .text(day), limit
    ) { row in
      (subject: .loan(itemID: row.text(0), item: row.text(1), to: row.text(2)), day: row.text(3))
    }
    found += try connection.query(
      """
      SELECT id, provider, endsOn FROM policies WHERE homeID = ? AND endsOn >= ?
        ORDER BY endsOn, id LIMIT ?
      """, .text(home), .text(day), limit
    ) { (subject: .policy(id: $0.text(0), provider: $0.text(1)), day: $0.text(2)) }
    return found
  }
}
