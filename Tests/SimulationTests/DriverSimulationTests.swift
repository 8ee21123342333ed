import Replica
import TestSupport
import Testing

/// The shipping files, loops and pools on disks that fail. `HEARTH_SEEDS` and `HEARTH_START` choose
/// other histories than the usual ones.
@Suite struct DriverSimulationTests {
  private static let maxSeedsPerBug: UInt64 = 300

  @Test(
    "files, loops and pools lose nothing that was told, and settle, whatever fails",
    arguments: SeedChunks.of(40, size: 10))
  func histories(_ seeds: Range<UInt64>) {
    for seed in seeds {
      do {
        _ = try SimulationKind.drivers.run(seed: seed)
      } catch {
        Issue.record("make sim KIND=drivers SEEDS=1 START=\(seed): \(error)")
      }
    }
  }

  @Test("the same seed gives the same history of files, loops and pools", arguments: [3, 17])
  func repeatable(_ seed: UInt64) throws {
    let first = try SimulationKind.drivers.run(seed: seed)
    #expect(try SimulationKind.drivers.run(seed: seed) == first)
    #expect(first.faultCount > 0)
    #expect(try SimulationKind.drivers.run(seed: seed + 1).fingerprint != first.fingerprint)
  }

  #if PLANTED_BUGS
    @Test("a broken rule of the drivers is noticed", arguments: DriverBug.allCases)
    func plantedBugs(_ bug: DriverBug) {
      for seed in 1...Self.maxSeedsPerBug {
        do {
          _ = try SimulationKind.drivers.run(seed: seed, planting: bug.rawValue)
        } catch {
          print("\(bug.rawValue) is noticed at seed \(seed): \(error)")
          return
        }
      }
      Issue.record("\(bug.rawValue) is not noticed in \(Self.maxSeedsPerBug) histories")
    }
  #endif
}
