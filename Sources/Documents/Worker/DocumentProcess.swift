import CLinux
import Glibc
import Threads

/// A drawing process, as seen by its parent.
///
/// Call `next` from one thread at a time; `kill` may be called from any. `@unchecked Sendable`
/// because mutable state is either behind the lock or only touched by `next`.
final class DocumentProcess: @unchecked Sendable {
  enum Event {
    case bytes([UInt8])
    case wants(RequestedFile)
    case ended
  }

  private static let pieceBytes = 256 * 1024

  let processID: pid_t
  private let socket: Int32
  private let output: Int32
  private let deadline: Int64
  private var isOutputOpen = true
  private var isSocketOpen = true
  private var said: DocumentFailure?
  private let isCollected = Lock(false)

  /// Starts `executablePath document-worker` on a script. Its environment contains none of the
  /// server's variables, except the library path.
  init(
    executablePath: String, script: DocumentScript.Finished, folder: String,
    limits: DocumentLimits
  ) throws(DocumentFailure) {
    let scratch: (ScratchFile, ScratchFile)
    do throws(DocumentError) {
      scratch = (try ScratchFile(in: folder), try ScratchFile(in: folder))
    } catch { throw DocumentFailure(error) }
    var sockets: [Int32] = [-1, -1]
    guard hearth_message_sockets(&sockets) == 0 else { throw .workerDied }
    defer { close(sockets[1]) }
    var pipe: [Int32] = [-1, -1]
    guard hearth_pipe(&pipe) == 0 else {
      close(sockets[0])
      throw .workerDied
    }
    defer { close(pipe[1]) }
    // A crash report would take minutes, and reserve more memory than the limits allow.
    var environment = ["SWIFT_BACKTRACE=enable=no"]
    if let libraries = getenv("LD_LIBRARY_PATH") {
      environment.append("LD_LIBRARY_PATH=" + String(cString: libraries))
    }
    var processID: pid_t = 0
    let error = withCStrings(["hearth", DocumentWorker.argument]) { arguments in
      withCStrings(environment) { environment in
        hearth_spawn(&processID, executablePath, sockets[1], pipe[1], arguments, environment)
      }
    }
    guard error == 0 else {
      close(sockets[0])
      close(pipe[0])
      throw .workerDied
    }
    (self.processID, socket, output) = (processID, sockets[0], pipe[0])
    deadline = Self.now() + Int64(clamping: limits.timeoutSeconds) * 1000
    let message = DocumentMessage.begin(limits).encoded
    let files = [script.file.descriptor, scratch.0.descriptor, scratch.1.descriptor]
    // If the process has died already, `next` reports it.
    _ = hearth_send_message(socket, message, message.count, files, Int32(files.count))
  }

  deinit {
    kill()
    collect()
    close(socket)
    close(output)
  }

  /// Waits for the process's next event. Blocks until then, or until its time is up.
  func next() throws(DocumentFailure) -> Event {
    while isOutputOpen || isSocketOpen {
      let left = deadline - Self.now()
      guard left > 0 else {
        kill()
        throw .timedOut
      }
      var waiting = [
        pollfd(fd: isOutputOpen ? output : -1, events: Int16(POLLIN), revents: 0),
        pollfd(fd: isSocketOpen ? socket : -1, events: Int16(POLLIN), revents: 0),
      ]
      // If `poll` fails, nothing is read, and the loop tries again.
      guard poll(&waiting, 2, Int32(clamping: left)) > 0 else { continue }
      if waiting[1].revents != 0, let wanted = try receive() { return .wants(wanted) }
      if waiting[0].revents != 0 {
        let bytes = read()
        guard bytes.isEmpty else { return .bytes(bytes) }
        isOutputOpen = false
      }
    }
    try end()
    return .ended
  }

  /// Answers a request with an open file; `nil` if there is none.
  func give(_ file: Int32?) {
    let message = DocumentMessage.given.encoded
    // If the process has died meanwhile, `next` reports it.
    let files = file.map { [$0] } ?? []
    _ = hearth_send_message(socket, message, message.count, files, Int32(files.count))
  }

  /// Kills the process, after which `next` returns. Does nothing if it has ended already.
  func kill() { isCollected.withLock { if !$0 { Glibc.kill(processID, SIGKILL) } } }

  private func read() -> [UInt8] {
    [UInt8](unsafeUninitializedCapacity: Self.pieceBytes) { buffer, count in
      while true {
        let got = Glibc.read(output, buffer.baseAddress, buffer.count)
        if got < 0, errno == EINTR { continue }
        count = max(0, got)
        return
      }
    }
  }

  private func receive() throws(DocumentFailure) -> RequestedFile? {
    var bytes = [UInt8](repeating: 0, count: DocumentMessage.maxBytes)
    var unwanted = [Int32](repeating: -1, count: Int(HEARTH_MAX_FILES))
    var count: Int32 = 0
    let length = hearth_receive_message(socket, &bytes, bytes.count, &unwanted, &count)
    for file in unwanted.prefix(Int(count)) { close(file) }
    guard length > 0 else {
      isSocketOpen = false
      return nil
    }
    switch DocumentMessage(decoding: bytes.prefix(length)) {
    case .wants(let file): return file
    case .failed(let failure): said = failure
    default:
      kill()
      throw .workerDied
    }
    return nil
  }

  /// Reaps the process, and throws the reason it ended unless it drew everything.
  private func end() throws(DocumentFailure) {
    // A process that has closed everything has nothing left to do, and its result is settled.
    kill()
    let status = collect()
    if let said { throw said }
    switch status & 0x7F {
    case 0 where status >> 8 & 0xFF == 0: return
    case SIGXCPU: throw .timedOut
    case SIGXFSZ: throw .tooLarge
    default: throw .workerDied
    }
  }

  /// Waits for the process to end, which must be imminent, and reaps it. Returns its wait status.
  @discardableResult
  private func collect() -> Int32 {
    var information = siginfo_t()
    while waitid(P_PID, id_t(processID), &information, WEXITED | WNOWAIT) < 0, errno == EINTR {}
    return isCollected.withLock { isCollected in
      var status: Int32 = 0
      if !isCollected { while waitpid(processID, &status, 0) < 0, errno == EINTR {} }
      isCollected = true
      return status
    }
  }

  private static func now() -> Int64 {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Int64(time.tv_sec) * 1000 + Int64(time.tv_nsec) / 1_000_000
  }
}
