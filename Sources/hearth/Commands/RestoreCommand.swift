import HearthDomain
import FoundationEssentials
import Household
import Hub
import HubSQLite

/// `hearth restore`: replaces a data folder's hub with a backup.
enum RestoreCommand {
  private struct Result: Encodable {
    let data: String
    let backup: String
    let backupCreatedAtMilliseconds: Int64
    /// The folder that the previous data was moved to; `nil` if there was none.
    let movedAside: String?
    /// The hashes of photos and attachments that the hub refers to and that are missing or damaged
    /// in the backup.
    let lostFiles: [String]
    let epoch: String
    let voided: VoidedCounts
    /// Until when changes wait that may depend on something lost.
    let waitsUntilMilliseconds: Int64
  }

  /// The files and folders that belong to a hub; anything else in the data folder stays in place.
  private static let parts = [
    "hub.db", "hub.db-wal", "hub.db-shm", "blobs", "replicas", "secret", "VERSION", "tmp",
    DataFolder.analyticsSettingsName,
  ]

  static let command = Command(
    path: ["restore"], summary: "Put a backup in the place of the data folder",
    details: """
      Checks the backup file by file, then puts a copy of it in the data folder. A hub that is \
      there already is moved aside with --replace, never deleted. The server must be stopped. \
      Photos and papers that are missing or damaged in the backup are left out and told of; then \
      it ends with 1, and everything else is there. \
      Everything in the backup that lets somebody in is void: people sign in again, make new \
      access tokens and calendar links, and invite anew. Devices lose nothing: they notice, load \
      everything anew and send again what the backup does not have. hearth recovery says how far \
      that is.
      """,
    operands: [.init(name: "BACKUP", help: "the folder that hearth backup has written")],
    options: [.data, .flag("replace", "move the hub that is in the data folder aside"), .json],
    examples: [
      .init(
        "hearth restore /mnt/usb/hearth-june --data /srv/hearth", "on a new machine"),
      .init(
        "hearth restore data/backups/2026-06-14T09-30-05Z --replace", "in place of what is there"),
    ]
  ) { invocation in
    let folder = DataFolder(invocation)
    let backup = try Backup(path: try invocation.requiredOperand(0))
    try folder.createForRestore()
    let lock = try folder.lock()
    defer { withExtendedLifetime(lock) {} }
    if !invocation.has("replace") { try refuseReplacing(folder) }
    invocation.terminal.complain("Checking \(backup.manifest.files.count) files …")
    let bad = try backup.unusableFiles()
    let now = Posix.nowMilliseconds()
    let (staging, restore) = try gather(backup, without: bad, in: folder, now: now)
    let aside = try put(staging, of: backup, in: folder, now: now)
    let lost = try HubFile.files(folder.hub).filter { folder.file($0) == nil }.sorted()
    let result = Result(
      data: folder.path, backup: backup.path,
      backupCreatedAtMilliseconds: backup.manifest.createdAt, movedAside: aside, lostFiles: lost,
      epoch: restore.epoch, voided: VoidedCounts(restore.voided),
      waitsUntilMilliseconds: recoveryEnd(now))
    try invocation.report(result) { text(result) }
    if let openness = folder.openness { invocation.terminal.complain("hearth: \(openness)") }
    return lost.isEmpty ? .ok : .failed
  }

  /// Refuses when there are any remains of a hub that would be moved aside without `--replace`.
  private static func refuseReplacing(_ folder: DataFolder) throws {
    let inTheWay = try parts.first { part in
      let path = "\(folder.path)/\(part)"
      return Posix.isFolder(path) ? try !Posix.isEmptyTree(path) : Posix.exists(path)
    }
    guard let inTheWay else { return }
    let what =
      folder.hasHubFile ? "there is a hub in \(folder.path)" : "\(folder.path) has \(inTheWay)"
    throw CommandFailure.refused(
      """
      \(what). With --replace it is moved aside (not deleted) and the backup takes its place
      """)
  }

  /// Copies a backup to a folder beside the hub's own files. On failure the copy is removed.
  private static func gather(
    _ backup: Backup, without bad: Set<String>, in folder: DataFolder, now: Int64
  ) throws -> (staging: String, restore: HubRestore) {
    let staging = Backup.freePath(
      in: folder.path, prefix: DataFolder.restoringPrefix, ending: "", now: now)
    try Posix.makeFolder(staging)
    do {
      let files = backup.manifest.files.filter { !bad.contains($0.path) }
      let owner = Posix.owner(folder.path)
      // A link keeps the file's owner, so another user's file would not be the hub's own.
      let mayLink = { (file: Backup.Manifest.File) in
        file.path.hasPrefix("blobs/") && Posix.owner("\(backup.path)/\(file.path)") == owner
      }
      let canLink = backup.canLink(into: staging)
      try checkSpace(for: files.filter { !canLink || !mayLink($0) }, at: folder.path)
      for file in files {
        // Only photos are linked: they never change, but the hub's file does, and the backup must
        // not.
        try Backup.copy(backup.path, file.path, to: staging, mayLink: mayLink(file))
      }
      let restore = try beginRecovery(
        staging + "/hub.db", stateAt: backup.manifest.createdAt, now: now)
      return (staging, restore)
    } catch {
      // It holds only copies of the backup. If it cannot be removed, hearth doctor reports it.
      try? FileManager.default.removeItem(atPath: staging)
      throw error
    }
  }

  /// D-MIG-5: checks for room before writing. Linked photos need none.
  private static func checkSpace(for files: [Backup.Manifest.File], at path: String) throws {
    let needed = files.reduce(Backup.reserveBytes) { $0.addingSaturating($1.byteCount) }
    guard let free = Posix.freeBytes(at: path), free < needed else { return }
    throw CommandFailure.failed(
      """
      the backup needs \(ByteText.text(needed)) in \(path) and there are \(ByteText.text(free)) \
      left; make room or name a folder on another disk with --data. Nothing was changed
      """)
  }

  /// Moves the existing hub aside, and the gathered files into its place.
  ///
  /// - Returns: the folder of the previous data, if there was any.
  private static func put(
    _ staging: String, of backup: Backup, in folder: DataFolder, now: Int64
  ) throws -> String? {
    let aside = "\(folder.path)/\(DataFolder.replacedPrefix)\(Posix.stamp(now))"
    do {
      let earlier = try CutRestore.all(in: folder)
      for restore in earlier { try restore.moveRestAside() }
      let present = parts.filter { Posix.exists("\(folder.path)/\($0)") }
      try CutRestore.mark(staging, of: backup, aside: aside, present)
      if !present.isEmpty { try Posix.makeFolder(aside) }
      for part in present { try Posix.move("\(folder.path)/\(part)", to: "\(aside)/\(part)") }
      // The hub's file, without which nothing starts, comes last.
      for part in parts.reversed() where Posix.exists("\(staging)/\(part)") {
        try Posix.move("\(staging)/\(part)", to: "\(folder.path)/\(part)")
      }
      try Posix.flush(folder: folder.path)
      try CutRestore.end(staging)
      // They hold copies of a backup alone. One that cannot be removed is told of next time.
      for restore in earlier { try CutRestore.end(restore.staging) }
      // After one that was cut off the rest are copies of a backup.
      if let first = earlier.first(where: { Posix.exists($0.aside) }) { return first.aside }
      return present.isEmpty ? nil : aside
    } catch {
      throw CommandFailure.failed(
        """
        \(CommandFailure(error).message). The hub's own files are as far as they came in \
        \(aside), those of the backup in \(staging); mend the cause and run the same command \
        again with --replace
        """)
    }
  }

  /// Gives the copy a new epoch, which tells every replica of the restore, and voids sessions,
  /// tokens, links, invites and offers.
  private static func beginRecovery(
    _ path: String, stateAt: Int64, now: Int64
  ) throws -> HubRestore {
    let hub = Hub(
      store: try HubSQLite(path: path), schema: HearthDomain.schema, now: { now })
    return try hub.beginRecovery(until: recoveryEnd(now), stateAt: stateAt)
  }

  private static func recoveryEnd(_ now: Int64) -> Int64 {
    now.addingSaturating(Hub.recoveryMilliseconds)
  }

  private static func text(_ result: Result) -> String {
    let made = Posix.stamp(result.backupCreatedAtMilliseconds)
    var lines = ["Restored \(result.data) from the backup of \(made)."]
    if let aside = result.movedAside { lines.append("What was there lies in \(aside).") }
    if !result.lostFiles.isEmpty {
      lines += ["", "Photos and papers that are missing or damaged in the backup:"]
      lines += LostFiles.lines(result.lostFiles)
      lines += ["Copy these from the blobs folder of another backup, or of what was there before."]
    }
    lines += [
      "", "Void: \(result.voided.text).",
      "- Everybody signs in again, with the password of that moment; devices lose nothing by it.",
      "- Devices bring back what the backup does not have. A change that may rest on something",
      "  lost waits for that, until \(Posix.stamp(result.waitsUntilMilliseconds)).",
      "- See what came back and who is awaited with hearth recovery, or as an administrator under",
      "  Account, After the restore.",
    ]
    lines += [
      "", "What could be missing, and what to check:",
      "- Changes after \(made) that no device had seen. What a device had seen comes back with it,",
      "  whoever made it; what it cannot hand back is shown there under Sync.",
      "- Photos added since then, unless a device still has them.",
      "- Accounts, passwords, roles and removals are those of that moment: somebody who",
      "  was removed since has access again, until a device comes back that knew of it. See",
      "  hearth account list and the people of each home.",
      "- Homes that were deleted since then are there again; what was deleted before can be",
      "  restored until 30 days after it was deleted.",
      "", "Start the hub: hearth serve --data \(result.data)",
    ]
    return lines.joined(separator: "\n")
  }
}
