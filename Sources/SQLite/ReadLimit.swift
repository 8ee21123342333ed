import CSQLite

/// A read of one column by a statement, reported while the statement is prepared.
package struct ColumnRead: Equatable, Sendable {
  /// The table's name, as spelled in the statement.
  package let table: String
  /// The column's name; empty when the statement reads rows but none of their columns.
  package let column: String
  /// `main` or `temp`; `nil` when the statement names no schema and reads no column.
  package let schema: String?
  /// The innermost view that reads the column; `nil` when the statement itself does.
  package let view: String?
}

/// Decides what the statements of a connection may read.
final class ReadLimit {
  let allows: (ColumnRead) -> Bool

  init(_ allows: @escaping (ColumnRead) -> Bool) { self.allows = allows }

  /// Installs this limit as the connection's authorizer. It limits reading only; the connection's
  /// mode decides about everything else.
  func attach(to handle: OpaquePointer) {
    sqlite3_set_authorizer(
      handle,
      { context, action, table, column, schema, view in
        guard action == SQLITE_READ, let context, let table else { return SQLITE_OK }
        let limit = Unmanaged<ReadLimit>.fromOpaque(context).takeUnretainedValue()
        let read = ColumnRead(
          table: String(cString: table), column: column.map { String(cString: $0) } ?? "",
          schema: schema.map { String(cString: $0) }, view: view.map { String(cString: $0) })
        return limit.allows(read) ? SQLITE_OK : SQLITE_DENY
      }, Unmanaged.passUnretained(self).toOpaque())
  }
}

extension Connection {
  /// Limits what statements prepared from now on may read: preparing any other throws.
  package func limitReading(to allows: @escaping (ColumnRead) -> Bool) {
    let limit = ReadLimit(allows)
    limit.attach(to: handle)
    readLimit = limit
  }
}
