import Finances
import FoundationEssentials
import Household
import Importing
import SyncProtocol
import TimeZones
import Values
import Web

/// The files that wait to be imported into groups.
typealias GroupImportShelf = UploadShelf<GroupImports>

/// The imports into groups of the last 30 days, so that each can be undone.
package typealias GroupImportHistory = PastImports<ApplyGroupImport.Result>

/// What is told of an import into a group.
enum GroupImports: ShelvedImport {
  /// Where the expenses go, who is who, and what the columns of a table hold.
  struct Target: Equatable, Sendable {
    var choices: GroupImportChoices
    var columns: ExpenseColumns?
    /// Which group of an archive.
    var group: String?
  }

  typealias Step = GroupImportRun.Step
  typealias Result = GroupImportPage.Result
  typealias Failure = GroupImportPage.Failure
}

extension ApplyGroupImport.Result: TracedPart {
  package var zones: [ZoneID] { [ids.groupID].compactMap(\.self) }
  package var newItemCount: Int { expenseCount }
  package var updatedItemCount: Int { 0 }
}

extension GroupImportTrace: ImportTraceForm {}

extension WebApplication {
  var groupImports: GroupImportShelf { service() }
  var groupImportHistory: GroupImportHistory { service() }

  /// Reads an upload, off the cooperative pool. Throws `ImportFailure` for a file that cannot be
  /// imported.
  func readGroup(
    _ path: String, named name: String, _ target: GroupImports.Target, in timeZone: CivilTimeZone
  ) async throws -> ImportedGroup {
    try await pool.run { [configuration] in
      let options = configuration.importOptions(currency: target.choices.currency, in: timeZone)
      let file = try ExpenseFile.open(path, name: name, limits: options.limits)
      var document = try file.read(options, columns: target.columns, group: target.group)
      document.archivedGroups = file.groups
      return document
    }
  }

  /// Checks and keeps the files that come with an archive, as uploads are checked.
  private func keepFiles(
    of plan: GroupImportPlan, _ entry: GroupImportShelf.Entry
  ) async throws -> KeptFiles {
    guard !plan.files.isEmpty else { return KeptFiles() }
    let archive = try await pool.run {
      try ArchivedFiles(entry.path, name: entry.fileName, of: plan.document)
    }
    let pictures = intake(of: entry.accountID)
    return try await pictures.keep(
      plan.files, from: archive, as: .receipts(pictures),
      progress: { [groupImports] count in
        let step = GroupImportRun.Step(
          doneCount: count, totalCount: plan.files.count, areFiles: true)
        groupImports.change(entry.id) { $0.stage = .running(step) }
      })
  }

  /// Imports in the background. The shelf holds the progress and the result.
  func startGroupImport(
    _ entry: GroupImportShelf.Entry, shown: Int, ownName: String, in timeZone: CivilTimeZone,
    in workspace: any Workspace
  ) {
    groupImports.run(entry.id) { [self] in
      let journal = groupImportHistory.begin(
        of: entry.accountID, fileName: entry.fileName, now: now())
      groupImports.change(entry.id) { $0.historyID = journal.id }
      do {
        let document = try await readGroup(
          entry.path, named: entry.fileName, entry.target, in: timeZone)
        let version = workspace.version
        let plan = try await workspace.read {
          try GroupImportPlan(document, entry.target.choices, in: $0)
        }
        guard plan.mark == shown else { throw ApplyGroupImport.Failure.stale }
        let files = try await keepFiles(of: plan, entry)
        let done = try await GroupImportRun(plan, ownName: ownName, files: files.stored)(
          progress: { [groupImports] step in
            groupImports.change(entry.id) { $0.stage = .running(step) }
          },
          apply: { apply, zones in
            let result = try await workspace.write(relyingOn: .init(zones: zones)) {
              var apply = apply
              apply.isCurrent = workspace.version == version
              let result = try apply($0)
              try journal.note(result)
              return result
            }
            journal.commit(result)
            return result
          })
        var result = try await workspace.read { connection in
          try GroupImportPage.Result(done, of: plan, refused: files.refused, in: connection)
        }
        result.undoID = journal.keptID
        groupImports.finish(entry.id, result)
      } catch ApplyGroupImport.Failure.stale {
        groupImports.change(entry.id) { $0.stage = .preview(shown: nil, isStale: true) }
      } catch {
        // Parts that were written stay: the preview shows what is left to do, and the list of
        // imports can undo them.
        let cause = (error as? GroupImportRun.Stopped)?.cause ?? error
        if !(error is GroupImportRun.Stopped) {
          // If removing the entry fails, undoing that import finds nothing to undo.
          try? await pool.run { journal.discard(after: error) }
        }
        groupImports.change(entry.id) { $0.stage = .failed(cause) }
      }
    }
  }
}

extension WebApplication.Configuration {
  /// How tables are read.
  ///
  /// - Parameter currency: of amounts that name none.
  func importOptions(currency: String, in timeZone: CivilTimeZone) -> ImportOptions {
    var limits = ImportLimits()
    limits.maxTableBytes = self.limits.maxImportBytes
    let known = Currency(code: currency) ?? Currency(code: "EUR", exponent: 2)
    return ImportOptions(currency: known, limits: limits) {
      timeZone.secondsFromUTC(at: Int64($0))
    }
  }
}
