import Families
import Finances
import HearthDomain
import Household
import Hub
import Replica
import SQLite
import SyncProtocol
import Things
import Values

/// Families, and the homes and groups of their people: the program's own schema and use cases, and
/// requests to the hub by those who may, and by those who may not.
final class FamilySubject: SimulatedSubject {
  let schema = FamilyBug.planted(in: HearthDomain.schema)
  var toldSchema: SyncSchema { HearthDomain.schema }
  var hasPersonalZones: Bool { true }
  /// Rosa has a family of her own, and Sven none.
  let accounts: [AccountID] = ["olga", "piet", "quinn", "rosa", "sven"]
  var guestCount: Int { 2 }
  var crossingRate: Double { 0.13 }
  var sql: [String] { HearthDomain.migrations }
  var observer: (any Replica.Observer)? { DomainObserver() }
  var maxWrittenBytes: Int { 16_000_000 }
  var fewRecords: Range<Int> { 60..<160 }

  var shares = FamilyShareOracle()
  private var sharesAtBackup = FamilyShareOracle()
  private var memories: [String: FamilyMemory] = [:]

  func noteBackup() { sharesAtBackup = shares }
  func noteRestore() { shares.putBack(to: sharesAtBackup) }
  func hasLost(_ account: AccountID, _ zone: ZoneID) -> Bool {
    shares.lost.contains("\(account) \(zone)")
  }

  /// Who dissolves a family takes all that is shared with it from who is in it.
  func follows(_ changeSet: ChangeSet, in zone: ZoneID) -> Bool {
    shares.wasShared.contains(zone)
      && changeSet.mutations.contains { $0.kind == .delete && $0.table == "families" }
  }

  func settle(_ connection: Connection) throws {
    try connection.transaction { try HearthDomain.settle(connection) }
  }

  func memory(of device: SimulatedDevice) -> FamilyMemory {
    if let memory = memories[device.name] { return memory }
    let memory = FamilyMemory()
    memories[device.name] = memory
    return memory
  }

  func forget(_ device: SimulatedDevice) { memories[device.name] = nil }

  /// Some steps are a day, so that a device that is offline for long is so for a month. Whose clock
  /// is a day ahead has tomorrow.
  func today(_ device: SimulatedDevice, _ simulation: Simulation) -> CalendarDay {
    let first = CalendarDay(year: 2026, month: 1, day: 1).daysSince1970
    let ahead = Int(device.skew.clamped(to: -200_000_000...200_000_000) / 86_400_000)
    return CalendarDay(daysSince1970: first + simulation.report.steps / 3 + ahead)
  }

  func person(
    _ device: SimulatedDevice, in family: ZoneID, _ simulation: Simulation
  ) -> FamilyActor {
    FamilyActor(
      device: device, memory: memory(of: device), family: family,
      today: today(device, simulation),
      note: { simulation.report.done[$0, default: 0] += 1 })
  }

  // MARK: What people do

  /// In the beginning two have a family, and the others a home.
  func makeZone(by device: SimulatedDevice, _ simulation: Simulation) throws {
    let hasFamily = ["olga", "rosa"].contains(device.account)
    let person = person(device, in: "", simulation)
    let action: FamilyAction = hasFamily ? .addFamily : .addHome
    try simulation.useCase(action.rawValue, on: device) { try person.perform(action, $0) }
  }

  func fill(_ zone: ZoneID, by device: SimulatedDevice, _ simulation: Simulation) throws {
    guard try device.zones.contains(where: { $0.id == zone && $0.kind == .family }) else { return }
    for action: FamilyAction in [.addRoutine, .addRoutine, .setFace, .tick, .saveReward] {
      try act(action, on: device, in: zone, simulation)
    }
  }

  func writeSomething(_ device: SimulatedDevice, _ simulation: Simulation) throws {
    let zones = try device.shared
    let family = zones.first { $0.kind == .family }
    guard let family, simulation.random.chance(0.94) else {
      let action: FamilyAction = simulation.random.pick(
        [.addFamily, .addFamily, .addHome, .addHome, .addGroup])!
      // Who has one is refused a second one; and nobody needs many homes.
      guard action == .addFamily || zones.count < 5 else { return }
      return try act(action, on: device, in: family?.id ?? "", simulation)
    }
    let home = zones.first { $0.kind == .home && $0.role.canWrite }
    if let home, simulation.random.chance(0.05) {
      return try rename(home.id, on: device, simulation)
    }
    let groups = zones.filter { $0.kind == .group }
    if simulation.random.chance(0.25), let group = simulation.random.pick(groups) {
      try spend(in: group, on: device, simulation)
    } else {
      let action = simulation.random.pick(FamilyAction.weighted)!
      try act(action, on: device, in: family.id, simulation)
    }
    if simulation.random.chance(0.4), try device.zones.contains(where: { $0.id == family.id }) {
      let action = simulation.random.pick(FamilyAction.weightedOfStars)!
      try act(action, on: device, in: family.id, simulation)
    }
    try simulation.checkView(device)
  }

  private func rename(
    _ home: ZoneID, on device: SimulatedDevice, _ simulation: Simulation
  ) throws {
    try simulation.useCase("rename home", on: device) { transaction in
      guard var details = try Home.find(home, in: transaction.connection)?.details else { return }
      details.name = "Home \(device.random.number(0..<20))"
      try EditHome(homeID: home, details: details)(transaction)
    }
  }

  func act(
    _ action: FamilyAction, on device: SimulatedDevice, in family: ZoneID,
    _ simulation: Simulation
  ) throws {
    let person = person(device, in: family, simulation)
    let zones = try device.zones
    let role = zones.first { $0.id == family }?.role
    let bin = person.memory.bin
    let isKept = try simulation.useCase(action.rawValue, on: device) {
      try person.perform(action, $0)
    }
    // Where its write stopped, nothing was deleted.
    if !isKept { person.memory.bin = bin }
    try require(
      // Beside the hub others write between the steps of one write.
      !isKept || role != .readOnly || !action.isForParents || device.isBeside,
      "no use case lets a child do what is a parent's",
      "\(device.name) \(action.rawValue) \(zones.map { "\($0.id) \($0.role)" })")
  }

  /// A sheet of routines at once.
  func writeMany(_ device: SimulatedDevice, _ simulation: Simulation) throws {
    guard let family = try device.shared.first(where: { $0.kind == .family })?.id else { return }
    let person = person(device, in: family, simulation)
    try simulation.useCase("many routines", on: device) { transaction in
      for _ in 0..<simulation.beside.number(2..<6) {
        try person.perform(.addRoutine, transaction)
      }
    }
  }

  func wish(_ device: SimulatedDevice, _ simulation: Simulation) throws {
    guard device.task == nil, !device.isBeside,
      let zone = simulation.random.pick(try device.shared)
    else { return }
    // Now and then also those who may not.
    guard zone.role == .owner || simulation.random.chance(0.2) else { return }
    device.task = .deleteHome(zone.id)
    device.tries = 0
  }

  func perform(_ task: SimulatedDevice.Task, _ transaction: WriteTransaction) throws {
    switch task {
    case .merge: return
    case .deleteHome(let zone):
      switch try ZoneRow.find(zone, in: transaction.connection)?.kind {
      case .family: try DeleteFamily(familyID: zone)(transaction)
      case .group: try DeleteGroup(groupID: zone)(transaction)
      default: try DeleteHome(homeID: zone)(transaction)
      }
    case .decide(let decision): try decision.body(transaction)
    }
  }

  func isRefusal(_ error: any Error) -> Bool {
    error is FamilyFailure || error is FinanceFailure || error is UseCaseFailure
      || error is DeleteHome.Failure
  }

  /// What is entered here can be done, so nobody is told that it is wrong.
  func checkReason(_ error: any Error, _ what: String, _ device: SimulatedDevice) throws {
    try MoneySubject.checkReason(error, what, device)
    guard case FamilyFailure.invalid(let problems) = error else { return }
    // Who was in the plan may have left meanwhile.
    let isGone = problems.allSatisfy { $0.field == .routinePeople && $0.reason == .notInThisHome }
    try require(isGone, "what can be done is taken", "\(device.name) \(what): \(problems)")
  }

  /// Everybody in a family ticks the same at the same moment, and some take it back.
  func contend(_ simulation: Simulation) throws {
    let device = simulation.random.pick(simulation.devices)!
    guard let family = try device.shared.first(where: { $0.kind == .family })?.id,
      let routine = try device.pick("routines", in: family)
    else { return }
    let day = today(device, simulation)
    for device in simulation.devices.shuffled(using: &simulation.random) {
      guard try device.zones.contains(where: { $0.id == family }) else { continue }
      let isBack = simulation.random.chance(0.3)
      let what = isBack ? "taken back at once" : "ticked at once"
      try simulation.useCase(what, on: device) {
        if isBack {
          try UntickRoutine(routineID: routine, day: day, personID: device.account)($0)
        } else {
          try TickRoutine(routineID: routine, day: day, personID: device.account)($0)
        }
      }
    }
  }

  func hangingPart(_ id: RecordID) -> Effect {
    Effect(
      .put, "routineEvents", id,
      registers: [
        "routineID": "nowhere", "day": "2026-01-01", "kind": "done", "personID": "nobody",
        "createdAt": 1, "createdBy": "nobody",
      ])
  }

  func stealFile(_ device: SimulatedDevice, _ simulation: Simulation) throws {}
}
