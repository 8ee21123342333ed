import SeededNoise
import Splitting
import Testing

@Suite("How an amount is split")
struct SplitTests {
  private func owed(_ amount: Int64, _ mode: SplitMode, _ weights: [Int64]) throws -> [Int64] {
    let people = weights.enumerated().map { Participant("p\($0)", weight: $1) }
    return try Split(amount: amount, mode: mode, participants: people).owed().map(\.amount)
  }

  private func problem(_ amount: Int64, _ mode: SplitMode, _ weights: [Int64]) -> SplitProblem? {
    do {
      _ = try owed(amount, mode, weights)
      return nil
    } catch {
      return error as? SplitProblem
    }
  }

  @Test(
    "S2-EDGE-rounding D-GRP-9 units that are left go to the last participants, one each",
    arguments: [
      (100, 3, [33, 33, 34]), (101, 3, [33, 34, 34]), (200, 3, [66, 67, 67]),
      (1000, 7, [142, 143, 143, 143, 143, 143, 143]), (5, 8, [0, 0, 0, 1, 1, 1, 1, 1]),
      (0, 3, [0, 0, 0]), (1, 2, [0, 1]), (7, 1, [7]), (9500, 3, [3166, 3167, 3167]),
    ] as [(Int64, Int, [Int64])])
  func equal(amount: Int64, count: Int, expected: [Int64]) throws {
    #expect(try owed(amount, .equal, Array(repeating: 1, count: count)) == expected)
    #expect(try owed(-amount, .equal, Array(repeating: 1, count: count)) == expected.map { -$0 })
    #expect(try owed(amount, .shares, Array(repeating: 4, count: count)) == expected)
  }

  @Test("S2-V4 an equal split ignores weights, whatever they are")
  func equalIgnoresWeights() throws {
    #expect(try owed(100, .equal, [0, -5, .max]) == [33, 33, 34])
  }

  @Test("S2-V3 D-GRP-10 percentages come to exactly 100 %, and the parts to the amount")
  func percentages() throws {
    #expect(try owed(1000, .percentage, [3333, 3333, 3334]) == [333, 333, 334])
    #expect(try owed(100, .percentage, Array(repeating: 1250, count: 8)).reduce(0, +) == 100)
    #expect(
      try owed(100, .percentage, Array(repeating: 1250, count: 8))
        == [12, 12, 12, 12, 13, 13, 13, 13])
    let odd = Array(repeating: Int64(1429), count: 6) + [1426]
    #expect(try owed(999, .percentage, odd).reduce(0, +) == 999)
    #expect(try owed(500, .percentage, [10_000, 0]) == [500, 0])
    #expect(problem(100, .percentage, [3333, 3333, 3333]) == .percentagesOff(byBasisPoints: -1))
    #expect(problem(100, .percentage, [5000, 5002]) == .percentagesOff(byBasisPoints: 2))
    #expect(problem(100, .percentage, [0, 0]) == .percentagesOff(byBasisPoints: -10_000))
    #expect(problem(100, .percentage, [10_001, -1]) == .weightNegative(1))
  }

  @Test("D-GRP-9 in a split by shares the largest remainders get what is left")
  func shares() throws {
    #expect(try owed(1000, .shares, [2, 1]) == [667, 333])
    #expect(try owed(100, .shares, [1, 2, 3]) == [17, 33, 50])
    #expect(try owed(10, .shares, [0, 3, 0]) == [0, 10, 0])
    #expect(problem(10, .shares, [0, 0]) == .weightsAllZero)
    #expect(problem(10, .shares, [1, -1]) == .weightNegative(1))
    #expect(problem(10, .shares, [1, .max]) == .weightOutOfRange(1))
    #expect(problem(10, .shares, [.min, 1]) == .weightOutOfRange(0))
  }

  @Test("S2-V2 D-GRP-5 exact amounts come to the whole, or it is said how much they are off")
  func exact() throws {
    #expect(try owed(100, .exact, [20, 30, 50]) == [20, 30, 50])
    #expect(try owed(-100, .exact, [-20, -80]) == [-20, -80])
    #expect(problem(100, .exact, [20, 30]) == .exactAmountsOff(by: -50))
    #expect(problem(-100, .exact, [100]) == .exactAmountsOff(by: 200))
    #expect(problem(0, .exact, [.min, .max]) == .weightOutOfRange(0))
  }

  @Test("S2-V2 adjustments are set apart, and the rest is shared to equal parts")
  func adjustments() throws {
    #expect(try owed(1000, .adjustment, [100, 0, 0]) == [400, 300, 300])
    #expect(try owed(1001, .adjustment, [0, -100, 0]) == [367, 267, 367])
    #expect(try owed(100, .adjustment, [100, 0]) == [100, 0])
    #expect(try owed(-1000, .adjustment, [-100, 0, 0]) == [-400, -300, -300])
    #expect(problem(100, .adjustment, [90, 20]) == .adjustmentsExceed(by: 10))
    #expect(problem(-100, .adjustment, [-150, 20]) == .adjustmentsExceed(by: 30))
    #expect(problem(0, .adjustment, [1, 0]) == .adjustmentsExceed(by: 1))
    #expect(
      problem(Split.maxAmount, .adjustment, [-Split.maxAmount, 0]) == .amountOutOfRange)
  }

  @Test("D-GRP-16 the largest amounts and weights are split exactly, and larger ones refused")
  func extremes() throws {
    let most = Split.maxAmount
    for amount in [most, -most] {
      #expect(try owed(amount, .equal, [1, 1, 1]).reduce(0, +) == amount)
      #expect(try owed(amount, .shares, [most, most - 1, 1]).reduce(0, +) == amount)
      #expect(try owed(amount, .percentage, [9999, 1]).reduce(0, +) == amount)
      #expect(try owed(amount, .adjustment, [amount, 0]) == [amount, 0])
    }
    for amount in [most + 1, -most - 1, .max, .min] {
      for mode in SplitMode.allCases { #expect(problem(amount, mode, [1]) == .amountOutOfRange) }
    }
  }

  @Test("D-GRP-14 nobody is in a split twice, and somebody must be")
  func participants() throws {
    #expect(problem(100, .equal, []) == .noParticipants)
    let twice = Split(
      amount: 100, mode: .equal,
      participants: [Participant("a"), Participant("b"), Participant("a")])
    #expect(throws: SplitProblem.duplicateParticipant(2)) { try twice.owed() }
    #expect(SplitProblem.duplicateParticipant(2).field == .participant(2))
    let many = Array(repeating: Int64(1), count: Split.maxParticipants + 1)
    #expect(problem(1, .equal, many) == .tooManyParticipants(max: Split.maxParticipants))
    #expect(try owed(5, .equal, many.dropLast()).suffix(5).allSatisfy { $0 == 1 })
  }

  @Test("D-GRP-9 every split comes to its amount, is fair to a unit, and leaves units in order")
  func properties() throws {
    var numbers = SeededGenerator(seed: 1)
    for _ in 0..<3000 {
      let count = Int.random(in: 1...9, using: &numbers)
      let bound: Int64 = [20, 100_000, Split.maxAmount].randomElement(using: &numbers) ?? 20
      let amount = Int64.random(in: -bound...bound, using: &numbers)
      let top: Int64 = [3, 10_000, Split.maxAmount].randomElement(using: &numbers) ?? 3
      var weights = (0..<count).map { _ in Int64.random(in: 0...top, using: &numbers) }
      weights[0] += weights.allSatisfy { $0 == 0 } ? 1 : 0
      let parts = try owed(amount, .shares, weights)
      #expect(parts.reduce(Int128(0)) { $0 + Int128($1) } == Int128(amount))
      #expect(try owed(-amount, .shares, weights) == parts.map { -$0 })
      let total = weights.reduce(Int128(0)) { $0 + Int128($1) }
      let magnitude = Int128(amount.magnitude)
      let floors = weights.map { magnitude * Int128($0) / total }
      let rests = weights.map { magnitude * Int128($0) % total }
      let extra = parts.indices.map { Int128(parts[$0].magnitude) - floors[$0] }
      #expect(extra.allSatisfy { $0 == 0 || $0 == 1 }, "\(amount) by \(weights): \(parts)")
      for winner in parts.indices where extra[winner] == 1 {
        for other in parts.indices where extra[other] == 0 {
          #expect((rests[winner], winner) > (rests[other], other))
        }
      }
    }
  }

  @Test("D-DBT-5 parts of a converted total come to it, as they came to the first")
  func converted() throws {
    let parts = [PersonAmount("a", 333), PersonAmount("b", 333), PersonAmount("c", 334)]
    let converted = try Conversion.apportion(914, by: parts)
    #expect(converted.map(\.amount) == [304, 305, 305])
    #expect(try Conversion.apportion(0, by: parts).map(\.amount) == [0, 0, 0])
    let refund = parts.map { PersonAmount($0.person, -$0.amount) }
    #expect(try Conversion.apportion(-914, by: refund).map(\.amount) == [-304, -305, -305])
    #expect(throws: Conversion.Problem.partsUnusable) {
      try Conversion.apportion(5, by: [PersonAmount("a", 1), PersonAmount("b", -1)])
    }
    #expect(throws: Conversion.Problem.partsUnusable) {
      try Conversion.apportion(5, by: [PersonAmount("a", 0)])
    }
  }
}
