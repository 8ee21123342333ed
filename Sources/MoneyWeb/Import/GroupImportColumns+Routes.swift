import Finances
import Household
import Importing
import Replica
import SQLite
import SyncProtocol
import Web

/// Naming the columns of a table, and taking an import back.
extension WebApplication {
  func groupImportColumns(_ id: String) -> Endpoint {
    .member { member in
      let (entry, columns) = try await member.namedColumns(id)
      var model = GroupImportPage.Columns(entry, columns)
      // Before anybody has said anything, nothing is wrong.
      if entry.target.columns == nil { model.missing = [] }
      return try await member.page { [model] in GroupImportPage.view(.columns(model), in: $0) }
    }
  }

  func nameGroupImportColumns(_ id: String) -> Endpoint {
    .member { member in
      let (entry, columns) = try await member.namedColumns(id)
      let roles = columns.columns.indices.map { number in
        ExpenseColumns.Role(rawValue: member.field("role-\(number)")) ?? .leftOut
      }
      let named = columns.with(roles)
      member.app.groupImports.change(id) {
        $0.target.columns = named
        $0.target.choices.people = [:]
        $0.stage = .preview(shown: nil, isStale: false)
      }
      guard named.missing.isEmpty else {
        let model = GroupImportPage.Columns(entry, named)
        return try await member.page(status: .unprocessableContent) {
          GroupImportPage.view(.columns(model), in: $0)
        }
      }
      return member.goTo(.groupImports(.preview(id)))
    }
  }

  func undoGroupImportPage(_ id: String) -> Endpoint {
    .member { member in
      let found = try await member.pastGroupImport(id)
      return try await member.page(
        { GroupImportPage.undo($0, in: $1) },
        load: { reader in
          let result = try UndoGroupImport(found.trace).result(in: reader.connection)
          var model = GroupImportPage.Undo(
            id: id, fileName: found.entry.fileName,
            importedAt: .init(milliseconds: found.entry.importedAt))
          model.expenseCount = result.expenseCount
          model.memberCount = result.memberCount
          model.categoryCount = result.categoryCount
          model.group = result.group
          model.kept = result.kept
          return model
        })
    }
  }

  func undoGroupImport(_ id: String) -> Endpoint {
    .member { member in
      // If this stops between two parts, the next try undoes the rest.
      var result = UndoGroupImport.Result()
      let trace = try await member.pastGroupImport(id).trace
      for part in try await member.read({ try trace.steps(in: $0) }) {
        let undo = UndoGroupImport(part)
        let group = try await member.read { try undo.deletedGroup(in: $0) }
        let reliance: Replica.Reliance =
          group.map { Replica.Reliance(zones: [$0], accountList: true) } ?? .nothing
        result.add(try await member.write(relyingOn: reliance) { try undo($0) })
      }
      let (app, account) = (member.app, member.accountID)
      // Expenses that were kept because they were changed cannot be undone later either.
      try await app.pool.run { app.groupImportHistory.remove(id, of: account) }
      return member.goTo(
        .groupImports(.choose()), saying: .money(.importUndone(expenses: result.expenseCount)))
    }
  }
}

extension Member {
  /// An upload with its columns, as they are named or seem to be.
  fileprivate func namedColumns(
    _ id: String
  ) async throws -> (entry: GroupImportShelf.Entry, columns: ExpenseColumns) {
    let entry = try await groupImport(id)
    if case .done = entry.stage { throw Abort.notFound }
    let setting = try await importSetting()
    let document = try await app.readGroup(
      entry.path, named: entry.fileName, entry.target, in: setting.timeZone)
    // Other files have no columns to be named.
    guard let columns = document.columns else { throw Abort.notFound }
    return (entry, columns)
  }

  /// One of the person's imports that can still be undone.
  fileprivate func pastGroupImport(
    _ id: String
  ) async throws -> (entry: GroupImportHistory.Entry, trace: GroupImportTrace) {
    let (app, account, now) = (app, accountID, guest.now)
    let found = try await app.pool.run {
      try app.groupImportHistory.find(id, of: account, now: now)
    }
    guard let found, !app.groupImports.runningHistoryIDs.contains(id) else {
      throw Abort.because(.gone)
    }
    try await requireShown(found.entry.homeIDs)
    return found
  }

  /// The imports that can still be taken back.
  func recentGroupImports() async throws -> [RecentImport] {
    let (app, account, now) = (app, accountID, guest.now)
    let entries = try await app.pool.run { app.groupImportHistory.entries(of: account, now: now) }
    let running = app.groupImports.runningHistoryIDs
    return entries.filter { entry in
      hidden?.hidden.isDisjoint(with: entry.homeIDs) != false && !running.contains(entry.id)
    }.map {
      RecentImport(
        id: $0.id, fileName: $0.fileName, importedAt: .init(milliseconds: $0.importedAt),
        newCount: $0.newItemCount)
    }
  }
}
