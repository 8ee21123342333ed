import Glibc
import Hub

/// The one folder in which a hub keeps everything. A backup has all of it but `tmp/` and `seal`.
///
/// | name | what it is |
/// |---|---|
/// | `hub.db` | the store: accounts, zones, records, their log |
/// | `blobs/` | photos and attachments, named by their SHA-256 |
/// | `secret` | the key of this hub's invite codes, 0600 |
/// | `seal` | the key that seals what replicas keep for a restored hub, 0600; lost, a new one is made |
/// | `tmp/` | uploads under way |
public struct HubFolder: Sendable {
  /// Why a folder cannot be a hub's.
  public enum Failure: Error, Equatable, Sendable {
    /// The file system refuses; the message is its own.
    case storage(path: String, message: String)
    /// The secret is not of the size that every version of this program writes. Restore it from a
    /// backup; without the file a new one is made, and open invites lose their short codes.
    case damagedSecret(path: String)
    /// The key that seals what replicas keep is not one. Remove the file; without it a new one is
    /// made, and what was sealed with the old one is still known.
    case damagedSeal(path: String)
  }

  /// Where the folder is.
  public let path: String
  /// What short codes of invites are hashed with.
  package let codeKey: [UInt8]
  /// What replicas are told is sealed with it.
  package let sealing: SealingKey

  /// The path of the store.
  public var store: String { path + "/hub.db" }
  var blobs: String { path + "/blobs" }
  var temporary: String { path + "/tmp" }

  /// Makes the folder ready, and whatever of it is not there; its parent must exist. Only its owner
  /// may enter what is made. Blocks.
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
    // One byte more, to see that the file ends where it should.
    var bytes = [UInt8](repeating: 0, count: byteCount + 1)
    let count = read(descriptor, &bytes, bytes.count)
    guard count >= 0 else { throw failure(path) }
    guard count == byteCount else {
      throw path.hasSuffix("/seal") ? .damagedSeal(path: path) : .damagedSecret(path: path)
    }
    return Array(bytes[..<count])
  }

  /// Writes a new key; it is whole and on the disk, or not there.
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
