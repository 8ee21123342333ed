import Household
import Replica
import SQLite
import SyncProtocol

/// A record of everything that one import has written into a ledger, kept so that
/// ``UndoLedgerImport`` can undo it.
package struct LedgerImportTrace: Codable, Equatable, Sendable {
  package internal(set) var entries: [MarkedRecord] = []
  package internal(set) var categories: [MarkedRecord] = []
  package internal(set) var budgets: [MarkedRecord] = []
  package internal(set) var notes: [MarkedRecord] = []

  package init() {}

  package var count: Int { entries.count + categories.count + budgets.count + notes.count }

  /// Whether there is nothing to undo.
  package var isEmpty: Bool { count == 0 }

  /// Adds what a later part of the import wrote.
  package mutating func add(_ part: LedgerImportTrace) {
    entries += part.entries
    categories += part.categories
    budgets += part.budgets
    notes += part.notes
  }
}

extension ImportLedger.Made {
  package var trace: LedgerImportTrace {
    func marked(_ records: some Sequence<some Record>) -> [MarkedRecord] {
      records.map { MarkedRecord(id: $0.id, mark: $0.mark) }
    }
    var trace = LedgerImportTrace()
    trace.entries = marked(entries)
    trace.categories = marked(categories)
    trace.budgets = marked(budgets)
    trace.notes = marked(notes)
    return trace
  }
}

/// Takes an import of a ledger back: deletes what it made, and what nobody has changed since.
/// A category stays as long as something else is in it.
package struct UndoLedgerImport: Sendable {
  package var trace: LedgerImportTrace

  package init(_ trace: LedgerImportTrace) { self.trace = trace }

  /// What was undone, or would be.
  package struct Result: Equatable, Sendable {
    package fileprivate(set) var entryCount = 0
    package fileprivate(set) var categoryCount = 0
    /// Budgets, and notes on shares of groups.
    package fileprivate(set) var otherCount = 0
    /// Titles of entries that were changed since, and stay.
    package fileprivate(set) var kept: [String] = []

    package var isEmpty: Bool { entryCount + categoryCount + otherCount == 0 }
  }

  /// What undoing the import would do now. Writes nothing.
  package func result(in connection: Connection) throws -> Result {
    try Plan(trace, in: connection).result
  }

  @discardableResult
  package func callAsFunction(_ transaction: WriteTransaction) throws -> Result {
    let connection = transaction.connection
    let plan = try Plan(trace, in: connection)
    try connection.makeRoom()
    for note in plan.notes { try note.delete(in: connection) }
    for budget in plan.budgets { try budget.delete(in: connection) }
    for entry in plan.entries { try entry.delete(in: connection) }
    for category in plan.categories {
      try DeleteLedgerCategory(categoryID: category)(transaction)
    }
    return plan.result
  }

  /// What goes, and what stays.
  private struct Plan {
    var entries: [LedgerEntry] = []
    var categories: [RecordID] = []
    var budgets: [LedgerBudget] = []
    var notes: [LedgerNote] = []
    var result = Result()

    init(_ trace: LedgerImportTrace, in connection: Connection) throws {
      for made in trace.entries {
        guard let entry = try LedgerEntry.find(made.id, in: connection) else { continue }
        if entry.mark == made.mark {
          entries.append(entry)
        } else {
          result.kept.append(entry.details.title)
        }
      }
      budgets = try trace.budgets.compactMap { made in
        try LedgerBudget.find(made.id, in: connection).flatMap { $0.mark == made.mark ? $0 : nil }
      }
      notes = try trace.notes.compactMap { made in
        try LedgerNote.find(made.id, in: connection).flatMap { $0.mark == made.mark ? $0 : nil }
      }
      let gone = Set(entries.map(\.id) + budgets.map(\.id) + notes.map(\.id))
      for made in trace.categories {
        guard try LedgerCategory.find(made.id, in: connection)?.mark == made.mark,
          try !Self.isUsed(made.id, without: gone, connection)
        else { continue }
        categories.append(made.id)
      }
      result.entryCount = entries.count
      result.categoryCount = categories.count
      result.otherCount = budgets.count + notes.count
    }

    private static func isUsed(
      _ category: RecordID, without gone: Set<RecordID>, _ connection: Connection
    ) throws -> Bool {
      var isUsed = false
      try connection.forEach(
        """
        SELECT id FROM ledgerEntries WHERE categoryID = ?1
          UNION ALL SELECT id FROM ledgerNotes WHERE categoryID = ?1
          UNION ALL SELECT id FROM ledgerBudgets WHERE categoryID = ?1
        """, [.text(category)]
      ) { row in if !gone.contains(row.text(0)) { isUsed = true } }
      return isUsed
    }
  }
}
