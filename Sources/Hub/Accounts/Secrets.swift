import CSodium

/// The parts of libsodium that the hub uses; the library is initialised before the first use.
enum Sodium {
  /// Initialising twice does nothing. It fails only if the system has no source of random numbers.
  static let isReady: Bool = sodium_init() >= 0

  static func require() { precondition(isReady, "the system has no source of random numbers") }
}

/// Unpredictable bytes.
public enum SecureRandom {
  /// A number of bytes from the system's source of randomness.
  public static func bytes(_ count: Int) -> [UInt8] {
    Sodium.require()
    var bytes = [UInt8](repeating: 0, count: count)
    randombytes_buf(&bytes, count)
    return bytes
  }
}

/// Makes ids from the same source of random bytes as secrets.
struct ByteGenerator: RandomNumberGenerator {
  let bytes: @Sendable (Int) -> [UInt8]

  mutating func next() -> UInt64 { bytes(8).reduce(0) { $0 << 8 | UInt64($1) } }
}

/// SHA-256, for secrets of which only a hash is stored.
public enum SHA256 {
  /// The hash of a text's UTF-8 bytes, hexadecimal.
  public static func hexadecimal(of text: String) -> String {
    var hash = [UInt8](repeating: 0, count: Int(crypto_hash_sha256_BYTES))
    let bytes = Array(text.utf8)
    crypto_hash_sha256(&hash, bytes, UInt64(bytes.count))
    let digits = Array("0123456789abcdef".utf8)
    return String(
      decoding: hash.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }, as: UTF8.self)
  }
}

/// The secret of a session: 256 random bits, as 43 characters of URL-safe base64.
///
/// Only its hash is stored. Printing or logging the value does not reveal it; `text` goes into a
/// cookie or an authorization header and nowhere else.
public struct SessionToken: Sendable, CustomStringConvertible, CustomDebugStringConvertible,
  CustomReflectable
{
  /// Random bytes in a token.
  public static let byteCount = 32
  static let characterCount = 43

  /// The secret itself.
  public let text: String

  /// `nil` if `text` does not have the form of a token.
  public init?(_ text: String) {
    let isToken =
      text.utf8.count == Self.characterCount
      && text.utf8.allSatisfy { Self.alphabet.contains($0) }
    guard isToken else { return nil }
    self.text = text
  }

  init(random: (Int) -> [UInt8]) {
    let bytes = random(Self.byteCount)
    precondition(bytes.count == Self.byteCount, "a token needs all of its random bytes")
    var characters: [UInt8] = []
    var buffer: UInt32 = 0
    var bitCount = 0
    for byte in bytes {
      buffer = buffer << 8 | UInt32(byte)
      bitCount += 8
      while bitCount >= 6 {
        bitCount -= 6
        characters.append(Self.alphabet[Int(buffer >> UInt32(bitCount) & 63)])
      }
    }
    characters.append(Self.alphabet[Int(buffer << UInt32(6 - bitCount) & 63)])
    text = String(decoding: characters, as: UTF8.self)
  }

  private static let alphabet = Array(
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_".utf8)

  var hash: String { SHA256.hexadecimal(of: text) }

  public var description: String { "a session's token" }
  public var debugDescription: String { description }
  public var customMirror: Mirror { Mirror(self, children: []) }
}
