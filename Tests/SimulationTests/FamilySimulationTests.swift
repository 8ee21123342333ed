import Families
import SyncProtocol
import TestSupport
import Testing

/// Families under every fault the simulator knows, with the program's own schema and use cases, and
/// requests by those who may and by those who may not. `HEARTH_SEEDS` and `HEARTH_START` choose
/// other histories than the usual ones.
@Suite struct FamilySimulationTests {
  private static let maxSeedsPerBug: UInt64 = 300

  // S4-SEC-3 D-FAM-1 D-FAM-3 D-FAM-6 I4-3 X07
  @Test(
    """
    no child has a parent's right, there is a parent, days and stars are equal on all, and stars are \
    what was approved less what was granted, whatever happens
    """,
    arguments: SeedChunks.of(30, size: 15))
  func histories(_ seeds: Range<UInt64>) {
    let disks = SimulatedDisks()
    for seed in seeds {
      do {
        _ = try SimulationKind.family.run(seed: seed, on: disks)
      } catch {
        Issue.record("make sim KIND=family SEEDS=1 START=\(seed): \(error)")
      }
    }
  }

  @Test("the same seed gives the same families", arguments: [3, 17, 101])
  func repeatable(_ seed: UInt64) throws {
    let first = try SimulationKind.family.run(seed: seed)
    #expect(try SimulationKind.family.run(seed: seed) == first)
    #expect(first.faultCount > 0)
    #expect(try SimulationKind.family.run(seed: seed + 1).fingerprint != first.fingerprint)
  }

  #if PLANTED_BUGS
    @Test("a broken rule of families is noticed", arguments: SimulationKind.family.bugs)
    func plantedBugs(_ bug: String) {
      let disks = SimulatedDisks()
      for seed in 1...Self.maxSeedsPerBug {
        do {
          _ = try SimulationKind.family.run(seed: seed, planting: bug, on: disks)
        } catch {
          print("\(bug) is noticed at seed \(seed): \(error)")
          return
        }
      }
      Issue.record("\(bug) is not noticed in \(Self.maxSeedsPerBug) histories")
    }
  #endif
}
