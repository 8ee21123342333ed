import Finances
import Replica
import SQLite
import SyncProtocol
import Values

/// Expenses that repeat.
extension MoneyPerson {
  func performOnRepeating(_ action: MoneyAction, _ transaction: WriteTransaction) throws {
    switch action {
    case .addRepeating:
      guard let money = try MoneyEntry(self, transaction.connection)?.money() else { return }
      try AddRepeating(groupID: group, try rule(), money)(transaction)
      return
    case .makeDue: return try makeDue(transaction)
    case .restoreRepeating:
      guard let rule = memory.bin.rules.popLast() else { return }
      try RestoreRepeating(rule)(transaction)
      let back = try RepeatingExpense.find(rule.id, in: transaction.connection)
      return try require(
        back?.money == rule.money && back?.row.nextOn == rule.row.nextOn,
        "what is restored is what was deleted", "\(device.name) \(rule.id)")
    case .editRepeating: if let shown = memory.rule { return try submit(shown, transaction) }
    default: break
    }
    guard let id = try device.pick("repeatingExpenses", in: group),
      let rule = try RepeatingExpense.find(id, in: transaction.connection)
    else { return }
    switch action {
    case .editRepeating: memory.rule = rule
    case .pauseRepeating:
      try PauseRepeating(
        repeatingID: id, isPaused: !rule.details.isPaused, today: today)(transaction)
    default: memory.bin.rules.append(try EndRepeating(repeatingID: id)(transaction))
    }
  }

  private func rule() throws -> RepeatingDetails {
    let random = device
    let start = CalendarDay(
      daysSince1970: today.daysSince1970 + random.random.number(-20..<10))
    var details = RepeatingDetails(title: name, startsOn: start.text)
    switch random.random.number(0..<4) {
    case 0: details.everyUnit = .week
    case 1: details.startsOn = "2025-12-31"
    case 2: (details.startsOn, details.everyUnit) = ("2024-02-29", .year)
    default: break
    }
    details.everyCount = Int64(random.random.number(1..<3))
    if random.random.chance(0.2) {
      details.endsOn =
        CalendarDay(
          daysSince1970: today.daysSince1970 + random.random.number(1..<90)
        ).text
    }
    if random.random.chance(0.5) {
      details.categoryID = try device.pick("expenseCategories", in: group)
    }
    return details
  }

  /// Sends a form that may have been open for long: it changes what its person has changed.
  private func submit(_ shown: RepeatingExpense, _ transaction: WriteTransaction) throws {
    memory.rule = nil
    let db = transaction.connection
    guard let before = try RepeatingExpense.find(shown.id, in: db) else {
      return note("form of what is gone")
    }
    var (details, money) = (shown.details, shown.money)
    switch device.random.number(0..<4) {
    case 0: details.title = name
    case 1: details.note = "\(device.name) \(device.random.number(0..<1000))"
    case 2: details.everyUnit = device.random.pick(RepeatSchedule.Unit.allCases)!
    default: money = try MoneyEntry(self, db)?.money() ?? money
    }
    if let category = details.categoryID, try ExpenseCategory.find(category, in: db) == nil {
      details.categoryID = nil
    }
    let after = try EditRepeating(
      repeatingID: shown.id, details: details, money: money, base: (shown.details, shown.money),
      today: today)(transaction)
    let isSame =
      after.details.title == (details.title == shown.details.title ? before : after).details.title
      && after.details.note == (details.note == shown.details.note ? before : after).details.note
      && after.money == (money == shown.money ? before.money : after.money)
    try require(
      isSame, "a form changes what its person changed", "\(device.name) \(shown.id)")
  }

  // MARK: What is due

  /// Makes what is due as a page does, and checks it by days that are counted here.
  func makeDue(_ transaction: WriteTransaction) throws {
    let db = transaction.connection
    let rules = try RepeatingExpense.of(group, in: db)
    let changes = db.totalChanges
    guard let made = try MakeDueExpense(groupID: group, today: today)(transaction) else {
      guard db.totalChanges == changes else { return }
      let left = try rules.filter { try dueDay(of: $0, db) != nil }
      return try require(
        left.isEmpty, "what is due is made", "\(device.name) \(today.text) \(left.map(\.row))")
    }
    let rule = rules.first { $0.id == made.row.repeatingID }
    let day = try rule.flatMap { try dueDay(of: $0, db) }
    try require(
      day == made.details.day && made.money == rule?.money
        && made.details.title == rule?.details.title,
      "what repeats is made as its rule says, on its own day",
      "\(device.name) \(today.text) \(made.row) by \(rule?.row as Any)")
    guard let rule, let day else { return }
    let next = try RepeatingExpense.find(rule.id, in: db)?.row.nextOn
    try require(
      next == days(of: rule.details).first { $0 > day },
      "what repeats goes on with its next day", "\(device.name) \(rule.row): \(next ?? "none")")
  }

  /// The day for which one is to be made now; `nil` for none.
  private func dueDay(of rule: RepeatingExpense, _ db: Connection) throws -> String? {
    let active = Set(try members(db))
    // Of two who are one by now nothing is paid.
    guard !rule.details.isPaused, !rule.money.isToOneself, let next = rule.row.nextOn,
      rule.money.shares.allSatisfy({ active.contains($0.memberID) }),
      rule.money.lines.allSatisfy({ $0.sharers.allSatisfy { active.contains($0.memberID) } }),
      let day = days(of: rule.details).first(where: { $0 >= next }), day <= today.text,
      rule.details.endsOn.map({ day <= $0 }) ?? true
    else { return nil }
    return day
  }

  /// Its days one after the other; a month that is too short has its last one.
  private func days(of details: RepeatingDetails) -> [String] {
    guard let start = details.startsOn.flatMap({ CalendarDay($0) }) else { return [] }
    var days: [String] = []
    while days.last ?? "" < "2028", days.count < 500 {
      let step = days.count * Int(details.everyCount)
      switch details.everyUnit {
      case .week: days.append(CalendarDay(daysSince1970: start.daysSince1970 + 7 * step).text)
      case .month: days.append(Self.last(start.year, start.month + step, start.day))
      case .year: days.append(Self.last(start.year + step, start.month, start.day))
      }
    }
    return days
  }

  private static func last(_ year: Int, _ month: Int, _ wanted: Int) -> String {
    let (year, month) = (year + (month - 1) / 12, (month - 1) % 12 + 1)
    var day = CalendarDay(year: year, month: month, day: wanted)
    while !day.exists { day = CalendarDay(year: year, month: month, day: day.day - 1) }
    return day.text
  }
}
