import Documents
import Glibc
import HTTPServer
import HearthDomain
import Household
import Hub
import HubHTTP
import Images
import Threads
import TransferWeb
import Usage

/// A hub with its web app on one server: everything that `hearth serve` runs.
final class HubApp: Sendable {
  private static let imageProcesses = 2

  /// How long requests may continue after the server was asked to stop.
  private static let graceSeconds = 5.0

  private let folder: DataFolder
  private let options: ServeOptions
  private let store: any HubMaintenance
  private let server: HubServer
  private let site: WebSite
  private let images: ImageWorker
  private let documents: DocumentWorker
  private let trimming: LogTrimming
  private let mark: HighWaterMark
  /// `nil` if usage is not counted.
  private let usage: UsageRecorder?
  /// `nil` if nothing is logged.
  private let log: LogWriter?
  /// Below so many descriptors a household with many devices may wait.
  private static let fewDescriptors = 4096
  /// `nil` if the folder cannot hold such a file.
  private let underWay: RequestsUnderWay?

  init(folder: DataFolder, options: ServeOptions, terminal: Terminal) throws {
    self.folder = folder
    self.options = options
    // Before reading anything that might have ended the previous server.
    underWay = Self.noteRequests(in: folder, options, terminal)
    store = try HubUpgrade.open(folder, isLocked: true)
    mark = HighWaterMark(path: folder.highWater)
    if try mark.settle(store, schema: HearthDomain.schema, now: Posix.nowMilliseconds()) {
      terminal.complain(Self.olderNote)
    }
    let log = options.logLevel == .none ? nil : LogWriter(write: terminal.writeError)
    self.log = log
    var sink: (@Sendable (String) -> Void)?
    if let log { sink = { line in log.add(line) } }
    server = try HubServer(
      store: store, schema: HearthDomain.schema(maxOwnedHomes: options.maxOwnedHomes),
      folder: HubFolder(path: folder.path), signUps: options.signUps,
      isSharingOpen: options.isSharingOpen, limits: options.accountLimits,
      now: Posix.nowMilliseconds,
      logsFailuresOnly: options.logLevel == .error, log: sink)
    images = ImageWorker(processes: Self.imageProcesses)
    documents = DocumentWorker(folder: folder.temporary)
    usage = options.countsUse ? Counting.begin(in: folder, terminal) : nil
    site = try WebSite(
      folder: folder, options: options, server: server, store: store, images: images,
      documents: documents, usage: usage, underWay: underWay)
    // Before anybody is let in, so that existing data is never taken for a new hub.
    try folder.markMade()
    if let usage { server.onRefusal { Counting.add($1, of: $0, to: usage) } }
    trimming = LogTrimming(
      hub: server.hub, store: store, replicas: site.replicas, pool: server.pools.writing)
  }

  /// Takes over the record of what the previous server was answering when it ended, and reports it.
  private static func noteRequests(
    in folder: DataFolder, _ options: ServeOptions, _ terminal: Terminal
  ) -> RequestsUnderWay? {
    let ended = folder.endedRequests
    do {
      let underWay = try RequestsUnderWay(path: folder.underWay) { left in
        do {
          try ended.settle(left)
        } catch {
          terminal.complain("hearth: cannot keep what ended the server: \(error)")
        }
        return ended.held
      }
      for line in underWay.left {
        terminal.complain("hearth: the server ended while it answered \(line)")
      }
      for line in ended.held.sorted(by: { $0.description < $1.description }) {
        terminal.complain(
          """
          hearth: \(line) has ended the server \(EndedRequests.maxTimes) times and is not answered \
          any more; see the log, and remove \(ended.path) to allow it
          """)
      }
      if options.logLevel != .none { underWay.tellCrashes(to: STDERR_FILENO) }
      return underWay
    } catch {
      terminal.complain("hearth: cannot keep what is being answered: \(error)")
      return nil
    }
  }

  /// Serves until asked to stop, then lets running requests end.
  func run(until stop: StopSignals, terminal: Terminal) async throws {
    let port = try server.start(at: options.address, beside: site.site)
    terminal.say(Self.greeting(options, port: port, folder: folder))
    if DescriptorLimit.count < Self.fewDescriptors {
      terminal.complain(
        """
        hearth: this system lets a program open \(DescriptorLimit.count) files only, so at most \
        \(DescriptorLimit.connectionCount) browsers and devices are served at once, and others \
        wait; allow more with ulimit -Hn, or LimitNOFILE= of a systemd unit
        """)
    }
    let isStopping = Lock(false)
    let outside = try OutsideCommits(path: folder.hub, hub: server.hub)
    Thread.start { Self.watch(outside, until: isStopping, terminal) }
    let sweep = Task { [site, store, server] in
      await FileSweep(web: site.web, store: store, server: server).run { terminal.complain($0) }
    }
    let trim = Task { [trimming] in await trimming.run { terminal.complain($0) } }
    let damage = Task { [server, store] in
      await DamageWatch(hub: server.hub, store: store).run { terminal.complain($0) }
    }
    let marking = Task { [mark, store] in await mark.run(store) { terminal.complain($0) } }
    let rates = options.ratesAddress.map { [folder] url in
      Task {
        await RateRefresh(url: url, place: folder.rates).run { terminal.complain($0) }
      }
    }
    let mail = options.mail.map { [server, site] options in
      Task {
        await Mailing(
          options, accounts: server.accounts, web: site.web, reading: server.pools.writing
        ).run { terminal.complain($0) }
      }
    }
    let memory = Task { [server] in await MemoryTrimming(pool: server.pools.writing).run() }
    await stop.wait()
    terminal.say("Stopping …")
    sweep.cancel()
    trim.cancel()
    memory.cancel()
    marking.cancel()
    damage.cancel()
    rates?.cancel()
    mail?.cancel()
    isStopping.withLock { $0 = true }
    await server.stop(graceSeconds: Self.graceSeconds)
    // A running import is completed: the pages are gone, but its items must not be.
    await site.web.finishImports()
    documents.stop()
    images.stop()
    usage?.stop()
    log?.stop()
    do {
      try mark.raise(to: store)
    } catch {
      terminal.complain("hearth: cannot note how far the hub has come: \(error)")
    }
  }

  private static let olderNote = """
    hearth: hub.db is older than it was when this server last ran: somebody has put an older file in \
    its place. Everybody signs in again; access tokens, calendar links and open invites are void. \
    Devices send again what they wrote and say what else is missing; leave them a day, and see: \
    hearth recovery. To bring back a backup, stop the server and use: hearth restore
    """

  private static func watch(
    _ outside: OutsideCommits, until isStopping: Lock<Bool>, _ terminal: Terminal
  ) {
    while !isStopping.withLock({ $0 }) {
      usleep(useconds_t(OutsideCommits.intervalSeconds * 1_000_000))
      do {
        try outside.look()
      } catch {
        // The next look may succeed; the server's own commits are announced without it.
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
