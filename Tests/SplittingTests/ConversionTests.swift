import SeededNoise
import Splitting
import Testing
import Values

@Suite("How an amount is converted")
struct ConversionTests {
  private func convert(
    _ minor: Int64, _ from: String, _ to: String, _ rate: String, per base: String = "1"
  ) throws -> Int64 {
    try Conversion.convert(
      minor, from: try #require(Currency(code: from)), to: try #require(Currency(code: to)),
      at: try #require(ExchangeRate(try ExactDecimal(rate), per: try ExactDecimal(base))))
  }

  @Test("D-DBT-5 an amount is rounded half away from zero, at the decimals of its currency")
  func rounding() throws {
    #expect(try convert(100, "JPY", "USD", "0.0067") == 67)
    #expect(try convert(1, "EUR", "USD", "0.5") == 1)
    #expect(try convert(-1, "EUR", "USD", "0.5") == -1)
    #expect(try convert(1, "EUR", "USD", "0.4999999999") == 0)
    #expect(try convert(3, "EUR", "USD", "0.5") == 2)
    #expect(try convert(-3, "EUR", "USD", "0.5") == -2)
    #expect(try convert(1050, "EUR", "JPY", "175.68") == 1845)
    #expect(try convert(1000, "JPY", "KWD", "0.00197") == 1970)
    #expect(try convert(10_000, "CLF", "CLP", "39000") == 39_000)
    #expect(try convert(39_000, "CLP", "CLF", "1", per: "39000") == 10_000)
    #expect(try convert(0, "EUR", "USD", "1.1") == 0)
  }

  @Test("D-DBT-5 a cross rate is a fraction, and not rounded before it is used")
  func cross() throws {
    // 100 dollars in yen on 4 March 2024: 15048.865941…
    #expect(try convert(10_000, "USD", "JPY", "163.22", per: "1.0846") == 15_049)
    #expect(try convert(300, "EUR", "USD", "1", per: "3") == 100)
  }

  @Test("D-GRP-16 no rate and no amount leaves its room")
  func extremes() throws {
    typealias Problem = Conversion.Problem
    let most = Split.maxAmount
    #expect(try convert(most, "EUR", "USD", "1") == most)
    #expect(try convert(-most, "EUR", "USD", "1") == -most)
    #expect(throws: Problem.resultOutOfRange) { try convert(most, "EUR", "USD", "1.1") }
    #expect(throws: Problem.resultOutOfRange) {
      try convert(most, "JPY", "CLF", "999999999999999999")
    }
    #expect(throws: Problem.resultOutOfRange) {
      try convert(most, "JPY", "CLF", "999999999999999999", per: "0.000000000000000001")
    }
    #expect(try convert(most, "CLF", "JPY", "0.000000000000000001") == 0)
    #expect(
      try convert(
        most, "CLF", "JPY", "0.000000000000000001", per: "999999999999999999") == 0)
    #expect(
      try convert(
        most, "JPY", "CLF", "0.000000000000000999", per: "999999999999999.999") == 0)
    #expect(throws: Problem.amountOutOfRange) { try convert(.min, "EUR", "USD", "1") }
    #expect(throws: Problem.amountOutOfRange) { try convert(.max, "EUR", "USD", "1") }
  }

  @Test("D-DBT-5 conversion agrees with reckoning in whole numbers, also backwards")
  func properties() throws {
    var numbers = SeededGenerator(seed: 9)
    for _ in 0..<2000 {
      let minor = Int64.random(in: -1_000_000...1_000_000, using: &numbers)
      let digits = Int64.random(in: 1...9999, using: &numbers)
      let scale = Int.random(in: 0...6, using: &numbers)
      let base = Int64.random(in: 1...999_999, using: &numbers)
      let rate = try #require(
        ExchangeRate(
          ExactDecimal(digits: digits, scale: scale), per: ExactDecimal(digits: base, scale: 2)))
      let found = try Conversion.convert(
        minor, from: Currency(code: "JPY", exponent: 0), to: Currency(code: "KWD", exponent: 3),
        at: rate)
      var top = Int128(minor) * Int128(digits) * 100_000
      var bottom = Int128(base)
      for _ in 0..<scale { bottom *= 10 }
      // The nearest: twice the distance is at most one, and a half is away from zero.
      top -= Int128(found) * bottom
      #expect(abs(top) * 2 <= bottom)
      if abs(top) * 2 == bottom { #expect((top < 0) == (minor > 0)) }
    }
  }

  @Test("D-DBT-5 an amount has no more decimals than its currency")
  func amounts() throws {
    let euro = Currency(code: "EUR", exponent: 2)
    #expect(try Conversion.minor(ExactDecimal("12.5"), in: euro) == 1250)
    #expect(try Conversion.minor(ExactDecimal("12.5000"), in: euro) == 1250)
    #expect(throws: Conversion.Problem.tooManyDecimals(max: 2)) {
      try Conversion.minor(ExactDecimal("12.505"), in: euro)
    }
    #expect(throws: Conversion.Problem.amountOutOfRange) {
      try Conversion.minor(ExactDecimal("90000000000000.01"), in: euro)
    }
    #expect(throws: Conversion.Problem.amountOutOfRange) {
      try Conversion.minor(ExactDecimal("999999999999999999"), in: euro)
    }
  }

  @Test("D-DBT-5 parts of both signs come to the converted total, and each nearly to its own")
  func bothSigns() throws {
    var numbers = SeededGenerator(seed: 11)
    let (from, to) = (Currency(code: "USD", exponent: 2), Currency(code: "EUR", exponent: 2))
    for round in 0..<3000 {
      let rate = try #require(
        ExchangeRate(
          ExactDecimal(digits: .random(in: 1...99_999, using: &numbers), scale: 4),
          per: ExactDecimal(digits: .random(in: 1...99_999, using: &numbers), scale: 4)))
      let parts = (0..<Int.random(in: 1...6, using: &numbers)).map {
        PersonAmount("p\($0)", .random(in: -9999...9999, using: &numbers))
      }
      let found = try Conversion.convert(parts, from: from, to: to, at: rate)
      let total = parts.reduce(0) { $0 + $1.amount }
      let whole = try Conversion.convert(total, from: from, to: to, at: rate)
      #expect(found.map(\.person) == parts.map(\.person))
      #expect(found.reduce(0) { $0 + $1.amount } == whole, "\(round) \(parts)")
      for (part, converted) in zip(parts, found) {
        let alone = try Conversion.convert(part.amount, from: from, to: to, at: rate)
        // Each side is rounded once, and its rest is shared out.
        #expect(abs(converted.amount - alone) <= 2, "\(round) \(parts)")
        #expect(part.amount != 0 || converted.amount == 0)
      }
      // A refund is exactly the negation.
      let back = try Conversion.convert(
        parts.map { PersonAmount($0.person, -$0.amount) }, from: from, to: to, at: rate)
      if total != 0 { #expect(back.map(\.amount) == found.map { -$0.amount }, "\(parts)") }
    }
    let one = try #require(ExchangeRate(ExactDecimal(digits: 1, scale: 0)))
    #expect(try Conversion.convert([], from: from, to: to, at: one) == [])
    #expect(throws: Conversion.Problem.amountOutOfRange) {
      let most = PersonAmount("a", Split.maxAmount)
      _ = try Conversion.convert([most, PersonAmount("b", 1)], from: from, to: to, at: one)
    }
  }
}
