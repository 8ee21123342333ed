import Foundation
import Glibc
import Threads

/// A process of a test's own. Nothing here blocks the caller's thread: what waits is resumed by a
/// thread that reads what the process writes.
final class ChildProcess: Sendable {
  enum End: Equatable {
    case code(Int32)
    case signal(Int32)
  }

  enum Failure: Error { case spawn(Int32), ended(String) }

  private struct State {
    var text = ""
    var end: End?
    var lineWaiters:
      [(word: String, count: Int, continuation: CheckedContinuation<String?, Never>)] = []
    var endWaiters: [CheckedContinuation<End, Never>] = []
  }

  /// Starts one at a time: a process that is started between the making and the marking of
  /// another's pipe would keep that open.
  private static let starting = Lock(())

  let id: pid_t
  private let state = Lock(State())

  /// Starts a program that lies beside the tests, with both its outputs read as one text.
  ///
  /// - Parameter maxFileBytes: no file that it writes may grow beyond that.
  init(
    _ program: String, _ arguments: [String], input: String = "", maxFileBytes: Int? = nil
  ) throws {
    let folder = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
      .deletingLastPathComponent()
    var path = program.hasPrefix("/") ? program : folder.appendingPathComponent(program).path
    var line = [path] + arguments
    if let maxFileBytes {
      // The shell counts in blocks of 512 bytes, and hands the limit on.
      line = ["sh", "-c", "ulimit -S -f \(maxFileBytes / 512); exec \"$0\" \"$@\""] + line
      path = "/bin/sh"
    }
    let (started, typing, reading) = try Self.starting.withLock { [path, line] _ in
      try Self.spawn(path, line)
    }
    let bytes = Array(input.utf8)
    // A process that reads nothing leaves it in the pipe, which is larger.
    _ = write(typing, bytes, bytes.count)
    close(typing)
    id = started
    let state = state
    Threads.Thread.start { Self.follow(started, reading, state) }
  }

  /// Returns the process, where to write what it reads, and where to read what it writes.
  private static func spawn(
    _ path: String, _ line: [String]
  ) throws -> (id: pid_t, typing: Int32, reading: Int32) {
    var output: [Int32] = [0, 0]
    var typed: [Int32] = [0, 0]
    guard pipe(&output) == 0, pipe(&typed) == 0 else { throw Failure.spawn(errno) }
    for descriptor in output + typed { _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC) }
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_adddup2(&actions, typed[0], STDIN_FILENO)
    posix_spawn_file_actions_adddup2(&actions, output[1], STDOUT_FILENO)
    posix_spawn_file_actions_adddup2(&actions, output[1], STDERR_FILENO)
    // The caller's thread may be one that blocks signals, and a process inherits that.
    var (attributes, none) = (posix_spawnattr_t(), sigset_t())
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    sigemptyset(&none)
    posix_spawnattr_setsigmask(&attributes, &none)
    posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK))
    var words: [UnsafeMutablePointer<CChar>?] = line.map { strdup($0) } + [nil]
    defer { for word in words { free(word) } }
    var id = pid_t()
    let code = posix_spawn(&id, path, &actions, &attributes, &words, environ)
    close(output[1])
    close(typed[0])
    guard code == 0 else {
      close(output[0])
      close(typed[1])
      throw Failure.spawn(code)
    }
    return (id, typed[1], output[0])
  }

  deinit { if state.withLock({ $0.end == nil }) { kill(id, SIGKILL) } }

  /// Reads until the process has closed its outputs, and then waits for its end.
  private static func follow(_ id: pid_t, _ descriptor: Int32, _ state: Lock<State>) {
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = read(descriptor, &buffer, buffer.count)
      if count < 0, errno == EINTR { continue }
      if count <= 0 { break }
      let more = String(decoding: buffer[..<count], as: UTF8.self)
      state.withLock { state in
        state.text += more
        state.lineWaiters.removeAll { waiter in
          guard let found = lines(of: state.text, with: waiter.word, waiter.count) else {
            return false
          }
          waiter.continuation.resume(returning: found)
          return true
        }
      }
    }
    close(descriptor)
    var status: Int32 = 0
    while waitpid(id, &status, 0) < 0, errno == EINTR {}
    let end = status & 0x7f == 0 ? End.code(status >> 8 & 0xff) : End.signal(status & 0x7f)
    state.withLock { state in
      state.end = end
      for waiter in state.endWaiters { waiter.resume(returning: end) }
      for waiter in state.lineWaiters { waiter.continuation.resume(returning: nil) }
      (state.endWaiters, state.lineWaiters) = ([], [])
    }
  }

  /// The last of the first `count` whole lines that hold `word`.
  private static func lines(of text: String, with word: String, _ count: Int) -> String? {
    let whole = text.split(separator: "\n", omittingEmptySubsequences: false).dropLast()
    let found = whole.lazy.filter { $0.contains(word) }.prefix(count)
    return found.count == count ? found.last.map { String($0) } : nil
  }

  /// Everything the process has written so far.
  var text: String { state.withLock { $0.text } }

  /// Waits until the process has written that many lines with `word`, and returns the last of them.
  @discardableResult
  func line(with word: String, count: Int = 1) async throws -> String {
    let line = await withCheckedContinuation {
      (continuation: CheckedContinuation<String?, Never>) in
      state.withLock { state in
        if let found = Self.lines(of: state.text, with: word, count) {
          continuation.resume(returning: found)
        } else if state.end != nil {
          continuation.resume(returning: nil)
        } else {
          state.lineWaiters.append((word, count, continuation))
        }
      }
    }
    guard let line else { throw Failure.ended(text) }
    return line
  }

  /// Waits for the end.
  func end() async -> End {
    await withCheckedContinuation { continuation in
      state.withLock { state in
        if let end = state.end {
          continuation.resume(returning: end)
        } else {
          state.endWaiters.append(continuation)
        }
      }
    }
  }

  func send(_ signal: Int32) { kill(id, signal) }

  /// From now on no file of the process may grow beyond that; `nil` lifts the limit again.
  func limitFiles(toBytes bytes: Int?) async throws {
    let limit = bytes.map { "\($0)" } ?? "unlimited"
    let tool = try ChildProcess(
      "/usr/bin/prlimit", ["--pid", "\(id)", "--fsize=\(limit):unlimited"])
    guard await tool.end() == .code(0) else { throw Failure.ended(tool.text) }
  }
}

/// Runs what blocks on a thread of its own.
func blocking<Result: Sendable>(
  _ body: @escaping @Sendable () throws -> Result
) async throws -> Result {
  try await withCheckedThrowingContinuation { continuation in
    Threads.Thread.start {
      continuation.resume(with: Swift.Result { try body() })
    }
  }
}
