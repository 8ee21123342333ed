import Blobs
import Glibc
import Rates
import Threads

/// The folder that holds everything a hub keeps.
///
/// | name | content |
/// |---|---|
/// | `hub.db` | the hub: accounts, zones, records, their log |
/// | `replicas/` | browser users' replicas; a cache that is rebuilt from the hub |
/// | `blobs/` | photos and attachments, named by their SHA-256 |
/// | `imports/` | what imports of the last 30 days wrote, so that they can be undone |
/// | `backups/` | backups of `hearth backup`, and those made before the last three upgrades |
/// | `upgrades.log` | each step of upgrading `hub.db`, one line of JSON per step |
/// | `analytics.db` | usage counts; see docs/analytics.md |
/// | `analytics.settings` | the key of those counts, and who is not counted, mode 0600 |
/// | `tmp/` | uploads and imports in progress |
/// | `ended-requests` | requests that have ended the server; remove it to answer them again |
/// | `exchange-rates` | newer exchange rates than those that are built in |
/// | `high-water` | the hub's latest known clock, by which an older `hub.db` is recognised |
/// | `secret` | the key of this hub's short invite codes, mode 0600 |
/// | `seal` | the key that seals what devices keep for a restored hub, mode 0600; in no backup |
/// | `lock` | the lock of the only server |
/// | `VERSION` | the version of this layout; written once `hub.db` and `secret` exist |
///
/// An interrupted first start leaves no `VERSION` and begins again. If `VERSION` or anything else
/// exists that only a hub leaves behind, an empty or missing `hub.db` is damage. It is not
/// recreated, because the first visitor of a new hub becomes its administrator.
struct DataFolder: Sendable {
  static let formatVersion = 1
  private static let standardPath = "./data"

  let path: String

  var hub: String { path + "/hub.db" }
  var replicas: String { path + "/replicas" }
  var highWater: String { path + "/" + HighWaterMark.name }
  var rates: String { path + "/\(CurrentRates.fileName)" }
  var blobs: String { path + "/blobs" }
  var backups: String { path + "/backups" }
  var upgrades: String { path + "/upgrades.log" }
  var temporary: String { path + "/tmp" }
  var imports: String { path + "/tmp/imports" }
  var history: String { path + "/imports" }
  /// The file that records the requests being answered, see `RequestsUnderWay`.
  var underWay: String { path + "/tmp/requests" }
  var endedRequests: EndedRequests { EndedRequests(path: path + "/ended-requests") }
  var analytics: String { path + "/analytics.db" }
  var analyticsSettings: String { path + "/\(Self.analyticsSettingsName)" }
  static let analyticsSettingsName = "analytics.settings"
  private var lockPath: String { path + "/lock" }
  private var versionPath: String { path + "/VERSION" }

  /// The folder of a command: `--data`, or else `HEARTH_DATA`, or else `./data`.
  init(_ invocation: Invocation) {
    let named = invocation["data"] ?? getenv("HEARTH_DATA").map { String(cString: $0) }
    self.init(path: named.flatMap { $0.isEmpty ? nil : $0 } ?? Self.standardPath)
  }

  init(path: String) {
    var path = path
    while path.count > 1, path.hasSuffix("/") { path.removeLast() }
    self.path = path
  }

  /// Whether there is a hub's file, whatever its content.
  var hasHubFile: Bool { Posix.exists(hub) }

  /// Whether a hub was completed here: `VERSION`, which is written last, exists.
  var isMade: Bool { Posix.exists(versionPath) }

  /// Prepares the folder for a hub; existing files stay. Call `markMade` once the hub exists.
  func create() throws(CommandFailure) {
    if !Posix.exists(path) { try Posix.makeFolder(path) }
    try check()
    if !holdsHub { Posix.closeToOthers(path) }
    for folder in [replicas, blobs, backups, temporary] { try Posix.makeFolder(folder) }
  }

  /// Prepares the folder for a restore: creates it if missing, and refuses one that holds other
  /// things.
  func createForRestore() throws(CommandFailure) {
    if !Posix.exists(path) { try Posix.makeFolder(path) }
    guard Posix.isFolder(path) else {
      throw .refused("\(path) is not a folder; name one with --data")
    }
    guard Posix.may(R_OK | W_OK | X_OK, path) else { throw Posix.failure(path, EACCES) }
    guard !holdsHub, try !hadHub() else { return }
    // The remains of an interrupted restore do not matter.
    try refuseForeign { $0.hasPrefix(Self.restoringPrefix) }
    Posix.closeToOthers(path)
  }

  /// The beginning of the name of the folder in which a restore gathers its files.
  static let restoringPrefix = "restoring-"
  /// The beginning of the name of the folder to which a restore moves what was there.
  static let replacedPrefix = "replaced-"

  /// A sentence saying that others on this machine can read the folder; `nil` if they cannot.
  var openness: String? {
    guard Posix.isOpenToOthers(path) else { return nil }
    return "others on this machine may look into \(path): chmod 700 \(Recovery.quoted(path))"
  }

  /// Marks the hub as complete: from now on its file is never recreated.
  func markMade() throws(CommandFailure) {
    if !isMade { try Posix.write("\(Self.formatVersion)\n".utf8, to: versionPath) }
  }

  /// Throws unless this folder holds a hub that this program can use.
  func requireHub() throws(CommandFailure) {
    try check()
    guard holdsHub else {
      throw .refused(
        """
        there is no hub in \(path) yet; start one with: hearth serve --data \
        \(Recovery.quoted(path))
        """)
    }
  }

  /// Whether the folder holds a hub with content. Throws if a hub was lost here.
  func findHub() throws(CommandFailure) -> Bool {
    guard Posix.exists(path) else { return false }
    try CutRestore.refuse(in: self)
    try refuseLostHub()
    return holdsHub
  }

  private var holdsHub: Bool { (Posix.size(hub) ?? 0) > 0 }

  /// Throws if there was a hub here and its file is now empty or missing.
  ///
  /// - Parameter isEmpty: whether the file has bytes but stores nothing.
  func refuseLostHub(isEmpty: Bool = false) throws(CommandFailure) {
    guard !holdsHub || isEmpty, try hadHub() else { return }
    let names = Posix.isFolder(path) ? try Posix.names(in: path) : []
    let isFresh =
      Recovery.newest(in: path).isEmpty && !names.contains("secret")
      && !names.contains { $0.hasPrefix(Self.replacedPrefix) }
    throw .unusable(
      """
      \(hub) is \(hasHubFile ? "empty" : "missing"), and there has been a hub in \(path). Nothing \
      was changed. \(Recovery.words(for: path))\
      \(isFresh ? ". If nothing was ever kept in it, remove it or name another with --data" : "")
      """)
  }

  /// Whether the folder holds anything that exists only after a hub's file was complete.
  private func hadHub() throws(CommandFailure) -> Bool {
    if isMade || Posix.exists(path + "/secret") || Posix.exists(upgrades) { return true }
    // A write-ahead log exists only beside a file that has its first page.
    if !holdsHub, (Posix.size(hub + "-wal") ?? 0) > 0 { return true }
    if try Posix.names(in: path).contains(where: { $0.hasPrefix(Self.replacedPrefix) }) {
      return true
    }
    if !Recovery.newest(in: path).isEmpty { return true }
    let files = Posix.isFolder(blobs) ? try Posix.files(below: blobs) : []
    return files.contains { file in
      file.split(separator: "/").last.map { BlobHash(String($0)) != nil } ?? false
    }
  }

  /// Refuses a folder of a newer version, of something else, or of a lost hub.
  private func check() throws(CommandFailure) {
    guard Posix.isFolder(path) else {
      throw Posix.exists(path)
        ? .refused("\(path) is not a folder; name one with --data")
        : .refused(
          "there is no folder \(path); name one with --data, or start with: hearth serve")
    }
    guard Posix.may(R_OK | X_OK, path) else { throw Posix.failure(path, EACCES) }
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
    }
    try CutRestore.refuse(in: self)
    guard !holdsHub else { return }
    try refuseLostHub()
    try refuseForeign { _ in false }
  }

  /// Refuses a folder with content that is neither the system's nor the remains of an interrupted
  /// first start.
  private func refuseForeign(besides isOwn: @escaping (String) -> Bool) throws(CommandFailure) {
    let own = ["lock", "hub.db", "hub.db-journal", "hub.db-wal", "hub.db-shm"]
    let content = ForeignContent(
      path: path, isOwn: { own.contains($0) || isOwn($0) },
      folders: ["replicas", "blobs", "backups", "tmp"])
    guard let first = try content.first() else { return }
    throw .refused(
      """
      \(path) holds other things (\(first)) and no hub; name an empty or a new folder with \
      --data
      """)
  }

  /// The path of a photo or an attachment by its hash; `nil` if the file is not here.
  func file(_ hash: String) -> String? {
    guard let hash = BlobHash(hash) else { return nil }
    let path = "\(blobs)/\(hash.description.prefix(2))/\(hash)"
    return Posix.exists(path) ? path : nil
  }

  /// Refuses to write a backup among the hub's own files, where the next backup would copy it and
  /// cleaning up could remove it. A folder directly in `backups/` is allowed.
  func refuseOutput(_ output: String) throws(CommandFailure) {
    let parent = output.split(separator: "/", omittingEmptySubsequences: false).dropLast()
      .joined(separator: "/")
    guard
      let place = Posix.resolved(parent.isEmpty ? (output.hasPrefix("/") ? "/" : ".") : parent),
      let root = Posix.resolved(path)
    else { return }
    if place == Posix.resolved(backups) || place == root + "/backups" { return }
    let own = [root] + [blobs, replicas, backups, temporary, history].compactMap(Posix.resolved)
    guard own.contains(where: { place == $0 || place.hasPrefix($0 + "/") }) else { return }
    throw .refused(
      """
      \(output) is among the hub's own files; name a folder outside of \(path) with --out, or one \
      in \(backups). Nothing was written
      """)
  }

  /// Locks the folder for this server, until the result is released. Other processes may still
  /// read, and may write through the hub's own file.
  func lock() throws(CommandFailure) -> FolderLock { try FolderLock(path: lockPath, folder: path) }

  /// Whether a server is using the folder.
  var isLocked: Bool { FolderLock.isHeld(path: lockPath) }
}

/// The lock that makes a process the only server of a data folder. The system releases it when the
/// process ends, however it ends.
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
