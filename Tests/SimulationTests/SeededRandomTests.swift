import TestSupport
import Testing

@Suite struct SeededRandomTests {
  /// No history draws as often.
  private static let maxDraws: UInt64 = 1 << 24

  @Test("the draws of no two seeds overlap, neighbours or not, for whatever they are drawn")
  func apart() {
    var positions: [UInt64] = []
    for seed in (0..<2000).flatMap({ [$0, UInt64(1) << 50 &+ $0, ~$0] }) {
      positions.append(SeededRandom(seed: seed).position)
      for purpose: SeededRandom.Purpose in [.pauses, .beside, .givingUp, .household, .crossing] {
        positions.append(SeededRandom(seed: seed, for: purpose).position)
      }
    }
    positions.sort()
    let gaps = zip(positions, positions.dropFirst() + [positions[0]]).map { $1 &- $0 }
    #expect(gaps.allSatisfy { $0 > Self.maxDraws })
  }

  @Test("a position counts draws")
  func positions() {
    var random = SeededRandom(seed: 7)
    let start = random.position
    for _ in 0..<10 { _ = random.next() }
    #expect(random.position == start &+ 10)
  }
}
