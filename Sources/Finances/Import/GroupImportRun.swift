import Household
import SyncProtocol

/// A whole import from its plan, one transaction for each part.
///
/// The caller decides how a transaction runs, so that a page, a command and a test import alike.
package struct GroupImportRun: Sendable {
  /// How far the import has come, in expenses or files.
  package struct Step: Equatable, Sendable {
    package let doneCount: Int
    package let totalCount: Int
    /// Whether they are the files of receipts, which come first.
    package let areFiles: Bool

    package init(doneCount: Int, totalCount: Int, areFiles: Bool = false) {
      self.doneCount = doneCount
      self.totalCount = totalCount
      self.areFiles = areFiles
    }
  }

  /// The import stopped between two parts. What is written stays: importing the file again goes on,
  /// and it can be undone.
  package struct Stopped: Error {
    package let cause: any Error
    package let result: ApplyGroupImport.Result
  }

  package let plan: GroupImportPlan
  package let ownName: String
  /// The files of the archive that were kept; see ``ApplyGroupImport/files``.
  package let files: [String: KeptFile]

  package init(
    _ plan: GroupImportPlan, ownName: String, files: [String: KeptFile] = [:]
  ) {
    self.plan = plan
    self.ownName = ownName
    self.files = files
  }

  /// If `apply` throws for the first part, its error is passed on and nothing has been written. If
  /// it throws for a later part, ``Stopped`` is thrown.
  ///
  /// - Parameter apply: runs the use case in a transaction that relies on the zones, once for each
  ///   part.
  package func callAsFunction(
    progress: @Sendable (Step) -> Void,
    apply:
      @Sendable (ApplyGroupImport, _ relyingOn: [ZoneID]) async throws
      -> ApplyGroupImport.Result
  ) async throws -> ApplyGroupImport.Result {
    var result = ApplyGroupImport.Result()
    for part in GroupImportPart.all(of: plan) {
      progress(Step(doneCount: result.expenseCount, totalCount: plan.newCount))
      let zones: [ZoneID] =
        if case .group(let id) = plan.choices.target { [id] } else { [] }
      do {
        result.add(
          try await apply(
            ApplyGroupImport(plan, part: part, ids: result.ids, files: files, ownName: ownName),
            zones))
      } catch  where !part.isFirst {
        throw Stopped(cause: error, result: result)
      }
    }
    return result
  }
}
