import Families
import Finances
import Replica
import SyncProtocol
import Things

/// The simulations there are.
package enum SimulationKind: String, CaseIterable, Sendable {
  /// The engine, on a small schema in which each of its rules occurs.
  case engine
  /// A household: its own schema and its use cases.
  case household
  /// Groups who share expenses: the program's own schema, use cases and sums, under all that the
  /// engine's histories suffer.
  case money
  /// Families: who is in one, their routines and turns, in the same way.
  case family
  /// The drivers of replicas: files, loops and pools, on disks that fail.
  case drivers

  /// Whether a bug of this name can be planted in it, in debug builds.
  package func knows(_ bug: String) -> Bool {
    switch self {
    case .engine: PlantedBug(rawValue: bug) != nil
    case .household: HouseholdBug(rawValue: bug) != nil
    case .money: FinanceBug(rawValue: bug) != nil
    case .family:
      FamilyBug(rawValue: bug) != nil
        || PlantedBug(rawValue: bug).map(PlantedBug.ofFamilies.contains) ?? false
    case .drivers: DriverBug(rawValue: bug) != nil
    }
  }

  /// The names of the bugs that its histories show, in debug builds.
  package var bugs: [String] {
    switch self {
    case .engine:
      PlantedBug.allCases.filter {
        !PlantedBug.directed.contains($0) && !PlantedBug.ofFamilies.contains($0)
      }.map(\.rawValue)
    case .household: HouseholdBug.allCases.map(\.rawValue)
    case .money: FinanceBug.allCases.filter { !FinanceBug.directed.contains($0) }.map(\.rawValue)
    case .family:
      PlantedBug.allCases.filter(PlantedBug.ofFamilies.contains).map(\.rawValue)
        + FamilyBug.allCases.filter { !FamilyBug.directed.contains($0) }.map(\.rawValue)
    case .drivers: DriverBug.allCases.map(\.rawValue)
    }
  }

  /// Runs one history on the calling thread. Throws `SimulationFailure` when an invariant breaks.
  ///
  /// - Parameters:
  ///   - disks: those of the histories before, which make this one faster and do not change it; of
  ///     one kind and for one thread.
  ///   - trace: where the history is written down; of the engine, of money and of families alone.
  ///   - seals: whether the hub of these is handed back what a restore has lost.
  package func run(
    seed: UInt64, planting bug: String? = nil, on disks: SimulatedDisks = SimulatedDisks(),
    trace: SimulationTrace? = nil, seals: Bool = true
  ) throws -> SimulationReport {
    switch self {
    case .engine:
      try PlantedBug.$active.withValue(bug.flatMap { PlantedBug(rawValue: $0) }) {
        try Simulation.run(seed: seed, on: disks, trace: trace, seals: seals)
      }
    case .household:
      try HouseholdBug.$active.withValue(bug.flatMap { HouseholdBug(rawValue: $0) }) {
        try HouseholdSimulation.run(seed: seed)
      }
    case .money:
      try FinanceBug.$active.withValue(bug.flatMap { FinanceBug(rawValue: $0) }) {
        try Simulation.run(
          seed: seed, of: MoneySubject(), on: disks, trace: trace, seals: seals)
      }
    case .family:
      try PlantedBug.$active.withValue(bug.flatMap { PlantedBug(rawValue: $0) }) {
        try FamilyBug.$active.withValue(bug.flatMap { FamilyBug(rawValue: $0) }) {
          try Simulation.run(
            seed: seed, of: FamilySubject(), on: disks, trace: trace, seals: seals)
        }
      }
    case .drivers:
      try DriverBug.$active.withValue(bug.flatMap { DriverBug(rawValue: $0) }) {
        try DriverSimulation.run(seed: seed)
      }
    }
  }
}
