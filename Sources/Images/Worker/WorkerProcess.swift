import CLinux
import Glibc

/// A worker process, as seen by its parent. For one thread at a time.
struct WorkerProcess {
  let processID: pid_t
  /// The number of pictures it has been given.
  private(set) var imageCount = 0
  private let socket: Int32

  /// Starts `executablePath image-worker`. Its environment contains none of the server's variables,
  /// except the library path.
  init(executablePath: String) throws(ImageError) {
    var sockets: [Int32] = [-1, -1]
    guard hearth_message_sockets(&sockets) == 0 else { throw .workerDied }
    defer { close(sockets[1]) }
    // A crash report would take minutes, and reserve more memory than the limits allow.
    var environment = ["SWIFT_BACKTRACE=enable=no"]
    if let libraries = getenv("LD_LIBRARY_PATH") {
      environment.append("LD_LIBRARY_PATH=" + String(cString: libraries))
    }
    var processID: pid_t = 0
    let error = withCStrings(["hearth", ImageWorker.argument]) { arguments in
      withCStrings(environment) { environment in
        hearth_spawn(&processID, executablePath, sockets[1], -1, arguments, environment)
      }
    }
    guard error == 0 else {
      close(sockets[0])
      throw .workerDied
    }
    (self.processID, socket) = (processID, sockets[0])
  }

  /// Sends a request with its files and waits for the answer.
  ///
  /// Throws `.timedOut` or `.workerDied`; `end` must be called then. An error of the picture itself
  /// is a reply.
  mutating func exchange(
    _ request: WorkerRequest, files: [Int32]
  ) throws(ImageError) -> WorkerReply {
    imageCount += 1
    let message = request.encoded
    guard hearth_send_message(socket, message, message.count, files, Int32(files.count)) == 0
    else { throw .workerDied }
    guard waitForReply(timeoutSeconds: request.limits.timeoutSeconds) else {
      throw .timedOut
    }
    var reply = [UInt8](repeating: 0, count: WorkerRequest.maxMessageBytes)
    var unwanted = [Int32](repeating: -1, count: Int(HEARTH_MAX_FILES))
    var unwantedCount: Int32 = 0
    let length = hearth_receive_message(
      socket, &reply, reply.count, &unwanted, &unwantedCount)
    for file in unwanted.prefix(Int(unwantedCount)) { close(file) }
    guard length > 0 else { throw .workerDied }
    do throws(WorkerMessageMalformed) {
      return try WorkerReply(decoding: Array(reply.prefix(length)))
    } catch { throw .workerDied }
  }

  /// Kills and reaps the process. Returns `true` if it had used up its processor time before.
  @discardableResult
  func end() -> Bool {
    close(socket)
    kill(processID, SIGKILL)
    var status: Int32 = 0
    while waitpid(processID, &status, 0) < 0, errno == EINTR {}
    return status & 0x7F == SIGXCPU
  }

  private func waitForReply(timeoutSeconds: Int) -> Bool {
    let deadline = monotonicMilliseconds() + Int64(clamping: timeoutSeconds) * 1000
    while true {
      let left = deadline - monotonicMilliseconds()
      guard left > 0 else { return false }
      var wait = pollfd(fd: socket, events: Int16(POLLIN), revents: 0)
      let ready = poll(&wait, 1, Int32(clamping: left))
      if ready > 0 { return true }
      if ready < 0, errno != EINTR { return true }  // reading will fail and say so
    }
  }
}

private func monotonicMilliseconds() -> Int64 {
  var time = timespec()
  clock_gettime(CLOCK_MONOTONIC, &time)
  return Int64(time.tv_sec) * 1000 + Int64(time.tv_nsec) / 1_000_000
}

private func withCStrings<Result>(
  _ texts: [String], _ body: ([UnsafeMutablePointer<CChar>?]) -> Result
) -> Result {
  let copies = texts.map { strdup($0) } + [nil]
  defer { copies.forEach { free($0) } }
  return body(copies)
}
