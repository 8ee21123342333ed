import Finances
import Household
import Hub
import Replica
import SQLite
import SyncProtocol

/// People who leave groups, with what they keep of them, and come back.
extension MoneySubject {
  /// Somebody leaves a group, whether their device hears of it at once or not.
  func leave(_ device: SimulatedDevice, _ simulation: Simulation) throws {
    let others = try device.shared.filter { $0.role != .owner }
    guard let zone = simulation.random.pick(others)?.id else { return }
    if simulation.random.chance(0.7) { try keepShares(of: zone, device, simulation) }
    try leave(zone, device, simulation)
  }

  /// As a page does before somebody leaves: their own past stays.
  func keepShares(
    of zone: ZoneID, _ device: SimulatedDevice, _ simulation: Simulation
  ) throws {
    try write("keep shares", on: device, simulation) { transaction in
      let db = transaction.connection
      let oracle = try LedgerOracle(of: device.account, on: db)
      try KeepShares(groupID: zone)(transaction)
      try checkKept(oracle, of: zone, device)
    }
  }

  func leave(
    _ zone: ZoneID, _ device: SimulatedDevice, _ simulation: Simulation
  ) throws {
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

  /// Somebody who was in a group is let in again.
  func comeBack(_ device: SimulatedDevice, _ simulation: Simulation) throws {
    let lost = simulation.lostGrants.sorted().compactMap { entry -> ZoneID? in
      let words = entry.split(separator: " ").map(String.init)
      return words.count == 2 && words[0] == device.account ? words[1] : nil
    }
    guard let zone = simulation.random.pick(lost) else { return }
    try letIn(device.account, zone, simulation)
  }

  func letIn(_ account: AccountID, _ zone: ZoneID, _ simulation: Simulation) throws {
    let owner = try simulation.store.read { reader -> AccountID? in
      guard try reader.zone(zone)?.isAlive == true else { return nil }
      return try reader.grants(in: zone).first { $0.role == .owner }?.account
    }
    guard let owner, owner != account else { return }
    do {
      _ = try simulation.atHub(isFaulty: false) {
        try simulation.makeInvite(in: zone, by: owner, role: .readWrite, uses: 1)
      }
    } catch is SharingError { return } catch is InviteError { return }
    guard let invite = simulation.invites.last else { return }
    _ = try simulation.atHub(isFaulty: false) {
      do {
        try simulation.trace("redeem", invite, account)
        try simulation.hub.redeem(inviteID: invite, by: account)
        simulation.fault("come back")
      } catch is SharingError {} catch is InviteError {}
    }
  }

  /// Whoever has lost a group makes one of their own of what they had.
  func keepCopy(_ device: SimulatedDevice, _ simulation: Simulation) throws {
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
      let db = transaction.connection
      let noted = try effects.filter { $0.table == "expenses" }.compactMap {
        try LedgerNote.of($0.id, in: db)?.details
      }.filter { $0 != LedgerNoteDetails() }
      let group = try KeepGroupCopy(GroupCopy(wireBytes: bytes))(transaction).id
      let carried = try LedgerNote.all(where: "groupID = ?", [.text(group)], in: db).map(\.details)
      try require(
        Set(noted.map { "\($0)" }) == Set(carried.map { "\($0)" })
          && noted.count == carried.count, "notes go along with a copy",
        "\(device.name) \(noted), has \(carried)")
      for (table, count) in try Self.counts(of: effects) {
        let kept = try db.first("SELECT count(*) FROM \(table) WHERE groupID = ?", .text(group)) {
          Int($0.integer(0))
        }
        try require(
          kept == count, "a copy has everything",
          "\(device.name) \(table): \(kept ?? 0) of \(count)")
      }
      made = group
    }
    // As on its page: the shares are in the copy.
    if isKept { try KeepLostShares.forget([notice.zone], device.connection) }
    guard isKept, let made, try device.zones.contains(where: { $0.id == made }) else { return }
    try checkNames(in: made, device)
    keptCopies.insert("\(notice.id) \(device.account)")
    let (was, now) = (MoneyOracle(effects), try MoneyOracle(of: made, on: device.connection))
    try require(
      was.amounts == now.amounts, "who leaves keeps what everybody was owed",
      "\(device.name) \(made): \(was.amounts), has \(now.amounts)")
  }

  /// How many records of each kind a copy must have.
  private static func counts(of effects: [Effect]) throws -> [(table: String, count: Int)] {
    ["groupMembers", "expenseCategories", "expenses", "expenseReceipts", "expenseComments"].map {
      table in (table, effects.count { $0.table == table })
    }
  }

  /// In a copy nobody is said to be somebody but its author.
  private func checkNames(in group: ZoneID, _ device: SimulatedDevice) throws {
    let named = try device.connection.query(
      "SELECT accountID FROM groupMembers WHERE groupID = ? AND accountID IS NOT NULL",
      .text(group)
    ) { $0.text(0) }
    try require(
      named.allSatisfy { $0 == device.account }, "a copy names no other account",
      "\(device.name) \(group): \(named)")
  }
}
