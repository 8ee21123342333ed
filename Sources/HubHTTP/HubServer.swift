import Blobs
import HTTPServer
import Hub
import SyncProtocol
import Threads

/// A hub with its accounts, invites, hints, blobs and threads, serving its protocol over HTTP.
///
///     let folder = try HubFolder(path: "data")
///     let server = try HubServer(
///       store: HubSQLite(path: folder.store), schema: schema, folder: folder)
///     try server.accounts.create(name: "ann", password: password, by: .commandLine)
///     let port = try server.start(port: 8080)
///
/// It speaks plain HTTP: put it behind a proxy that terminates TLS, or keep it on loopback. A
/// folder has one server at a time. Other processes may open the same store and write to it, but
/// clients that listen here learn of those changes only when they next ask.
public final class HubServer: Sendable {
  /// Sizes of thread pools and their queues, for a machine with few cores. Work beyond them is
  /// refused.
  private enum Bounds {
    static let writerThreads = 4
    static let readerThreads = 4
    static let passwordThreads = 2
    static let maxWaiting = 256
    static let maxWaitingPasswords = 32
  }

  /// What the same port serves besides the protocol.
  package struct Site: Sendable {
    package var bodyPolicy: @Sendable (HTTPRequestHead) -> BodyPolicy
    /// The response to requests that no handler sees, see `HTTPServerConfiguration`; not used for
    /// paths of the protocol.
    package var refusal: @Sendable (_ path: String?, HTTPStatus, _ reason: String) -> HTTPResponse
    /// Prepared responses, see `HTTPServerConfiguration`; consulted before anything else.
    package var storedReply: @Sendable (HTTPRequestHead) -> StoredReply?
    /// Records the requests being answered, see `HTTPServerConfiguration`.
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

  /// The hub that replicas push to and pull from.
  public let hub: Hub
  /// The accounts that may sign in. All its methods block.
  public let accounts: Accounts
  /// Creates invites, and finds them by token or code.
  public let invitations: Invitations
  /// Notifies replicas in this process of changes, see `InProcessTransport`.
  public let pokes: Pokes
  /// The files that records refer to. Sweep it from time to time: nothing else removes files.
  public let blobs: BlobFolder
  package let pools: SyncAPI.Pools
  package let log: Log
  private let api: SyncAPI
  private let state = Lock(State.ready)

  /// Opens everything. Nobody can reach the hub before `start`. Blocks.
  ///
  /// - Parameters:
  ///   - schema: the tables to sync; every replica must use the same schema.
  ///   - signUps: who may create an account with `accounts.create(name:password:address:)`; the
  ///     protocol itself cannot create any.
  ///   - isSharingOpen: whether people may be invited and may join.
  ///   - limits: the limits of one account.
  ///   - leastProtocolVersion: the oldest version of the protocol that is served, see
  ///     `ProtocolVersion`.
  ///   - now: the wall clock, milliseconds since 1970.
  ///   - logsFailuresOnly: whether only the hub's own failures are logged.
  ///   - log: receives one line of JSON per event, on any thread; it must not block. `nil` when
  ///     nobody reads them; then no lines are produced.
  /// - Throws: `BlobError` when the folder of blobs cannot be created.
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
      // On failure the removed files still count towards their account's room; nothing better can
      // be done.
      try? hub.uncountBlobs(hashes.map(\.description))
    }
    accounts = Accounts(store: store, signUps: signUps, secret: folder.codeKey, now: now) {
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
      // Devices then keep nothing that a restored hub would accept; all else works.
      self.log(Log.failure, ["error": .text("the sealing key was not stored: \(error)")])
    }
    api = SyncAPI(
      hub: hub, accounts: accounts, invitations: invitations, pokes: pokes, blobs: blobs,
      pools: pools, spoolDirectory: folder.temporary,
      leastProtocolVersion: leastProtocolVersion, log: self.log)
  }

  deinit {
    // A pool's own thread may be the last to release this object, and cannot wait for itself to
    // end.
    let pools = pools
    Thread.start {
      for pool in [pools.writing, pools.reading, pools.passwords] { pool.stop() }
    }
  }

  /// Calls `body` for each refused change set of a device, on the thread that judged it. `body`
  /// must not block.
  package func onRefusal(_ body: @escaping @Sendable (AccountID, RefusalReason) -> Void) {
    api.onRefusal(body)
  }

  /// Starts listening and returns. Requests are answered until `stop`; a server starts only once.
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

  /// Starts listening as above, with the pages of `site` on the same port.
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
      // The caller may try again with another address.
      state.withLock { $0 = .ready }
      throw error
    }
    // Closes event streams whose session has ended.
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

  /// Gives running requests up to `graceSeconds` to finish, and returns when no request is answered
  /// any more. Everything acknowledged is on disk in any case.
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

/// Why a hub's server did not start. No further cases will be added.
public enum HubServerError: Error, Equatable, Sendable {
  case addressInUse(host: String, port: UInt16)
  /// The host is unknown or not an address of this machine.
  case addressNotAvailable(host: String)
  /// The process lacks the privilege that a port below 1024 needs.
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
