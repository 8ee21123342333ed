import Foundation
import SyncProtocol
import Testing
import TestSupport

/// The shipping engine under every fault the simulator knows. `HEARTH_SEEDS` and `HEARTH_START`
/// choose other histories than the usual ones.
@Suite struct SimulationTests {
  private static let maxSeedsPerBug: UInt64 = 300

  // S1-9.2-d D-TST-1 D-TST-3
  @Test("a history with faults breaks no invariant", arguments: SeedChunks.of(300, size: 25))
  func histories(_ seeds: Range<UInt64>) {
    let disks = SimulatedDisks()
    for seed in seeds {
      do {
        _ = try Simulation.run(seed: seed, on: disks)
      } catch {
        Issue.record("HEARTH_SEEDS=1 HEARTH_START=\(seed): \(error)")
      }
    }
  }

  /// Histories in which the engine or a check was wrong once. Another simulator may make others of
  /// them; what was wrong has a test of its own then.
  @Test(
    "a history that has failed once holds",
    arguments: [9_104_447, 9_188_440, 30_004_818, 30_052_302, 30_076_350, 50_094_540])
  func failedOnce(_ seed: UInt64) throws { _ = try Simulation.run(seed: seed) }

  @Test("the same seed gives the same history", arguments: [3, 17, 101])
  func repeatable(_ seed: UInt64) throws {
    let first = try Simulation.run(seed: seed)
    #expect(try Simulation.run(seed: seed) == first)
    #expect(first.faultCount > 0)
    #expect(try Simulation.run(seed: seed + 1).fingerprint != first.fingerprint)
  }

  @Test("a history on the disks of others is what it is on new ones", arguments: [3, 17, 101])
  func usedDisks(_ seed: UInt64) throws {
    let disks = SimulatedDisks()
    for other in seed + 1...seed + 3 { _ = try Simulation.run(seed: other, on: disks) }
    #expect(try Simulation.run(seed: seed, on: disks) == Simulation.run(seed: seed))
  }

  @Test("a history that is written down is the same history", arguments: [3, 17, 101])
  func traced(_ seed: UInt64) throws {
    let (lines, report) = try Self.trace { trace in
      try Simulation.run(seed: seed, trace: trace)
    }
    #expect(try report == Simulation.run(seed: seed))
    #expect(lines.first?.hasPrefix(#"{"e":"history","seed":\#(seed),"#) == true)
    #expect(lines.last == #"{"e":"end","hasSettled":1}"#)
    #expect(lines.contains { $0.hasPrefix(#"{"e":"push","#) })
    #expect(lines.contains { $0.hasPrefix(#"{"e":"replica","#) })
  }

  @Test("a history that fails is written down to its end")
  func tracedFailure() throws {
    #if PLANTED_BUGS
      let (lines, isCaught) = try Self.trace { trace in
        try PlantedBug.$active.withValue(.permissionUnchecked) {
          try (UInt64(1)...Self.maxSeedsPerBug).contains { seed in
            do {
              _ = try Simulation.run(seed: seed, trace: trace)
              return false
            } catch is SimulationFailure { return true }
          }
        }
      }
      #expect(isCaught)
      #expect(lines.last?.hasPrefix(#"{"e":"end","#) == true)
    #endif
  }

  /// What `body` has written, by lines, and what it returned.
  private static func trace<Result>(
    _ body: (SimulationTrace) throws -> Result
  ) throws -> (lines: [String], result: Result) {
    let file = FileManager.default.temporaryDirectory.appendingPathComponent(
      "trace-\(UUID().uuidString)")
    // Left behind it harms nobody.
    defer { try? FileManager.default.removeItem(at: file) }
    let trace = try SimulationTrace(path: file.path)
    let result = try body(trace)
    try trace.close()
    let text = try String(contentsOf: file, encoding: .utf8)
    return (text.split(separator: "\n").map(String.init), result)
  }

  #if PLANTED_BUGS
    @Test("a rule that is broken on purpose is noticed", arguments: SimulationKind.engine.bugs)
    func plantedBugs(_ name: String) throws {
      let bug = try #require(PlantedBug(rawValue: name))
      let disks = SimulatedDisks()
      for seed in 1...Self.maxSeedsPerBug {
        do {
          _ = try PlantedBug.$active.withValue(bug) { try Simulation.run(seed: seed, on: disks) }
        } catch {
          print("\(bug.rawValue) is noticed at seed \(seed): \(error)")
          return
        }
      }
      Issue.record("\(bug.rawValue) is not noticed in \(Self.maxSeedsPerBug) histories")
    }
  #endif
}
