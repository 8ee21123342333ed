import Finances
import Hub
import Replica
import SyncProtocol

/// A member of groups who sends what no program of ours does. What the hub must refuse shows in what
/// it then has.
extension MoneySubject {
  func stealFile(_ device: SimulatedDevice, _ simulation: Simulation) throws {}

  func breakRules(_ device: SimulatedDevice, _ simulation: Simulation) throws {
    let zones = try simulation.store.read { try $0.memberships(of: device.account) }
    let writable = zones.filter { $0.grant.role.canWrite && $0.zone.isAlive }.map(\.zone.id)
    guard let zone = simulation.random.pick(writable),
      let image = simulation.oracle.images[zone]
    else { return }
    let group = HostileGroup(
      zone: zone, records: image.records.values.map(\.record).sorted { $0.id < $1.id },
      word: "evil-\(device.account)-\(simulation.hostileCount)")
    try push(mutation(device.account, group, simulation), by: device, simulation)
  }

  /// Where somebody has no business, or what a schema has not.
  func reachOut(_ device: SimulatedDevice, _ simulation: Simulation) throws {
    let alive = simulation.oracle.images.filter(\.value.isAlive)
    guard let zone = simulation.random.pick(alive.keys.sorted()),
      let record = simulation.random.pick(
        alive[zone]!.records.values.map(\.record).sorted { $0.id < $1.id })
    else { return }
    let word = "evil-\(simulation.hostileCount)"
    let mutation: Mutation =
      switch simulation.random.number(0..<6) {
      case 0: Mutation(.update, "groups", zone, in: zone, registers: ["note": "evil"])
      case 1: Mutation(.delete, record.table, record.id, in: zone)
      case 2:
        Mutation(
          .update, "participants", record.id, in: zone, registers: ["role": "owner"])
      case 3: Mutation(.insert, "nothing", word, in: zone)
      case 4:
        Mutation(
          .insert, "groupMembers", word, in: zone,
          registers: ["name": .text(word), "nameKey": .text(word), "createdAt": 1])
      default: Mutation(.update, "expenses", record.id, in: zone, registers: ["createdBy": "evil"])
      }
    try push(mutation, by: device, simulation)
  }

  private func push(
    _ mutation: Mutation?, by device: SimulatedDevice, _ simulation: Simulation
  ) throws {
    guard let mutation else { return }
    simulation.fault("hostile push")
    simulation.hostileCount += 1
    let zones = try simulation.store.read { try $0.memberships(of: device.account) }
    let grants = Dictionary(uniqueKeysWithValues: zones.map { ($0.zone.id, $0.grant.grantID) })
    try simulation.pushHostile(
      [mutation], ChangeSetID(replica: "evil-\(device.account)", number: simulation.hostileCount),
      grants, device)
  }

  private func mutation(
    _ account: AccountID, _ group: HostileGroup, _ simulation: Simulation
  ) throws -> Mutation? {
    let zone = group.zone
    func any(_ table: String) -> HubRecord? { simulation.random.pick(group.all(table)) }
    switch simulation.random.number(0..<13) {
    case 0..<3:
      guard let wrong = wrong(group, simulation) else { return nil }
      return group.insert(wrong)
    case 11:
      // The same of what repeats, so that no device would make what does not add up.
      guard let wrong = wrong(group, simulation, rows: "repeatingParts") else { return nil }
      return group.repeating(wrong)
    case 3:
      // On the version that is there, so that nothing but the sums is wrong.
      guard let expense = any("expenses"), let wrong = wrong(group, simulation) else { return nil }
      var mutation = Mutation(.update, "expenses", expense.id, in: zone)
      mutation.registers = ["money": wrong]
      mutation.bases = expense.registers["money"].map { ["money": $0.stamp.changeSet] } ?? [:]
      return mutation
    case 4..<6:
      guard let member = any("groupMembers") else { return nil }
      let other = simulation.random.pick(simulation.accounts)!
      let value: FieldValue = simulation.random.chance(0.3) ? .null : .text(other)
      return Mutation(
        .update, "groupMembers", member.id, in: zone, registers: ["accountID": value])
    case 6..<8:
      let others = simulation.oracle.images.filter { $0.key != zone && $0.value.isAlive }
      guard let other = simulation.random.pick(others.keys.sorted()),
        let member = simulation.random.pick(
          others[other]!.records.values.map(\.record).filter { $0.table == "groupMembers" }
            .sorted { $0.id < $1.id })
      else { return nil }
      return group.insert(Self.content(member.id, 700, group.word))
    case 8:
      // A row of another expense.
      guard let expense = any("expenses"), let money = expense.registers["money"]?.value else {
        return nil
      }
      return group.insert(money)
    case 9:
      guard let member = any("groupMembers") else { return nil }
      let day: FieldValue = simulation.random.pick(["2026-02-30", "", "yesterday"])!
      var mutation = group.insert(Self.content(member.id, 700, group.word))
      mutation.registers["day"] = day
      return mutation
    case 10:
      guard let one = any("groupMembers"), let other = any("groupMembers"), one.id != other.id
      else { return nil }
      return Mutation(
        .delete, "groupMembers", one.id, in: zone,
        destination: RecordPlace(zone: zone, id: other.id))
    default: return Mutation(.delete, "groups", zone, in: zone)
    }
  }

  /// Amounts that do not add up, each in another way.
  private func wrong(
    _ group: HostileGroup, _ simulation: Simulation, rows: String = "expenseParts"
  ) -> FieldValue? {
    guard let member = simulation.random.pick(group.all("groupMembers"))?.id,
      let other = simulation.random.pick(group.all("groupMembers"))?.id
    else { return nil }
    var money = ExpenseMoney(
      currency: "EUR", amountMinor: 900, mode: .exact,
      shares: [.init(member, paidMinor: 900, owedMinor: 900)])
    switch simulation.random.number(0..<9) {
    case 0: money.shares[0].owedMinor = 899
    case 1: money.shares[0].paidMinor = 901
    case 2: money.amountMinor = 0
    case 3: money.shares.append(.init(member))
    case 4: money.kind = .transfer
    case 5: money.currency = "euro"
    case 6:
      // Beyond what 64 bits hold, where somebody adds without looking.
      money.shares = [
        .init(member, paidMinor: 900, owedMinor: .max), .init(other, owedMinor: .min + 901),
      ]
    case 7: money.mode = .percentage
    default: money.shares = []
    }
    return MoneyContent.of(money, ids: group.word, rows: rows)
  }

  private static func content(
    _ member: RecordID, _ amount: Int64, _ word: String
  ) -> FieldValue {
    MoneyContent.of(
      ExpenseMoney(
        currency: "EUR", amountMinor: amount, mode: .exact,
        shares: [.init(member, paidMinor: amount, owedMinor: amount)]), ids: word)
  }
}

/// A group as a hostile member sees it.
private struct HostileGroup {
  let zone: ZoneID
  let records: [HubRecord]
  let word: String

  func all(_ table: String) -> [HubRecord] { records.filter { $0.table == table } }

  func repeating(_ money: FieldValue) -> Mutation {
    Mutation(
      .insert, "repeatingExpenses", word, in: zone,
      registers: [
        "title": "evil", "startsOn": "2026-01-01", "nextOn": "2026-01-01", "everyCount": 1,
        "everyUnit": "week", "createdAt": 1, "createdBy": "evil", "money": money,
      ])
  }

  func insert(_ money: FieldValue) -> Mutation {
    Mutation(
      .insert, "expenses", word, in: zone,
      registers: [
        "title": "evil", "day": "2026-01-01", "createdAt": 1, "createdBy": "evil",
        "money": money,
      ])
  }
}
