import Finances
import SyncProtocol
import TestSupport
import Testing

/// Groups who share expenses under every fault the simulator knows, with the program's own schema,
/// use cases and derived tables. `HEARTH_SEEDS` and `HEARTH_START` choose other histories than the
/// usual ones.
@Suite struct MoneySimulationTests {
  private static let maxSeedsPerBug: UInt64 = 300

  @Test(
    "D-GRP-5 D-GRP-6 D-CLM-1 D-CLM-2 D-CLM-7 D-DBT-7 D-MIR-1 D-MIR-16 sums are zero and ledgers equal, whatever happens",
    arguments: SeedChunks.of(30, size: 15))
  func histories(_ seeds: Range<UInt64>) {
    let disks = SimulatedDisks()
    for seed in seeds {
      do {
        _ = try SimulationKind.money.run(seed: seed, on: disks)
      } catch {
        Issue.record("make sim KIND=money SEEDS=1 START=\(seed): \(error)")
      }
    }
  }

  @Test("the same seed gives the same groups", arguments: [3, 17, 101])
  func repeatable(_ seed: UInt64) throws {
    let first = try SimulationKind.money.run(seed: seed)
    #expect(try SimulationKind.money.run(seed: seed) == first)
    #expect(first.faultCount > 0)
    #expect(try SimulationKind.money.run(seed: seed + 1).fingerprint != first.fingerprint)
  }

  @Test(
    "500 expenses of a month offline, among 20 people and as large as there are, reach everybody")
  func month() throws {
    let report = try MoneyMonth.run(seed: 1)
    #expect(report.done["addExpense", default: 0] >= MoneyMonth.expenseCount)
  }

  #if PLANTED_BUGS
    /// Those that few histories are enough for; `make bugs` plants all of them.
    private static let soon: [FinanceBug] = [
      .wrongSumsAccepted, .secondClaimWins, .twoMembersOfAccount, .memberOfOtherGroup,
      .categoryReferenceMissing, .partsNotJoined, .remainderDropped, .remainderToFirst,
      .weightsIgnored, .tipSpreadEqually, .transferTooMany, .paymentToOneself, .settledTwice,
      .laterEditWins, .copyForgetsPayments, .restoreMixesParts,
      .commentsForgotten, .categoryKeptByExpenses, .repeatingMadeTwice, .indexForgottenInCombining,
      .debtsOfDeletedKept, .spendingKeepsCategory, .paymentsAreSpending, .currenciesMixed,
      .ledgerDependsOnOrder, .notesLostInReassigning, .ledgerCountsPayments, .onceBudgetIgnored,
    ]

    @Test("a broken rule of money is noticed", arguments: soon)
    func plantedBugs(_ bug: FinanceBug) {
      let disks = SimulatedDisks()
      for seed in 1...Self.maxSeedsPerBug {
        do {
          _ = try SimulationKind.money.run(seed: seed, planting: bug.rawValue, on: disks)
        } catch {
          print("\(bug.rawValue) is noticed at seed \(seed): \(error)")
          return
        }
      }
      Issue.record("\(bug.rawValue) is not noticed in \(Self.maxSeedsPerBug) histories")
    }
  #endif
}
