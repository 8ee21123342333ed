import Glibc
import Hub
import SQLite
import SyncProtocol

extension HubSQLite {
  /// Checks an existing file through a read-only connection.
  ///
  /// A write-ahead log beside the file shows that the file was not closed properly; then all of it
  /// is read.
  ///
  /// - Parameter size: the size in bytes of the file with a suffix appended to its name.
  static func inspect(_ path: String, size: (_ suffix: String) -> Int) throws {
    guard size("") > 0 else { return }
    do {
      let connection = try Connection.toRead(path)
      let version = try Migrations.version(of: connection)
      let supported = HubSQLiteSchema.migrations.scripts.count
      let application = try connection.first("PRAGMA application_id") { $0.integer(0) }
      let tables = try connection.first("SELECT count(*) FROM sqlite_schema") { $0.integer(0) }
      // A file without tables is one whose creation was interrupted.
      if tables != 0, application != HubSQLiteSchema.applicationID {
        throw HubStoreError.notAHub(path: path)
      }
      if version > supported {
        throw HubStoreError.newerVersion(found: version, supported: supported)
      }
      if size("-wal") > 0 {
        let verdict = try connection.first("PRAGMA quick_check(1)") { $0.text(0) }
        if verdict != "ok" { throw HubStoreError.corrupt(path: path) }
      }
    } catch let error as SQLiteError {
      throw storeError(error, path: path)
    }
  }

  /// The version of a hub's file, and the one to which opening it here would upgrade it; `nil` if
  /// there is no file yet. Writes nothing. Throws the same errors as opening the file.
  package static func versions(ofFile path: String) throws -> (found: Int, supported: Int)? {
    guard fileSize(path) > 0 else { return nil }
    try inspect(path) { fileSize(path + $0) }
    do {
      let found = try Migrations.version(of: Connection(path: path, mode: .readOnly))
      // A file whose creation was interrupted holds nothing.
      return found == 0 ? nil : (found, HubSQLiteSchema.migrations.scripts.count)
    } catch let error as SQLiteError {
      throw storeError(error, path: path)
    }
  }

  static func fileSize(_ path: String) -> Int {
    var status = stat()
    return stat(path, &status) == 0 ? Int(status.st_size) : 0
  }

  static func makeState(_ connection: Connection, makeEpoch: () -> String) throws {
    if try connection.first("SELECT 1 FROM state", read: { _ in true }) != nil { return }
    try connection.transaction {
      try HubSQLiteTransaction(connection).setState(HubState(epoch: makeEpoch()))
    }
  }

  public func backup(to destination: String) throws {
    let partial = destination + ".partial"
    guard fileIsMissing(destination) else {
      throw HubStoreError.storage("\(destination) exists already")
    }
    unlink(partial)
    var isRenamed = false
    // A copy whose name may be lost in a power cut is none.
    func discard() { unlink(isRenamed ? destination : partial) }
    do {
      switch backing {
      case .file(let database): try database.copy(to: partial)
      case .memory: try withWriter { _ = try $0.execute("VACUUM INTO ?", .text(partial)) }
      }
      try sync(partial)
      guard rename(partial, destination) == 0 else { throw failure(of: "rename", destination) }
      isRenamed = true
      // The new name is durable only once the folder is synced.
      try sync(destination.lastIndex(of: "/").map { String(destination[...$0]) } ?? ".")
    } catch let error as SQLiteError {
      discard()
      throw Self.storeError(error, path: path)
    } catch {
      discard()
      throw error
    }
  }

  private func fileIsMissing(_ path: String) -> Bool { access(path, F_OK) != 0 }

  private func sync(_ path: String) throws {
    let file = open(path, O_RDONLY)
    guard file >= 0 else { throw failure(of: "open", path) }
    defer { close(file) }
    guard fsync(file) == 0 else { throw failure(of: "fsync", path) }
  }

  private func failure(of call: String, _ path: String) -> HubStoreError {
    .storage("\(call) \(path): \(String(cString: strerror(errno)))")
  }

  /// The `HubStoreError` for an error of SQLite; other errors stay as they are.
  static func storeError(_ error: SQLiteError, path: String) -> any Error {
    if error.isCorrupt { return HubStoreError.corrupt(path: path) }
    if error.isUnsynced { return HubStoreError.unsettled("\(path): \(error)") }
    if error.isStorage { return HubStoreError.storage("\(path): \(error)") }
    if error.isBusy { return HubStoreError.busy }
    return error
  }
}
