import Glibc
import Household
import Hub
import Images
import Importing
import Replica
import SyncProtocol

/// Imports a file for an account: plans, stores the photos, writes everything in one change set.
struct Importer: Sendable {
  struct Request: Sendable {
    /// The home for rows that name none.
    var home: String?
    var currency: String?
    var isDryRun: Bool
  }

  /// Carries the plan out of a transaction that must not write.
  private struct Planned: Error {
    let plan: ImportPlan
  }

  private static let standardCurrency = "EUR"

  let hub: LocalHub
  let account: Account
  /// Where the replica of this run lies while it works.
  let directory: String

  /// For a dry run where there is no hub: one in memory, with an account that nobody has.
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
      let currency =
        try request.currency
        ?? replica.read { connection in
          try Profile.own(in: connection)?.currency ?? Self.standardCurrency
        }
      // Every known code has its number of decimals.
      guard let known = ImportCurrency(code: currency) else {
        throw CommandFailure.refused("\(currency) is no currency; name one with --currency")
      }
      progress("Reading \(file.name) …")
      let document = try file.read(ImportOptions(currency: known))
      let job = ImportJob(document: document, home: request.home, currency: currency)
      let plan = try Self.plan(job, on: replica)
      let report = ImportReport(plan, file: file.name, isDryRun: request.isDryRun)
      guard !request.isDryRun, !plan.isEmpty else { return report }
      let photos = try await PhotoIntake(folder: hub.folder).store(
        plan.photos, from: file.archive, progress: progress)
      progress("Writing …")
      _ = try await replica.confirm(
        relyingOn: Replica.Reliance(zones: plan.homes.compactMap(\.existingID)), via: transport
      ) { transaction in
        let plan = try job.plan(in: transaction)
        return try ApplyImport(plan, photos: photos)(transaction)
      }
      return report
    }
  }

  /// What the import would do: run as it will be, and rolled back.
  private static func plan(_ job: ImportJob, on replica: ReplicaFile) throws -> ImportPlan {
    do {
      return try replica.write { throw Planned(plan: try job.plan(in: $0)) }
    } catch let planned as Planned {
      return planned.plan
    }
  }
}

/// What is imported and where to: everything that the use case depends on, apart from the database.
struct ImportJob: Sendable {
  private static let firstHomeName = "My home"

  let document: ImportDocument
  /// The home's name, when the person has named one.
  let home: String?
  let currency: String

  /// Whether rows are in the file that name no home.
  private var needsHome: Bool {
    document.items.contains { $0.homeIndex == nil }
      || document.locations.contains { $0.homeIndex == nil } || document.homes.isEmpty
  }

  /// Finds or makes the home that is needed, and plans.
  func plan(in transaction: WriteTransaction) throws -> ImportPlan {
    var choices = ImportChoices(currency: currency)
    if needsHome { choices.homeID = try homeID(in: transaction) }
    return try ImportPlan(document, choices, in: transaction.connection)
  }

  private func homeID(in transaction: WriteTransaction) throws -> ZoneID {
    if home == nil, let primary = try PrimaryHome.find(in: transaction.connection) {
      return primary
    }
    let name = home ?? Self.firstHomeName
    let known = try transaction.connection.query(
      "SELECT id FROM homes WHERE nameKey = ? ORDER BY createdAt, id", .text(NameKey.make(name))
    ) { $0.text(0) }
    if known.count > 1 {
      throw CommandFailure.refused("there are \(known.count) homes called \(name); rename one")
    }
    if let id = known.first { return id }
    return try CreateHome(HomeDetails(name: name), rooms: [])(transaction).id
  }
}
