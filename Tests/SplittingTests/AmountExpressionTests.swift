import SeededNoise
import Splitting
import Testing
import Values

@Suite("Amounts that are typed as a sum")
struct AmountExpressionTests {
  private typealias Problem = AmountExpression.Problem
  private static let point = TypedNumber.Style(decimalSeparator: ".", currencyNames: ["EUR", "€"])
  private static let comma = TypedNumber.Style(decimalSeparator: ",", currencyNames: ["EUR", "€"])

  private func minor(
    _ text: String, _ code: String = "EUR", _ style: TypedNumber.Style = point
  ) throws -> Int64 {
    try AmountExpression.minor(
      text, currency: try #require(Currency(code: code)), style: style)
  }

  @Test(
    "sums, products and brackets are reckoned exactly and rounded once",
    arguments: [
      ("12,50+3.90", 1640), ("3*4.20", 1260), ("(10+5)/3", 500), ("10/3", 333), ("10/3*3", 1000),
      ("20/3", 667), ("-10/3", -333), ("-20/3", -667), ("1/8", 13), ("-1/8", -13),
      ("2+3*4", 1400), ("(2+3)*4", 2000), ("10-2-3", 500), ("100/5/2", 1000), ("--5", 500),
      ("3*-4.20", -1260), ("€12.50 + 3.90 EUR", 1640), ("1,899.00+0.01", 189_901),
      ("1 000 + 1", 100_100), ("3×4.20", 1260), ("9÷2", 450), ("10−2", 800), ("42", 4200),
      ("100*1.075", 10_750), ("+5", 500), ("0", 0), ("0.1+0.2", 30),
    ] as [(String, Int64)])
  func results(text: String, expected: Int64) throws {
    #expect(try minor(text) == expected)
  }

  @Test("a currency's decimals and the region's marks decide")
  func currencies() throws {
    #expect(try minor("1000*1.1", "JPY") == 1100)
    #expect(try minor("10/3", "KWD") == 3333)
    #expect(try minor("1.899+1", "EUR", Self.comma) == 190_000)
    #expect(try minor("1.899,50*2", "EUR", Self.comma) == 379_900)
    #expect(throws: Problem.tooManyDecimals("1.5", max: 0)) { try minor("1.5+2", "JPY") }
  }

  @Test(
    "D-GRP-16 what is no sum, or too large, is refused and never guessed",
    arguments: [
      ("", .empty), ("  ", .empty), ("12+", .missingNumber), ("*3", .missingNumber),
      ("()", .missingNumber), ("(1+2", .unbalancedBrackets), ("1+2)", .unbalancedBrackets),
      ("(1 2)3", .missingNumber), ("2(3)", .missingNumber), ("5/0", .divisionByZero),
      ("5/(2-2)", .divisionByZero), ("about 40", .unreadableNumber("about 40")),
      ("1+x", .unreadableNumber("x")), ("1.2.3", .unreadableNumber("1.2.3")),
      // A price as it is written in some countries is no quotient.
      ("12:50", .unreadableNumber("12:50")), ("1e5", .unreadableNumber("1e5")),
      ("NaN", .unreadableNumber("NaN")),
      ("1.899", .tooManyDecimals("1.899", max: 2)), ("1.899+1", .tooManyDecimals("1.899", max: 2)),
      ("90000000000000.01", .tooLarge), ("9999999999999999999", .tooLarge),
      ("999999999999999999*999999999999999999*999999999999999999", .tooLarge),
      ("1/999999999999999999/999999999999999999/999999999999999999", .tooLarge),
      (String(repeating: "(", count: 50) + "1", .tooLong),
      (String(repeating: "1+", count: 100) + "1", .tooLong),
      (String(repeating: "-", count: 50) + "1", .tooLong),
    ] as [(String, AmountExpression.Problem)])
  func problems(text: String, problem: AmountExpression.Problem) {
    #expect(throws: problem) { try minor(text) }
  }

  @Test("D-GRP-16 whatever is typed has a result or a reason, and ends nothing")
  func spoiled() throws {
    var numbers = SeededGenerator(seed: 10)
    let pieces = [
      "1", "9", "0.05", "12,50", "999999999999999999", "+", "-", "*", "/", "(", ")", " ", ".", "x",
      "€", "0", "3",
    ]
    var results = 0
    for _ in 0..<20_000 {
      let text = (0..<Int.random(in: 1...12, using: &numbers)).map { _ in
        pieces.randomElement(using: &numbers) ?? ""
      }.joined()
      do throws(AmountExpression.Problem) {
        let result = try AmountExpression.minor(
          text, currency: Currency(code: "EUR", exponent: 2), style: Self.point)
        #expect(result.magnitude <= Split.maxAmount)
        results += 1
      } catch {
        continue
      }
    }
    #expect(results > 500)
  }

  @Test("D-GRP-16 the largest amount can be typed")
  func largest() throws {
    #expect(try minor("90000000000000.00") == Split.maxAmount)
    #expect(try minor("-90000000000000") == -Split.maxAmount)
  }
}
