import CSQLite
import Glibc

/// `SQLITE_TRANSIENT` is a cast macro and therefore not imported.
let transient = unsafeBitCast(-1 as Int, to: sqlite3_destructor_type.self)

/// A prepared statement. It belongs to its connection and may only be used where the connection
/// may.
///
/// Parameters are numbered from 1, columns from 0, as in SQLite.
public final class Statement {
  let handle: OpaquePointer
  let sql: String
  unowned let connection: Connection
  /// Set while its rows are being read, so that a nested use prepares a second statement.
  @exclusivity(unchecked) @usableFromInline var isInUse = false

  init(_ handle: OpaquePointer, sql: String, connection: Connection) {
    self.handle = handle
    self.sql = sql
    self.connection = connection
  }

  deinit { sqlite3_finalize(handle) }

  /// Sets the parameter at `index`, as the other `bind`s do.
  @inline(__always)
  public func bind(_ index: Int32, _ value: Int64) { sqlite3_bind_int64(handle, index, value) }

  @inline(__always)
  public func bind(_ index: Int32, _ value: String) {
    var value = value
    value.withUTF8 { bytes in
      _ = bytes.withMemoryRebound(to: CChar.self) { characters in
        // An empty string has no base address, and a null pointer would bind NULL.
        if let base = characters.baseAddress {
          sqlite3_bind_text64(
            handle, index, base, UInt64(characters.count), transient, UInt8(SQLITE_UTF8))
        } else {
          sqlite3_bind_text64(handle, index, "", 0, transient, UInt8(SQLITE_UTF8))
        }
      }
    }
  }

  public func bind(_ index: Int32, _ value: [UInt8]) {
    value.withUnsafeBytes { bytes in
      if let base = bytes.baseAddress {
        _ = sqlite3_bind_blob64(handle, index, base, UInt64(bytes.count), transient)
      } else {
        _ = sqlite3_bind_zeroblob(handle, index, 0)
      }
    }
  }

  @inline(__always)
  public func bindNull(_ index: Int32) { sqlite3_bind_null(handle, index) }

  public func bind(_ index: Int32, _ value: Value) {
    switch value {
    case .null: bindNull(index)
    case .integer(let integer): bind(index, integer)
    case .real(let real): sqlite3_bind_double(handle, index, real)
    case .text(let text): bind(index, text)
    case .blob(let blob): bind(index, blob)
    }
  }

  /// Sets the parameters in order, starting with the first.
  public func bind(_ values: [Value]) {
    var index: Int32 = 1
    for value in values {
      bind(index, value)
      index += 1
    }
  }

  /// Advances to the next row: `true` when there is one to read, `false` when the statement is
  /// done.
  @inline(__always)
  public func step() throws -> Bool {
    switch sqlite3_step(handle) {
    case SQLITE_ROW: return true
    case SQLITE_DONE: return false
    case let code:
      let error = connection.failure(code, sql: sql)
      sqlite3_reset(handle)
      throw error
    }
  }

  /// Makes the statement ready to run again; its parameters stay set.
  @inline(__always)
  public func reset() { sqlite3_reset(handle) }

  /// Runs a statement that returns no rows, and resets it.
  @inline(__always)
  public func run() throws {
    connection.willExecute?()
    if let error = connection.injectedFailure?(sql) { throw error }
    defer { sqlite3_reset(handle) }
    _ = try step()
  }

  @inline(__always)
  public func isNull(_ column: Int32) -> Bool { sqlite3_column_type(handle, column) == SQLITE_NULL }

  /// The integer of a column; 0 for NULL.
  @inline(__always)
  public func integer(_ column: Int32) -> Int64 { sqlite3_column_int64(handle, column) }

  /// The floating-point number of a column; 0 for NULL.
  @inline(__always)
  public func real(_ column: Int32) -> Double { sqlite3_column_double(handle, column) }

  /// Whether a column is neither 0 nor NULL.
  @inline(__always)
  public func bool(_ column: Int32) -> Bool { sqlite3_column_int64(handle, column) != 0 }

  /// The text of a column; empty for NULL. Use `optionalText` where NULL means something.
  @inline(__always)
  public func text(_ column: Int32) -> String {
    guard let bytes = sqlite3_column_text(handle, column) else { return "" }
    let count = Int(sqlite3_column_bytes(handle, column))
    return String(decoding: UnsafeBufferPointer(start: bytes, count: count), as: UTF8.self)
  }

  /// The text of a column; `nil` for NULL.
  public func optionalText(_ column: Int32) -> String? { isNull(column) ? nil : text(column) }

  /// The integer of a column; `nil` for NULL.
  public func optionalInteger(_ column: Int32) -> Int64? { isNull(column) ? nil : integer(column) }

  /// A copy of a column's bytes; empty for NULL.
  public func blob(_ column: Int32) -> [UInt8] {
    guard let bytes = sqlite3_column_blob(handle, column) else { return [] }
    return Array(
      UnsafeRawBufferPointer(start: bytes, count: Int(sqlite3_column_bytes(handle, column))))
  }

  /// Reads a column's bytes in SQLite's own memory. The buffer is invalid after the next step.
  @inlinable
  public func withBlob<Result>(
    _ column: Int32, _ body: (UnsafeRawBufferPointer) throws -> Result
  ) rethrows -> Result {
    try body(bytes(column))
  }

  @usableFromInline
  func bytes(_ column: Int32) -> UnsafeRawBufferPointer {
    let bytes = sqlite3_column_blob(handle, column)
    let count = Int(sqlite3_column_bytes(handle, column))
    return UnsafeRawBufferPointer(start: bytes, count: bytes == nil ? 0 : count)
  }

  /// Whether a column holds exactly these bytes, compared without a copy. NULL counts as no bytes.
  package func blob(_ column: Int32, equals bytes: [UInt8]) -> Bool {
    let stored = self.bytes(column)
    guard stored.count == bytes.count, let first = stored.baseAddress else {
      return stored.count == bytes.count
    }
    return bytes.withUnsafeBytes { memcmp(first, $0.baseAddress!, stored.count) == 0 }
  }

  /// The value of a column, as SQLite stores it.
  public func value(_ column: Int32) -> Value {
    switch sqlite3_column_type(handle, column) {
    case SQLITE_INTEGER: .integer(integer(column))
    case SQLITE_FLOAT: .real(real(column))
    case SQLITE_TEXT: .text(text(column))
    case SQLITE_BLOB: .blob(blob(column))
    default: .null
    }
  }

  public var columnCount: Int32 { sqlite3_column_count(handle) }

  /// The name of a column in the result.
  public func columnName(_ column: Int32) -> String {
    sqlite3_column_name(handle, column).map { String(cString: $0) } ?? ""
  }
}
