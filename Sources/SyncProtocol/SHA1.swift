/// SHA-1, which UUIDv5 (RFC 9562) requires; used for nothing that needs security.
enum SHA1 {
  private static let blockBytes = 64

  /// The digest of the input, as five words.
  static func hash(_ input: UnsafeBufferPointer<UInt8>) -> [UInt32] {
    var state: [UInt32] = [0x6745_2301, 0xefcd_ab89, 0x98ba_dcfe, 0x1032_5476, 0xc3d2_e1f0]
    let wholeBytes = input.count / blockBytes * blockBytes
    let restBytes = input.count - wholeBytes
    // The remaining bytes, a one bit and the number of bits fill the last block, or the last two.
    let endBytes = restBytes + 9 > blockBytes ? 2 * blockBytes : blockBytes
    withUnsafeTemporaryAllocation(of: UInt32.self, capacity: 80) { words in
      for start in stride(from: 0, to: wholeBytes, by: blockBytes) {
        mix(UnsafeBufferPointer(rebasing: input[start..<start + blockBytes]), words, into: &state)
      }
      withUnsafeTemporaryAllocation(of: UInt8.self, capacity: endBytes) { end in
        end.initialize(repeating: 0)
        for index in 0..<restBytes { end[index] = input[wholeBytes + index] }
        end[restBytes] = 0x80
        let bitCount = UInt64(input.count) * 8
        for index in 0..<8 {
          end[endBytes - 1 - index] = UInt8(truncatingIfNeeded: bitCount >> (8 * UInt64(index)))
        }
        for start in stride(from: 0, to: endBytes, by: blockBytes) {
          mix(
            UnsafeBufferPointer(rebasing: end[start..<start + blockBytes]), words, into: &state)
        }
      }
    }
    return state
  }

  private static func mix(
    _ block: UnsafeBufferPointer<UInt8>, _ words: UnsafeMutableBufferPointer<UInt32>,
    into state: inout [UInt32]
  ) {
    let bytes = UnsafeRawBufferPointer(block)
    for index in 0..<16 {
      words[index] = bytes.loadUnaligned(fromByteOffset: 4 * index, as: UInt32.self).bigEndian
    }
    for index in 16..<80 {
      words[index] = rotate(
        words[index - 3] ^ words[index - 8] ^ words[index - 14] ^ words[index - 16], 1)
    }
    var (a, b, c, d, e) = (state[0], state[1], state[2], state[3], state[4])
    func turn(_ mixed: UInt32, _ constant: UInt32, _ index: Int) {
      let next = rotate(a, 5) &+ mixed &+ e &+ constant &+ words[index]
      (e, d, c, b, a) = (d, c, rotate(b, 30), a, next)
    }
    for index in 0..<20 { turn((b & c) | (~b & d), 0x5a82_7999, index) }
    for index in 20..<40 { turn(b ^ c ^ d, 0x6ed9_eba1, index) }
    for index in 40..<60 { turn((b & c) | (b & d) | (c & d), 0x8f1b_bcdc, index) }
    for index in 60..<80 { turn(b ^ c ^ d, 0xca62_c1d6, index) }
    state[0] &+= a
    state[1] &+= b
    state[2] &+= c
    state[3] &+= d
    state[4] &+= e
  }

  @inline(__always)
  private static func rotate(_ word: UInt32, _ count: UInt32) -> UInt32 {
    word << count | word >> (32 - count)
  }
}
