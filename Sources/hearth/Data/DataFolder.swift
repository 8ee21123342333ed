import Blobs
import Glibc
import Threads

/// The one folder in which a hub keeps everything.
///
/// | name | what it is |
/// |---|---|
/// | `hub.db` | the hub: accounts, zones, records, their log |
/// | `replicas/` | what browsers are shown; a cache, made again from the hub when it is gone |
/// | `blobs/` | photos and papers, named by their SHA-256 |
/// | `imports/` | what imports of the last 30 days wrote, to take them back |
/// | `backups/` | what `hearth backup` wrote, and what was there before the last three upgrades |
/// | `upgrades.log` | each step of bringing `hub.db` to a newer version, a line of JSON |
/// | `analytics.db` | what is counted of the app's use; see docs/analytics.md |
/// | `analytics.settings` | the key of those counts, and who is not counted, 0600 |
/// | `tmp/` | uploads and imports under way |
/// | `secret` | keys of this hub, 0600 |
/// | `lock` | held by the one server |
/// | `VERSION` | the version of this layout |
struct DataFolder: Sendable {
  static let formatVersion = 1
  private static let standardPath = "./data"

  let path: String

  var hub: String { path + "/hub.db" }
  var replicas: String { path + "/replicas" }
  var blobs: String { path + "/blobs" }
  var backups: String { path + "/backups" }
  var upgrades: String { path + "/upgrades.log" }
  var temporary: String { path + "/tmp" }
  var imports: String { path + "/tmp/imports" }
  var history: String { path + "/imports" }
  var analytics: String { path + "/analytics.db" }
  var analyticsSettings: String { path + "/\(Self.analyticsSettingsName)" }
  static let analyticsSettingsName = "analytics.settings"
  private var lockPath: String { path + "/lock" }
  private var versionPath: String { path + "/VERSION" }

  /// The folder that a command is about: `--data`, else the environment's, else `./data`.
  init(_ invocation: Invocation) {
    let named = invocation["data"] ?? getenv("HEARTH_DATA").map { String(cString: $0) }
    self.init(path: named.flatMap { $0.isEmpty ? nil : $0 } ?? Self.standardPath)
  }

  init(path: String) {
    var path = path
    while path.count > 1, path.hasSuffix("/") { path.removeLast() }
    self.path = path
  }

  var hasHub: Bool { Posix.exists(hub) }

  /// Makes the folder ready for a hub; what is there already stays.
  func create() throws(CommandFailure) {
    if !Posix.exists(path) { try Posix.makeFolder(path) }
    try check()
    for folder in [replicas, blobs, backups, temporary] { try Posix.makeFolder(folder) }
    if !Posix.exists(versionPath) {
      try Posix.write("\(Self.formatVersion)\n".utf8, to: versionPath)
    }
  }

  /// Makes sure that this is a folder of a hub that this program can use.
  func requireHub() throws(CommandFailure) {
    try check()
    guard hasHub else {
      throw .refused("there is no hub in \(path) yet; start one with: hearth serve --data \(path)")
    }
  }

  /// Refuses what is of a newer version, or of something else.
  private func check() throws(CommandFailure) {
    guard Posix.isFolder(path) else {
      throw Posix.exists(path)
        ? .refused("\(path) is not a folder; name one with --data")
        : .refused(
          "there is no folder \(path); name one with --data, or start with: hearth serve")
    }
    if let bytes = Posix.read(versionPath, maxBytes: 32) {
      let text = String(decoding: bytes, as: UTF8.self).filter { !$0.isWhitespace }
      guard let version = Int(text) else {
        throw .unusable("\(versionPath) does not hold a number; is \(path) a data folder?")
      }
      guard version <= Self.formatVersion else {
        throw .unusable(
          """
          \(path) was written by a newer Hearth (layout \(version), this program knows \
          \(Self.formatVersion)). Install that one; nothing was changed
          """)
      }
    } else if !hasHub {
      let others = try Posix.names(in: path).filter {
        !$0.hasPrefix(".") && $0 != "lost+found" && $0 != "lock"
      }
      if let first = others.first {
        throw .refused(
          """
          \(path) holds other things (\(first)) and no hub; name an empty or a new folder with \
          --data
          """)
      }
    }
  }

  /// Where a photo or a paper lies, by its hash; `nil` when it is not here.
  func file(_ hash: String) -> String? {
    guard let hash = BlobHash(hash) else { return nil }
    let path = "\(blobs)/\(hash.description.prefix(2))/\(hash)"
    return Posix.exists(path) ? path : nil
  }

  /// Takes the folder for this process; released when the result is. Others may still read, and
  /// write through the hub's own file.
  func lock() throws(CommandFailure) -> FolderLock { try FolderLock(path: lockPath, folder: path) }

  /// Whether a server has the folder now.
  var isLocked: Bool { FolderLock.isHeld(path: lockPath) }
}

/// The right to be the one server of a data folder. The system releases it when the process ends,
/// however it ends.
final class FolderLock: Sendable {
  private let lock: FileLock

  init(path: String, folder: String) throws(CommandFailure) {
    do throws(FileLock.Failure) {
      lock = try FileLock(path: path)
    } catch {
      switch error {
      case .storage(let code): throw Posix.failure(path, code)
      case .held(let process):
        throw .inUse(
          """
          another hearth\(process.map { " (process \($0))" } ?? "") serves \(folder). Stop it first, \
          or name another folder with --data
          """)
      }
    }
  }

  static func isHeld(path: String) -> Bool { FileLock.isHeld(path: path) }
}
