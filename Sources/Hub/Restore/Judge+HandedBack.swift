import SyncProtocol

/// Applies again what a change set did, from the log entries that the hub sent out. It was judged
/// once; what is checked now are only the rules for whole zones, and which values are newer.
///
/// | effect | the record                    | result                                            |
/// |--------|-------------------------------|---------------------------------------------------|
/// | put    | never seen                    | created, with the change set's stamp              |
/// | put    | alive in the zone             | older registers take the effect's values          |
/// | put    | alive in another zone         | moves from there, and keeps its newer registers   |
/// | put    | moved to another zone later,  | a tombstone that leads there                      |
/// |        | or back to the one it left    |                                                   |
/// | put    | died later                    | nothing; if it died in this zone, it dies in the  |
/// |        |                               | former one too                                    |
/// | put    | died earlier                  | created anew                                      |
/// | patch  | alive, in any zone            | older registers take the effect's values          |
/// | patch  | died later                    | nothing                                           |
/// | patch  | died earlier                  | `unknown` while the hub recovers: its renewal may |
/// |        |                               | still be handed back                              |
/// | patch  | never seen                    | `unknown`: its creation may still be handed back  |
/// | drop   | alive in the zone             | deleted; if it moved away, it stays until its     |
/// |        |                               | arrival is handed back or sent by its author      |
/// | drop   | alive in the zone, and made   | nothing                                           |
/// |        | anew there after it           |                                                   |
/// | drop   | never seen                    | a tombstone: it must not be created later; if it  |
/// |        |                               | moved away, one that keeps it from nothing        |
/// |        |                               | (`Departures`)                                    |
/// | drop   | alive elsewhere, never here   | a tombstone: its arrival may still be handed back;|
/// |        |                               | if it moved away, one that leads there            |
/// | drop   | dead                          | nothing                                           |
///
/// Participants come back in the same way, and grants with them. Open invites do not: a restore
/// voids them.
extension Judge {
  /// - Parameter epoch: in which the hub told the entries.
  mutating func takeBack(_ entries: [LogEntry], toldIn epoch: String) throws {
    for entry in entries { try takeBackZone(entry) }
    let effects = entries.flatMap(\.effects)
    let arriving = Set(effects.filter { $0.kind == .put }.map(\.id))
    let arrivals = Set(
      entries.flatMap { entry in
        entry.effects.filter { $0.kind == .put }.map { RecordPlace(zone: entry.zone, id: $0.id) }
      })
    let gone = effects.filter { $0.kind == .drop && (!stays($0) || arriving.contains($0.id)) }
    let dropped = Set(gone.map(\.id))
    let staying = Set(effects.filter(stays).map(\.id)).subtracting(arriving)
    // Arrivals before drops: a record that has moved elsewhere is not deleted.
    for entry in entries {
      for effect in entry.effects where effect.kind != .drop {
        try takeBack(effect, entry, toldIn: epoch, dropped, staying)
      }
    }
    for entry in entries where !isPlanted(.deletionsNotHandedBack) {
      for effect in entry.effects where effect.kind == .drop {
        try takeBack(effect, entry, toldIn: epoch, arrivals: arrivals)
      }
    }
    try keepOneOwner(entries)
    try resolveReferences()
    try settleDepartures()
    try provideForRemoved()
    try checkRewritten()
    try checkTrees()
    try checkUnique()
  }

  /// Whether an effect drops a record that may not have arrived anywhere yet. The change set's part
  /// in another zone takes the record along; deleted before that is handed back, it would be lost.
  private func stays(_ effect: Effect) -> Bool {
    effect.kind == .drop && effect.isAway && !isPlanted(.departureDeletes)
  }

  private mutating func takeBackZone(_ entry: LogEntry) throws {
    if let zone = try draft.zone(entry.zone) {
      guard zone.isAlive else { throw Refusal(.zoneGone, nil, entry.zone) }
      return
    }
    let root = entry.effects.first { $0.kind == .put && $0.id == entry.zone }
    guard let root, let table = schema.table(root.table), table.isRoot,
      let kind = table.zoneKinds.first(where: {
        schema.zoneKinds[$0]?.rootTable == table.name
      }), try draft.places(of: entry.zone).isEmpty
    else { throw Refusal(.unknown, nil, entry.zone) }
    createdZones.insert(entry.zone)
    draft.put(HubZone(id: entry.zone, kind: kind))
  }

  /// Applies one effect.
  ///
  /// - Parameters:
  ///   - dropped: the records that the same change set drops.
  ///   - staying: the records that have moved away, to a zone not handed back yet.
  ///   - arrivals: where the same change set puts records.
  private mutating func takeBack(
    _ effect: Effect, _ entry: LogEntry, toldIn epoch: String, _ dropped: Set<RecordID> = [],
    _ staying: Set<RecordID> = [], arrivals: Set<RecordPlace> = []
  ) throws {
    let zone = entry.zone
    // Skipped; a program that knows the table gets it from another replica.
    guard let table = schema.table(effect.table) else { return }
    if table.isHubOwned {
      if effect.table == "participants" { try takeBackParticipant(effect, zone, table) }
      return
    }
    switch effect.kind {
    case .put: try takeBackPut(effect, table, entry, epoch)
    case .patch: try takeBackPatch(effect, table, zone, dropped, staying)
    case .drop: try takeBackDrop(effect, table, entry, epoch, arrivals)
    }
  }

  private mutating func takeBackPut(
    _ effect: Effect, _ table: TableSchema, _ entry: LogEntry, _ epoch: String
  ) throws {
    let zone = entry.zone
    let place = RecordPlace(zone: zone, id: effect.id)
    var (left, trails): ([HubRecord], [HubRecord]) = ([], [])
    for (other, _) in try draft.places(of: effect.id) {
      guard let record = try draft.record(RecordPlace(zone: other, id: effect.id)) else {
        continue
      }
      guard record.table == table.name else { throw Refusal(.exists, effect.key) }
      if record.isDead {
        if try hasDied(record, after: entry, toldIn: epoch) {
          return try passThrough(record, table, zone)
        }
        // The record moved from there to here, or was made anew here: edits of it there must find
        // it.
        if other != zone { trails.append(record) }
      } else if other != zone {
        if let arrival = try laterArrival(of: record, after: entry, toldIn: epoch) {
          return try leaveTrail(of: record, in: zone, effect, at: arrival)
        }
        left.append(record)
      }
    }
    if let here = try draft.record(place), !here.isDead {
      return try merge(effect, into: here, table)
    }
    for trail in trails where trail.movedTo == nil {
      try draft.put(self.trail(trail, leadingTo: place))
    }
    for record in left {
      var trail = record
      trail.isDead = true
      trail.diedAt = stamp
      trail.movedTo = place
      try draft.put(trail)
      departed.append((record, true))
    }
    var record = HubRecord(zone: zone, table: table.name, id: effect.id)
    for register in table.registers {
      let new = try value(
        effect.registers[register.name] ?? register.defaultContent, of: register, effect)
      record.registers[register.name] = newest(new, of: register, left, table)
    }
    try draft.put(record)
    unresolved.append((place, nil))
  }

  /// The value with which a register arrives: the one handed back, or a newer one written in a zone
  /// where the record still is, if that edit came back first.
  ///
  /// References keep the one handed back: their targets have stayed there.
  private func newest(
    _ told: Register, of register: RegisterSchema, _ left: [HubRecord], _ table: TableSchema
  ) -> Register {
    guard register.rule == .lastWriter, !isPlanted(.arrivalOverwrites),
      !table.references.contains(where: { $0.register == register.name })
    else { return told }
    return left.compactMap { $0.registers[register.name] }.reduce(told) {
      $1.stamp > $0.stamp ? $1 : $0
    }
  }

  /// The stamp of the change set that moved a record to its zone after an entry put it into another
  /// one, if that is certain: because nothing has changed the record since, or because the log of
  /// which the entry is has it there later.
  private func laterArrival(
    of record: HubRecord, after entry: LogEntry, toldIn epoch: String
  ) throws -> Stamp? {
    if let left = entry.parts[record.zone], !isPlanted(.departureOutlivesReturn),
      try isPut(record, after: left, ofEpoch: epoch)
    {
      return record.registers.newestStamp
    }
    guard let stored = try draft.writer.history(of: record.zone, at: record.sequence) else {
      return nil
    }
    let last = try LogEntry(wireBytes: stored.entry.bytes)
    let isArrival = last.effects.contains { $0.kind == .put && $0.key == record.key }
    let arrival = Stamp(time: last.time, changeSet: last.changeSet)
    return isArrival && arrival > stamp ? arrival : nil
  }

  /// The record was here and has moved on since; the entry about its move came back first.
  private mutating func leaveTrail(
    of record: HubRecord, in zone: ZoneID, _ effect: Effect, at arrival: Stamp
  ) throws {
    guard try draft.record(RecordPlace(zone: zone, id: effect.id)) == nil else { return }
    try draft.put(
      HubRecord(
        zone: zone, table: effect.table, id: effect.id, isDead: true, diedAt: arrival,
        movedTo: record.place))
  }

  /// The record moved into a zone and died there later. It dies in its former zone too, unless it
  /// was made anew there since. One that has only moved on from the zone has not died.
  private mutating func passThrough(
    _ dead: HubRecord, _ table: TableSchema, _ zone: ZoneID
  ) throws {
    guard dead.zone == zone, dead.movedTo?.id != dead.id,
      let from = try draft.liveZone(of: dead.id), from != zone,
      var record = try draft.record(RecordPlace(zone: from, id: dead.id)),
      record.registers.contains(where: { $0.1.stamp < stamp })
    else { return }
    departed.append((record, false))
    (record.isDead, record.diedAt, record.movedTo) = (true, dead.diedAt, dead.place)
    try draft.put(record)
  }

  private mutating func takeBackPatch(
    _ effect: Effect, _ table: TableSchema, _ zone: ZoneID, _ dropped: Set<RecordID>,
    _ staying: Set<RecordID>
  ) throws {
    let place = RecordPlace(zone: try draft.liveZone(of: effect.id) ?? zone, id: effect.id)
    guard let record = try draft.record(place) else {
      guard try draft.places(of: effect.id).isEmpty else { return }
      throw Refusal(.unknown, effect.key)
    }
    if record.table != table.name { return }
    if record.isDead {
      guard isRecovering, record.movedTo == nil, let died = record.diedAt, died < stamp,
        !isPlanted(.renewalNotAwaited)
      else { return }
      throw Refusal(.unknown, effect.key)
    }
    try merge(effect, into: record, table, dropped, staying)
  }

  private mutating func takeBackDrop(
    _ effect: Effect, _ table: TableSchema, _ entry: LogEntry, _ epoch: String,
    _ arrivals: Set<RecordPlace>
  ) throws {
    let zone = entry.zone
    let place = RecordPlace(zone: zone, id: effect.id)
    guard let record = try draft.record(place), !record.hasOnlyDeparted else {
      if stays(effect), !isPlanted(.departureKills) {
        return try takeBackDeparture(of: effect, table, zone, arrivals)
      }
      // If it is alive elsewhere, its arrival here may still be handed back; it must die here then.
      let isElsewhere = try !effect.isAway && draft.liveZone(of: effect.id) != nil
      let isNowhere = try draft.places(of: effect.id).allSatisfy { $0.zone == zone }
      guard isElsewhere || isNowhere, !table.isRoot else { return }
      return try draft.put(
        HubRecord(zone: zone, table: table.name, id: effect.id, isDead: true, diedAt: stamp))
    }
    if record.isDead || table.isRoot || record.table != table.name || stays(effect) { return }
    if !isPlanted(.deletionOutlivesRenewal),
      try isPut(record, after: entry.sequence, ofEpoch: epoch)
    {
      return
    }
    var dead = record
    dead.isDead = true
    dead.diedAt = stamp
    try draft.put(dead)
    departed.append((record, false))
  }

  /// Gives the values that are handed back to registers that are older here.
  private mutating func merge(
    _ effect: Effect, into record: HubRecord, _ table: TableSchema,
    _ dropped: Set<RecordID> = [], _ staying: Set<RecordID> = []
  ) throws {
    var record = record
    var changed: Set<String> = []
    for (name, value) in effect.registers {
      guard let register = table.register(name) else { continue }
      if let old = record.registers[name],
        table.references.contains(where: {
          $0.register == name && !staying.isDisjoint(with: $0.targets(in: old.value))
        })
      {
        // The record to which it refers is still here.
        continue
      }
      var new = try self.value(value, of: register, effect)
      if let old = record.registers[name],
        table.references.contains(where: {
          $0.register == name && !dropped.isDisjoint(with: $0.targets(in: old.value))
        })
      {
        // The hub has rewritten this reference, which is nobody's edit, so it kept its stamp. An
        // aggregate that refers to a dropped record has a new version, whatever its authors' clocks
        // said.
        let isOfVersions = register.rule == .aggregate && !isPlanted(.rewrittenByClock)
        if old.value == value || (old.stamp > stamp && !isOfVersions) { continue }
        if register.rule == .lastWriter { new.stamp = old.stamp }
        record.registers[name] = new
        changed.insert(name)
        continue
      }
      // A last writer's value that is here already gets the newer stamp: what was written in
      // between may come back later.
      if let old = record.registers[name] {
        let takesStamp = register.rule == .lastWriter && !isPlanted(.equalKeepsStamp)
        if old.stamp >= new.stamp || (old.value == value && !takesStamp) { continue }
      }
      record.registers[name] = new
      changed.insert(name)
    }
    if changed.isEmpty { return }
    try draft.put(record)
    unresolved.append((record.place, changed))
  }

  private func value(
    _ value: FieldValue, of schema: RegisterSchema, _ effect: Effect
  ) throws -> Register {
    if let problem = schema.problem(with: value) {
      throw Refusal(.invalid, effect.key, "\(schema.name): \(problem)")
    }
    // The next edit of an aggregate must name the change set that wrote it.
    let version = effect.versions[schema.name] ?? stamp.changeSet
    return Register(
      value, Stamp(time: stamp.time, changeSet: version),
      author: schema.rule == .firstWriter && !value.isNull ? author : nil)
  }

  // MARK: Participants

  private mutating func takeBackParticipant(
    _ effect: Effect, _ zone: ZoneID, _ table: TableSchema
  ) throws {
    let place = RecordPlace(zone: zone, id: effect.id)
    let old = try draft.record(place)
    if effect.kind == .drop {
      guard var record = old, !record.isDead, !isPlanted(.removalNotHandedBack),
        let account = record.registers.values["accountID"]?.text,
        record.registers.newestStamp.map({ stamp > $0 }) ?? true
      else { return }
      record.isDead = true
      record.diedAt = stamp
      try draft.put(record)
      draft.removedGrants.append((zone, account))
      return try draft.touch(account)
    }
    if let died = old?.diedAt, died > stamp { return }
    if effect.kind == .patch, old == nil { throw Refusal(.unknown, effect.key) }
    if effect.kind == .patch, let old, old.isDead {
      // Who took the zone over is in it, though another life of the hub had removed them before.
      guard effect.registers["role"] == .text(Role.owner.rawValue),
        old.registers["accountID"] != nil
      else { return }
    }
    var record = old ?? HubRecord(zone: zone, table: table.name, id: effect.id)
    let isNew = effect.kind == .put || record.isDead
    if let held = record.registers["role"], !record.isDead, held.stamp >= stamp { return }
    (record.isDead, record.diedAt) = (false, nil)
    for (name, value) in effect.registers where table.register(name) != nil {
      record.registers[name] = Register(value, stamp)
    }
    guard let account = record.registers.values["accountID"]?.text,
      let role = record.registers.values["role"]?.text.flatMap(Role.init(rawValue:))
    else { throw Refusal(.invalid, effect.key) }
    if isNew, try !makeRoom(for: account, in: zone, as: role) { return }
    try draft.put(record)
    let cause = record.registers.values["cause"]?.text ?? ""
    let held = try draft.writer.grant(in: zone, for: account)
    if isNew {
      let invite = try draft.writer.invite(cause)
      draft.grants.append(
        HubGrant(
          zone: zone, account: account, role: role, grantID: stamp.changeSet.description,
          inviteID: invite?.id))
    } else if var grant = held {
      grant.role = role
      draft.grants.append(grant)
    }
    try draft.touch(account)
  }

  /// Takes an account that comes back to a zone out of another one of the same kind where it may
  /// not be in both: what it joined last counts, but nobody loses what they own, and no zone comes
  /// back without its owner.
  ///
  /// While the hub recovers, who owns the other one waits: that they have handed it over, and left,
  /// may still be handed back.
  ///
  /// - Returns: whether the account may come back.
  private mutating func makeRoom(
    for account: AccountID, in zone: ZoneID, as role: Role
  ) throws -> Bool {
    guard let kind = try draft.zone(zone)?.kind, schema.zoneKinds[kind]?.maxMemberships != nil,
      !isPlanted(.noRoomMade)
    else { return true }
    let others = try draft.writer.memberships(of: account).filter {
      $0.zone.kind == kind && $0.zone.id != zone
    }
    for (grant, other) in others {
      let place = RecordPlace(zone: other.id, id: UUIDs.v5(other.id, account))
      let joined = try draft.record(place)?.registers["accountID"]?.stamp
      if grant.role == .owner {
        if isRecovering { throw Refusal(.unknown, nil, other.id) }
        if role == .owner { throw Refusal(.limit, nil, "zones of one account") }
        return false
      }
      if role != .owner, joined.map({ $0 > stamp }) ?? true { return false }
      try draft.removeGrant(in: other.id, for: account, stamp: stamp)
    }
    return true
  }

  /// Gives a removed participant a fresh zone of a kind that every account has, as the removal did
  /// then.
  private mutating func provideForRemoved() throws {
    for (id, account) in draft.removedGrants {
      guard let zone = try draft.zone(id), let kind = schema.zoneKinds[zone.kind],
        kind.minimumPerAccount > 0
      else { continue }
      let left = try draft.writer.memberships(of: account).count {
        $0.zone.kind == zone.kind && $0.zone.id != id
      }
      guard left < kind.minimumPerAccount else { continue }
      try draft.createFreshZone(kind: zone.kind, for: account, stamp: stamp, now: now)
    }
  }
}
