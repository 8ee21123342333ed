import Finances
import Hub
import Replica
import SQLite
import SyncProtocol

/// What must hold when everything has settled.
extension MoneySubject {
  // MARK: The end

  func checkEnd(_ simulation: Simulation) throws {
    try simulation.checkLastWriters(of: "expenses", ["title", "note", "day"])
    try Self.checkReplicas(simulation)
    try simulation.checkAcknowledged(Self.lasting, partOf: ["expenseID"])
    try checkMadeOnce(simulation)
    try checkLedgers(simulation)
  }

  /// What everybody has of a group comes to what the hub has of it.
  static func checkReplicas(_ simulation: Simulation) throws {
    for (zone, image) in simulation.oracle.images.sorted(by: { $0.key < $1.key })
    where image.isAlive {
      let expected = MoneyOracle(image)
      for device in simulation.devices {
        guard try device.zones.contains(where: { $0.id == zone }) else { continue }
        try require(
          try MoneyOracle(of: zone, on: device.connection) == expected,
          "equal ledgers on all replicas", "\(device.name) \(zone)")
      }
    }
  }

  /// The devices of an account derive the same, whatever order changes came in.
  private func checkLedgers(_ simulation: Simulation) throws {
    struct Undone: Error {}
    var known: [AccountID: (device: String, rows: [String])] = [:]
    for device in simulation.devices {
      do {
        try device.connection.transaction {
          while try LedgerUpkeep.step(device.connection) {}
          let rows = try derived(device.connection)
          if let first = known[device.account] {
            let difference = Set(rows).symmetricDifference(first.rows).sorted()
            try require(
              rows == first.rows, "equal ledgers on all replicas",
              "\(device.name) and \(first.device): \(difference)")
          }
          known[device.account] = (device.name, rows)
          throw Undone()
        }
      } catch is Undone {}
    }
  }

  /// What repeats is made once for each of its days, however many open their groups.
  private func checkMadeOnce(_ simulation: Simulation) throws {
    // An expense as it was made: who has one back may have changed its day.
    var made: [RecordID: (time: HybridTime, key: String)] = [:]
    for (id, changeSet) in simulation.written {
      guard case .accepted? = simulation.answers[id] else { continue }
      for mutation in changeSet.mutations where mutation.table == "expenses" {
        guard mutation.kind == .insert, let rule = mutation.registers["repeatingID"]?.text,
          changeSet.time < made[mutation.id]?.time ?? HybridTime(milliseconds: .max >> 16)
        else { continue }
        made[mutation.id] = (changeSet.time, "\(rule) \(mutation.registers["day"]?.text ?? "")")
      }
    }
    var byKey: [String: RecordID] = [:]
    for (id, expense) in made.sorted(by: { $0.key < $1.key }) {
      try require(
        byKey[expense.key] == nil, "what repeats is made once",
        "\(expense.key): \(id) and \(byKey[expense.key] ?? "")")
      byKey[expense.key] = id
    }
  }

  /// Whose records stay until somebody deletes them, or what they are part of.
  private static let lasting: Set<String> = [
    "expenses", "expenseComments", "expenseReceipts", "repeatingExpenses", "ledgerEntries",
    "ledgerNotes",
  ]
}
