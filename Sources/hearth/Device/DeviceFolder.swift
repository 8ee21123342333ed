import Blobs
import Glibc
import ReplicaHTTP
import SyncProtocol

/// The one folder in which a device keeps everything.
///
/// | name | what it is |
/// |---|---|
/// | `hub` | the address of the hub it belongs to |
/// | `session` | what the hub gave it when it signed in, its secret token included, 0600 |
/// | `browsers` | hashes of the tokens of browsers that were let in, 0600 |
/// | `joins` | invites that wait for the hub, secret keys included, 0600 |
/// | `flags` | what the hub said of sharing, and when |
/// | `unsent` | hashes of files that the hub had no room for |
/// | `replica.db` | the homes, and what waits to be sent |
/// | `blobs/` | photos and papers that were looked at or added here, named by their SHA-256 |
/// | `thumbnails/` | small pictures of them |
/// | `imports/` | what imports of the last 30 days wrote, to take them back |
/// | `backups/` | the replica as it was before each of the last three upgrades |
/// | `tmp/` | uploads and imports under way |
/// | `lock` | held by the one process that works on the folder |
struct DeviceFolder: Sendable {
  static let standardPath = "./device"
  private static let maxSessionBytes = 64 << 10
  private static let maxAddressBytes = 4096
  private static let maxBrowsersBytes = 4096
  private static let maxJoinsBytes = 256 << 10
  private static let maxFlagsBytes = 64 << 10
  private static let maxUnsentBytes = 16 << 20

  let path: String

  var replica: String { path + "/replica.db" }
  var blobs: String { path + "/blobs" }
  var thumbnails: String { path + "/thumbnails" }
  var backups: String { path + "/backups" }
  var temporary: String { path + "/tmp" }
  var imports: String { path + "/tmp/imports" }
  var history: String { path + "/imports" }
  private var sessionPath: String { path + "/session" }
  private var browsersPath: String { path + "/browsers" }
  private var joinsPath: String { path + "/joins" }
  private var flagsPath: String { path + "/flags" }
  private var unsentPath: String { path + "/unsent" }
  private var hubPath: String { path + "/hub" }

  /// Makes the folder ready for a device of this hub; what is there already stays. It belongs to a
  /// hub once somebody has signed in there, see `bind(to:)`.
  func create(for hub: HubAddress) throws(CommandFailure) {
    try create()
    guard !isBound || hubText == hub.description else {
      throw .refused(
        """
        \(path) belongs to the hub at \(hubText ?? ""); start with --hub \(hubText ?? "") or \
        another --data
        """)
    }
  }

  /// Makes the folder ready for a device of any hub. One in which others keep their things is
  /// refused.
  func create() throws(CommandFailure) {
    if !Posix.exists(path) { try Posix.makeFolder(path) }
    guard Posix.isFolder(path) else {
      throw .refused("\(path) is not a folder; name one with --data")
    }
    if Posix.exists(path + "/hub.db") {
      throw .refused("\(path) is the folder of a hub; name another one with --data")
    }
    if hubText == nil {
      if let first = try firstForeign() {
        throw .refused(
          """
          \(path) holds other things (\(first)) and is no device's folder; name an empty or a new \
          folder with --data
          """)
      }
      Posix.closeToOthers(path)
    }
    for folder in [temporary, imports] { try Posix.makeFolder(folder) }
  }

  /// Whether the folder is tied to a hub: it has an address, and a session or a replica. An address
  /// alone, at which nobody has signed in, does not tie it.
  var isBound: Bool { hubText != nil && (Posix.exists(sessionPath) || Posix.exists(replica)) }

  /// Writes down the address of the hub that the folder belongs to.
  func bind(to hub: HubAddress) throws(CommandFailure) {
    if hubText != hub.description { try Posix.write("\(hub)\n".utf8, to: hubPath) }
  }

  /// The first name in the folder that is not a device's; `nil` when there is none. The folders of
  /// photos and uploads count as a device's only beside a hub's address, a replica or `browsers`.
  func firstForeign() throws(CommandFailure) -> String? {
    let files = ["hub", "session", "browsers", "joins", "flags", "unsent", "lock", "backups"]
    let folders = ["blobs", "thumbnails", "imports", "tmp"]
    let isDevice = [hubPath, replica, browsersPath].contains(where: Posix.exists)
    let content = ForeignContent(
      path: path,
      isOwn: { name in
        name.hasPrefix("replica.db") || (isDevice && folders.contains(name))
          || files.contains { name == $0 || name == "\($0).partial" }
      }, folders: folders)
    return try content.first()
  }

  /// The hub it belongs to; `nil` when it is no device's folder yet.
  var hub: HubAddress? { hubText.flatMap { HubAddress($0) } }

  private var hubText: String? {
    Posix.read(hubPath, maxBytes: Self.maxAddressBytes).map {
      String(decoding: $0, as: UTF8.self).filter { !$0.isWhitespace }
    }
  }

  /// Takes the folder for this process; released when the result is.
  func lock() throws(CommandFailure) -> FolderLock {
    try FolderLock(path: path + "/lock", folder: path)
  }

  /// Who this device is signed in as; `nil` before the first time. A file that cannot be read is
  /// like none: signing in makes it anew, and the replica knows whose it is.
  func session() -> SignInReply? {
    Posix.read(sessionPath, maxBytes: Self.maxSessionBytes).flatMap {
      try? SignInReply(wireBytes: $0)
    }
  }

  func keep(_ session: SignInReply) throws(CommandFailure) {
    try Posix.write(session.wireBytes, to: sessionPath)
  }

  /// Browsers that may come in without the printed address. A file that cannot be read lets nobody
  /// in: the address is printed at every start.
  func browsers() -> [DeviceBrowser] {
    let bytes = Posix.read(browsersPath, maxBytes: Self.maxBrowsersBytes) ?? []
    return String(decoding: bytes, as: UTF8.self).split(separator: "\n").compactMap {
      DeviceBrowser(line: $0)
    }
  }

  /// The invites that wait for the hub, as they were kept; `nil` when none ever did.
  func joins() -> [UInt8]? { Posix.read(joinsPath, maxBytes: Self.maxJoinsBytes) }

  func keep(joins bytes: some Collection<UInt8>) throws(CommandFailure) {
    try Posix.write(bytes, to: joinsPath)
  }

  /// What the hub said of sharing, as it was kept; `nil` when it never did.
  func flags() -> [UInt8]? { Posix.read(flagsPath, maxBytes: Self.maxFlagsBytes) }

  func keep(flags bytes: some Collection<UInt8>) throws(CommandFailure) {
    try Posix.write(bytes, to: flagsPath)
  }

  /// Files that the hub had no room for.
  func unsentFiles() -> Set<BlobHash> {
    let bytes = Posix.read(unsentPath, maxBytes: Self.maxUnsentBytes) ?? []
    return Set(
      String(decoding: bytes, as: UTF8.self).split(separator: "\n").compactMap {
        BlobHash(String($0))
      })
  }

  func keep(unsent hashes: Set<BlobHash>) throws(CommandFailure) {
    try Posix.write(hashes.map { "\($0)\n" }.sorted().joined().utf8, to: unsentPath)
  }

  func keep(_ browsers: [DeviceBrowser]) throws(CommandFailure) {
    try Posix.write(browsers.map { $0.line + "\n" }.joined().utf8, to: browsersPath)
  }
}
