import Glibc
import Hub

/// The folder that holds everything a hub keeps. Back up all of it except `tmp/` and `seal`.
///
/// | name | content |
/// |---|---|
/// | `hub.db` | the store: accounts, zones, records and their log |
/// | `blobs/` | photos and attachments, named by their SHA-256 |
/// | `secret` | the key that hashes this hub's short invite codes, mode 0600 |
/// | `seal` | the key that seals what replicas keep for a restored hub, mode 0600; recreated if
/// lost |
/// | `tmp/` | uploads in progress |
public struct HubFolder: Sendable {
  /// Why a folder cannot be used as a hub's.
  public enum Failure: Error, Equatable, Sendable {
    /// The file system refused; `message` is the system's own.
    case storage(path: String, message: String)
    /// `secret` does not have the size that every version of this program writes. Restore it from a
    /// backup. If it is removed instead, a new one is made and open invites lose their short codes.
    case damagedSecret(path: String)
    /// `seal` does not hold a valid key. Remove the file: a new key is made, and what the old one
    /// sealed is still recognised.
    case damagedSeal(path: String)
  }

  /// The folder's path.
  public let path: String
  /// The key that short codes of invites are hashed with.
  package let codeKey: [UInt8]
  /// The key that seals what this hub tells replicas.
  package let sealing: SealingKey

  /// The path of the store.
  public var store: String { path + "/hub.db" }
  var blobs: String { path + "/blobs" }
  var temporary: String { path + "/tmp" }

  /// Creates the folder and its contents where missing; its parent must exist. Only the owner has
  /// access to what is created. Blocks.
  public init(path: String) throws(Failure) {
    self.path = path
    for folder in [path, path + "/tmp"] where mkdir(folder, 0o700) != 0 && errno != EEXIST {
      throw Self.failure(folder)
    }
    codeKey = try Self.key(at: path + "/secret", byteCount: Invitations.codeKeyBytes) {
      SecureRandom.bytes(Invitations.codeKeyBytes)
    }
    let secret = try Self.key(at: path + "/seal", byteCount: SealingKey.secretByteCount) {
      SealingKey().secret
    }
    guard let key = SealingKey(secret: secret) else {
      throw .damagedSeal(path: path + "/seal")
    }
    sealing = key
  }

  private static func key(
    at path: String, byteCount: Int, make: () -> [UInt8]
  ) throws(Failure) -> [UInt8] {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    if descriptor < 0 {
      guard errno == ENOENT else { throw failure(path) }
      let bytes = make()
      try write(bytes, at: path)
      return bytes
    }
    defer { close(descriptor) }
    // One byte more than expected, to notice a file that is too long.
    var bytes = [UInt8](repeating: 0, count: byteCount + 1)
    let count = read(descriptor, &bytes, bytes.count)
    guard count >= 0 else { throw failure(path) }
    guard count == byteCount else {
      throw path.hasSuffix("/seal") ? .damagedSeal(path: path) : .damagedSecret(path: path)
    }
    return Array(bytes[..<count])
  }

  /// Writes a new key atomically: afterwards it is whole and on disk, or absent.
  private static func write(_ bytes: [UInt8], at path: String) throws(Failure) {
    let partial = path + ".partial"
    let descriptor = open(partial, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw failure(partial) }
    let isDurable =
      Glibc.write(descriptor, bytes, bytes.count) == bytes.count && fsync(descriptor) == 0
    let problem = failure(partial)
    close(descriptor)
    guard isDurable else { throw problem }
    guard rename(partial, path) == 0 else { throw failure(path) }
    // The new name survives a power cut only with its folder.
    let folder = open(path.lastIndex(of: "/").map { String(path[...$0]) } ?? ".", O_RDONLY)
    guard folder >= 0 else { throw failure(path) }
    defer { close(folder) }
    guard fsync(folder) == 0 else { throw failure(path) }
  }

  private static func failure(_ path: String) -> Failure {
    .storage(path: path, message: String(cString: strerror(errno)))
  }
}
