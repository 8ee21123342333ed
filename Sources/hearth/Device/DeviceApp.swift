import Blobs
import Documents
import Glibc
import HTTPServer
import Images
import Intake
import ReplicaHTTP
import Threads
import Web
import WebApp

/// A device: a replica of one account's homes with the web app, for this machine only.
package final class DeviceApp: Sendable {
  private enum Bounds {
    static let writerThreads = 2
    static let readerThreads = 2
    static let maxWaiting = 256
    static let imageProcesses = 1
    static let maxEventStreams = 64
  }

  private static let graceSeconds = 2.0

  package let app: WebApplication
  private let entrance: DeviceEntrance
  private let images: ImageWorker
  private let documents: DocumentWorker
  private let server: HTTPServer

  /// - Parameters:
  ///   - data: the device's folder; created if missing.
  ///   - listen: an address that only this machine can reach.
  ///   - sharingOverride: shows or hides sharing whatever the hub says, if the hub permits that.
  ///   - imageProgram: the executable whose hidden commands read pictures and draw documents.
  ///   - announce: receives each path that lets one browser in, once.
  package init(
    hub: HubAddress, data: String, listen: ListenAddress, sharingOverride: Bool? = nil,
    imageProgram: String = "/proc/self/exe",
    announce: @escaping @Sendable (_ path: String) -> Void,
    logFailure: @escaping @Sendable (String) -> Void = { _ in }
  ) throws {
    guard ["127.0.0.1", "::1", "localhost"].contains(listen.host) else {
      throw CommandFailure.refused(
        "a device's app is for this machine alone; listen on 127.0.0.1:PORT")
    }
    let folder = DeviceFolder(path: data)
    try folder.create(for: hub)
    let photos = try FileStore(
      blobs: BlobFolder(path: folder.blobs), directory: folder.thumbnails)
    let writers = ThreadPool(
      name: "device writing", threads: Bounds.writerThreads, maxWaiting: Bounds.maxWaiting)
    let readers = ThreadPool(
      name: "device reading", threads: Bounds.readerThreads, maxWaiting: Bounds.maxWaiting)
    images = ImageWorker(executablePath: imageProgram, processes: Bounds.imageProcesses)
    documents = DocumentWorker(executablePath: imageProgram, folder: folder.temporary)
    entrance = try DeviceEntrance(
      address: hub, folder: folder, photos: photos, writers: writers, readers: readers,
      sharingOverride: sharingOverride,
      now: Posix.nowMilliseconds, announce: { announce("/open/\($0)") },
      warn: logFailure)
    let app = try WebApplication(
      areas: .all, backend: entrance,
      configuration: .init(
        publicAddress: nil, spoolDirectory: folder.temporary, importDirectory: folder.imports,
        historyDirectory: folder.history),
      photos: photos, images: images, documents: documents,
      pool: readers, now: Posix.nowMilliseconds,
      log: { entry in
        guard let failure = entry.failure else { return }
        logFailure("\(entry.requestID) \(entry.page): \(failure)")
      })
    self.app = app
    var configuration = HTTPServerConfiguration(address: listen)
    configuration.maxEventStreams = Bounds.maxEventStreams
    configuration.bodyPolicy = { app.bodyPolicy(for: $0) }
    configuration.storedReply = { app.storedReply(to: $0) }
    server = HTTPServer(configuration: configuration) { await app.handle($0) }
  }

  /// Starts listening, reports the port, and makes the first address to open.
  package func start(listening: (_ port: UInt16) -> Void = { _ in }) throws {
    try server.start()
    if let port { listening(port) }
    entrance.makeKey()
  }

  package var port: UInt16? { server.boundPort }

  /// Ends running requests and the current sync; pending changes stay in the folder.
  package func stop() async {
    app.stopFetchingFiles()
    await server.stop(graceSeconds: Self.graceSeconds)
    await entrance.stop()
    documents.stop()
    images.stop()
  }
}
