import Household
import SeededNoise
import SyncProtocol
import Testing
import Things

@Suite("What a thing is worth by straight line")
struct DepreciationTests {
  private func worth(
    _ price: Int64, _ residual: Int64?, from day: String, years: Int64, on today: String
  ) -> Int64? {
    Depreciation(
      priceMinor: price, residualMinor: residual, purchasedOn: day, lifeYears: years
    )?.valueMinor(on: today)
  }

  @Test("it is worth its price on the day it was bought, its residual value at the end and later")
  func ends() {
    for (day, value) in [
      ("2019-12-31", 100_000), ("2020-01-01", 100_000), ("2020-01-02", 99_975),
      ("2024-12-31", 55_012), ("2029-12-31", 10_025), ("2030-01-01", 10_000),
      ("9999-12-31", 10_000),
    ] as [(String, Int64)] {
      #expect(worth(100_000, 10_000, from: "2020-01-01", years: 10, on: day) == value, "\(day)")
    }
    // Half of the 366 days of a leap year.
    #expect(worth(36_600, nil, from: "2024-01-01", years: 1, on: "2024-07-02") == 18_300)
    // A half is lost whole: one cent over two days.
    #expect(worth(366, 365, from: "2023-03-01", years: 1, on: "2023-08-31") == 365)
  }

  @Test("a life that begins on 29 February ends on the 28th, or on the 29th of a leap year")
  func leapDay() {
    #expect(worth(366, 0, from: "2024-02-29", years: 1, on: "2025-02-27") == 1)
    #expect(worth(366, 0, from: "2024-02-29", years: 1, on: "2025-02-28") == 0)
    #expect(worth(1461, 0, from: "2024-02-29", years: 4, on: "2028-02-28") == 1)
    #expect(worth(1461, 0, from: "2024-02-29", years: 4, on: "2028-02-29") == 0)
  }

  @Test(
    "it never rises, never leaves the two values, and reaches both, whatever the amounts",
    arguments: 0..<40 as Range<UInt64>)
  func straight(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let price = Int64.random(
      in: 0...(seed.isMultiple(of: 2) ? MoneyLimit.minor.upperBound : 1000), using: &random)
    let residual = Int64.random(in: 0...price, using: &random)
    let years = Int64.random(in: Depreciation.lives, using: &random)
    let start = "\(Int.random(in: 1900...2090, using: &random))-0\(1 + seed % 9)-1\(seed % 10)"
    let line = try #require(
      Depreciation(
        priceMinor: price, residualMinor: residual, purchasedOn: start, lifeYears: years))
    let end = "\(Int64(start.prefix(4))! + years)\(start.dropFirst(4))"
    #expect(line.valueMinor(on: start) == price)
    #expect(line.valueMinor(on: end) == residual)
    var (day, last, steps) = (start, price, [Int64]())
    for _ in 0..<400 {
      let value = try #require(line.valueMinor(on: day))
      #expect(value <= last && value >= residual)
      steps.append(last - value)
      last = value
      let next = try #require(Self.dayAfter(day))
      day = next
    }
    // The same each day, but for a minor unit of rounding.
    if years > 1 {
      let losses = steps.dropFirst()
      #expect((losses.max() ?? 0) - (losses.min() ?? 0) <= 1)
    }
  }

  /// Counted by hand, so that the arithmetic is not compared with itself.
  private static func dayAfter(_ day: String) -> String? {
    let parts = day.split(separator: "-").compactMap { Int($0) }
    let isLeap = parts[0] % 4 == 0 && (parts[0] % 100 != 0 || parts[0] % 400 == 0)
    let lengths = [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
    var (year, month, next) = (parts[0], parts[1], parts[2] + 1)
    if next > lengths[month - 1] { (month, next) = (month + 1, 1) }
    if month > 12 { (year, month) = (year + 1, 1) }
    func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
    return "\(year)-\(two(month))-\(two(next))"
  }

  @Test("without a price, a day or a life it is unknown; a residual above the price is the price")
  func unknown() {
    #expect(
      Depreciation(priceMinor: nil, residualMinor: 1, purchasedOn: "2020-01-01", lifeYears: 5)
        == nil)
    #expect(Depreciation(priceMinor: 1, residualMinor: 1, purchasedOn: nil, lifeYears: 5) == nil)
    for years in [nil, 0, -1, 101, Int64.max] as [Int64?] {
      #expect(
        Depreciation(priceMinor: 9, residualMinor: 1, purchasedOn: "2020-01-01", lifeYears: years)
          == nil)
    }
    for day in ["", "2023-02-29", "20-01-01", "2020-1-1"] {
      #expect(
        Depreciation(priceMinor: 9, residualMinor: 1, purchasedOn: day, lifeYears: 5) == nil)
    }
    #expect(worth(500, 900, from: "2020-01-01", years: 5, on: "2024-01-01") == 500)
    #expect(worth(500, -1, from: "2020-01-01", years: 5, on: "2026-01-01") == 0)
    #expect(worth(500, 0, from: "9990-01-01", years: 50, on: "9999-12-31") == 400)
    #expect(worth(500, 0, from: "2020-01-01", years: 5, on: "today") == nil)
    var sold = ItemDetails(name: "Kettle", currency: "EUR")
    (sold.priceMinor, sold.purchasedOn, sold.usefulLifeYears) = (500, "2020-01-01", 5)
    #expect(sold.depreciation != nil)
    sold.soldOn = "2021-01-01"
    #expect(sold.depreciation == nil)
  }

  @Test("a residual value above the price and a life out of range are told, and nothing is stored")
  func refused() throws {
    let store = try TestStore(homes: ["flat"])
    let item = try store.addItem("Kettle", home: "flat", price: 500)
    func edit(_ residual: Int64?, _ years: Int64?) throws {
      var details = item.details
      (details.residualMinor, details.usefulLifeYears) = (residual, years)
      try store.write { [details] in
        try EditItem(itemID: item.id, details: details, base: item.details)($0)
      }
    }
    for (residual, years, problem) in [
      (501, 5, InputProblem(field: .residualMinor, reason: .abovePrice)),
      (
        -1, 5,
        .init(
          field: .residualMinor,
          reason: .outOfRange(
            min: MoneyLimit.minor.lowerBound, max: MoneyLimit.minor.upperBound))
      ),
      (1, 0, .init(field: InputField("usefulLifeYears"), reason: .outOfRange(min: 1, max: 100))),
      (1, 101, .init(field: InputField("usefulLifeYears"), reason: .outOfRange(min: 1, max: 100))),
    ] as [(Int64?, Int64?, InputProblem)] {
      #expect(throws: EditItem.Failure.invalid([problem])) { try edit(residual, years) }
    }
    #expect(store.lastChanges.isEmpty)
    try edit(500, 5)
    let stored = try #require(try Item.find(item.id, in: store.connection))
    #expect((stored.details.residualMinor, stored.details.usefulLifeYears) == (500, 5))
    // Two people can leave a residual above the price; somebody else may still edit the notes.
    try store.connection.execute("UPDATE items SET priceMinor = 400")
    var notes = try #require(try Item.find(item.id, in: store.connection)).details
    let base = notes
    notes.notes = "Descaled"
    try store.write { [notes] in
      try EditItem(itemID: item.id, details: notes, base: base)($0)
    }
    #expect(try store.texts("SELECT notes FROM items") == ["Descaled"])
  }
}
