import CSodium

/// The SHA-256 of a blob, which is its name everywhere: 64 lower-case hexadecimal digits.
public struct BlobHash: Hashable, Sendable, CustomStringConvertible {
  public let description: String

  /// `nil` unless the text has this form.
  public init?(_ text: String) {
    guard text.utf8.count == 64,
      text.utf8.allSatisfy({ ($0 >= 0x30 && $0 <= 0x39) || ($0 >= 0x61 && $0 <= 0x66) })
    else { return nil }
    description = text
  }

  public init(of bytes: [UInt8]) {
    var hasher = Hasher()
    hasher.update(bytes)
    self = hasher.finish()
  }

  private init(digest: [UInt8]) {
    let digits = Array("0123456789abcdef".utf8)
    description = String(
      decoding: digest.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }, as: UTF8.self)
  }

  /// Computes a hash piece by piece.
  public struct Hasher {
    private var state = crypto_hash_sha256_state()

    public init() {
      precondition(sodium_init() >= 0, "libsodium could not be set up")
      crypto_hash_sha256_init(&state)
    }

    public mutating func update(_ bytes: [UInt8]) {
      crypto_hash_sha256_update(&state, bytes, UInt64(bytes.count))
    }

    public mutating func finish() -> BlobHash {
      var digest = [UInt8](repeating: 0, count: Int(crypto_hash_sha256_BYTES))
      crypto_hash_sha256_final(&state, &digest)
      return BlobHash(digest: digest)
    }
  }
}
