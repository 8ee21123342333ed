import Glibc
import SyncProtocol
import Threads

/// What a replica's file needs of the machine that it is on: where files lie and how one waits.
/// Simulations pass one that they control.
package struct ReplicaMachine: Sendable {
  package var folder: any ReplicaFolder
  /// Waits so many seconds, less when its task is cancelled.
  package var pause: SyncLoop.Pause
  /// 0..<1, different for every call.
  package var jitter: @Sendable () -> Double

  package init(
    folder: any ReplicaFolder, pause: @escaping SyncLoop.Pause,
    jitter: @escaping @Sendable () -> Double
  ) {
    self.folder = folder
    self.pause = pause
    self.jitter = jitter
  }

  /// The one that the program runs on.
  package static let system = ReplicaMachine(
    folder: SystemFolder(), pause: { try await Task.sleep(for: .seconds($0)) },
    jitter: { .random(in: 0..<1) })
}

/// The files of a replica: its database, which SQLite reads and writes, and small ones beside it.
///
/// What fails throws `ReplicaFileError.storage`.
package protocol ReplicaFolder: Sendable {
  /// The name under which SQLite opens a file.
  func databasePath(_ path: String) -> String

  /// Whether there is a file, or something that stands in its place.
  func exists(_ path: String) -> Bool

  /// Bytes; 0 where there is no file.
  func size(of path: String) -> Int

  /// What tells a file from any copy of it, and from itself after a change or a new name.
  func mark(of path: String) -> String?

  /// Up to `maxBytes` from `offset` on, and nothing from behind the end; `nil` where there is no
  /// file to read.
  func read(_ path: String, from offset: Int, maxBytes: Int) throws(ReplicaFileError) -> [UInt8]?

  /// Makes a file or empties it, and writes to it; what it holds survives a power cut then, its
  /// name perhaps not.
  func write(_ bytes: [UInt8], to path: String) throws(ReplicaFileError)

  /// Gives a file another name, in the place of the one that has it.
  func rename(_ old: String, to new: String) throws(ReplicaFileError)

  /// Makes the names in a file's folder survive a power cut where the system can.
  func syncNames(beside path: String)

  /// Removes a file, if there is one.
  func remove(_ path: String)

  /// Keeps other processes out for as long as the result is held.
  ///
  /// - Parameter path: of the file that is locked; the lock lies beside it.
  func lock(_ path: String) throws(ReplicaFileError) -> any AnyObject & Sendable
}

/// The folders of the system.
package struct SystemFolder: ReplicaFolder {
  /// How long to wait for a process that is about to end, or for another thread that closes the
  /// file.
  private static let lockTimeoutSeconds = 1.0

  package init() {}

  package func databasePath(_ path: String) -> String { path }

  package func exists(_ path: String) -> Bool { access(path, F_OK) == 0 }

  package func size(of path: String) -> Int {
    var status = stat()
    return stat(path, &status) == 0 ? Int(status.st_size) : 0
  }

  package func mark(of path: String) -> String? {
    var info = stat()
    guard lstat(path, &info) == 0 else { return nil }
    return "\(info.st_ino).\(info.st_ctim.tv_sec).\(info.st_ctim.tv_nsec)"
  }

  package func read(
    _ path: String, from offset: Int, maxBytes: Int
  ) throws(ReplicaFileError) -> [UInt8]? {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    var buffer = [UInt8](repeating: 0, count: maxBytes)
    let count = pread(descriptor, &buffer, maxBytes, off_t(offset))
    guard count >= 0 else { throw Self.failure(path) }
    buffer.removeLast(maxBytes - count)
    return buffer
  }

  package func write(_ bytes: [UInt8], to path: String) throws(ReplicaFileError) {
    let descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw Self.failure(path) }
    var written = 0
    while written < bytes.count {
      let count = bytes[written...].withUnsafeBytes {
        Glibc.write(descriptor, $0.baseAddress, $0.count)
      }
      guard count > 0 else { break }
      written += count
    }
    let isDurable = written == bytes.count && fsync(descriptor) == 0
    let problem = Self.failure(path)
    close(descriptor)
    guard isDurable else { throw problem }
  }

  package func rename(_ old: String, to new: String) throws(ReplicaFileError) {
    guard Glibc.rename(old, new) == 0 else { throw Self.failure(new) }
  }

  package func syncNames(beside path: String) {
    let folder = open(String(path[..<(path.lastIndex(of: "/") ?? path.startIndex)]), O_RDONLY)
    guard folder >= 0 else { return }
    fsync(folder)
    close(folder)
  }

  package func remove(_ path: String) { unlink(path) }

  package func lock(_ path: String) throws(ReplicaFileError) -> any AnyObject & Sendable {
    let lockPath = path + ".lock"
    do throws(FileLock.Failure) {
      return try FileLock.ofProcess(path: lockPath, timeoutSeconds: Self.lockTimeoutSeconds)
    } catch {
      switch error {
      case .held(let process): throw .inUse(path: path, process: process)
      case .storage(let code):
        throw .storage(path: lockPath, message: String(cString: strerror(code)))
      }
    }
  }

  private static func failure(_ path: String) -> ReplicaFileError {
    .storage(path: path, message: String(cString: strerror(errno)))
  }
}
