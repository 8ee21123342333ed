import HearthDomain
import Glibc
import Household
import Hub
import HubHTTP
import HubSQLite
import LocalTransport
import Rates
import Replica
import SQLite
import SyncProtocol
import Threads

/// A hub opened by a command, possibly beside a running server: SQLite lets both write in turn.
final class LocalHub: Sendable {
  private static let threads = 2
  private static let maxWaiting = 64

  let folder: DataFolder
  let store: any HubMaintenance
  let hub: Hub
  let accounts: Accounts
  let pool = ThreadPool(name: "command", threads: threads, maxWaiting: maxWaiting)

  /// - Parameter path: the hub's file. By default it is the folder's, which must exist. A file
  ///   named here is created if missing; `:memory:` is a temporary hub.
  init(_ folder: DataFolder, path: String? = nil) throws {
    self.folder = folder
    if path == nil { try folder.requireHub() }
    let isMemory = path.map { $0 != folder.hub } ?? false
    store = try isMemory ? HubSQLite(path: path ?? folder.hub) : HubUpgrade.open(folder)
    let hub = Hub(store: store, schema: HearthDomain.schema, now: Posix.nowMilliseconds)
    self.hub = hub
    accounts = Accounts(store: store, signUps: .closed, now: Posix.nowMilliseconds) {
      try hub.createPersonalZone(for: $0, writer: $1)
    }
    guard path == folder.hub, !folder.isMade else { return }
    // Creates the secret, as a server would.
    _ = try HubFolder(path: folder.path)
    try folder.markMade()
  }

  deinit {
    // A pool's own thread may be the last to release this object, and cannot wait for itself to
    // end.
    let pool = pool
    Thread.start { pool.stop() }
  }

  /// Whether there is exactly one account, so that a command need not name it.
  func hasOneAccount() throws -> Bool {
    try accounts.accounts(limit: 2, by: .commandLine).count == 1
  }

  /// The account of a command: the named one, or the only one.
  func account(named name: String?) throws -> Account {
    if let name {
      guard let account = try accounts.account(named: name) else {
        throw CommandFailure.refused(
          "there is no account '\(name)'; hearth account list shows those that are there")
      }
      return account
    }
    let all = try accounts.accounts(limit: 2, by: .commandLine)
    guard let first = all.first else {
      throw CommandFailure.refused(
        """
        nobody has an account yet; open the hub in a browser, or run: hearth account create NAME
        """)
    }
    guard all.count == 1 else {
      throw CommandFailure.refused("there are several accounts; say whose with --account NAME")
    }
    return first
  }

  /// Opens a temporary replica of an account, pulls it up to date, and removes it afterwards.
  ///
  /// It does not touch what a server shows: writes go to the hub like those of any device. Homes
  /// hidden while sharing is paused are hidden here too, and an error of `body` then says so.
  ///
  /// - Parameter areas: the areas of the domain whose local tables are derived while changes come
  ///   in; by default none are, and `HearthDomain.settle` derives them afterwards.
  func withReplica<Result>(
    of account: Account, in directory: String, deriving areas: [any DomainArea.Type] = [],
    _ body: (ReplicaFile, any Transport) async throws -> Result
  ) async throws -> Result {
    let sources = DomainSources(rates: CurrentRates(path: folder.rates))
    let path = "\(directory)/cli-\(getpid())-\(UInt32.random(in: 0...UInt32.max)).db"
    Self.remove(path)
    defer { Self.remove(path) }
    let file = try ReplicaFile(
      path: path, domain: Migrations(HearthDomain.migrations), schema: HearthDomain.schema,
      accountID: account.id,
      environment: .init(now: Posix.nowMilliseconds, random: .init(), isAttended: false),
      observer: areas.isEmpty ? nil : AreaObserver(areas: areas, sources: sources),
      hiding: HearthDomain.hiding { [hub] in try hub.hidesShared }, pool: pool)
    let transport = InProcessTransport(
      hub: hub, account: account.id, pokes: Pokes(hub: hub, pool: pool), pool: pool,
      vouchesForBlobs: true)
    if !areas.isEmpty {
      try await file.write { for area in areas { try area.settle($0.connection, sources) } }
    }
    try await file.pull(via: transport)
    let isHiding = try file.hiddenZones() != nil
    do {
      return try await body(file, transport)
    } catch  where isHiding {
      throw CommandFailure(error).whileHiding
    }
  }

  /// Notes on the terminal that an account has homes that are hidden at present.
  func note(hiddenFrom account: Account, on terminal: Terminal) throws {
    guard try hub.hidesZones(of: account.id) else { return }
    terminal.complain("hearth: \(CommandFailure.hiddenNote)")
  }

  private static func remove(_ path: String) {
    for suffix in ["", "-wal", "-shm", ".incarnation", ".lock"] { unlink(path + suffix) }
  }
}

/// Brings the local tables of one area up to date in the transactions that change its rows.
private struct AreaObserver: Replica.Observer {
  let areas: [any DomainArea.Type]
  let sources: DomainSources

  func recordsChanged(_ keys: Set<RecordKey>, in connection: Connection) throws {
    for area in areas { try area.refresh(connection, changed: Array(keys), sources) }
  }
}
