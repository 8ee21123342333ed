import FoundationEssentials
import Glibc
import Household

/// Backups of a data folder made before its hub's file is upgraded.
extension Backup {
  static let upgradeEnding = "-before-upgrade"
  /// How many such backups are kept. Backups that people made are never removed.
  static let maxUpgradeBackups = 3

  /// Writes a backup that `hearth restore` accepts like any other, and verifies it. Nobody may have
  /// the hub's file open.
  ///
  /// Photos and attachments are named by their content and no upgrade changes them. They are
  /// linked, which takes no room, and copied only where the file system cannot link. If the hub's
  /// file has not changed since the last such backup, that one is returned and no other is made.
  static func makeBeforeUpgrade(
    of folder: DataFolder, now: Int64
  ) throws -> (backup: Backup, counts: [String: Int64]) {
    try Posix.makeFolder(folder.backups)
    let path = freePath(in: folder.backups, ending: upgradeEnding, now: now)
    let partial = path + ".partial"
    try Posix.makeFolder(partial)
    do {
      let mayLink = canLink(folder, into: partial)
      try checkUpgradeSpace(for: folder, copiesFiles: !mayLink)
      let counts = try StoreCopy.make(of: folder.hub, to: partial + "/hub.db")
      let hub = try SHA256File.hash(partial + "/hub.db")
      if let last = lastUpgradeBackup(of: folder),
        last.manifest.files.contains(where: { $0.path == "hub.db" && $0.sha256 == hub.sha256 })
      {
        try FileManager.default.removeItem(atPath: partial)
        return (last, counts)
      }
      var files = [
        Manifest.File(path: "hub.db", byteCount: hub.byteCount, sha256: hub.sha256)
      ]
      for name in ["secret", "VERSION", DataFolder.analyticsSettingsName]
      where Posix.exists("\(folder.path)/\(name)") {
        try copy(folder.path, name, to: partial, mayLink: false)
        let found = try SHA256File.hash("\(partial)/\(name)")
        files.append(.init(path: name, byteCount: found.byteCount, sha256: found.sha256))
      }
      files += try copyFiles(of: folder, to: partial)
      let manifest = Manifest(hearth: Program.version, createdAt: now, files: files)
      try Posix.write(JSONText.encode(manifest).utf8, to: partial + "/" + manifestName)
      try Posix.move(partial, to: path)
      try Posix.flush(folder: folder.backups)
      return (Backup(path: path, manifest: manifest), counts)
    } catch {
      // An incomplete copy is useless, and the original is unchanged.
      try? FileManager.default.removeItem(atPath: partial)
      throw error
    }
  }

  /// A path named by the current time, or by the next second that is free.
  static func freePath(
    in folder: String, prefix: String = "", ending: String, now: Int64
  ) -> String {
    var at = now
    let path = { "\(folder)/\(prefix)\(Posix.stamp(at))\(ending)" }
    while Posix.exists(path()) { at = at.addingSaturating(1000) }
    return path()
  }

  /// Copies photos and attachments. Their names are their hashes, so no file is read.
  private static func copyFiles(
    of folder: DataFolder, to destination: String
  ) throws -> [Manifest.File] {
    guard Posix.isFolder(folder.blobs) else { return [] }
    return try Posix.files(below: folder.blobs).filter(isStored).compactMap { file in
      guard let hash = file.split(separator: "/").last, hash.utf8.count == 64 else { return nil }
      try copy(folder.path, "blobs/" + file, to: destination, mayLink: true)
      let size = Posix.size("\(folder.blobs)/\(file)") ?? 0
      return Manifest.File(path: "blobs/" + file, byteCount: size, sha256: String(hash))
    }
  }

  /// Removes old backups of this kind, keeping the newest `maxUpgradeBackups` including `last`.
  static func pruneUpgradeBackups(of folder: DataFolder, besides last: Backup) throws {
    let earlier = try upgradeBackups(of: folder).filter { "\(folder.backups)/\($0)" != last.path }
    for name in earlier.dropLast(maxUpgradeBackups - 1) {
      try FileManager.default.removeItem(atPath: "\(folder.backups)/\(name)")
    }
  }

  private static func upgradeBackups(of folder: DataFolder) throws -> [String] {
    try Posix.names(in: folder.backups).filter { $0.hasSuffix(upgradeEnding) }
  }

  private static func lastUpgradeBackup(of folder: DataFolder) -> Backup? {
    // A backup that cannot be opened counts as absent: another is made.
    guard let name = try? upgradeBackups(of: folder).last else { return nil }
    return try? Backup(path: "\(folder.backups)/\(name)")
  }

  /// Whether files of the folder can be hard-linked into the backup.
  private static func canLink(_ folder: DataFolder, into partial: String) -> Bool {
    let probe = partial + "/probe"
    defer { unlink(probe) }
    return link(folder.hub, probe) == 0
  }

  /// D-MIG-5: checks for room for the copy and for what the upgrade itself writes.
  private static func checkUpgradeSpace(for folder: DataFolder, copiesFiles: Bool) throws {
    let hub = ["", "-wal"].reduce(0) { $0 + (Posix.size(folder.hub + $1) ?? 0) }
    let blobs =
      copiesFiles && Posix.isFolder(folder.blobs)
      ? try Posix.files(below: folder.blobs).reduce(0) {
        $0 + (Posix.size("\(folder.blobs)/\($1)") ?? 0)
      } : 0
    let needed = 2 * hub + blobs + reserveBytes
    guard let free = Posix.freeBytes(at: folder.path), free < needed else { return }
    throw CommandFailure.failed(
      """
      the data is of an older Hearth and is copied before it is brought to this version; that \
      needs \(ByteText.text(needed)) and there are \(ByteText.text(free)) left. Make room and \
      start again; nothing was changed
      """)
  }
}
