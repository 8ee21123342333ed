import Finances
import Hub
import Rates
import SQLite
import Splitting
import SyncProtocol
import Testing
import Values

#if PLANTED_BUGS
  /// Rules of money that no history shows: each holds, and does not hold once it is broken on
  /// purpose.
  @Suite struct PlantedMoneyRuleTests {
    struct Rule: Sendable, CustomTestStringConvertible {
      let bug: FinanceBug
      /// Whether the rule holds.
      let holds: @Sendable () async throws -> Bool

      init(_ bug: FinanceBug, _ holds: @escaping @Sendable () async throws -> Bool) {
        (self.bug, self.holds) = (bug, holds)
      }

      var testDescription: String { bug.rawValue }
    }

    @Test("a rule of money that is broken on purpose is noticed where it counts", arguments: rules)
    func planted(_ rule: Rule) async throws {
      #expect(try await rule.holds())
      let isBroken = try await FinanceBug.$active.withValue(rule.bug) {
        try await !rule.holds()
      }
      #expect(isBroken)
    }

    @Test("each rule of money that histories do not show has its situation")
    func directed() {
      #expect(FinanceBug.directed == Set(Self.rules.map(\.bug)))
    }

    private static let rules = [
      Rule(.sharesConverted) {
        // Three thirds of 1.00 at 0.5: one by one each would be 0.17.
        var balances = GroupBalances()
        for (member, net) in [("a", 99), ("b", -33), ("c", -33), ("d", -33)] as [(String, Int128)] {
          var sums = GroupBalances.Sums()
          (sums.paid, sums.owed) = (max(0, net), max(0, -net))
          balances.sums["USD", default: [:]][member] = sums
        }
        guard let euro = Currency(code: "EUR"),
          let half = ExchangeRate(try ExactDecimal("0.5"))
        else { return false }
        let converted = ConvertedBalances(balances, into: euro, at: ["USD": half])
        return converted.nets.values.reduce(0, +) == 0 && converted.nets["a"] == 50
      },
      Rule(.laterRateTaken) {
        let connection = try Connection(path: ":memory:")
        let rates = GroupRates(of: nil, bank: EmbeddedRates.table, in: connection)
        // A Saturday.
        let day = CalendarDay(year: 2024, month: 3, day: 2)
        guard let found = try rates.rate(from: "USD", to: "EUR", on: day) else { return false }
        return found.day == CalendarDay(year: 2024, month: 3, day: 1)
      },
      Rule(.copyCountsTwice) {
        let world = try await LedgerWorld()
        let (group, ben) = (world.group, world.member("Ben"))
        try await world.write(as: world.ben) { _ = try ClaimMember(memberID: ben)($0) }
        try await world.add("Rent", try world.money(2000))
        try await world.sync()
        let hub = world.hub.hub
        try hub.remove(world.ben, from: group, by: world.ada)
        try await world.sync()
        for notice in try hub.notices(of: world.ben) where notice.copyUntil != nil {
          let bytes = try hub.copy(ofNotice: notice.id, of: world.ben)
          for _ in 1...2 {
            _ = try await world.write(as: world.ben) {
              try KeepGroupCopy(GroupCopy(wireBytes: bytes))($0).id
            }
          }
        }
        // What a broken rule derives, in this task.
        try LedgerWorld.rebuild(world.file(world.ben))
        return try world.rows(of: world.ben).count == 1
      },
    ]
  }
#endif
