import FaultyDisk
import Glibc
import Replica

/// The files of one machine on a disk that fails, for replicas.
///
/// `@unchecked Sendable` because a history runs on one thread.
package final class SimulatedFolder: ReplicaFolder, @unchecked Sendable {
  let disk: FaultyDisk
  /// Counts the ends of the machine's processes: what they had locked is free then.
  private var generation = 0
  private var held: [String: Int] = [:]
  /// A file that was opened while the same process had it open.
  private(set) var openedTwice: String?

  package init(_ disk: FaultyDisk) { self.disk = disk }

  /// The processes of the machine have ended.
  package func endProcesses() {
    generation += 1
    held = [:]
  }

  /// Whether somebody has the file.
  func isHeld(_ path: String) -> Bool { held[path] != nil }

  package func databasePath(_ path: String) -> String { disk.path(path) }

  package func exists(_ path: String) -> Bool { disk.size(of: path) != nil }

  package func size(of path: String) -> Int { disk.size(of: path) ?? 0 }

  package func mark(of path: String) -> String? { disk.mark(of: path) }

  package func read(_ path: String, from offset: Int, maxBytes: Int) throws(ReplicaFileError)
    -> [UInt8]?
  {
    guard exists(path) else { return nil }
    let bytes = try calling(path) { () throws(DiskError) in try disk.read(path) }
    return Array(bytes.dropFirst(offset).prefix(maxBytes))
  }

  package func write(_ bytes: [UInt8], to path: String) throws(ReplicaFileError) {
    try calling(path) { () throws(DiskError) in
      try disk.write(bytes, to: path)
      try disk.sync(path)
    }
  }

  package func rename(_ old: String, to new: String) throws(ReplicaFileError) {
    try calling(new) { () throws(DiskError) in try disk.rename(old, to: new) }
  }

  package func syncNames(beside path: String) {
    // Like the system's folder: what cannot be made safe now is as safe as names are by themselves.
    try? disk.syncDirectory()
  }

  package func remove(_ path: String) {
    // What is not there need not go.
    try? disk.remove(path)
  }

  package func lock(_ path: String) throws(ReplicaFileError) -> any AnyObject & Sendable {
    if held[path] != nil { openedTwice = path }
    held[path, default: 0] += 1
    return SimulatedLock { [self, generation] in
      guard generation == self.generation, let count = held[path] else { return }
      held[path] = count == 1 ? nil : count - 1
    }
  }

  private func calling<Result>(
    _ path: String, _ body: () throws(DiskError) -> Result
  ) throws(ReplicaFileError) -> Result {
    do throws(DiskError) { return try body() } catch {
      throw .storage(path: path, message: String(cString: strerror(error.code)))
    }
  }
}

/// `@unchecked Sendable` because a history runs on one thread.
private final class SimulatedLock: @unchecked Sendable {
  private let release: () -> Void
  init(_ release: @escaping () -> Void) { self.release = release }
  deinit { release() }
}
