/// Record ids: UUIDv7 for new rows, UUIDv5 where the id follows from what the record is.
public enum UUIDs {
  /// A new UUIDv7: 48 bits of time, so that new rows lie together in an index, and 74 random bits.
  public static func v7(
    milliseconds: Int64, using random: inout some RandomNumberGenerator
  ) -> String {
    var bytes = [UInt8](repeating: 0, count: 16)
    for index in 0..<6 { bytes[index] = UInt8(truncatingIfNeeded: milliseconds >> (40 - 8 * index)) }
    let high = random.next()
    let low = random.next()
    for index in 0..<2 { bytes[6 + index] = UInt8(truncatingIfNeeded: high >> (8 * index)) }
    for index in 0..<8 { bytes[8 + index] = UInt8(truncatingIfNeeded: low >> (8 * index)) }
    return text(bytes, version: 7)
  }

  /// The UUIDv5 of `name` in `namespace` (any text, hashed as it is): the same everywhere.
  public static func v5(_ namespace: String, _ name: String) -> String {
    var input = Array(namespace.utf8)
    input.append(0)
    input.append(contentsOf: name.utf8)
    return text(Array(SHA1.hash(input)[..<16]), version: 5)
  }

  private static func text(_ source: [UInt8], version: UInt8) -> String {
    var bytes = source
    bytes[6] = bytes[6] & 0x0f | version << 4
    bytes[8] = bytes[8] & 0x3f | 0x80
    let digits = Array("0123456789abcdef".utf8)
    var text: [UInt8] = []
    text.reserveCapacity(36)
    for (index, byte) in bytes.enumerated() {
      if [4, 6, 8, 10].contains(index) { text.append(UInt8(ascii: "-")) }
      text.append(digits[Int(byte >> 4)])
      text.append(digits[Int(byte & 15)])
    }
    return String(decoding: text, as: UTF8.self)
  }
}

/// SHA-1 for UUIDv5 (RFC 9562), which asks for it; used for nothing that needs security.
enum SHA1 {
  static func hash(_ input: [UInt8]) -> [UInt8] {
    var state: [UInt32] = [0x6745_2301, 0xefcd_ab89, 0x98ba_dcfe, 0x1032_5476, 0xc3d2_e1f0]
    var message = input
    message.append(0x80)
    while message.count % 64 != 56 { message.append(0) }
    let bitCount = UInt64(input.count) * 8
    for shift in stride(from: 56, through: 0, by: -8) {
      message.append(UInt8(truncatingIfNeeded: bitCount >> UInt64(shift)))
    }
    for start in stride(from: 0, to: message.count, by: 64) {
      mix(message[start..<start + 64], into: &state)
    }
    return state.flatMap { word in
      stride(from: 24, through: 0, by: -8).map { UInt8(truncatingIfNeeded: word >> UInt32($0)) }
    }
  }

  private static func mix(_ block: ArraySlice<UInt8>, into state: inout [UInt32]) {
    var words = [UInt32](repeating: 0, count: 80)
    for (index, byte) in block.enumerated() { words[index / 4] = words[index / 4] << 8 | UInt32(byte) }
    for index in 16..<80 {
      words[index] = rotate(
        words[index - 3] ^ words[index - 8] ^ words[index - 14] ^ words[index - 16], 1)
    }
    var (a, b, c, d, e) = (state[0], state[1], state[2], state[3], state[4])
    for index in 0..<80 {
      let (mixed, constant): (UInt32, UInt32) =
        switch index {
        case ..<20: ((b & c) | (~b & d), 0x5a82_7999)
        case ..<40: (b ^ c ^ d, 0x6ed9_eba1)
        case ..<60: ((b & c) | (b & d) | (c & d), 0x8f1b_bcdc)
        default: (b ^ c ^ d, 0xca62_c1d6)
        }
      let next = rotate(a, 5) &+ mixed &+ e &+ constant &+ words[index]
      (e, d, c, b, a) = (d, c, rotate(b, 30), a, next)
    }
    state[0] &+= a
    state[1] &+= b
    state[2] &+= c
    state[3] &+= d
    state[4] &+= e
  }

  private static func rotate(_ word: UInt32, _ count: UInt32) -> UInt32 {
    word << count | word >> (32 - count)
  }
}
