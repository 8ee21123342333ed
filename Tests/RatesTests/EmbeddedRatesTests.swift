import Foundation
import Rates
import Testing
import Values

@Suite("The exchange rates that are built in")
struct EmbeddedRatesTests {
  /// The file in the sources, which a build embeds.
  private static let path = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()
    .appendingPathComponent("rates/eurofxref-hist.zip").path

  private func day(_ text: String) throws -> CalendarDay { try #require(CalendarDay(text)) }

  @Test("D-DBT-5 the bank's file can be read, and is what the program has built in")
  func embedded() throws {
    let table = try RateFile.read(path: Self.path, name: "eurofxref-hist.zip")
    #expect(table.currencies.count == 41)
    #expect(table.span == (try day("1999-01-04"))...(try day("2026-10-30")))
    #expect(EmbeddedRates.table == table, "run `make assets`")
  }

  @Test("D-DBT-5 rates are as published, of the day or the last business day before it")
  func lookup() throws {
    let table = try #require(EmbeddedRates.table)
    func found(_ from: String, _ to: String, _ on: String) throws -> FoundRate? {
      table.rate(from: from, to: to, on: try day(on))
    }
    let friday = try #require(try found("EUR", "USD", "2024-03-01"))
    #expect(friday.rate == ExchangeRate(try ExactDecimal("1.0813")))
    #expect(friday.day == (try day("2024-03-01")) && friday.source == "European Central Bank")
    for later in ["2024-03-02", "2024-03-03"] {
      #expect(try found("EUR", "USD", later) == friday)
    }
    #expect(try found("EUR", "USD", "2024-03-04")?.rate == ExchangeRate(try ExactDecimal("1.0846")))
    let cross = try #require(try found("JPY", "USD", "2024-03-01"))
    #expect(cross.rate == ExchangeRate(try ExactDecimal("1.0813"), per: try ExactDecimal("162.82")))
    #expect(
      try found("USD", "EUR", "2024-03-01")?.rate
        == ExchangeRate(.one, per: try ExactDecimal("1.0813")))
    #expect(try found("USD", "USD", "2024-03-02")?.rate == ExchangeRate(.one))
    #expect(try found("EUR", "EUR", "2024-03-02")?.day == (try day("2024-03-01")))
    // The bank's longest silence: from Thursday before Easter to Tuesday after it.
    #expect(try found("EUR", "USD", "2024-04-01")?.day == (try day("2024-03-28")))
  }

  @Test("D-DBT-4 where there is no rate none is made up, neither a later nor a much older one")
  func none() throws {
    let table = try #require(EmbeddedRates.table)
    func found(_ from: String, _ to: String, _ on: String) throws -> FoundRate? {
      table.rate(from: from, to: to, on: try day(on))
    }
    #expect(try found("EUR", "USD", "1999-01-03") == nil)
    #expect(try found("EUR", "USD", "2026-11-06")?.day == (try day("2026-10-30")))
    #expect(try found("EUR", "USD", "2026-11-07") == nil)
    #expect(try found("EUR", "RUB", "2022-03-08")?.day == (try day("2022-03-01")))
    #expect(try found("EUR", "RUB", "2022-03-09") == nil)
    #expect(try found("USD", "RUB", "2024-03-01") == nil)
    #expect(try found("EUR", "KWD", "2024-03-01") == nil)
    #expect(try found("KWD", "KWD", "2024-03-01") == nil)
    let impossible = CalendarDay(year: 2024, month: 2, day: 30)
    #expect(table.rate(from: "EUR", to: "USD", on: impossible) == nil)
    let extreme = CalendarDay(year: .max, month: 1, day: 1)
    #expect(table.rate(from: "EUR", to: "USD", on: extreme) == nil)
  }
}
