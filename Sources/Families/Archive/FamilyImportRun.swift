import Household
import Replica
import SyncProtocol

/// A whole import from its plan, one transaction for each part.
///
/// The caller decides how a transaction runs, so that a page, the API and a command import alike.
package struct FamilyImportRun: Sendable {
  /// How far it has come, in records or files.
  package struct Step: Equatable, Sendable {
    package let doneCount: Int
    package let totalCount: Int
    /// Whether they are files, which come first.
    package let areFiles: Bool

    package init(doneCount: Int, totalCount: Int, areFiles: Bool = false) {
      (self.doneCount, self.totalCount, self.areFiles) = (doneCount, totalCount, areFiles)
    }
  }

  /// The import stopped between two parts. What is written stays: importing the file again goes on,
  /// and it can be undone.
  package struct Stopped: Error {
    package let cause: any Error
    package let result: ApplyFamilyImport.Result
  }

  /// The most records of a part: others can write between two parts.
  package static let maxRecords = 5_000

  package let plan: FamilyImportPlan
  /// See ``ApplyFamilyImport/files``.
  package let files: [String: KeptFile]

  package init(_ plan: FamilyImportPlan, files: [String: KeptFile] = [:]) {
    (self.plan, self.files) = (plan, files)
  }

  /// If `apply` throws for the first part, its error is passed on and nothing has been written. If
  /// it throws for a later part, ``Stopped`` is thrown.
  ///
  /// - Parameter apply: runs the use case in a transaction that relies on what it says, once for
  ///   each part.
  package func callAsFunction(
    progress: @Sendable (Step) -> Void = { _ in },
    apply:
      @Sendable (ApplyFamilyImport, _ relyingOn: Replica.Reliance) async throws ->
      ApplyFamilyImport.Result
  ) async throws -> ApplyFamilyImport.Result {
    var result = ApplyFamilyImport.Result()
    let total = plan.archive.recordCount
    for start in stride(from: 0, to: max(total, 1), by: Self.maxRecords) {
      progress(Step(doneCount: start, totalCount: total))
      let part = start..<min(total, start + Self.maxRecords)
      let family = result.familyID ?? plan.familyID
      let reliance =
        family.map { Replica.Reliance(zones: [$0]) } ?? Replica.Reliance(accountList: true)
      do {
        result.add(
          try await apply(
            ApplyFamilyImport(plan, part: part, familyID: result.familyID, files: files),
            reliance))
      } catch  where start > 0 {
        throw Stopped(cause: error, result: result)
      }
    }
    return result
  }
}
