import Hub
import SQLite
import SyncProtocol
import Things

/// `hearth status`: the contents of a data folder, and whether a server uses it.
enum StatusCommand {
  private struct Result: Encodable {
    let data: String
    let hearth: String
    /// Whether a server is using the folder.
    let isServing: Bool
    let epoch: String
    let accountCount: Int
    let homeCount: Int
    let deletedHomeCount: Int
    let recordCount: Int64
    /// The size of the hub's file, including its write-ahead log.
    let hubBytes: Int64
    let fileCount: Int
    let fileBytes: Int64
    let freeBytes: Int64?
    let backups: [String]
    /// When the hub's file was last upgraded; `nil` if it never was.
    let upgradedAtMilliseconds: Int64?
    /// The backup made before that upgrade; `nil` if it has been removed.
    let upgradeBackup: String?
    let mail: Mail
    let homes: [Home]?
  }

  /// The mails of the last 30 days.
  private struct Mail: Encodable {
    let waiting: Int
    let sent: Int
    let failed: Int
    /// What the mail server said last; empty if nothing.
    let problem: String
    /// When a mail was sent last, and when one could not be sent last; `nil` if none that is kept.
    let lastSentAtMilliseconds: Int64?
    let lastFailedAtMilliseconds: Int64?

    init(_ state: MailState) {
      (waiting, sent, failed) = (state.waiting, state.sent, state.failed)
      problem = state.problem
      (lastSentAtMilliseconds, lastFailedAtMilliseconds) = (state.lastSentAt, state.lastFailedAt)
    }

    var text: String? {
      guard waiting + sent + failed > 0 else { return nil }
      return "mails     \(waiting) waiting, \(sent) sent, \(failed) given up"
        + (problem.isEmpty ? "" : "; \(problem)")
    }
  }

  private struct Home: Encodable {
    let id: String
    let name: String
    let role: String
    let itemCount: Int
    let photoCount: Int
    let peopleCount: Int
  }

  static let command = Command(
    path: ["status"], summary: "Show what the data folder holds",
    details: """
      Counts accounts, homes, records and the files of photos and papers, and says whether a \
      server is running, how much room is left and which backups there are. With --account it \
      lists that account's homes. With --device it tells what a device's folder holds: what is \
      one's own, and what others share.
      """,
    options: [
      .data, .value("account", "NAME", "also list the homes of this account"),
      .value("device", "DIR", "of the folder of hearth device instead"), .json,
    ],
    examples: [
      .init("hearth status", "of ./data"),
      .init("hearth status --account ana --json", "with Ana's homes, for a program"),
      .init("hearth status --device ./device", "on a laptop: one's own homes, and shared ones"),
    ]
  ) { invocation in
    if let device = invocation["device"] {
      let (scopes, isHiding) = try ReplicaScopes.all(DeviceFolder(path: device))
      if isHiding { invocation.terminal.complain("hearth: \(CommandFailure.hiddenNote)") }
      return try invocation.report(scopes) { ReplicaScopes.text(scopes) }
    }
    let folder = DataFolder(invocation)
    let hub = try LocalHub(folder)
    let files = Posix.isFolder(folder.blobs) ? try Posix.files(below: folder.blobs) : []
    let counts = try HubFile.counts(folder)
    let homes: [Home]? =
      if let name = invocation["account"] {
        try await StatusCommand.homes(of: try hub.account(named: name), hub, invocation.terminal)
      } else {
        nil
      }
    let upgrade = HubUpgrade.last(of: folder)
    let originals = files.filter { !$0.hasPrefix("thumbnails/") }
    let result = Result(
      data: folder.path, hearth: Program.version, isServing: folder.isLocked,
      epoch: try hub.store.read { try $0.state().epoch }, accountCount: counts.accounts,
      homeCount: counts.homes, deletedHomeCount: counts.deletedHomes,
      recordCount: counts.records,
      hubBytes: ["", "-wal"].reduce(0) { $0 + (Posix.size(folder.hub + $1) ?? 0) },
      fileCount: originals.count,
      fileBytes: originals.reduce(0) { $0 + (Posix.size(folder.blobs + "/" + $1) ?? 0) },
      freeBytes: Posix.freeBytes(at: folder.path), backups: try backups(folder),
      upgradedAtMilliseconds: upgrade?.at,
      upgradeBackup: upgrade?.backup.flatMap { Posix.exists($0) ? $0 : nil },
      mail: Mail(try hub.accounts.mailState()), homes: homes)
    return try invocation.report(result) { text(result) }
  }

  private static func backups(_ folder: DataFolder) throws -> [String] {
    guard Posix.isFolder(folder.backups) else { return [] }
    return try Posix.names(in: folder.backups).filter {
      Posix.exists("\(folder.backups)/\($0)/\(Backup.manifestName)")
    }
  }

  private static func homes(
    of account: Account, _ hub: LocalHub, _ terminal: Terminal
  ) async throws -> [Home] {
    try hub.note(hiddenFrom: account, on: terminal)
    try Posix.makeFolder(hub.folder.replicas)
    return try await hub.withReplica(of: account, in: hub.folder.replicas) { file, _ in
      try file.read { connection in
        try HomeSummary.all(in: connection).map { home in
          Home(
            id: home.access.homeID, name: home.access.name, role: home.access.role.rawValue,
            itemCount: home.itemCount, photoCount: home.photoCount, peopleCount: home.peopleCount)
        }
      }
    }
  }

  private static func text(_ result: Result) -> String {
    let deleted =
      result.deletedHomeCount == 0
      ? "" : " (and \(result.deletedHomeCount) deleted, which can be restored for 30 days)"
    var lines = [
      "\(result.data): \(result.isServing ? "a server is running" : "no server is running")",
      "accounts  \(result.accountCount)",
      "homes     \(result.homeCount)\(deleted)",
      "records   \(result.recordCount) (\(ByteText.text(result.hubBytes)))",
      "files     \(result.fileCount) (\(ByteText.text(result.fileBytes)))",
    ]
    if let free = result.freeBytes { lines.append("free      \(ByteText.text(free))") }
    lines.append(
      result.backups.last.map { "backups   \(result.backups.count), the newest \($0)" }
        ?? "backups   none; make one with: hearth backup --data \(result.data)")
    if let at = result.upgradedAtMilliseconds {
      let backup = result.upgradeBackup.map { "; as it was before: \($0)" } ?? ""
      lines.append("upgraded  \(Posix.stamp(at))\(backup)")
    }
    if let mail = result.mail.text { lines.append(mail) }
    for home in result.homes ?? [] {
      lines.append(
        "home      \(home.name): \(home.itemCount) items, \(home.photoCount) photos, "
          + "\(home.peopleCount) people (\(home.role))")
    }
    return lines.joined(separator: "\n")
  }
}
