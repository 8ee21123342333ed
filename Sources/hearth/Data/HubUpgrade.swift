import FoundationEssentials
import Hub
import HubSQLite
import SQLite

/// Upgrades the hub's file of an older Hearth: first a verified copy, then all migrations in one
/// transaction.
///
/// If that fails, the file is unchanged and the copy exists as well; nothing is ever reset.
struct HubUpgrade {
  /// One step of an upgrade, written as a line of JSON to the server's log and to `upgrades.log`.
  struct Entry: Codable, Equatable, Sendable {
    enum Stage: String, Codable, Sendable { case backup, migrate, done, failed }

    var event = "upgrade"
    let stage: Stage
    /// Milliseconds since 1970.
    let at: Int64
    let from: Int
    let to: Int
    /// The version of the program.
    var hearth = Program.version
    /// The path of the backup, for `hearth restore`.
    var backup: String?
    var error: String?
    /// The number of rows of each table before the upgrade.
    var counts: [String: Int64]?

    /// The entry as one line of JSON, with sorted keys.
    var line: String {
      let encoder = JSONEncoder()
      encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
      // Encoding texts and numbers cannot fail.
      return (try? encoder.encode(self)).map { String(decoding: $0, as: UTF8.self) } ?? ""
    }
  }

  /// How many bytes of `upgrades.log` are read.
  private static let maxLogBytes = 1 << 20

  private let folder: DataFolder
  private let versions: (found: Int, supported: Int)
  private let tell: (Entry) -> Void

  /// Opens the hub's file of a folder, and upgrades it first if it is older.
  ///
  /// - Parameters:
  ///   - isLocked: whether the caller holds the folder's lock. Otherwise it is taken for an
  ///     upgrade, which must not happen beneath a server of another version.
  ///   - tell: receives each step.
  static func open(
    _ folder: DataFolder, isLocked: Bool = false, tell: @escaping (Entry) -> Void = { _ in }
  ) throws -> HubSQLite {
    guard let versions = try HubSQLite.versions(ofFile: folder.hub) else {
      // The file stores nothing: create the hub, unless one was lost here.
      try folder.refuseLostHub(isEmpty: true)
      return try HubSQLite(path: folder.hub)
    }
    guard versions.found < versions.supported else { return try HubSQLite(path: folder.hub) }
    let lock = isLocked ? nil : try folder.lock()
    defer { withExtendedLifetime(lock) {} }
    return try HubUpgrade(folder: folder, versions: versions, tell: tell).run()
  }

  private func run() throws -> HubSQLite {
    note(.backup)
    let (backup, counts) = try copied()
    note(.migrate, backup: backup, counts: counts)
    do {
      let store = try HubSQLite(path: folder.hub)
      note(.done, backup: backup, counts: counts)
      try Backup.pruneUpgradeBackups(of: folder, besides: backup)
      return store
    } catch {
      note(.failed, backup: backup, error: error, counts: counts)
      throw CommandFailure.unusable(
        """
        \(folder.hub) could not be brought from version \(versions.found) to \
        \(versions.supported): \(Self.text(error)). It is as it was; nothing is lost and nothing \
        was reset. The Hearth that it comes from can still open it: go on with that one, or start \
        this one again when the cause is mended. A checked copy is in \(backup.path); \
        \(Recovery.command(backup.path, to: folder.path)) puts it in place with the Hearth that it \
        comes from
        """)
    }
  }

  private func copied() throws -> (Backup, [String: Int64]) {
    do {
      return try Backup.makeBeforeUpgrade(of: folder, now: Posix.nowMilliseconds())
    } catch {
      note(.failed, error: error)
      if let error = error as? SQLiteError, error.isCorrupt {
        throw HubStoreError.corrupt(path: folder.hub)
      }
      if error is CommandFailure { throw error }
      if let error = error as? SQLiteError, error.isStorage {
        throw CommandFailure.failed(
          """
          the data is of an older Hearth and is copied before it is brought to this version, but \
          the disk refuses (\(error)). Make room or mend its permissions and start again; nothing \
          was changed
          """)
      }
      throw CommandFailure.failed(
        """
        \(folder.hub) is of an older Hearth and could not be copied before the upgrade: \
        \(Self.text(error)). Nothing was changed; the Hearth that it comes from can still open it
        """)
    }
  }

  private static func text(_ error: any Error) -> String {
    switch error {
    case let failure as CommandFailure: failure.message
    case let lost as Migrations.LostRows where lost.table.isEmpty:
      "\(lost.after - lost.before) references would lead to nothing"
    case let lost as Migrations.LostRows:
      "the table \(lost.table) would have \(lost.after) rows instead of \(lost.before)"
    default: "\(error)"
    }
  }

  private func note(
    _ stage: Entry.Stage, backup: Backup? = nil, error: (any Error)? = nil,
    counts: [String: Int64]? = nil
  ) {
    let entry = Entry(
      stage: stage, at: Posix.nowMilliseconds(), from: versions.found, to: versions.supported,
      backup: backup?.path, error: error.map(Self.text), counts: counts)
    tell(entry)
    var lines = Self.lines(of: folder)
    lines.append(entry.line)
    // The log is only informative, so a failure to write it does not fail the upgrade.
    try? Posix.write((lines.joined(separator: "\n") + "\n").utf8, to: folder.upgrades)
  }

  private static func lines(of folder: DataFolder) -> [String] {
    let bytes = Posix.read(folder.upgrades, maxBytes: maxLogBytes) ?? []
    return String(decoding: bytes, as: UTF8.self).split(separator: "\n").suffix(200).map(
      String.init)
  }

  /// The last completed upgrade; `nil` if there was none.
  static func last(of folder: DataFolder) -> Entry? {
    lines(of: folder).reversed().lazy.compactMap { line in
      // A damaged line is skipped.
      try? JSONDecoder().decode(Entry.self, from: Data(line.utf8))
    }.first { $0.stage == .done }
  }
}
