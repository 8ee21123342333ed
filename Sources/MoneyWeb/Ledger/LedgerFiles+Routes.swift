import Finances
import HTTPServer
import Household
import Importing
import SyncProtocol
import Values
import Web

/// The files of ledgers that wait to be imported.
typealias LedgerImportShelf = UploadShelf<LedgerImports>

/// An import of a ledger is written in the request that says yes, so it has no steps and no result.
enum LedgerImports: ShelvedImport {
  struct Target: Equatable, Sendable {
    /// What the columns of a table hold; `nil` for what they seem to hold.
    var roles: [ExpenseColumns.Role]?
  }

  typealias Step = Never
  typealias Result = Never
  typealias Failure = Never
}

extension WebApplication {
  var ledgerImports: LedgerImportShelf { service() }
  var ledgerImportHistory: LedgerImportHistory { service() }

  func ledgerFiles() -> Endpoint {
    .member { member in try await member.ledgerFilesPage(nil) }
  }

  /// The ledger as JSON, which can be imported again.
  func ledgerDocument() -> Endpoint {
    .member { member in
      let name = try await member.words().personal
      let folder = member.app.configuration.importDirectory
      let document = try await member.read { connection in
        try SpooledFile(unnamedIn: folder) { try LedgerDocument.write(in: connection, to: $0) }
      }
      return .document(document, name: name)
    }
  }

  func ledgerTable() -> Endpoint {
    .member { member in
      let name = try await member.words().personal
      let folder = member.app.configuration.importDirectory
      let table = try await member.read { connection in
        try SpooledFile(unnamedIn: folder) { try LedgerTable.writeCSV(in: connection, to: $0) }
      }
      return .table(table, name: name)
    }
  }

  func uploadLedger() -> Endpoint {
    .member { member in
      guard let file = member.guest.request.multipart?.file("file") else {
        return try await member.ledgerFilesPage(.file(.missing))
      }
      let (app, now) = (member.app, member.guest.now)
      let entry = try await app.pool.run {
        try app.ledgerImports.add(
          file.content, named: file.filename, of: member.accountID,
          target: LedgerImports.Target(), now: now)
      }
      do {
        _ = try await member.rehearse(member.ledger(of: entry))
      } catch ImportLedger.Failure.missingColumns {
        return member.goTo(.ledgerFiles(.ledgerColumns(entry.id)))
      } catch {
        _ = try await app.pool.run { app.ledgerImports.remove(entry.id) }
        guard let problem = LedgerFilesPage.Problem(error) else { throw error }
        return try await member.ledgerFilesPage(problem)
      }
      return member.goTo(.ledgerFiles(.ledgerPreview(entry.id)))
    }
  }

  func ledgerPreview(_ id: String) -> Endpoint {
    .member { member in try await member.ledgerPreview(id, isStale: false) }
  }

  /// Writes what was shown, or shows what would be written by now.
  func bringLedger(_ id: String) -> Endpoint {
    .member { member in
      let entry = try member.ledgerImport(id)
      guard case .preview(let shown, _) = entry.stage else {
        return member.goTo(.ledger(.ledger()))
      }
      guard let bring = try await member.readableLedger(of: entry) else {
        return member.goTo(.ledgerFiles(.ledgerColumns(id)))
      }
      let shelf = member.app.ledgerImports
      guard try shelf.begin(id) else { return member.goTo(.ledger(.ledger())) }
      let app = member.app
      let done: ImportLedger.Result
      do {
        done = try await app.ledgerImportHistory.run(
          bring, named: entry.fileName, of: member.accountID, now: member.guest.now, on: app.pool,
          check: { result in guard result.mark == shown else { throw Stale() } },
          write: { try await member.write($0) }
        ).result
      } catch {
        shelf.change(id) { $0.stage = .preview(shown: nil, isStale: false) }
        if error is Stale { return try await member.ledgerPreview(id, isStale: true) }
        guard let problem = LedgerFilesPage.Problem(error) else { throw error }
        return try await member.ledgerFilesPage(problem)
      }
      shelf.change(id) { $0.stage = .preview(shown: nil, isStale: false) }
      _ = try await app.pool.run { shelf.remove(id) }
      let trace = done.made.trace
      return member.goTo(
        .ledger(.ledger()), saying: .money(.ledgerImported(count: trace.count)),
        undo: trace.count > Stale.maxUndone
          ? nil
          : Undo(itemCount: trace.count) { transaction in
            try UndoLedgerImport(trace)(transaction)
            return (.ledger(.ledger()), .undone)
          })
    }
  }

  func ledgerColumns(_ id: String) -> Endpoint {
    .member { member in
      let entry = try member.ledgerImport(id)
      var model = GroupImportPage.Columns(entry, try await member.columns(of: entry))
      // Before anybody has said anything, nothing is wrong.
      if entry.target.roles == nil { model.missing = [] }
      return try await member.page { [model] in LedgerFilesPage.columns(model, in: $0) }
    }
  }

  func nameLedgerColumns(_ id: String) -> Endpoint {
    .member { member in
      let entry = try member.ledgerImport(id)
      let columns = try await member.columns(of: entry)
      let roles = columns.columns.indices.map { number in
        ExpenseColumns.Role(rawValue: member.field("role-\(number)")) ?? .leftOut
      }
      member.app.ledgerImports.change(id) {
        $0.target.roles = roles
        $0.stage = .preview(shown: nil, isStale: false)
      }
      let named = columns.with(roles).ofOwn
      guard named.missingOfOwn.isEmpty else {
        let model = GroupImportPage.Columns(entry, named)
        return try await member.page(status: .unprocessableContent) {
          LedgerFilesPage.columns(model, in: $0)
        }
      }
      return member.goTo(.ledgerFiles(.ledgerPreview(id)))
    }
  }

  func cancelLedgerImport(_ id: String) -> Endpoint {
    .member { member in
      let entry = try member.ledgerImport(id)
      let app = member.app
      _ = try await app.pool.run { app.ledgerImports.remove(entry.id) }
      return member.goTo(.ledgerFiles(.ledgerFiles), saying: .money(.importCancelled))
    }
  }
}

/// The ledger is not as it was when the preview was shown.
private struct Stale: Error {
  /// How many records are kept in memory to take an import back.
  static let maxUndone = 5_000
}

/// What would have been written, which was taken back.
private struct TakenBack: Error {
  let result: ImportLedger.Result
}

extension Member {
  fileprivate func ledgerImport(_ id: String) throws -> LedgerImportShelf.Entry {
    guard let entry = app.ledgerImports.entry(id, of: accountID, now: guest.now) else {
      throw Abort.notFound
    }
    return entry
  }

  fileprivate func ledger(of entry: LedgerImportShelf.Entry) async throws -> ImportLedger {
    let setting = try await importSetting()
    return try await app.pool.run { [configuration = app.configuration] in
      try ImportLedger(
        path: entry.path, name: entry.fileName,
        configuration.importOptions(currency: setting.currency, in: setting.timeZone),
        roles: entry.target.roles)
    }
  }

  /// A ledger, or `nil` for a table whose columns have to be named first.
  fileprivate func readableLedger(
    of entry: LedgerImportShelf.Entry
  ) async throws -> ImportLedger? {
    do {
      return try await ledger(of: entry)
    } catch ImportLedger.Failure.missingColumns {
      return nil
    }
  }

  /// What the columns of a table hold, as they are named or seem to be.
  fileprivate func columns(of entry: LedgerImportShelf.Entry) async throws -> ExpenseColumns {
    do {
      // Other files have no columns to be named.
      guard let columns = try await ledger(of: entry).columns else { throw Abort.notFound }
      return columns
    } catch ImportLedger.Failure.missingColumns(let columns) {
      return columns
    }
  }

  /// What importing would do: it is done, and taken back at once.
  fileprivate func rehearse(_ bring: ImportLedger) async throws -> ImportLedger.Result {
    do {
      return try await write { transaction in throw TakenBack(result: try bring(transaction)) }
    } catch let taken as TakenBack {
      return taken.result
    }
  }

  fileprivate func ledgerFilesPage(
    _ problem: LedgerFilesPage.Problem?
  ) async throws -> HTTPResponse {
    let maxBytes = Int64(app.configuration.limits.maxImportBytes)
    let recent = try await recentLedgerImports()
    return try await page(status: problem == nil ? .ok : .unprocessableContent) {
      LedgerFilesPage.view(.init(problem: problem, maxBytes: maxBytes, recent: recent), in: $0)
    }
  }

  fileprivate func ledgerPreview(_ id: String, isStale: Bool) async throws -> HTTPResponse {
    let entry = try ledgerImport(id)
    guard let bring = try await readableLedger(of: entry) else {
      return goTo(.ledgerFiles(.ledgerColumns(id)))
    }
    let result = try await rehearse(bring)
    app.ledgerImports.change(id) { entry in
      if case .preview = entry.stage { entry.stage = .preview(shown: result.mark, isStale: false) }
    }
    var preview = LedgerFilesPage.Preview(
      id: id, fileName: entry.fileName, entryCount: result.entryCount,
      presentCount: result.presentCount, budgetCount: result.budgetCount,
      noteCount: result.noteCount)
    preview.newCategories = result.made.categories.map(\.details.name)
    preview.rows = result.made.entries.prefix(maxImportRows).map { entry in
      LedgerFilesPage.Row(
        title: entry.details.title, day: entry.details.day.flatMap { CalendarDay($0) },
        amount: Money(entry.details.amountMinor ?? 0, entry.details.currency),
        isIncome: entry.details.kind == .income)
    }
    preview.leftOutCount = result.leftOutCount
    preview.problems = result.problems.filter(\.leavesOut).map { GroupImportPage.Problem($0) }
    preview.notices = result.problems.filter { !$0.leavesOut }.map { GroupImportPage.Problem($0) }
    preview.hasColumns = bring.columns != nil
    preview.isStale = isStale
    return try await page(status: isStale ? .conflict : .ok) { [preview] in
      LedgerFilesPage.preview(preview, in: $0)
    }
  }
}

extension ImportLedger.Result {
  /// A number that differs, within one run of the program, when something else would be written.
  fileprivate var mark: Int {
    var hasher = Hasher()
    for count in [entryCount, categoryCount, budgetCount, noteCount, presentCount] {
      hasher.combine(count)
    }
    for entry in made.entries { hasher.combine(entry.id) }
    return hasher.finalize()
  }
}

extension GroupImportPage.Columns {
  fileprivate init(_ entry: LedgerImportShelf.Entry, _ columns: ExpenseColumns) {
    self.init(
      id: entry.id, fileName: entry.fileName,
      columns: columns.columns.map {
        .init(heading: $0.heading, sample: $0.sample, role: $0.role.rawValue)
      })
    missing = columns.missingOfOwn.map { GroupImportPage.MissingColumn($0) }
    isOwn = true
  }
}

extension LedgerFilesPage.Problem {
  /// `nil` for an error that is not about the file.
  fileprivate init?(_ error: any Error) {
    switch error {
    case ImportLedger.Failure.notALedger: self = .notALedger
    case ImportLedger.Failure.newerVersion: self = .newer
    case ImportLedger.Failure.spreadsheet: self = .spreadsheet
    case ImportLedger.Failure.invalid(let place, let problems):
      let parts = place.split(whereSeparator: { "[]".contains($0) })
      guard parts.count == 2, let kind = LedgerFilesPage.Kind(rawValue: String(parts[0])),
        let index = Int(parts[1])
      else { return nil }
      self = .element(
        kind, number: index + 1,
        problems.map { .init(field: $0.field.rawValue, problem: FieldProblem($0, text: "")) })
    case let failure as ImportFailure: self = .file(ImportFileProblem(failure))
    default: return nil
    }
  }
}
