import Importing
import Testing
import Values

/// Prices, read through a Homebox column with the home's currency.
@Suite struct AmountTextTests {
  private func price(_ text: String, _ currency: Currency = euro) throws -> ImportedItem {
    let cell = text.replacing("\"", with: "\"\"")
    let document = try homebox(
      "HB.name,HB.purchase_price\nLamp,\"\(cell)\"\n", ImportOptions(currency: currency))
    return document.items[0]
  }

  @Test(
    "amounts are read exactly into minor units, however they group their digits",
    arguments: [
      ("1234.56", 123_456), ("1,234.56", 123_456), ("1.234,56", 123_456), ("1234,5", 123_450),
      ("€ 1.899,00", 189_900), ("1 899,00 €", 189_900), ("1\u{A0}899,00", 189_900),
      ("1'234.50", 123_450), ("12", 1200), (".5", 50), ("1,234,567", 123_456_700),
      ("1.234.567", 123_456_700), ("1,00,000.00", 10_000_000), ("39.9500", 3995),
      ("EUR 12", 1200), ("12 eur", 1200), ("+3", 300), ("1,234", 123_400), ("-0", nil),
      ("0", nil), ("0.00", nil), ("", nil), ("  ", nil), ("9999999999999.99", 999_999_999_999_999),
    ] as [(String, Int64?)])
  func amounts(_ text: String, _ minor: Int64?) throws {
    let item = try price(text)
    #expect(item.problems.isEmpty)
    #expect(item.unitPrice == minor.map { ImportedAmount(minor: $0, currency: "EUR") })
  }

  @Test("a currency's own number of decimals counts")
  func exponents() throws {
    #expect(try price("1200", yen).unitPrice == ImportedAmount(minor: 1200, currency: "JPY"))
    #expect(try price("1200.00", yen).unitPrice == ImportedAmount(minor: 1200, currency: "JPY"))
    #expect(try price("1.234", dinar).unitPrice == ImportedAmount(minor: 1234, currency: "KWD"))
    #expect(try price("5", dinar).unitPrice == ImportedAmount(minor: 5000, currency: "KWD"))
  }

  @Test("a sign or code names another currency only where it names exactly one")
  func currencies() throws {
    #expect(try price("$12", dollar).unitPrice == ImportedAmount(minor: 1200, currency: "USD"))
    #expect(try price("12 €", dollar).unitPrice == ImportedAmount(minor: 1200, currency: "EUR"))
    #expect(try price("JPY 1200").unitPrice == ImportedAmount(minor: 1200, currency: "JPY"))
    #expect(try price("$12").problems.reasons == [.ambiguousCurrency(sign: "$")])
    #expect(try price("XQZ 12").problems.reasons == [.unreadableAmount])
  }

  @Test(
    "what is no amount is a problem, never zero",
    arguments: [
      ("about 40", .unreadableAmount), ("12.", .unreadableAmount), ("1e3", .unreadableAmount),
      ("NaN", .unreadableAmount), ("12-13", .unreadableAmount), ("1,2,3", .unreadableAmount),
      ("1.2.3", .unreadableAmount), ("1,23,4.5", .unreadableAmount),
      ("12,34.56,78", .unreadableAmount),
      ("=1+1", .unreadableAmount), ("١٢", .unreadableAmount), ("€ 12 $", .unreadableAmount),
      ("1.234", .ambiguousAmount), ("1.000", .ambiguousAmount), ("-5", .negativeAmount),
      ("(5.00)", .negativeAmount), ("−5", .negativeAmount),
      ("1.2345", .tooManyDecimals(currency: "EUR", allowed: 2)),
      ("0,123", .tooManyDecimals(currency: "EUR", allowed: 2)),
      ("99999999999999999999", .amountTooLarge), ("10000000000000.00", .amountTooLarge),
    ] as [(String, ImportProblem.Reason)])
  func problems(_ text: String, _ reason: ImportProblem.Reason) throws {
    let item = try price(text)
    #expect(item.problems.reasons == [reason])
    #expect(item.unitPrice == nil)
    #expect(item.needsFixing)
    #expect(item.name == "Lamp")
  }

  @Test("a price that cannot be read is told with its file, line, column and text")
  func place() throws {
    let document = try homebox("HB.name,HB.purchase_price\n\n\"a\nb\",about 40\n")
    #expect(
      document.items[0].problems.last
        == ImportProblem(
          file: "export.csv", line: 4, column: "HB.purchase_price", text: "about 40",
          reason: .unreadableAmount))
  }

  @Test("a comma before three digits is ambiguous in a currency with three decimals")
  func ambiguousComma() throws {
    #expect(try price("1,234", dinar).problems.reasons == [.ambiguousAmount])
  }
}
