import CSodium

/// Random and keyed secrets of the web app.
package enum Secrets {
  private static let isReady = sodium_init() >= 0

  private static func requireRandomness() {
    precondition(isReady, "the system has no source of random numbers")
  }

  /// 128 random bits, URL-safe. It never begins with a dash: a command would take that for an
  /// option.
  package static func token() -> String {
    while true {
      let token = base64URL(random(count: 16))
      if !token.hasPrefix("-") { return token }
    }
  }

  /// Bytes that nobody can foresee.
  package static func random(count: Int) -> [UInt8] {
    requireRandomness()
    return [UInt8](unsafeUninitializedCapacity: count) { buffer, initialized in
      if let start = buffer.baseAddress { randombytes_buf(start, count) }
      initialized = count
    }
  }

  /// The HMAC-SHA-256 of a text, 32 bytes, which only somebody with the key can make.
  package static func mac(of text: String, key: String) -> [UInt8] {
    requireRandomness()
    var state = crypto_auth_hmacsha256_state()
    let keyBytes = Array(key.utf8)
    let bytes = Array(text.utf8)
    crypto_auth_hmacsha256_init(&state, keyBytes, keyBytes.count)
    crypto_auth_hmacsha256_update(&state, bytes, UInt64(bytes.count))
    var mac = [UInt8](repeating: 0, count: Int(crypto_auth_hmacsha256_BYTES))
    crypto_auth_hmacsha256_final(&state, &mac)
    return mac
  }

  /// Compares two secrets, in a time that does not depend on where they differ.
  package static func isSame(_ left: [UInt8], _ right: [UInt8]) -> Bool {
    left.count == right.count && sodium_memcmp(left, right, left.count) == 0
  }

  private static let digits = Array(
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_".utf8)

  /// URL-safe Base64, without padding.
  package static func base64URL(_ bytes: [UInt8]) -> String {
    let count = (bytes.count * 4 + 2) / 3
    return String(unsafeUninitializedCapacity: count) { text in
      var (pending, bits, written) = (UInt32(0), 0, 0)
      for byte in bytes {
        pending = pending << 8 | UInt32(byte)
        bits += 8
        while bits >= 6 {
          bits -= 6
          text[written] = digits[Int(pending >> UInt32(bits)) & 63]
          written += 1
        }
      }
      if bits > 0 {
        text[written] = digits[Int(pending << UInt32(6 - bits)) & 63]
        written += 1
      }
      return written
    }
  }

  /// Reads what ``base64URL(_:)`` wrote; `nil` for anything else, even another spelling of the same
  /// bytes.
  package static func bytes(ofBase64URL text: String) -> [UInt8]? {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(text.utf8.count * 3 / 4)
    var (pending, bits) = (UInt32(0), 0)
    for character in text.utf8 {
      guard let value = value(of: character) else { return nil }
      pending = (pending << 6 | value) & 0xFFF_FFFF
      bits += 6
      if bits >= 8 {
        bits -= 8
        bytes.append(UInt8(truncatingIfNeeded: pending >> UInt32(bits)))
      }
    }
    // Refuses one character too many, and bits after the last byte that are not zero.
    guard bits < 6, pending & (1 << UInt32(bits) - 1) == 0 else { return nil }
    return bytes
  }

  private static func value(of character: UInt8) -> UInt32? {
    switch character {
    case 0x41...0x5A: UInt32(character) - 0x41
    case 0x61...0x7A: UInt32(character) - 0x61 + 26
    case 0x30...0x39: UInt32(character) - 0x30 + 52
    case UInt8(ascii: "-"): 62
    case UInt8(ascii: "_"): 63
    default: nil
    }
  }
}
