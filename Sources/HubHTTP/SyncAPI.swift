import Blobs
import Glibc
import HTTPServer
import Hub
import SyncProtocol
import Threads

/// The sync protocol over HTTP (`docs/protocol.md`): decodes, asks the hub, answers.
///
/// What blocks runs on the pools given; at most `Limits` of anything is under way.
package final class SyncAPI: Sendable {
  package struct Limits: Sendable {
    /// A request's body, in bytes.
    package var maxBodyBytes = 1 << 20
    /// The body of a push with one large change set, in bytes.
    package var maxLargePushBytes = ChangeSet.maxBytes + (1 << 16)
    /// Large pushes in memory at once.
    package var maxLargePushes = 2
    /// A page of a pull, in bytes, whatever the replica asks for.
    package var maxPullBytes = 4 << 20

    package init() {}
  }

  /// Where work that blocks is done.
  package struct Pools: Sendable {
    /// Waits for commits: as many threads as writers may share one.
    package var writing: ThreadPool
    package var reading: ThreadPool
    /// Password hashes, a tenth of a second and much memory each.
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
  /// Told of each change set that was refused: whose it was, and why.
  let refusalObserver = Lock<(@Sendable (AccountID, RefusalReason) -> Void)?>(nil)
  package let metrics: Metrics
  let streams = StreamRegistry()
  /// Replicas with a push under way.
  let pushing = Lock<Set<String>>([])
  let largePushes = Lock(0)

  /// - Parameters:
  ///   - spoolDirectory: where large bodies wait in files without names.
  ///   - leastProtocolVersion: clients of an older version are turned away.
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

  /// Calls `body` for each change set that is refused, with whose it was and why, on the thread that
  /// judged it; it must not wait.
  package func onRefusal(_ body: @escaping @Sendable (AccountID, RefusalReason) -> Void) {
    refusalObserver.withLock { $0 = body }
  }

  /// Whether a request is this API's to answer.
  package static func owns(_ head: HTTPRequestHead) -> Bool {
    // Each page asks: the first letter tells most of them apart, unless it is escaped.
    let slash = UInt8(ascii: "/")
    guard let first = head.rawPath.utf8.first(where: { $0 != slash }),
      "shm%".utf8.contains(first)
    else { return false }
    let segments = head.pathSegments
    return segments.starts(with: SyncRoute.prefix) || segments == ["healthz"]
      || segments == ["metrics"]
  }

  /// The answer to what the server refuses before it is handled; `nil` where the path, which is as
  /// it came, is none of the protocol.
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

  /// What is done with a body, by its headers alone.
  package func bodyPolicy(for head: HTTPRequestHead) -> BodyPolicy {
    // Anything wrong with the route is answered by `respond`, without a body.
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

  /// Nobody fills the disk who is not signed in. The check is one indexed read.
  private func spool(_ head: HTTPRequestHead, maxBytes: Int) -> BodyPolicy {
    if let problem = versionProblem(head) { return .reject(problem.response) }
    // A store that cannot be read lets nobody in.
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
    // A token in a header is nothing that a page elsewhere can make a browser send, so no stranger
    // chooses what stands in an answer.
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

  /// Why a client of this version is not served, or `nil`.
  private func versionProblem(_ head: HTTPRequestHead) -> Problem? {
    let values = head.headers.all(ProtocolVersion.header)
    // Clients that say nothing are from before versions were said.
    let version = values.isEmpty ? 1 : values.count == 1 ? Int(values[0]) : nil
    guard let version, version > 0 else {
      return Problem(.badRequest, "malformed", "\(ProtocolVersion.header) is no version")
    }
    return version < leastProtocolVersion ? .upgrade(to: leastProtocolVersion) : nil
  }

  /// Who sent a request. Blocks. Throws `Problem.unauthorised`.
  func signedIn(_ head: HTTPRequestHead) throws -> (account: Account, session: Session) {
    guard let text = Self.bearer(head), let found = try accounts.verify(text) else {
      throw Problem.unauthorised
    }
    return found
  }

  private static func bearer(_ head: HTTPRequestHead) -> String? {
    let values = head.headers.all("Authorization")
    guard values.count == 1, let value = values.first else { return nil }
    let parts = value.split(separator: " ", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2, parts[0].lowercased() == "bearer" else { return nil }
    return String(parts[1])
  }

  /// Runs `body` for whoever is signed in, on the pool for reading.
  func reading<Answer: Sendable>(
    _ request: HTTPRequest, _ body: @escaping @Sendable (Account, Session) throws -> Answer
  ) async throws -> Answer {
    try await run(on: pools.reading, request, body)
  }

  /// The same on the pool for writing.
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

  /// Where room may be lacking only a write tells: one that changes nothing.
  private func healthOfWriting() async -> HTTPResponse {
    do {
      try await pools.writing.run { [hub] in
        try hub.store.write { writer in
          let state = try writer.state()
          // What stays the same is not written.
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
      // Too much is going on: that is no want of room.
    }
    return .text("ok\n")
  }

  /// For the machine itself, and for administrators; behind a proxy nobody is the machine itself.
  private func metricsPage(_ request: HTTPRequest) async -> HTTPResponse {
    let isForwarded =
      request.headers["X-Forwarded-For"] != nil || request.headers["Forwarded"] != nil
    let isLocal = ["127.0.0.1", "::1"].contains(request.remoteAddress) && !isForwarded
    // Whoever may not see it learns nothing, not even why.
    let isAdministrator =
      isLocal ? true : (try? await reading(request) { account, _ in account.isAdministrator })
    guard isAdministrator == true else { return Problem.notFound.response }
    var response = HTTPResponse.text(metrics.text(gauges: ["hearth_event_streams": streams.count]))
    response.headers["Content-Type"] = "text/plain; version=0.0.4; charset=utf-8"
    return response
  }

  /// A clock that only goes forward.
  static func seconds() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }
}
