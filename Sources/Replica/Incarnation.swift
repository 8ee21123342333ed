import SQLite
import SyncProtocol

/// The id under which this copy of a replica's file numbers its change sets.
///
/// It lies in a file of its own beside the database (`NAME.incarnation`), and the database
/// remembers a mark of that file that no copy of it has: its inode and the time of its last change
/// of state, and the boot of the machine. A database that was copied, cloned or brought back from a
/// backup, with that file or without, finds another mark and goes on under a new id, so that two
/// copies never use one number twice. So does one that is opened after a restart of the machine:
/// the power may have been cut, and a commit that was answered by the hub may be gone with it. What
/// no mark can tell, such as a virtual machine that is put back while it runs, the hub tells
/// (`RefusalReason.numberReused`).
enum Incarnation {
  static func path(ofDatabase path: String) -> String { path + ".incarnation" }

  /// The incarnation of the database at `databasePath`, a new one where it is not the same file.
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
    // Under its name it is complete or not there.
    try folder.write(Array(made.utf8), to: path + ".new")
    try folder.rename(path + ".new", to: path)
    guard let mark = mark(of: path, in: folder, boot) else {
      throw ReplicaFileError.storage(path: path, message: "cannot be read back")
    }
    // Should the process end before this, the mark does not match and the next opening makes
    // another one.
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

  /// What tells one boot of this machine from any other; another one each time where the system
  /// does not say.
  static let boot: String = {
    let path = "/proc/sys/kernel/random/boot_id"
    // Without it every opening is taken for one after a power cut, which costs a name.
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

  /// Bytes of the file that are looked at; it holds at most 40.
  private static let maxBytes = 64

  private static func read(_ path: String, in folder: any ReplicaFolder) throws -> String? {
    try folder.read(path, from: 0, maxBytes: maxBytes).map { String(decoding: $0, as: UTF8.self) }
  }
}
