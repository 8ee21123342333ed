import Glibc
import Threads

/// Decodes untrusted pictures in separate processes, with limits on memory and time.
///
/// If a picture crashes, hangs or bloats the decoder, only that picture is lost: its process is
/// killed, the caller gets an `ImageError`, and the next picture gets a new process. Files are
/// opened here and passed on open. Every method throws `ImageError` and nothing else. Call `stop`
/// at the end.
package final class ImageWorker: Sendable {
  /// The argument that makes the executable call `childMain`.
  package static let argument = "image-worker"
  /// A process is replaced after this many pictures, to limit what libraries leak.
  package static let maxImagesPerProcess = 200
  /// How many pictures may wait for a process; more get `.busy`.
  package static let maxWaiting = 64

  private let executablePath: String
  private let limits: ImageLimits
  private let pool: ThreadPool
  private let idle = Lock<[WorkerProcess]>([])

  /// Creates a worker. Processes are started when they are first needed.
  ///
  /// - Parameters:
  ///   - executablePath: this very program, unless a test replaces it.
  ///   - processes: how many pictures are processed at the same time.
  package init(
    executablePath: String = "/proc/self/exe", processes: Int = 1,
    maxWaiting: Int = ImageWorker.maxWaiting, limits: ImageLimits = ImageLimits()
  ) {
    (self.executablePath, self.limits) = (executablePath, limits)
    pool = ThreadPool(name: "images", threads: processes, maxWaiting: maxWaiting)
  }

  /// Writes the sanitised original of the file at `input` to a new file at `output`, with mode
  /// 0600.
  ///
  /// `output` must not exist. It exists afterwards only on success, and is not yet synced to disk.
  package func sanitize(_ input: String, to output: String) async throws -> SanitizedImage {
    let reply = try await run(.sanitize(limits), input: input, outputs: [output])
    guard case .sanitized(let image) = reply else { throw ImageError.workerDied }
    return image
  }

  /// Writes a JPEG thumbnail of the file at `input` for each size, from a single decoding.
  ///
  /// The outputs must not exist; afterwards either all of them exist or none.
  package func makeThumbnails(
    of input: String, to outputs: [(size: Thumbnail.Size, path: String)]
  ) async throws -> [Thumbnail] {
    precondition((1...WorkerRequest.maxThumbnails).contains(outputs.count))
    let request = WorkerRequest.makeThumbnails(edges: outputs.map(\.size.longestEdge), limits)
    let reply = try await run(request, input: input, outputs: outputs.map(\.path))
    guard case .madeThumbnails(let thumbnails) = reply, thumbnails.count == outputs.count else {
      throw ImageError.workerDied
    }
    return thumbnails
  }

  /// The QR codes and barcodes in the file at `input`; empty if there are none. Writes nothing.
  package func findCodes(in input: String) async throws -> [FoundCode] {
    let reply = try await run(.findCodes(limits), input: input, outputs: [])
    guard case .foundCodes(let codes) = reply else { throw ImageError.workerDied }
    return codes
  }

  /// Finishes waiting work and ends the processes. Blocks; later calls get `.busy`.
  package func stop() {
    pool.stop()
    let processes = idle.withLock { idle in
      defer { idle = [] }
      return idle
    }
    for process in processes { process.end() }
  }

  /// The processes waiting for work, for diagnostics.
  package var idleProcessIDs: [Int32] { idle.withLock { $0.map(\.processID) } }

  private func run(
    _ request: WorkerRequest, input: String, outputs: [String]
  ) async throws -> WorkerReply {
    do {
      return try await pool.run { [self] in
        try perform(request, input: input, outputs: outputs)
      }
    } catch is ThreadPool.Busy {
      throw ImageError.busy
    }
  }

  /// Runs on a thread of the pool.
  private func perform(
    _ request: WorkerRequest, input: String, outputs: [String]
  ) throws(ImageError) -> WorkerReply {
    var files = [try openFile(input, O_RDONLY | O_CLOEXEC)]
    var created: [String] = []
    var isFinished = false
    defer {
      for file in files { close(file) }
      if !isFinished { for path in created { unlink(path) } }
    }
    for path in outputs {
      files.append(try openFile(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC))
      created.append(path)
    }
    let reply = try exchange(request, files: files)
    if case .failed(let error) = reply { throw error }
    isFinished = true
    return reply
  }

  /// Sends a request to a process. If a process that has served before dies, the picture is tried
  /// once more in a new one, since the cause may be an earlier picture or something outside. If a
  /// new process dies, it died of this picture.
  private func exchange(
    _ request: WorkerRequest, files: [Int32]
  ) throws(ImageError) -> WorkerReply {
    while true {
      var process = try takeProcess()
      let isReused = process.imageCount > 0
      do throws(ImageError) {
        let reply = try process.exchange(request, files: files)
        giveBack(process)
        return reply
      } catch {
        let isOutOfTime = process.end()
        if isOutOfTime { throw .timedOut }
        guard isReused, error == .workerDied else { throw error }
      }
    }
  }

  private func takeProcess() throws(ImageError) -> WorkerProcess {
    if let process = idle.withLock({ $0.popLast() }) { return process }
    return try WorkerProcess(executablePath: executablePath)
  }

  private func giveBack(_ process: WorkerProcess) {
    guard process.imageCount < ImageWorker.maxImagesPerProcess else {
      process.end()
      return
    }
    idle.withLock { $0.append(process) }
  }

  private func openFile(_ path: String, _ flags: Int32) throws(ImageError) -> Int32 {
    let file = open(path, flags, 0o600)
    guard file >= 0 else { throw .file(errno: errno) }
    return file
  }
}
