import FoundationEssentials

/// `hearth backup`: a verified copy of the hub, even while it is running.
enum BackupCommand {
  private struct Result: Encodable {
    let path: String
    let fileCount: Int
    let byteCount: Int64
    /// The hashes of photos and attachments that the hub refers to and that could not be read.
    let missing: [String]
    /// The hashes of files in the backup whose bytes do not match their names.
    let damaged: [String]
    let removed: [String]
  }

  static let command = Command(
    path: ["backup"], summary: "Copy the hub and its photos, and check the copy",
    details: """
      Writes a folder with the hub's file, its photos (as hard links where the disk allows it), \
      its keys, and a list of all of them with their hashes; then reads it all again. Photos and \
      papers that are missing or damaged are told of; then it ends with 5, the backup is kept, and \
      no other is removed. The server may keep running. What a backup that was cut off has left in \
      DATA/backups is removed. A backup on the same disk does not \
      survive that disk: copy the folder elsewhere, or name another disk with --out. Keep it to \
      yourself: it holds everything.
      """,
    options: [
      .data,
      .value("out", "DIR", "the folder to make; by default a new one in DATA/backups"),
      .value(
        "keep", "N",
        "then remove all but the newest N backups in DATA/backups that have no name of their own"),
      .json,
    ],
    examples: [
      .init("hearth backup", "into ./data/backups/2026-06-14T09-30-05Z"),
      .init("hearth backup --data /srv/hearth --keep 14", "every night, from cron"),
      .init("hearth backup --out /mnt/usb/hearth-june", "to another disk"),
    ]
  ) { invocation in
    let folder = DataFolder(invocation)
    let keep = try keepCount(invocation)
    let hub = try LocalHub(folder)
    let now = Posix.nowMilliseconds()
    if invocation["out"] == nil { try Posix.makeFolder(folder.backups) }
    // What was cut off is a copy that nobody can use, as large as a whole one.
    try Backup.removeCut(in: folder.backups)
    let path =
      invocation["out"].map { DataFolder(path: $0).path } ?? "\(folder.backups)/\(Posix.stamp(now))"
    let backup = try Backup.make(of: folder, from: hub.store, to: path, now: now)
    let (missing, damaged) = (try backup.missing(), backup.damaged())
    let isWhole = missing.isEmpty && damaged.isEmpty
    // An older backup may hold the last copy of a photo that is now lost, so it is kept.
    let removed =
      isWhole ? try keep.map { try prune(folder.backups, keep: $0, besides: path) } ?? [] : []
    let result = Result(
      path: backup.path, fileCount: backup.manifest.files.count, byteCount: backup.byteCount,
      missing: missing, damaged: damaged, removed: removed)
    try invocation.report(result) {
      let size = ByteText.text(backup.byteCount)
      var text =
        "Backed up \(result.fileCount) files (\(size)) to \(backup.path), and checked them."
      if !removed.isEmpty { text += "\nRemoved \(removed.count) older ones." }
      if !isWhole { text += "\n" + lines(result).joined(separator: "\n") }
      return text
    }
    return isWhole ? .ok : .unusableData
  }

  /// The problems of the hub's photos and attachments, and what to do.
  private static func lines(_ result: Result) -> [String] {
    let told = LostFiles.lines(
      result.missing.map { "\($0) is missing, or cannot be read" }
        + result.damaged.map { "\($0) is damaged" })
    return ["Not all of the hub's photos and papers are in it as they were:"] + told + [
      "Copy these from the blobs folder of an older backup, where all are kept now; a device may",
      "have them, too. hearth doctor --deep says whether all are back.",
    ]
  }

  private static func keepCount(_ invocation: Invocation) throws -> Int? {
    guard let text = invocation["keep"] else { return nil }
    guard let count = Int(text), count >= 1 else {
      throw CommandFailure.usage("backup: --keep wants a number from 1 up, not '\(text)'")
    }
    return count
  }

  /// Removes old backups, but only those that this command named. The new backup stays, as do those
  /// that people named and those made before an upgrade.
  ///
  /// A backup's age is the time in its manifest, not in its name.
  private static func prune(_ folder: String, keep: Int, besides path: String) throws -> [String] {
    guard Posix.isFolder(folder) else { return [] }
    let made = Posix.resolved(path)
    let ownName = /[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}-[0-9]{2}-[0-9]{2}Z/
    var others: [(path: String, createdAt: Int64)] = []
    var isCounted = false
    for name in try Posix.names(in: folder) where name.wholeMatch(of: ownName) != nil {
      let path = "\(folder)/\(name)"
      guard Posix.resolved(path) != made else {
        isCounted = true
        continue
      }
      // A folder that cannot be opened as a backup may be something else, so it stays.
      guard let backup = try? Backup(path: path) else { continue }
      others.append((path, backup.manifest.createdAt))
    }
    others.sort { ($0.createdAt, $0.path) < ($1.createdAt, $1.path) }
    let old = others.dropLast(isCounted ? keep - 1 : keep).map(\.path)
    for path in old { try FileManager.default.removeItem(atPath: path) }
    return old
  }
}
