import Foundation
import Glibc
import Household
import Replica
import SyncProtocol
import Threads

/// The imports of the last 30 days, so that each can be taken back.
///
/// Two files each in a folder of the account: a short one for lists, and one with what was written,
/// a line for each part.
/// They belong to this hub or device: losing them loses the way back and no data. Everything
/// blocks.
package struct ImportHistory: Sendable {
  package static let lifeMilliseconds: Int64 = 30 * 86_400_000
  /// The account's oldest ones make room.
  package static let maxPerAccount = 50
  /// A trace holds about 120 bytes for each item.
  static let maxTraceBytes = 64 << 20
  private static let maxSummaryBytes = 64 << 10

  /// One import, without what exactly it wrote.
  package struct Entry: Codable, Equatable, Sendable {
    package let id: String
    /// As the person calls the file.
    package let fileName: String
    /// Milliseconds since 1970.
    package let importedAt: Int64
    package fileprivate(set) var homeIDs: [ZoneID]
    package fileprivate(set) var newItemCount: Int
    package fileprivate(set) var updatedItemCount: Int
  }

  package enum Failure: Error, Equatable {
    case storage(String, errno: Int32)
  }

  private let directory: String

  /// - Parameter directory: made when something is kept and it is not there.
  package init(directory: String) { self.directory = directory }

  /// Begins to keep what an import writes, part by part. Nothing is kept before the first part.
  package func begin(
    of account: AccountID, fileName: String, now: Int64
  ) -> ImportJournal {
    ImportJournal(
      self,
      Entry(
        id: Secrets.token(), fileName: fileName, importedAt: now, homeIDs: [], newItemCount: 0,
        updatedItemCount: 0),
      account)
  }

  /// Keeps one more part of an import: its trace after those of the parts before it.
  ///
  /// - Parameter offset: where the trace begins in the file; what an earlier try wrote there goes.
  /// - Returns: where the next part's begins.
  fileprivate func keep(
    _ entry: Entry, _ trace: ImportTrace, at offset: Int, of account: AccountID
  ) throws -> Int {
    guard let folder = folder(of: account) else { return offset }
    for path in [directory, folder] {
      guard mkdir(path, 0o700) == 0 || errno == EEXIST else {
        throw Failure.storage(path, errno: errno)
      }
    }
    let encoder = JSONEncoder()
    let line = Array(try encoder.encode(trace)) + [0x0A]
    try write(line, to: "\(folder)/\(entry.id).trace", at: offset)
    // The list's file last: what it shows can be taken back.
    try write(try encoder.encode(entry), to: "\(folder)/\(entry.id).json")
    if offset == 0 {
      for old in entries(of: account, now: entry.importedAt).dropFirst(Self.maxPerAccount) {
        remove(old.id, of: account)
      }
    }
    return offset + line.count
  }

  /// The account's imports of the last 30 days, the newest first. Older ones are removed.
  package func entries(of account: AccountID, now: Int64) -> [Entry] {
    guard let folder = folder(of: account) else { return [] }
    var entries: [Entry] = []
    for name in Folder.names(in: folder) where name.hasSuffix(".json") {
      // A file that cannot be read is as good as none: nothing depends on it.
      guard let bytes = read("\(folder)/\(name)", maxBytes: Self.maxSummaryBytes),
        let entry = try? JSONDecoder().decode(Entry.self, from: bytes), "\(entry.id).json" == name
      else { continue }
      if entry.importedAt.addingSaturating(Self.lifeMilliseconds) > now {
        entries.append(entry)
      } else {
        remove(entry.id, of: account)
      }
    }
    return entries.sorted { ($1.importedAt, $0.id) < ($0.importedAt, $1.id) }
  }

  /// An import with what it wrote; `nil` when it is another's, too old, or taken back already.
  package func find(
    _ id: String, of account: AccountID, now: Int64
  ) throws -> (entry: Entry, trace: ImportTrace)? {
    guard let folder = folder(of: account),
      let entry = entries(of: account, now: now).first(where: { $0.id == id }),
      let bytes = read("\(folder)/\(id).trace", maxBytes: Self.maxTraceBytes)
    else { return nil }
    let decoder = JSONDecoder()
    var trace = ImportTrace()
    for line in bytes.split(separator: 0x0A) {
      trace.add(try decoder.decode(ImportTrace.self, from: line))
    }
    return (entry, trace)
  }

  package func remove(_ id: String, of account: AccountID) {
    guard let folder = folder(of: account), Self.isPlain(id) else { return }
    unlink("\(folder)/\(id).json")
    unlink("\(folder)/\(id).trace")
  }

  /// Ids become names of files: letters, digits, `-` and `_` alone.
  private static func isPlain(_ id: String) -> Bool {
    !id.isEmpty && id.utf8.count <= 64
      && id.utf8.allSatisfy { byte in
        byte == UInt8(ascii: "-") || byte == UInt8(ascii: "_")
          || (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte)
          || (0x61...0x7A).contains(byte)
      }
  }

  private func folder(of account: AccountID) -> String? {
    Self.isPlain(account) ? "\(directory)/\(account)" : nil
  }

  private func write(_ bytes: Data, to path: String) throws {
    let partial = path + ".partial"
    unlink(partial)
    let file = try UnpackedFile(partial)
    try file.write(Array(bytes)[...])
    guard rename(partial, path) == 0 else { throw Failure.storage(path, errno: errno) }
    file.isComplete = true
  }

  /// Makes a file end with these bytes, and nothing before `offset` another.
  private func write(_ bytes: [UInt8], to path: String, at offset: Int) throws {
    let descriptor = open(path, O_WRONLY | O_CREAT | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw Failure.storage(path, errno: errno) }
    defer { close(descriptor) }
    guard ftruncate(descriptor, off_t(offset)) == 0 else {
      throw Failure.storage(path, errno: errno)
    }
    var written = 0
    while written < bytes.count {
      let count = bytes.withUnsafeBytes {
        pwrite(descriptor, $0.baseAddress! + written, $0.count - written, off_t(offset + written))
      }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { throw Failure.storage(path, errno: errno) }
      written += count
    }
  }

  private func read(_ path: String, maxBytes: Int) -> Data? {
    var info = stat()
    // What cannot be read is as good as not there: the import stands, the way back is lost.
    guard stat(path, &info) == 0, info.st_size <= maxBytes, let file = try? Folder.File(path),
      let bytes = try? file.read(at: 0, count: Int(info.st_size))
    else { return nil }
    return Data(bytes)
  }
}

/// Keeps one import while it is written. Each part is kept before it is committed, so that whatever
/// ends the program, all that was written can be taken back; what was kept and never written is not
/// found then. Everything blocks.
package final class ImportJournal: Sendable {
  private struct State {
    var entry: ImportHistory.Entry
    /// Items of the parts that were committed.
    var newItemCount = 0
    var updatedItemCount = 0
    /// Where the part under way begins in the file, and where it ends.
    var start = 0
    var end = 0
  }

  private let history: ImportHistory
  private let account: AccountID
  private let state: Lock<State>

  fileprivate init(_ history: ImportHistory, _ entry: ImportHistory.Entry, _ account: AccountID) {
    self.history = history
    self.account = account
    state = Lock(State(entry: entry))
  }

  /// Of the entry in the history.
  package var id: String { state.withLock(\.entry.id) }

  /// Notes what a part is about to write; again when its transaction runs again.
  package func note(_ part: ApplyImport.Result) throws {
    try state.withLock { state in
      // The end of an import may write nothing more.
      guard !part.trace.isEmpty else { return }
      var entry = state.entry
      entry.homeIDs = part.homeIDs
      entry.newItemCount = state.newItemCount + part.newItemCount
      entry.updatedItemCount = state.updatedItemCount + part.updatedItemCount
      state.end = try history.keep(entry, part.trace, at: state.start, of: account)
    }
  }

  /// The part that was noted last is committed.
  package func commit(_ part: ApplyImport.Result) {
    state.withLock { state in
      state.start = state.end
      state.newItemCount += part.newItemCount
      state.updatedItemCount += part.updatedItemCount
    }
  }

  /// The entry's id, when there is something to take back.
  package var keptID: String? { state.withLock { $0.start > 0 ? $0.entry.id : nil } }

  /// Forgets what was noted of an import that has failed before its first part was committed.
  package func discard(after error: any Error) {
    // It may have happened all the same.
    if case ConfirmationError.outcomeUnknown = error { return }
    if keptID == nil { history.remove(id, of: account) }
  }
}
