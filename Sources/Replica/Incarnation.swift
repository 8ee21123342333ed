import SQLite
import SyncProtocol

/// The incarnation: the id under which this copy of a replica's file numbers its change sets.
///
/// It is stored in a file of its own beside the database (`NAME.incarnation`). The database stores
/// a mark of that file that no copy of it shares: its inode, the time of its last status change,
/// and the boot of the machine. A database that was copied, cloned or restored from a backup, with
/// that file or without it, finds another mark and continues under a new id, so that no two copies
/// ever use the same number. The same goes for a database that is opened after the machine was
/// restarted: the power may have been cut, and a commit that the hub has answered may be lost. What
/// no mark shows, such as a virtual machine that is reset while it runs, the hub notices
/// (`RefusalReason.numberReused`).
enum Incarnation {
  static func path(ofDatabase path: String) -> String { path + ".incarnation" }

  /// The incarnation of the database at `databasePath`; a new one if the mark does not match.
  static func settle(
    databasePath: String, in folder: any ReplicaFolder, _ connection: Connection,
    random: any RandomNumberGenerator, boot: String
  ) throws -> String {
    let path = Self.path(ofDatabase: databasePath)
    let known = try connection.first("SELECT incarnationMark FROM replicaFile") { $0.text(0) }
    let current = try connection.first("SELECT incarnation FROM syncState") { $0.text(0) }
    if let current, let mark = mark(of: path, in: folder, boot), mark == known,
      try read(path, in: folder) == current
    {
      return current
    }
    let made = make(random)
    // The file is complete when it gets its name.
    try folder.write(Array(made.utf8), to: path + ".new")
    try folder.rename(path + ".new", to: path)
    guard let mark = mark(of: path, in: folder, boot) else {
      throw ReplicaFileError.storage(path: path, message: "cannot be read back")
    }
    // If the process ends before this, the mark does not match, and the next opening makes a new
    // incarnation.
    try connection.execute("UPDATE replicaFile SET incarnationMark = ?", .text(mark))
    return made
  }

  static func make(_ source: any RandomNumberGenerator) -> String {
    var random = source
    let digits = Array("0123456789abcdefghjkmnpqrstvwxyz".utf8)
    let bits = [
      UInt64.random(in: .min ... .max, using: &random), .random(in: .min ... .max, using: &random),
    ]
    return String(
      decoding: bits.flatMap { word in
        (0..<12).map { digits[Int(word >> (UInt64($0) * 5) & 31)] }
      }, as: UTF8.self)
  }

  /// An id of this boot of the machine; if the system does not provide one, a new id for each
  /// process.
  static let boot: String = {
    let path = "/proc/sys/kernel/random/boot_id"
    // Without it every opening counts as one after a restart, which costs a new incarnation.
    guard let text = try? read(path, in: SystemFolder()), !text.isEmpty else {
      return make(SystemRandomNumberGenerator())
    }
    return String(text.prefix { $0 != "\n" })
  }()

  private static func mark(
    of path: String, in folder: any ReplicaFolder, _ boot: String
  ) -> String? {
    folder.mark(of: path).map { "\($0) \(boot)" }
  }

  /// How many bytes of the file are read; it holds at most 40.
  private static let maxBytes = 64

  private static func read(_ path: String, in folder: any ReplicaFolder) throws -> String? {
    try folder.read(path, from: 0, maxBytes: maxBytes).map { String(decoding: $0, as: UTF8.self) }
  }
}
