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
/// | `ended-requests` | requests that have ended the server; removing it lets them in again |
/// | `high-water` | how far the hub has come: an older `hub.db` is known by it |
/// | `secret` | keys of this hub, 0600 |
/// | `seal` | the key that seals what devices keep for a restored hub, 0600; in no backup |
/// | `lock` | held by the one server |
/// | `VERSION` | the version of this layout; written once `hub.db` and `secret` are there |
///
/// A first start that is interrupted leaves no `VERSION` and begins again. Where it is there, or
/// anything that only a hub leaves behind, an empty or missing `hub.db` is damage: nothing is made
/// in its place, and whoever comes first does not become the administrator of somebody's household.
struct DataFolder: Sendable {
  static let formatVersion = 1
  private static let standardPath = "./data"

  let path: String

  var hub: String { path + "/hub.db" }
  var replicas: String { path + "/replicas" }
  var highWater: String { path + "/" + HighWaterMark.name }
  var blobs: String { path + "/blobs" }
  var backups: String { path + "/backups" }
  var upgrades: String { path + "/upgrades.log" }
  var temporary: String { path + "/tmp" }
  var imports: String { path + "/tmp/imports" }
  var history: String { path + "/imports" }
  /// What the server is answering, see `RequestsUnderWay`.
  var underWay: String { path + "/tmp/requests" }
  var endedRequests: EndedRequests { EndedRequests(path: path + "/ended-requests") }
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

  /// Whether there is a hub's file, whatever is in it.
  var hasHubFile: Bool { Posix.exists(hub) }

  /// Whether a hub was made here: it has what comes last.
  var isMade: Bool { Posix.exists(versionPath) }

  /// Makes the folder ready for a hub; what is there already stays. `markMade` comes after the hub.
  func create() throws(CommandFailure) {
    if !Posix.exists(path) { try Posix.makeFolder(path) }
    try check()
    if !holdsHub { Posix.closeToOthers(path) }
    for folder in [replicas, blobs, backups, temporary] { try Posix.makeFolder(folder) }
  }

  /// Makes the folder ready to take a backup's hub: one that is missing is made, and one in which
  /// others keep their things is refused.
  func createForRestore() throws(CommandFailure) {
    if !Posix.exists(path) { try Posix.makeFolder(path) }
    guard Posix.isFolder(path) else {
      throw .refused("\(path) is not a folder; name one with --data")
    }
    guard Posix.may(R_OK | W_OK | X_OK, path) else { throw Posix.failure(path, EACCES) }
    guard !holdsHub, try !hadHub() else { return }
    // What a restore that was interrupted has left is in nobody's way.
    try refuseForeign { $0.hasPrefix(Self.restoringPrefix) }
    Posix.closeToOthers(path)
  }

  /// What the folder begins with in which a restore gathers its files.
  static let restoringPrefix = "restoring-"

  /// Whether others on this machine may look into the folder, as a sentence; `nil` when not.
  var openness: String? {
    guard Posix.isOpenToOthers(path) else { return nil }
    return "others on this machine may look into \(path): chmod 700 \(Recovery.quoted(path))"
  }

  /// Says that the hub of this folder is there: from now on its file is never made anew.
  func markMade() throws(CommandFailure) {
    if !isMade { try Posix.write("\(Self.formatVersion)\n".utf8, to: versionPath) }
  }

  /// Makes sure that this is a folder of a hub that this program can use.
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

  /// Whether something is stored in a hub here. Throws where it was lost.
  func findHub() throws(CommandFailure) -> Bool {
    guard Posix.exists(path) else { return false }
    try refuseLostHub()
    return holdsHub
  }

  private var holdsHub: Bool { (Posix.size(hub) ?? 0) > 0 }

  /// Throws where a hub has been, and its file is empty or gone.
  ///
  /// - Parameter isEmpty: whether nothing is stored in the file although it has bytes.
  func refuseLostHub(isEmpty: Bool = false) throws(CommandFailure) {
    guard !holdsHub || isEmpty, try hadHub() else { return }
    let isFresh = Recovery.newest(in: path).isEmpty && !Posix.exists(path + "/secret")
    throw .unusable(
      """
      \(hub) is \(hasHubFile ? "empty" : "missing"), and there has been a hub in \(path). Nothing \
      was changed. \(Recovery.words(for: path))\
      \(isFresh ? ". If nothing was ever kept in it, remove it or name another with --data" : "")
      """)
  }

  /// What is only there once a hub's file was whole.
  private func hadHub() throws(CommandFailure) -> Bool {
    if isMade || Posix.exists(path + "/secret") || Posix.exists(upgrades) { return true }
    // Changes are logged beside a file that has its first page.
    if !holdsHub, (Posix.size(hub + "-wal") ?? 0) > 0 { return true }
    if try Posix.names(in: path).contains(where: { $0.hasPrefix("replaced-") }) { return true }
    if !Recovery.newest(in: path).isEmpty { return true }
    let files = Posix.isFolder(blobs) ? try Posix.files(below: blobs) : []
    return files.contains { file in
      file.split(separator: "/").last.map { BlobHash(String($0)) != nil } ?? false
    }
  }

  /// Refuses what is of a newer version, of something else, or a hub's that was lost.
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
    guard !holdsHub else { return }
    try refuseLostHub()
    try refuseForeign { _ in false }
  }

  /// Refuses a folder that holds what is neither of the system nor left by a first start that was
  /// interrupted.
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

  /// Where a photo or a paper lies, by its hash; `nil` when it is not here.
  func file(_ hash: String) -> String? {
    guard let hash = BlobHash(hash) else { return nil }
    let path = "\(blobs)/\(hash.description.prefix(2))/\(hash)"
    return Posix.exists(path) ? path : nil
  }

  /// Refuses to write a backup among the hub's own files, where the next one would copy it and
  /// cleaning could remove it. Below `backups/` it is welcome, as a folder of its own there.
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
