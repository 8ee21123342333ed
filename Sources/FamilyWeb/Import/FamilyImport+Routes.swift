import Families
import HTTPServer
import Household
import Importing
import Replica
import SQLite
import SyncProtocol
import Values
import Web

/// Bringing a family back: choose its file, see what would happen and say who is who, confirm,
/// follow the progress, read the result, take it back.
extension WebApplication {
  func chooseFamilyImport() -> Endpoint {
    .member { member in try await member.chooseFamilyImport() }
  }

  func uploadFamilyImport() -> Endpoint {
    .member { member in
      try await member.requireNoChild()
      let words = try await member.words()
      guard let file = member.guest.request.multipart?.file("file") else {
        return try await member.chooseFamilyImport(
          problem: words.problem(ImportFileProblem.missing))
      }
      let (app, now) = (member.app, member.guest.now)
      let entry = try await app.pool.run {
        try app.familyImports.add(
          file.content, named: file.filename, of: member.accountID, target: [:], now: now)
      }
      do {
        let archive = try await app.readFamily(entry)
        _ = try await member.familyPlan(archive, entry)
      } catch {
        guard let problem = words.familyImportProblem(error) else {
          _ = try await app.pool.run { app.familyImports.remove(entry.id) }
          throw error
        }
        _ = try await app.pool.run { app.familyImports.remove(entry.id) }
        return try await member.chooseFamilyImport(problem: problem)
      }
      return member.goTo(.familyImports(.preview(entry.id)))
    }
  }

  func familyImportPreview(_ id: String) -> Endpoint {
    .member { member in
      let entry = try await member.familyImport(id)
      switch entry.stage {
      case .running: return member.goTo(.familyImports(.progress(id)))
      case .done: return member.goTo(.familyImports(.result(id)))
      case .preview, .failed: return try await member.previewFamilyImport(entry)
      }
    }
  }

  func runFamilyImport(_ id: String) -> Endpoint {
    .member { member in
      let entry = try await member.familyImport(id)
      guard case .preview(let shown, _) = entry.stage else {
        return member.goTo(.familyImports(.progress(id)))
      }
      let archive = try await member.app.readFamily(entry)
      let chosen = member.chosenPeople(archive, entry.target)
      // What was not shown like this is shown first.
      guard let shown, member.form.first("look") == nil, chosen == entry.target else {
        let isChanged = chosen != entry.target
        member.app.familyImports.change(id) {
          $0.target = chosen
          $0.stage = .preview(shown: nil, isStale: false)
          $0.isElsewhere = isChanged
          $0.failure = nil
        }
        return member.goTo(.familyImports(.preview(id)))
      }
      let words = try await member.words()
      let name = try await member.ownName()
      if try member.app.familyImports.begin(id) {
        member.app.familyImports.change(id) { $0.failure = nil }
        member.app.startFamilyImport(
          entry, shown: shown, ownName: name, words: words, in: member.workspace)
      }
      return member.goTo(.familyImports(.progress(id)))
    }
  }

  func familyImportProgress(_ id: String) -> Endpoint {
    .member { member in
      let entry = try await member.familyImport(id)
      switch entry.stage {
      case .preview: return member.goTo(.familyImports(.preview(id)))
      case .done: return member.goTo(.familyImports(.result(id)))
      case .failed(let error):
        // The failure becomes part of the preview until the next try, so that a page that reloads
        // by itself does not lose it.
        let failure = ErrorReason(error, requestID: member.guest.requestID)
        member.app.familyImports.change(id) {
          $0.stage = .preview(shown: nil, isStale: false)
          $0.failure = failure
        }
        member.log(failureOf: error)
        return member.goTo(.familyImports(.preview(id)))
      case .running(let step):
        let progress = ImportProgress(
          fileName: entry.fileName, done: step?.doneCount ?? 0,
          of: step?.totalCount ?? 0, areFiles: step?.areFiles ?? false)
        return try await member.page { FamilyImportPage.view(.progress(progress), in: $0) }
      }
    }
  }

  func familyImportResult(_ id: String) -> Endpoint {
    .member { member in
      guard case .done(let result) = try await member.familyImport(id).stage else {
        return member.goTo(.familyImports(.progress(id)))
      }
      return try await member.page { FamilyImportPage.view(.result(result), in: $0) }
    }
  }

  func cancelFamilyImport(_ id: String) -> Endpoint {
    .member { member in
      let entry = try await member.familyImport(id)
      let app = member.app
      guard try await app.pool.run({ app.familyImports.remove(entry.id) }) else {
        return member.goTo(.familyImports(.progress(id)))
      }
      return member.goTo(.familyImports(.choose), saying: .family(.importCancelled))
    }
  }

  func undoFamilyImportPage(_ id: String) -> Endpoint {
    .member { member in
      let found = try await member.pastFamilyImport(id)
      return try await member.page(
        { FamilyImportPage.undo($0, in: $1) },
        load: { reader in
          let plan = try UndoFamilyImport(found.trace).plan(in: reader.connection)
          return FamilyImportPage.Undo(
            id: id, fileName: found.entry.fileName,
            importedAt: .init(milliseconds: found.entry.importedAt),
            removed: plan.records.count, kept: plan.keptCount, isWhole: plan.isWhole)
        })
    }
  }

  func undoFamilyImport(_ id: String) -> Endpoint {
    .member { member in
      let undo = UndoFamilyImport(try await member.pastFamilyImport(id).trace)
      let plan = try await member.read { try undo.plan(in: $0) }
      // If this stops between two parts, the next try undoes the rest.
      for part in plan.parts {
        try await member.write(relyingOn: undo.reliance) { try undo(plan, part: part, $0) }
      }
      let (app, account) = (member.app, member.accountID)
      try await app.pool.run { app.familyImportHistory.remove(id, of: account) }
      return member.goTo(
        .familyImports(.choose), saying: .family(.importUndone(plan.records.count)))
    }
  }
}

extension Member {
  /// Throws for a child of a family, who brings nothing back.
  fileprivate func requireNoChild() async throws {
    let family = try await read { connection -> String? in
      guard let own = try Family.own(in: connection),
        try FamilyArea.zone(own.id, in: connection)?.role == .readOnly
      else { return nil }
      return own.details.name
    }
    if let family { throw Abort.because(.parentsOnly(family: family)) }
  }

  fileprivate func familyImport(_ id: String) async throws -> FamilyImportShelf.Entry {
    guard let entry = app.familyImports.entry(id, of: accountID, now: guest.now) else {
      throw Abort.notFound
    }
    // A family that is hidden now would be made a second time.
    guard hidden == nil else { throw Abort.because(.sharedHomesHidden) }
    return entry
  }

  fileprivate func ownName() async throws -> String {
    let shown = try await read { try Profile.own(in: $0)?.displayName ?? "" }
    return shown.isEmpty ? visitor.displayName : shown
  }

  fileprivate func familyPlan(
    _ archive: FamilyArchive, _ entry: FamilyImportShelf.Entry
  ) async throws -> FamilyImportPlan {
    let own = (id: accountID, name: try await ownName())
    return try await read {
      try FamilyImportPlan(archive, choices: entry.target, own: own, in: $0)
    }
  }

  /// Who is who, with what the form says of it.
  fileprivate func chosenPeople(
    _ archive: FamilyArchive, _ before: [AccountID: AccountID]
  ) -> [AccountID: AccountID] {
    guard form.first("person-0") != nil else { return before }
    var chosen: [AccountID: AccountID] = [:]
    for (number, person) in archive.people.enumerated() {
      if let account = form.first("person-\(number)") { chosen[person.id] = account }
    }
    return chosen
  }

  fileprivate func chooseFamilyImport(problem: String? = nil) async throws -> HTTPResponse {
    try await requireNoChild()
    guard hidden == nil else { throw Abort.because(.sharedHomesHidden) }
    let maxBytes = Int64(app.configuration.limits.maxImportBytes)
    let (app, account, now) = (app, accountID, guest.now)
    let entries = try await app.pool.run {
      app.familyImportHistory.entries(of: account, now: now)
    }
    let running = app.familyImports.runningHistoryIDs
    let recent = entries.filter { !running.contains($0.id) }.map {
      RecentImport(
        id: $0.id, fileName: $0.fileName, importedAt: .init(milliseconds: $0.importedAt),
        newCount: $0.newItemCount)
    }
    return try await page(status: problem == nil ? .ok : .unprocessableContent) {
      FamilyImportPage.view(
        .choose(.init(problem: problem, maxBytes: maxBytes, recent: recent)), in: $0)
    }
  }

  fileprivate func previewFamilyImport(
    _ entry: FamilyImportShelf.Entry
  ) async throws -> HTTPResponse {
    let archive = try await app.readFamily(entry)
    let own = (id: accountID, name: try await ownName())
    let shelf = app.familyImports
    var isStale = false
    if case .preview(_, let stale) = entry.stage { isStale = stale }
    return try await page(
      status: isStale ? .conflict : .ok, { FamilyImportPage.view(.preview($0), in: $1) },
      load: { [isStale] reader in
        let words = reader.words
        var preview: FamilyImportPage.Preview
        var mark: Int?
        do {
          let plan = try FamilyImportPlan(
            archive, choices: entry.target, own: own, in: reader.connection)
          let into = try Family.own(in: reader.connection)?.details.name
          preview = FamilyImportPage.Preview(plan, entry, into: into, words)
          // What people were matched to by themselves is chosen from now on.
          mark = plan.mark
        } catch let refusal as FamilyImportPlan.Refusal {
          preview = FamilyImportPage.Preview(
            id: entry.id, fileName: entry.fileName, familyName: archive.familyName)
          preview.obstacle = words.familyRefusal(refusal)
          preview.people = archive.people.map {
            .init(id: $0.id, name: $0.name, accountID: entry.target[$0.id])
          }
          preview.candidates = try reader.candidates(own)
        }
        let matched = preview.people.reduce(into: [AccountID: AccountID]()) {
          $0[$1.id] = $1.accountID ?? ""
        }
        shelf.change(entry.id) { [mark] entry in
          entry.isElsewhere = false
          entry.target = matched
          switch entry.stage {
          case .preview, .failed: entry.stage = .preview(shown: mark, isStale: false)
          case .running, .done: break
          }
        }
        preview.isStale = isStale
        preview.isChanged = entry.isElsewhere && preview.obstacle == nil
        preview.failure = entry.failure.map { words.importFailed($0) }
        return preview
      })
  }

  /// One of the person's imports that can still be taken back.
  fileprivate func pastFamilyImport(
    _ id: String
  ) async throws -> (entry: FamilyImportHistory.Entry, trace: FamilyImportTrace) {
    let (app, account, now) = (app, accountID, guest.now)
    let found = try await app.pool.run {
      try app.familyImportHistory.find(id, of: account, now: now)
    }
    guard let found, !app.familyImports.runningHistoryIDs.contains(id) else {
      throw Abort.because(.gone)
    }
    try await requireShown(found.entry.homeIDs)
    return found
  }
}

extension PageReader {
  /// Who is in the person's family, or they themselves.
  fileprivate func candidates(
    _ own: (id: AccountID, name: String)
  ) throws -> [FamilyImportPage.Person] {
    guard let family = try Family.own(in: connection) else {
      return [.init(id: own.id, name: own.name)]
    }
    return try FamilyPerson.all(of: family.id, in: connection).map {
      .init(id: $0.id, name: $0.name)
    }
  }
}

extension Catalogue {
  /// What is wrong with a file; `nil` for any other error.
  fileprivate func familyImportProblem(_ error: any Error) -> String? {
    switch error {
    case let failure as FamilyArchive.Failure: familyFile(failure)
    case let failure as ImportFailure: problem(ImportFileProblem(failure))
    case let refusal as FamilyImportPlan.Refusal: familyRefusal(refusal)
    default: nil
    }
  }
}
