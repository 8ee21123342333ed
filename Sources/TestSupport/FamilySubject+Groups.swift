import Replica
import SyncProtocol

/// Groups of people who are a family, or were one: expenses by whoever may write there, which is by
/// what they were given themselves and by what the family gives to parents and to children.
extension FamilySubject {
  private static let spending: [MoneyAction] = [
    .addExpense, .addExpense, .addExpense, .addExpense, .addPayment, .openForm, .submitForm,
    .deleteExpense, .restoreExpense, .addMember, .addComment, .editGroup,
  ]

  /// - Parameter group: as the device knows it; its person may only read there.
  func spend(
    in group: ZoneRow, on device: SimulatedDevice, _ simulation: Simulation
  ) throws {
    let action = simulation.random.pick(Self.spending)!
    let person = person(device, in: "", simulation).spender(in: group.id)
    let bin = person.memory.bin
    let isKept = try simulation.useCase("\(action.rawValue) in a group", on: device) {
      try person.perform(action, $0)
    }
    guard isKept else { return person.memory.bin.forgetNew(since: bin) }
    try require(
      // Beside the hub others write between the steps of one write.
      group.role.canWrite || device.isBeside, "who only reads a group writes nothing there",
      "\(device.name) \(action.rawValue) in \(group.id)")
    let isChild = try device.shared.contains { $0.kind == .family && $0.role == .readOnly }
    let who = isChild ? "child" : "parent or guest"
    simulation.report.done["written in a group by a \(who)", default: 0] += 1
  }

  /// Everybody whose device has a group writes in it, or tries to, before they hear of each other.
  func spendTogether(_ group: ZoneID, _ simulation: Simulation) throws {
    for device in simulation.devices where !device.isBeside && device.task == nil {
      if simulation.crossing.chance(0.5) { try simulation.sync(device, isFaulty: false) }
      guard let row = try device.zones.first(where: { $0.id == group }) else { continue }
      try spend(in: row, on: device, simulation)
    }
  }
}
