import Finances
import SyncTestSupport
import TestSupport
import Testing
import Values

@Suite struct ConvertedBalancesTests {
  private func balances(_ nets: [String: [String: Int128]]) -> GroupBalances {
    var balances = GroupBalances()
    for (currency, members) in nets {
      for (member, net) in members {
        var sums = GroupBalances.Sums()
        if net > 0 { sums.paid = net } else { sums.owed = 0 - net }
        balances.sums[currency, default: [:]][member] = sums
      }
    }
    return balances
  }

  private func rate(_ text: String) throws -> ExchangeRate {
    try #require(ExchangeRate(try ExactDecimal(text)))
  }

  @Test("D-DBT-5 the total is converted and then apportioned, so that the nets come to zero again")
  func apportioned() throws {
    let euro = try #require(Currency(code: "EUR"))
    let converted = ConvertedBalances(
      balances(["USD": ["a": 100, "b": -33, "c": -33, "d": -34], "EUR": ["a": -5, "d": 5]]),
      into: euro, at: ["USD": try rate("0.915")])
    // 100 is 91.5, which is 92 for a; b, c and d have 30, 31 and 31 of those 92.
    #expect(converted.nets == ["a": 87, "b": -30, "c": -31, "d": -26])
    #expect(converted.unconverted == [])
  }

  @Test("a currency without a rate, or beyond what can be converted, is named and not left out")
  func unconverted() throws {
    let euro = try #require(Currency(code: "EUR"))
    let huge = Int128(9_000_000_000_000_000) * 1000
    let converted = ConvertedBalances(
      balances([
        "ISK": ["a": 1, "b": -1], "JPY": ["a": huge, "b": 0 - huge], "XXQ": ["a": 1, "b": -1],
        "USD": ["a": 1, "b": -1],
      ]),
      into: euro, at: ["JPY": try rate("0.006"), "XXQ": try rate("2"), "USD": try rate("1")])
    #expect(converted.unconverted == ["ISK", "JPY", "XXQ"])
    #expect(converted.tooLarge == ["JPY"])
    #expect(converted.nets == ["a": 1, "b": -1])
  }

  @Test("whatever the nets and the rate, the converted nets come to zero")
  func zero() throws {
    var random = SeededRandom(seed: 18)
    let yen = try #require(Currency(code: "JPY"))
    for _ in 0..<500 {
      var nets: [String: Int128] = [:]
      var sum: Int128 = 0
      for index in 0..<Int.random(in: 1...12, using: &random) {
        let net = Int128(Int64.random(in: -1_000_000_000_000...1_000_000_000_000, using: &random))
        nets["m\(index)"] = net
        sum += net
      }
      nets["last"] = 0 - sum
      let text =
        "\(Int.random(in: 0...300, using: &random)).\(Int.random(in: 1...999_999, using: &random))"
      let converted = ConvertedBalances(
        balances(["KWD": nets]), into: yen, at: ["KWD": try rate(text)])
      #expect(converted.nets.values.reduce(0, +) == 0)
      #expect(converted.unconverted == [])
    }
  }
}
