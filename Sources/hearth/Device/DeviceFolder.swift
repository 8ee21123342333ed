import Blobs
import Glibc
import Rates
import ReplicaHTTP
import SyncProtocol

/// The folder that holds everything a device keeps.
///
/// | name | content |
/// |---|---|
/// | `hub` | the address of its hub |
/// | `session` | the hub's reply to the sign-in, with the secret token, mode 0600 |
/// | `browsers` | hashes of the tokens of browsers that were let in, mode 0600 |
/// | `joins` | invites that wait for the hub, with secret keys, mode 0600 |
/// | `renamed` | the account whose own name the hub is still to be told |
/// | `flags` | the hub's sharing news, and when it was received |
/// | `notifications` | what is told on the device, and what was seen there |
/// | `unsent` | hashes of files that the hub had no room for |
/// | `exchange-rates` | newer exchange rates than those that are built in |
/// | `replica.db` | the homes, and pending changes |
/// | `blobs/` | photos and attachments that were viewed or added here, named by their SHA-256 |
/// | `thumbnails/` | thumbnails of photos |
/// | `imports/` | what imports of the last 30 days wrote, so that they can be undone |
/// | `backups/` | the replica as it was before each of the last three upgrades |
/// | `tmp/` | uploads and imports in progress |
/// | `lock` | the lock of the process that uses the folder |
struct DeviceFolder: Sendable {
  static let standardPath = "./device"
  private static let maxSessionBytes = 64 << 10
  private static let maxAddressBytes = 4096
  private static let maxBrowsersBytes = 4096
  private static let maxJoinsBytes = 256 << 10
  private static let maxFlagsBytes = 64 << 10
  private static let maxNotificationsBytes = 1 << 20
  private static let maxUnsentBytes = 16 << 20

  let path: String

  var replica: String { path + "/replica.db" }
  var rates: String { path + "/\(CurrentRates.fileName)" }
  var blobs: String { path + "/blobs" }
  var thumbnails: String { path + "/thumbnails" }
  var backups: String { path + "/backups" }
  var temporary: String { path + "/tmp" }
  var imports: String { path + "/tmp/imports" }
  var history: String { path + "/imports" }
  private var sessionPath: String { path + "/session" }
  private var browsersPath: String { path + "/browsers" }
  private var joinsPath: String { path + "/joins" }
  private var renamedPath: String { path + "/renamed" }
  private var flagsPath: String { path + "/flags" }
  private var notificationsPath: String { path + "/notifications" }
  private var unsentPath: String { path + "/unsent" }
  private var hubPath: String { path + "/hub" }

  /// Prepares the folder for a device of this hub; existing files stay. The folder belongs to a hub
  /// once somebody has signed in there, see `bind(to:)`.
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

  /// Prepares the folder for a device of any hub. A folder that holds other things is refused.
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

  /// Whether the folder is tied to a hub: it has a session or a replica, not only an address.
  var isBound: Bool { hubText != nil && (Posix.exists(sessionPath) || Posix.exists(replica)) }

  /// Stores the address of the folder's hub.
  func bind(to hub: HubAddress) throws(CommandFailure) {
    if hubText != hub.description { try Posix.write("\(hub)\n".utf8, to: hubPath) }
  }

  /// The first name in the folder that is not a device's; `nil` if there is none. Folders such as
  /// `blobs` count as the device's if it has a hub's address or a replica, or has let a browser in.
  func firstForeign() throws(CommandFailure) -> String? {
    let files = [
      "hub", "session", "browsers", "joins", "renamed", "flags", "notifications", "unsent", "lock",
      "backups",
    ]
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

  /// The address of the folder's hub; `nil` if this is not yet a device's folder.
  var hub: HubAddress? { hubText.flatMap { HubAddress($0) } }

  private var hubText: String? {
    Posix.read(hubPath, maxBytes: Self.maxAddressBytes).map {
      String(decoding: $0, as: UTF8.self).filter { !$0.isWhitespace }
    }
  }

  /// Locks the folder for this process, until the result is released.
  func lock() throws(CommandFailure) -> FolderLock {
    try FolderLock(path: path + "/lock", folder: path)
  }

  /// The device's session; `nil` before the first sign-in. An unreadable file counts as absent:
  /// signing in writes a new one, and the replica records its account.
  func session() -> SignInReply? {
    Posix.read(sessionPath, maxBytes: Self.maxSessionBytes).flatMap {
      try? SignInReply(wireBytes: $0)
    }
  }

  func keep(_ session: SignInReply) throws(CommandFailure) {
    try Posix.write(session.wireBytes, to: sessionPath)
  }

  /// The browsers that may enter without the printed address. An unreadable file lets nobody in; a
  /// new address is printed at every start.
  func browsers() -> [DeviceBrowser] {
    let bytes = Posix.read(browsersPath, maxBytes: Self.maxBrowsersBytes) ?? []
    return String(decoding: bytes, as: UTF8.self).split(separator: "\n").compactMap {
      DeviceBrowser(line: $0)
    }
  }

  /// The stored bytes of invites that wait for the hub; `nil` if there never were any.
  func joins() -> [UInt8]? { Posix.read(joinsPath, maxBytes: Self.maxJoinsBytes) }

  func keep(joins bytes: some Collection<UInt8>) throws(CommandFailure) {
    try Posix.write(bytes, to: joinsPath)
  }

  /// The account whose own name waits for the hub; `nil` for none.
  func renamed() -> AccountID? {
    Posix.read(renamedPath, maxBytes: 100).map { String(decoding: $0, as: UTF8.self) }
  }

  func keep(renamed account: AccountID) throws(CommandFailure) {
    try Posix.write(account.utf8, to: renamedPath)
  }

  /// If it cannot be removed, the hub is told the same name once more.
  func forgetRenamed() { unlink(renamedPath) }

  /// The stored bytes of the hub's sharing news; `nil` if there was none yet.
  func flags() -> [UInt8]? { Posix.read(flagsPath, maxBytes: Self.maxFlagsBytes) }

  func keep(flags bytes: some Collection<UInt8>) throws(CommandFailure) {
    try Posix.write(bytes, to: flagsPath)
  }

  /// What is told on the device, and what was seen there; empty if nothing was chosen yet. Of an
  /// unreadable file, everything is told.
  func notifications() -> String {
    String(
      decoding: Posix.read(notificationsPath, maxBytes: Self.maxNotificationsBytes) ?? [],
      as: UTF8.self)
  }

  func keep(notifications text: String) throws(CommandFailure) {
    try Posix.write(text.utf8, to: notificationsPath)
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
