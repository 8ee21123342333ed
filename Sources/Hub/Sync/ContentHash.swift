import CSodium
import SyncProtocol

extension ChangeSet {
  static let hashBytes = 16

  /// 128 bits of BLAKE2b over the wire form without preconditions: what was asked for under a
  /// number. After a restore the same content is sent with other preconditions.
  ///
  /// Kept for as long as the incarnation: the same content must have the same hash in every later
  /// program.
  public var contentHash: [UInt8] {
    var content = self
    content.preconditions = []
    let bytes = content.wireBytes
    var hash = [UInt8](repeating: 0, count: Self.hashBytes)
    crypto_generichash(&hash, hash.count, bytes, UInt64(bytes.count), nil, 0)
    return hash
  }

  /// The first 32 bits of a content hash, the first byte the highest: what a log entry tells of it.
  static func fingerprint(_ hash: [UInt8]) -> UInt32 {
    hash.prefix(4).reduce(0) { $0 << 8 | UInt32($1) }
  }
}
