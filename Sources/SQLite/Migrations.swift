/// A frozen, ordered list of schema changes, kept in `PRAGMA user_version`.
///
/// A migration that has shipped never changes; a new one is added at the end.
public struct Migrations: Sendable {
  /// The file was written by a newer version of the program, which it must be opened with.
  public struct NewerVersion: Error, Sendable {
    /// The version of the file.
    public let found: Int
    /// The newest version that this program knows.
    public let supported: Int
  }

  /// SQL, one script per version.
  public let scripts: [String]

  public init(_ scripts: [String]) { self.scripts = scripts }

  /// The version a file is at; 0 for a new one.
  public static func version(of connection: Connection) throws -> Int {
    Int(try connection.first("PRAGMA user_version") { $0.integer(0) } ?? 0)
  }

  /// Brings the file up to date in one transaction. Throws `NewerVersion`, changing nothing.
  public func migrate(_ connection: Connection) throws {
    let found = try Self.version(of: connection)
    guard found <= scripts.count else {
      throw NewerVersion(found: found, supported: scripts.count)
    }
    guard found < scripts.count else { return }
    try connection.transaction {
      for script in scripts[found...] { try connection.executeScript(script) }
      try connection.executeScript("PRAGMA user_version=\(scripts.count)")
    }
  }
}
