import Finances
import HearthDomain
import Household
import Hub
import SQLite
import SyncProtocol
import TestSupport
import Testing
import Values

/// Rates that people enter for their group.
@Suite struct ManualRateTests {
  private func set(
    _ flat: GroupWorld, _ rate: String, on day: String?, from: String = "VND", to: String = "EUR",
    by device: SyncDevice? = nil
  ) throws {
    try (device ?? flat.ann).write {
      _ = try SetRate(
        groupID: flat.group, ManualRateDetails(from: from, to: to, day: day, rate: rate))($0)
    }
  }

  private func found(
    _ flat: GroupWorld, _ from: String, _ to: String, _ day: String
  ) throws -> ExchangeRate? {
    try ManualRate.find(
      from: from, to: to, in: flat.group, on: try #require(CalendarDay(day)),
      flat.ann.connection)?.rate
  }

  @Test("the latest rate up to a day is found, in either direction, and never a later one")
  func nearest() throws {
    let flat = try GroupWorld()
    try set(flat, "0.00004", on: "2026-03-10")
    try set(flat, "25000", on: "2026-03-20", from: "EUR", to: "VND")
    try set(flat, "2", on: "2026-03-20", from: "USD", to: "EUR")
    let first = try #require(ExchangeRate(try ExactDecimal("0.00004")))
    let second = try ExactDecimal("25000")
    #expect(try found(flat, "VND", "EUR", "2026-03-09") == nil)
    #expect(try found(flat, "VND", "EUR", "2026-03-19") == first)
    #expect(try found(flat, "VND", "EUR", "2030-01-01") == ExchangeRate(.one, per: second))
    #expect(try found(flat, "EUR", "VND", "2026-03-20") == ExchangeRate(second))
    #expect(try found(flat, "EUR", "ISK", "2026-03-20") == nil)
    try set(flat, "0.00005", on: "2026-03-20")
    #expect(
      try found(flat, "VND", "EUR", "2026-03-20") == ExchangeRate(try ExactDecimal("0.00005")),
      "of two of one day the one that needs no turning")
  }

  @Test("two people who enter a rate of the same day write one, and the later one holds")
  func twoDevices() throws {
    let flat = try GroupWorld()
    try set(flat, "1.5", on: "2026-03-10", from: "usd", by: flat.ann)
    flat.world.now += 1000
    try set(flat, "1.6", on: "2026-03-10", from: "USD", by: flat.bob)
    try flat.ann.sync()
    try flat.sync()
    for device in [flat.ann, flat.bob, flat.cyd] {
      #expect(try device.refusals == [])
      let rates = try ManualRate.of(flat.group, in: device.connection)
      #expect(rates.map(\.details.rate) == ["1.6"])
      #expect(rates.map(\.enteredBy) == ["bob"])
    }
    let id = try #require(try ManualRate.of(flat.group, in: flat.ann.connection).first).id
    try flat.ann.write { _ = try RemoveRate(rateID: id)($0) }
    try flat.sync()
    #expect(try ManualRate.of(flat.group, in: flat.cyd.connection) == [])
  }

  @Test("a removed rate is restored, unless somebody has entered another one for its day since")
  func restored() throws {
    let flat = try GroupWorld()
    func remove() throws -> ManualRate {
      let rate = try #require(try ManualRate.of(flat.group, in: flat.ann.connection).first)
      return try flat.ann.write { try RemoveRate(rateID: rate.id)($0) }
    }
    try set(flat, "0.00004", on: "2026-03-10")
    let removed = try remove()
    try flat.ann.write { _ = try RestoreRate(removed)($0) }
    #expect(try ManualRate.of(flat.group, in: flat.ann.connection) == [removed])
    let again = try remove()
    try set(flat, "0.00005", on: "2026-03-10")
    #expect(throws: FinanceFailure.alreadyThere) {
      try flat.ann.write { _ = try RestoreRate(again)($0) }
    }
    #expect(
      try ManualRate.of(flat.group, in: flat.ann.connection).map(\.details.rate) == ["0.00005"])
  }

  @Test("what is no rate is told at its field; a viewer enters none")
  func refused() throws {
    let flat = try GroupWorld()
    func fields(_ details: ManualRateDetails) throws -> [String] {
      do {
        try flat.ann.write { _ = try SetRate(groupID: flat.group, details)($0) }
        return []
      } catch FinanceFailure.invalid(let problems) {
        return problems.map(\.field.rawValue)
      }
    }
    for text in [
      "", "0", "-1", "1,5", "1e3", "NaN", "much", "1000000000000", "9999999999999999999",
    ] {
      let details = ManualRateDetails(from: "USD", to: "EUR", day: "2026-03-01", rate: text)
      #expect(try fields(details) == ["rate"], "\(text)")
    }
    #expect(
      try fields(ManualRateDetails(from: "usdollar", to: "", day: nil, rate: "1")).contains("day"))
    #expect(
      try fields(ManualRateDetails(from: "EUR", to: "EUR", day: "2026-03-01", rate: "1"))
        == ["toCurrency"])
    #expect(throws: FinanceFailure.readOnlyGroup) {
      try set(flat, "2", on: "2026-03-01", by: flat.cyd)
    }
    #expect(try ManualRate.of(flat.group, in: flat.ann.connection) == [])
  }
}
