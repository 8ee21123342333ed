import CSodium
import Foundation

/// Random and keyed secrets of the web app.
enum Secrets {
  private static let isReady = sodium_init() >= 0

  private static func requireRandomness() {
    precondition(isReady, "the system has no source of random numbers")
  }

  /// 128 random bits, URL-safe.
  static func token() -> String {
    requireRandomness()
    var bytes = [UInt8](repeating: 0, count: 16)
    randombytes_buf(&bytes, bytes.count)
    return base64URL(bytes)
  }

  /// What only somebody with the key can make: HMAC-SHA-256 of a text, URL-safe.
  static func mac(of text: String, key: String) -> String {
    requireRandomness()
    var state = crypto_auth_hmacsha256_state()
    let keyBytes = Array(key.utf8)
    let bytes = Array(text.utf8)
    crypto_auth_hmacsha256_init(&state, keyBytes, keyBytes.count)
    crypto_auth_hmacsha256_update(&state, bytes, UInt64(bytes.count))
    var mac = [UInt8](repeating: 0, count: Int(crypto_auth_hmacsha256_BYTES))
    crypto_auth_hmacsha256_final(&state, &mac)
    return base64URL(mac)
  }

  /// Compares in a time that says nothing about where two texts differ.
  static func isSame(_ left: String, _ right: String) -> Bool {
    let (left, right) = (Array(left.utf8), Array(right.utf8))
    return left.count == right.count && sodium_memcmp(left, right, left.count) == 0
  }

  private static func base64URL(_ bytes: [UInt8]) -> String {
    Data(bytes).base64EncodedString()
      .replacing("+", with: "-").replacing("/", with: "_").replacing("=", with: "")
  }
}
