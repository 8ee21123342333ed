import Hub
import Replica
import SQLite
import SyncProtocol

/// The engine: a small schema in which each of its rules occurs.
final class EngineSubject: SimulatedSubject {
  var schema: SyncSchema { TestSchema.schema }
  var sql: [String] { [TestSchema.sql] }
  var observer: (any Replica.Observer)? { nil }
  func settle(_ connection: Connection) throws {}
  /// So little that some want more.
  var maxWrittenBytes: Int { 3000 }
  var fewRecords: Range<Int> { 25..<60 }

  func makeZone(by device: SimulatedDevice, _ simulation: Simulation) throws {
    try act(.addHome, in: "", device, simulation)
  }

  func fill(_ zone: ZoneID, by device: SimulatedDevice, _ simulation: Simulation) throws {
    for action: SimulatedAction in [
      .addItem, .addItem, .addMember, .addPlace, .addExpense, .addEvent,
    ] {
      try act(action, in: zone, device, simulation)
    }
  }

  private func act(
    _ action: SimulatedAction, in zone: ZoneID, _ device: SimulatedDevice,
    _ simulation: Simulation
  ) throws {
    try simulation.write(device) { transaction in
      var bin: [DeletedItem] = []
      try action.perform(transaction, on: device, zone: zone, others: [], bin: &bin)
    }
  }

  func writeSomething(_ device: SimulatedDevice, _ simulation: Simulation) throws {
    try simulation.writeSomething(device)
  }

  func writeMany(_ device: SimulatedDevice, _ simulation: Simulation) throws {
    try simulation.addMany(device)
  }

  func wish(_ device: SimulatedDevice, _ simulation: Simulation) throws {
    try simulation.wish(device)
  }

  func perform(_ task: SimulatedDevice.Task, _ transaction: WriteTransaction) throws {
    switch task {
    case .merge(let source, let target):
      try SimulatedAction.merge(source, into: target, transaction)
    case .deleteHome(let zone): try SimulatedAction.deleteHome(zone, transaction)
    case .decide(let decision): try decision.body(transaction)
    }
  }

  func isRefusal(_ error: any Error) -> Bool { false }
  func contend(_ simulation: Simulation) throws { try simulation.contend() }
  func cross(_ simulation: Simulation) throws { try simulation.cross() }
  func forget(_ device: SimulatedDevice) {}

  func stealFile(_ device: SimulatedDevice, _ simulation: Simulation) throws {
    try simulation.hostileFile(device)
  }

  func breakRules(_ device: SimulatedDevice, _ simulation: Simulation) throws {
    try simulation.hostileMoney(device)
  }

  func reachOut(_ device: SimulatedDevice, _ simulation: Simulation) throws {
    try simulation.hostileWrite(device)
  }

  func hangingPart(_ id: RecordID) -> Effect {
    Effect(.put, "photos", id, registers: ["itemID": "nowhere", "caption": "hangs"])
  }

  func checkView(_ device: SimulatedDevice) throws { try Simulation.checkTestView(device) }
  func checkDevice(_ device: SimulatedDevice) throws {}
  func check(_ record: HubRecord) throws { try HubOracle.checkTestRecord(record) }

  func check(_ image: HubOracle.Image, before: HubOracle.Image?, _ oracle: HubOracle) throws {
    try oracle.checkTestRules(image)
  }

  func check(
    _ old: HubRecord, _ new: HubRecord, owners: Set<AccountID>, _ oracle: HubOracle
  ) throws {
    try oracle.checkTestTransition(old, new)
    try oracle.checkSettlement(old, new)
    try oracle.checkClaim(of: "members", old, new, owners)
    try oracle.checkPayment(of: "members", old, new)
  }

  func checkRefused(
    _ changeSet: ChangeSet, _ refusal: Refusal, by account: AccountID, _ simulation: Simulation
  ) throws {}

  func checkEnd(_ simulation: Simulation) throws {
    try simulation.checkLastWriters(of: "items", ["name", "price"])
    try simulation.checkPlaces()
  }
}
