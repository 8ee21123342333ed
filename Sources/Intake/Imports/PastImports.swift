import FoundationEssentials
import Glibc
import Household
import Replica
import SyncProtocol
import Threads

/// Why an import could not be kept.
package enum PastImportFailure: Error, Equatable {
  case storage(String, errno: Int32)
}

/// The imports of the last 30 days, so that each can be undone.
///
/// Each import has two files in a folder of its account: a short one for lists, and a trace of what
/// it wrote, with one line for each part. The files stay on this hub or device. If they are lost,
/// imports cannot be undone, but no data is lost. Everything here blocks.
package struct PastImports<Part: TracedPart>: Sendable {
  package static var lifeMilliseconds: Int64 { 30 * 86_400_000 }
  /// The most imports kept for one account; its oldest ones make room.
  package static var maxPerAccount: Int { 50 }
  /// A trace holds about 120 bytes for each item.
  static var maxTraceBytes: Int { 64 << 20 }
  private static var maxSummaryBytes: Int { 64 << 10 }

  /// One import, without its trace.
  package struct Entry: Codable, Equatable, Sendable {
    package let id: String
    /// The name of the imported file.
    package let fileName: String
    /// Milliseconds since 1970.
    package let importedAt: Int64
    package fileprivate(set) var homeIDs: [ZoneID]
    package fileprivate(set) var newItemCount: Int
    package fileprivate(set) var updatedItemCount: Int
  }

  package typealias Failure = PastImportFailure

  package let directory: String

  /// - Parameter directory: made when the first import is kept.
  package init(directory: String) { self.directory = directory }

  /// Begins to keep a trace of an import, part by part. Nothing is stored before the first part.
  package func begin(
    of account: AccountID, fileName: String, now: Int64
  ) -> Journal {
    Journal(
      self,
      Entry(
        id: Secrets.token(), fileName: fileName, importedAt: now, homeIDs: [], newItemCount: 0,
        updatedItemCount: 0),
      account)
  }

  /// Keeps one more part of an import, with its trace behind those of the earlier parts.
  ///
  /// - Parameter offset: where the trace begins in the file, in bytes. What an earlier try wrote
  /// from   there on is removed.
  /// - Returns: where the next part's trace begins, in bytes.
  fileprivate func keep(
    _ entry: Entry, _ trace: Part.Trace, at offset: Int, of account: AccountID
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
    // The file for lists is written last, so that every listed import can be undone.
    try write(try encoder.encode(entry), to: "\(folder)/\(entry.id).json")
    if offset == 0 {
      for old in entries(of: account, now: entry.importedAt).dropFirst(Self.maxPerAccount) {
        remove(old.id, of: account)
      }
    }
    return offset + line.count
  }

  /// The account's imports of the last 30 days, newest first. Removes older ones.
  package func entries(of account: AccountID, now: Int64) -> [Entry] {
    guard let folder = folder(of: account) else { return [] }
    var entries: [Entry] = []
    for name in Folder.names(in: folder) where name.hasSuffix(".json") {
      // A file that cannot be read is skipped: nothing depends on it.
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

  /// An import with its trace; `nil` when it is another account's, too old, or undone already.
  package func find(
    _ id: String, of account: AccountID, now: Int64
  ) throws -> (entry: Entry, trace: Part.Trace)? {
    guard let folder = folder(of: account),
      let entry = entries(of: account, now: now).first(where: { $0.id == id }),
      let bytes = read("\(folder)/\(id).trace", maxBytes: Self.maxTraceBytes)
    else { return nil }
    let decoder = JSONDecoder()
    var trace = Part.Trace()
    for line in bytes.split(separator: 0x0A) {
      trace.add(try decoder.decode(Part.Trace.self, from: line))
    }
    return (entry, trace)
  }

  package func remove(_ id: String, of account: AccountID) {
    guard let folder = folder(of: account), Self.isPlain(id) else { return }
    unlink("\(folder)/\(id).json")
    unlink("\(folder)/\(id).trace")
  }

  /// Whether an id may be part of a path: only letters, digits, `-` and `_`.
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

  /// Replaces everything from `offset` to the end of a file with these bytes.
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
    // A file that cannot be read counts as missing: the import stays, but cannot be undone.
    guard stat(path, &info) == 0, info.st_size <= maxBytes, let file = try? Folder.File(path),
      let bytes = try? file.read(at: 0, count: Int(info.st_size))
    else { return nil }
    return Data(bytes)
  }
}

extension PastImports {
  /// Keeps the trace of one import while it is written.
  ///
  /// Each part is kept before it is committed, so that all that was written can be undone, whatever
  /// ends the program. Undoing skips what was kept but never written. Everything here blocks.
  package final class Journal: Sendable {
    private struct State {
      var entry: Entry
      /// Items of the parts that were committed.
      var newItemCount = 0
      var updatedItemCount = 0
      /// Where the part under way begins in the file, and where it ends.
      var start = 0
      var end = 0
    }

    private let history: PastImports
    private let account: AccountID
    private let state: Lock<State>

    fileprivate init(_ history: PastImports, _ entry: Entry, _ account: AccountID) {
      self.history = history
      self.account = account
      state = Lock(State(entry: entry))
    }

    /// The id of the entry in the history.
    package var id: String { state.withLock(\.entry.id) }

    /// Keeps what a part is about to write. Call it again when the part's transaction runs again.
    package func note(_ part: Part) throws {
      try state.withLock { state in
        // The end of an import may write nothing more.
        guard !part.trace.isEmpty else { return }
        var entry = state.entry
        entry.homeIDs = part.zones
        entry.newItemCount = state.newItemCount + part.newItemCount
        entry.updatedItemCount = state.updatedItemCount + part.updatedItemCount
        state.end = try history.keep(entry, part.trace, at: state.start, of: account)
      }
    }

    /// Notes that the part that was kept last is committed.
    package func commit(_ part: Part) {
      state.withLock { state in
        state.start = state.end
        state.newItemCount += part.newItemCount
        state.updatedItemCount += part.updatedItemCount
      }
    }

    /// The entry's id; `nil` while there is nothing to undo.
    package var keptID: String? { state.withLock { $0.start > 0 ? $0.entry.id : nil } }

    /// Forgets an import that failed before its first part was committed.
    package func discard(after error: any Error) {
      // The part may have been written all the same.
      if case ConfirmationError.outcomeUnknown = error { return }
      if keptID == nil { history.remove(id, of: account) }
    }
  }
}
