import Glibc

/// An exclusive lock on a file, between processes and within this one. The system releases it when
/// the process ends, however it ends.
///
/// The lock is advisory: it keeps out only those that ask for it. It is a separate file, which
/// stays and contains the number of the process that had it last.
public final class FileLock: Sendable {
  /// Why a lock was not taken.
  public enum Failure: Error, Equatable, Sendable {
    /// The lock is held, by `process` if the file says so.
    case held(process: Int32?)
    /// The file system refused, with this `errno`.
    case storage(code: Int32)
  }

  private static let pollMilliseconds: UInt32 = 5
  /// The locks that this process shares among its callers, by the file's identity.
  private static let shared = Lock<[Identity: Weak]>([:])

  private let descriptor: Int32

  private struct Weak {
    weak var lock: FileLock?
  }

  /// A file's identity, independent of its name; zeros if there is no file.
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

  /// Takes the lock at `path`, creating its file if there is none.
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
      // The previous holder may have removed the file; others would then lock a new one.
      if Identity(of: descriptor) == Identity(at: path) {
        self.descriptor = descriptor
        break
      }
      close(descriptor)
    }
    let text = Array("\(getpid())\n".utf8)
    // Only for the error that others get, so a full disk does not matter.
    if ftruncate(descriptor, 0) == 0 { _ = pwrite(descriptor, text, text.count, 0) }
  }

  deinit { close(descriptor) }

  /// The lock at `path`, shared by all in this process who ask for it here. It keeps out other
  /// processes until the last of its users releases it. Blocks.
  ///
  /// - Parameter timeoutSeconds: how long to wait for another holder to release it.
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

  /// Whether anybody holds the lock at `path` now.
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
