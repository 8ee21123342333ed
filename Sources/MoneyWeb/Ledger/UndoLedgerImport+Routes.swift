import Finances
import Household
import SyncProtocol
import Web

/// Undoing an import into one's own ledger.
extension WebApplication {
  func undoLedgerImportPage(_ id: String) -> Endpoint {
    .member { member in
      let found = try await member.pastLedgerImport(id)
      return try await member.page(
        { LedgerFilesPage.undo($0, in: $1) },
        load: { reader in
          let result = try UndoLedgerImport(found.trace).result(in: reader.connection)
          return LedgerFilesPage.Undo(
            id: id, fileName: found.entry.fileName,
            importedAt: .init(milliseconds: found.entry.importedAt),
            entryCount: result.entryCount, categoryCount: result.categoryCount,
            otherCount: result.otherCount, kept: result.kept)
        })
    }
  }

  func undoLedgerImport(_ id: String) -> Endpoint {
    .member { member in
      let undo = UndoLedgerImport(try await member.pastLedgerImport(id).trace)
      let result = try await member.write { try undo($0) }
      let (app, account) = (member.app, member.accountID)
      // Entries that were kept because they were changed cannot be undone later either.
      try await app.pool.run { app.ledgerImportHistory.remove(id, of: account) }
      return member.goTo(
        .ledgerFiles(.ledgerFiles), saying: .money(.ledgerImportUndone(entries: result.entryCount)))
    }
  }
}

extension Member {
  fileprivate func pastLedgerImport(
    _ id: String
  ) async throws -> (entry: LedgerImportHistory.Entry, trace: LedgerImportTrace) {
    let (app, account, now) = (app, accountID, guest.now)
    let found = try await app.pool.run {
      try app.ledgerImportHistory.find(id, of: account, now: now)
    }
    guard let found else { throw Abort.because(.gone) }
    return found
  }

  /// The imports that can still be undone.
  func recentLedgerImports() async throws -> [RecentImport] {
    let (app, account, now) = (app, accountID, guest.now)
    return try await app.pool.run { app.ledgerImportHistory.entries(of: account, now: now) }.map {
      RecentImport(
        id: $0.id, fileName: $0.fileName, importedAt: .init(milliseconds: $0.importedAt),
        newCount: $0.newItemCount)
    }
  }
}
