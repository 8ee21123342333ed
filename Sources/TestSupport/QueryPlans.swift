import CSQLite
import SQLite

/// The statements that a connection really runs, and how SQLite goes about them.
package enum QueryPlans {
  /// A statement, and the steps of `EXPLAIN QUERY PLAN` for it.
  package struct Plan {
    package let sql: String
    package let steps: [String]

    /// Whether a table or an index is read from one end to the other, or rows are sorted.
    package var isSlow: Bool {
      steps.contains { $0.hasPrefix("SCAN") || $0.contains("TEMP B-TREE FOR ORDER BY") }
    }
  }

  private final class Seen {
    var statements: [String] = []
  }

  /// Runs `body` and explains each different statement that the connection began meanwhile, but
  /// those of triggers.
  package static func plans(
    of connection: Connection, during body: () throws -> Void
  ) throws -> [Plan] {
    let seen = Seen()
    try withExtendedLifetime(seen) {
      sqlite3_trace_v2(
        connection.handle, UInt32(SQLITE_TRACE_STMT),
        { _, context, statement, _ in
          guard let context, let statement,
            let sql = sqlite3_sql(OpaquePointer(statement))
          else { return 0 }
          Unmanaged<Seen>.fromOpaque(context).takeUnretainedValue().statements
            .append(String(cString: sql))
          return 0
        }, Unmanaged.passUnretained(seen).toOpaque())
      defer { sqlite3_trace_v2(connection.handle, 0, nil, nil) }
      try body()
    }
    var known: Set<String> = []
    return try seen.statements.compactMap { sql in
      let verb = sql.drop { $0.isWhitespace }.prefix { $0.isLetter }.uppercased()
      guard ["SELECT", "WITH", "UPDATE", "DELETE", "INSERT"].contains(verb),
        known.insert(sql).inserted
      else { return nil }
      return Plan(
        sql: sql, steps: try connection.query("EXPLAIN QUERY PLAN \(sql)") { $0.text(3) })
    }
  }
}
