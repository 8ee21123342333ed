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
  }

  /// Which expenses are wanted; all where nothing is said.
  package struct Filter: Equatable, Sendable {
    package var memberID: RecordID?
    package var categoryID: RecordID?
    package var currency: String?

    package init(
      memberID: RecordID? = nil, categoryID: RecordID? = nil, currency: String? = nil
    ) {
      self.memberID = memberID
      self.categoryID = categoryID
      self.currency = currency
    }
  }

  /// - Parameter limit: at most this many, from 1.
  package static func page(
    of group: ZoneID, _ filter: Filter = Filter(), after cursor: Cursor? = nil, limit: Int = 50,
    in connection: Connection
  ) throws -> Page {
    // Of one member the list beside the expenses leads, so that a page of it costs what it shows.
    var (conditions, parameters): ([String], [Value]) =
      filter.memberID.map { member in
        (["m.groupID = ?", "m.memberID = ?"], [.text(group), .text(member)])
      } ?? (["e.groupID = ?"], [.text(group)])
    let tables =
      filter.memberID == nil
      ? "expenses AS e" : "expenseMembers AS m JOIN expenses AS e ON e.id = m.expenseID"
    let place = filter.memberID == nil ? ("e", "id") : ("m", "expenseID")
    if let category = filter.categoryID {
      conditions.append("e.categoryID = ?")
      parameters.append(.text(category))
    }
    if let currency = filter.currency {
      conditions.append("e.currency = ?")
      parameters.append(.text(currency))
    }
    let (day, created) = ("\(place.0).day", "\(place.0).createdAt")
    let id = "\(place.0).\(place.1)"
    if let cursor {
      // Days come latest first and ids earliest first, which one comparison of rows cannot say.
      conditions.append(
        """
        (\(day), \(created)) <= (?, ?) AND ((\(day), \(created)) < (?, ?) OR \(id) > ?)
        """)
      let end: [Value] = [.text(cursor.day), .integer(cursor.createdAt)]
      parameters += end + end + [.text(cursor.id)]
    }
    let ids = try connection.query(
      """
      SELECT \(id) FROM \(tables) WHERE \(conditions.joined(separator: " AND "))
        ORDER BY \(day) DESC, \(created) DESC, \(id) LIMIT ?
      """, parameters + [.integer(Int64(limit.addingSaturating(1)))]
    ) { $0.text(0) }
    let shown = try ids.prefix(limit).compactMap { try Expense.find($0, in: connection) }
    let next = ids.count > limit ? shown.last : nil
    return Page(
      rows: shown,
      next: next.map {
        Cursor(day: $0.details.day ?? "", createdAt: $0.row.createdAt, id: $0.id)
      })
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
