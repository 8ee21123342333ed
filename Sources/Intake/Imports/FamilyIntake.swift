import Families
import Household
import Replica
import SyncProtocol

/// The families that were brought back in the last 30 days, so that each can be taken back.
package typealias FamilyImportHistory = PastImports<ApplyFamilyImport.Result>

extension FamilyImportHistory {
  /// The one that lies beside the history of imports into homes.
  package init(beside homes: ImportHistory) {
    self.init(directory: homes.directory + "-of-families")
  }
}

/// What came of bringing a family back.
package struct FamilyImportOutcome: Sendable {
  package let result: ApplyFamilyImport.Result
  /// By which it can be taken back; `nil` if nothing was written.
  package let undoID: String?
}

extension PhotoIntake {
  /// How a transaction is run: a page, the API and a command each have their own way.
  package typealias FamilyWriting =
    @Sendable (
      _ relyingOn: Replica.Reliance,
      _ body: @escaping @Sendable (WriteTransaction) throws -> ApplyFamilyImport.Result
    ) async throws -> ApplyFamilyImport.Result

  /// Brings a family back: pictures and photos first, each checked like an upload, then the
  /// records, part by part.
  ///
  /// - Parameter began: told by which it can be taken back once it is done.
  package func run(
    _ plan: FamilyImportPlan, history: FamilyImportHistory, now: Int64,
    began: (String) -> Void = { _ in },
    progress: @escaping @Sendable (FamilyImportRun.Step) -> Void = { _ in },
    write: @escaping FamilyWriting
  ) async throws -> FamilyImportOutcome {
    let journal = history.begin(of: account, fileName: plan.archive.name, now: now)
    began(journal.id)
    let stored = plan.files.filter { $0.path != nil }
    do {
      let kept = try await keep(
        stored, from: plan.archive.files, as: PaperIntake(pictures: self),
        progress: {
          progress(.init(doneCount: $0, totalCount: stored.count, areFiles: true))
        })
      let result = try await FamilyImportRun(plan, files: kept.stored)(
        progress: progress,
        apply: { apply, reliance in
          let result = try await write(reliance) { transaction in
            let result = try apply(transaction)
            try journal.note(result)
            return result
          }
          journal.commit(result)
          return result
        })
      return FamilyImportOutcome(result: result, undoID: journal.keptID)
    } catch let stopped as FamilyImportRun.Stopped {
      throw stopped
    } catch {
      // Should it stay, taking it back finds nothing to take back.
      try? await pool.run { journal.discard(after: error) }
      throw error
    }
  }
}
