import FoundationEssentials
import Importing
import Replica
import Things
import Usage
import Web

/// Reads uploaded inventories and imports them; pages show the progress.
extension WebApplication {

  /// Reads an upload, off the cooperative pool. Throws `ImportFailure` for a file that cannot be
  /// imported.
  func read(
    _ entry: ImportShelf.Entry, _ settings: ImportSettings
  ) async throws -> ImportDocument {
    try await pool.run { [configuration] in
      var limits = ImportLimits()
      limits.maxTableBytes = configuration.limits.maxImportBytes
      return try InventoryFile.open(entry.path, name: entry.fileName, limits: limits)
        .read(settings.options)
    }
  }

  /// Opens an upload that is one of Hearth's own archives; `nil` for any other file. Throws
  /// `HouseholdArchive.Failure` and `ImportFailure` for an archive that cannot be restored.
  func archive(_ entry: ImportShelf.Entry) async throws -> HouseholdArchive? {
    try await pool.run { try HouseholdArchive.open(entry.path, name: entry.fileName) }
  }

  /// Imports in the background. The shelf holds the progress and the result.
  func startImport(
    _ entry: ImportShelf.Entry, _ choices: ImportChoices, _ settings: ImportSettings,
    shown: Int, in workspace: any Workspace, for actor: UsageActor
  ) {
    let start = now()
    // The import outlives the request that asked for it; the workspace is held open until its end.
    imports.run(entry.id) { [self] in
      let journal = history.begin(of: entry.accountID, fileName: entry.fileName, now: now())
      imports.change(entry.id) { $0.historyID = journal.id }
      do {
        if let archive = try await archive(entry) {
          try await restore(archive, entry, journal, shown: shown, in: workspace)
          return
        }
        let document = try await read(entry, settings)
        if !document.homes.isEmpty, try await workspace.hiddenZones() != nil {
          throw Abort.because(.sharedHomesHidden)
        }
        let version = workspace.version
        let plan = try await workspace.read { try ImportPlan(document, choices, in: $0) }
        guard plan.mark == shown else { throw ApplyImport.Failure.stale(plan) }
        let outcome = try await run(plan, of: version, entry, journal, in: workspace)
        var result = try await workspace.read { connection in
          try ImportPage.Result(outcome, of: plan, in: connection)
        }
        result.undoID = journal.keptID
        imports.finish(entry.id, result)
        let written = outcome.result
        // The import is done, even if counting it fails.
        let made = try? await workspace.read { try plan.homesMade(by: written, in: $0) }
        count(plan, written, made ?? [], milliseconds: now() - start, by: actor)
      } catch is StalePlan {
        imports.change(entry.id) { $0.stage = .preview(shown: nil, isStale: true) }
      } catch ApplyImport.Failure.stale {
        imports.change(entry.id) { $0.stage = .preview(shown: nil, isStale: true) }
      } catch {
        // Parts that were written stay: the preview shows what is left to do, and the list of
        // imports can undo them.
        let cause = (error as? ImportRun.Stopped)?.cause ?? error
        // If removing the entry fails, undoing that import finds nothing to undo.
        if !(error is ImportRun.Stopped) { try? await pool.run { journal.discard(after: error) } }
        imports.change(entry.id) { $0.stage = .failed(cause) }
      }
    }
  }

  /// A restore would now do something other than what the preview showed.
  private struct StalePlan: Error {}

  private func restore(
    _ archive: HouseholdArchive, _ entry: ImportShelf.Entry, _ journal: ImportJournal, shown: Int,
    in workspace: any Workspace
  ) async throws {
    // A home that is merely hidden would be created a second time.
    if try await workspace.hiddenZones() != nil { throw Abort.because(.sharedHomesHidden) }
    let plan = try await workspace.read { try RestorePlan(archive, in: $0) }
    guard plan.mark == shown else { throw StalePlan() }
    let outcome = try await intake(of: entry.accountID).run(
      plan, progress: { [imports] step in imports.change(entry.id) { $0.stage = .running(step) } },
      apply: { apply, zones in
        let result = try await workspace.write(relyingOn: Replica.Reliance(zones: zones)) {
          let result = try apply($0)
          try journal.note(result)
          return result
        }
        journal.commit(result)
        return result
      })
    var result = try await workspace.read { connection in
      try ImportPage.Result(outcome, of: plan, in: connection)
    }
    result.undoID = journal.keptID
    imports.finish(entry.id, result)
  }

  /// Waits for the imports and merges that are running now, but for none that begins meanwhile. The
  /// program calls it before it ends.
  package func finishImports() async {
    await finishLastingWork()
    await backgroundTasks.finishAll()
  }

  /// - Parameter version: the workspace's version from before the plan was made.
  private func run(
    _ plan: ImportPlan, of version: String, _ entry: ImportShelf.Entry, _ journal: ImportJournal,
    in workspace: any Workspace
  ) async throws -> ImportRun.Outcome {
    try await intake(of: entry.accountID).run(
      plan, from: entry.path, name: entry.fileName,
      progress: { [imports] step in imports.change(entry.id) { $0.stage = .running(step) } },
      apply: { apply, zones in
        let result = try await workspace.write(relyingOn: Replica.Reliance(zones: zones)) {
          var apply = apply
          apply.isCurrent = workspace.version == version
          let result = try apply($0)
          try journal.note(result)
          return result
        }
        journal.commit(result)
        return result
      })
  }
}

extension ImportPlan {
  /// A number that differs, within one run of the program, when the plan would do something else.
  var mark: Int {
    var hasher = Hasher()
    hasher.combine(choices.homeID)
    hasher.combine(choices.newHomeName)
    hasher.combine(choices.currency)
    for home in homes { hasher.combine(home.existingID) }
    for location in locations { hasher.combine(location.existingID) }
    for label in labels { hasher.combine(label.existingID) }
    for policy in policies { hasher.combine(policy.existingID) }
    hasher.combine(photos)
    for item in items {
      hasher.combine(item.bucket.kind)
      switch item.bucket {
      case .new, .skipped: break
      case .unchanged(let id): hasher.combine(id)
      case .updated, .needsFixing: hasher.combine("\(item.bucket)")
      }
    }
    return hasher.finalize()
  }
}
