import HubHTTP
import HubWeb
import Images
import Threads
import WebApp

/// The pages of `hearth serve`: the web app beside its hub.
enum WebSite {
  /// Threads that read and render pages, and those in which replicas work.
  private static let readerThreads = 4
  private static let replicaThreads = 4
  private static let maxWaiting = 512

  static func make(
    folder: DataFolder, options: ServeOptions, server: HubServer, images: ImageWorker
  ) throws -> WebApplication {
    let replicaPool = ThreadPool(
      name: "replicas", threads: replicaThreads, maxWaiting: maxWaiting)
    let pages = ThreadPool(name: "pages", threads: readerThreads, maxWaiting: maxWaiting)
    let replicas = ReplicaPool(
      directory: folder.replicas,
      means: .init(
        hub: server.hub, pokes: server.pokes, hubPool: server.pools.writing,
        writers: replicaPool, readers: pages, now: Posix.nowMilliseconds))
    let door = HubDoor(
      hub: server.hub, accounts: server.accounts, invitations: server.invitations,
      replicas: replicas, pool: server.pools.writing, passwords: server.pools.passwords)
    try Posix.makeFolder(folder.imports)
    let configuration = WebApplication.Configuration(
      publicAddress: options.publicAddress.flatMap { PublicAddress($0) },
      spoolDirectory: folder.temporary, importDirectory: folder.imports,
      historyDirectory: folder.history)
    return try WebApplication(
      door: door, configuration: configuration,
      photos: PhotoStore(blobs: server.blobs, directory: folder.path + "/thumbnails"),
      images: images, pool: pages, now: Posix.nowMilliseconds
    ) { [log = server.log] in write($0, to: log) }
  }

  private static func write(_ entry: WebApplication.LogEntry, to log: Log) {
    log(
      entry.failure == nil ? "page" : Log.failure,
      [
        "request": .text(entry.requestID), "method": .text(entry.method),
        "page": .text(entry.page), "status": .integer(Int64(entry.status)),
        "milliseconds": .real(entry.milliseconds), "account": .text(entry.accountID ?? ""),
        "error": .text(entry.failure ?? ""),
      ])
  }
}
