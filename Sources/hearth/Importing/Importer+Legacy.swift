import Glibc
import Household
import Importing
import Intake
import Legacy
import Replica
import SQLite
import SyncProtocol
import Things

/// Imports an older store: it is read row by row, then restored like Hearth's own archive.
extension Importer {
  /// Imports the store, or reports what an import would do. Records already in Hearth stay as they
  /// are, so repeating it only adds what was missing.
  func bring(
    _ store: LegacyStore, _ request: Request,
    progress: @escaping @Sendable (String) -> Void
  ) async throws -> LegacyImportReport {
    try await hub.withReplica(of: account, in: directory) { replica, transport in
      try Self.checkHidden(replica, home: request.home)
      var settings = try replica.read { ImportSettings(try Profile.own(in: $0)) }
      if let currency = request.currency { settings.currency = currency }
      var choices = LegacyReader.Choices(
        accountID: account.id, now: Posix.nowMilliseconds(), options: settings.options)
      try replica.read { try Self.chooseHomes(&choices, named: request.home, in: $0) }
      progress("Reading \(store.name) …")
      var household = try LegacyReader.read(store, choices)
      if let wrong = household.miscounted.first {
        throw CommandFailure.failed(
          "\(wrong.table): \(wrong.found) rows were found and others were read; nothing was written"
        )
      }
      let taken = try takenIDs(household)
      let plan = try replica.read {
        try RestorePlan(household.archive, takenIDs: taken, in: $0)
      }
      var report = LegacyImportReport(household, plan, path: request.path, request.isDryRun)
      guard !request.isDryRun else { return report }
      if !plan.isEmpty {
        let outcome = try await write(plan, replica, transport, progress)
        household.note(refused: Set(outcome.refused.map(\.file.blobHash)))
      } else {
        household.note(refused: [])
      }
      let after = try replica.read { try RestorePlan(household.archive, in: $0) }
      report.finish(household, after: after)
      return report
    }
  }

  private func write(
    _ plan: RestorePlan, _ replica: ReplicaFile, _ transport: any Transport,
    _ progress: @escaping @Sendable (String) -> Void
  ) async throws -> RestoreRun.Outcome {
    let journal = ImportHistory(directory: hub.folder.history).begin(
      of: account.id, fileName: plan.archive.name, now: Posix.nowMilliseconds())
    do {
      return try await hub.withIntake(of: account.id, imageProgram: imageProgram) { intake in
        try await intake.run(
          plan, progress: { Self.tell($0, progress) },
          apply: { apply, zones in
            try interruption.beginPart()
            let result = try await replica.confirm(relyingOn: .init(zones: zones), via: transport) {
              let result = try apply($0)
              try journal.note(result)
              return result
            }
            journal.commit(result)
            return result
          })
      }
    } catch {
      if !(error is ImportRun.Stopped) { journal.discard(after: error) }
      throw error
    }
  }

  /// The store's ids that something on the hub already has, live or deleted, whoever may see it.
  /// The app gives its first home and rooms the same ids on every phone.
  private func takenIDs(_ household: LegacyHousehold) throws -> Set<RecordID> {
    let ids = try household.ids()
    return try hub.store.read { reader in
      var taken: Set<RecordID> = []
      for id in ids where try !reader.places(of: id).isEmpty { taken.insert(id) }
      for home in household.archive.manifest.homes where try reader.zone(home.id) != nil {
        taken.insert(home.id)
      }
      return taken
    }
  }

  /// Sets the named home, and the account's primary home if the account may write there.
  private static func chooseHomes(
    _ choices: inout LegacyReader.Choices, named name: String?, in connection: Connection
  ) throws {
    if let name {
      let known = try HomeChoice.look(for: name, in: connection)
      if let known, !known.role.canWrite {
        throw CommandFailure.refused(
          "you may see \(known.name) but not change it; name another home")
      }
      choices.home = LegacyReader.ChosenHome(id: known?.id, name: known?.name ?? name)
    }
    guard let primary = try PrimaryHome.find(in: connection) else { return }
    if let home = try HomeAccess.find(primary, in: connection), home.role.canWrite {
      choices.primary = LegacyReader.ChosenHome(id: primary, name: home.name)
    }
  }
}
