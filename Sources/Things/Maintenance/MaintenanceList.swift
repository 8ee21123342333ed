import Household
import SQLite
import SyncProtocol

/// One page of the maintenance to be done in a home, or of what was done there.
///
/// Open entries of archived items are left out.
package struct MaintenanceList: Equatable, Sendable {
  package struct Row: Equatable, Sendable {
    package let entry: MaintenanceEntry
    package let itemName: String
  }

  package static let defaultLimit = 100

  package let rows: [Row]
  /// Where the next page begins; `nil` on the last one.
  package let next: MaintenanceCursor?

  /// Entries still to be done, by due day; those without a due day come last.
  package static func open(
    home: ZoneID, after cursor: MaintenanceCursor? = nil, limit: Int = defaultLimit,
    in connection: Connection
  ) throws -> MaintenanceList {
    var rows: [Row] = []
    if cursor?.day != .some(nil) {
      rows = try read(
        """
        m.doneOn IS NULL AND m.dueOn IS NOT NULL AND (m.dueOn, m.id) > (?, ?)
          AND i.isArchived = 0
        """,
        "m.dueOn, m.id", home, [.text((cursor?.day ?? nil) ?? ""), .text(cursor?.id ?? "")],
        limit: limit + 1, in: connection)
    }
    if rows.count <= limit {
      let after = cursor?.day == .some(nil) ? cursor?.id ?? "" : ""
      rows += try read(
        "m.doneOn IS NULL AND m.dueOn IS NULL AND m.id > ? AND i.isArchived = 0", "m.id", home,
        [.text(after)], limit: limit + 1 - rows.count, in: connection)
    }
    return MaintenanceList(rows, limit: limit) { $0.dueOn }
  }

  /// Entries that are done, latest first.
  package static func done(
    home: ZoneID, after cursor: MaintenanceCursor? = nil, limit: Int = defaultLimit,
    in connection: Connection
  ) throws -> MaintenanceList {
    let rows = try read(
      "m.doneOn IS NOT NULL AND (m.doneOn, m.id) < (?, ?)", "m.doneOn DESC, m.id DESC", home,
      [.text((cursor?.day ?? nil) ?? "~"), .text(cursor?.id ?? "~")], limit: limit + 1,
      in: connection)
    return MaintenanceList(rows, limit: limit) { $0.doneOn }
  }

  private init(_ found: [Row], limit: Int, day: (MaintenanceEntry) -> String?) {
    rows = Array(found.prefix(limit))
    next =
      found.count > limit
      ? rows.last.map { MaintenanceCursor(day: day($0.entry), id: $0.entry.id) } : nil
  }

  static func read(
    _ condition: String, _ order: String, _ home: ZoneID, _ parameters: [Value], limit: Int,
    in connection: Connection
  ) throws -> [Row] {
    let columns = MaintenanceEntry.sql.columns.map { "m.\($0)" }.joined(separator: ", ")
    return try connection.query(
      """
      SELECT i.name, \(columns) FROM maintenance AS m CROSS JOIN items AS i ON i.id = m.itemID
        WHERE m.homeID = ? AND \(condition) ORDER BY \(order) LIMIT ?
      """, [.text(home)] + parameters + [.integer(Int64(limit))]
    ) { statement in
      var row = RowReader(statement)
      let name = row.text()
      return Row(entry: MaintenanceEntry(&row), itemName: name)
    }
  }
}

/// The end of a page of a home's maintenance.
package struct MaintenanceCursor: Equatable, Sendable, CustomStringConvertible {
  /// The due day, or the day it was done; `nil` among entries without a due day.
  let day: String?
  let id: RecordID

  init(day: String?, id: RecordID) {
    self.day = day
    self.id = id
  }

  /// Returns `nil` for a text that is not a cursor.
  package init?(_ text: String) {
    let parts = text.split(separator: "_", omittingEmptySubsequences: false).map { String($0) }
    guard parts.count == 2, isRecordID(parts[1]) else { return nil }
    guard parts[0] == "none" || CalendarDate.isValid(parts[0]) else { return nil }
    self.init(day: parts[0] == "none" ? nil : parts[0], id: parts[1])
  }

  /// The cursor as text for a URL.
  package var description: String { "\(day ?? "none")_\(id)" }
}
