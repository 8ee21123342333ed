import Hub
import Replica
import SyncProtocol

extension Simulation {
  // MARK: Judging, watched

  /// Lets the hub judge a push, and checks its answers against what held before.
  func judge(_ request: PushRequest, account: AccountID) throws -> PushResponse {
    let fresh = request.changeSets.filter { answers[$0.id] == nil }
    let epoch = try oracle.epoch
    var known: Set<ZoneID> = []
    let before = try store.read { reader in
      let zones = Set(fresh.flatMap { $0.mutations.flatMap(\.touchedZones) })
      var grants: [ZoneID: HubGrant] = [:]
      var heads: [ZoneID: Int64] = [:]
      for zone in zones {
        grants[zone] = try reader.grant(in: zone, for: account)
        guard let found = try reader.zone(zone) else { continue }
        known.insert(zone)
        if found.isAlive { heads[zone] = found.head }
      }
      return (grants, heads, try reader.accountSequence(of: account))
    }
    oracle.underWay = fresh
    let response = try hub.push(request, as: account)
    guard case .answers(let list, _) = response else { return response }
    for (changeSet, answer) in zip(request.changeSets, list) {
      if answer == .wait { continue }
      if let old = answers[changeSet.id] {
        try require(old == answer || answer == .accepted([:]), "13 the same answer", "\(changeSet.id)")
        continue
      }
      answers[changeSet.id] = answer
      judgedAt[changeSet.id] = time.milliseconds
      guard case .accepted = answer else { continue }
      try require(request.epoch == epoch, "an old epoch is refused", "\(changeSet.id)")
      try checkAccepted(
        changeSet, grants: before.0, heads: before.1, accountSequence: before.2, known: known,
        isAlone: fresh.count == 1)
    }
    return response
  }

  private func checkAccepted(
    _ changeSet: ChangeSet, grants: [ZoneID: HubGrant], heads: [ZoneID: Int64],
    accountSequence: Int64, known: Set<ZoneID>, isAlone: Bool
  ) throws {
    for zone in Set(changeSet.mutations.flatMap(\.writtenZones)) where known.contains(zone) {
      let grant = grants[zone]
      try require(
        grant?.role.canWrite == true, "9 only who may write is heard", "\(changeSet.id) in \(zone)")
      try require(
        grant?.grantID == changeSet.grants[zone], "a write of an older grant is parked",
        "\(changeSet.id) in \(zone)")
    }
    guard isAlone else { return }
    for precondition in changeSet.preconditions {
      switch precondition {
      case .zone(let zone, let head):
        try require(heads[zone] == nil || heads[zone] == head, "preconditions hold", "\(changeSet.id)")
      case .account(let sequence):
        try require(sequence == accountSequence, "preconditions hold", "\(changeSet.id) account")
      }
    }
  }

  // MARK: Devices

  /// What a person sees, at any moment.
  func checkView(_ device: SimulatedDevice) throws {
    let db = device.connection
    let torn = try db.first("SELECT id FROM homes WHERE left <> right") { $0.text(0) }
    try require(torn == nil, "12 a change set is visible entirely", "\(device.name) \(torn ?? "")")
    let wrong = try db.first(
      """
      SELECT expenses.id FROM expenses WHERE total <>
        (SELECT coalesce(sum(owed), 0) FROM shares WHERE expenseID = expenses.id)
      """
    ) { $0.text(0) }
    try require(wrong == nil, "4 shares add up", "\(device.name) \(wrong ?? "")")
    let foreign = try db.first(
      "SELECT id FROM items WHERE homeID NOT IN (SELECT id FROM syncZones)"
    ) { $0.text(0) }
    try require(foreign == nil, "10 only zones it may read", "\(device.name) \(foreign ?? "")")
    try checkCut(device)
  }

  /// The zones a device shows are of one moment: a change set that spans them is in all or in none.
  private func checkCut(_ device: SimulatedDevice) throws {
    guard try device.replica.epoch == oracle.epoch else { return }
    var sequences: [ZoneID: Int64] = [:]
    for zone in try device.zones where !zone.isNew && zone.sequence >= 0 {
      sequences[zone.id] = zone.sequence
    }
    for parts in oracle.spanning {
      let seen = parts.compactMap { zone, sequence in sequences[zone].map { $0 >= sequence } }
      try require(
        Set(seen).count <= 1, "12 a change set is visible in all its zones", "\(device.name) \(parts)")
    }
  }

  /// What a device holds as confirmed is what the hub was at that sequence.
  func checkDevice(_ device: SimulatedDevice) throws {
    let epoch = device.replica.epoch
    guard !epoch.isEmpty else { return }
    for (zone, (sequence, digest)) in try device.replica.confirmedDigests() {
      let place = HubOracle.Place(epoch: epoch, zone: zone, sequence: sequence)
      guard let expected = oracle.digests[place] else { continue }
      try require(
        digest == expected, "11 a replica shows what the hub was",
        "\(device.name) \(zone) at \(sequence): \(digest.recordCount) of \(expected.recordCount)")
    }
  }

  // MARK: The end

  /// The network heals: everything must settle in bounded rounds.
  func heal() throws {
    for delivery in network where delivery.device.generation == delivery.generation {
      try delivery.run()
    }
    network = []
    for round in 0..<60 {
      time.milliseconds += 20_000
      for device in devices { try sync(device, isFaulty: false) }
      if round > 15, try devices.allSatisfy({ try isQuiet($0) }) { return }
    }
    for device in devices {
      let status = try device.replica.status()
      try require(
        try isQuiet(device), "everything settles",
        "\(device.name): \(status), \(device.task as Any)")
    }
  }

  private func isQuiet(_ device: SimulatedDevice) throws -> Bool {
    try device.replica.status().pendingCount == 0 && device.replica.isConfirmed()
      && device.task == nil
  }

  func checkEnd() throws {
    let epoch = try oracle.epoch
    for device in devices {
      try checkDevice(device)
      let members = try store.read { try $0.memberships(of: device.account) }
      let held = try device.zones
      try require(
        Set(held.map(\.id)) == Set(members.map(\.zone.id)), "10 the zones it may read",
        "\(device.name) holds \(held.map(\.id)), may read \(members.map(\.zone.id))")
      for (grant, zone) in members {
        let row = held.first { $0.id == zone.id }
        try require(row?.sequence == zone.head, "11 replicas agree", "\(device.name) \(zone.id)")
        try require(row?.role == grant.role, "11 roles agree", "\(device.name) \(zone.id)")
        try require(
          oracle.digests[.init(epoch: epoch, zone: zone.id, sequence: zone.head)] != nil,
          "the oracle knows every head", zone.id)
      }
    }
    try checkFates()
    try checkLastWriters()
    try checkReplay()
    for image in oracle.images.values where image.isAlive {
      for record in image.records.values {
        var digest = ZoneDigest()
        digest.add(record.key, registers: record.registers.mapValues(\.value))
        report.fingerprint &+= digest.sum
      }
    }
  }

  /// Every change set is applied or parked where its author sees it, and not both.
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
      for id in writtenNumbers where id.replica == device.name {
        if case .accepted? = answers[id] { continue }
        try require(
          numbers.contains(id), "neither applied nor parked",
          "\(id) \(answers[id].map { "\($0)" } ?? "no answer")")
      }
    }
    try store.read { reader in
      for (id, changeSet) in written {
        guard case .accepted(let parts)? = answers[id], !parts.isEmpty else { continue }
        for mutation in changeSet.mutations where mutation.kind == .insert {
          try require(
            !reader.places(of: mutation.id).isEmpty, "what was acknowledged is there",
            "\(mutation.key) of \(id)")
        }
      }
    }
  }

  /// Of all accepted writes of a register the one with the greatest stamp is what everyone sees.
  private func checkLastWriters() throws {
    var best: [RecordKey: [String: (stamp: (Int64, String, Int64), value: FieldValue)]] = [:]
    var inserts: [RecordKey: Int] = [:]
    for (id, changeSet) in written {
      guard case .accepted? = answers[id], let at = judgedAt[id] else { continue }
      let limit = HybridTime(
        milliseconds: at + HybridClock.maxAheadMilliseconds, counter: 0xffff)
      let stamp = (min(changeSet.time, limit).bits, id.replica, id.number)
      for mutation in changeSet.mutations where mutation.table == "items" {
        if mutation.kind == .insert { inserts[mutation.key, default: 0] += 1 }
        for (name, value) in mutation.registers where ["name", "price"].contains(name) {
          if let old = best[mutation.key]?[name], old.stamp > stamp { continue }
          best[mutation.key, default: [:]][name] = (stamp, value)
        }
      }
    }
    for image in oracle.images.values where image.isAlive {
      for record in image.records.values where inserts[record.key] == 1 {
        for (name, winner) in best[record.key] ?? [:] {
          try require(
            record.registers[name]?.value == winner.value, "the last writer wins",
            "\(record.key).\(name) by \(winner.stamp)")
        }
      }
    }
  }

  /// Replaying everything that was ever sent changes nothing.
  private func checkReplay() throws {
    let before = oracle.images.mapValues(\.head)
    let epoch = try oracle.epoch
    let judged = answers
    for (request, account) in sentRequests {
      var again = request
      again.epoch = epoch
      again.changeSets = request.changeSets.filter { judged[$0.id] != nil }
      again.acknowledged = 0
      _ = try hub.push(again, as: account)
      try oracle.check()
    }
    try require(
      oracle.images.mapValues(\.head) == before, "13 replaying everything changes nothing")
  }
}

extension Mutation {
  var touchedZones: [ZoneID] { destination.map { [zone, $0.zone] } ?? [zone] }
  /// Zones its author must have been able to write in when he wrote it.
  var writtenZones: [ZoneID] {
    kind == .move ? touchedZones : [zone]
  }
}
