import Blobs
import Families
import Finances
import FoundationEssentials
import HearthDomain
import Household
import Hub
import HubHTTP
import LocalTransport
import Rates
import Replica
import ReplicaHTTP
import SQLite
import SyncProtocol
import Threads
import Values
import Wording

/// Where the commands about money and families find what somebody has: in the data folder of a hub,
/// or on a device.
enum MoneyPlace {
  case hub(LocalHub, Account)
  case device(DeviceFolder, SignInReply)

  static let options: [Command.Option] = [
    .value("account", "NAME", "for whom; may be left out when there is one account"), .data,
    .value("device", "DIR", "of the folder of hearth device instead"), .json,
  ]

  /// The areas whose derived tables these commands read.
  private static let areas: [any DomainArea.Type] = [Finances.self, Families.self]

  static func open(_ invocation: Invocation) throws -> MoneyPlace {
    guard let path = invocation["device"] else {
      let hub = try LocalHub(DataFolder(invocation))
      return .hub(hub, try hub.account(named: invocation["account"]))
    }
    for option in ["data", "account"] where invocation[option] != nil {
      throw CommandFailure.usage("--\(option) and --device do not go together; leave one out")
    }
    let folder = DeviceFolder(path: path)
    guard Posix.exists(folder.replica), let session = folder.session() else {
      throw CommandFailure.refused("\(path) is not the folder of a device that has signed in")
    }
    return .device(folder, session)
  }

  /// The account for which a command works.
  var accountID: AccountID {
    switch self {
    case .hub(_, let account): account.id
    case .device(_, let session): session.account.id
    }
  }

  /// The hub, for what is not in a replica: who has what, and invites.
  func client() throws -> any HubClient {
    switch self {
    case .hub(let hub, let account):
      return LocalHubClient(
        hub: hub.hub, accounts: hub.accounts,
        invitations: Invitations(
          hub: hub.hub, codeKey: try HubFolder(path: hub.folder.path).codeKey),
        accountID: account.id, sessionID: nil, address: nil, pool: hub.pool)
    case .device(let folder, let session):
      guard let hub = folder.hub else {
        throw CommandFailure.refused("\(folder.path) is not the folder of a device")
      }
      return HTTPHubClient(HTTPTransport(address: hub, token: session.token))
    }
  }

  /// The bank's rates, as the hub or the device has them.
  private var rates: CurrentRates {
    switch self {
    case .hub(let hub, _): CurrentRates(path: hub.folder.rates)
    case .device(let folder, _): CurrentRates(path: folder.rates)
    }
  }

  /// Asks the hub for what is not in a replica. The place is kept meanwhile: the hub's threads end
  /// with it.
  func ask<Answer>(
    _ body: (any HubClient) async throws -> Answer
  ) async throws -> Answer {
    defer { withExtendedLifetime(self) {} }
    return try await body(try client())
  }

  /// Reads what the hub or the device has now.
  ///
  /// - Parameter ofLedger: whether what the person had of groups that they have lost is kept
  ///   before, as the pages of their ledger do.
  func read<Result: Sendable>(
    _ terminal: Terminal, ofLedger: Bool = false, _ body: (MoneyReader) throws -> Result
  ) async throws -> Result {
    switch self {
    case .hub(let hub, let account):
      try Posix.makeFolder(hub.folder.replicas)
      let rates = rates
      let result = try await hub.withReplica(
        of: account, in: hub.folder.replicas, deriving: Self.areas
      ) { file, transport in
        if ofLedger { try await hub.keepLostShares(of: account, in: file, via: transport) }
        return try file.read { try body(MoneyReader($0, account.id, rates)) }
      }
      try hub.note(hiddenFrom: account, on: terminal)
      return result
    case .device(let folder, let session):
      let device = DeviceMoney(folder: folder, session: session)
      if ofLedger { try await device.keepLostShares() }
      return try device.read(terminal, body)
    }
  }

  /// Writes at the hub, or on the device and then at the hub if it can be reached.
  ///
  /// - Parameters:
  ///   - prepare: makes the change from what is there now; throws if the command line asks for what
  ///     cannot be.
  ///   - show: reads what came of it.
  ///   - isConverting: whether the ledger is converted before that, into another currency.
  func write<Result: Sendable, Shown: Sendable>(
    converting isConverting: Bool = false,
    _ prepare: (MoneyReader) throws -> MoneyChange<Result>,
    show: (Result, MoneyReader) throws -> Shown
  ) async throws -> MoneyOutcome<Shown> {
    switch self {
    case .hub(let hub, let account):
      try Posix.makeFolder(hub.folder.replicas)
      let rates = rates
      return try await hub.withReplica(
        of: account, in: hub.folder.replicas, deriving: Self.areas
      ) { file, transport in
        let change = try file.read { try prepare(MoneyReader($0, account.id, rates)) }
        let result = try await file.confirm(
          relyingOn: change.reliance, via: transport, change.apply)
        // Such as of a group that was deleted.
        try await file.keepLostShares { try await file.confirm(via: transport, $0) }
        if isConverting { try file.convertLedger(DomainSources(rates: rates)) }
        return MoneyOutcome(
          shown: try file.read { try show(result, MoneyReader($0, account.id, rates)) },
          isSent: true)
      }
    case .device(let folder, let session):
      return try await DeviceMoney(folder: folder, session: session)
        .write(converting: isConverting, prepare, show: show)
    }
  }
}

/// A change of groups that has been read from the command line and not yet been made.
struct MoneyChange<Result: Sendable>: Sendable {
  /// What the hub must confirm first; nothing for what a device may write on its own.
  var reliance = Replica.Reliance.nothing
  let apply: @Sendable (WriteTransaction) throws -> Result

  init(
    relyingOn reliance: Replica.Reliance = .nothing,
    _ apply: @escaping @Sendable (WriteTransaction) throws -> Result
  ) {
    self.reliance = reliance
    self.apply = apply
  }
}

/// What a change has come to.
struct MoneyOutcome<Shown: Sendable>: Sendable {
  let shown: Shown
  /// Whether the hub has it; if not, the device sends it later.
  let isSent: Bool

  /// A sentence, with another one if the hub does not have the change yet.
  func saying(_ text: String) -> String {
    isSent
      ? text
      : text + "\nThe hub cannot be reached: this waits on the device and is sent when it is back."
  }
}

/// Somebody's groups at one moment.
struct MoneyReader {
  let connection: Connection
  let accountID: AccountID
  /// The bank's rates, as the hub or the device has them.
  let rates: CurrentRates
  /// How the person writes numbers and dates.
  let words: Catalogue
  /// The present day where the person is.
  let today: CalendarDay

  init(_ connection: Connection, _ accountID: AccountID, _ rates: CurrentRates) throws {
    self.connection = connection
    self.rates = rates
    self.accountID = accountID
    words = Catalogue(try Profile.own(in: connection))
    today = words.calendarDay(Date())
  }
}

/// The groups on a device.
private struct DeviceMoney {
  private static let threads = 2
  private static let maxWaiting = 64

  let folder: DeviceFolder
  let session: SignInReply

  private var rates: CurrentRates { CurrentRates(path: folder.rates) }

  /// Reads beside the device's own program.
  func read<Result>(
    _ terminal: Terminal, _ body: (MoneyReader) throws -> Result
  ) throws -> Result {
    let versions = try ReplicaFile.olderVersions(
      ofFile: folder.replica, domain: Migrations(HearthDomain.migrations))
    guard versions == nil else {
      throw CommandFailure.refused(
        "\(folder.path) is of an older Hearth; start hearth device once to bring it up to date")
    }
    let connection = try Connection(path: folder.replica, mode: .readOnly)
    let flags = DeviceFlags(folder: folder, override: nil, now: Posix.nowMilliseconds)
    let isHiding = flags.exposure.news.hidesShared
    try HearthDomain.hiding { isHiding }.limit(connection, schema: HearthDomain.schema)
    if isHiding { terminal.complain("hearth: \(CommandFailure.hiddenNote)") }
    return try connection.transaction(.deferred) {
      try body(MoneyReader(connection, session.account.id, rates))
    }
  }

  /// Keeps what was lost while the device's own program does not run; else that keeps it, when its
  /// ledger is looked at.
  func keepLostShares() async throws {
    let connection = try Connection(path: folder.replica, mode: .readOnly)
    let isDue = try connection.transaction(.deferred) { try KeepLostShares.isDue(connection) }
    // See above.
    guard isDue, let hub = folder.hub, let lock = try? folder.lock() else { return }
    defer { withExtendedLifetime(lock) {} }
    let pool = ThreadPool(name: "command", threads: Self.threads, maxWaiting: Self.maxWaiting)
    // Its own threads may be the last to release the file, and cannot wait for themselves to end.
    defer { Threads.Thread.start { pool.stop() } }
    let file = try open(pool)
    try await file.keepLostShares { try await file.write($0) }
    // What cannot be sent now waits on the device, and is said there.
    _ = try? await send(
      file,
      FilesFirst(
        transport: HTTPTransport(address: hub, token: session.token),
        blobs: try BlobFolder(path: folder.blobs), unsent: UnsentFiles(folder: folder)))
  }

  /// Writes while the device's own program does not run, and sends what waits.
  func write<Result: Sendable, Shown: Sendable>(
    converting isConverting: Bool, _ prepare: (MoneyReader) throws -> MoneyChange<Result>,
    show: (Result, MoneyReader) throws -> Shown
  ) async throws -> MoneyOutcome<Shown> {
    guard let hub = folder.hub else {
      throw CommandFailure.refused("\(folder.path) is not the folder of a device")
    }
    let lock = try folder.lock()
    defer { withExtendedLifetime(lock) {} }
    let pool = ThreadPool(name: "command", threads: Self.threads, maxWaiting: Self.maxWaiting)
    // Its own threads may be the last to release the file, and cannot wait for themselves to end.
    defer { Threads.Thread.start { pool.stop() } }
    let file = try open(pool)
    let transport = FilesFirst(
      transport: HTTPTransport(address: hub, token: session.token),
      blobs: try BlobFolder(path: folder.blobs), unsent: UnsentFiles(folder: folder))
    let change = try file.read { try prepare(MoneyReader($0, session.account.id, rates)) }
    let result: Result
    var isSent = true
    if change.reliance.zones.isEmpty, !change.reliance.accountList {
      let known = Set(try file.parkedChanges().map(\.number))
      result = try await file.write(change.apply)
      isSent = try await send(file, transport)
      guard try file.parkedChanges().allSatisfy({ known.contains($0.number) }) else {
        throw CommandFailure.refused(
          """
          the hub refused the change. It is kept on the device: start hearth device to see it, \
          and to try again or discard it
          """)
      }
    } else {
      result = try await file.confirm(relyingOn: change.reliance, via: transport, change.apply)
    }
    if try await file.keepLostShares({ try await file.write($0) }) {
      // What cannot be sent now waits on the device.
      _ = try? await send(file, transport)
    }
    if isConverting { try file.convertLedger(DomainSources(rates: rates)) }
    let shown = try file.read { try show(result, MoneyReader($0, session.account.id, rates)) }
    return MoneyOutcome(shown: shown, isSent: isSent)
  }

  private func open(_ pool: ThreadPool) throws -> ReplicaFile {
    try DeviceUpgrade(folder: folder).prepare(now: Posix.nowMilliseconds())
    let flags = DeviceFlags(folder: folder, override: nil, now: Posix.nowMilliseconds)
    let sources = DomainSources(rates: rates)
    let file = try ReplicaFile(
      path: folder.replica, domain: Migrations(HearthDomain.migrations),
      schema: HearthDomain.schema, accountID: session.account.id,
      environment: .init(now: Posix.nowMilliseconds, random: .init()),
      observer: DomainObserver(sources),
      hiding: HearthDomain.hiding { flags.exposure.news.hidesShared }, pool: pool)
    try file.write { try HearthDomain.settle($0.connection, sources) }
    return file
  }

  /// Returns whether the hub has everything that waited.
  private func send(_ file: ReplicaFile, _ transport: FilesFirst) async throws -> Bool {
    do {
      try await file.sync(via: transport)
    } catch SyncError.transport(.unreachable), SyncError.transport(.interrupted),
      SyncError.transport(.busy)
    {
      return false
    }
    return try file.status().pendingCount == 0
  }
}
