import Testing
import Values

@Suite struct ExchangeRateTests {
  @Test(
    "a rate is shown with six digits, or with those of its whole part",
    arguments: [
      ("1.0856", "1", "1.0856"), ("1", "1.0856", "0.921150"), ("1", "28473.62", "0.0000351202"),
      ("28473.625", "1", "28473.6"), ("1234567.8", "1", "1234568"), ("0.5", "1", "0.500000"),
      ("1", "3", "0.333333"), ("2", "3", "0.666667"), ("0.0000362", "1", "0.0000362000"),
    ])
  func shown(numerator: String, denominator: String, text: String) throws {
    let rate = try #require(
      ExchangeRate(try ExactDecimal(numerator), per: try ExactDecimal(denominator)))
    #expect(rate.shown == (try ExactDecimal(text)))
  }

  @Test("a rate of more digits than a number holds is not shown")
  func tooSmall() throws {
    let least = try ExactDecimal("0.000000000000000001")
    let most = try ExactDecimal("999999999999999999")
    #expect(try #require(ExchangeRate(least, per: most)).shown == nil)
    #expect(try #require(ExchangeRate(most, per: least)).shown == nil)
  }
}
