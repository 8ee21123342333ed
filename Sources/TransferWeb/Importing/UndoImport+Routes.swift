import FoundationEssentials
import Replica
import SyncProtocol
import Things
import ThingsWeb
import Web

/// Undoing an import: preview what will be removed, then confirm.
extension WebApplication {
  func undoImportPage(_ id: String) -> Endpoint {
    .member { member in
      let found = try await member.pastImport(id)
      return try await member.page(
        { UndoImportPage.view($0, in: $1) },
        load: { reader in
          UndoImportPage.Model(
            found.entry, try UndoImport(found.trace).result(in: reader.connection))
        })
    }
  }

  func undoImport(_ id: String) -> Endpoint {
    .member { member in
      // If this stops between two parts, the next try undoes the rest.
      var result = UndoImport.Result()
      for part in try await member.pastImport(id).trace.parts {
        let undo = UndoImport(part)
        let homes = try await member.read { try undo.homes(in: $0) }
        let reliance: Replica.Reliance =
          homes.isEmpty ? .nothing : Replica.Reliance(zones: homes, accountList: true)
        result.add(try await member.write(relyingOn: reliance) { try undo($0) })
      }
      let (app, account) = (member.app, member.accountID)
      // Items that were kept because they were changed cannot be undone later either.
      try await app.pool.run { app.history.remove(id, of: account) }
      return member.goTo(
        .importing(.importing()),
        saying: .transfer(.importUndone(items: result.removedItemCount + result.restoredItemCount)))
    }
  }
}

extension Member {
  /// One of the person's imports that can still be undone.
  fileprivate func pastImport(
    _ id: String
  ) async throws -> (entry: ImportHistory.Entry, trace: ImportTrace) {
    let (app, account, now) = (app, accountID, guest.now)
    let found = try await app.pool.run { try app.history.find(id, of: account, now: now) }
    guard let found, !app.imports.runningHistoryIDs.contains(id) else {
      throw Abort.because(.gone)
    }
    try await requireShown(found.entry.homeIDs)
    return found
  }

  /// The imports that wrote into a home, or all of them.
  package func recentImports(into home: ZoneID? = nil) async throws -> [RecentImport] {
    let (app, account, now) = (app, accountID, guest.now)
    let entries = try await app.pool.run { app.history.entries(of: account, now: now) }
    let running = app.imports.runningHistoryIDs
    return entries.filter { entry in
      hidden?.hidden.isDisjoint(with: entry.homeIDs) != false && !running.contains(entry.id)
        && home.map(entry.homeIDs.contains) ?? true
    }.map {
      RecentImport(
        id: $0.id, fileName: $0.fileName, importedAt: Date(milliseconds: $0.importedAt),
        newCount: $0.newItemCount, updatedCount: $0.updatedItemCount)
    }
  }
}

extension UndoImportPage.Model {
  fileprivate init(_ entry: ImportHistory.Entry, _ result: UndoImport.Result) {
    self.init(
      id: entry.id, fileName: entry.fileName,
      importedAt: Date(milliseconds: entry.importedAt))
    removedItemCount = result.removedItemCount
    restoredItemCount = result.restoredItemCount
    roomCount = result.locationCount
    labelCount = result.labelCount
    policyCount = result.policyCount
    photoCount = result.photoCount
    otherCount = result.otherCount
    homes = result.homes
    kept = result.keptItems.map(\.details.name)
  }
}

extension UndoImport.Failure: HouseholdFailure {
  package var reason: ErrorReason { .forbidden }
}
