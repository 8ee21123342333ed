import Glibc
import Hub

/// The one folder in which a hub keeps everything. A backup has all of it but `tmp/`.
///
/// | name | what it is |
/// |---|---|
/// | `hub.db` | the store: accounts, zones, records, their log |
/// | `blobs/` | photos and attachments, named by their SHA-256 |
/// | `secret` | the key of this hub's invite codes, 0600 |
/// | `tmp/` | uploads under way |
public struct HubFolder: Sendable {
  /// Why a folder cannot be a hub's.
  public enum Failure: Error, Equatable, Sendable {
    /// The file system refuses; the message is its own.
    case storage(path: String, message: String)
    /// The secret is not of the size that every version of this program writes. Restore it from a
    /// backup; without the file a new one is made, and open invites lose their short codes.
    case damagedSecret(path: String)
  }

  /// Where the folder is.
  public let path: String
  /// What short codes of invites are hashed with.
  package let codeKey: [UInt8]

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
    codeKey = try Self.key(at: path + "/secret")
  }

  private static func key(at path: String) throws(Failure) -> [UInt8] {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    if descriptor < 0 {
      guard errno == ENOENT else { throw failure(path) }
      return try makeKey(at: path)
    }
    defer { close(descriptor) }
    // One byte more, to see that the file ends where it should.
    var bytes = [UInt8](repeating: 0, count: Invitations.codeKeyBytes + 1)
    let count = read(descriptor, &bytes, bytes.count)
    guard count >= 0 else { throw failure(path) }
    guard count == Invitations.codeKeyBytes else { throw .damagedSecret(path: path) }
    return Array(bytes[..<count])
  }

  /// Writes a new key; it is whole and on the disk, or not there.
  private static func makeKey(at path: String) throws(Failure) -> [UInt8] {
    let bytes = SecureRandom.bytes(Invitations.codeKeyBytes)
    let partial = path + ".partial"
    let descriptor = open(partial, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw failure(partial) }
    let isDurable = write(descriptor, bytes, bytes.count) == bytes.count && fsync(descriptor) == 0
    let problem = failure(partial)
    close(descriptor)
    guard isDurable else { throw problem }
    guard rename(partial, path) == 0 else { throw failure(path) }
    return bytes
  }

  private static func failure(_ path: String) -> Failure {
    .storage(path: path, message: String(cString: strerror(errno)))
  }
}
