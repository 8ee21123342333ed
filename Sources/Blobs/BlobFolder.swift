import Glibc
import Threads

/// Why a blob was not stored.
public enum BlobError: Error, Equatable, Sendable {
  /// The blob or piece is empty, larger than `BlobFolder.maxBytes` or not of the size announced.
  case wrongSize
  /// The piece does not begin where the previous ones ended, which is at `expected`.
  case wrongOffset(expected: Int)
  /// The bytes do not match the hash; the upload is discarded.
  case wrongHash
  /// Another piece of the same blob is being written.
  case busy
  /// The uploader has too many unfinished uploads.
  case tooManyUploads
  /// The disk is full, or the file system refused.
  case storage(String)
}

/// A folder of immutable files named by the hash of their content: photos and attachments.
///
/// A file appears under its name whole, checked and on disk, or not at all. Pieces of an upload are
/// kept apart for each uploader: nobody can see that someone else has begun the same upload, or
/// that the blob is already here. Every method blocks.
public final class BlobFolder: Sendable {
  /// The largest blob, in bytes.
  public static let maxBytes = 32 << 20
  /// How many unfinished uploads one uploader may have.
  public static let maxUploadsPerUploader = 20
  /// An unfinished upload without progress for this long is removed.
  public static let uploadLifeSeconds = 3 * 86_400
  private static let copyBytes = 256 << 10

  /// The folder's path.
  public let path: String
  private let writing = Lock<Set<String>>([])
  private let listeners = Lock<[@Sendable (BlobHash) -> Void]>([])
  private let removalListeners = Lock<[@Sendable ([BlobHash]) -> Void]>([])

  /// Opens the folder, or creates it.
  public init(path: String) throws(BlobError) {
    self.path = path
    for folder in [path, path + "/uploads"] where mkdir(folder, 0o700) != 0 && errno != EEXIST {
      throw Self.failure(folder)
    }
  }

  /// Calls `body` whenever a blob has been stored, for as long as the folder is open.
  ///
  /// Only this object's own writes count: another object on the same folder calls its own
  /// listeners.
  public func onStored(_ body: @escaping @Sendable (BlobHash) -> Void) {
    listeners.withLock { $0.append(body) }
  }

  /// Calls `body` with the blobs that this object removes, on the thread that removes them.
  public func onRemoved(_ body: @escaping @Sendable ([BlobHash]) -> Void) {
    removalListeners.withLock { $0.append(body) }
  }

  /// The path of a blob's file, whether or not it exists.
  public func path(of hash: BlobHash) -> String {
    "\(path)/\(hash.description.prefix(2))/\(hash)"
  }

  /// The size of a blob in bytes; `nil` if it is not here.
  public func size(of hash: BlobHash) -> Int? {
    var info = stat()
    return stat(path(of: hash), &info) == 0 ? Int(info.st_size) : nil
  }

  /// Stores bytes from memory. A blob already here is only marked as in use.
  @discardableResult
  public func store(_ bytes: [UInt8], by uploader: String) throws(BlobError) -> BlobHash {
    let hash = BlobHash(of: bytes)
    if size(of: hash) == bytes.count, use(hash, now: time(nil)) { return hash }
    removeUpload(of: hash, by: uploader)
    _ = try append(to: hash, by: uploader, at: 0, total: bytes.count, count: bytes.count) {
      Array(bytes[$0..<$0 + $1])
    }
    return hash
  }

  /// Removes a blob, which nobody may be reading.
  public func remove(_ hash: BlobHash) {
    unlink(path(of: hash))
    announceRemoved([hash])
  }

  func announceRemoved(_ hashes: [BlobHash]) {
    for listener in removalListeners.withLock({ $0 }) { listener(hashes) }
  }

  // MARK: Uploads

  /// How many bytes of an unfinished upload have arrived.
  public func uploadedBytes(of hash: BlobHash, by uploader: String) -> Int {
    var info = stat()
    return stat(uploadPath(hash, uploader), &info) == 0 ? Int(info.st_size) : 0
  }

  /// Removes an unfinished upload.
  public func removeUpload(of hash: BlobHash, by uploader: String) {
    unlink(uploadPath(hash, uploader))
  }

  /// Appends a piece. After the last piece the blob is checked and appears under its name.
  ///
  /// - Parameters:
  ///   - offset: where the piece begins in the blob; it must be the end of the pieces before.
  ///   - total: the blob's size, in bytes.
  ///   - count: the piece's size, in bytes.
  ///   - read: returns up to `count` bytes of the piece from `offset` within it, at least one.
  public func append(
    to hash: BlobHash, by uploader: String, at offset: Int, total: Int, count: Int,
    read: (_ offset: Int, _ count: Int) throws -> [UInt8]
  ) throws(BlobError) -> Bool {
    guard (1...Self.maxBytes).contains(total), count > 0, offset >= 0, count <= total - offset
    else { throw .wrongSize }
    let upload = uploadPath(hash, uploader)
    guard writing.withLock({ $0.insert(upload).inserted }) else { throw .busy }
    defer { _ = writing.withLock { $0.remove(upload) } }
    var present = uploadedBytes(of: hash, by: uploader)
    if present >= total, present > 0 {
      // All bytes were here before, and the disk was full or the program ended before they had
      // their name.
      if try nameUpload(hash, upload) { return true }
      unlink(upload)
      present = 0
    }
    guard present == offset else { throw .wrongOffset(expected: present) }
    if present == 0 { try makeRoom(for: uploader) }
    let descriptor = open(upload, O_RDWR | O_CREAT | O_APPEND | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw Self.failure(upload) }
    defer { close(descriptor) }
    do {
      try copy(count, to: descriptor, read)
    } catch {
      // Cuts off a half-written piece, so that the next one begins where this one did.
      ftruncate(descriptor, off_t(offset))
      throw error
    }
    guard offset + count == total else { return false }
    try finish(hash, descriptor, upload, total)
    return true
  }

  private func copy(
    _ count: Int, to descriptor: Int32, _ read: (Int, Int) throws -> [UInt8]
  ) throws(BlobError) {
    var done = 0
    while done < count {
      let bytes: [UInt8]
      do {
        bytes = try read(done, min(Self.copyBytes, count - done))
      } catch {
        throw .storage("\(error)")
      }
      guard !bytes.isEmpty else { throw .wrongSize }
      var written = 0
      while written < bytes.count {
        let result = bytes.withUnsafeBytes {
          write(descriptor, $0.baseAddress! + written, bytes.count - written)
        }
        if result < 0, errno == EINTR { continue }
        guard result > 0 else { throw Self.failure("upload") }
        written += result
      }
      done += bytes.count
    }
  }

  /// Finishes an upload whose bytes are all here, which nothing has sent a last piece of.
  ///
  /// - Returns: whether the blob is complete; an upload that goes on stays as it is.
  public func finishUpload(of hash: BlobHash, by uploader: String) throws(BlobError) -> Bool {
    let upload = uploadPath(hash, uploader)
    guard writing.withLock({ $0.insert(upload).inserted }) else { throw .busy }
    defer { _ = writing.withLock { $0.remove(upload) } }
    return try nameUpload(hash, upload)
  }

  /// Gives an upload its name if it has the hash.
  private func nameUpload(_ hash: BlobHash, _ upload: String) throws(BlobError) -> Bool {
    let descriptor = open(upload, O_RDWR | O_CLOEXEC)
    guard descriptor >= 0 else {
      if errno == ENOENT { return false }
      throw Self.failure(upload)
    }
    defer { close(descriptor) }
    var info = stat()
    guard fstat(descriptor, &info) == 0 else { throw Self.failure(upload) }
    guard try Self.digest(descriptor, upload, Int(info.st_size)) == hash else { return false }
    try name(hash, descriptor, upload)
    return true
  }

  private func finish(
    _ hash: BlobHash, _ descriptor: Int32, _ upload: String, _ total: Int
  ) throws(BlobError) {
    guard try Self.digest(descriptor, upload, total) == hash else {
      unlink(upload)
      throw .wrongHash
    }
    try name(hash, descriptor, upload)
  }

  private static func digest(
    _ descriptor: Int32, _ upload: String, _ total: Int
  ) throws(BlobError) -> BlobHash {
    var hasher = BlobHash.Hasher()
    var offset = 0
    while offset < total {
      let piece = [UInt8](unsafeUninitializedCapacity: copyBytes) { buffer, filled in
        filled = max(0, pread(descriptor, buffer.baseAddress, buffer.count, off_t(offset)))
      }
      guard !piece.isEmpty else { throw failure(upload) }
      hasher.update(piece)
      offset += piece.count
    }
    return hasher.finish()
  }

  private func name(
    _ hash: BlobHash, _ descriptor: Int32, _ upload: String
  ) throws(BlobError) {
    let destination = path(of: hash)
    let folder = "\(path)/\(hash.description.prefix(2))"
    if mkdir(folder, 0o700) != 0, errno != EEXIST { throw Self.failure(folder) }
    guard fsync(descriptor) == 0, rename(upload, destination) == 0 else {
      throw Self.failure(upload)
    }
    for changed in [folder, path] { try Self.flush(folder: changed) }
    for listener in listeners.withLock({ $0 }) { listener(hash) }
  }

  /// Makes a new file name in a folder survive a power cut.
  private static func flush(folder: String) throws(BlobError) {
    let descriptor = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard descriptor >= 0 else { throw failure(folder) }
    defer { close(descriptor) }
    guard fsync(descriptor) == 0 else { throw failure(folder) }
  }

  // MARK: Unfinished uploads

  private func uploadPath(_ hash: BlobHash, _ uploader: String) -> String {
    // The uploader's id is hashed, so that no id can lead out of the folder.
    "\(path)/uploads/\(uploadPrefix(uploader))\(hash)"
  }

  private func uploadPrefix(_ uploader: String) -> String {
    "\(BlobHash(of: Array(uploader.utf8)).description.prefix(24))."
  }

  private func makeRoom(for uploader: String) throws(BlobError) {
    removeStaleUploads(now: time(nil))
    let prefix = uploadPrefix(uploader)
    let count = Self.names(in: path + "/uploads").count { $0.hasPrefix(prefix) }
    if count >= Self.maxUploadsPerUploader { throw .tooManyUploads }
  }

  /// Removes unfinished uploads that nobody continues. `now` is in seconds since 1970.
  public func removeStaleUploads(now: Int) {
    for name in Self.names(in: path + "/uploads") {
      let file = "\(path)/uploads/\(name)"
      var info = stat()
      if stat(file, &info) == 0, info.st_mtim.tv_sec < now - Self.uploadLifeSeconds {
        unlink(file)
      }
    }
  }

  static func names(in folder: String) -> [String] {
    guard let directory = opendir(folder) else { return [] }
    defer { closedir(directory) }
    var names: [String] = []
    while let entry = readdir(directory) {
      let name = withUnsafePointer(to: entry.pointee.d_name) { pointer in
        pointer.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
      }
      if name != ".", name != ".." { names.append(name) }
    }
    return names
  }

  private static func failure(_ what: String) -> BlobError {
    .storage("\(what): \(String(cString: strerror(errno)))")
  }
}
