import Glibc
import SyncProtocol
import Threads

/// The machine that a replica's file needs: a file system and a way to wait. Simulations pass one
/// that they control.
package struct ReplicaMachine: Sendable {
  package var folder: any ReplicaFolder
  /// Waits for a number of seconds, or until its task is cancelled.
  package var pause: SyncLoop.Pause
  /// A number in 0..<1, different for every call.
  package var jitter: @Sendable () -> Double

  package init(
    folder: any ReplicaFolder, pause: @escaping SyncLoop.Pause,
    jitter: @escaping @Sendable () -> Double
  ) {
    self.folder = folder
    self.pause = pause
    self.jitter = jitter
  }

  /// The real machine.
  package static let system = ReplicaMachine(
    folder: SystemFolder(), pause: { try await Task.sleep(for: .seconds($0)) },
    jitter: { .random(in: 0..<1) })
}

/// The files of a replica: its database, which SQLite reads and writes, and small files beside it.
///
/// Failures throw `ReplicaFileError.storage`.
package protocol ReplicaFolder: Sendable {
  /// The name under which SQLite opens a file.
  func databasePath(_ path: String) -> String

  /// Whether there is a file, or anything else of that name.
  func exists(_ path: String) -> Bool

  /// The size in bytes; 0 if there is no file.
  func size(of path: String) -> Int

  /// A mark that differs for every copy of a file, and changes when the file is changed or renamed;
  /// `nil` if there is no file.
  func mark(of path: String) -> String?

  /// Up to `maxBytes` bytes from `offset`, fewer at the end of the file; `nil` if there is no file
  /// to read.
  func read(_ path: String, from offset: Int, maxBytes: Int) throws(ReplicaFileError) -> [UInt8]?

  /// Creates or empties a file and writes to it. Afterwards the content would survive a power cut,
  /// though perhaps not the file's name.
  func write(_ bytes: [UInt8], to path: String) throws(ReplicaFileError)

  /// Renames a file, replacing the one that has the new name.
  func rename(_ old: String, to new: String) throws(ReplicaFileError)

  /// Makes the names in a file's folder survive a power cut, where the system can.
  func syncNames(beside path: String)

  /// Removes a file, if there is one.
  func remove(_ path: String)

  /// Keeps other processes out for as long as the result is held.
  ///
  /// - Parameter path: the path of the file to lock; the lock file is beside it.
  func lock(_ path: String) throws(ReplicaFileError) -> any AnyObject & Sendable
}

/// The file system of the machine.
package struct SystemFolder: ReplicaFolder {
  /// How long to wait for a process that is about to end, or a thread that is closing the file.
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
    let folder = open(path.lastIndex(of: "/").map { String(path[...$0]) } ?? ".", O_RDONLY)
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
