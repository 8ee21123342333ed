/// SplitMix64: small, fast, the same everywhere for the same seed.
package struct SeededRandom: RandomNumberGenerator, Sendable {
  private var state: UInt64

  private static let step: UInt64 = 0x9e37_79b9_7f4a_7c15

  /// Each draw goes one step on, so the state must not be a multiple of the step away from that of
  /// the next seed: the same draws would then come one later. A seed is mixed before it is used.
  package init(seed: UInt64) {
    state = Self.mix(Self.mix(seed &+ 0x1234_5678_9abc_def1) ^ 0xd1b5_4a32_d192_ed03)
  }

  /// A stream of its own for one purpose of the history of `seed`: unlike that of any other purpose
  /// or seed.
  package init(seed: UInt64, for purpose: Purpose) {
    // Not symmetrical: a seed may be any number, that of a purpose too.
    self.init(seed: Self.mix(seed) &+ purpose.rawValue &* 0xd6e8_feb8_6659_fd93)
  }

  /// What a history draws for, besides its own course.
  package enum Purpose: UInt64, Sendable {
    case pauses = 1, beside, givingUp, household, householdBeside, crossing, power, lies, files
    case limits, turns, drivers
  }

  /// Where the stream is on the one cycle that all streams share, in draws: two streams meet after
  /// as many draws as their positions are apart.
  package var position: UInt64 { state &* Self.stepInverse }
  private static let stepInverse: UInt64 = {
    // Newton's method: each round doubles the bits that are right.
    var inverse = step
    for _ in 0..<6 { inverse = inverse &* (2 &- step &* inverse) }
    return inverse
  }()

  package mutating func next() -> UInt64 {
    state = state &+ Self.step
    return Self.mix(state)
  }

  /// SplitMix64's finaliser: a bijection in which every bit depends on every other.
  private static func mix(_ value: UInt64) -> UInt64 {
    var mixed = value
    mixed = (mixed ^ (mixed >> 30)) &* 0xbf58_476d_1ce4_e5b9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94d0_49bb_1331_11eb
    return mixed ^ (mixed >> 31)
  }

  package mutating func chance(_ probability: Double) -> Bool {
    Double(next() >> 11) / Double(1 << 53) < probability
  }

  package mutating func unit() -> Double { Double(next() >> 11) / Double(1 << 53) }

  package mutating func number(_ range: Range<Int>) -> Int { Int.random(in: range, using: &self) }

  package mutating func pick<Element>(_ list: [Element]) -> Element? {
    list.isEmpty ? nil : list[number(0..<list.count)]
  }
}
