/// A frozen, ordered list of schema changes; `PRAGMA user_version` counts those a file has had.
///
/// A migration that has shipped never changes; a new one is added at the end.
public struct Migrations: Sendable {
  /// A newer version of the program wrote the file; only that version can open it.
  public struct NewerVersion: Error, Sendable {
    /// The version of the file.
    public let found: Int
    /// The newest version that this program knows.
    public let supported: Int
  }

  /// A script removed rows of a kept table, or left a foreign key without a target. The file is
  /// unchanged.
  public struct LostRows: Error, Equatable, Sendable {
    /// The table, or empty when the counts are of foreign keys without a target.
    public let table: String
    /// The number of rows in the table, or of foreign keys without a target, before the scripts
    /// ran.
    public let before: Int64
    public let after: Int64

    package init(table: String, before: Int64, after: Int64) {
      (self.table, self.before, self.after) = (table, before, after)
    }
  }

  /// SQL, one script per version.
  public let scripts: [String]
  /// Tables whose number of rows no script may change.
  ///
  /// The migration's transaction checks this, and that no additional foreign key is without a
  /// target.
  public let kept: [String]

  public init(_ scripts: [String], kept: [String] = []) {
    self.scripts = scripts
    self.kept = kept
  }

  /// The version a file is at; 0 for a new one.
  public static func version(of connection: Connection) throws -> Int {
    Int(try connection.first("PRAGMA user_version") { $0.integer(0) } ?? 0)
  }

  /// Brings the file up to date in one transaction. Throws `NewerVersion` or `LostRows`, and then
  /// changes nothing.
  public func migrate(_ connection: Connection) throws {
    let found = try Self.version(of: connection)
    guard found <= scripts.count else {
      throw NewerVersion(found: found, supported: scripts.count)
    }
    guard found < scripts.count else { return }
    try connection.transaction {
      let before = found == 0 ? [] : try counts(connection)
      for script in scripts[found...] { try connection.executeScript(script) }
      if found > 0 { try compare(before, with: counts(connection)) }
      try connection.executeScript("PRAGMA user_version=\(scripts.count)")
    }
  }

  /// The number of rows of each kept table, and, under an empty name, of foreign keys without a
  /// target.
  private func counts(_ connection: Connection) throws -> [(table: String, count: Int64)] {
    guard !kept.isEmpty else { return [] }
    var dangling: Int64 = 0
    try connection.forEach("PRAGMA foreign_key_check", []) { _ in dangling += 1 }
    return try kept.map { table in
      let count = try connection.first("SELECT count(*) FROM \(table)") { $0.integer(0) }
      return (table, count ?? 0)
    } + [("", dangling)]
  }

  private func compare(
    _ before: [(table: String, count: Int64)], with after: [(table: String, count: Int64)]
  ) throws {
    for (old, new) in zip(before, after) {
      let isKept = old.table.isEmpty ? new.count <= old.count : new.count == old.count
      guard isKept else {
        throw LostRows(table: old.table, before: old.count, after: new.count)
      }
    }
  }
}
