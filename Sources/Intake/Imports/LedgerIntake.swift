import Finances
import Household
import Replica
import SyncProtocol
import Threads

/// The imports into ledgers of the last 30 days, so that each can be undone.
package typealias LedgerImportHistory = PastImports<ImportLedger.Result>

extension LedgerImportHistory {
  /// The one that lies beside the history of imports into homes.
  package init(beside homes: ImportHistory) {
    self.init(directory: homes.directory + "-of-ledgers")
  }

  /// Writes an import into a ledger, in one transaction.
  ///
  /// - Parameters:
  ///   - check: throws if what was written is not what was shown; nothing is written then.
  ///   - pool: the threads on which files are written.
  /// - Returns: what was written, and by which it can be undone; `nil` if nothing was.
  package func run(
    _ bring: ImportLedger, named name: String, of account: AccountID, now: Int64,
    on pool: ThreadPool,
    check: @escaping @Sendable (ImportLedger.Result) throws -> Void = { _ in },
    write:
      (
        _ body: @escaping @Sendable (WriteTransaction) throws -> ImportLedger.Result
      ) async throws -> ImportLedger.Result
  ) async throws -> (result: ImportLedger.Result, undoID: String?) {
    let journal = begin(of: account, fileName: name, now: now)
    do {
      let result = try await write { transaction in
        let result = try bring(transaction)
        try check(result)
        try journal.note(result)
        return result
      }
      journal.commit(result)
      return (result, journal.keptID)
    } catch {
      // Should it stay, undoing that import finds nothing to undo.
      try? await pool.run { journal.discard(after: error) }
      throw error
    }
  }
}

extension ImportLedger.Result: TracedPart {
  package var trace: LedgerImportTrace { made.trace }
  /// A ledger is in no zone that is shared.
  package var zones: [ZoneID] { [] }
  package var newItemCount: Int { made.count }
  package var updatedItemCount: Int { 0 }
}

extension LedgerImportTrace: ImportTraceForm {}
