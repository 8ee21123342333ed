import Household
import SyncProtocol

/// A whole restore from its plan: photos and papers first, then everything else, one transaction
/// for each part.
///
/// The caller decides where files are kept and how a transaction runs.
package struct RestoreRun: Sendable {
  package struct Outcome: Sendable {
    package let result: ApplyImport.Result
    package let refused: [UnkeptFile]
  }

  package let plan: RestorePlan

  package init(_ plan: RestorePlan) { self.plan = plan }

  /// Stores the files and writes the plan.
  ///
  /// If `apply` throws for the first part, its error is passed on and nothing has been written. If
  /// it throws for a later part, `ImportRun.Stopped` is thrown; restoring the archive again adds
  /// the rest.
  ///
  /// - Parameters:
  ///   - store: checks and keeps one file. An error affects only that file if `isRefusal` says so,
  ///     and otherwise ends the run.
  ///   - apply: runs the use case in a transaction that relies on the zones, once for each part.
  package func callAsFunction(
    store: @Sendable (FileToKeep) async throws -> KeptFile,
    isRefusal: @Sendable (any Error) -> Bool,
    progress: @Sendable (ImportRun.Step) -> Void,
    apply: @Sendable (ApplyRestore, _ relyingOn: [ZoneID]) async throws -> ApplyImport.Result
  ) async throws -> Outcome {
    let files = try await KeptFiles(plan.files, store: store, isRefusal: isRefusal) {
      progress(.photos(doneCount: $0, totalCount: plan.files.count))
    }
    let zones = plan.homes.compactMap(\.existingID)
    let totalCount = plan.newCounts["items"] ?? 0
    var result = ApplyImport.Result()
    for (number, part) in ApplyRestore.parts(of: plan).enumerated() {
      progress(.writing(doneCount: result.newItemCount, totalCount: totalCount))
      do {
        result.add(
          try await apply(
            ApplyRestore(plan, files: files.stored, part: part, ids: result.ids), zones))
      } catch  where number > 0 {
        throw ImportRun.Stopped(cause: error, result: result)
      }
    }
    return Outcome(result: result, refused: files.refused)
  }
}
