import Testing
import Values

@Suite struct ExactDecimalTests {
  @Test(
    "a decimal is read exactly",
    arguments: [
      ("0", 0, 0), ("12.50", 125, 1), ("-0.0067", -67, 4), ("007", 7, 0), ("1.000", 1, 0),
      ("999999999999999999", 999_999_999_999_999_999, 0), ("0.000000000000000001", 1, 18),
      ("1.10000000000000000000000000", 11, 1), ("1.05", 105, 2), ("100", 100, 0),
    ] as [(String, Int64, Int)])
  func read(text: String, digits: Int64, scale: Int) throws {
    let decimal = try ExactDecimal(text)
    #expect(decimal.digits == digits && decimal.scale == scale)
  }

  @Test(
    "what is no decimal is refused",
    arguments: [
      "", "-", ".", "5.", ".5", "-.5", "1..2", "1.2.3", "1e5", "NaN", "inf", "+1", " 1",
      "1,5", "--1", "0x10", "١",
    ])
  func unreadable(text: String) {
    #expect(throws: ExactDecimal.Problem.unreadable) { try ExactDecimal(text) }
  }

  @Test(
    "more than eighteen digits are refused",
    arguments: [
      "1000000000000000000", "0.0000000000000000001", "12345678901.23456789",
    ])
  func tooLong(text: String) {
    #expect(throws: ExactDecimal.Problem.tooManyDigits) { try ExactDecimal(text) }
  }

  @Test("an amount is written with all decimals of its currency")
  func text() {
    #expect(ExactDecimal.text(minor: 67, exponent: 2) == "0.67")
    #expect(ExactDecimal.text(minor: -5, exponent: 3) == "-0.005")
    #expect(ExactDecimal.text(minor: 1200, exponent: 0) == "1200")
    #expect(ExactDecimal.text(minor: 0, exponent: 2) == "0.00")
    #expect(ExactDecimal.text(minor: .min, exponent: 4) == "-922337203685477.5808")
  }

  @Test("an exchange rate is above zero")
  func rate() throws {
    #expect(ExchangeRate(try ExactDecimal("0")) == nil)
    #expect(ExchangeRate(try ExactDecimal("-1")) == nil)
    #expect(ExchangeRate(.one, per: try ExactDecimal("0.0")) == nil)
    #expect(ExchangeRate(.one) != nil)
  }

  @Test("two rates after each other are their product, as far as decimals hold it")
  func followed() throws {
    func rate(_ text: String, _ per: String = "1") throws -> ExchangeRate {
      try #require(ExchangeRate(try ExactDecimal(text), per: try ExactDecimal(per)))
    }
    #expect(try rate("0.00004").followed(by: rate("1.0856")) == rate("0.000043424"))
    #expect(try rate("1", "25000").followed(by: rate("1", "1.08")) == rate("1", "27000"))
    let long = try rate("999999999999.999999", "0.333333333333333333")
    let both = try #require(try long.followed(by: rate("1.23456789", "7.77777777777")))
    #expect(both.numerator.scale <= ExactDecimal.maxDigits && both.denominator.digits > 0)
    #expect(try rate("999999999999").followed(by: rate("999999999999")) == nil)
    #expect(try rate("0.000000000000000005").followed(by: rate("1.26")) == nil)
  }
}
