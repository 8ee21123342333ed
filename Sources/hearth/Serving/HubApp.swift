import Blobs
import Glibc
import HTTPServer
import Household
import Hub
import HubHTTP
import HubSQLite
import Images
import SyncProtocol
import Threads
import WebApp

/// A hub with its web app on one server: everything that `hearth serve` runs.
final class HubApp: Sendable {
  /// Threads and queues. A household's machine has few cores; what waits longer is refused.
  private enum Bounds {
    static let writerThreads = 4
    static let readerThreads = 4
    static let passwordThreads = 2
    static let replicaThreads = 4
    static let imageProcesses = 2
    static let maxWaiting = 256
    static let maxWaitingPasswords = 32
  }

  /// How long requests may go on after the server was asked to stop.
  private static let graceSeconds = 5.0

  private let folder: DataFolder
  private let options: ServeOptions
  private let store: HubSQLite
  private let hub: Hub
  private let server: HTTPServer
  private let web: WebApplication
  private let images: ImageWorker
  private let api: SyncAPI
  private let trimming: LogTrimming

  init(folder: DataFolder, options: ServeOptions, terminal: Terminal) throws {
    self.folder = folder
    self.options = options
    store = try HubSQLite(path: folder.hub)
    let hub = Hub(store: store, schema: Household.schema, now: Posix.nowMilliseconds)
    self.hub = hub
    let accounts = Accounts(
      store: store, signUps: options.signUps, now: Posix.nowMilliseconds
    ) { try hub.createPersonalZone(for: $0, writer: $1) }
    let invitations = Invitations(hub: hub, codeKey: try folder.secret())
    let writing = ThreadPool(
      name: "hub writing", threads: Bounds.writerThreads, maxWaiting: Bounds.maxWaiting)
    let reading = ThreadPool(
      name: "hub reading", threads: Bounds.readerThreads, maxWaiting: Bounds.maxWaiting)
    let passwords = ThreadPool(
      name: "passwords", threads: Bounds.passwordThreads, maxWaiting: Bounds.maxWaitingPasswords)
    let pokes = Pokes(hub: hub, pool: reading)
    let blobs = try BlobFolder(path: folder.blobs)
    images = ImageWorker(processes: Bounds.imageProcesses)
    let log = Log(now: Posix.nowMilliseconds) { terminal.complain($0) }
    let level = options.logLevel
    let api = SyncAPI(
      hub: hub, accounts: accounts, invitations: invitations, pokes: pokes, blobs: blobs,
      pools: .init(writing: writing, reading: reading, passwords: passwords),
      spoolDirectory: folder.temporary, log: level == .info ? log : .silent)
    let web = try WebSite.make(
      folder: folder, options: options, hub: hub, accounts: accounts, invitations: invitations,
      pokes: pokes, blobs: blobs, images: images, writing: writing, passwords: passwords,
      replicaThreads: Bounds.replicaThreads, log: level == .info ? log : .silent)
    trimming = LogTrimming(store: store, pool: writing)
    self.api = api
    self.web = web
    server = Self.server(options.address, api: api, web: web)
  }

  private static func server(
    _ address: ListenAddress, api: SyncAPI, web: WebApplication
  ) -> HTTPServer {
    var configuration = HTTPServerConfiguration(address: address)
    configuration.bodyPolicy = { head in
      SyncAPI.owns(head.pathSegments) ? api.bodyPolicy(for: head) : web.bodyPolicy(for: head)
    }
    // Only people send more than is taken, by choosing too large a file.
    configuration.refusal = { status, reason in
      status == .contentTooLarge ? web.refusal(status) : .text(reason + "\n", status: status)
    }
    return HTTPServer(configuration: configuration) { request in
      SyncAPI.owns(request.pathSegments)
        ? await api.respond(to: request) : await web.handle(request)
    }
  }

  /// Serves until it is asked to stop, then lets requests that are under way end.
  func run(until stop: StopSignals, terminal: Terminal) async throws {
    try server.start()
    let port = server.boundPort ?? options.address.port
    terminal.say(Self.greeting(options, port: port, folder: folder))
    let isStopping = Lock(false)
    let outside = try OutsideCommits(path: folder.hub, hub: hub)
    Thread.start { Self.watch(outside, until: isStopping, terminal) }
    // Ends the event streams of those whose sessions have ended.
    let streams = Task { [api] in await api.run() }
    let sweep = Task { [web, store] in
      await PhotoSweep(web: web, store: store).run { terminal.complain($0) }
    }
    let trim = Task { [trimming] in await trimming.run { terminal.complain($0) } }
    await stop.wait()
    terminal.say("Stopping …")
    streams.cancel()
    sweep.cancel()
    trim.cancel()
    isStopping.withLock { $0 = true }
    await server.stop(graceSeconds: Self.graceSeconds)
    // An import that has begun is brought to its end: its pages are gone, its items are not.
    await web.finishImports()
    images.stop()
  }

  private static func watch(
    _ outside: OutsideCommits, until isStopping: Lock<Bool>, _ terminal: Terminal
  ) {
    while !isStopping.withLock({ $0 }) {
      usleep(useconds_t(OutsideCommits.intervalSeconds * 1_000_000))
      do {
        try outside.look()
      } catch {
        // The next look may succeed; what the server itself commits is told of without it.
        terminal.complain("hearth: cannot look for changes of other programs: \(error)")
      }
    }
  }

  private static func greeting(
    _ options: ServeOptions, port: UInt16, folder: DataFolder
  ) -> String {
    let host = options.address.host
    let shown = ["", "0.0.0.0", "::"].contains(host) ? "localhost" : host
    let local = "http://\(ListenAddress(host: shown, port: port))"
    let address = options.publicAddress ?? local
    var lines = [
      "Hearth \(Program.version) keeps everything in \(folder.path).", "Open \(address)",
    ]
    if options.publicAddress != nil { lines.append("(listening on \(local))") }
    return lines.joined(separator: "\n")
  }
}
