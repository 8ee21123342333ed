import Finances
import FoundationEssentials
import Household
import Importing
import SyncProtocol
import TimeZones
import Usage
import Values
import Web

/// The files that wait to be imported into groups.
typealias GroupImportShelf = UploadShelf<GroupImports>

/// What is told of an import into a group.
enum GroupImports: ShelvedImport {
  /// Where the expenses go, who is who, and what the columns of a table hold.
  struct Target: Equatable, Sendable {
    var choices: GroupImportChoices
    var columns: ExpenseColumns?
    /// Which group of an archive.
    var group: String?
    /// Whom the page has shown each person of the file to be: sending that is no other choice.
    var offered: [Int: GroupImportChoices.Person] = [:]

    static func == (one: Target, other: Target) -> Bool {
      (one.choices, one.columns, one.group) == (other.choices, other.columns, other.group)
    }
  }

  typealias Step = GroupImportRun.Step
  typealias Result = GroupImportPage.Result
  typealias Failure = GroupImportPage.Failure
}

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

  /// Imports in the background. The shelf holds the progress and the result.
  func startGroupImport(
    _ entry: GroupImportShelf.Entry, shown: Int, ownName: String, in timeZone: CivilTimeZone,
    in workspace: any Workspace, for actor: UsageActor
  ) {
    groupImports.run(entry.id) { [self] in
      do {
        let document = try await readGroup(
          entry.path, named: entry.fileName, entry.target, in: timeZone)
        let version = workspace.version
        let plan = try await workspace.read {
          try GroupImportPlan(document, entry.target.choices, in: $0)
        }
        guard plan.mark == shown else { throw ApplyGroupImport.Failure.stale }
        let outcome = try await PaperIntake.receipts(intake(of: entry.accountID)).run(
          plan, from: entry.path, named: entry.fileName, ownName: ownName,
          history: groupImportHistory, now: now(),
          began: { [groupImports] id in groupImports.change(entry.id) { $0.historyID = id } },
          progress: { [groupImports] step in
            groupImports.change(entry.id) { $0.stage = .running(step) }
          },
          isCurrent: { workspace.version == version },
          write: { try await workspace.write(relyingOn: $0, $1) })
        let result = try await workspace.read { connection in
          try GroupImportPage.Result(outcome, of: plan, in: connection)
        }
        groupImports.finish(entry.id, result)
        count(outcome.result, entry.target.choices, by: actor)
      } catch ApplyGroupImport.Failure.stale {
        groupImports.change(entry.id) { $0.stage = .preview(shown: nil, isStale: true) }
      } catch {
        // Parts that were written stay: the preview shows what is left to do, and the list of
        // imports can undo them.
        let cause = (error as? GroupImportRun.Stopped)?.cause ?? error
        groupImports.change(entry.id) { $0.stage = .failed(cause) }
      }
    }
  }
}

extension WebApplication {
  /// Counts a finished import, and the group if it made one.
  private func count(
    _ result: ApplyGroupImport.Result, _ choices: GroupImportChoices, by actor: UsageActor
  ) {
    guard let usage, let group = result.ids.groupID else { return }
    if case .newGroup = choices.target {
      usage.record(.groupCreated(group: group, members: result.memberCount), by: actor)
    }
    usage.record(.expensesImported(group: group, expenses: result.expenseCount), by: actor)
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
