import Foundation
import Importing
import Rates
import SeededNoise
import StoredZip
import Testing
import Values

@Suite("Files of exchange rates that a person gives")
struct RateFileTests {
  private func read(_ bytes: [UInt8]) throws(RateFileProblem) -> RateTable {
    let path = NSTemporaryDirectory() + "rates-" + UUID().uuidString
    _ = FileManager.default.createFile(atPath: path, contents: Data(bytes))
    // A rest of a test in the system's temporary folder.
    defer { try? FileManager.default.removeItem(atPath: path) }
    return try RateFile.read(path: path, name: "rates.csv")
  }

  private func read(_ text: String) throws(RateFileProblem) -> RateTable {
    try read(Array(text.utf8))
  }

  private let small = "Date,USD,JPY,\n2026-11-03,1.1,170,\n2026-11-02,1.12,N/A,\n"

  private func rate(_ table: RateTable, _ to: String, _ on: String) throws -> FoundRate? {
    table.rate(from: "EUR", to: to, on: try #require(CalendarDay(on)))
  }

  @Test("D-DBT-5 the bank's forms are read: all days, one day, in an archive, with Windows lines")
  func forms() throws {
    let table = try read(small)
    #expect(try rate(table, "USD", "2026-11-02")?.rate == ExchangeRate(try ExactDecimal("1.12")))
    #expect(try rate(table, "JPY", "2026-11-02") == nil)
    #expect(try read(small.replacingOccurrences(of: "\n", with: "\r\n")) == table)
    #expect(try read("\u{FEFF}" + small) == table)
    #expect(try read(small.replacingOccurrences(of: ",\n", with: "\n")) == table)
    let archive = StoredZip.bytes([("eurofxref-hist.csv", Array(small.utf8))])
    #expect(try read(archive) == table)
    let one = try read("Date, USD, JPY, \n3 November 2026, 1.1, 170, \n")
    #expect(try rate(one, "JPY", "2026-11-03")?.rate == ExchangeRate(try ExactDecimal("170")))
  }

  @Test(
    "D-DBT-5 a newer file adds days and currencies, and its rates are taken where both have one")
  func extended() throws {
    let older = try read("Date,USD,HRK,\n2026-11-02,1.5,7.5,\n2026-11-01,1.4,7.4,\n")
    let table = older.extended(by: try read(small))
    #expect(table.currencies == ["HRK", "JPY", "USD"])
    for (code, day, text) in [
      ("USD", "2026-11-01", "1.4"), ("USD", "2026-11-02", "1.12"), ("USD", "2026-11-03", "1.1"),
      ("HRK", "2026-11-02", "7.5"), ("JPY", "2026-11-03", "170"),
    ] {
      let found = try rate(table, code, day)
      #expect(found?.rate == ExchangeRate(try ExactDecimal(text)), "\(code) \(day)")
      #expect(found?.day == CalendarDay(day))
    }
    #expect(try rate(table, "HRK", "2026-11-03")?.day == CalendarDay("2026-11-02"))
    let embedded = try #require(EmbeddedRates.table)
    let newer = embedded.extended(by: try read(small))
    #expect(try rate(newer, "USD", "2026-11-03")?.day == CalendarDay("2026-11-03"))
    #expect(try rate(newer, "USD", "2024-03-01") == (try rate(embedded, "USD", "2024-03-01")))
    #expect(embedded.extended(by: embedded) == embedded)
  }

  @Test(
    "a file is read whole or not at all, and the first wrong line is named",
    arguments: [
      ("", .notRates(text: "")), ("hello\n", .notRates(text: "hello")),
      ("Datum,USD,\n", .notRates(text: "Datum,USD,")), ("Date\n", .notRates(text: "Date")),
      ("Date,\n", .notRates(text: "Date,")),
      ("Date,USD,usd,\n", .column(3, text: "usd")), ("Date,USD,USD,\n", .column(3, text: "USD")),
      ("Date,EUR,\n", .column(2, text: "EUR")), ("Date,USD,,JPY,\n", .column(3, text: "")),
      ("Date,USD,\n", .noRates), ("Date,USD,\n\n", .noRates),
      (
        "Date,USD,\n2026-11-03,1.1,\n2026-11-02,1.1,\n2026-11-03,1.1,\n",
        .line(4, .dayTwice(CalendarDay(year: 2026, month: 11, day: 3)))
      ),
      ("Date,USD,\n2026-02-30,1.1,\n", .line(2, .notADay("2026-02-30"))),
      ("Date,USD,\n30 Octember 2026,1.1,\n", .line(2, .notADay("30 Octember 2026"))),
      ("Date,USD,\n31 November 2026,1.1,\n", .line(2, .notADay("31 November 2026"))),
      ("Date,USD,JPY,\n2026-11-03,1.1,\n", .line(2, .cells(found: 3, expected: 4))),
      ("Date,USD,JPY,\n2026-11-03,1.1,17", .line(2, .cells(found: 3, expected: 4))),
      ("Date,USD,\n2026-11-03,NaN,\n", .line(2, .notARate(currency: "USD", text: "NaN"))),
      ("Date,USD,\n2026-11-03,inf,\n", .line(2, .notARate(currency: "USD", text: "inf"))),
      ("Date,USD,\n2026-11-03,1e3,\n", .line(2, .notARate(currency: "USD", text: "1e3"))),
      ("Date,USD,\n2026-11-03,,\n", .line(2, .notARate(currency: "USD", text: ""))),
      ("Date,USD,\n2026-11-03,-1.1,\n", .line(2, .notPositive(currency: "USD", text: "-1.1"))),
      ("Date,USD,\n2026-11-03,0.0,\n", .line(2, .notPositive(currency: "USD", text: "0.0"))),
      (
        "Date,USD,\n2026-11-03,1234567890123456,\n",
        .line(2, .tooManyDigits(currency: "USD", text: "1234567890123456"))
      ),
      (
        "Date,USD,\n2026-11-03,0.0000000000000000001,\n",
        .line(2, .tooManyDigits(currency: "USD", text: "0.0000000000000000001"))
      ),
    ] as [(String, RateFileProblem)])
  func problems(text: String, problem: RateFileProblem) {
    #expect(throws: problem) { try read(text) }
  }

  @Test("a spoiled file is read or refused, and ends nothing")
  func spoiled() throws {
    var noise = SeededNoise(seed: 1)
    let archive = StoredZip.bytes([("eurofxref-hist.csv", Array(small.utf8))])
    for round in 0..<600 {
      let bytes = noise.spoil(round % 3 == 0 ? archive : Array(small.utf8))
      do throws(RateFileProblem) {
        let table = try read(bytes)
        for code in table.currencies {
          guard let last = table.span?.upperBound else { continue }
          _ = table.rate(from: "USD", to: code, on: last)
        }
      } catch {
        continue
      }
    }
  }

  @Test("a file that is too large, damaged, or an archive of something else is refused")
  func damaged() throws {
    let archive = StoredZip.bytes([("eurofxref-hist.csv", Array(small.utf8))])
    #expect(throws: RateFileProblem.file(.truncatedArchive(file: "rates.csv"))) {
      try read(Array(archive.dropLast(30)))
    }
    var spoiled = archive
    spoiled[60] ^= 1
    #expect(
      throws: RateFileProblem.file(
        .damagedArchive(file: "rates.csv", entry: "eurofxref-hist.csv"))
    ) { try read(spoiled) }
    #expect(throws: RateFileProblem.noSingleTable) {
      try read(StoredZip.bytes([("readme.txt", [65])]))
    }
    #expect(throws: RateFileProblem.noSingleTable) {
      try read(StoredZip.bytes([("a.csv", Array(small.utf8)), ("b.csv", Array(small.utf8))]))
    }
    #expect(throws: RateFileProblem.file(.notFound(file: "x"))) {
      try RateFile.read(path: "/nowhere/x", name: "x")
    }
    #expect(
      throws: RateFileProblem.file(
        .fileTooLarge(file: "rates.csv", maxBytes: RateFile.maxBytes))
    ) { try read([UInt8](repeating: 65, count: RateFile.maxBytes + 1)) }
    let letters = (UInt8(65)...90).map { String(decoding: [$0], as: UTF8.self) }
    let codes = letters.flatMap { first in letters.map { first + $0 + "X" } }.prefix(301)
    let wide = "Date," + codes.joined(separator: ",") + "\n"
    #expect(throws: RateFileProblem.tooManyColumns(max: 300)) { try read(wide) }
  }
}
