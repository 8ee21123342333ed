import Finances
import Household
import Hub
import Replica
import SQLite
import SyncProtocol

/// What the hub decides: who is who, who is one, what is settled, and what becomes of groups.
extension MoneySubject {
  func wish(_ device: SimulatedDevice, _ simulation: Simulation) throws {
    guard device.task == nil, let zone = simulation.random.pick(try device.zones) else { return }
    switch simulation.random.number(0..<20) {
    case 0..<4: try claim(device, zone.id, simulation)
    case 4: try release(device, zone.id, simulation)
    case 5: try assign(device, zone.id, simulation)
    case 6..<9: try combine(device, zone.id, simulation)
    case 9..<15: try settle(device, zone.id, simulation)
    case 15:
      if zone.role == .owner, !device.isBeside { begin(.deleteHome(zone.id), device) }
    case 16: try act(.addGroup, on: device, in: zone.id, simulation)
    case 17:
      try leave(device, simulation)
      try keepCopy(device, simulation)
    default:
      for device in simulation.devices.shuffled(using: &simulation.random) {
        try keepCopy(device, simulation)
      }
    }
  }

  func perform(_ task: SimulatedDevice.Task, _ transaction: WriteTransaction) throws {
    switch task {
    case .merge: return
    case .deleteHome(let zone): try DeleteGroup(groupID: zone)(transaction)
    case .decide(let decision): try decision.body(transaction)
    }
  }

  private func begin(_ task: SimulatedDevice.Task, _ device: SimulatedDevice) {
    device.task = task
    device.tries = 0
  }

  /// Has the hub decide; beside the hub at once.
  func decide(
    _ name: String, _ device: SimulatedDevice, _ zone: ZoneID, _ simulation: Simulation,
    _ body: @escaping (WriteTransaction) throws -> Void
  ) throws {
    guard device.isBeside else {
      return begin(.decide(.init(zone: zone, name: name, body: body)), device)
    }
    do {
      try simulation.writeBeside(device, relyingOn: Replica.Reliance(zones: [zone]), body)
    } catch is FinanceFailure {
      simulation.report.parked["\(name) not done", default: 0] += 1
    } catch ReplicaError.pendingChanges {
    } catch ReplicaError.parkedChanges {}
  }

  private func claim(
    _ device: SimulatedDevice, _ zone: ZoneID, _ simulation: Simulation
  ) throws {
    guard let member = try device.pick("groupMembers", in: zone, where: "accountID IS NULL") else {
      return
    }
    try decide("claim", device, zone, simulation) { try ClaimMember(memberID: member)($0) }
    // Somebody else has the same thought.
    guard let other = simulation.random.pick(simulation.devices), other.task == nil,
      simulation.random.chance(0.4), try other.zones.contains(where: { $0.id == zone })
    else { return }
    try decide("claim", other, zone, simulation) { try ClaimMember(memberID: member)($0) }
  }

  private func release(
    _ device: SimulatedDevice, _ zone: ZoneID, _ simulation: Simulation
  ) throws {
    guard
      let member = try device.pick("groupMembers", in: zone, where: "accountID IS NOT NULL")
    else { return }
    try decide("release", device, zone, simulation) { try ReleaseMember(memberID: member)($0) }
  }

  private func assign(
    _ device: SimulatedDevice, _ zone: ZoneID, _ simulation: Simulation
  ) throws {
    let people = try Participant.all(home: zone, in: device.connection).map(\.accountID)
    guard let member = try device.pick("groupMembers", in: zone),
      let account = simulation.random.pick(people)
    else { return }
    try decide("assign", device, zone, simulation) { transaction in
      // As the page does: they may have left meanwhile.
      let people = try Participant.all(home: zone, in: transaction.connection)
      guard people.contains(where: { $0.accountID == account }) else {
        throw FinanceFailure.memberNotFound
      }
      try AssignMember(memberID: member, to: account)(transaction)
    }
  }

  private func combine(
    _ device: SimulatedDevice, _ zone: ZoneID, _ simulation: Simulation
  ) throws {
    let members = try device.ids("groupMembers", in: zone).shuffled(using: &simulation.random)
    guard members.count > 1 else { return }
    try decide("combine", device, zone, simulation) {
      try CombineMembers(members[0], into: members[1])($0)
    }
    // Others write of both late.
    for other in simulation.devices where other !== device && simulation.random.chance(0.5) {
      guard try other.zones.contains(where: { $0.id == zone && $0.role.canWrite }) else {
        continue
      }
      other.awayUntil = simulation.report.steps + simulation.random.number(10..<30)
      try act(.addExpense, on: other, in: zone, simulation)
    }
  }

  /// Presses a payment that is proposed; whoever sees the same presses it, too.
  func settle(_ device: SimulatedDevice, _ zone: ZoneID, _ simulation: Simulation) throws {
    let balances = try GroupBalances.of(zone, in: device.connection)
    guard let currency = simulation.random.pick(balances.currencies),
      let transfer = simulation.random.pick(
        try balances.settlement(in: currency).transfers),
      let amount = Int64(exactly: transfer.amount), amount <= ExpenseMoney.amounts.upperBound
    else { return }
    let settle = SettleUp(
      groupID: zone, from: transfer.from, to: transfer.to, amountMinor: amount,
      currency: currency, day: "2026-03-02", title: Self.settled)
    try decide("settle", device, zone, simulation) { try settle($0) }
    for other in simulation.devices where other !== device && simulation.random.chance(0.4) {
      guard other.task == nil, try other.zones.contains(where: { $0.id == zone }) else { continue }
      try decide("settle", other, zone, simulation) { try settle($0) }
    }
  }

  /// Somebody leaves a group, whether their device hears of it at once or not.
  private func leave(_ device: SimulatedDevice, _ simulation: Simulation) throws {
    let others = try device.zones.filter { $0.role != .owner }
    guard let zone = simulation.random.pick(others)?.id else { return }
    let account = device.account
    _ = try simulation.atHub(isFaulty: simulation.random.chance(0.5)) {
      do {
        simulation.lostGrants.insert("\(account) \(zone)")
        try simulation.trace("remove", account, zone, account)
        try simulation.hub.remove(account, from: zone, by: account)
        simulation.fault("left")
      } catch is SharingError {}
    }
  }

  /// Whoever has lost a group makes one of their own of what they had.
  private func keepCopy(_ device: SimulatedDevice, _ simulation: Simulation) throws {
    let notices = try simulation.hub.notices(of: device.account).filter {
      $0.copyUntil != nil && !keptCopies.contains("\($0.id) \(device.account)")
    }
    guard let notice = simulation.random.pick(notices) else { return }
    simulation.report.done["copy offered", default: 0] += 1
    let bytes = try simulation.hub.copy(ofNotice: notice.id, of: device.account)
    var effects: [Effect] = []
    try WireReader.read(bytes) { reader throws(WireError) in
      try reader.array { reader throws(WireError) in
        effects.append(try Effect(from: &reader))
      }
    }
    guard effects.contains(where: { $0.table == "groups" }) else { return }
    var made: ZoneID?
    let isKept = try write("keep copy", on: device, simulation) { transaction in
      made = try KeepGroupCopy(GroupCopy(wireBytes: bytes))(transaction).id
    }
    guard isKept, let made, try device.zones.contains(where: { $0.id == made }) else { return }
    keptCopies.insert("\(notice.id) \(device.account)")
    let (was, now) = (MoneyOracle(effects), try MoneyOracle(of: made, on: device.connection))
    try require(
      was.amounts == now.amounts, "who leaves keeps what everybody was owed",
      "\(device.name) \(made): \(was.amounts), has \(now.amounts)")
  }
}
