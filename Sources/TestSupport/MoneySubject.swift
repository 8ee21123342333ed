import Finances
import HearthDomain
import Household
import Hub
import Replica
import SQLite
import SyncProtocol
import Values

/// Groups who share expenses: the program's own schema, use cases and derived tables.
final class MoneySubject: SimulatedSubject {
  let schema = FinanceBug.planted(in: HearthDomain.schema)
  var toldSchema: SyncSchema { HearthDomain.schema }
  var hasPersonalZones: Bool { true }
  var crossingRate: Double { 0.06 }
  var sql: [String] { HearthDomain.migrations }
  var observer: (any Replica.Observer)? { DomainObserver() }
  /// A copy of a group, or who is combined, may write every expense that there is.
  var maxWrittenBytes: Int { 16_000_000 }

  func settle(_ connection: Connection) throws {
    try connection.transaction { try HearthDomain.settle(connection) }
  }
  var fewRecords: Range<Int> { 60..<160 }

  /// Whether groups have 20 members, and amounts are as large as there are.
  private let isLarge: Bool
  private var memories: [String: MoneyMemory] = [:]
  /// "notice account": copies of lost groups that were kept.
  var keptCopies: Set<String> = []

  init(isLarge: Bool = false) { self.isLarge = isLarge }

  func memory(of device: SimulatedDevice) -> MoneyMemory {
    if let memory = memories[device.name] { return memory }
    let memory = MoneyMemory()
    memories[device.name] = memory
    return memory
  }

  func person(
    _ device: SimulatedDevice, in group: ZoneID, _ simulation: Simulation
  ) -> MoneyPerson {
    MoneyPerson(
      device: device, memory: memory(of: device), group: group, today: today(simulation),
      isLarge: isLarge, note: { simulation.report.done[$0, default: 0] += 1 })
  }

  /// A day goes by with each step, so that what repeats becomes due.
  func today(_ simulation: Simulation) -> CalendarDay {
    let first = CalendarDay(year: 2026, month: 1, day: 1).daysSince1970
    return CalendarDay(daysSince1970: first + simulation.report.steps)
  }

  // MARK: What people do

  func makeZone(by device: SimulatedDevice, _ simulation: Simulation) throws {
    let person = person(device, in: "", simulation)
    try write(.addGroup, on: device, simulation) { try person.addGroup($0) }
  }

  func fill(_ zone: ZoneID, by device: SimulatedDevice, _ simulation: Simulation) throws {
    for action: MoneyAction in [
      .addMember, .addMember, .addExpense, .addExpense, .addPayment, .addRepeating, .addComment,
      .addEntry, .addOwnCategory,
    ] {
      try act(action, on: device, in: zone, simulation)
    }
  }

  func writeSomething(_ device: SimulatedDevice, _ simulation: Simulation) throws {
    if device.isBeside, simulation.beside.chance(0.4) {
      return try writeMany(device, simulation)
    }
    guard let zone = simulation.random.pick(try device.shared) else { return }
    if simulation.random.chance(0.1) { try forgetWhatOthersMade(device, simulation) }
    // Sometimes a page forgets to ask; the use case must not.
    if zone.role == .readOnly, simulation.random.chance(0.8) { return }
    let action = simulation.random.pick(MoneyAction.weighted)!
    try act(action, on: device, in: zone.id, simulation)
    try simulation.checkView(device)
  }

  func act(
    _ action: MoneyAction, on device: SimulatedDevice, in group: ZoneID, _ simulation: Simulation
  ) throws {
    let person = person(device, in: group, simulation)
    let bin = person.memory.bin
    let isKept = try write(action, on: device, simulation) { try person.perform(action, $0) }
    // Where its write stopped, nothing was deleted.
    if !isKept { person.memory.bin.forgetNew(since: bin) }
  }

  /// Whether something was written and kept.
  @discardableResult
  private func write(
    _ action: MoneyAction, on device: SimulatedDevice, _ simulation: Simulation,
    _ body: (WriteTransaction) throws -> Void
  ) throws -> Bool {
    try write(action.rawValue, on: device, simulation, body)
  }

  @discardableResult
  func write(
    _ what: String, on device: SimulatedDevice, _ simulation: Simulation,
    _ body: (WriteTransaction) throws -> Void
  ) throws -> Bool {
    try simulation.useCase(what, on: device, body)
  }

  /// What is entered here adds up, so nobody is told that it does not.
  func checkReason(_ error: any Error, _ what: String, _ device: SimulatedDevice) throws {
    try Self.checkReason(error, what, device)
  }

  static func checkReason(
    _ error: any Error, _ what: String, _ device: SimulatedDevice
  ) throws {
    switch error {
    case FinanceFailure.unbalanced, FinanceFailure.unsplit:
      throw SimulationFailure("what adds up is taken", "\(device.name) \(what): \(error)")
    default: return
    }
  }

  /// As a part of an import does.
  func writeMany(_ device: SimulatedDevice, _ simulation: Simulation) throws {
    guard let zone = simulation.beside.pick(try device.shared) else { return }
    if zone.role == .readOnly, simulation.beside.chance(0.8) { return }
    let first = simulation.beside.number(0..<4) * 3
    let rows = first..<first + simulation.beside.number(2..<12)
    try importSheet(rows, on: device, in: zone.id, simulation)
  }

  /// Everyone changes the amounts of one expense at the same moment.
  func contend(_ simulation: Simulation) throws {
    let device = simulation.random.pick(simulation.devices)!
    guard let zone = simulation.random.pick(try device.shared)?.id,
      let expense = try device.pick("expenses", in: zone)
    else { return }
    for device in simulation.devices.shuffled(using: &simulation.random) {
      guard try device.zones.contains(where: { $0.id == zone && $0.role.canWrite }) else {
        continue
      }
      try editAmounts(of: expense, in: zone, by: device, simulation)
    }
  }

  func editAmounts(
    of expense: RecordID, in zone: ZoneID, by device: SimulatedDevice, _ simulation: Simulation
  ) throws {
    let person = person(device, in: zone, simulation)
    try write("edit at once", on: device, simulation) { transaction in
      guard let old = try Expense.find(expense, in: transaction.connection),
        let money = try MoneyEntry(person, transaction.connection)?.money()
      else { return }
      try EditExpense(expenseID: expense, details: old.details, money: money)(transaction)
    }
  }

  func forget(_ device: SimulatedDevice) { memories[device.name] = nil }

  func isRefusal(_ error: any Error) -> Bool {
    error is FinanceFailure || error is UseCaseFailure || error is ApplyGroupImport.Failure
  }

  func hangingPart(_ id: RecordID) -> Effect {
    let money = ExpenseMoney(
      currency: "EUR", amountMinor: 5, mode: .exact,
      shares: [.init("nobody", paidMinor: 5, owedMinor: 5)])
    return Effect(
      .put, "expenses", id,
      registers: [
        "title": "hangs", "day": "2026-01-01", "createdAt": 1, "createdBy": "nobody",
        "money": MoneyContent.of(money, ids: "\(id)-part"),
      ])
  }
}
