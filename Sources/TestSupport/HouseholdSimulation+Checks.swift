import Household
import Hub
import HubSQLite
import Replica
import SQLite
import SyncProtocol
import Things

/// What must hold in a household, whatever happens.
extension HouseholdSimulation {
  // MARK: The hub

  /// Looks at some of what commits have changed, and at everything in the end.
  func checkHub() throws {
    guard noticed.zones.count > 2 || random.chance(0.3) else { return }
    try checkNoticed()
  }

  private func checkNoticed() throws {
    defer { noticed.zones = [] }
    for zone in noticed.zones.sorted() { try checkZone(zone) }
    for account in accounts {
      let zones = try store.read { try $0.memberships(of: account) }
      if zones.contains(where: { $0.zone.kind == .home }) { housed.insert(account) }
      try require(
        zones.contains { $0.zone.kind == .home } || !housed.contains(account),
        "3 everyone has a home", account)
      try require(
        zones.count { $0.zone.kind == .personal } == 1, "one personal zone each", account)
    }
  }

  /// The records of a zone at the hub; empty when it is gone.
  private func records(of zone: ZoneID) throws -> [RecordID: HubRecord] {
    try store.read { reader in
      guard let found = try reader.zone(zone), found.isAlive else { return [:] }
      return Dictionary(
        uniqueKeysWithValues: try reader.records(of: zone, after: nil, maxBytes: .max)
          .map { ($0.id, $0) })
    }
  }

  /// The shipping schema judges, whatever schema the hub was given.
  private func checkZone(_ zone: ZoneID) throws {
    let records = try records(of: zone)
    for record in records.values {
      guard let table = Things.schema.table(record.table) else {
        throw SimulationFailure("every record is of a known table", "\(record.key)")
      }
      for reference in table.references {
        let value = record.registers[reference.register]?.value ?? .null
        for target in reference.targets(in: value) {
          try require(
            records[target]?.table == reference.target, "1 references stay in their home",
            "\(record.key).\(reference.register) → \(target)")
        }
      }
      let problem = table.check(
        record.registers.values, isInsert: true, record: record.key)
      try require(problem == nil, "every record fits its table", "\(problem as Any)")
    }
  }

  // MARK: A device

  /// What a person sees, at any moment.
  func checkView(_ device: SimulatedDevice) throws {
    guard !device.hasOpenRehearsal else { return }
    let db = device.connection
    let broken = try db.query("PRAGMA foreign_key_check") { "\($0.text(0)) → \($0.text(2))" }
    try require(broken.isEmpty, "1 references stay in their home", "\(device.name) \(broken)")
    let aside = try db.query("SELECT tableName, recordID, reason FROM syncUnknown") {
      "\($0.text(0)) \($0.text(1)): \($0.text(2))"
    }
    try require(aside.isEmpty, "every record fits its table", "\(device.name) \(aside)")
    let foreign = try db.query("SELECT id FROM homes WHERE id NOT IN (SELECT id FROM syncZones)") {
      $0.text(0)
    }
    try require(foreign.isEmpty, "10 only homes it may read", "\(device.name) \(foreign)")
    let homes = try HomeList.rows(in: db)
    try require(
      homes.count(where: \.isPrimary) == min(homes.count, 1), "3 exactly one primary home",
      "\(device.name) \(homes.map(\.id))")
    if let chosen = try Profile.own(in: db)?.primaryHomeID,
      homes.contains(where: { $0.id == chosen })
    {
      try require(
        try PrimaryHome.find(in: db) == chosen, "3 the chosen home is primary", device.name)
    }
  }

  /// The costlier part: what is derived follows from what it is derived from.
  func checkDevice(_ device: SimulatedDevice) throws {
    guard !device.hasOpenRehearsal else { return }
    try checkView(device)
    try checkNameKeys(device)
    try checkIndex(device)
  }

  /// Search words and totals, which follow each change, are those that making them anew gives.
  private func checkIndex(_ device: SimulatedDevice) throws {
    struct Undone: Error {}
    let db = device.connection
    func derived() throws -> [String] {
      try [
        """
        SELECT itemID, homeID, locationID, isArchived, currency, value, labelIDs, hasSerial, hasReceipt, text,
          nameKey, createdAt FROM itemIndex
        """, "SELECT * FROM itemParts", "SELECT * FROM itemTotals", "SELECT * FROM labelTotals",
      ].flatMap { sql in
        try db.query(sql) { row in
          (0..<row.columnCount).map { "\(row.value($0))" }.joined(separator: " | ")
        }.sorted()
      }
    }
    let kept = try derived()
    do {
      try db.transaction {
        try HouseholdIndex.rebuild(db)
        let anew = try derived()
        let difference = Set(kept).symmetricDifference(anew).sorted()
        try require(
          kept == anew, "search and totals follow the rows", "\(device.name) \(difference)")
        throw Undone()
      }
    } catch is Undone {}
  }

  // MARK: The end

  /// The network heals: everything must settle in bounded rounds.
  func heal() throws {
    for delivery in network where delivery.device.generation == delivery.generation {
      try delivery.run()
    }
    network = []
    try hub.changeSharingFlag(.init(state: .open), by: .commandLine)
    for _ in 0..<60 {
      time.milliseconds += 20_000
      for device in devices { try sync(device, isFaulty: false) }
      guard try devices.allSatisfy({ try isQuiet($0) }) else { continue }
      // Once more, for those who pulled before the others pushed.
      for device in devices { try pull(device, isFaulty: false) }
      if try devices.allSatisfy({ try isQuiet($0) && isCaughtUp($0) }) { return }
    }
    for device in devices {
      let status = try device.replica.status()
      try require(
        try isQuiet(device) && isCaughtUp(device), "everything settles",
        "\(device.name): \(status), \(device.task as Any)")
    }
  }

  private func isQuiet(_ device: SimulatedDevice) throws -> Bool {
    try device.replica.status().pendingCount == 0 && device.replica.isConfirmed()
      && device.task == nil && memories[device.name]?.regretted == nil
  }

  private func isCaughtUp(_ device: SimulatedDevice) throws -> Bool {
    let members = try store.read { try $0.memberships(of: device.account) }
    let held = Dictionary(uniqueKeysWithValues: try device.zones.map { ($0.id, $0.sequence) })
    return held == Dictionary(uniqueKeysWithValues: members.map { ($0.zone.id, $0.zone.head) })
  }

  func checkEnd() throws {
    noticed.zones = Set(
      try store.read { reader in
        try accounts.flatMap { try reader.memberships(of: $0).map(\.zone.id) }
      })
    let zones = noticed.zones.sorted()
    try checkNoticed()
    for device in devices { try checkDevice(device) }
    for zone in zones { try checkAgreement(on: zone) }
    for account in accounts {
      let primary = try devices.filter { $0.account == account }.map {
        try PrimaryHome.find(in: $0.connection)
      }
      try require(
        Set(primary).count == 1 && (primary[0] != nil || !housed.contains(account)),
        "3 exactly one primary home", "\(account) \(primary)")
    }
    try checkFates()
    if random.chance(0.3) { try checkReplay() }
  }

  /// Everyone who may read a zone shows its rows as the hub has them.
  private func checkAgreement(on zone: ZoneID) throws {
    var expected: [RecordKey: SortedMap<FieldValue>] = [:]
    for record in try records(of: zone).values {
      guard let table = Things.schema.table(record.table), !table.isHubOwned else { continue }
      var values: SortedMap<FieldValue> = [:]
      for column in table.columns {
        values[column.name] = record.registers[column.name]?.value ?? column.defaultValue
      }
      expected[record.key] = values
    }
    let readers = try store.read { try $0.grants(in: zone) }
    for grant in readers {
      for device in devices where device.account == grant.account {
        let row = try device.zones.first { $0.id == zone }
        try require(row?.role == grant.role, "11 roles agree", "\(device.name) \(zone)")
        let shown = try rows(of: zone, on: device)
        try require(
          shown == expected, "11 replicas agree",
          "\(device.name) \(zone): \(Set(shown.keys).symmetricDifference(expected.keys)) "
            + "\(expected.filter { shown[$0.key] != nil && shown[$0.key] != $0.value }.map(\.key))")
      }
    }
    for (key, values) in expected {
      var digest = ZoneDigest()
      digest.add(key, registers: values)
      report.fingerprint &+= digest.sum
    }
  }

  /// The rows of a zone as the plain tables have them.
  private func rows(
    of zone: ZoneID, on device: SimulatedDevice
  ) throws -> [RecordKey: SortedMap<FieldValue>] {
    var rows: [RecordKey: SortedMap<FieldValue>] = [:]
    for table in Things.schema.tables where !table.isHubOwned {
      let columns = table.columns.map(\.name)
      try device.connection.forEach(
        "SELECT id, \(columns.joined(separator: ", ")) FROM \(table.name) "
          + "WHERE \(table.zoneColumn ?? "id") = ?", [.text(zone)]
      ) { row in
        var values: SortedMap<FieldValue> = [:]
        for (index, name) in columns.enumerated() {
          values[name] = Self.field(row.value(Int32(index) + 1))
        }
        rows[RecordKey(table.name, row.text(0))] = values
      }
    }
    return rows
  }

  private static func field(_ value: Value) -> FieldValue {
    switch value {
    case .null: .null
    case .integer(let integer): .integer(integer)
    case .real(let real): .real(real)
    case .text(let text): .text(text)
    case .blob(let bytes): .blob(bytes)
    }
  }

  /// Every change set is applied or parked where its author sees it, not both; and what was
  /// acknowledged is there, unless somebody has deleted it.
  private func checkFates() throws {
    for device in devices {
      let parked = try device.replica.parkedChanges()
      for change in parked {
        report.parked[change.refusal.reason.rawValue, default: 0] += 1
        if case .accepted? = answers[change.changeSet.id] {
          throw SimulationFailure("parked although applied", "\(change.changeSet.id)")
        }
      }
      let numbers = Set(parked.map(\.changeSet.id))
      for id in kept where id.replica == device.name {
        if case .accepted? = answers[id] { continue }
        try require(numbers.contains(id), "neither applied nor parked", "\(id)")
      }
    }
    let accepted = sent.values.filter { changeSet in
      if case .accepted? = answers[changeSet.id] { true } else { false }
    }.sorted { $0.id < $1.id }
    let deleted = Set(
      accepted.flatMap(\.mutations).filter { $0.kind == .delete }.map(\.id))
    for changeSet in accepted {
      // Of one that its process gave up the hub may first hear after a later one: nothing of it is
      // done, and nobody hears the answer.
      if answers[changeSet.id] == .accepted([:]) { continue }
      for mutation in changeSet.mutations where mutation.kind == .insert {
        try checkThere(mutation, of: changeSet.id, deleted: deleted)
      }
    }
  }

  private func checkThere(
    _ mutation: Mutation, of id: ChangeSetID, deleted: Set<RecordID>
  ) throws {
    let references = Things.schema.table(mutation.table)?.references ?? []
    let parents = references.filter { $0.rule == .contained }.compactMap {
      mutation.registers[$0.register]?.text
    }
    guard deleted.isDisjoint(with: parents + [mutation.id]) else { return }
    try store.read { reader in
      let places = try reader.places(of: mutation.id)
      let isThere = places.contains { !$0.isDead }
      let isZoneGone = try places.contains { try reader.zone($0.zone)?.isAlive == false }
      try require(
        isThere || isZoneGone, "14 nothing vanishes unnamed", "\(mutation.key) of \(id)")
    }
  }

  /// Replaying everything that was ever sent changes nothing.
  private func checkReplay() throws {
    let heads = { [self] in
      try store.read { reader in
        try accounts.flatMap { try reader.memberships(of: $0).map { "\($0.zone)" } }
      }
    }
    let before = try heads()
    for (request, account) in sentRequests {
      var again = request
      again.changeSets = request.changeSets.filter { answers[$0.id] != nil }
      again.acknowledged = 0
      _ = try hub.push(again, as: account)
    }
    try require(try heads() == before, "13 replaying everything changes nothing")
  }
}
