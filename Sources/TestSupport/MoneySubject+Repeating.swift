import Finances
import Replica
import SyncProtocol

/// What becomes of an expense that two have made without knowing of each other.
extension MoneySubject {
  /// As a page does: of two who made the same expense the hub took the first, and the other one is
  /// forgotten, as nobody has typed it.
  func forgetWhatOthersMade(_ device: SimulatedDevice, _ simulation: Simulation) throws {
    guard !device.hasOpenRehearsal else { return }
    for parked in try device.replica.parkedChanges()
    where MakeDueExpense.isMadeTwice(parked.changeSet, parked.refusal.reason) {
      try checkMadeByOthers(parked, simulation)
      try device.replica.discard(parked.number)
      simulation.letGo.insert(Simulation.Written(device, parked.changeSet))
      simulation.report.done["made by others", default: 0] += 1
    }
  }

  /// Nothing that somebody has typed is in it, and the expense is or was there.
  private func checkMadeByOthers(_ parked: ParkedChange, _ simulation: Simulation) throws {
    let mutations = parked.changeSet.mutations
    let isMade = mutations.allSatisfy { mutation in
      mutation.table == "repeatingExpenses"
        ? Array(mutation.registers.keys) == ["nextOn"]
        : mutation.table == "expenses" && mutation.kind == .insert
    }
    try require(isMade, "nothing that was typed is forgotten", "\(parked.changeSet)")
    // Of what somebody has ended nothing more is made.
    let isEnded =
      parked.refusal.reason == .gone && parked.refusal.record?.table == "repeatingExpenses"
    guard !simulation.hasRestored, !isEnded else { return }
    for mutation in mutations where mutation.kind == .insert {
      let isKnown = try simulation.store.read { reader in
        try !reader.places(of: mutation.id).isEmpty || reader.zone(mutation.zone)?.isAlive != true
      }
      try require(isKnown, "what others made is there", "\(mutation.key)")
    }
  }
}
