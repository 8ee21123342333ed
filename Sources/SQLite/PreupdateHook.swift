import CSQLite

/// A change that a statement is about to make to one row, as SQLite's preupdate hook reports it.
public struct RowChange {
  /// What happens to the row.
  public enum Kind { case insert, update, delete }

  public let kind: Kind
  /// The table's name, as a C string that is valid during the call.
  public let table: UnsafePointer<CChar>
  public let columnCount: Int32
  let connection: OpaquePointer

  /// The column's value before the change; meaningless for an insert.
  ///
  /// Null where the row was written before its table had the column, even if the column has a
  /// default.
  public func old(_ column: Int32) -> Value {
    var value: OpaquePointer?
    guard sqlite3_preupdate_old(connection, column, &value) == SQLITE_OK, let value else {
      return .null
    }
    return Self.read(value)
  }

  /// The column's value after the change; meaningless for a delete.
  public func new(_ column: Int32) -> Value {
    var value: OpaquePointer?
    guard sqlite3_preupdate_new(connection, column, &value) == SQLITE_OK, let value else {
      return .null
    }
    return Self.read(value)
  }

  static func read(_ value: OpaquePointer) -> Value {
    switch sqlite3_value_type(value) {
    case SQLITE_INTEGER: return .integer(sqlite3_value_int64(value))
    case SQLITE_FLOAT: return .real(sqlite3_value_double(value))
    case SQLITE_TEXT:
      guard let bytes = sqlite3_value_text(value) else { return .text("") }
      let count = Int(sqlite3_value_bytes(value))
      return .text(String(decoding: UnsafeBufferPointer(start: bytes, count: count), as: UTF8.self))
    case SQLITE_BLOB:
      guard let bytes = sqlite3_value_blob(value) else { return .blob([]) }
      let count = Int(sqlite3_value_bytes(value))
      return .blob(Array(UnsafeRawBufferPointer(start: bytes, count: count)))
    default: return .null
    }
  }
}

extension Connection {
  private final class Hook {
    let body: (RowChange) -> Void
    init(_ body: @escaping (RowChange) -> Void) { self.body = body }
  }

  /// Calls `body` before this connection inserts, updates or deletes a row, in tables with and
  /// without a rowid. Stays until the connection closes or `endRowChanges` is called; call it once.
  public func onRowChange(_ body: @escaping (RowChange) -> Void) {
    setHook(Unmanaged.passRetained(Hook(body)).toOpaque())
  }

  /// Removes the hook. While a hook is set, SQLite cannot empty a table in one step.
  package func endRowChanges() {
    if let previous = sqlite3_preupdate_hook(handle, nil, nil) {
      Unmanaged<Hook>.fromOpaque(previous).release()
    }
  }

  /// Deletes all rows of tables that are derived from others. `onRowChange` is not told of them:
  /// without it SQLite gives a table's pages back as a whole, instead of looking for each row in
  /// each index.
  package func empty(_ tables: [String]) throws {
    let hook = sqlite3_preupdate_hook(handle, nil, nil)
    defer { if let hook { setHook(hook) } }
    for table in tables { try executeScript("DELETE FROM \(table)") }
  }

  private func setHook(_ hook: UnsafeMutableRawPointer) {
    let previous = sqlite3_preupdate_hook(
      handle,
      { context, connection, operation, _, table, _, _ in
        guard let context, let connection, let table else { return }
        let kind: RowChange.Kind =
          operation == SQLITE_INSERT ? .insert : operation == SQLITE_DELETE ? .delete : .update
        Unmanaged<Hook>.fromOpaque(context).takeUnretainedValue().body(
          RowChange(
            kind: kind, table: table, columnCount: sqlite3_preupdate_count(connection),
            connection: connection))
      }, hook)
    if let previous { Unmanaged<Hook>.fromOpaque(previous).release() }
  }
}
