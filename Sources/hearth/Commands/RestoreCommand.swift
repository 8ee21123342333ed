import Hub
import HubSQLite

/// `hearth restore`: puts a backup in the place of a data folder.
enum RestoreCommand {
  private struct Result: Encodable {
    let data: String
    let backup: String
    let backupCreatedAtMilliseconds: Int64
    /// Where the former data lies now.
    let movedAside: String?
    let epoch: String
  }

  /// What belongs to a hub; everything else in the folder stays where it is.
  private static let parts = [
    "hub.db", "hub.db-wal", "hub.db-shm", "blobs", "replicas", "secret", "VERSION", "tmp",
    DataFolder.analyticsSettingsName,
  ]

  static let command = Command(
    path: ["restore"], summary: "Put a backup in the place of the data folder",
    details: """
      Checks the backup file by file, then puts a copy of it in the data folder. A hub that is \
      there already is moved aside with --replace, never deleted. The server must be stopped. \
      Devices notice, load everything anew and send again what the backup does not have.
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
    if !Posix.exists(folder.path) { try Posix.makeFolder(folder.path) }
    let lock = try folder.lock()
    defer { withExtendedLifetime(lock) {} }
    guard !folder.hasHubFile || invocation.has("replace") else {
      throw CommandFailure.refused(
        """
        there is a hub in \(folder.path). With --replace it is moved aside (not deleted) and the \
        backup takes its place
        """)
    }
    invocation.terminal.complain("Checking \(backup.manifest.files.count) files …")
    try backup.verify()
    let now = Posix.nowMilliseconds()
    let staging = "\(folder.path)/restoring-\(Posix.stamp(now))"
    try Posix.makeFolder(staging)
    try copy(backup, to: staging)
    let epoch = try markRestored(staging + "/hub.db", now: now)
    let aside = try moveAside(folder, now: now)
    for part in parts where Posix.exists("\(staging)/\(part)") {
      try Posix.move("\(staging)/\(part)", to: "\(folder.path)/\(part)")
    }
    try Posix.flush(folder: folder.path)
    Posix.removeEmptyFolder(staging)
    let result = Result(
      data: folder.path, backup: backup.path,
      backupCreatedAtMilliseconds: backup.manifest.createdAt, movedAside: aside, epoch: epoch)
    try invocation.report(result) { text(result) }
    return .ok
  }

  private static func copy(_ backup: Backup, to staging: String) throws {
    for file in backup.manifest.files {
      var folder = staging
      for part in file.path.split(separator: "/").dropLast() {
        folder += "/" + part
        try Posix.makeFolder(folder)
      }
      // Photos never change; the hub's file does, and the backup must not.
      try Posix.copy(
        "\(backup.path)/\(file.path)", to: "\(staging)/\(file.path)",
        mayLink: file.path.hasPrefix("blobs/"))
    }
  }

  /// Gives the copy an epoch of its own, by which every replica notices.
  private static func markRestored(_ path: String, now: Int64) throws -> String {
    let store = try HubSQLite(path: path)
    return try store.markRestored(recoveringUntil: now + Hub.recoveryMilliseconds).epoch
  }

  private static func moveAside(_ folder: DataFolder, now: Int64) throws -> String? {
    let present = parts.filter { Posix.exists("\(folder.path)/\($0)") }
    guard !present.isEmpty else { return nil }
    let aside = "\(folder.path)/replaced-\(Posix.stamp(now))"
    try Posix.makeFolder(aside)
    for part in present { try Posix.move("\(folder.path)/\(part)", to: "\(aside)/\(part)") }
    return aside
  }

  private static func text(_ result: Result) -> String {
    let made = Posix.stamp(result.backupCreatedAtMilliseconds)
    var lines = ["Restored \(result.data) from the backup of \(made)."]
    if let aside = result.movedAside { lines.append("What was there lies in \(aside).") }
    lines += [
      "", "What could be missing, and what to check:",
      "- Changes after \(made) that were made in a browser. Devices send theirs again, and show",
      "  what they had seen of the others under Sync, to be brought back from there.",
      "- Photos added since then, unless a device still has them.",
      "- Accounts, passwords, invites, roles and removals are those of that moment: somebody who",
      "  was removed since has access again. See hearth account list and the people of each home.",
      "- Homes that were deleted since then are there again; what was deleted before can be",
      "  restored until 30 days after it was deleted.",
      "", "Start the hub: hearth serve --data \(result.data)",
    ]
    return lines.joined(separator: "\n")
  }
}
