import Backends
import HTTPServer
import Household
import Importing
import Intake
import Replica
import SyncProtocol
import Things
import Values
import Wording

/// Imports archives of Hearth, inventory files of Homebox and MovingBox, and spreadsheets.
enum ImportResource: Resource {
  static let tag = "Import"
  static let schemas: [JSON.Member] = [.init("ImportReport", ImportReportShape.schema)]

  /// The largest file to import, in bytes.
  static let maxFileBytes = 200_000_000
  /// How many imports may run at the same time; each needs memory for its file.
  private static let maxRunning = 2

  private static let types = [
    "text/csv", "text/tab-separated-values", "application/zip", "application/octet-stream",
  ]

  static let operations = [
    Operation(
      method: .post, path: "/api/v1/import", id: "importFile",
      summary: "Import an archive of Hearth, or a file of Homebox or MovingBox",
      details: """
        Writes what is new, or with `dryRun` only says what it would do. Of an archive of Hearth \
        what is there already stays as it is, and what is missing is added. Of a CSV or TSV file \
        of Homebox, a ZIP or CSV file of MovingBox, or a CSV or TSV of any program with a column \
        of names, what has changed is written as well, and rows that need fixing are listed and \
        left out. Importing a file again into the same home changes nothing; `newHome` makes \
        another home each time. It needs a token of all homes: a file may name several homes and \
        make others, and a row that is known by its id changes its item in whichever home that is \
        by now.
        """,
      scope: .write, needsAllHomes: true,
      query: [
        Parameter("dryRun", .flag, example: true, "Only say what would happen."),
        .homeID(isRequired: false, "The home for rows that name none."),
        Parameter(
          "newHome", .text(maxLength: 100), example: "Cabin",
          "The name of a home that is made for rows that name none."),
        Parameter(
          "currency", .text(maxLength: 3), example: "EUR",
          "Of amounts that name none; the person's own when it is not said."),
      ],
      body: .file(types, maxBytes: maxFileBytes),
      outcome: .json("ImportReport", example: ImportReportShape.example),
      conflicts: ["`stale`: the household changed meanwhile.", "`home_limit`."],
      handler: handle)
  ]

  private static let handle: Operation.Handler = { call in
    try await reading(call) { try await run(call, path: $0) }
  }

  /// Runs an import of the uploaded file, if not too many run at present.
  ///
  /// - Parameter run: gets the path of the file.
  static func reading(
    _ call: Call, _ run: (_ path: String) async throws -> Reply
  ) async throws -> Reply {
    guard let file = call.request.bodyFile, file.size > 0 else {
      throw Problem(.unprocessableContent, "unreadable_file", "the body is empty; send the file")
    }
    let isFree = call.api.running.withLock { count in
      guard count < maxRunning else { return false }
      count += 1
      return true
    }
    guard isFree else { throw Problem.busy }
    defer { call.api.running.withLock { $0 -= 1 } }
    // The uploaded file has no name; this path leads to it while it is open.
    let path = "/proc/self/fd/\(file.file.descriptor)"
    defer { withExtendedLifetime(file) {} }
    return try await run(path)
  }

  /// Runs one part of an import in a transaction. Throws if nobody waits for the import any more:
  /// it ends, and what was written so far stays, as when a part fails.
  static func write<Result: Sendable>(
    _ call: Call, relyingOn reliance: Replica.Reliance,
    _ body: @escaping @Sendable (WriteTransaction) throws -> Result
  ) async throws -> Result {
    try call.requireAwaited()
    return try await call.workspace.write(relyingOn: reliance, body)
  }

  private static func run(_ call: Call, path: String) async throws -> Reply {
    let name = fileName(of: call.request.contentType)
    let settings = try await settings(call)
    let pool = call.api.means.hubPool
    let document: ImportDocument
    do {
      if let archive = try await pool.run({ try HouseholdArchive.open(path, name: name) }) {
        // Otherwise a hidden home would be created a second time.
        guard call.hidden == nil else { throw Problem.sharedHomesHidden }
        return try await restore(archive, call)
      }
      document = try await pool.run {
        var limits = ImportLimits()
        limits.maxTableBytes = maxFileBytes
        return try InventoryFile.open(path, name: name, limits: limits).read(settings.options)
      }
    } catch let failure as HouseholdArchive.Failure {
      throw Problem(
        .unprocessableContent, "unreadable_file", Catalogue().problem(ImportFileProblem(failure)))
    } catch let failure as ImportFailure {
      throw Problem(
        .unprocessableContent, "unreadable_file", Catalogue().problem(ImportFileProblem(failure)))
    }
    try call.requireAwaited()
    guard call.hidden == nil || document.homes.isEmpty else { throw Problem.sharedHomesHidden }
    let choices = choices(call, settings)
    let isDryRun = call.flag("dryRun") ?? false
    let plan = try await call.read { connection in
      // A dry run is refused wherever the import itself would be.
      if let home = choices.homeID { try call.requireWritable(home, in: connection) }
      return try ImportPlan(
        document, choices, in: connection, check: { try call.requireAwaited() })
    }
    guard !plan.needsHome || choices.homeID != nil || choices.newHomeName != nil else {
      throw Problem(
        .unprocessableContent, "home_needed",
        "the file has rows that name no home; say homeID or newHome",
        faults: [Problem.Fault("homeID", "missing", "must be there, or newHome")])
    }
    var report = ImportReportShape(plan, isDryRun: isDryRun)
    guard !isDryRun, !plan.isEmpty else { return .json(report.json) }
    report.add(try await write(plan, from: path, name: name, call))
    return .json(report.json)
  }

  /// Restores Hearth's own archive. Existing records stay as they are.
  private static func restore(_ archive: HouseholdArchive, _ call: Call) async throws -> Reply {
    let means = call.api.means
    let plan = try await call.read { try RestorePlan(archive, in: $0) }
    let isDryRun = call.flag("dryRun") ?? false
    guard !isDryRun, !plan.isEmpty else {
      return .json(ImportReportShape.json(plan, nil, isDryRun: isDryRun))
    }
    let journal = means.history.begin(of: call.account.id, fileName: archive.name, now: means.now())
    do {
      let outcome = try await call.intake.run(
        plan, progress: { _ in },
        apply: { apply, zones in
          let result = try await Self.write(call, relyingOn: Replica.Reliance(zones: zones)) {
            let result = try apply($0)
            try journal.note(result)
            return result
          }
          journal.commit(result)
          return result
        })
      return .json(ImportReportShape.json(plan, outcome, isDryRun: false))
    } catch let stopped as ImportRun.Stopped {
      throw stopped
    } catch {
      // Should it stay, taking it back finds nothing to take back.
      try? await means.hubPool.run { journal.discard(after: error) }
      throw error
    }
  }

  /// Writes an import part by part. If one part fails, the earlier ones stay; the list of imports
  /// can undo them, and sending the file again adds the rest.
  private static func write(
    _ plan: ImportPlan, from path: String, name: String, _ call: Call
  ) async throws -> ImportRun.Outcome {
    let means = call.api.means
    let journal = means.history.begin(of: call.account.id, fileName: name, now: means.now())
    do {
      return try await call.intake.run(
        plan, from: path, name: name, progress: { _ in },
        apply: { apply, zones in
          let result = try await Self.write(call, relyingOn: Replica.Reliance(zones: zones)) {
            let result = try apply($0)
            try journal.note(result)
            return result
          }
          journal.commit(result)
          return result
        })
    } catch let stopped as ImportRun.Stopped {
      throw stopped
    } catch {
      // Should it stay, taking it back finds nothing to take back.
      try? await means.hubPool.run { journal.discard(after: error) }
      throw error
    }
  }

  static func fileName(of type: String?) -> String {
    switch type {
    case "application/json": "import.json"
    case "application/zip": "import.zip"
    case "text/tab-separated-values": "import.tsv"
    default: "import.csv"
    }
  }

  /// What files are read with: the person's own currency and time zone, or the currency of the
  /// query.
  static func settings(_ call: Call) async throws -> ImportSettings {
    var settings = try await call.read { ImportSettings(try Profile.own(in: $0)) }
    if let currency = call.query("currency") {
      guard Currency(code: currency) != nil else {
        throw Problem.badQuery([
          Problem.Fault("currency", "unknown_currency", "must be an ISO 4217 code such as EUR")
        ])
      }
      settings.currency = currency
    }
    return settings
  }

  private static func choices(
    _ call: Call, _ settings: ImportSettings
  ) -> ImportChoices {
    var choices = ImportChoices(homeID: call.query("homeID"), currency: settings.currency)
    if choices.homeID == nil { choices.newHomeName = call.query("newHome") }
    return choices
  }
}

extension ApplyRestore.Failure: ProblemConvertible {
  var problem: Problem {
    switch self {
    case .homeNotFound: .notFound
    case .readOnlyHome: .readOnlyHome
    }
  }
}

extension ApplyImport.Failure: ProblemConvertible {
  var problem: Problem {
    switch self {
    case .stale: Problem(.conflict, "stale", "the household changed meanwhile; send it again")
    case .homeNotFound: .notFound
    case .readOnlyHome: .readOnlyHome
    }
  }
}
