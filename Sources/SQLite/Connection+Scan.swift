import CSQLite

extension Connection {
  /// Calls `body` for each row until it returns `false`.
  public func scan(
    _ sql: String, _ parameters: [Value] = [], _ body: (Statement) throws -> Bool
  ) throws {
    let statement = try prepare(sql)
    statement.bind(parameters)
    statement.isInUse = true
    defer {
      statement.isInUse = false
      statement.reset()
    }
    while try statement.step() {
      if try !body(statement) { return }
    }
  }

  /// No transaction is open in SQLite itself. Inside a transaction this means that SQLite has rolled
  /// it back after an error such as a full disk, and that all it wrote is gone.
  public var isRolledBack: Bool { sqlite3_get_autocommit(handle) != 0 }
}
