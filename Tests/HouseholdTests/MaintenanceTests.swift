import Household
import SQLite
import SyncProtocol
import Testing
import Things

/// What is to be done for items, and what was done.
@Suite struct MaintenanceTests {
  private func details(
    _ title: String, due: String? = nil, every count: Int = 0,
    _ unit: MaintenanceEntry.Interval.Unit = .month
  ) -> MaintenanceDetails {
    var details = MaintenanceDetails(title: title, currency: "EUR")
    details.dueOn = due
    details.interval = count > 0 ? .init(count: count, unit: unit) : nil
    return details
  }

  private func add(
    _ details: MaintenanceDetails, to item: RecordID, _ store: TestStore
  ) throws -> MaintenanceEntry {
    try store.write { try AddMaintenance(itemID: item, details)($0) }
  }

  private func all(_ item: RecordID, _ store: TestStore) throws -> [MaintenanceEntry] {
    try MaintenanceEntry.of(item, home: store.id("flat"), in: store.connection)
  }

  @Test(
    "a repeating entry comes again its interval after the day it was done, at month ends too",
    arguments: [
      ("2026-01-31", 1, MaintenanceEntry.Interval.Unit.month, "2026-02-28"),
      ("2028-01-31", 1, .month, "2028-02-29"), ("2024-02-29", 1, .year, "2025-02-28"),
      ("2026-11-30", 3, .month, "2027-02-28"), ("2026-12-31", 1, .day, "2027-01-01"),
      ("2026-12-20", 2, .week, "2027-01-03"), ("2028-02-28", 2, .day, "2028-03-01"),
      ("2026-05-31", 12, .month, "2027-05-31"),
    ])
  func successor(
    done: String, count: Int, unit: MaintenanceEntry.Interval.Unit, due: String
  ) throws {
    let store = try TestStore(homes: ["flat"])
    let item = try store.addItem("Boiler", home: "flat").id
    // When it was due does not matter: late service moves the next one.
    let entry = try add(details("Service", due: "2020-01-01", every: count, unit), to: item, store)
    try store.write { try CompleteMaintenance(entryID: entry.id, doneOn: done, costMinor: 7)($0) }
    let (open, past) = (try all(item, store)[0], try all(item, store)[1])
    #expect((open.id, open.dueOn) == (UUIDs.v5(entry.id, "next"), due))
    #expect((open.title, open.interval, open.costMinor) == ("Service", entry.interval, nil))
    #expect((past.id, past.doneOn, past.costMinor) == (entry.id, done, 7))
  }

  @Test("completing what is done writes nothing, and what is done once has no successor")
  func twice() throws {
    let store = try TestStore(homes: ["flat"])
    let item = try store.addItem("Boiler", home: "flat").id
    let once = try add(details("Paint"), to: item, store)
    let complete = CompleteMaintenance(entryID: once.id, doneOn: "2026-02-01")
    try store.write { try complete($0) }
    let undo = try store.write {
      try CompleteMaintenance(entryID: once.id, doneOn: "2026-03-01", costMinor: 5)($0)
    }
    #expect(store.lastChanges.isEmpty)
    #expect(undo.before == undo.after)
    #expect(try all(item, store).map(\.doneOn) == ["2026-02-01"])
    #expect(
      throws: CompleteMaintenance.Failure.invalid([InputProblem(field: .doneOn, reason: .missing)])
    ) {
      let other = try add(details("Oil"), to: item, store)
      try store.write { try CompleteMaintenance(entryID: other.id, doneOn: "")($0) }
    }
  }

  @Test("the day of what is done can be corrected; what follows moves along unless it was changed")
  func corrected() throws {
    let store = try TestStore(homes: ["flat"])
    let item = try store.addItem("Boiler", home: "flat").id
    let entry = try add(details("Service", due: "2026-01-01", every: 1, .month), to: item, store)
    try store.write { try CompleteMaintenance(entryID: entry.id, doneOn: "2026-01-05")($0) }
    func correct(_ base: String?, _ day: String, today: String? = nil) throws {
      try store.write {
        try EditMaintenance(
          entryID: entry.id, details: entry.details,
          correction: .init(base: base, doneOn: day, today: today))($0)
      }
    }
    func days() throws -> [String?] { try all(item, store).flatMap { [$0.doneOn, $0.dueOn] } }
    try correct("2026-01-05", "2026-01-03")
    #expect(try days() == [nil, "2026-02-03", "2026-01-03", "2026-01-01"])
    // A form that still says what it began with leaves what somebody else has corrected.
    try correct("2026-01-05", "2026-01-05")
    #expect(try days() == [nil, "2026-02-03", "2026-01-03", "2026-01-01"])
    let problems: [(day: String, reason: InputProblem.Reason)] = [
      ("", .missing), ("2026-02-30", .notADate), ("2026-01-08", .inFuture),
    ]
    for (day, reason) in problems {
      #expect(
        throws: EditMaintenance.Failure.invalid([InputProblem(field: .doneOn, reason: reason)])
      ) { try correct("2026-01-03", day, today: "2026-01-07") }
    }
    let next = try #require(try all(item, store).first)
    var own = next.details
    own.dueOn = "2026-03-01"
    try store.write { try EditMaintenance(entryID: next.id, details: own)($0) }
    try correct("2026-01-03", "2026-01-04")
    #expect(try days() == [nil, "2026-03-01", "2026-01-04", "2026-01-01"])
    // What is not done yet has no such day.
    try store.write {
      try EditMaintenance(
        entryID: next.id, details: own,
        correction: .init(base: nil, doneOn: "2026-01-06", today: nil))($0)
    }
    #expect(try days() == [nil, "2026-03-01", "2026-01-04", "2026-01-01"])
  }

  @Test("taking back that something was done removes what followed, unless somebody changed that")
  func reopen() throws {
    let store = try TestStore(homes: ["flat"])
    let item = try store.addItem("Boiler", home: "flat").id
    let entry = try add(details("Service", due: "2026-01-01", every: 1, .year), to: item, store)
    let complete = CompleteMaintenance(entryID: entry.id, doneOn: "2026-01-05", costMinor: 900)
    let undo = try store.write { try complete($0) }
    try store.write { try ReopenMaintenance(undo)($0) }
    #expect(try all(item, store) == [entry])
    let second = try store.write { try complete($0) }
    let next = try #require(try all(item, store).first { $0.doneOn == nil })
    var changed = next.details
    changed.title = "Service and chimney"
    try store.write { try EditMaintenance(entryID: next.id, details: changed)($0) }
    try store.write { try ReopenMaintenance(second)($0) }
    #expect(Set(try all(item, store).map(\.title)) == ["Service", "Service and chimney"])
    // Done again: what followed is there already and stays as it was changed.
    try store.write { try complete($0) }
    #expect(try all(item, store).count == 2)
  }

  @Test("what was typed is checked as a whole, a form sent twice adds one, and entries can go back")
  func addEditDelete() throws {
    let store = try TestStore(homes: ["flat"])
    let item = try store.addItem("Boiler", home: "flat").id
    var wrong = details(" ", due: "2026-02-30", every: 1001)
    wrong.currency = "EURO"
    wrong.costMinor = -1
    do {
      _ = try add(wrong, to: item, store)
      Issue.record("nothing was refused")
    } catch AddMaintenance.Failure.invalid(let problems) {
      let fields: Set<InputField> = [
        .title, InputField("dueOn"), .currency, .costMinor, .everyCount,
      ]
      #expect(Set(problems.map(\.field)) == fields)
    }
    let entry = try add(details("Service", due: "2026-01-01"), to: item, store)
    #expect(try add(details("Service", due: "2026-01-01"), to: item, store) == entry)
    let done = try store.write {
      try AddMaintenance(itemID: item, details("Sweep", every: 1), doneOn: "2026-01-31")($0)
    }
    #expect(try all(item, store).map(\.dueOn) == ["2026-01-01", "2026-02-28", nil])
    let deleted = try store.write { try DeleteMaintenance(entryID: done.id)($0) }
    #expect(try MaintenanceEntry.find(done.id, in: store.connection) == nil)
    try store.write { try RestoreMaintenance(deleted)($0) }
    #expect(try MaintenanceEntry.find(done.id, in: store.connection) == done)
    try store.addHome("seen", role: .readOnly)
    try store.connection.execute(
      "UPDATE syncZones SET role = 'readOnly' WHERE id = ?", .text(store.id("flat")))
    #expect(throws: DeleteMaintenance.Failure.readOnlyHome) {
      try store.write { try DeleteMaintenance(entryID: done.id)($0) }
    }
  }

  @Test("a home's list goes by the day that is due, page by page, without what is archived")
  func list() throws {
    let store = try TestStore(homes: ["flat", "cabin"])
    let (boiler, car) = (
      try store.addItem("Boiler", home: "flat").id, try store.addItem("Car", home: "flat").id
    )
    let other = try store.addItem("Tent", home: "cabin").id
    let days: [String?] = ["2026-03-01", nil, "2026-01-01", "2026-02-01", nil]
    for (index, day) in days.enumerated() {
      _ = try add(details("t\(index)", due: day), to: boiler, store)
    }
    _ = try add(details("old car", due: "2020-01-01"), to: car, store)
    _ = try add(details("dry it", due: "2020-01-01"), to: other, store)
    try store.write { try SetItemState(itemID: car, .archived)($0) }
    var titles: [String] = []
    var cursor: MaintenanceCursor?
    repeat {
      let page = try MaintenanceList.open(
        home: store.id("flat"), after: cursor, limit: 2, in: store.connection)
      titles += page.rows.map(\.entry.title)
      cursor = page.next.flatMap { MaintenanceCursor($0.description) }
    } while cursor != nil
    #expect(titles.prefix(3) == ["t2", "t3", "t0"])
    #expect(titles.sorted() == ["t0", "t1", "t2", "t3", "t4"])
    for (index, day) in ["2026-01-03", "2026-01-01", "2026-01-02"].enumerated() {
      try store.write {
        try AddMaintenance(itemID: boiler, details("d\(index)"), doneOn: day)($0)
      }
    }
    let first = try MaintenanceList.done(home: store.id("flat"), limit: 2, in: store.connection)
    let rest = try MaintenanceList.done(
      home: store.id("flat"), after: first.next, limit: 2, in: store.connection)
    #expect((first.rows + rest.rows).map(\.entry.title) == ["d0", "d2", "d1"])
    #expect(MaintenanceCursor("2026-02-30_x") == nil)
  }
}
