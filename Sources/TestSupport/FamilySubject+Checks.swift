import Families
import Hub
import Replica
import SQLite
import SyncProtocol
import Values

/// What must hold of families, whatever happens.
extension FamilySubject {
  func checkView(_ device: SimulatedDevice) throws {
    let db = device.connection
    let broken = try db.query("PRAGMA foreign_key_check") { "\($0.text(0)) → \($0.text(2))" }
    try require(broken.isEmpty, "1 references stay in their family", "\(device.name) \(broken)")
    let foreign = try db.query(
      "SELECT id FROM families WHERE id NOT IN (SELECT id FROM syncZones)"
    ) { $0.text(0) }
    try require(foreign.isEmpty, "10 only families it may read", "\(device.name) \(foreign)")
    try MoneySubject.checkBalances(on: device)
  }

  /// The days around today are what the rules say.
  func checkDevice(_ device: SimulatedDevice) throws {
    try checkView(device)
    for family in try families(on: device) {
      let oracle = try FamilyOracle(of: family, on: device.connection)
      let days = try lastDays(of: family, on: device)
      var waiting: Set<String> = []
      for day in days {
        let board = try DayBoard(of: family, on: day, in: device.connection)
        let (must, shown) = (oracle.lines(on: day), FamilyOracle.lines(board))
        try require(
          must == shown, "a day is what its rules say",
          "\(device.name) \(family) \(day.text): \(shown.subtracting(must).sorted()), must be "
            + "\(must.subtracting(shown).sorted())")
        let members = Set(board.people.map(\.id))
        for entry in board.entries
        where entry.state == .waiting && entry.personID.map(members.contains) != false {
          waiting.insert("\(day.text) \(entry.id)")
        }
      }
      // One day later still it is found, without looking at each day.
      let listed = try WaitingRoutine.all(
        of: family, through: days.last ?? .lastOfTime, in: device.connection
      ).filter { days.contains($0.day) }.map { "\($0.day.text) \($0.entry.id)" }
      try require(
        Set(listed) == waiting && listed.count == waiting.count, "what waits is found",
        "\(device.name) \(family): \(listed), must be \(waiting.sorted())")
      try checkStars(of: family, on: device)
    }
  }

  func families(on device: SimulatedDevice) throws -> [ZoneID] {
    try device.connection.query("SELECT id FROM families ORDER BY id") { $0.text(0) }
  }

  /// The last days about which something was noted, and those after.
  func lastDays(of family: ZoneID, on device: SimulatedDevice) throws -> [CalendarDay] {
    let last = try device.connection.first(
      "SELECT max(day) FROM routineEvents WHERE familyID = ?", .text(family)
    ) { $0.optionalText(0) }
    let day = last.flatMap { $0.flatMap { CalendarDay($0) } }
    let number = day?.daysSince1970 ?? CalendarDay(year: 2026, month: 1, day: 5).daysSince1970
    return (number - 4...number + 3).map { CalendarDay(daysSince1970: $0) }
  }

  // MARK: The hub

  func check(_ record: HubRecord) throws { try MoneySubject.checkAmounts(of: record) }

  func check(_ image: HubOracle.Image, before: HubOracle.Image?, _ oracle: HubOracle) throws {
    try shares.look(
      at: oracle.store, isHandedBack: oracle.isHandedBack)
    try MoneySubject.checkBalances(of: image)
    try oracle.checkMembers(image, of: "groupMembers")
    let rights = try Rights(oracle.store.connection)
    for (zone, place) in rights.zones where place.kind == "family" {
      try require(
        place.roles.values.contains { $0 != .readOnly }, "every family has a parent", zone)
      try require(
        place.roles.values.count { $0 == .owner } == 1, "every family has one owner", zone)
    }
    for account in accounts {
      let families = rights.families(of: account)
      try require(
        families.count <= 1, "an account is in one family at most", "\(account) in \(families)")
    }
  }

  /// A zone that was deleted comes back for who is in the family with which it is shared: who
  /// joined it meanwhile gets it, who has another role in it has another one here, and who got more
  /// by it keeps what is left. What exactly somebody must have the check of shares says.
  func isGiven(_ grant: HubGrant, was: HubGrant?, _ reader: any HubReader) throws -> Bool {
    if let was, was.grantID == grant.grantID, grant.role < was.role {
      return shares.wasShared.contains(grant.zone)
    }
    guard let share = try reader.familyShare(of: grant.zone),
      try reader.zone(share.family)?.isAlive == true,
      let own = try reader.grant(in: share.family, for: grant.account)
    else { return false }
    let isOut = try reader.familyShareMembers(of: grant.zone).contains {
      $0.account == grant.account && $0.isOut
    }
    let given = own.role == .readOnly ? share.roles.children : share.roles.parents
    return !isOut && given == grant.role
  }

  func check(
    _ old: HubRecord, _ new: HubRecord, owners: Set<AccountID>, _ oracle: HubOracle
  ) throws {
    switch new.table {
    case "routines":
      try oracle.checkVersion(of: "plan", old, new)
      try oracle.checkVersion(of: "steps", old, new)
    case "expenses": try oracle.checkVersion(of: "money", old, new)
    case "routineEvents", "routineApprovals", "routineProofs", "rewardWishes", "starGrants":
      guard !old.isDead else { return }
      for (name, register) in old.registers {
        try require(
          register.value == new.registers[name]?.value, "what was noted stays as it was",
          "\(new.key).\(name)")
      }
    default: return
    }
  }

  // MARK: What was accepted, and what was refused

  /// No child holds a parent's right.
  func checkAccepted(
    _ changeSet: ChangeSet, by account: AccountID, _ simulation: Simulation
  ) throws {
    let rights = try Rights(simulation.store.connection)
    let isChild = rights.isChild(account)
    for mutation in changeSet.mutations {
      let isRoot =
        mutation.id == mutation.zone && ["homes", "groups", "families"].contains(mutation.table)
      try require(
        !isChild || mutation.kind != .delete || !isRoot, "no child deletes a zone",
        "\(changeSet.id) \(mutation.key)")
      guard mutation.table != "homes", rights.role(account, mutation.zone) == .readOnly else {
        continue
      }
      try require(
        mutation.kind == .insert
          && ["routineEvents", "routineProofs", "rewardWishes"].contains(mutation.table),
        "a child ticks, shows photos and asks, and no more",
        "\(changeSet.id) \(mutation.kind) \(mutation.key)")
      let registers = mutation.registers
      try require(
        registers["createdBy"]?.text == account
          && (mutation.table != "rewardWishes" || registers["personID"]?.text == account),
        "a child asks for itself, and says who it is", "\(changeSet.id) \(mutation)")
    }
  }

  /// What the use cases write the hub takes, unless somebody was there before.
  func checkRefused(
    _ changeSet: ChangeSet, _ refusal: Refusal, by account: AccountID, _ simulation: Simulation
  ) throws {
    guard !changeSet.id.replica.hasPrefix("evil-") else { return }
    let rights = try Rights(simulation.store.connection)
    switch refusal.reason {
    case .invalid, .hubOwned, .appendOnly, .unknownType, .notInvited, .unrecognised, .claimed:
      throw SimulationFailure(
        "a use case writes what the hub takes", "\(changeSet.id) \(refusal): \(changeSet)")
    case .limit:
      let founds = changeSet.mutations.contains { $0.table == "families" && $0.kind == .insert }
      try require(
        simulation.maxOwnedRecords < 2_000_000
          || founds && !rights.families(of: account).isEmpty || simulation.hasRestored,
        "a use case writes what the hub takes", "\(changeSet.id) \(refusal)")
    case .permission:
      let isOut = changeSet.mutations.contains {
        rights.role(account, $0.zone).map { !$0.canWrite } ?? true
      }
      try require(
        isOut || rights.isChild(account) || simulation.hasRestored,
        "a use case writes what the hub takes", "\(account) may not: \(changeSet)")
    default: return
    }
  }

  // MARK: The end

  func checkEnd(_ simulation: Simulation) throws {
    try simulation.checkLastWriters(of: "routines", ["title", "note", "stars"])
    try simulation.checkLastWriters(of: "rewards", ["title", "price"])
    for (zone, image) in simulation.oracle.images.sorted(by: { $0.key < $1.key })
    where image.isAlive {
      let noted = image.records.values.map(\.record).filter { $0.table == "routineEvents" }
      var known: (name: String, days: [Set<String>])?
      for device in simulation.devices {
        guard try families(on: device).contains(zone) else { continue }
        let ids = try device.ids("routineEvents", in: zone)
        try require(
          Set(ids) == Set(noted.map(\.id)), "what was done is there on all",
          "\(device.name) \(zone)")
        try checkStars(of: zone, image, on: device, simulation)
        let first = CalendarDay(year: 2025, month: 12, day: 28).daysSince1970
        let last = first + simulation.report.steps / 3 + 8
        let days = try (first..<last).map { day in
          FamilyOracle.lines(
            try DayBoard(
              of: zone, on: CalendarDay(daysSince1970: day), in: device.connection))
        }
        if let known {
          let other = zip(known.days, days).first { $0 != $1 }
          try require(
            other == nil, "turns and days are equal on all replicas",
            "\(known.name) and \(device.name): \(other.map { "\($0.0) \($0.1)" } ?? "")")
        }
        known = (device.name, days)
      }
    }
    try simulation.checkAcknowledged(
      [
        "routines", "routineEvents", "routineApprovals", "routineProofs", "absences", "familyFaces",
        "rewards",
        "rewardWishes", "starGrants", "expenses", "expenseComments",
      ], partOf: ["routineID", "expenseID"])
    try MoneySubject.checkReplicas(simulation)
  }
}
