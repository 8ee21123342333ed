import Hub
import SyncProtocol

/// A client that does what no replica of ours does. The hub must see through it; the oracles say
/// whether it did.
extension Simulation {
  func hostile(_ device: SimulatedDevice) throws {
    try subject.stealFile(device, self)
    switch random.number(0..<12) {
    case 0: try hostileHold(device)
    case 1, 2: try hostilePull(device)
    case 3..<8: try subject.breakRules(device, self)
    default: try subject.reachOut(device, self)
    }
  }

  /// What no client may write at all, or not there.
  func hostileWrite(_ device: SimulatedDevice) throws {
    fault("hostile push")
    let alive = oracle.images.filter(\.value.isAlive)
    // Sometimes in a zone where he may write, sometimes where he has no business.
    let writable = try store.read { try $0.memberships(of: device.account) }
      .filter(\.grant.role.canWrite).map(\.zone.id)
    guard let zone = random.pick(random.chance(0.5) ? writable : alive.keys.sorted()),
      let records = alive[zone]?.records.values.map(\.record).sorted(by: { $0.id < $1.id }),
      let record = random.pick(records)
    else { return }
    let grant = try store.read { try $0.grant(in: zone, for: device.account) }
    let own = try store.read { try $0.memberships(of: device.account) }.randomElement(
      using: &random)
    hostileCount += 1
    let id = ChangeSetID(replica: "evil-\(device.account)", number: hostileCount)
    let item = records.first { $0.table == "items" }?.id ?? "none"
    let event = records.first { $0.table == "events" }?.id ?? "none"
    var mutation = Mutation(.update, record.table, record.id, in: zone)
    switch random.number(0..<9) {
    case 0: mutation.registers = record.table == "items" ? ["name": .text("evil")] : [:]
    case 1:
      // The zone is his own, the record is not.
      mutation = Mutation(
        .update, "items", item, in: own?.zone.id ?? zone, registers: ["name": "evil"])
    case 2: mutation = Mutation(.update, "items", item, in: zone, registers: ["rank": 7])
    case 3:
      mutation = Mutation(
        .update, "participants", record.id, in: zone, registers: ["role": "owner"])
    case 4: mutation = Mutation(.insert, "nothing", "evil-\(hostileCount)", in: zone)
    case 5:
      mutation = Mutation(
        .insert, "expenses", "evil-\(hostileCount)", in: zone,
        registers: ["split": .map(["total": 5, "shares": .list([])])])
    case 6:
      mutation = Mutation(
        .insert, "photos", "evil-\(hostileCount)", in: own?.zone.id ?? zone,
        registers: ["itemID": .text(record.id), "caption": "evil"])
    case 7: mutation = Mutation(.delete, "events", event, in: zone)
    default:
      mutation = Mutation(.update, "events", event, in: zone, registers: ["what": "never was"])
    }
    var grants: [ZoneID: String] = [zone: grant?.grantID ?? "\(device.name).1"]
    if let own { grants[own.zone.id] = own.grant.grantID }
    try pushHostile([mutation], id, grants, device)
  }

  func pushHostile(
    _ mutations: [Mutation], _ id: ChangeSetID, _ grants: [ZoneID: String],
    _ device: SimulatedDevice
  ) throws {
    let far = Int64(random.pick([0, 0, 365 * 86_400_000])!)
    let changeSet = ChangeSet(
      id: id, time: HybridTime(milliseconds: time.milliseconds + far), grants: grants,
      mutations: mutations)
    let request = PushRequest(
      epoch: oracle.epoch, replica: id.replica, acknowledged: 0, changeSets: [changeSet])
    sentRequests.append((request, device.account))
    written[id] = changeSet
    _ = try atHub(isFaulty: false) { try judge(request, account: device.account) }
  }

  /// Somebody has a home alone, and wants to keep it.
  private func hostileHold(_ device: SimulatedDevice) throws {
    guard let zone = try random.pick(device.zones.filter(\.role.canWrite)) else { return }
    fault("hostile hold")
    var isHeld = true
    let begin = time.milliseconds
    while isHeld, time.milliseconds - begin <= Hold.maxMilliseconds {
      try trace("hold", "evil-\(device.account)", device.account, zone.id)
      isHeld =
        try atHub(isFaulty: false) {
          try hub.hold([zone.id], replica: "evil-\(device.account)", as: device.account)
        } ?? false
      time.milliseconds += 3000
    }
    try require(!isHeld, "nobody has a home for long", "\(device.account) \(zone.id)")
  }

  /// Somebody makes up how far they are.
  private func hostilePull(_ device: SimulatedDevice) throws {
    let members = try store.read { try $0.memberships(of: device.account) }
    guard let member = random.pick(members) else { return }
    fault("hostile pull")
    let zone = member.zone.id
    let madeUp: ZonePosition =
      random.chance(0.5)
      ? .at(Int64(random.number(0..<8)), grant: member.grant.grantID)
      : .loading(
        after: RecordKey("items", "zzz"), from: Int64(random.number(0..<8)),
        grant: member.grant.grantID)
    let request = PullRequest(
      epoch: oracle.epoch, replica: "evil-\(device.account)", zones: [zone: madeUp])
    let response = try atHub(isFaulty: false) { try hub.pull(request, as: device.account) }
    guard case .page(let page)? = response,
      let joined = oracle.images[zone]?.records.values.map(\.record).first(where: {
        $0.table == "participants" && $0.registers["accountID"]?.value == .text(device.account)
      })?.registers["joinedAt"]?.value.integer,
      member.grant.role != .owner
    else { return }
    for entry in page.entries where entry.zone == zone {
      try require(
        entry.committedAt >= joined, "nobody is told what was before they came",
        "\(device.account) \(zone) \(entry.sequence)")
    }
  }

  /// What the rules for money forbid.
  func hostileMoney(_ device: SimulatedDevice) throws {
    let members = try store.read { try $0.memberships(of: device.account) }
    guard let member = random.pick(members.filter(\.grant.role.canWrite)),
      let image = oracle.images[member.zone.id]
    else { return }
    fault("hostile push")
    hostileCount += 1
    let id = ChangeSetID(replica: "evil-\(device.account)", number: hostileCount)
    let zone = member.zone.id
    let grants = Dictionary(uniqueKeysWithValues: members.map { ($0.zone.id, $0.grant.grantID) })
    let records = image.records.values.map(\.record).sorted { $0.id < $1.id }
    let mutations = try hostileMoney(device.account, zone, records, "evil-\(hostileCount)")
    if !mutations.isEmpty { try pushHostile(mutations, id, grants, device) }
    if random.chance(0.15) { try hostileTwin(device) }
  }

  /// Somebody deletes a home by its root alone, uses what was in it elsewhere, and brings it back.
  private func hostileTwin(_ device: SimulatedDevice) throws {
    let owned = try store.read { try $0.memberships(of: device.account) }
      .filter { $0.grant.role == .owner }
    guard owned.count > 1, let lost = random.pick(owned),
      let other = random.pick(owned.filter { $0.zone.id != lost.zone.id }),
      let item = oracle.images[lost.zone.id]?.records.values.map(\.record)
        .filter({ $0.table == "items" }).map(\.id).min()
    else { return }
    lostGrants.formUnion(accounts.map { "\($0) \(lost.zone.id)" })
    let grants = Dictionary(uniqueKeysWithValues: owned.map { ($0.zone.id, $0.grant.grantID) })
    for mutation in [
      Mutation(.delete, "homes", lost.zone.id, in: lost.zone.id),
      Mutation(.insert, "items", item, in: other.zone.id, registers: ["name": "twin"]),
    ] {
      hostileCount += 1
      let id = ChangeSetID(replica: "evil-\(device.account)", number: hostileCount)
      try pushHostile([mutation], id, grants, device)
    }
    try trace("restoreZone", lost.zone.id, device.account)
    _ = try atHub(isFaulty: false) {
      do { try hub.restoreZone(lost.zone.id, by: device.account) } catch is SharingError {}
    }
  }

  /// Says something, how a member is paid, or who they are, as somebody else.
  private func inOthersName(_ member: RecordID, _ zone: ZoneID, _ word: String) -> Mutation {
    if random.chance(0.3) {
      let said: SortedMap<FieldValue> = [
        "what": .text(word), "saidBy": .text(random.pick(accounts)!),
      ]
      return Mutation(.insert, "events", word, in: zone, registers: said)
    }
    if random.chance(0.3) {
      return Mutation(.update, "members", member, in: zone, registers: ["payment": .text(word)])
    }
    let value: FieldValue = random.chance(0.3) ? .null : .text(random.pick(accounts)!)
    return Mutation(.update, "members", member, in: zone, registers: ["accountID": value])
  }

  private func hostileMoney(
    _ account: AccountID, _ zone: ZoneID, _ records: [HubRecord], _ word: String
  ) throws -> [Mutation] {
    func any(_ table: String) -> RecordID? {
      random.pick(records.filter { $0.table == table }.map(\.id))
    }
    switch random.number(0..<9) {
    case 0:
      // Combined with what is dead.
      let table = random.pick(["items", "places", "members"])!
      let dead = try store.connection.query(
        "SELECT id FROM records WHERE zoneID = ? AND isDead = 1 AND tableName = ? ORDER BY id",
        .text(zone), .text(table)
      ) { $0.text(0) }
      guard let id = any(table), let other = random.pick(dead) else { return [] }
      return [
        Mutation(.delete, table, id, in: zone, destination: RecordPlace(zone: zone, id: other))
      ]
    case 1:
      // A home of his own goes into one that is none of his.
      guard let other = random.pick(oracle.images.filter(\.value.isAlive).keys.sorted()) else {
        return []
      }
      let own = random.chance(0.3) ? zone : word
      let merge = Mutation(
        .delete, "homes", own, in: own, destination: RecordPlace(zone: other, id: other))
      return own == zone ? [merge] : [Mutation(.insert, "homes", own, in: own), merge]
    case 2:
      // The root alone; what was in it is used elsewhere.
      return [Mutation(.delete, "homes", zone, in: zone)]
    case 3:
      let lost = try store.connection.query(
        """
        SELECT r.id FROM records AS r JOIN zones AS z ON z.id = r.zoneID
        WHERE z.isAlive = 0 AND r.isDead = 0 AND r.tableName = 'items' ORDER BY r.id
        """
      ) { $0.text(0) }
      guard let id = random.pick(lost) else { return [] }
      return [Mutation(.insert, "items", id, in: zone, registers: ["name": "twin"])]
    case 4:
      return any("members").map { [inOthersName($0, zone, word)] } ?? []
    case 5:
      guard let id = any("places"), let other = any("places") else { return [] }
      return [Mutation(.update, "places", id, in: zone, registers: ["parentID": .text(other)])]
    case 6:
      guard let other = random.pick(records.filter { $0.table == "expenses" }),
        let share = other.registers["split"]?.value["shares"].list?.first
      else { return [] }
      return [
        Mutation(
          .insert, "expenses", word, in: zone,
          registers: [
            "split": .map(["total": share["owed"], "shares": .list([share])])
          ])
      ]
    case 7:
      guard let id = any("settlements") else { return [] }
      return [
        Mutation(
          .insert, "settlements", id, in: zone,
          registers: ["recordedBy": .text(account), "money": .map(["amount": 777])])
      ]
    default:
      // Two members who are one, as somebody says who looked at nothing.
      guard let id = any("members"), let other = any("members"), id != other else { return [] }
      return [
        Mutation(.delete, "members", id, in: zone, destination: RecordPlace(zone: zone, id: other))
      ]
    }
  }
}
