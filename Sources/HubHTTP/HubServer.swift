import Blobs
import HTTPServer
import Hub
import SyncProtocol
import Threads

/// A hub with all that belongs to it (accounts, invites, hints, blobs, threads), and its protocol
/// over HTTP.
///
///     let folder = try HubFolder(path: "data")
///     let server = try HubServer(
///       store: HubSQLite(path: folder.store), schema: schema, folder: folder)
///     try server.accounts.create(name: "ann", password: password, by: .commandLine)
///     let port = try server.start(port: 8080)
///
/// It speaks plain HTTP: put it behind a proxy that speaks TLS, or keep it on loopback. A folder
/// has one server at a time; other processes may open the same store and write to it, but those who
/// listen here hear of that only when they ask again.
public final class HubServer: Sendable {
  /// Threads and queues. A household's machine has few cores; what waits longer is refused.
  private enum Bounds {
    static let writerThreads = 4
    static let readerThreads = 4
    static let passwordThreads = 2
    static let maxWaiting = 256
    static let maxWaitingPasswords = 32
  }

  /// What the same port answers besides the protocol.
  package struct Site: Sendable {
    package var bodyPolicy: @Sendable (HTTPRequestHead) -> BodyPolicy
    /// The answer to what no handler sees, see `HTTPServerConfiguration`; not asked for the paths
    /// of the protocol.
    package var refusal: @Sendable (_ path: String?, HTTPStatus, _ reason: String) -> HTTPResponse
    /// What needs no handler, see `HTTPServerConfiguration`; asked before anything else is.
    package var storedReply: @Sendable (HTTPRequestHead) -> StoredReply?
    /// Where it is kept what is being answered, see `HTTPServerConfiguration`.
    package var underWay: RequestsUnderWay?
    package var handle: HTTPServer.Handler

    package init(
      bodyPolicy: @escaping @Sendable (HTTPRequestHead) -> BodyPolicy,
      refusal: @escaping @Sendable (String?, HTTPStatus, String) -> HTTPResponse,
      storedReply: @escaping @Sendable (HTTPRequestHead) -> StoredReply? = { _ in nil },
      underWay: RequestsUnderWay? = nil,
      handle: @escaping HTTPServer.Handler
    ) {
      self.bodyPolicy = bodyPolicy
      self.refusal = refusal
      self.storedReply = storedReply
      self.underWay = underWay
      self.handle = handle
    }
  }

  private enum State {
    case ready
    case starting
    case running(HTTPServer, streams: Task<Void, Never>)
    case stopped
  }

  /// What replicas push to and pull from.
  public let hub: Hub
  /// Who may sign in. Everything in it blocks.
  public let accounts: Accounts
  /// Makes invites and finds them by token or code.
  public let invitations: Invitations
  /// Tells replicas in this process of changes, see `InProcessTransport`.
  public let pokes: Pokes
  /// The files that records name. Sweep it now and then: nothing else removes any.
  public let blobs: BlobFolder
  package let pools: SyncAPI.Pools
  package let log: Log
  private let api: SyncAPI
  private let state = Lock(State.ready)

  /// Opens everything; nobody can reach it before `start`. Blocks.
  ///
  /// - Parameters:
  ///   - schema: what is synced; every replica holds the same.
  ///   - signUps: who may make an account with `accounts.create(name:password:address:)`; the
  ///     protocol itself has no way to make one.
  ///   - isSharingOpen: whether anyone may be invited or join.
  ///   - limits: what one account may take.
  ///   - leastProtocolVersion: clients of an older version of the protocol are turned away, see
  ///     `ProtocolVersion`.
  ///   - now: the wall clock, milliseconds since 1970.
  ///   - logsFailuresOnly: whether only what went wrong in the hub itself is logged.
  ///   - log: takes one line of JSON per event, on any thread; it must not wait. `nil`: nobody
  ///     reads them, and none is made.
  /// - Throws: `BlobError` when the folder of blobs cannot be made.
  public init(
    store: any HubStore, schema: SyncSchema, folder: HubFolder, signUps: SignUps = .closed,
    isSharingOpen: Bool = true, limits: AccountLimits = AccountLimits(),
    leastProtocolVersion: Int = ProtocolVersion.least,
    now: @escaping @Sendable () -> Int64 = WallClock.nowMilliseconds,
    logsFailuresOnly: Bool = false, log: (@Sendable (_ line: String) -> Void)? = nil
  ) throws(BlobError) {
    blobs = try BlobFolder(path: folder.blobs)
    let hub = Hub(
      store: store, schema: schema, isSharingOpen: isSharingOpen, limits: limits,
      sealing: folder.sealing, now: now)
    self.hub = hub
    blobs.onRemoved { hashes in
      // Files that still count take some of their account's room, and nobody can do more about it.
      try? hub.uncountBlobs(hashes.map(\.description))
    }
    accounts = Accounts(store: store, signUps: signUps, now: now) {
      try hub.createPersonalZone(for: $0, writer: $1)
    }
    invitations = Invitations(hub: hub, codeKey: folder.codeKey)
    pools = SyncAPI.Pools(
      writing: ThreadPool(
        name: "hub writing", threads: Bounds.writerThreads, maxWaiting: Bounds.maxWaiting),
      reading: ThreadPool(
        name: "hub reading", threads: Bounds.readerThreads, maxWaiting: Bounds.maxWaiting),
      passwords: ThreadPool(
        name: "passwords", threads: Bounds.passwordThreads,
        maxWaiting: Bounds.maxWaitingPasswords))
    pokes = Pokes(hub: hub, pool: pools.reading)
    self.log = Log(now: now, isFailuresOnly: logsFailuresOnly, sink: log)
    do {
      try hub.announceSealingKey()
    } catch {
      // Devices keep nothing then that a restored hub would know; all else works.
      self.log(Log.failure, ["error": .text("the sealing key was not stored: \(error)")])
    }
    api = SyncAPI(
      hub: hub, accounts: accounts, invitations: invitations, pokes: pokes, blobs: blobs,
      pools: pools, spoolDirectory: folder.temporary,
      leastProtocolVersion: leastProtocolVersion, log: self.log)
  }

  deinit {
    // The pools' threads may be the last to let go of this; they cannot wait for themselves.
    let pools = pools
    Thread.start {
      for pool in [pools.writing, pools.reading, pools.passwords] { pool.stop() }
    }
  }

  /// Calls `body` for each change set of a device that is refused, on the thread that judged it; it
  /// must not wait.
  package func onRefusal(_ body: @escaping @Sendable (AccountID, RefusalReason) -> Void) {
    api.onRefusal(body)
  }

  /// Listens and returns; requests are answered from here on, until `stop`. A server starts once.
  ///
  /// - Parameters:
  ///   - host: a numeric address or a name of this machine; empty for every address it has.
  ///   - port: 0 lets the system choose.
  /// - Returns: the port.
  @discardableResult
  public func start(
    host: String = "127.0.0.1", port: UInt16 = 0
  ) throws(HubServerError) -> UInt16 {
    do throws(HTTPServerError) {
      return try start(at: ListenAddress(host: host, port: port), beside: nil)
    } catch {
      throw HubServerError(error)
    }
  }

  /// The same, with pages on the same port.
  package func start(at address: ListenAddress, beside site: Site?) throws(HTTPServerError)
    -> UInt16
  {
    let isFirst = state.withLock { state in
      guard case .ready = state else { return false }
      state = .starting
      return true
    }
    guard isFirst else { throw .alreadyStarted }
    let server = HTTPServer(configuration: configuration(address, site)) { [self] request in
      guard let site, !SyncAPI.owns(request.head) else {
        return await api.respond(to: request)
      }
      return await site.handle(request)
    }
    do throws(HTTPServerError) {
      try server.start()
    } catch {
      // Another address may still do.
      state.withLock { $0 = .ready }
      throw error
    }
    // Ends the event streams of those whose sessions have ended.
    let streams = Task { [api] in await api.run() }
    state.withLock { $0 = .running(server, streams: streams) }
    return server.boundPort ?? address.port
  }

  private func configuration(_ address: ListenAddress, _ site: Site?) -> HTTPServerConfiguration {
    var configuration = HTTPServerConfiguration(address: address)
    configuration.bodyPolicy = { [api] head in
      guard let site, !SyncAPI.owns(head) else { return api.bodyPolicy(for: head) }
      return site.bodyPolicy(head)
    }
    let elsewhere = site?.refusal ?? configuration.refusal
    configuration.refusal = { path, status, reason in
      SyncAPI.refusal(of: path, status, reason) ?? elsewhere(path, status, reason)
    }
    if let site {
      configuration.storedReply = site.storedReply
      configuration.underWay = site.underWay
    }
    return configuration
  }

  /// Lets requests that are under way end, for up to `graceSeconds`, and returns when nobody is
  /// answered any more. What was acknowledged is on the disk in any case.
  public func stop(graceSeconds: Double = 5) async {
    let running = state.withLock { state -> (HTTPServer, Task<Void, Never>)? in
      guard case .running(let server, let streams) = state else { return nil }
      state = .stopped
      return (server, streams)
    }
    guard let (server, streams) = running else { return }
    streams.cancel()
    await server.stop(graceSeconds: graceSeconds)
  }
}

/// Why a hub's server did not start. Closed.
public enum HubServerError: Error, Equatable, Sendable {
  case addressInUse(host: String, port: UInt16)
  /// The host is unknown or not an address of this machine.
  case addressNotAvailable(host: String)
  /// A port below 1024 needs a privilege.
  case permissionDenied(port: UInt16)
  case alreadyStarted
  /// A system call failed, with its error number.
  case system(call: String, code: Int32)

  init(_ error: HTTPServerError) {
    switch error {
    case .addressInUse(let address):
      self = .addressInUse(host: address.host, port: address.port)
    case .addressNotAvailable(let address): self = .addressNotAvailable(host: address.host)
    case .permissionDenied(let address): self = .permissionDenied(port: address.port)
    case .alreadyStarted: self = .alreadyStarted
    case .badCertificate: preconditionFailure("a hub's server has no certificate")
    case .system(let call, let code): self = .system(call: call, code: code)
    }
  }
}
