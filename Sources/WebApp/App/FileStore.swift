import Blobs
import CSodium
import Glibc
import Household
import SyncProtocol

/// Where the files of photos and papers lie: the originals in the blob folder, small pictures of
/// them beside it.
///
/// Small pictures follow from the originals and are made again when they are missing. Everything
/// here blocks.
package struct FileStore: Sendable {
  /// Bytes read at a time to be hashed.
  private static let pieceBytes = 256 << 10
  /// Whose unfinished uploads these are in the blob folder.
  private static let uploader = "web"

  package let blobs: BlobFolder
  private let directory: String
  private let room: (any FileRoom)?

  /// - Parameters:
  ///   - directory: for small pictures and files that are being made; of this process alone. What
  ///     an earlier one left unfinished there is removed.
  ///   - room: of accounts; `nil` on a device, whose hub counts what it is sent.
  package init(blobs: BlobFolder, directory: String, room: (any FileRoom)? = nil) throws {
    self.blobs = blobs
    self.directory = directory
    self.room = room
    for folder in [directory, directory + "/unfinished"] {
      guard mkdir(folder, 0o700) == 0 || errno == EEXIST else {
        throw BlobError.storage("\(folder): \(String(cString: strerror(errno)))")
      }
    }
    Folder.empty(directory + "/unfinished")
  }

  /// A path for a file that is being made; nothing is there yet.
  func unfinishedPath() -> String { directory + "/unfinished/" + Secrets.token() }

  /// Takes a finished file of an account into the blob folder; it is gone from `path` afterwards,
  /// whatever happens. Throws ``NoFileRoom`` and `BlobError`.
  func take(_ path: String, of account: AccountID) throws -> (hash: BlobHash, byteCount: Int) {
    defer { unlink(path) }
    return try keep(path, of: account)
  }

  /// Copies a finished file of an account into the blob folder. Throws ``NoFileRoom`` and
  /// `BlobError`.
  func keep(_ path: String, of account: AccountID) throws -> (hash: BlobHash, byteCount: Int) {
    let file = try Folder.File(path)
    var hasher = BlobHash.Hasher()
    var total = 0
    while true {
      let piece = try file.read(at: total, count: Self.pieceBytes)
      if piece.isEmpty { break }
      hasher.update(piece)
      total += piece.count
    }
    let hash = hasher.finish()
    let isCounted = try room?.count(hash, byteCount: total, of: account) ?? false
    do {
      try put(file, hash, byteCount: total)
    } catch {
      if isCounted { try room?.uncount(hash, of: account) }
      throw error
    }
    return (hash, total)
  }

  private func put(_ file: Folder.File, _ hash: BlobHash, byteCount total: Int) throws {
    if blobs.size(of: hash) == total, blobs.use(hash, now: time(nil)) { return }
    // Somebody may have begun to store the very same picture and not have come to the end.
    let uploader = Self.uploader + Secrets.token()
    _ = try blobs.append(to: hash, by: uploader, at: 0, total: total, count: total) {
      try file.read(at: $0, count: $1)
    }
  }

  /// Where the small picture of a file is, or would be; its folder is there then.
  func thumbnailPath(of hash: BlobHash, edge: Int) throws -> String {
    let folder = "\(directory)/\(hash.description.prefix(2))"
    guard mkdir(folder, 0o700) == 0 || errno == EEXIST else {
      throw BlobError.storage("\(folder): \(String(cString: strerror(errno)))")
    }
    return "\(folder)/\(hash)-\(edge).jpg"
  }

  /// Moves a finished small picture to its place. Losing one in a crash loses nothing.
  func putThumbnail(_ path: String, at target: String) throws {
    guard rename(path, target) == 0 else {
      let reason = String(cString: strerror(errno))
      unlink(path)
      throw BlobError.storage("\(target): \(reason)")
    }
  }
}

/// Plain work on folders and files.
enum Folder {
  /// Removes the files in a folder, not folders in it.
  static func empty(_ path: String) {
    for name in names(in: path) { unlink(path + "/" + name) }
  }

  /// What is in a folder; nothing when there is none.
  static func names(in path: String) -> [String] {
    guard let stream = opendir(path) else { return [] }
    defer { closedir(stream) }
    var names: [String] = []
    while let entry = readdir(stream) {
      let name = withUnsafePointer(to: entry.pointee.d_name) { pointer in
        pointer.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
      }
      if name != ".", name != ".." { names.append(name) }
    }
    return names
  }

  /// An open file to read from.
  final class File {
    private let descriptor: Int32

    init(_ path: String) throws {
      descriptor = open(path, O_RDONLY | O_CLOEXEC)
      guard descriptor >= 0 else {
        throw BlobError.storage("\(path): \(String(cString: strerror(errno)))")
      }
    }

    deinit { close(descriptor) }

    /// Fewer bytes than asked for only at the end.
    func read(at offset: Int, count: Int) throws -> [UInt8] {
      var code: Int32 = 0
      let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
        while filled < count, let start = buffer.baseAddress {
          let got = pread(descriptor, start + filled, count - filled, off_t(offset + filled))
          if got < 0, errno == EINTR { continue }
          if got < 0 { code = errno }
          if got <= 0 { break }
          filled += got
        }
      }
      if code != 0 { throw BlobError.storage(String(cString: strerror(code))) }
      return bytes
    }
  }
}
