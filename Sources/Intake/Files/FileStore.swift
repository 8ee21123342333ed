import Blobs
import CSodium
import Glibc
import SyncProtocol

/// The files of photos and papers: the originals in the blob folder, thumbnails in a folder of
/// their own.
///
/// Thumbnails are made from the originals, and made again when they are missing. Everything here
/// blocks.
package struct FileStore: Sendable {
  /// How many bytes are read at a time for hashing.
  private static let pieceBytes = 256 << 10
  /// The beginning of the name under which this store uploads to the blob folder.
  private static let uploader = "web"

  package let blobs: BlobFolder
  private let directory: String
  private let room: (any FileRoom)?

  /// - Parameters:
  ///   - directory: for thumbnails and files that are being made; only this process may use it.
  ///     Files that an earlier process left unfinished are removed.
  ///   - room: the room of each account; `nil` on a device, whose hub counts the files it is sent.
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
  package func unfinishedPath() -> String { directory + "/unfinished/" + Secrets.token() }

  /// Copies a finished file of an account into the blob folder and removes it from `path`, even
  /// when copying fails. Throws ``NoFileRoom`` and `BlobError`.
  package func take(_ path: String, of account: AccountID) throws -> (
    hash: BlobHash, byteCount: Int
  ) {
    defer { unlink(path) }
    return try keep(path, of: account)
  }

  /// Copies a finished file of an account into the blob folder. Throws ``NoFileRoom`` and
  /// `BlobError`.
  package func keep(_ path: String, of account: AccountID) throws -> (
    hash: BlobHash, byteCount: Int
  ) {
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
    // Another upload of the same picture may be unfinished: each has a name of its own.
    let uploader = Self.uploader + Secrets.token()
    _ = try blobs.append(to: hash, by: uploader, at: 0, total: total, count: total) {
      try file.read(at: $0, count: $1)
    }
  }

  /// The path of a file's thumbnail, whether or not it exists. Makes the folder for it.
  package func thumbnailPath(of hash: BlobHash, edge: Int) throws -> String {
    let folder = "\(directory)/\(hash.description.prefix(2))"
    guard mkdir(folder, 0o700) == 0 || errno == EEXIST else {
      throw BlobError.storage("\(folder): \(String(cString: strerror(errno)))")
    }
    return "\(folder)/\(hash)-\(edge).jpg"
  }

  /// Moves a finished thumbnail to its place. One lost in a crash is made again.
  package func putThumbnail(_ path: String, at target: String) throws {
    guard rename(path, target) == 0 else {
      let reason = String(cString: strerror(errno))
      unlink(path)
      throw BlobError.storage("\(target): \(reason)")
    }
  }
}

/// Functions on folders and files.
package enum Folder {
  /// Removes the files in a folder, but no folders in it.
  package static func empty(_ path: String) {
    for name in names(in: path) { unlink(path + "/" + name) }
  }

  /// The names in a folder; empty when the folder cannot be opened.
  package static func names(in path: String) -> [String] {
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
  package final class File {
    private let descriptor: Int32

    package init(_ path: String) throws {
      descriptor = open(path, O_RDONLY | O_CLOEXEC)
      guard descriptor >= 0 else {
        throw BlobError.storage("\(path): \(String(cString: strerror(errno)))")
      }
    }

    deinit { close(descriptor) }

    /// Reads bytes at an offset; fewer than `count` only at the end of the file.
    package func read(at offset: Int, count: Int) throws -> [UInt8] {
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
