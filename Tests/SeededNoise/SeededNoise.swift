/// Numbers that are the same in every run of a seed (SplitMix64).
public struct SeededGenerator: RandomNumberGenerator, Sendable {
  private var state: UInt64

  public init(seed: UInt64) { state = seed }

  public mutating func next() -> UInt64 {
    state &+= 0x9e37_79b9_7f4a_7c15
    var mixed = state
    mixed = (mixed ^ mixed >> 30) &* 0xbf58_476d_1ce4_e5b9
    mixed = (mixed ^ mixed >> 27) &* 0x94d0_49bb_1331_11eb
    return mixed ^ mixed >> 31
  }
}

/// Damages bytes at random, the same way for the same seed.
public struct SeededNoise: Sendable {
  /// What JSON is made of, and what often goes wrong in it.
  private static let words = [
    "null", "true", "{}", "[]", "-1", "1e308", "9223372036854775807", "-9223372036854775808",
    "18446744073709551616", "\"\"", "\"\\ud834\\udd1e\"", "\"\\ud834\"", "0.0", "-0.0", ",", ":",
    "\"k\":", "{\"$b\":\"AA==\"}", "{\"$b\":1}", "[[[[[[[[[[[[[[[[[",
  ].map { Array($0.utf8) }

  private var numbers: SeededGenerator

  public init(seed: UInt64) { numbers = SeededGenerator(seed: seed) }

  /// A number from 0 to below `bound`.
  public mutating func next(_ bound: Int) -> Int { Int.random(in: 0..<bound, using: &numbers) }

  /// `bytes` with a few of them changed, taken out, doubled or replaced; now and then cut off.
  public mutating func spoil(_ bytes: [UInt8]) -> [UInt8] {
    var bytes = bytes
    for _ in 0...next(3) where !bytes.isEmpty {
      let place = next(bytes.count)
      let end = min(bytes.count, place + 1 + next(12))
      switch next(8) {
      case 0: bytes[place] = UInt8(next(256))
      case 1: bytes[place] ^= 1 << UInt8(next(8))
      case 2: bytes[place] = 0xff
      case 3: bytes.removeSubrange(place..<end)
      case 4: bytes.removeLast(bytes.count - place)
      case 5: bytes.insert(contentsOf: bytes[place..<end], at: place)
      case 6: bytes.insert(contentsOf: Self.words[next(Self.words.count)], at: place)
      default: bytes.replaceSubrange(place..<end, with: Self.words[next(Self.words.count)])
      }
    }
    return bytes
  }
}
