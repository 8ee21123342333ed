import HTTPServer
import Household
import Importing
import Replica
import SyncProtocol
import Things
import Values
import Web

/// Importing a file: choose it, preview the changes, confirm, follow the progress, read the result.
extension WebApplication {
  func importPage(home: ZoneID?) -> Endpoint {
    .member { member in try await member.chooseImport(home: home) }
  }

  func uploadImport() -> Endpoint {
    .member { member in
      let home = member.field("home")
      guard let file = member.guest.request.multipart?.file("file") else {
        return try await member.chooseImport(home: home, problem: .missing)
      }
      let target: ImportShelf.Target =
        home.isEmpty ? .newHome(file.homeName) : .home(try await member.writableHome(home))
      let app = member.app
      let now = member.guest.now
      let entry = try await app.pool.run {
        try app.imports.add(
          file.content, named: file.filename, of: member.accountID, target: target, now: now)
      }
      do {
        if try await app.archive(entry) == nil {
          _ = try await app.read(entry, try await member.importSettings())
        }
      } catch {
        _ = try await app.pool.run { app.imports.remove(entry.id) }
        if let problem = ImportFileProblem(of: error) {
          return try await member.chooseImport(home: home, problem: problem)
        }
        throw error
      }
      return member.goTo(.importing(.importPreview(entry.id)))
    }
  }

  func importPreview(_ id: String) -> Endpoint {
    .member { member in
      let entry = try await member.importEntry(id)
      switch entry.stage {
      case .running: return member.goTo(.importing(.importProgress(id)))
      case .done: return member.goTo(.importing(.importResult(id)))
      case .preview, .failed: return try await member.previewImport(entry)
      }
    }
  }

  func runImport(_ id: String) -> Endpoint {
    .member { member in
      let entry = try await member.importEntry(id)
      guard case .preview(let shown, _) = entry.stage else {
        return member.goTo(.importing(.importProgress(id)))
      }
      var chosen = entry
      chosen.target = try await member.chosenTarget(entry)
      let settings = try await member.importSettings()
      var mark = shown
      var isElsewhere = false
      if chosen.target != entry.target {
        let plan = try await member.importPlan(chosen, settings)
        // Changes to existing items must be previewed again; new items can surprise nobody.
        isElsewhere = plan.items.contains { $0.bucket.kind == .updated }
        mark = isElsewhere || plan.isEmpty ? nil : plan.mark
      }
      guard let mark, member.form.first("look") == nil else {
        member.app.imports.change(id) { [chosen, isElsewhere] in
          $0.target = chosen.target
          $0.stage = .preview(shown: nil, isStale: false)
          $0.isElsewhere = isElsewhere && member.form.first("look") == nil
        }
        return member.goTo(.importing(.importPreview(id)))
      }
      if try member.app.imports.begin(id) {
        member.app.imports.change(id) { [chosen] in
          $0.target = chosen.target
          $0.failure = nil
        }
        member.app.startImport(
          chosen, chosen.choices(settings), settings, shown: mark, in: member.workspace,
          for: member.actor)
      }
      return member.goTo(.importing(.importProgress(id)))
    }
  }

  func importProgress(_ id: String) -> Endpoint {
    .member { member in
      let entry = try await member.importEntry(id)
      switch entry.stage {
      case .preview: return member.goTo(.importing(.importPreview(id)))
      case .done: return member.goTo(.importing(.importResult(id)))
      case .failed(let error):
        // The failure becomes part of the preview until the next try, so that a page that reloads
        // by itself does not lose it.
        let failure = ImportPage.Failure(error, requestID: member.guest.requestID)
        member.app.imports.change(id) {
          $0.stage = .preview(shown: nil, isStale: false)
          $0.failure = failure
        }
        member.log(failureOf: error)
        return member.goTo(.importing(.importPreview(id)))
      case .running(let step):
        let progress = ImportProgress(entry, step)
        return try await member.page { ImportPage.view(.progress(progress), in: $0) }
      }
    }
  }

  func importResult(_ id: String) -> Endpoint {
    .member { member in
      guard case .done(let result) = try await member.importEntry(id).stage else {
        return member.goTo(.importing(.importProgress(id)))
      }
      return try await member.page { ImportPage.view(.result(result), in: $0) }
    }
  }

  func cancelImport(_ id: String) -> Endpoint {
    .member { member in
      let entry = try await member.importEntry(id)
      let app = member.app
      guard try await app.pool.run({ app.imports.remove(entry.id) }) else {
        return member.goTo(.importing(.importProgress(id)))
      }
      return member.goTo(.importing(.importing()), saying: .transfer(.importCancelled))
    }
  }
}

extension Member {
  fileprivate func importEntry(_ id: String) async throws -> ImportShelf.Entry {
    guard let entry = app.imports.entry(id, of: accountID, now: guest.now) else {
      throw Abort.notFound
    }
    var homes: [ZoneID] = []
    if case .home(let home) = entry.target { homes.append(home) }
    if case .done(let result) = entry.stage { homes.append(result.home.id) }
    try await requireShown(homes)
    return entry
  }

  fileprivate func importSettings() async throws -> ImportSettings {
    try await read { ImportSettings(try Profile.own(in: $0)) }
  }

  /// What importing an upload would do. The upload is not one of Hearth's own archives, which need
  /// no home.
  fileprivate func importPlan(
    _ entry: ImportShelf.Entry, _ settings: ImportSettings
  ) async throws -> ImportPlan {
    let document = try await app.read(entry, settings)
    return try await read { try ImportPlan(document, entry.choices(settings), in: $0) }
  }

  /// The ID of a home in which the person may add items. Throws if the home is missing or
  /// read-only.
  fileprivate func writableHome(_ id: ZoneID) async throws -> ZoneID {
    let found = try await read { connection in
      try HomeList.rows(in: connection).first { $0.id == id }
    }
    guard let found else { throw Abort.notFound }
    guard found.role != .readOnly else { throw Abort.because(.viewOnly(home: found.name)) }
    return id
  }

  /// The chosen home for rows that name none; the earlier choice if the form does not say.
  fileprivate func chosenTarget(_ entry: ImportShelf.Entry) async throws -> ImportShelf.Target {
    guard let home = form.first("home") else { return entry.target }
    if !home.isEmpty { return .home(try await writableHome(home)) }
    let name = field("newHomeName").trimmed
    if !name.isEmpty { return .newHome(name) }
    if case .newHome = entry.target { return entry.target }
    return .newHome(MultipartForm.homeName(ofFile: entry.fileName))
  }

  fileprivate func chooseImport(
    home: ZoneID?, problem: ImportFileProblem? = nil
  ) async throws -> HTTPResponse {
    let maxBytes = Int64(app.configuration.limits.maxImportBytes)
    let active = lastUsed.homeID
    let recent = try await recentImports()
    return try await page(
      status: problem.map { HTTPStatus(rawValue: $0.status) } ?? .ok,
      { ImportPage.view(.choose($0), in: $1) },
      load: { reader in
        let homes = reader.surroundings.writableHomes
        let wanted = home ?? active ?? reader.surroundings.sidebar.activeHomeID
        // An empty text is a choice, too: a new home.
        let first = home == "" ? nil : homes.first { $0.id == wanted } ?? homes.first
        return ImportPage.Choose(
          homes: homes, homeID: first?.id, problem: problem, maxBytes: maxBytes, recent: recent)
      })
  }

  fileprivate func previewImport(_ entry: ImportShelf.Entry) async throws -> HTTPResponse {
    let archive = try await app.archive(entry)
    let document =
      archive == nil
      ? try await app.read(entry, try await importSettings())
      : ImportDocument(format: .movingBoxArchive)
    // A hidden home would be created a second time.
    if hidden != nil, archive != nil || !document.homes.isEmpty {
      throw Abort.because(.sharedHomesHidden)
    }
    let imports = app.imports
    var isStale = false
    if case .preview(_, let stale) = entry.stage { isStale = stale }
    imports.change(entry.id) { $0.isElsewhere = false }
    return try await page(
      status: isStale ? .conflict : .ok, { ImportPage.view(.preview($0), in: $1) },
      load: { [isStale] reader in
        func note(_ mark: Int) {
          imports.change(entry.id) { entry in
            switch entry.stage {
            case .preview, .failed: entry.stage = .preview(shown: mark, isStale: false)
            case .running, .done: break
            }
          }
        }
        if let archive {
          let plan = try RestorePlan(archive, in: reader.connection)
          note(plan.mark)
          var preview = ImportPage.Preview(plan, entry, isStale: isStale, reader)
          preview.failure = entry.failure
          return preview
        }
        let settings = ImportSettings(reader.surroundings.profile)
        let plan = try ImportPlan(document, entry.choices(settings), in: reader.connection)
        note(plan.mark)
        var preview = ImportPage.Preview(plan, entry, isStale: isStale, reader)
        preview.isElsewhere = entry.isElsewhere
        preview.failure = entry.failure
        return preview
      })
  }
}

extension ImportPage.Failure {
  fileprivate init(_ error: any Error, requestID: String) {
    if case ConfirmationError.refused(let refusal) = error, refusal.reason == .limit,
      refusal.record?.table == "homes"
    {
      self = .tooManyHomes
    } else if let stopped = error as? ImportRun.Stopped,
      ErrorReason(stopped.cause, requestID: requestID) == .noRoom
    {
      self = .stoppedWithoutRoom
    } else {
      self = .other(ErrorReason(error, requestID: requestID))
    }
  }
}

extension ImportShelf.Entry {
  func choices(_ settings: ImportSettings) -> ImportChoices {
    var choices = ImportChoices(currency: settings.currency)
    switch target {
    case .home(let id): choices.homeID = id
    case .newHome(let name): choices.newHomeName = name
    }
    return choices
  }
}

extension Surroundings {
  /// The homes in which the person may write.
  var writableHomes: [ZoneLink] {
    sidebar.homes.filter { $0.role != .readOnly }.map { ZoneLink(id: $0.id, name: $0.name) }
  }
}

extension ImportFileProblem {
  /// The HTTP status of the answer.
  fileprivate var status: Int {
    switch self {
    case .tooLarge, .archiveTooLarge, .tooManyRows: 413
    case .unknownFormat, .noNameColumn, .spreadsheetFile, .database, .encryptedArchive: 415
    default: 422
    }
  }
}

extension MultipartForm {
  /// A name for a home, from a file name without its extension.
  static func homeName(ofFile name: String) -> String {
    let stem = name.lastIndex(of: ".").map { String(name[..<$0]) } ?? name
    return stem.isEmpty ? name : stem
  }
}

extension MultipartForm.File {
  fileprivate var homeName: String { MultipartForm.homeName(ofFile: filename) }
}
