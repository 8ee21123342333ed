import Foundation
import Glibc
import Household
import SyncProtocol

/// The imports of the last 30 days, so that each can be taken back.
///
/// Two files each in a folder of the account: a short one for lists, and one with what was written.
/// They belong to this hub or device: losing them loses the way back and no data. Everything blocks.
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
    package let homeIDs: [ZoneID]
    package let newItemCount: Int
    package let updatedItemCount: Int
  }

  package enum Failure: Error, Equatable {
    case storage(String, errno: Int32)
  }

  private let directory: String

  /// - Parameter directory: made when something is kept and it is not there.
  package init(directory: String) { self.directory = directory }

  /// Keeps what an import wrote; `nil` when there is nothing to take back.
  @discardableResult
  package func keep(
    _ result: ApplyImport.Result, of account: AccountID, fileName: String, now: Int64
  ) throws -> Entry? {
    guard !result.trace.isEmpty, let folder = folder(of: account) else { return nil }
    let entry = Entry(
      id: Secrets.token(), fileName: fileName, importedAt: now, homeIDs: result.homeIDs,
      newItemCount: result.newItemCount, updatedItemCount: result.updatedItemCount)
    for path in [directory, folder] {
      guard mkdir(path, 0o700) == 0 || errno == EEXIST else {
        throw Failure.storage(path, errno: errno)
      }
    }
    let encoder = JSONEncoder()
    try write(try encoder.encode(result.trace), to: "\(folder)/\(entry.id).trace")
    // The list's file last: what it shows can be taken back.
    try write(try encoder.encode(entry), to: "\(folder)/\(entry.id).json")
    for old in entries(of: account, now: now).dropFirst(Self.maxPerAccount) {
      remove(old.id, of: account)
    }
    return entry
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
      if entry.importedAt + Self.lifeMilliseconds > now {
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
    return (entry, try JSONDecoder().decode(ImportTrace.self, from: bytes))
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

  private func read(_ path: String, maxBytes: Int) -> Data? {
    var info = stat()
    // What cannot be read is as good as not there: the import stands, the way back is lost.
    guard stat(path, &info) == 0, info.st_size <= maxBytes, let file = try? Folder.File(path),
      let bytes = try? file.read(at: 0, count: Int(info.st_size))
    else { return nil }
    return Data(bytes)
  }
}
