import Backends
import Documents
import HTTPServer
import Household
import Hub
import HubHTTP
import HubReplicas
import HubWeb
import Images
import Intake
import LocalTransport
import RESTAPI
import Rates
import Replica
import SyncProtocol
import Threads
import Usage
import Web
import WebApp

/// What `hearth serve` serves besides the sync protocol: the web pages, and the API for scripts.
struct WebSite: Sendable {
  let web: WebApplication
  let api: RESTAPI
  /// The replicas of browser users.
  let replicas: ReplicaPool
  private let underWay: RequestsUnderWay?

  /// The number of threads that read and render pages, and of those on which replicas work.
  private static let readerThreads = 4
  private static let replicaThreads = 4
  private static let maxWaiting = 512

  init(
    folder: DataFolder, options: ServeOptions, server: HubServer, store: any HubStore,
    images: ImageWorker, documents: DocumentWorker, usage: UsageRecorder?,
    underWay: RequestsUnderWay?
  ) throws {
    self.underWay = underWay
    let replicaPool = ThreadPool(
      name: "replicas", threads: Self.replicaThreads, maxWaiting: Self.maxWaiting)
    let pages = ThreadPool(name: "pages", threads: Self.readerThreads, maxWaiting: Self.maxWaiting)
    let rates = CurrentRates(path: folder.rates)
    replicas = ReplicaPool(
      directory: folder.replicas,
      sources: DomainSources(rates: rates),
      means: .init(
        hub: server.hub, pokes: server.pokes, hubPool: server.pools.writing,
        writers: replicaPool, readers: pages, now: Posix.nowMilliseconds))
    let replicas = replicas
    let backend = HubBackend(
      hub: server.hub, accounts: server.accounts, invitations: server.invitations,
      replicas: replicas, pool: server.pools.writing, passwords: server.pools.passwords,
      sendsMail: options.mail != nil)
    try Posix.makeFolder(folder.imports)
    let configuration = WebApplication.Configuration(
      publicAddress: options.publicAddress.flatMap { PublicAddress($0) },
      spoolDirectory: folder.temporary, importDirectory: folder.imports,
      historyDirectory: folder.history)
    let photos = try FileStore(
      blobs: server.blobs, directory: folder.path + "/thumbnails",
      room: HubFileRoom(hub: server.hub))
    web = try WebApplication(
      areas: .all, backend: backend, configuration: configuration, photos: photos, images: images,
      documents: documents, pool: pages, usage: usage,
      now: Posix.nowMilliseconds
    ) { [log = server.log] in Self.write($0, to: log) }
    let (hub, accounts, invitations) = (server.hub, server.accounts, server.invitations)
    let writing = server.pools.writing
    let hubClient = { @Sendable (account: AccountID, address: String?) -> any HubClient in
      LocalHubClient(
        hub: hub, accounts: accounts, invitations: invitations, accountID: account,
        sessionID: nil, address: address, pool: writing)
    }
    api = RESTAPI(
      RESTAPI.Means(
        accounts: server.accounts,
        answers: KeptAnswers(store: store, now: Posix.nowMilliseconds),
        keeping: KeptAccounts(hub: hub, accounts: server.accounts), families: hub,
        telling: web, sendsMail: options.mail != nil,
        hubPool: server.pools.writing,
        hub: hubClient, workspace: { try await replicas.replica(of: $0) },
        photos: photos, images: images, filePool: pages,
        history: ImportHistory(directory: folder.history), spoolDirectory: folder.temporary,
        usage: usage, version: Program.version, now: Posix.nowMilliseconds,
        publicAddress: configuration.publicAddress, rates: rates, log: server.log))
  }

  /// The web site as the hub's server uses it.
  var site: HubServer.Site {
    HubServer.Site(
      bodyPolicy: { [web, api] head in
        RESTAPI.owns(path: head.rawPath) ? api.bodyPolicy(for: head) : web.bodyPolicy(for: head)
      },
      // People may choose files that are too large, or follow truncated links, so they get a page.
      refusal: { [web] path, status, reason in
        let plain = HTTPResponse.text(reason + "\n", status: status)
        guard let path else { return plain }
        if RESTAPI.owns(path: path) { return RESTAPI.refusal(status, reason) }
        let isPersons =
          [.contentTooLarge, .badRequest, .uriTooLong, .insufficientStorage].contains(status)
        return isPersons ? web.refusal(status, at: path) : plain
      },
      storedReply: { [web] in web.storedReply(to: $0) },
      underWay: underWay,
      handle: { [web, api] request in
        RESTAPI.owns(path: request.rawPath)
          ? await api.respond(to: request) : await web.handle(request)
      })
  }

  private static func write(_ entry: WebApplication.LogEntry, to log: Log) {
    log(
      entry.failure == nil ? "page" : Log.failure,
      [
        "request": .text(entry.requestID), "method": .text(entry.method),
        "page": .text(entry.page), "status": .integer(Int64(entry.status)),
        "milliseconds": .real(entry.milliseconds), "account": .text(entry.accountID ?? ""),
        "error": .text(entry.failure ?? ""), "unknownHost": .text(entry.unknownHost ?? ""),
      ])
  }
}
