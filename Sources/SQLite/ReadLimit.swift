import CSQLite

/// One look of a statement at a column, asked about when the statement is prepared.
package struct ColumnRead: Equatable, Sendable {
  /// As it is spelled in the statement.
  package let table: String
  /// Empty when the statement looks at rows and at no column of theirs.
  package let column: String
  /// `main` or `temp`; `nil` when a statement names none and looks at no column.
  package let schema: String?
  /// The innermost view that looks there; `nil` for the statement itself.
  package let view: String?
}

/// Decides what the statements of a connection may read.
final class ReadLimit {
  let allows: (ColumnRead) -> Bool

  init(_ allows: @escaping (ColumnRead) -> Bool) { self.allows = allows }

  /// The C library's side of it. Anything but reading is left to the connection's mode.
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
  /// From here on a statement that reads what is not allowed is not prepared: it throws.
  package func limitReading(to allows: @escaping (ColumnRead) -> Bool) {
    let limit = ReadLimit(allows)
    limit.attach(to: handle)
    readLimit = limit
  }
}
