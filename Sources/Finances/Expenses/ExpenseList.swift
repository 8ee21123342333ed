import SQLite
import SyncProtocol

/// The expenses and payments of a group, latest first.
package enum ExpenseList {
  /// The end of a page.
  package struct Cursor: Equatable, Sendable {
    package var day: String
    package var createdAt: Int64
    package var id: RecordID

    package init(day: String, createdAt: Int64, id: RecordID) {
      (self.day, self.createdAt, self.id) = (day, createdAt, id)
    }
  }

  package struct Page: Equatable, Sendable {
    package var rows: [Expense]
    /// Where the next page begins; `nil` on the last.
    package var next: Cursor?
    /// Whether the page ended because too many expenses did not match.
    package var isCutShort = false
  }

  /// - Parameter limit: at most this many, from 1.
  package static func page(
    of group: ZoneID, _ filter: Filter = Filter(), after cursor: Cursor? = nil, limit: Int = 50,
    in connection: Connection
  ) throws -> Page {
    var places: [Cursor] = []
    let end = try ExpenseSearch(filter, in: group, connection).scan(after: cursor) { place in
      places.append(place)
      // One more tells whether there is another page.
      return places.count <= limit
    }
    let shown = places.prefix(limit)
    return Page(
      rows: try shown.compactMap { try Expense.find($0.id, in: connection) },
      next: places.count > limit ? shown.last : end, isCutShort: end != nil)
  }
}

extension ExpenseList {
  /// The most that ``entered(in:since:by:_:)`` looks at.
  package static let maxNew = 100

  /// What other people have entered in a group since a moment, the latest first; at most
  /// ``maxNew``.
  ///
  /// - Parameter since: milliseconds since 1970.
  package static func entered(
    in group: ZoneID, since: Int64, byOthersThan account: AccountID, _ connection: Connection
  ) throws -> [Expense.Row] {
    try Expense.Row.all(
      where: """
        groupID = ? AND createdAt > ? AND createdBy != ? ORDER BY createdAt DESC LIMIT ?
        """,
      [.text(group), .integer(since), .text(account), .integer(Int64(maxNew))], in: connection)
  }
}
