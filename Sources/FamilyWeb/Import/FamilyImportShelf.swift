import Families
import Household
import SyncProtocol
import Web

/// The files of families that wait to be brought back.
typealias FamilyImportShelf = UploadShelf<FamilyImports>

/// What is told of bringing a family back.
enum FamilyImports: ShelvedImport {
  /// Who somebody of the file is, as the person chose; an empty text if only the name stays.
  typealias Target = [AccountID: AccountID]
  typealias Step = FamilyImportRun.Step
  typealias Result = FamilyImportPage.Result
  typealias Failure = ErrorReason
}

extension WebApplication {
  var familyImports: FamilyImportShelf { service() }
  var familyImportHistory: FamilyImportHistory { service() }

  /// Reads an upload, off the cooperative pool. Throws `FamilyArchive.Failure` and `ImportFailure`.
  func readFamily(_ entry: FamilyImportShelf.Entry) async throws -> FamilyArchive {
    try await pool.run { try FamilyArchive(path: entry.path, name: entry.fileName) }
  }

  /// Brings it back in the background. The shelf holds the progress and the result.
  ///
  /// - Parameter shown: the mark of the plan that the person has seen.
  func startFamilyImport(
    _ entry: FamilyImportShelf.Entry, shown: Int, ownName: String, words: Catalogue,
    in workspace: any Workspace
  ) {
    familyImports.run(entry.id) { [self] in
      do {
        let archive = try await readFamily(entry)
        let plan = try await workspace.read {
          try FamilyImportPlan(
            archive, choices: entry.target, own: (entry.accountID, ownName), in: $0)
        }
        guard plan.mark == shown else { throw ApplyFamilyImport.Failure.stale }
        let outcome = try await intake(of: entry.accountID).run(
          plan, history: familyImportHistory, now: now(),
          began: { [familyImports] id in
            familyImports.change(entry.id) { $0.historyID = id }
          },
          progress: { [familyImports] step in
            familyImports.change(entry.id) { $0.stage = .running(step) }
          },
          write: { try await workspace.write(relyingOn: $0, $1) })
        familyImports.finish(
          entry.id, FamilyImportPage.Result(outcome, of: plan, words))
      } catch ApplyFamilyImport.Failure.stale {
        familyImports.change(entry.id) { $0.stage = .preview(shown: nil, isStale: true) }
      } catch {
        // Parts that were written stay: the preview shows what is left to do, and the list of
        // imports can take them back.
        let cause = (error as? FamilyImportRun.Stopped)?.cause ?? error
        familyImports.change(entry.id) { $0.stage = .failed(cause) }
      }
    }
  }
}

extension FamilyImportPage.Part {
  static func all(
    _ new: [FamilyArchive.Subject: Int], _ present: [FamilyArchive.Subject: Int],
    _ words: Catalogue
  ) -> [FamilyImportPage.Part] {
    FamilyArchive.Subject.allCases.compactMap { subject in
      let (new, present) = (new[subject, default: 0], present[subject, default: 0])
      // The family itself is told by its name.
      guard subject != .settings, new + present > 0 else { return nil }
      return .init(words.familyParts(subject), new: new, present: present)
    }
  }
}

extension FamilyImportPage.Problems {
  init(_ problems: [FamilyArchive.Problem], count: Int, _ words: Catalogue) {
    self.init(
      problems.prefix(maxImportRows).map { words.familyProblem($0) }, count: count)
  }
}

extension FamilyImportPage.Preview {
  init(
    _ plan: FamilyImportPlan, _ entry: FamilyImportShelf.Entry, into family: String?,
    _ words: Catalogue
  ) {
    let archive = plan.archive
    self.init(
      id: entry.id, fileName: entry.fileName, familyName: archive.familyName, into: family)
    parts = FamilyImportPage.Part.all(plan.newCounts, plan.presentCounts, words)
    people = plan.people.map { .init(id: $0.id, name: $0.person.name, accountID: $0.accountID) }
    candidates = plan.candidates.map { .init(id: $0.id, name: $0.name) }
    problems = .init(archive.problems, count: archive.problemCount, words)
  }
}

extension FamilyImportPage.Result {
  init(_ outcome: FamilyImportOutcome, of plan: FamilyImportPlan, _ words: Catalogue) {
    let (archive, late) = (plan.archive, outcome.result.problems)
    self.init(
      family: ZoneLink(.family, id: outcome.result.familyID ?? "", name: archive.familyName),
      parts: FamilyImportPage.Part.all(outcome.result.counts, [:], words), undoID: outcome.undoID)
    problems = .init(archive.problems + late, count: archive.problemCount + late.count, words)
  }
}
