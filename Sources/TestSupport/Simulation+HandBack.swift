import Hub
import Replica
import SyncProtocol

/// Devices hand back to a restored hub what it has lost.
extension Simulation {
  /// Gives the hub back what a device has kept. Returns whether the device is done with it.
  func handBack(_ device: SimulatedDevice, isFaulty: Bool) throws -> Bool {
    for _ in 0..<(isFaulty ? 1 : 400) {
      guard let request = try device.replica.nextHandBack(maxBytes: random.pick([1, 1 << 20])!)
      else { return true }
      fault("handed back")
      try call(device, isFaulty: isFaulty) { [unowned self] in
        oracle.underWay = Self.changes(of: request)
        oracle.isHandedBack = true
        // The checks that follow a record from push to push do not see what comes back so.
        writtenUnseen.formUnion(
          request.runs.flatMap(\.entries).flatMap { $0.effects.map(\.id) })
        return try hub.handBack(request, as: device.account)
      } answer: { [unowned self] replica, response in
        if case .runs(let outcomes, let taken, let refused) = response {
          report.answered["handed back", default: 0] += taken
          report.answered["handed back refused", default: 0] += refused
          report.answered["handed back wait", default: 0] += outcomes.count { $0 == .wait }
          if refused > 0 {
            refusedReturns.formUnion(request.runs.flatMap(\.entries).map(\.changeSet))
          }
        }
        try replica.receive(response, to: request)
      }
    }
    return try device.replica.nextHandBack() == nil
  }

  /// What is handed back, as the change sets that it may have been; one more, for the checks that
  /// know what a single one does look at what its author sent.
  private static func changes(of request: HandBackRequest) -> [ChangeSet] {
    let entries = request.runs.flatMap(\.entries)
    let changes = entries.map { entry in
      ChangeSet(
        id: entry.changeSet, time: entry.time,
        mutations: entry.effects.map { effect in
          let kind: Mutation.Kind =
            switch effect.kind {
            case .put: .insert
            case .patch: .update
            case .drop: .delete
            }
          return Mutation(kind, effect.table, effect.id, in: entry.zone)
        })
    }
    return changes + [
      ChangeSet(id: ChangeSetID(replica: request.replica, number: 1), time: .zero, mutations: [])
    ]
  }

  func wasHandedBack(_ id: ChangeSetID) throws -> Bool {
    try store.read { try !$0.handedBack(of: id).isEmpty }
  }

  /// In the end the hub has everything of its lost lives that a device has kept: each change set by
  /// itself, and of each register nothing older than what was told.
  func checkHandedBack() throws {
    guard hasRestored else { return }
    let lives = try keptLives()
    for device in devices {
      for (epoch, run) in try keptRuns(of: device) {
        try store.read { reader in
          guard let zone = try reader.zone(run.zone) else {
            return try checkUnknownZone(run, by: device)
          }
          guard zone.isAlive else { return }
          for entry in run.entries where !refusedReturns.contains(entry.changeSet) {
            try checkKept(entry, by: device, reader) { effect in
              lives[KeptRecord(epoch: epoch, zone: entry.zone, id: effect.id)] ?? KeptLife()
            }
          }
        }
      }
    }
  }

  /// What a device has kept of the hub's lost lives, with the life that each is of.
  private func keptRuns(of device: SimulatedDevice) throws -> [(epoch: String, run: SealedRun)] {
    try device.connection.query(
      "SELECT epoch, body FROM syncSealed WHERE epoch <> ?", .text(oracle.epoch)
    ) { ($0.text(0), $0.blob(1)) }.map { ($0, try SealedRun(wireBytes: $1)) }
  }

  /// When each record was dropped last, as the hub or any device has kept it, and when it was put,
  /// as any device has.
  private func keptLives() throws -> [KeptRecord: KeptLife] {
    var drops = lostDrops
    var lives: [KeptRecord: KeptLife] = [:]
    for device in devices {
      for (epoch, run) in try keptRuns(of: device) {
        for entry in run.entries {
          Self.note(entry, epoch: epoch, in: &drops)
          for effect in entry.effects where effect.kind != .patch {
            let key = KeptRecord(epoch: epoch, zone: entry.zone, id: effect.id)
            let told = effect.kind == .put ? \KeptLife.puts : \KeptLife.drops
            lives[key, default: KeptLife()][keyPath: told][entry.changeSet] = entry.sequence
          }
        }
      }
    }
    for (key, sequence) in drops { lives[key, default: KeptLife()].lastDrop = sequence }
    return lives
  }

  private static func note(
    _ entry: LogEntry, epoch: String, in drops: inout [KeptRecord: Int64]
  ) {
    for effect in entry.effects where effect.kind == .drop {
      let key = KeptRecord(epoch: epoch, zone: entry.zone, id: effect.id)
      drops[key] = max(drops[key] ?? 0, entry.sequence)
    }
  }

  private func noteDrops() throws {
    try store.read { reader in
      let zones = try store.connection.query("SELECT id FROM zones") { $0.text(0) }
      for zone in zones {
        for entry in try log(of: zone, reader).entries {
          Self.note(entry, epoch: oracle.epoch, in: &lostDrops)
        }
      }
    }
  }

  /// A zone that a device has heard of from its beginning is there again.
  private func checkUnknownZone(_ run: SealedRun, by device: SimulatedDevice) throws {
    for entry in run.entries where !refusedReturns.contains(entry.changeSet) {
      try require(
        !entry.effects.contains { $0.kind == .put && $0.id == run.zone },
        "a restored hub gets back what anybody has",
        "\(entry.changeSet) makes \(run.zone), kept by \(device.name)")
    }
  }

  /// Before a restore: notes what each device holds, and that it could hand back all that it was
  /// told or may be told. What it has dropped since an earlier one it dropped with a reason.
  func noteHeld() throws {
    try checkForgotten()
    try noteDrops()
    for device in devices where !device.isBeside && !device.hasOpenRehearsal {
      let rows = try device.zones.filter(\.isCurrent)
      if network.contains(where: { $0.device === device }) {
        // What the hub said before may tell it later why it has to drop something.
        heldAtRestore[device.name] = nil
      } else {
        heldAtRestore[device.name, default: []].formUnion(rows.map(\.id))
        for row in rows {
          grantsAtRestore[device.name, default: [:]][row.id, default: []].insert(row.grantID)
        }
      }
      guard device.replica.epoch == oracle.epoch else { continue }
      for row in rows { try checkSealed(row, by: device) }
    }
  }

  /// A device that has loaded a zone whole was told how it came to be that.
  private func checkSealed(_ row: ZoneRow, by device: SimulatedDevice) throws {
    guard isSealing, !sentSpoiled.contains(device.account) else { return }
    let since = try store.read { reader -> Int64? in
      guard let zone = try reader.zone(row.id), zone.isAlive, zone.floor == 0,
        let grant = try reader.grant(in: row.id, for: device.account),
        grant.grantID == row.grantID
      else { return nil }
      return max(grant.since, 1)
    }
    guard let since, since <= row.sequence else { return }
    let bodies = try device.connection.query(
      "SELECT body FROM syncSealed WHERE zoneID = ? AND epoch = ?", .text(row.id),
      .text(oracle.epoch)
    ) { $0.blob(0) }
    let kept = Set(try bodies.flatMap { try SealedRun(wireBytes: $0).entries.map(\.sequence) })
    try require(
      kept.isSuperset(of: since...row.sequence), "who loads a home keeps how it came to be",
      "\(device.name) \(row.id) \(since)...\(row.sequence): \(kept.sorted())")
    report.answered["homes kept from their beginning", default: 0] += since == 1 ? 1 : 0
    report.answered["homes kept from the joining", default: 0] += since > 1 ? 1 : 0
  }

  /// No device has dropped what the hub has merely forgotten: it has the zone, or the hub has heard
  /// what became of it, or of whoever was in it. Then it has nothing left to hand back, also where
  /// another restore makes the hub forget why.
  func checkForgotten() throws {
    for device in devices {
      let held = Set(try device.zones.map(\.id))
      for zone in (heldAtRestore[device.name] ?? []).subtracting(held).sorted() {
        try store.read { reader in
          let known = try reader.zone(zone)
          try require(known != nil, "a forgotten home is kept", "\(device.name) \(zone)")
          // A deleted one stays deleted.
          guard let known, known.isAlive, refusedElsewhere[device.account]?.contains(zone) != true
          else { return }
          let member = RecordPlace(zone: zone, id: UUIDs.v5(zone, device.account))
          try require(
            try reader.record(member) != nil || hasHeardOfGrant(of: device, in: zone, reader),
            "a forgotten home is kept", "\(device.name) was let into \(zone)")
        }
      }
      heldAtRestore[device.name]?.formIntersection(held)
    }
  }

  /// Whether the hub was handed back how a device's account was let into a zone. Where that was
  /// told after the account had been removed, it puts no member, and the removal finds none.
  private func hasHeardOfGrant(
    of device: SimulatedDevice, in zone: ZoneID, _ reader: any HubReader
  ) throws -> Bool {
    let grants = grantsAtRestore[device.name]?[zone] ?? []
    return try grants.compactMap { ChangeSetID($0) }.contains { grant in
      try reader.handedBack(of: grant).contains { $0.zone == zone }
    }
  }

  /// Notes which of the zones that a device had at the restore the hub cannot let it into again,
  /// as it answers: its account is in as many others of the kind as it may be. Later it may not be.
  func noteElsewhere(_ device: SimulatedDevice) throws {
    guard let held = heldAtRestore[device.name] else { return }
    try store.read { reader in
      let memberships = try reader.memberships(of: device.account)
      for id in held {
        guard let zone = try reader.zone(id),
          let limit = subject.schema.zoneKinds[zone.kind]?.maxMemberships,
          memberships.count(where: { $0.zone.kind == zone.kind && $0.zone.id != id }) >= limit
        else { continue }
        refusedElsewhere[device.account, default: []].insert(id)
      }
    }
  }

  /// In the end everybody decides: what nobody has brought back goes, and it alone.
  func letGoOfForgotten() throws {
    for device in devices {
      for zone in try device.forgotten.sorted() {
        try device.replica.discardForgotten(zone)
        fault("forgotten home let go")
      }
      try require(try device.forgotten.isEmpty, "who lets go of a home has", device.name)
    }
  }

  private func checkKept(
    _ entry: LogEntry, by device: SimulatedDevice, _ reader: any HubReader,
    life: (Effect) -> KeptLife
  ) throws {
    let stamp = Stamp(time: entry.time, changeSet: entry.changeSet)
    for effect in entry.effects {
      guard let table = subject.schema.table(effect.table), !table.isHubOwned else { continue }
      let told = "\(entry.changeSet) \(effect.key) in \(entry.zone), kept by \(device.name)"
      let record = try reader.record(RecordPlace(zone: entry.zone, id: effect.id))
      switch effect.kind {
      case .drop:
        // What went to another zone stays until somebody tells what has arrived there.
        if effect.isAway { continue }
        // Unless it has come back since, from another zone or from the dead.
        guard let record, !record.isDead,
          try hasDropped(effect, entry, record, life(effect), reader) == false
        else { continue }
        throw SimulationFailure("what was deleted is deleted again after a restore", told)
      case .put, .patch:
        let places = try reader.places(of: effect.id)
        try require(!places.isEmpty, "a restored hub gets back what anybody has", told)
        guard let record, !record.isDead else {
          try require(
            effect.kind == .patch || !isDeadOf(record, before: entry, life(effect)),
            "what was made anew is there after a restore", told)
          continue
        }
        let references = Set(table.references.map(\.register))
        for name in effect.registers.keys
        where table.register(name)?.rule == .lastWriter && !references.contains(name) {
          // An entry tells what was left of it; what was there already kept its stamp.
          // Nor does what was deleted since, and made anew, hold anything of what it was before.
          let held = record.registers[name]
          try require(
            held.map { $0.stamp >= stamp || $0.value == effect.registers[name] } ?? false
              || effect.kind == .put || life(effect).lastDrop > entry.sequence
              || isMadeAnew(effect, after: entry, reader),
            "a restored hub gets back what anybody has", "\(told) .\(name)")
        }
      }
    }
  }

  /// Whether a record is dead of a deletion after which a change set has put it again, in the life
  /// of the hub of which both are told, and in which nobody has dropped it since.
  private func isDeadOf(_ record: HubRecord?, before entry: LogEntry, _ life: KeptLife) -> Bool {
    guard let record, record.movedTo == nil, let died = record.diedAt?.changeSet,
      let dropped = life.drops[died]
    else { return false }
    return dropped < entry.sequence && life.lastDrop < entry.sequence
  }

  /// Whether the log tells that a record was dropped after a change set and put again.
  private func isMadeAnew(
    _ effect: Effect, after entry: LogEntry, _ reader: any HubReader
  ) throws -> Bool {
    let (log, floor) = try log(of: entry.zone, reader)
    guard let change = try position(of: entry, in: log, floor, reader) else { return false }
    return log[change...].flatMap(\.effects).contains { $0.kind == .drop && $0.key == effect.key }
  }

  /// Where the log goes on from a change set that the hub has judged: also one that it does not
  /// tell of any more, because it was trimmed.
  private func position(
    of entry: LogEntry, in log: [LogEntry], _ floor: Int64, _ reader: any HubReader
  ) throws -> Int? {
    if let told = log.firstIndex(where: { $0.changeSet == entry.changeSet }) { return told }
    guard let judged = try reader.judged(entry.changeSet) else { return nil }
    switch judged.answer {
    case .accepted?:
      return judged.answer?.head(of: entry.zone).flatMap { head in
        log.firstIndex { $0.sequence > head }
      }
    // It was accepted, and its replica has heard of that.
    case nil: return floor > 0 ? log.startIndex : nil
    default: return nil
    }
  }

  private func log(
    of zone: ZoneID, _ reader: any HubReader
  ) throws -> (entries: [LogEntry], floor: Int64) {
    let floor = try reader.zone(zone)?.floor ?? 0
    let entries = try reader.log(of: zone, after: floor, through: .max, maxBytes: .max)
    return (try entries.map { try LogEntry(wireBytes: $0.bytes) }, floor)
  }

  /// Whether the log tells that a record was dropped before it was changed last; `nil` where the
  /// log does not go back so far.
  private func hasDropped(
    _ effect: Effect, _ entry: LogEntry, _ record: HubRecord, _ life: KeptLife,
    _ reader: any HubReader
  ) throws -> Bool? {
    let (log, floor) = try log(of: entry.zone, reader)
    if try isKeptByNeed(record, entry, reader) { return true }
    // Judged anew here, it may have archived what somebody refers to by now.
    if let same = log.first(where: { $0.changeSet == entry.changeSet }) {
      return record.sequence >= same.sequence
    }
    // What was deleted already is not deleted again.
    let drop = log.last { $0.effects.contains { $0.kind == .drop && $0.key == effect.key } }
    if let drop { return record.sequence > drop.sequence }
    if try isMadeAfter(record, entry, life, reader) { return true }
    return floor > 0 ? nil : false
  }

  /// Whether a deletion that the hub has again was kept from a record because somebody refers to
  /// it. Where the record was put away already, that is a stamp or nothing at all, and no change
  /// of it is told: whoever looks finds it put away, as everybody left it.
  private func isKeptByNeed(
    _ record: HubRecord, _ entry: LogEntry, _ reader: any HubReader
  ) throws -> Bool {
    guard try isBack(entry, reader) else { return false }
    let deletion = Stamp(time: entry.time, changeSet: entry.changeSet)
    return subject.schema.tables.flatMap(\.references).contains { reference in
      guard reference.target == record.table, case .revive(let register, _) = reference.rule
      else { return false }
      return record.registers[register].map { $0.stamp >= deletion } ?? false
    }
  }

  /// Whether a record was made after a deletion that the hub has again: it had nothing to delete
  /// here, and told nobody of it. Then somebody has made anew what he was told he had lost. What
  /// came from another zone has new stamps too, and was deleted all the same.
  ///
  /// Unless it has come by a change set that put it after the deletion in the hub's life of which
  /// both are told: that was made anew there, in the zone in which it had died. It comes from
  /// another zone only because the hub, put back to before it went here, still had it there, and
  /// nobody has handed back yet that it went.
  private func isMadeAfter(
    _ record: HubRecord, _ entry: LogEntry, _ life: KeptLife, _ reader: any HubReader
  ) throws -> Bool {
    let deletion = Stamp(time: entry.time, changeSet: entry.changeSet)
    return try isBack(entry, reader) && record.registers.allSatisfy { $0.1.stamp > deletion }
      && !hasArrived(record, in: entry.zone, madeBy: life.puts(after: entry.sequence), reader)
  }

  /// Whether a record has come to where it is from another zone, as the logs of both tell, and not
  /// by one of the change sets that have made it there.
  private func hasArrived(
    _ record: HubRecord, in zone: ZoneID, madeBy makers: Set<ChangeSetID>,
    _ reader: any HubReader
  ) throws -> Bool {
    let (log, _) = try log(of: zone, reader)
    let put = log.last { $0.effects.contains { $0.kind == .put && $0.id == record.id } }
    guard let put else { return try reader.places(of: record.id).count > 1 }
    if makers.contains(put.changeSet) { return false }
    return try reader.places(of: record.id).contains { place in
      guard place.zone != zone else { return false }
      return try self.log(of: place.zone, reader).entries.contains { entry in
        entry.changeSet == put.changeSet
          && entry.effects.contains { $0.kind == .drop && $0.id == record.id }
      }
    }
  }

  /// Whether the hub has a change set again, from whoever kept it or from its author.
  private func isBack(_ entry: LogEntry, _ reader: any HubReader) throws -> Bool {
    try !reader.handedBack(of: entry.changeSet).isEmpty
      || reader.judged(entry.changeSet).map { $0.answer?.refusalReason == nil } ?? false
  }
}

/// A record in one life of the hub.
struct KeptRecord: Hashable {
  var epoch: String
  var zone: ZoneID
  var id: RecordID
}

/// What was told of a record in one life of the hub: by the sequences of its zone.
private struct KeptLife {
  var lastDrop: Int64 = 0
  var drops: [ChangeSetID: Int64] = [:]
  var puts: [ChangeSetID: Int64] = [:]

  func puts(after sequence: Int64) -> Set<ChangeSetID> {
    Set(puts.filter { $0.value > sequence }.keys)
  }
}
