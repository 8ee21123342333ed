import CSodium

/// The Ed25519 key with which a hub seals the log entries that it sends.
///
/// The secret half is stored beside the store and in no backup, the public half in the store. So a
/// restored hub recognises what it has sent itself, and somebody who steals a backup can seal
/// nothing.
public struct SealingKey: Sendable, CustomStringConvertible, CustomDebugStringConvertible,
  CustomReflectable
{
  public static let secretByteCount = Int(crypto_sign_ed25519_SECRETKEYBYTES)
  public static let seedByteCount = Int(crypto_sign_ed25519_SEEDBYTES)

  /// 64 bytes; stored in a file of its own and nowhere else.
  public let secret: [UInt8]
  /// 32 bytes.
  public let publicKey: [UInt8]

  /// - Parameter seed: 32 unpredictable bytes.
  public init(seed: [UInt8] = SecureRandom.bytes(seedByteCount)) {
    precondition(seed.count == Self.seedByteCount, "a seed has 32 bytes")
    Sodium.require()
    var secret = [UInt8](repeating: 0, count: Self.secretByteCount)
    var publicKey = [UInt8](repeating: 0, count: Int(crypto_sign_ed25519_PUBLICKEYBYTES))
    crypto_sign_ed25519_seed_keypair(&publicKey, &secret, seed)
    (self.secret, self.publicKey) = (secret, publicKey)
  }

  /// A stored key; `nil` if the bytes are not those of a key.
  public init?(secret: [UInt8]) {
    guard secret.count == Self.secretByteCount else { return nil }
    let key = SealingKey(seed: Array(secret.prefix(Self.seedByteCount)))
    guard key.secret == secret else { return nil }
    self = key
  }

  package func seal(_ message: [UInt8]) -> [UInt8] {
    var seal = [UInt8](repeating: 0, count: Int(crypto_sign_ed25519_BYTES))
    crypto_sign_ed25519_detached(&seal, nil, message, UInt64(message.count), secret)
    return seal
  }

  static func isValid(_ seal: [UInt8], of message: [UInt8], by publicKey: [UInt8]) -> Bool {
    guard seal.count == Int(crypto_sign_ed25519_BYTES),
      publicKey.count == Int(crypto_sign_ed25519_PUBLICKEYBYTES)
    else { return false }
    Sodium.require()
    return crypto_sign_ed25519_verify_detached(
      seal, message, UInt64(message.count), publicKey) == 0
  }

  public var description: String { "SealingKey" }
  public var debugDescription: String { description }
  public var customMirror: Mirror { Mirror(self, children: [:]) }
}

extension Hub {
  /// Stores the public key with which this hub seals. Called once, when the hub is opened.
  public func announceSealingKey() throws {
    guard let key = sealing?.publicKey else { return }
    let known = try store.read { try $0.sealingKeys() }
    if known.contains(key) { return }
    try store.write { try $0.addSealingKey(key, at: now()) }
  }
}
