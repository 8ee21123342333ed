import Finances
import Household
import Hub
import Replica
import SQLite
import SyncProtocol

/// What the hub decides: who is who, who is one, what is settled, and what becomes of groups.
extension MoneySubject {
  func wish(_ device: SimulatedDevice, _ simulation: Simulation) throws {
    guard device.task == nil, let zone = simulation.random.pick(try device.shared) else { return }
    switch simulation.random.number(0..<27) {
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
    case 18..<22:
      let first = simulation.random.number(0..<4) * 3
      let rows = first..<first + simulation.random.number(1..<6)
      try importSheet(rows, on: device, in: zone.id, simulation)
    case 22, 23: try undoImport(device, zone.id, simulation)
    case 24: try comeBack(device, simulation)
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
    } catch ReplicaError.pendingChanges {
    } catch ReplicaError.parkedChanges {
    } catch  where isRefusal(error) {
      simulation.report.parked["\(name) not done", default: 0] += 1
    }
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
    try combine(members[0], into: members[1], on: device, in: zone, simulation)
    // Others write of both late.
    for other in simulation.devices where other !== device && simulation.random.chance(0.5) {
      guard try other.zones.contains(where: { $0.id == zone && $0.role.canWrite }) else {
        continue
      }
      other.awayUntil = simulation.report.steps + simulation.random.number(10..<30)
      try act(.addExpense, on: other, in: zone, simulation)
    }
  }

  /// Two members are one: nobody else's sums change, and theirs are added up.
  func combine(
    _ gone: RecordID, into stays: RecordID, on device: SimulatedDevice, in zone: ZoneID,
    _ simulation: Simulation
  ) throws {
    try decide("combine", device, zone, simulation) { transaction in
      let db = transaction.connection
      let before = try MoneyOracle(of: zone, on: db)
      let place = "\(device.name) \(gone) into \(stays)"
      do {
        try CombineMembers(gone, into: stays)(transaction)
      } catch FinanceFailure.unbalanced(let problem) {
        try require(
          try Self.isBeyond(gone, stays, in: zone, db),
          "who are combined have paid and owe what both did", "\(place): \(problem)")
        throw FinanceFailure.unbalanced(problem)
      }
      let must = before.nets.mapValues { nets in
        var nets = nets
        nets[stays, default: 0] += nets.removeValue(forKey: gone) ?? 0
        return nets.filter { $0.value != 0 }
      }.filter { !$0.value.isEmpty }
      let after = try MoneyOracle(of: zone, on: db).nets
      try require(
        after == must, "who are combined have paid and owe what both did",
        "\(place): \(after), must \(must)")
    }
  }

  /// Whether there are parts of two members that come to more than a part may be.
  private static func isBeyond(
    _ one: RecordID, _ other: RecordID, in zone: ZoneID, _ db: Connection
  ) throws -> Bool {
    var sums: [String: [Int128]] = [:]
    for (table, column) in [("expenseParts", "expenseID"), ("repeatingParts", "repeatingID")] {
      try db.forEach(
        """
        SELECT \(column), kind, line, paidMinor, owedMinor, weight FROM \(table)
          WHERE groupID = ? AND memberID IN (?, ?)
        """, [.text(zone), .text(one), .text(other)]
      ) { row in
        let key = "\(row.text(0)) \(row.text(1)) \(row.optionalInteger(2) ?? -1)"
        let numbers = [row.integer(3), row.integer(4), row.optionalInteger(5) ?? 0]
        let old = sums[key] ?? [0, 0, 0]
        sums[key] = zip(old, numbers).map { $0 + Int128($1) }
      }
    }
    let most = Int128(ExpenseMoney.amounts.upperBound)
    return sums.values.contains { $0.contains { abs($0) > most } }
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
}
