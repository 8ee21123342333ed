import Blobs
import Documents
import FoundationEssentials
import Glibc
import HTTPServer
import Images
import SyncProtocol
import Threads
import Usage

/// The web app: answers requests with pages.
///
/// It is the same on a hub and on a device; ``Backend`` hides the differences. Mount ``handle(_:)``
/// and ``bodyPolicy(for:)`` for every path that nothing else answers.
package final class WebApplication: Sendable {
  package struct Limits: Sendable {
    /// The largest form without files, in bytes.
    package var maxFormBytes = 1 << 18
    /// The most photos in one upload.
    package var maxPhotos = 10
    /// The most papers in one upload.
    package var maxPapers = 20
    package var maxPhotoBytes = BlobFolder.maxBytes
    /// The largest upload of photos or papers in all, in bytes.
    package var maxUploadBytes = 200_000_000
    package var maxImportBytes = 200_000_000
    /// The most open event streams of one account.
    package var maxStreamsPerAccount = 32

    package init() {}
  }

  package struct Configuration: Sendable {
    /// The address at which people reach the app; `nil` for whatever address a request used.
    package var publicAddress: PublicAddress?
    /// The folder for uploads, in files without names; on the same file system as the blobs.
    package var spoolDirectory: String
    /// The folder for uploads that wait to be imported; emptied at the start.
    package var importDirectory: String
    /// The folder for the traces of imports, so that these can be undone.
    package var historyDirectory: String
    package var limits = Limits()

    package init(
      publicAddress: PublicAddress?, spoolDirectory: String, importDirectory: String,
      historyDirectory: String
    ) {
      self.publicAddress = publicAddress
      self.spoolDirectory = spoolDirectory
      self.importDirectory = importDirectory
      self.historyDirectory = historyDirectory
    }
  }

  /// How long a browser keeps its session, in seconds.
  package static let sessionSeconds = BrowserSession.maxAgeSeconds

  /// One answered request, for the log.
  package struct LogEntry: Sendable {
    package var requestID: String
    package var method: String
    /// The kind of page, without ids; `none` for an unknown address.
    package var page: String
    package var status: Int
    package var milliseconds: Double
    package var accountID: AccountID?
    /// The request's `Host`, where that is not a name of this Hearth.
    package var unknownHost: String?
    /// The internal error, for the administrator; `nil` when there was none.
    package var failure: String?

    package init(
      requestID: String, method: String, page: String, status: Int, milliseconds: Double,
      accountID: AccountID? = nil, unknownHost: String? = nil, failure: String? = nil
    ) {
      self.requestID = requestID
      self.method = method
      self.page = page
      self.status = status
      self.milliseconds = milliseconds
      self.accountID = accountID
      self.unknownHost = unknownHost
      self.failure = failure
    }
  }

  package let backend: any Backend
  package let areas: Areas
  package let configuration: Configuration
  package let photos: FileStore
  package let images: ImageWorker
  package let documents: DocumentWorker
  /// The threads on which files are read, hashed and written.
  package let pool: ThreadPool
  /// The wall clock, milliseconds since 1970.
  package let now: @Sendable () -> Int64
  package let notes = Notes()
  let presses = Presses()
  /// What areas keep while the program runs, by its type.
  private let services: [ObjectIdentifier: any Sendable]
  package let backgroundTasks = BackgroundTasks()
  /// Counts the use of features; `nil` where nothing is counted.
  package let usage: UsageRecorder?
  package let streams = LiveStreams()
  package let notificationCounts = NotificationCounts()
  private let staticFiles: StaticFiles
  private let requestNumber = RequestNumber()
  package let arrivals: FileArrivals
  package let log: @Sendable (LogEntry) -> Void

  package init(
    areas: Areas, backend: any Backend, configuration: Configuration, photos: FileStore,
    images: ImageWorker,
    documents: DocumentWorker, pool: ThreadPool, usage: UsageRecorder? = nil,
    now: @escaping @Sendable () -> Int64,
    log: @escaping @Sendable (LogEntry) -> Void = { _ in }
  ) throws {
    self.areas = areas
    self.backend = backend
    self.configuration = configuration
    self.photos = photos
    self.images = images
    self.documents = documents
    self.pool = pool
    self.usage = usage
    self.now = now
    self.log = log
    staticFiles = StaticFiles(isSecure: configuration.publicAddress?.isSecure ?? false)
    services = try areas.all.flatMap { try $0.services(configuration) }
      .reduce(into: [:]) { $0[ObjectIdentifier(type(of: $1))] = $1 }
    let fetch: FileArrivals.Fetch = { await backend.fetchBlob($0, namedBy: $1) }
    arrivals = FileArrivals(
      blobs: photos.blobs, fetch: backend.device == nil ? nil : fetch, now: now)
  }

  /// What an area keeps while the program runs, see ``Area/services(_:)``.
  package func service<Service: Sendable>(_ type: Service.Type = Service.self) -> Service {
    guard let service = services[ObjectIdentifier(type)] as? Service else {
      preconditionFailure("no area keeps \(type)")
    }
    return service
  }

  /// Waits for the work of all areas that is under way now.
  package func finishLastingWork() async {
    for service in services.values { await (service as? any LastingWork)?.finishRuns() }
  }

  /// Begins no more fetches of files; those under way end by themselves.
  package func stopFetchingFiles() { arrivals.stop() }

  package func handle(_ request: HTTPRequest) async -> HTTPResponse {
    let start = Self.microseconds()
    let requestID = requestNumber.make()
    let route = areas.routes.route(path: request.rawPath, query: request.head.rawQuery)
    var entry = LogEntry(
      requestID: requestID, method: request.method.rawValue,
      page: route.map { areas.routes.name(of: $0) } ?? "none",
      status: 0, milliseconds: 0)
    var response = await answer(request, route, &entry)
    SecurityHeaders.apply(to: &response, route: route, isSecure: isSecure)
    response = await compressed(response, for: request, at: route)
    entry.status = response.status.rawValue
    entry.milliseconds = Self.milliseconds(since: start)
    log(entry)
    return response
  }

  /// The stored answer to a request for a built-in file; `nil` where there is none.
  ///
  /// ``handle(_:)`` gives the same answer. See `HTTPServerConfiguration.storedReply`.
  package func storedReply(to head: HTTPRequestHead) -> StoredReply? {
    let start = Self.microseconds()
    guard let (reply, route) = staticFiles.reply(to: head),
      PublicAddress.accepts(host: head.headers["Host"], public: configuration.publicAddress)
    else { return nil }
    log(
      LogEntry(
        requestID: requestNumber.make(), method: head.method.rawValue,
        page: areas.routes.name(of: route),
        status: reply.response.status.rawValue,
        milliseconds: Self.milliseconds(since: start)))
    return reply
  }

  /// The time by a monotonic clock, in microseconds.
  private static func microseconds() -> Int {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return time.tv_sec * 1_000_000 + time.tv_nsec / 1000
  }

  private static func milliseconds(since start: Int) -> Double {
    Double(microseconds() - start) / 1000
  }

  package var isSecure: Bool { configuration.publicAddress?.isSecure ?? false }

  private func answer(
    _ request: HTTPRequest, _ route: Route?, _ entry: inout LogEntry
  ) async -> HTTPResponse {
    let host = request.headers["Host"]
    guard PublicAddress.accepts(host: host, public: configuration.publicAddress) else {
      return unknownHost(host ?? "", route, &entry)
    }
    if let route, let file = StaticFiles.answer(to: request, at: route) { return file }
    if route == .site(.offline), request.method == .get { return offlinePage() }
    if route == nil, let opened = await openDevice(request) { return opened }
    let guest: Guest
    do {
      guest = try await meet(request, route ?? areas.landmarks.front, requestID: entry.requestID)
      entry.accountID = guest.visitor?.accountID
      if let account = guest.visitor?.accountID,
        RequestsUnderWay.current?.isAnswered(for: account) == false
      {
        throw Met(error: Abort.because(.heldBack), guest: guest)
      }
      guard let route else { throw Abort.notFound }
      return keepVisit(guest, try await answer(guest, at: route))
    } catch let met as Met {
      return await answer(to: met.error, met.guest, &entry)
    } catch {
      let nobody = makeGuest(
        request, route ?? areas.landmarks.front, entry.requestID, nil, HTTPParameters())
      return await answer(to: error, nobody, &entry)
    }
  }

  /// The answer to a request whose `Host` is not ours; the log shows that name.
  private func unknownHost(
    _ host: String, _ route: Route?, _ entry: inout LogEntry
  ) -> HTTPResponse {
    let shown = String(host.prefix(Self.maxHostCharacters))
    entry.unknownHost = shown
    // A request for an asset gets a plain text: nobody would see a page.
    if case .asset = route?.place(of: SiteRoute.self) {
      return .text("This address is not served here.\n", status: .misdirectedRequest)
    }
    let context = ViewContext(
      words: Catalogue(), csrfToken: "", now: Date(milliseconds: now()), route: .site(.offline),
      assets: Assets.addresses, areas: areas)
    let model = UnknownHostPage.Model(host: shown, isDevice: backend.device != nil)
    var response = HTTPResponse.page(
      UnknownHostPage.view(model, in: context), status: .misdirectedRequest)
    response.headers["Content-Security-Policy"] = SecurityHeaders.alonePolicy
    return response
  }

  /// The most characters of a `Host` that are kept: a name has up to 253, and a port may follow.
  private static let maxHostCharacters = 260

  /// An error together with the request that met it.
  package struct Met: Error {
    package let error: any Error
    package let guest: Guest
  }

  private func answer(_ guest: Guest, at route: Route) async throws -> HTTPResponse {
    do {
      for area in areas.all {
        if let other = area.interruption(of: guest, at: route) { throw Abort.goTo(other) }
      }
      let endpoint =
        guest.request.method == .get
        ? page(at: route)
        : guest.request.method == .post ? action(at: route) : nil
      guard let endpoint else {
        let isOther = page(at: route) != nil || action(at: route) != nil
        throw Abort.because(isOther ? .wrongMethod : .notFound)
      }
      if guest.request.method == .post {
        if guest.visitor == nil, !endpoint.isOpen { throw try signedOut(guest) }
        if !guest.route.has(.withoutForm) { try checkForm(guest) }
      }
      return try await once(guest) { try await self.run(endpoint, for: guest) }
    } catch {
      throw Met(error: error, guest: guest)
    }
  }

  /// Finds out who sent a request, and decodes its form.
  private func meet(
    _ request: HTTPRequest, _ route: Route, requestID: String
  ) async throws -> Guest {
    let token = BrowserSession(request.head, names: cookieNames).sessionToken
    // A page's stream, and what its script asks for by itself.
    let isUse = route != .site(.events) && request.head.headers["Hearth-Unattended"] == nil
    let visitor = try await pool.run { [backend] in
      try token.flatMap { try backend.visitor(token: $0, isUse: isUse) }
    }
    do {
      let form = request.method == .post ? try request.form() : HTTPParameters()
      return makeGuest(request, route, requestID, visitor, form)
    } catch {
      let guest = makeGuest(request, route, requestID, visitor, HTTPParameters())
      throw Met(
        error: Abort.because(error == .notAForm ? .unsupportedFile : .badRequest), guest: guest)
    }
  }

  package var cookieNames: BrowserSession.CookieNames {
    BrowserSession.CookieNames(isSecure: isSecure, isDevice: backend.device != nil)
  }

  private func makeGuest(
    _ request: HTTPRequest, _ route: Route, _ requestID: String, _ visitor: Visitor?,
    _ form: HTTPParameters
  ) -> Guest {
    let browser = BrowserSession(request.head, names: cookieNames)
    let needsVisit =
      visitor == nil && browser.visitToken == nil && request.method == .get
      && !route.has(.forPrograms)
    return Guest(
      app: self, request: request, route: route, requestID: requestID,
      address: request.clientAddress, browser: browser, visitor: visitor, form: form,
      newVisitToken: needsVisit ? Secrets.token() : nil)
  }

  private func checkForm(_ guest: Guest) throws {
    guard SameOrigin.accepts(guest.request) else { throw Abort.because(.forbidden) }
    let token = guest.visitor == nil ? guest.browser.visitToken : guest.browser.sessionToken
    guard let token else { throw Abort.because(withoutCookie(guest.request)) }
    guard BrowserSession.isFormToken(guest.form.first("csrf"), for: token) else {
      throw Abort.because(.expiredForm)
    }
  }

  /// Why a browser sent one of our forms without its cookie: where TLS is required, a browser that
  /// uses a plain connection does not keep the cookie.
  private func withoutCookie(_ request: HTTPRequest) -> ErrorReason {
    guard let address = configuration.publicAddress, address.isSecure else { return .expiredForm }
    let isSecure =
      switch request.headers["Origin"]?.lowercased() {
      case .some(let origin) where origin != "null": origin.hasPrefix("https://")
      default: address.isHost(request.headers["Host"])
      }
    return isSecure ? .expiredForm : .insecureAddress(origin: address.origin)
  }

  /// The answer to somebody who sends a form after their session has ended.
  private func signedOut(_ guest: Guest) throws -> Abort {
    guard SameOrigin.accepts(guest.request) else { return .because(.forbidden) }
    if backend.device != nil { return .because(.deviceLocked) }
    return guest.typed.isEmpty ? .signInFirst : .because(.signedOut)
  }

  private func keepVisit(_ guest: Guest, _ response: HTTPResponse) -> HTTPResponse {
    guard let token = guest.newVisitToken else { return response }
    var response = response
    response.headers.add(
      guest.browser.cookie(
        guest.browser.names.visit, token, maxAgeSeconds: BrowserSession.visitMaxAgeSeconds))
    return response
  }

  // MARK: What went wrong

  private func answer(
    to error: any Error, _ guest: Guest, _ entry: inout LogEntry
  ) async -> HTTPResponse {
    switch error {
    case Abort.goTo(let route): return keepVisit(guest, guest.goTo(route))
    case Abort.signInFirst: return keepVisit(guest, await signInFirst(guest))
    default: break
    }
    var reason = ErrorReason(error, requestID: guest.requestID)
    // Who looks at a page has asked the hub to change nothing.
    if reason == .outcomeUnknown, guest.request.method != .post { reason = .needsHub }
    switch reason {
    case .failure, .noRoom: entry.failure = "\(type(of: error)): \(error)"
    default: break
    }
    guest.countFailure(reason)
    let status = HTTPStatus(rawValue: reason.status)
    let model = guest.errorPage(reason)
    var response: HTTPResponse
    do {
      // A held-back request has ended the server again and again. The cause may be something that
      // every page of this person shows, so the frame with it is left out.
      guard guest.visitor != nil, reason != .heldBack else { throw Abort.signInFirst }
      response = try await member(guest).page(status: status) { ErrorPage.view(model, in: $0) }
    } catch {
      // Nobody is signed in, or nothing can be read: the page is shown without the frame.
      response = keepVisit(guest, guest.page(status: status) { ErrorPage.view(model, in: $0) })
    }
    if case .tooMany(let seconds) = reason { response.headers["Retry-After"] = String(seconds) }
    if [.sharingPaused, .sharedHomesHidden].contains(reason) {
      response.headers["Retry-After"] = "60"
    }
    if case .unavailable = reason { response.headers["Retry-After"] = "2" }
    if case .wrongMethod = reason { response.headers["Allow"] = allowed(at: guest.route) }
    return response
  }

  private func allowed(at route: Route) -> String {
    [page(at: route).map { _ in "GET, HEAD" }, action(at: route).map { _ in "POST" }]
      .compactMap(\.self).joined(separator: ", ")
  }

  private func signInFirst(_ guest: Guest) async -> HTTPResponse {
    if backend.device != nil {
      // Only the address that the program printed lets a browser in.
      return guest.page(status: 403) { ErrorPage.view(ErrorPage.Model(.deviceLocked), in: $0) }
    }
    // A hub that cannot say whether it is fresh shows the ordinary page.
    let isFresh = (try? await backend.isFresh()) ?? false
    let path = guest.request.rawPath
    let query = guest.request.head.rawQuery
    let wanted = guest.request.method == .get ? path + (query.isEmpty ? "" : "?" + query) : nil
    let isPlain = wanted == nil || guest.route == areas.landmarks.front
    let target =
      isFresh ? areas.landmarks.setUp : areas.landmarks.signIn(then: isPlain ? nil : wanted)
    guard guest.isHTMX else { return guest.goTo(target) }
    // htmx would otherwise put the page into the middle of another one.
    return HTTPResponse(status: .noContent, headers: ["HX-Redirect": target.url])
  }
}
