import Backends
import Glibc
import HTTPServer
import Hub
import HubHTTP
import Images
import Intake
import Replica
import Rates
import SyncProtocol
import Threads
import Usage

/// The JSON API for scripts and home automation: homes, items and what belongs to them. It uses the
/// same use cases and replicas as the web pages. `docs/api.md` is its guide.
package final class RESTAPI: Sendable {
  /// The longest JSON body, in bytes.
  static let maxBodyBytes = 1 << 20

  /// What the API depends on.
  package struct Means: Sendable {
    package var accounts: Accounts
    package var answers: KeptAnswers
    /// The accounts of children that parents keep, and tablets.
    package var keeping: KeptAccounts
    /// The hub itself, for what is shared with families.
    package var families: Hub
    /// What people are told.
    package var telling: any Telling
    /// Whether this Hearth sends mail.
    package var sendsMail: Bool
    /// The threads on which the hub's store is read and written.
    package var hubPool: ThreadPool
    /// Sharing and history at the hub, for an account and the client's address.
    package var hub: @Sendable (AccountID, _ address: String?) -> any HubClient
    /// An account's replica beside the hub.
    package var workspace: @Sendable (AccountID) async throws -> any Workspace
    /// The files of photos and attachments.
    package var photos: FileStore
    package var images: ImageWorker
    /// The threads on which files are read, hashed and written.
    package var filePool: ThreadPool
    package var history: ImportHistory
    /// The folder of unnamed files for uploads and large responses.
    package var spoolDirectory: String
    /// Counts usage; `nil` if nothing is counted.
    package var usage: UsageRecorder?
    package var version: String
    /// The wall clock, milliseconds since 1970.
    package var now: @Sendable () -> Int64
    /// The hub's public address; `nil` uses the address of each request.
    package var publicAddress: PublicAddress?
    package var log: Log
    /// The bank's exchange rates.
    package var rates: CurrentRates

    package init(
      accounts: Accounts, answers: KeptAnswers, keeping: KeptAccounts, families: Hub,
      telling: any Telling, sendsMail: Bool = false, hubPool: ThreadPool,
      hub: @escaping @Sendable (AccountID, _ address: String?) -> any HubClient,
      workspace: @escaping @Sendable (AccountID) async throws -> any Workspace,
      photos: FileStore, images: ImageWorker, filePool: ThreadPool, history: ImportHistory,
      spoolDirectory: String,
      usage: UsageRecorder? = nil, version: String, now: @escaping @Sendable () -> Int64,
      publicAddress: PublicAddress? = nil, rates: CurrentRates = CurrentRates(path: nil), log: Log
    ) {
      self.accounts = accounts
      self.answers = answers
      self.keeping = keeping
      self.families = families
      self.telling = telling
      self.sendsMail = sendsMail
      self.hubPool = hubPool
      self.hub = hub
      self.workspace = workspace
      self.photos = photos
      self.images = images
      self.filePool = filePool
      self.history = history
      self.spoolDirectory = spoolDirectory
      self.usage = usage
      self.version = version
      self.now = now
      self.publicAddress = publicAddress
      self.log = log
      self.rates = rates
    }
  }

  let means: Means
  private let router: Router
  let document: [UInt8]
  /// The number of imports that are running.
  let running = Lock(0)

  package init(_ means: Means) {
    self.means = means
    router = Router(Self.resources.flatMap { $0.operations })
    document = OpenAPI.document(Self.resources, version: means.version).bytes
  }

  /// Whether this API answers requests for a path.
  package static func owns(path: String) -> Bool {
    path == "/openapi.json" || path == "/api" || path.hasPrefix("/api/")
  }

  /// Decides from the headers alone how to receive a body. For a file it blocks for one indexed
  /// read: only a token with the operation's scope may spool to disk, and only accepted media
  /// types.
  package func bodyPolicy(for head: HTTPRequestHead) -> BodyPolicy {
    guard case .operation(let operation, _) = router.match(head.method, head.pathSegments) else {
      // Read to its end, so that the response can say what is wrong with the address.
      return .buffer(maxBytes: Self.maxBodyBytes)
    }
    switch operation.body {
    case .none: return .buffer(maxBytes: Self.maxBodyBytes)
    case .json, .change: return .buffer(maxBytes: Self.maxBodyBytes)
    case .file(_, let maxBytes):
      do {
        let (_, token) = try caller(head)
        try Self.check(token, operation)
        try Self.checkType(head.contentType, operation)
        return .spool(maxBytes: maxBytes, directory: means.spoolDirectory)
      } catch {
        return .reject((Problem(error) ?? .failure).response)
      }
    }
  }

  /// The response to a request that the server refuses before it is handled.
  package static func refusal(_ status: HTTPStatus, _ reason: String) -> HTTPResponse {
    let code =
      switch status {
      case .contentTooLarge: "too_large"
      case .serviceUnavailable: "busy"
      case .insufficientStorage: "storage"
      default: "refused"
      }
    return Problem(status, code, reason).response
  }

  package func respond(to request: HTTPRequest) async -> HTTPResponse {
    let start = Self.seconds()
    var response: HTTPResponse
    var name = "none"
    switch router.match(request.method, request.pathSegments) {
    case .nothing: response = Problem.notFound.response
    case .otherMethod(let allowed):
      let methods = allowed.map(\.rawValue) + (allowed.contains(.get) ? ["HEAD"] : [])
      response =
        Problem(
          .methodNotAllowed, "wrong_method", "this address takes \(methods.joined(separator: ", "))"
        )
        .with("Allow", methods.joined(separator: ", ")).response
    case .operation(let operation, let path):
      name = operation.id
      do {
        response = try await answer(request, operation, path)
      } catch {
        response = answer(to: error, name)
      }
    }
    if response.headers["Cache-Control"] == nil { response.headers["Cache-Control"] = "no-store" }
    response.headers["X-Content-Type-Options"] = "nosniff"
    means.log(
      "api",
      [
        "operation": .text(name), "method": .text(request.method.rawValue),
        "status": .integer(Int64(response.status.rawValue)),
        "milliseconds": .real((Self.seconds() - start) * 1000),
      ])
    return response
  }

  private func answer(to error: any Error, _ name: String) -> HTTPResponse {
    let problem = Problem(error) ?? .failure
    // Failures that only the hub's administrator can fix are logged.
    if [.internalServerError, .insufficientStorage].contains(problem.status) {
      means.log(
        Log.failure, ["operation": .text(name), "error": .text("\(type(of: error)): \(error)")])
    }
    return problem.response
  }

  private func answer(
    _ request: HTTPRequest, _ operation: Operation, _ path: [String: String]
  ) async throws -> HTTPResponse {
    guard operation.scope != nil else {
      try check(request, operation)
      return .json(document)
    }
    let (account, token) = try await means.hubPool.run { [self] in try caller(request.head) }
    if RequestsUnderWay.current?.isAnswered(for: account.id) == false { throw Problem.heldBack }
    try Self.check(token, operation)
    try check(request, operation)
    let body = try Self.json(request, operation)
    let workspace = try await means.workspace(account.id)
    try await workspace.refresh()
    let call = Call(
      api: self, operation: operation, request: request, path: path, account: account,
      token: token, workspace: workspace, hidden: try await workspace.hiddenZones(), body: body)
    // The token's own home is checked too: if it is hidden, the token covers nothing else.
    try await call.requireShown(
      Array(path.values) + request.query.pairs.map(\.value) + body.texts
        + [token.home].compactMap(\.self))
    guard operation.method == .post else { return try await perform(call) }
    return try await once(call) { try await perform(call) }
  }

  private func perform(_ call: Call) async throws -> HTTPResponse {
    let reply = try await call.operation.handler(call)
    var response = HTTPResponse(status: call.operation.status)
    switch reply.content {
    case .none: break
    case .json(let json): response = .json(json.bytes, status: call.operation.status)
    case .other(let body, let type, let fileName):
      response.body = body
      response.headers["Content-Type"] = type
      if let fileName {
        response.headers["Content-Disposition"] = "attachment; filename=\"\(fileName)\""
      }
    case .file(let slice, let headers):
      response.body = .file(slice)
      response.headers = headers
    }
    if let location = reply.location { response.headers["Location"] = location }
    guard let tag = reply.tag else { return response }
    response.headers["ETag"] = "\"\(tag)\""
    if call.request.method == .get, let known = call.request.headers["If-None-Match"],
      HTTPResponse.matches(known, "\"\(tag)\"")
    {
      response.status = .notModified
      response.body = .empty
      response.headers["Content-Type"] = nil
    }
    return response
  }

  // MARK: What comes in

  /// The account and token that sent a request. Blocks. Throws `Problem.unauthorized`.
  private func caller(_ head: HTTPRequestHead) throws -> (Account, AccessToken) {
    let values = head.headers.all("Authorization")
    guard let value = values.first, values.count == 1 else { throw Problem.unauthorized }
    let parts = value.split(separator: " ", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2, parts[0].lowercased() == "bearer" else { throw Problem.unauthorized }
    guard
      let found = try means.accounts.verifyAccessToken(
        String(parts[1]), address: head.clientAddress)
    else { throw Problem.tokenEnded }
    return found
  }

  /// Throws when the token does not permit the operation, whatever its account may do.
  private static func check(_ token: AccessToken, _ operation: Operation) throws(Problem) {
    guard operation.scope.map(token.scope.includes) != false else {
      throw Problem(
        .forbidden, "scope",
        operation.scope == .sharing
          ? "this token may not say who has homes; make one that may share"
          : "this token may only read; make one that may write")
    }
    guard token.home == nil || !operation.needsAllHomes else {
      throw Problem(
        .forbidden, "home_token",
        "this token opens one home only, and this is about all of them; use one that opens all")
    }
  }

  private static func checkType(_ type: String?, _ operation: Operation) throws(Problem) {
    let consumed = operation.consumes
    guard consumed.isEmpty || type.map(consumed.contains) == true else {
      throw Problem(
        .unsupportedMediaType, "unsupported_type",
        "send the body as \(consumed.joined(separator: " or ")), and say so in Content-Type")
    }
  }

  private func check(_ request: HTTPRequest, _ operation: Operation) throws(Problem) {
    let types = operation.produces
    guard
      types.isEmpty
        || Negotiation.accepts(request.headers, anyOf: types + [Problem.mediaType])
    else {
      throw Problem(
        .notAcceptable, "not_acceptable", "this answers with \(types.joined(separator: " or "))")
    }
    try Parameter.check(request.query, against: operation.query)
    try Self.checkType(request.contentType, operation)
    // A path this long cannot name an existing record.
    if operation.pathParameters.isEmpty { return }
    guard request.rawPath.utf8.count <= 2000 else { throw .notFound }
  }

  private static func json(_ request: HTTPRequest, _ operation: Operation) throws(Problem) -> JSON {
    switch operation.body {
    case .none, .file: return .null
    case .json, .change:
      do throws(JSONReader.Failure) {
        return try JSONReader.read(request.body)
      } catch {
        throw Problem(
          .badRequest, "malformed", "the body is not JSON: \(error.reason) at byte \(error.offset)")
      }
    }
  }

  /// A clock that never goes back, in seconds.
  private static func seconds() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }
}
