import Foundation
import Testing
import Values

@Suite struct CurrencyTests {
  @Test("a currency has its own decimals; one that is not listed is known to nobody")
  func decimals() {
    for (code, exponent) in [("EUR", 2), ("JPY", 0), ("KWD", 3), ("CLF", 4)] {
      #expect(Currency(code: code)?.exponent == exponent)
      #expect(Currency.exponent(of: code) == exponent)
    }
    #expect(Currency(code: "eur") == nil && Currency(code: "QQQ") == nil)
    #expect(Currency.exponent(of: "QQQ") == 2)
    for code in Currency.common { #expect(Currency(code: code) != nil) }
  }

  @Test("an amount of many is clamped, and does not end the program")
  func clamped() {
    #expect(Money(Int64.max, "EUR").minor == Int128(Int64.max))
    #expect(Money(UInt128.max, "EUR").minor == Int128.max)
  }

  @Test("an instant is written to the millisecond, at the ends of its years too")
  func instants() {
    #expect(TimeText.text(0) == "1970-01-01T00:00:00.000Z")
    #expect(TimeText.text(1_709_164_800_123) == "2024-02-29T00:00:00.123Z")
    #expect(TimeText.text(.max) == "9999-12-31T23:59:59.999Z")
    #expect(TimeText.text(.min) == "1970-01-01T00:00:00.000Z")
  }

  @Test("currencies that ended are known with their decimals, and stand in no list of those in use")
  func ended() {
    for code in Currency.ended {
      #expect(Currency(code: code)?.exponent == (code == "TRL" ? 0 : 2))
      #expect(!Currency.all.contains(code) && !Currency.common.contains(code))
    }
    #expect(Currency.ended.contains("HRK") && Currency.all.contains("XCG"))
  }

  @Test("the protocol names the currencies that ended, and the second opinion all of them")
  func documents() throws {
    let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent()
    func text(_ path: String) throws -> String {
      try String(contentsOf: root.appendingPathComponent(path), encoding: .utf8)
    }
    let opinion = try text("tools/second_opinion/money.py")
    func codes(_ name: String) throws -> [String] {
      let parts = opinion.components(separatedBy: "\n\(name) = set(\"\"\"\n")
      return try #require(parts.last?.components(separatedBy: "\"\"\"").first)
        .split(whereSeparator: \.isWhitespace).map { String($0) }
    }
    #expect(try codes("CURRENCIES") == Currency.all)
    #expect(try codes("ENDED") == Currency.ended.sorted())
    let list = Currency.ended.sorted().map { "`\($0)`" }.joined(separator: ", ")
    let words = try text("docs/protocol.md").split(whereSeparator: \.isWhitespace)
    #expect(words.joined(separator: " ").contains("these that ended: \(list);"))
  }
}
