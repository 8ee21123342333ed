import Finances
import Household
import Importing
import Replica
import SQLite
import SyncProtocol

/// A sheet with expenses that everybody has: a row of it is the same for all who import it.
enum MoneySheet {
  static let people = ["Ana", "Ben", "Zoë", "Carl"]

  static func document(_ rows: Range<Int>) -> ImportedGroup {
    var document = ImportedGroup(format: .splitwise)
    document.people = people.map { ImportedPerson(name: $0) }
    document.categories = ["Food", "Power"].map { ImportedCategory(name: $0) }
    document.expenses = rows.map(expense)
    return document
  }

  private static func expense(_ row: Int) -> ImportedExpense {
    var random = SeededRandom(seed: UInt64(row))
    let amount = Int64(random.number(2..<9000))
    let (payer, other) = (row % people.count, (row + 1 + row / 4 % 3) % people.count)
    var parts: [ImportedExpense.Part]
    if row.isMultiple(of: 5) {
      parts = [.init(payer, paidMinor: amount), .init(other, owedMinor: amount)]
    } else {
      let own = Int64(random.number(0..<Int(amount)))
      parts = [
        .init(payer, paidMinor: amount, owedMinor: own), .init(other, owedMinor: amount - own),
      ]
    }
    var expense = ImportedExpense(
      line: row + 1, currency: row.isMultiple(of: 3) ? "JPY" : "EUR", amountMinor: amount,
      mode: .exact, parts: parts)
    expense.kind = row.isMultiple(of: 5) ? .payment : .expense
    expense.identity = "R\(row)"
    expense.title = "Row \(row)"
    expense.day = "2026-02-0\(row % 9 + 1)"
    expense.category = row.isMultiple(of: 5) ? nil : row % 2
    return expense
  }
}

/// Files with expenses that are imported, and imports that are undone, with the hub's word for it.
extension MoneySubject {
  /// Adds the rows of a sheet, often of one that was imported before: what is there stays as it is.
  func importSheet(
    _ rows: Range<Int>, on device: SimulatedDevice, in zone: ZoneID, _ simulation: Simulation
  ) throws {
    guard !device.hasOpenRehearsal else { return }
    let plan = try GroupImportPlan(
      MoneySheet.document(rows), GroupImportChoices(target: .group(zone), currency: "EUR"),
      in: device.connection)
    let memory = memory(of: device)
    try decide("import", device, zone, simulation) { transaction in
      let db = transaction.connection
      let before = try MoneyOracle(of: zone, on: db)
      let result = try ApplyGroupImport(plan, ownName: device.account)(transaction)
      try Self.check(plan, before, try MoneyOracle(of: zone, on: db), "\(device.name) \(zone)")
      let made = try result.trace.expenses.compactMap { try Expense.find($0.id, in: db) }
      memory.imports = memory.imports.suffix(5)
      if !made.isEmpty {
        memory.imports.append(.init(group: zone, trace: result.trace, expenses: made))
      }
    }
  }

  /// An import changes what everybody is owed by what its file says, and by nothing else.
  private static func check(
    _ plan: GroupImportPlan, _ before: MoneyOracle, _ after: MoneyOracle, _ place: String
  ) throws {
    var told: [String: [String: Int128]] = [:]
    let people = plan.people.enumerated().map { $1.memberID ?? "new \($0)" }
    for (expense, bucket) in zip(plan.document.expenses, plan.buckets) where bucket == .new {
      for part in expense.parts {
        told[expense.currency, default: [:]][people[part.person], default: 0] +=
          Int128(part.paidMinor) - Int128(part.owedMinor)
      }
    }
    for currency in Set(told.keys).union(after.nets.keys).union(before.nets.keys) {
      let (old, new) = (before.nets[currency] ?? [:], after.nets[currency] ?? [:])
      let moved = Set(old.keys).union(new.keys).map { (new[$0] ?? 0) - (old[$0] ?? 0) }
      let must = (told[currency] ?? [:]).values
      try require(
        moved.filter { $0 != 0 }.sorted() == must.filter { $0 != 0 }.sorted(),
        "an import comes to what its file says", "\(place) \(currency): \(moved), must \(must)")
    }
  }

  /// Takes back what was imported here: what somebody has changed since stays as it is.
  func undoImport(
    _ device: SimulatedDevice, _ zone: ZoneID, _ simulation: Simulation
  ) throws {
    guard let imported = memory(of: device).imports.last(where: { $0.group == zone }) else {
      return
    }
    try decide("undoImport", device, zone, simulation) { transaction in
      let db = transaction.connection
      let before = try imported.expenses.map { try Self.entry($0.id, db) }
      for part in imported.trace.parts { try UndoGroupImport(part)(transaction) }
      for (made, now) in zip(imported.expenses, before) {
        guard let now else { continue }
        let isTouched = now.expense != made || now.extras != ExpenseExtras()
        let after = try Self.entry(made.id, db)
        try require(
          isTouched
            ? after.map { $0.expense == now.expense && $0.extras == now.extras } ?? false
            : after == nil,
          isTouched ? "undoing an import takes no edits" : "undoing an import takes what it made",
          "\(device.name) \(made.id)")
      }
    }
  }

  private static func entry(
    _ id: RecordID, _ db: Connection
  ) throws -> (expense: Expense, extras: ExpenseExtras)? {
    guard let expense = try Expense.find(id, in: db) else { return nil }
    return (expense, try ExpenseExtras(of: expense, in: db))
  }
}
