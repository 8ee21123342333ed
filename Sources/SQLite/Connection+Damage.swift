extension Connection {
  private static let maxLines = 10

  /// What SQLite itself finds wrong with the file, and rows that refer to nothing, at most ten lines
  /// of each. Reads all of the file.
  package func damage() throws -> [String] {
    let lines = try query("PRAGMA integrity_check(\(Self.maxLines))") { $0.text(0) }
      .filter { $0 != "ok" }
    let dangling = try query("PRAGMA foreign_key_check") { "\($0.text(0)) row refers to nothing" }
    return lines + dangling.prefix(Self.maxLines)
  }
}
