import Household
import Replica
import SQLite
import SyncProtocol

/// Takes an import of a ledger back: deletes what it made, and what nobody has changed since.
/// A category stays as long as something else is in it.
package struct UndoLedgerImport: Sendable {
  package var made: ImportLedger.Made

  package init(_ made: ImportLedger.Made) { self.made = made }

  package func callAsFunction(_ transaction: WriteTransaction) throws {
    let connection = transaction.connection
    for note in made.notes where try LedgerNote.find(note.id, in: connection) == note {
      try note.delete(in: connection)
    }
    for budget in made.budgets where try LedgerBudget.find(budget.id, in: connection) == budget {
      try budget.delete(in: connection)
    }
    for entry in made.entries where try LedgerEntry.find(entry.id, in: connection) == entry {
      try entry.delete(in: connection)
    }
    for category in made.categories {
      guard try LedgerCategory.find(category.id, in: connection) == category,
        try !isUsed(category.id, connection)
      else { continue }
      try DeleteLedgerCategory(categoryID: category.id)(transaction)
    }
  }

  private func isUsed(_ category: RecordID, _ connection: Connection) throws -> Bool {
    try connection.first(
      """
      SELECT EXISTS (SELECT 1 FROM ledgerEntries WHERE categoryID = ?1)
        OR EXISTS (SELECT 1 FROM ledgerNotes WHERE categoryID = ?1)
        OR EXISTS (SELECT 1 FROM ledgerBudgets WHERE categoryID = ?1)
      """, .text(category)
    ) { $0.bool(0) } ?? false
  }
}
