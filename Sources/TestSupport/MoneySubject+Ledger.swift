import Finances
import Household
import Hub
import Replica
import SQLite
import SyncProtocol

/// People whose own ledgers meet what becomes of their groups.
extension MoneySubject {
  /// Two open a group in which something is due, without knowing of each other.
  func crossDue(
    _ one: SimulatedDevice, _ two: SimulatedDevice, _ zone: ZoneID, _ simulation: Simulation
  ) throws {
    let today = today(simulation).text
    if try one.ids("repeatingExpenses", in: zone, where: "nextOn <= '\(today)'").isEmpty {
      try act(.addRepeating, on: one, in: zone, simulation)
      for device in [one, two] { try simulation.sync(device, isFaulty: false) }
    }
    for device in [one, two] {
      guard try simulation.canWrite(device, zone) else { return }
      try act(.makeDue, on: device, in: zone, simulation)
    }
    for device in [one, two] { try simulation.sync(device, isFaulty: false) }
    for device in [one, two] { try forgetWhatOthersMade(device, simulation) }
  }

  /// Two import the same sheet at once; one of them takes it back when somebody has said something
  /// about a row of it.
  func crossImports(
    _ one: SimulatedDevice, _ two: SimulatedDevice, _ zone: ZoneID, _ simulation: Simulation
  ) throws {
    let first = simulation.crossing.number(0..<5) * 2
    for (device, rows) in [(one, first..<first + 3), (two, first + 1..<first + 4)] {
      guard device.task == nil, try simulation.canWrite(device, zone) else { return }
      try importSheet(rows, on: device, in: zone, simulation)
    }
    for device in [one, two, one, two] { try simulation.sync(device, isFaulty: false) }
    guard one.task == nil, try simulation.canWrite(one, zone), try simulation.canWrite(two, zone),
      let made = memory(of: one).imports.last?.expenses.last?.id,
      try two.ids("expenses", in: zone).contains(made)
    else { return }
    let person = person(two, in: zone, simulation)
    if simulation.crossing.chance(0.5) {
      try write("said of what was imported", on: two, simulation) {
        try person.comment(on: made, $0)
      }
    } else {
      try editAmounts(of: made, in: zone, by: two, simulation)
    }
    for device in [two, one] { try simulation.sync(device, isFaulty: false) }
    try undoImport(one, zone, simulation)
    for _ in 0..<2 { try simulation.sync(one, isFaulty: false) }
  }

  /// Somebody notes something of a share, is not that member any more, or one with another, and is
  /// it again.
  func crossNotes(
    _ one: SimulatedDevice, _ two: SimulatedDevice, _ zone: ZoneID, _ simulation: Simulation
  ) throws {
    guard let member = try ownMember(one, zone, simulation),
      let profile = try Profile.own(in: one.connection)?.id
    else { return }
    let person = person(one, in: zone, simulation)
    for expense in try shares(of: member, in: zone, one).prefix(3) {
      try write("noted", on: one, simulation) {
        try person.noteShare(of: expense, profile, $0)
      }
    }
    try simulation.sync(one, isFaulty: false)
    if simulation.crossing.chance(0.3) {
      let others = try two.ids("groupMembers", in: zone, where: "accountID IS NULL")
      guard let stays = others.last(where: { $0 != member }), two.task == nil else { return }
      try combine(stays, into: member, on: two, in: zone, simulation)
      for device in [two, two, one] { try simulation.sync(device, isFaulty: false) }
      return try simulation.checkDevice(one)
    }
    for isOut in [true, false] {
      guard try one.ids("groupMembers", in: zone).contains(member) else { return }
      try write(isOut ? "no longer claimed" : "claimed again", on: one, simulation) {
        if isOut {
          try ReleaseMember(memberID: member)($0)
        } else {
          try ClaimMember(memberID: member)($0)
        }
      }
      try simulation.sync(one, isFaulty: false)
      try simulation.checkDevice(one)
    }
  }

  /// Who somebody is in a group; they say so if they have not.
  private func ownMember(
    _ device: SimulatedDevice, _ zone: ZoneID, _ simulation: Simulation
  ) throws -> RecordID? {
    if let own = try GroupMember.of(device.account, in: zone, device.connection) { return own.id }
    let free = try device.ids("groupMembers", in: zone, where: "accountID IS NULL")
    guard let member = simulation.crossing.pick(free) else { return nil }
    let isKept = try write("claimed", on: device, simulation) {
      try ClaimMember(memberID: member)($0)
    }
    return isKept ? member : nil
  }

  private func shares(
    of member: RecordID, in zone: ZoneID, _ device: SimulatedDevice
  ) throws -> [RecordID] {
    try device.connection.query(
      "SELECT DISTINCT expenseID FROM expenseParts WHERE groupID = ? AND memberID = ? ORDER BY 1",
      .text(zone), .text(member)
    ) { $0.text(0) }
  }

  /// Somebody leaves with their past, or is removed and has it afterwards, and comes back: their
  /// notes are there as they were.
  func crossLeaving(
    _ one: SimulatedDevice, _ zone: ZoneID, _ simulation: Simulation
  ) throws {
    guard try one.shared.contains(where: { $0.id == zone && $0.role != .owner }) else { return }
    if let member = try ownMember(one, zone, simulation),
      let profile = try Profile.own(in: one.connection)?.id,
      let expense = try shares(of: member, in: zone, one).first
    {
      let person = person(one, in: zone, simulation)
      try write("noted", on: one, simulation) {
        try person.noteShare(of: expense, profile, $0)
      }
    }
    let isRemoved = simulation.crossing.chance(0.5)
    if !isRemoved { try keepShares(of: zone, one, simulation) }
    try simulation.sync(one, isFaulty: false)
    let oracle = try LedgerOracle(of: one.account, on: one.connection)
    if isRemoved {
      try removeByOwner(one.account, from: zone, simulation)
    } else {
      try leave(zone, one, simulation)
    }
    try simulation.sync(one, isFaulty: false)
    try keepLost(one, simulation)
    if try !one.zones.contains(where: { $0.id == zone }),
      try !KeepLostShares.isDue(one.connection)
    {
      try checkKept(oracle, of: zone, one)
    }
    try simulation.checkDevice(one)
    guard simulation.crossing.chance(0.7) else { return }
    try letIn(one.account, zone, simulation)
    try simulation.sync(one, isFaulty: false)
    try keepLost(one, simulation)
    try simulation.checkDevice(one)
  }

  private func removeByOwner(
    _ account: AccountID, from zone: ZoneID, _ simulation: Simulation
  ) throws {
    let owner = try simulation.store.read { reader in
      try reader.grants(in: zone).first { $0.role == .owner }?.account
    }
    guard let owner, owner != account else { return }
    _ = try simulation.atHub(isFaulty: false) {
      do {
        simulation.lostGrants.insert("\(account) \(zone)")
        try simulation.trace("remove", account, zone, owner)
        try simulation.hub.remove(account, from: zone, by: owner)
        simulation.fault("removed")
      } catch is SharingError {}
    }
  }

  /// As a page of somebody's ledger does before it tells of it.
  func keepLost(_ device: SimulatedDevice, _ simulation: Simulation) throws {
    guard try Profile.own(in: device.connection) != nil,
      try KeepLostShares.isDue(device.connection)
    else { return }
    var groups: [ZoneID] = []
    let isKept = try write("keep lost shares", on: device, simulation) {
      groups = try KeepLostShares()($0)
    }
    if isKept { try KeepLostShares.forget(groups, device.connection) }
  }

  /// Whoever does not have a group any more has kept what their shares were, and nothing else.
  ///
  /// - Parameter oracle: what they had.
  func checkKept(
    _ oracle: LedgerOracle, of zone: ZoneID, _ device: SimulatedDevice
  ) throws {
    let shares = oracle.shares(of: zone)
    let kept = try LedgerNote.all(where: "keptDay IS NOT NULL", [], in: device.connection)
    try require(
      shares.values.allSatisfy { oracle.isKept($0, in: kept) }
        && kept.allSatisfy { $0.groupID != zone || shares[$0.expenseID] != nil },
      "who loses a group keeps what their shares were",
      "\(device.name) \(zone): \(kept), had \(shares)")
  }
}
