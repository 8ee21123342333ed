import Finances
import HearthDomain
import Household
import Hub
import SQLite
import SyncProtocol
import TestSupport
import Testing
import Values

/// Expenses that repeat: made once, whoever comes first, each with its own day.
@Suite struct RepeatingTests {
  private func day(_ text: String) throws -> CalendarDay { try #require(CalendarDay(text)) }

  @discardableResult
  private func repeatRent(
    _ flat: GroupWorld, from start: String = "2026-01-31",
    _ change: (inout RepeatingDetails) -> Void = { _ in }
  ) throws -> RecordID {
    var details = RepeatingDetails(title: "Rent", startsOn: start)
    change(&details)
    let made = details
    return try flat.ann.write {
      try AddRepeating(groupID: flat.group, made, flat.money(90_000))($0).id
    }
  }

  /// Makes all that is due, and returns the days of what was made.
  @discardableResult
  private func open(
    _ flat: GroupWorld, on device: SyncDevice, _ today: String
  ) throws -> [String] {
    let today = try day(today)
    var made: [String] = []
    while let expense = try device.write({
      try MakeDueExpense(groupID: flat.group, today: today)($0)
    }) {
      made.append(expense.details.day ?? "none")
    }
    return made
  }

  private func days(_ device: SyncDevice) throws -> [String] {
    try device.texts("SELECT day FROM expenses ORDER BY day")
  }

  @Test("what was missed in months offline is made with each its own day, up to today")
  func catchingUp() throws {
    let flat = try GroupWorld()
    try repeatRent(flat)
    #expect(try open(flat, on: flat.ann, "2026-01-30") == [])
    #expect(
      try open(flat, on: flat.ann, "2026-04-30")
        == ["2026-01-31", "2026-02-28", "2026-03-31", "2026-04-30"])
    #expect(try open(flat, on: flat.ann, "2026-04-30") == [])
    try flat.sync()
    #expect(try open(flat, on: flat.bob, "2026-04-30") == [])
    #expect(try days(flat.cyd).count == 4)
    #expect(try flat.net(on: flat.cyd) == ["Ann": 180_000, "Bob": -180_000])
  }

  @Test("two devices without the hub make one expense of one day, and what was typed into it stays")
  func twoDevices() throws {
    let flat = try GroupWorld()
    try repeatRent(flat)
    try flat.sync()
    #expect(try open(flat, on: flat.ann, "2026-01-31") == ["2026-01-31"])
    let id = try #require(try flat.ann.texts("SELECT id FROM expenses").first)
    try flat.edit(id, on: flat.ann) {
      $0.row.details.title = "Rent and cleaning"
      $0.money = flat.money(95_000)
    }
    flat.world.now += 60_000
    #expect(try open(flat, on: flat.bob, "2026-03-01") == ["2026-01-31", "2026-02-28"])
    #expect(try flat.bob.texts("SELECT id FROM expenses ORDER BY day").first == id)
    try flat.ann.sync()
    try flat.sync()
    let parked = try flat.bob.replica.parkedChanges()
    #expect(parked.count == 1)
    #expect(
      parked.allSatisfy { MakeDueExpense.isMadeTwice($0.changeSet, $0.refusal.reason) },
      "there is nothing in it that anybody has typed")
    for device in [flat.ann, flat.bob, flat.cyd] {
      #expect(try days(device) == ["2026-01-31", "2026-02-28"])
      let stored = try #require(try Expense.find(id, in: device.connection))
      #expect(stored.details.title == "Rent and cleaning")
      #expect(stored.money == flat.money(95_000))
    }
    #expect(try open(flat, on: flat.ann, "2026-03-01") == [])
    #expect(try flat.net(on: flat.cyd) == ["Ann": 92_500, "Bob": -92_500])
  }

  @Test("who has one back that was made and deleted is told where the hub refuses it")
  func restored() throws {
    let flat = try GroupWorld()
    try repeatRent(flat)
    try open(flat, on: flat.ann, "2026-01-31")
    try flat.sync()
    let id = try #require(try flat.ann.texts("SELECT id FROM expenses").first)
    let made = try #require(try flat.ann.write { try DeleteExpense(expenseID: id)($0) } as Expense?)
    try flat.ann.write { try RestoreExpense(made)($0) }
    let written = try flat.ann.connection.query("SELECT body FROM syncPending ORDER BY number") {
      $0.blob(0)
    }.map { try ChangeSet(wireBytes: $0) }
    let restoring = try #require(written.last)
    #expect(restoring.mutations.contains { $0.registers["madeBy"]?.text != nil })
    #expect(!MakeDueExpense.isMadeTwice(restoring, .claimed))
  }

  @Test("what a restored hub has anew is not told as lost for when it was made first")
  func madeAnewAfterRestore() throws {
    let flat = try GroupWorld(seals: false)
    try repeatRent(flat)
    try flat.sync()
    let backup = try Connection(path: ":memory:", durability: .off)
    try flat.world.store.connection.copyContents(to: backup)
    try open(flat, on: flat.bob, "2026-01-31")
    try flat.bob.sync()
    try flat.ann.sync()
    try backup.copyContents(to: flat.world.store.connection)
    try flat.world.hub.beginRecovery(until: flat.world.now + 86_400_000, epoch: "epoch-2")
    flat.world.now += 60_000
    let other = try flat.world.device("bob", "bob2", sql: HearthDomain.migrations)
    try other.sync()
    try open(flat, on: other, "2026-01-31")
    try other.sync()
    try flat.ann.sync()
    for parked in try flat.ann.replica.parkedChanges() {
      let lost = parked.changeSet.mutations.flatMap { $0.registers.map(\.key) }
      #expect(!lost.contains("createdAt"))
      try flat.ann.replica.retry(parked.number)
    }
    try flat.ann.sync()
    #expect(try flat.ann.refusals == [])
  }

  @Test("a category goes although something that repeats has it, which stays without one")
  func categoryDeleted() throws {
    let flat = try GroupWorld()
    let category = try flat.ann.write {
      try AddCategory(groupID: flat.group, CategoryDetails(name: "Parking"))($0).id
    }
    let id = try repeatRent(flat) { $0.categoryID = category }
    try flat.ann.write { try DeleteCategory(categoryID: category)($0) }
    try flat.sync()
    for device in [flat.ann, flat.bob] {
      let repeating = try #require(try RepeatingExpense.find(id, in: device.connection))
      #expect(repeating.details.categoryID == nil)
      #expect(repeating.details.title == "Rent")
    }
    #expect(try flat.ann.replica.parkedChanges().isEmpty)
  }

  @Test("an expense that was made and deleted is not made again")
  func deleted() throws {
    let flat = try GroupWorld()
    try repeatRent(flat)
    try open(flat, on: flat.ann, "2026-01-31")
    let id = try #require(try flat.ann.texts("SELECT id FROM expenses").first)
    try flat.ann.write { _ = try DeleteExpense(expenseID: id)($0) }
    try flat.sync()
    #expect(try open(flat, on: flat.bob, "2026-02-27") == [])
    #expect(try open(flat, on: flat.ann, "2026-02-27") == [])
  }

  @Test("a change of what repeats changes what comes and leaves what was")
  func edited() throws {
    let flat = try GroupWorld()
    let id = try repeatRent(flat)
    try open(flat, on: flat.ann, "2026-01-31")
    try flat.sync()
    let today = try day("2026-02-10")
    try flat.bob.write { transaction in
      var details = try #require(try RepeatingExpense.find(id, in: transaction.connection)).details
      details.title = "Rent, new"
      try EditRepeating(
        repeatingID: id, details: details, money: flat.money(99_000), today: today)(transaction)
    }
    try flat.sync()
    #expect(try open(flat, on: flat.ann, "2026-02-28") == ["2026-02-28"])
    let titles = try flat.ann.texts("SELECT title || amountMinor FROM expenses ORDER BY day")
    #expect(titles == ["Rent90000", "Rent, new99000"])
  }

  @Test("another schedule begins from today on, and makes nothing of the days before")
  func rescheduled() throws {
    let flat = try GroupWorld()
    let id = try repeatRent(flat)
    let today = try day("2026-03-10")
    try flat.ann.write { transaction in
      let old = try #require(try RepeatingExpense.find(id, in: transaction.connection))
      var details = old.details
      (details.everyUnit, details.everyCount, details.startsOn) = (.week, 2, "2026-03-02")
      try EditRepeating(
        repeatingID: id, details: details, money: old.money, today: today)(transaction)
    }
    #expect(try open(flat, on: flat.ann, "2026-03-31") == ["2026-03-16", "2026-03-30"])
  }

  @Test("while it is paused nothing is made, and going on leaves out what was due meanwhile")
  func paused() throws {
    let flat = try GroupWorld()
    let id = try repeatRent(flat)
    func pause(_ isPaused: Bool, _ today: String) throws {
      let today = try day(today)
      try flat.ann.write {
        _ = try PauseRepeating(repeatingID: id, isPaused: isPaused, today: today)($0)
      }
    }
    try pause(true, "2026-01-01")
    #expect(try open(flat, on: flat.ann, "2026-04-01") == [])
    try pause(false, "2026-04-01")
    #expect(try open(flat, on: flat.ann, "2026-04-30") == ["2026-04-30"])
  }

  @Test("nothing is made behind its last day, nor after it was ended; what was made stays")
  func ended() throws {
    let flat = try GroupWorld()
    let id = try repeatRent(flat) { $0.endsOn = "2026-02-28" }
    let other = try repeatRent(flat, from: "2026-02-01")
    #expect(try open(flat, on: flat.ann, "2026-02-27") == ["2026-01-31", "2026-02-01"])
    let gone = try flat.ann.write { try EndRepeating(repeatingID: other)($0) }
    #expect(try open(flat, on: flat.ann, "2026-12-31") == ["2026-02-28"])
    #expect(try RepeatingExpense.find(id, in: flat.ann.connection)?.standing(among: []) == .ended)
    try flat.ann.write { try RestoreRepeating(gone)($0) }
    #expect(try open(flat, on: flat.ann, "2026-03-01") == ["2026-03-01"])
    try flat.sync()
    #expect(try flat.ann.refusals == [])
    #expect(try days(flat.cyd).count == 4)
  }

  @Test("a member who is archived stops what names them, which is told, until it goes on without")
  func stopped() throws {
    let flat = try GroupWorld()
    let id = try repeatRent(flat)
    try flat.ann.write { transaction in
      let bob = try #require(try GroupMember.find(flat.member("Bob"), in: transaction.connection))
      var details = bob.details
      details.isArchived = true
      try EditMember(memberID: bob.id, details: details)(transaction)
    }
    #expect(try open(flat, on: flat.ann, "2026-02-28") == [])
    let connection = flat.ann.connection
    let active = try RepeatingExpense.activeMembers(of: flat.group, connection)
    let stored = try #require(try RepeatingExpense.find(id, in: connection))
    #expect(stored.standing(among: active) == .stopped(by: [flat.member("Bob")]))
    let today = try day("2026-02-28")
    try flat.ann.write {
      try EditRepeating(
        repeatingID: id, details: stored.details, money: flat.money(90_000, for: ["Ann"]),
        today: today)($0)
    }
    #expect(try open(flat, on: flat.ann, "2026-02-28") == ["2026-01-31", "2026-02-28"])
  }

  @Test("whom something that repeats names cannot be removed; combining members names the other")
  func members() throws {
    let flat = try GroupWorld()
    let id = try flat.ann.write {
      try AddRepeating(
        groupID: flat.group, RepeatingDetails(title: "Gym", startsOn: "2026-01-01"),
        flat.money(100, for: ["Ann", "Bo"]))($0).id
    }
    #expect(throws: FinanceFailure.stillNamed) {
      try flat.ann.write { try RemoveMember(memberID: flat.member("Bo"))($0) }
    }
    try flat.sync()
    try flat.ann.write {
      _ = try CombineMembers(flat.member("Bo"), into: flat.member("Cyd"))($0)
    }
    try flat.sync()
    #expect(try flat.ann.refusals == [])
    let stored = try #require(try RepeatingExpense.find(id, in: flat.bob.connection))
    #expect(stored.money == flat.money(100, for: ["Ann", "Cyd"]))
  }

  @Test("the hub refuses amounts of what repeats that do not add up; a viewer changes nothing")
  func refused() throws {
    let flat = try GroupWorld()
    let id = try repeatRent(flat)
    try flat.sync()
    #expect(throws: FinanceFailure.readOnlyGroup) {
      try flat.cyd.write { try EndRepeating(repeatingID: id)($0) }
    }
    try flat.bob.write {
      try $0.connection.execute("UPDATE repeatingExpenses SET amountMinor = 1")
    }
    try flat.sync()
    #expect(try flat.bob.refusals == [.invalid])
    #expect(
      throws: FinanceFailure.invalid([InputProblem(field: .endsOn, reason: .tooEarly)])
    ) {
      try repeatRent(flat) { $0.endsOn = "2026-01-01" }
    }
  }

  // The hub's clock stands at 15 June 2025.
  @Test(
    "a start from which too many would be due at once is refused, with the earliest there can be")
  func mistypedYear() throws {
    let flat = try GroupWorld()
    func refusal(_ start: String, _ change: (inout RepeatingDetails) -> Void = { _ in }) -> String?
    {
      do {
        try repeatRent(flat, from: start, change)
        return nil
      } catch FinanceFailure.invalid(let problems) {
        guard problems.count == 1, problems[0].field.rawValue == "day",
          case .startsTooEarly(let earliest, AddRepeating.maxDue) = problems[0].reason
        else { return "\(problems)" }
        return earliest.text
      } catch {
        return "\(error)"
      }
    }
    #expect(refusal("1000-01-01") == "2020-06-16")
    #expect(refusal("1206-11-01") { $0.everyUnit = .week } == "2024-04-22")
    #expect(refusal("1000-01-01") { $0.everyUnit = .year } == "1965-06-16")
    #expect(try flat.ann.texts("SELECT id FROM repeatingExpenses") == [])
    // What ended soon is no more than that.
    #expect(refusal("1999-01-01") { $0.endsOn = "2003-12-31" } == nil)
    #expect(refusal("1998-12-31") { $0.endsOn = "2003-12-31" } == "1999-01-01")
    #expect(refusal("2020-06-16") == nil && refusal("2020-06-15") == "2020-06-16")
    #expect(try open(flat, on: flat.ann, "2025-06-15").count == 120)
    // Another schedule makes nothing of the days before.
    let id = try #require(try flat.ann.texts("SELECT id FROM repeatingExpenses").first)
    let today = try day("2025-06-15")
    try flat.ann.write { transaction in
      let old = try #require(try RepeatingExpense.find(id, in: transaction.connection))
      var details = old.details
      (details.startsOn, details.endsOn) = ("1000-01-20", nil)
      try EditRepeating(
        repeatingID: id, details: details, money: old.money, today: today)(transaction)
    }
    #expect(try open(flat, on: flat.ann, "2025-06-15") == [])
  }

  @Test("what has been due for ages keeps nothing else that repeats waiting")
  func turns() throws {
    let flat = try GroupWorld()
    let old = try repeatRent(flat, from: "2026-01-01")
    let new = try repeatRent(flat, from: "2026-01-31")
    let last = try repeatRent(flat, from: "2026-02-15")
    // As a program of somebody else may write it.
    try flat.bob.sync()
    try flat.ann.sync()
    try flat.bob.sync()
    try flat.bob.write {
      try $0.connection.execute(
        """
        UPDATE repeatingExpenses SET startsOn = '1000-01-01', nextOn = '1000-01-01' WHERE id = ?
        """, .text(old))
    }
    try flat.sync()
    let today = try day("2026-03-01")
    func turn() throws -> [RecordID] {
      try RepeatingExpense.turn(in: [flat.group, "none"], on: today, flat.ann.connection).map(\.id)
    }
    #expect(try turn() == [last, new, old])
    var made: [String] = []
    for _ in 0..<3 {
      for id in try turn() {
        let expense = try flat.ann.write {
          try MakeDueExpense(groupID: flat.group, today: today, repeatingID: id)($0)
        }
        made.append(expense?.details.day ?? "none")
      }
    }
    #expect(
      made == [
        "2026-02-15", "2026-01-31", "1000-01-01", "2026-02-28", "1000-02-01", "1000-03-01",
      ])
  }
}
