import Hub
import SyncProtocol

/// A client that does what no replica of ours does. The hub must see through it; the oracles say
/// whether it did.
extension Simulation {
  func hostile(_ device: SimulatedDevice) throws {
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
    let far = Int64(random.pick([0, 0, 365 * 86_400_000])!)
    let changeSet = ChangeSet(
      id: id, time: HybridTime(milliseconds: time.milliseconds + far), grants: grants,
      mutations: [mutation])
    let request = PushRequest(
      epoch: oracle.epoch, replica: id.replica, acknowledged: 0, changeSets: [changeSet])
    sentRequests.append((request, device.account))
    written[id] = changeSet
    _ = try atHub(isFaulty: false) { try judge(request, account: device.account) }
  }
}
