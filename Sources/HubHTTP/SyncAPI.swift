import Blobs
import Glibc
import HTTPServer
import Hub
import SyncProtocol
import Threads

/// Serves the sync protocol over HTTP (`docs/protocol.md`): decodes requests, asks the hub,
/// responds.
///
/// Blocking work runs on the given pools. `Limits` bounds sizes and concurrent large pushes.
package final class SyncAPI: Sendable {
  package struct Limits: Sendable {
    /// The largest body of a request, in bytes.
    package var maxBodyBytes = 1 << 20
    /// The largest body of a push with one large change set, in bytes.
    package var maxLargePushBytes = ChangeSet.maxBytes + (1 << 16)
    /// How many large pushes may be in memory at once.
    package var maxLargePushes = 2
    /// The largest page of a pull, in bytes, whatever the replica asks for.
    package var maxPullBytes = 4 << 20

    package init() {}
  }

  /// The thread pools for blocking work.
  package struct Pools: Sendable {
    /// Its threads wait for commits; as many writers as it has threads can share one commit.
    package var writing: ThreadPool
    package var reading: ThreadPool
    /// Computes password hashes, each of which takes a tenth of a second and much memory.
    package var passwords: ThreadPool

    package init(writing: ThreadPool, reading: ThreadPool, passwords: ThreadPool) {
      self.writing = writing
      self.reading = reading
      self.passwords = passwords
    }
  }

  let hub: Hub
  let accounts: Accounts
  let invitations: Invitations
  let pokes: Pokes
  let blobs: BlobFolder
  let pools: Pools
  let spoolDirectory: String
  let limits: Limits
  let leastProtocolVersion: Int
  let log: Log
  /// Called for each refused change set, with its account and the reason.
  let refusalObserver = Lock<(@Sendable (AccountID, RefusalReason) -> Void)?>(nil)
  package let metrics: Metrics
  let streams = StreamRegistry()
  /// The replicas with a push in progress, as `account/replica`.
  let pushing = Lock<Set<String>>([])
  let largePushes = Lock(0)

  /// - Parameters:
  ///   - spoolDirectory: the folder for large bodies, which are kept in unnamed files.
  ///   - leastProtocolVersion: the oldest version of the protocol that is served.
  package init(
    hub: Hub, accounts: Accounts, invitations: Invitations, pokes: Pokes, blobs: BlobFolder,
    pools: Pools, spoolDirectory: String, limits: Limits = Limits(),
    leastProtocolVersion: Int = ProtocolVersion.least, log: Log, metrics: Metrics = Metrics()
  ) {
    self.hub = hub
    self.accounts = accounts
    self.invitations = invitations
    self.pokes = pokes
    self.blobs = blobs
    self.pools = pools
    self.spoolDirectory = spoolDirectory
    self.limits = limits
    self.leastProtocolVersion = leastProtocolVersion
    self.log = log
    self.metrics = metrics
  }

  /// Calls `body` for each refused change set, with its account and the reason, on the thread that
  /// judged it. `body` must not block.
  package func onRefusal(_ body: @escaping @Sendable (AccountID, RefusalReason) -> Void) {
    refusalObserver.withLock { $0 = body }
  }

  /// Whether this API answers a request.
  package static func owns(_ head: HTTPRequestHead) -> Bool {
    // Called for every request, also for pages: the first letter rules out most, unless it is
    // escaped.
    let slash = UInt8(ascii: "/")
    guard let first = head.rawPath.utf8.first(where: { $0 != slash }),
      "shm%".utf8.contains(first)
    else { return false }
    let segments = head.pathSegments
    return segments.starts(with: SyncRoute.prefix) || segments == ["healthz"]
      || segments == ["metrics"]
  }

  /// The response to a request that the server refuses before it is handled. `nil` if the path,
  /// given as received, is not one of the protocol's.
  package static func refusal(
    of path: String?, _ status: HTTPStatus, _ reason: String
  ) -> HTTPResponse? {
    guard let path, path.hasPrefix("/\(SyncRoute.prefix.joined(separator: "/"))/") else {
      return nil
    }
    let error =
      switch status {
      case .contentTooLarge: "tooLarge"
      case .serviceUnavailable: "busy"
      case .insufficientStorage: "storage"
      case .internalServerError: "internal"
      default: "malformed"
      }
    return Problem(status, error, reason).response
  }

  /// Decides from the headers alone how to receive a body.
  package func bodyPolicy(for head: HTTPRequestHead) -> BodyPolicy {
    // `respond` answers a request without a route, and needs no body for that.
    guard let route = try? SyncRoute(head.method, head.pathSegments) else { return .none }
    switch route {
    case .push, .handBack:
      if let length = head.contentLength, length <= limits.maxBodyBytes {
        return .buffer(maxBytes: limits.maxBodyBytes)
      }
      return spool(head, maxBytes: limits.maxLargePushBytes)
    case .putBlob: return spool(head, maxBytes: BlobFolder.maxBytes)
    case .signIn, .pull, .hold, .createInvite, .makeShare, .offerOwnership, .previewInvite,
      .redeemInvite, .setRole, .setName, .setPassword, .restoreZone, .history, .matchInvite,
      .keepJoin,
      .setJoinChoice:
      return .buffer(maxBytes: limits.maxBodyBytes)
    case .signOut, .me, .sessions, .endSession, .events, .revokeInvite, .removeParticipant,
      .stopSharing, .capabilities, .flags, .acceptOwnership, .withdrawOffer, .share, .notices,
      .dismissNotice, .zoneCopy, .deletedZones, .purgeDeletedZone, .pendingJoins, .redeemJoin,
      .forgetJoin, .getBlob, .uploadOffset:
      return .none
    }
  }

  /// Spools a body to disk, but only for a signed-in account. The check is one indexed read.
  private func spool(_ head: HTTPRequestHead, maxBytes: Int) -> BodyPolicy {
    if let problem = versionProblem(head) { return .reject(problem.response) }
    // If the store cannot be read, nobody is let in.
    guard (try? signedIn(head)) != nil else { return .reject(Problem.unauthorised.response) }
    return .spool(maxBytes: maxBytes, directory: spoolDirectory)
  }

  package func respond(to request: HTTPRequest) async -> HTTPResponse {
    switch request.pathSegments {
    case ["healthz"]: return await health()
    case ["metrics"]: return await metricsPage(request)
    default: break
    }
    do throws(SyncRoute.Miss) {
      return await respond(to: request, at: try SyncRoute(request.method, request.pathSegments))
    } catch {
      switch error {
      case .notFound: return Problem.notFound.response
      case .methodNotAllowed:
        return Problem(.methodNotAllowed, "methodNotAllowed", "not with this method").response
      }
    }
  }

  private func respond(to request: HTTPRequest, at route: SyncRoute) async -> HTTPResponse {
    let start = Self.seconds()
    var response: HTTPResponse
    do {
      response = try await answer(request, route)
    } catch {
      response = answer(to: error, at: route)
    }
    if response.headers["Cache-Control"] == nil { response.headers["Cache-Control"] = "no-store" }
    // Compression is safe here: a page of another site cannot make a browser send the token in the
    // header, so no stranger chooses any text of the response.
    response = await response.compressed(for: request.head, on: pools.reading)
    metrics.observe(
      route: route.name, status: response.status.rawValue, seconds: Self.seconds() - start)
    return response
  }

  private func answer(to error: any Error, at route: SyncRoute) -> HTTPResponse {
    if let problem = Problem(error) { return problem.response }
    metrics.add(to: .errors)
    log(Log.failure, ["route": .text(route.name), "error": .text("\(type(of: error)): \(error)")])
    return Problem(.internalServerError, "internal", "the hub failed; its log says why").response
  }

  private func answer(_ request: HTTPRequest, _ route: SyncRoute) async throws -> HTTPResponse {
    if route != .capabilities, let problem = versionProblem(request.head) { throw problem }
    switch route {
    case .signIn: return try await signIn(request)
    case .signOut: return try await signOut(request)
    case .me: return try await me(request)
    case .setName: return try await setName(request)
    case .setPassword: return try await setPassword(request)
    case .sessions: return try await sessions(request)
    case .endSession(let id): return try await endSession(id, request)
    case .push: return try await push(request)
    case .pull: return try await pull(request)
    case .handBack: return try await handBack(request)
    case .hold: return try await hold(request)
    case .events: return try await events(request)
    case .createInvite: return try await createInvite(request)
    case .previewInvite: return try await previewInvite(request)
    case .redeemInvite: return try await redeemInvite(request)
    case .matchInvite: return try await matchInvite(request)
    case .revokeInvite(let id): return try await revokeInvite(id, request)
    case .setRole(let zone, let account):
      return try await setRole(of: account, in: zone, request)
    case .removeParticipant(let zone, let account):
      return try await remove(account, from: zone, request)
    case .stopSharing(let zone): return try await stopSharing(zone, request)
    case .capabilities: return try await capabilities()
    case .flags: return try await flags(request)
    case .offerOwnership(let zone): return try await offerOwnership(of: zone, request)
    case .withdrawOffer(let zone, let account):
      return try await withdrawOffer(of: zone, to: account, request)
    case .acceptOwnership(let id): return try await acceptOwnership(notice: id, request)
    case .share(let zone): return try await share(of: zone, request)
    case .makeShare(let zone): return try await makeShare(of: zone, request)
    case .notices: return try await notices(request)
    case .dismissNotice(let id): return try await dismissNotice(id, request)
    case .zoneCopy(let notice): return try await zoneCopy(ofNotice: notice, request)
    case .deletedZones: return try await deletedZones(request)
    case .restoreZone(let zone): return try await restoreZone(zone, request)
    case .purgeDeletedZone(let zone): return try await purgeDeletedZone(zone, request)
    case .history: return try await history(request)
    case .keepJoin: return try await keepJoin(request)
    case .pendingJoins: return try await pendingJoins(request)
    case .setJoinChoice(let id): return try await setJoinChoice(id, request)
    case .redeemJoin(let id): return try await redeemJoin(id, request)
    case .forgetJoin(let id): return try await forgetJoin(id, request)
    case .getBlob(let name): return try await getBlob(name, request)
    case .putBlob(let name): return try await putBlob(name, request)
    case .uploadOffset(let name): return try await uploadOffset(name, request)
    }
  }

  // MARK: Who asks

  /// Why this client's protocol version is not served, or `nil` if it is.
  private func versionProblem(_ head: HTTPRequestHead) -> Problem? {
    let values = head.headers.all(ProtocolVersion.header)
    // Version 1 of the protocol had no such header.
    let version = values.isEmpty ? 1 : values.count == 1 ? Int(values[0]) : nil
    guard let version, version > 0 else {
      return Problem(.badRequest, "malformed", "\(ProtocolVersion.header) is no version")
    }
    return version < leastProtocolVersion ? .upgrade(to: leastProtocolVersion) : nil
  }

  /// The account and session that sent a request. Blocks. Throws `Problem.unauthorised`.
  func signedIn(_ head: HTTPRequestHead) throws -> (account: Account, session: Session) {
    // What was opened at a family's tablet with a PIN shows pages and nothing else.
    guard let text = Self.bearer(head), let found = try accounts.verify(text),
      found.session.kiosk == nil
    else { throw Problem.unauthorised }
    return found
  }

  private static func bearer(_ head: HTTPRequestHead) -> String? {
    let values = head.headers.all("Authorization")
    guard values.count == 1, let value = values.first else { return nil }
    let parts = value.split(separator: " ", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2, parts[0].lowercased() == "bearer" else { return nil }
    return String(parts[1])
  }

  /// Runs `body` with the signed-in account and session, on the pool for reading.
  func reading<Answer: Sendable>(
    _ request: HTTPRequest, _ body: @escaping @Sendable (Account, Session) throws -> Answer
  ) async throws -> Answer {
    try await run(on: pools.reading, request, body)
  }

  /// Runs `body` with the signed-in account and session, on the pool for writing.
  func writing<Answer: Sendable>(
    _ request: HTTPRequest, _ body: @escaping @Sendable (Account, Session) throws -> Answer
  ) async throws -> Answer {
    try await run(on: pools.writing, request, body)
  }

  private func run<Answer: Sendable>(
    on pool: ThreadPool, _ request: HTTPRequest,
    _ body: @escaping @Sendable (Account, Session) throws -> Answer
  ) async throws -> Answer {
    try await pool.run { [self] in
      let (account, session) = try signedIn(request.head)
      return try body(account, session)
    }
  }

  // MARK: Health and metrics

  private func health() async -> HTTPResponse {
    do {
      _ = try await pools.reading.run { [hub] in try hub.store.read { try $0.state() } }
      if hub.isDamaged {
        return .text(
          "the store is damaged: stop the server and run hearth doctor\n",
          status: .serviceUnavailable)
      }
      guard hub.store.mayLackRoom else { return .text("ok\n") }
      return await healthOfWriting()
    } catch {
      return .text("the store cannot be read\n", status: .serviceUnavailable)
    }
  }

  /// Checks that the store can be written, by a write that changes nothing: nothing else shows
  /// whether the disk has room.
  private func healthOfWriting() async -> HTTPResponse {
    do {
      try await pools.writing.run { [hub] in
        try hub.store.write { writer in
          let state = try writer.state()
          // The store skips a write of the same state, so change it and then restore it.
          var other = state
          other.lastNumber += 1
          try writer.setState(other)
          try writer.setState(state)
        }
      }
    } catch HubStoreError.storage {
      return .text(
        "the store cannot be written: the disk is full or read-only\n",
        status: .serviceUnavailable)
    } catch {
      // The hub is only busy; the disk is not full.
    }
    return .text("ok\n")
  }

  /// The metrics, for requests from this machine and for administrators. A request that a proxy
  /// forwarded does not count as coming from this machine.
  private func metricsPage(_ request: HTTPRequest) async -> HTTPResponse {
    let isForwarded =
      request.headers["X-Forwarded-For"] != nil || request.headers["Forwarded"] != nil
    let isLocal = ["127.0.0.1", "::1"].contains(request.remoteAddress) && !isForwarded
    // Others get the same answer whatever the cause, even an error.
    let isAdministrator =
      isLocal ? true : (try? await reading(request) { account, _ in account.isAdministrator })
    guard isAdministrator == true else { return Problem.notFound.response }
    var response = HTTPResponse.text(metrics.text(gauges: ["hearth_event_streams": streams.count]))
    response.headers["Content-Type"] = "text/plain; version=0.0.4; charset=utf-8"
    return response
  }

  /// A clock that never goes back, in seconds.
  static func seconds() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }
}
