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
    var (conditions, parameters): ([String], [Value]) = (["groupID = ?"], [.text(group)])
    if let category = filter.categoryID {
      conditions.append("categoryID = ?")
      parameters.append(.text(category))
    }
    if let currency = filter.currency {
      conditions.append("currency = ?")
      parameters.append(.text(currency))
    }
    if let member = filter.memberID {
      conditions.append(
        """
        EXISTS (SELECT 1 FROM expenseParts AS p
          WHERE p.groupID = ? AND p.memberID = ? AND p.expenseID = expenses.id)
        """)
      parameters += [.text(group), .text(member)]
    }
    if let cursor {
      // Days come latest first and ids earliest first, which one comparison of rows cannot say.
      conditions.append("(day, createdAt) <= (?, ?) AND ((day, createdAt) < (?, ?) OR id > ?)")
      let place: [Value] = [.text(cursor.day), .integer(cursor.createdAt)]
      parameters += place + place + [.text(cursor.id)]
    }
    let rows = try Expense.Row.all(
      where: """
        \(conditions.joined(separator: " AND "))
          ORDER BY day DESC, createdAt DESC, id LIMIT ?
        """, parameters + [.integer(Int64(limit) + 1)], in: connection)
    let shown = try rows.prefix(limit).map { try Expense($0, in: connection) }
    let next = rows.count > limit ? shown.last : nil
    return Page(
      rows: shown,
      next: next.map {
        Cursor(day: $0.details.day ?? "", createdAt: $0.row.createdAt, id: $0.id)
      })
  }
}
