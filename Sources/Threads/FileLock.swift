import Glibc

/// The right of one holder to a file, against other processes and against others in this one. The
/// system takes it back when the process ends, however it ends.
///
/// Advisory: it keeps out only who asks for it. It lies in a file of its own, which stays and holds
/// the number of the process that had it last.
public final class FileLock: Sendable {
  /// Why there is no lock.
  public enum Failure: Error, Equatable, Sendable {
    /// Somebody has it; `process` where the file says who.
    case held(process: Int32?)
    /// The file system refuses, with this code of `errno`.
    case storage(code: Int32)
  }

  private static let pollMilliseconds: UInt32 = 5
  /// What this process holds for several, by the file's identity.
  private static let shared = Lock<[Identity: Weak]>([:])

  private let descriptor: Int32

  private struct Weak {
    weak var lock: FileLock?
  }

  /// A file, whatever its name; of none, nothing.
  private struct Identity: Hashable {
    var device: dev_t = 0
    var number: ino_t = 0

    init(at path: String) {
      var status = stat()
      if stat(path, &status) == 0 { (device, number) = (status.st_dev, status.st_ino) }
    }

    init(of descriptor: Int32) {
      var status = stat()
      if fstat(descriptor, &status) == 0 { (device, number) = (status.st_dev, status.st_ino) }
    }
  }

  /// Takes the lock at `path`, making its file when there is none.
  public init(path: String) throws(Failure) {
    while true {
      let descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
      guard descriptor >= 0 else { throw .storage(code: errno) }
      guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
        let code = errno
        defer { close(descriptor) }
        throw code == EWOULDBLOCK
          ? .held(process: Self.holder(descriptor)) : .storage(code: code)
      }
      // Whoever had it before may have removed the file: then others would lock a new one.
      if Identity(of: descriptor) == Identity(at: path) {
        self.descriptor = descriptor
        break
      }
      close(descriptor)
    }
    let text = Array("\(getpid())\n".utf8)
    // Only for the message that others get: a full disk does not matter.
    if ftruncate(descriptor, 0) == 0 { _ = pwrite(descriptor, text, text.count, 0) }
  }

  deinit { close(descriptor) }

  /// The lock at `path` for all in this process who ask for it here: it keeps out other processes
  /// alone, until the last of them lets go. Blocks.
  ///
  /// - Parameter timeoutSeconds: how long to wait for a holder that is about to let go.
  public static func ofProcess(
    path: String, timeoutSeconds: Double
  ) throws(Failure) -> FileLock {
    var attemptsLeft = Int(timeoutSeconds * 1000) / Int(pollMilliseconds)
    while true {
      if let known = shared.withLock({ $0[Identity(at: path)]?.lock }) { return known }
      do throws(Failure) {
        let lock = try FileLock(path: path)
        shared.withLock { shared in
          shared = shared.filter { $0.value.lock != nil }
          shared[Identity(of: lock.descriptor)] = Weak(lock: lock)
        }
        return lock
      } catch {
        guard case .held = error, attemptsLeft > 0 else { throw error }
      }
      attemptsLeft -= 1
      usleep(pollMilliseconds * 1000)
    }
  }

  /// Whether somebody has the lock at `path` now.
  public static func isHeld(path: String) -> Bool {
    let descriptor = open(path, O_RDWR | O_CLOEXEC)
    guard descriptor >= 0 else { return false }
    defer { close(descriptor) }
    return flock(descriptor, LOCK_SH | LOCK_NB) != 0
  }

  private static func holder(_ descriptor: Int32) -> Int32? {
    var buffer = [UInt8](repeating: 0, count: 16)
    let count = pread(descriptor, &buffer, buffer.count, 0)
    guard count > 0 else { return nil }
    return Int32(String(decoding: buffer[..<count].prefix { $0 != 0x0a }, as: UTF8.self))
  }
}
