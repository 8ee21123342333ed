import Blobs
import Glibc
import Household
import Hub
import Images
import Importing
import Intake
import Replica
import SQLite
import SyncProtocol
import Things

/// Imports a file for an account: makes the plan, stores photos, and writes everything part by
/// part. Plan, photos and messages are the same as on the web pages.
struct Importer: Sendable {
  struct Request: Sendable {
    /// The path of the file.
    var path: String
    /// The home for rows that name none.
    var home: String?
    var currency: String?
    var isDryRun: Bool
  }

  /// How many photos there are between two progress reports.
  private static let photosPerReport = 64
  private static let firstHomeName = "My home"

  let hub: LocalHub
  let account: Account
  /// The folder of this run's temporary replica.
  let directory: String
  /// The executable whose `image-worker` command reads pictures.
  var imageProgram = "/proc/self/exe"
  /// Asks the import to stop before its next part.
  var interruption = Interruption()

  /// The importer for a command line. A dry run without a hub, or without a clear account, runs
  /// against an empty hub; in the latter case it says so.
  static func make(_ invocation: Invocation) throws -> Importer {
    let folder = DataFolder(invocation)
    let isDryRun = invocation.has("dry-run")
    if isDryRun, try !folder.findHub() { return try onNothing(folder) }
    let hub = try LocalHub(folder)
    if isDryRun, invocation["account"] == nil, try !hub.hasOneAccount() {
      invocation.terminal.complain(
        """
        Looking as if nothing were there yet. To compare with what somebody has in \
        \(folder.path), say who with --account NAME.
        """)
      return try onNothing(folder)
    }
    try Posix.makeFolder(folder.replicas)
    return Importer(
      hub: hub, account: try hub.account(named: invocation["account"]),
      directory: folder.replicas)
  }

  /// The importer of a dry run without a hub: one in memory, with a placeholder account.
  static func onNothing(_ folder: DataFolder) throws -> Importer {
    let hub = try LocalHub(folder, path: ":memory:")
    let account = try hub.accounts.create(
      name: "nobody", password: SecureRandom.bytes(16).map { String($0) }.joined(separator: "-"),
      by: .commandLine)
    let temporary = getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp"
    return Importer(hub: hub, account: account, directory: temporary)
  }

  func run(
    _ file: InventoryFile, _ request: Request, progress: @escaping @Sendable (String) -> Void
  ) async throws -> ImportReport {
    try await hub.withReplica(of: account, in: directory) { replica, transport in
      try Self.checkHidden(replica, home: request.home)
      var settings = try replica.read { ImportSettings(try Profile.own(in: $0)) }
      if let currency = request.currency { settings.currency = currency }
      progress("Reading \(file.name) …")
      let document = try file.read(settings.options)
      let plan = try replica.read { connection in
        let choices = try Self.choices(
          for: document, home: request.home, currency: settings.currency, in: connection)
        return try ImportPlan(document, choices, in: connection)
      }
      var report = ImportReport(plan, file: file.name, isDryRun: request.isDryRun)
      guard !request.isDryRun, !plan.isEmpty else { return report }
      let journal = ImportHistory(directory: hub.folder.history).begin(
        of: account.id, fileName: file.name, now: Posix.nowMilliseconds())
      do {
        report.add(try await write(plan, request, file, journal, replica, transport, progress))
      } catch {
        if !(error is ImportRun.Stopped) { journal.discard(after: error) }
        throw error
      }
      return report
    }
  }

  /// Restores Hearth's own archive: existing records stay as they are, and missing ones are added.
  func restore(
    _ archive: HouseholdArchive, isDryRun: Bool, progress: @escaping @Sendable (String) -> Void
  ) async throws -> ImportReport {
    try await hub.withReplica(of: account, in: directory) { replica, transport in
      try Self.checkHidden(replica, home: nil)
      let plan = try replica.read { try RestorePlan(archive, in: $0) }
      var report = ImportReport(plan, file: archive.name, isDryRun: isDryRun)
      guard !isDryRun, !plan.isEmpty else { return report }
      let journal = ImportHistory(directory: hub.folder.history).begin(
        of: account.id, fileName: archive.name, now: Posix.nowMilliseconds())
      do {
        let outcome = try await hub.withIntake(of: account.id, imageProgram: imageProgram) {
          intake in
          try await intake.run(
            plan, progress: { Self.tell($0, progress) },
            apply: { apply, zones in
              try interruption.beginPart()
              let result = try await replica.confirm(
                relyingOn: .init(zones: zones), via: transport
              ) {
                let result = try apply($0)
                try journal.note(result)
                return result
              }
              journal.commit(result)
              return result
            })
        }
        report.add(outcome)
      } catch {
        if !(error is ImportRun.Stopped) { journal.discard(after: error) }
        throw error
      }
      return report
    }
  }

  private func write(
    _ plan: ImportPlan, _ request: Request, _ file: InventoryFile, _ journal: ImportJournal,
    _ replica: ReplicaFile, _ transport: any Transport,
    _ progress: @escaping @Sendable (String) -> Void
  ) async throws -> ImportRun.Outcome {
    try await hub.withIntake(of: account.id, imageProgram: imageProgram) { intake in
      try await intake.run(
        plan, from: request.path, name: file.name, progress: { Self.tell($0, progress) },
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
  }

  static func tell(_ step: ImportRun.Step, _ progress: (String) -> Void) {
    switch step {
    case .photos(let done, let total):
      if done.isMultiple(of: photosPerReport) { progress("Photos: \(done) of \(total) …") }
    case .writing(let done, let total): progress("Writing: \(done) of \(total) …")
    }
  }

  /// Throws while homes are hidden that the file may be about, because they would be created a
  /// second time.
  ///
  /// - Parameter home: the id or name of the home that everything goes to.
  static func checkHidden(_ replica: ReplicaFile, home: String?) throws {
    guard try replica.hiddenZones() != nil else { return }
    let isShown = try replica.read { connection in
      try home.map { try HomeAccess.isThere($0, in: connection) } ?? false
    }
    guard isShown else {
      throw CommandFailure.refused(
        "nothing was imported: it may be about a home that is hidden; name another one with --home")
    }
  }

  /// The home for rows that name none: the named one, the primary one, or a new one.
  private static func choices(
    for document: ImportDocument, home: String?, currency: String, in connection: Connection
  ) throws -> ImportChoices {
    var choices = ImportChoices(currency: currency)
    guard document.needsHome else { return choices }
    if home == nil, let primary = try PrimaryHome.find(in: connection) {
      choices.homeID = primary
      return choices
    }
    let name = home ?? firstHomeName
    choices.homeID = try HomeChoice.look(for: name, in: connection)?.id
    if choices.homeID == nil { choices.newHomeName = name }
    return choices
  }
}
