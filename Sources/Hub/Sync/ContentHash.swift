import CSodium
import SyncProtocol

extension ChangeSet {
  static let hashBytes = 16

  /// 128 bits of BLAKE2b over the wire form without preconditions; it identifies what a number was
  /// used for. After a restore the same content is sent with other preconditions.
  ///
  /// Stored as long as the incarnation: every later program must compute the same hash for the same
  /// content.
  public var contentHash: [UInt8] {
    var content = self
    content.preconditions = []
    let bytes = content.wireBytes
    var hash = [UInt8](repeating: 0, count: Self.hashBytes)
    crypto_generichash(&hash, hash.count, bytes, UInt64(bytes.count), nil, 0)
    return hash
  }

  /// The first 32 bits of a content hash, first byte highest: what a log entry tells of the hash.
  static func fingerprint(_ hash: [UInt8]) -> UInt32 {
    hash.prefix(4).reduce(0) { $0 << 8 | UInt32($1) }
  }
}
