import Finances
import Household
import Intake

/// Undoing an import into a ledger.
extension LedgerCommands {
  static let undoing = [past.command, undo]

  static let past = PastImportList(
    area: "ledger", summary: "List the imports into somebody's ledger",
    nothing: "Nothing was imported into the ledger in the last 30 days.",
    options: MoneyPlace.options, history: { LedgerImportHistory(beside: $0) })

  private struct Undone: WrittenRow {
    let entryCount: Int
    let categoryCount: Int
    /// Budgets and notes.
    let otherCount: Int
    /// Titles of entries that were changed since.
    let kept: [String]
    var isSent: Bool?

    init(_ result: UndoLedgerImport.Result) {
      (entryCount, categoryCount) = (result.entryCount, result.categoryCount)
      (otherCount, kept) = (result.otherCount, result.kept)
    }
  }

  private static let undo = Command(
    path: ["ledger", "undo-import"], summary: "Undo an import into somebody's ledger",
    details: """
      What the import made goes. What was changed since stays, and so does a category that \
      something else is in.
      """,
    operands: [past.operand], options: MoneyPlace.options,
    examples: [.init("hearth ledger undo-import 7Zk…", "that import")]
  ) { invocation in
    let place = try MoneyPlace.open(invocation)
    let found = try past.named(invocation, in: place)
    let outcome = try await place.write { _ in
      let undo = UndoLedgerImport(found.trace)
      return MoneyChange { try undo($0) }
    } show: { result, _ in
      Undone(result)
    }
    past.forget(found.id, in: place)
    return try outcome.report(invocation) { row in
      "Took back \(row.entryCount.counted("entry", "entries"))."
        + (row.kept.isEmpty
          ? "" : " What was changed since stays: \(row.kept.count.counted("entry", "entries")).")
    }
  }
}
