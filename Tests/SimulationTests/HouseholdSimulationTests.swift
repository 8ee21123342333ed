import SyncProtocol
import TestSupport
import Testing
import Things

/// Households under every fault the simulator knows, on their own schema and through their own use
/// cases. `HEARTH_SEEDS` and `HEARTH_START` choose other histories than the usual ones.
@Suite struct HouseholdSimulationTests {
  private static let maxSeedsPerBug: UInt64 = 100

  @Test(
    "S3-BR1 S3-BR2 D-FRS-3 everyone keeps a home and one primary home, whatever is merged",
    arguments: SeedChunks.of(150, size: 15))
  func histories(_ seeds: Range<UInt64>) {
    for seed in seeds {
      do {
        _ = try SimulationKind.household.run(seed: seed)
      } catch {
        Issue.record("make sim KIND=household SEEDS=1 START=\(seed): \(error)")
      }
    }
  }

  @Test("the same seed gives the same household", arguments: [3, 17, 101])
  func repeatable(_ seed: UInt64) throws {
    let first = try SimulationKind.household.run(seed: seed)
    #expect(try SimulationKind.household.run(seed: seed) == first)
    #expect(first.faultCount > 0)
    #expect(try SimulationKind.household.run(seed: seed + 1).fingerprint != first.fingerprint)
  }

  #if PLANTED_BUGS
    @Test("a broken rule of the household is noticed", arguments: HouseholdBug.allCases)
    func plantedBugs(_ bug: HouseholdBug) {
      for seed in 1...Self.maxSeedsPerBug {
        do {
          _ = try SimulationKind.household.run(seed: seed, planting: bug.rawValue)
        } catch {
          print("\(bug.rawValue) is noticed at seed \(seed): \(error)")
          return
        }
      }
      Issue.record("\(bug.rawValue) is not noticed in \(Self.maxSeedsPerBug) histories")
    }

    @Test(
      "a broken rule of the engine that households meet is noticed in theirs, too",
      arguments: [PlantedBug.pauseIgnored, .rehearsalKeptRegardless])
    func engineBugs(_ bug: PlantedBug) {
      for seed in 1...Self.maxSeedsPerBug {
        do {
          _ = try PlantedBug.$active.withValue(bug) {
            try SimulationKind.household.run(seed: seed)
          }
        } catch {
          print("\(bug.rawValue) is noticed in a household at seed \(seed): \(error)")
          return
        }
      }
      Issue.record("\(bug.rawValue) is not noticed in \(Self.maxSeedsPerBug) histories")
    }
  #endif
}
