import Families
import SQLite
import SyncProtocol
import Values

/// A day of a family as its rules say, worked out anew from the rows: not as the program does.
struct FamilyOracle {
  private struct Item {
    let id: RecordID
    /// Whether a parent looks at it: also where it is worth stars, in a family that has them.
    let asksApproval: Bool
    let kind: String
    let weekdays: Int64
    let every: Int
    let start: Int
    let end: Int?
    let mode: String
    let turnsFrom: Int
    let isArchived: Bool
    var people: [AccountID] = []
    var needed: Set<RecordID> = []
    var steps: Set<RecordID> = []
  }

  private struct Event {
    let id: RecordID
    let routine: RecordID
    let day: Int
    let kind: String
    let person: AccountID
    let other: AccountID?
    let step: RecordID?
  }

  private var routines: [Item] = []
  /// Those that nothing takes back, in the order of their ids.
  private let events: [Event]
  private let approvals: Set<String>
  private let absences: [(person: AccountID, days: ClosedRange<Int>)]
  private let members: Set<AccountID>

  init(of family: ZoneID, on db: Connection) throws {
    func rows<T>(_ sql: String, _ read: (Statement) throws -> T) throws -> [T] {
      try db.query(sql, .text(family), read: read)
    }
    members = Set(try rows("SELECT accountID FROM participants WHERE zoneID = ?") { $0.text(0) })
    let undone = Set(
      try rows("SELECT undoesID FROM routineEvents WHERE familyID = ? AND kind = 'undo'") {
        $0.text(0)
      })
    events = try rows(
      """
      SELECT id, routineID, day, kind, personID, otherID, stepID FROM routineEvents
        WHERE familyID = ? AND kind <> 'undo' ORDER BY id
      """
    ) {
      Event(
        id: $0.text(0), routine: $0.text(1), day: Self.number($0.text(2)), kind: $0.text(3),
        person: $0.text(4), other: $0.optionalText(5), step: $0.optionalText(6))
    }.filter { !undone.contains($0.id) }
    approvals = Set(
      try FamilyStarOracle(of: family, on: db).standing.map {
        "\($0.routine) \($0.day) \($0.person)"
      })
    absences = try rows("SELECT personID, startsOn, endsOn FROM absences WHERE familyID = ?") {
      ($0.text(0), Self.number($0.text(1))...max(Self.number($0.text(1)), Self.number($0.text(2))))
    }
    let found = try rows(
      """
      SELECT routines.id, asksApproval OR asksPhoto OR hasStars AND stars > 0, scheduleKind,
          weekdays, everyCount, startsOn, endsOn, mode, turnsFrom, isArchived
        FROM routines JOIN families ON families.id = familyID
        WHERE familyID = ?
      """
    ) {
      Item(
        id: $0.text(0), asksApproval: $0.bool(1), kind: $0.text(2), weekdays: $0.integer(3),
        every: Int($0.integer(4)), start: Self.number($0.text(5)),
        end: $0.optionalText(6).map(Self.number), mode: $0.text(7),
        turnsFrom: Self.number($0.text(8)), isArchived: $0.bool(9))
    }
    for var item in found {
      item.people = try db.query(
        "SELECT accountID FROM routinePeople WHERE routineID = ? ORDER BY position",
        .text(item.id)
      ) { $0.text(0) }
      try db.forEach(
        "SELECT id, isOptional FROM routineSteps WHERE routineID = ?", [.text(item.id)]
      ) { row in
        item.steps.insert(row.text(0))
        if !row.bool(1) { item.needed.insert(row.text(0)) }
      }
      routines.append(item)
    }
  }

  static func number(_ day: String) -> Int { CalendarDay(day)?.daysSince1970 ?? 0 }

  /// What is due on a day: a line for each.
  func lines(on day: CalendarDay) -> Set<String> {
    let day = day.daysSince1970
    var lines: Set<String> = []
    for item in routines {
      let due = due(item, day)
      let left = left(item, day, due)
      for (index, person) in (due + left).enumerated() {
        let own = events.filter {
          $0.routine == item.id && $0.day == day && $0.kind == "done"
            && (item.mode != "each" || $0.person == person)
        }
        let by = Set(own.map(\.person))
        let isApproved = (item.mode == "each" ? [person ?? ""] : by).contains {
          approvals.contains("\(item.id) \(day) \($0)")
        }
        let state =
          !isDone(item, own) ? "open" : item.asksApproval && !isApproved ? "waiting" : "done"
        // What is not due is there as far as it was done.
        if index >= due.count, state == "open" { continue }
        lines.insert(
          Self.line(
            item.id, person, state, Set(own.compactMap(\.step)).intersection(item.steps), by))
      }
    }
    return lines
  }

  /// The same as the program says it.
  static func lines(_ board: DayBoard) -> Set<String> {
    Set(
      board.entries.map { entry in
        line(
          entry.routine.id, entry.personID, entry.state.rawValue,
          Set(entry.steps.filter(\.isDone).map(\.id)), Set(entry.doneBy))
      })
  }

  private static func line(
    _ routine: RecordID, _ person: AccountID?, _ state: String, _ steps: Set<RecordID>,
    _ by: Set<AccountID>
  ) -> String {
    "\(routine) for \(person ?? "anybody") \(state) by \(by.sorted()) steps \(steps.sorted())"
  }

  private func isDone(_ item: Item, _ done: [Event]) -> Bool {
    let ticked = Set(done.compactMap(\.step))
    return done.contains { $0.step == nil }
      || !item.needed.isEmpty && item.needed.isSubset(of: ticked)
  }

  private func isAway(_ person: AccountID, _ day: Int) -> Bool {
    absences.contains { $0.person == person && $0.days.contains(day) }
  }

  private func isInTime(_ item: Item, _ day: Int) -> Bool {
    guard day >= item.start, day <= item.end ?? day else { return false }
    switch item.kind {
    case "weekdays":
      // The first day of 1970 was a Thursday, and Monday has the lowest bit.
      return item.weekdays >> Int64((day + 3) % 7) & 1 == 1
    case "everyDays": return (day - item.start) % item.every == 0
    default: return true
    }
  }

  /// The last day before another on which it was done.
  private func lastDone(_ item: Item, _ day: Int, by person: AccountID?) -> Int? {
    let earlier = events.filter {
      $0.routine == item.id && $0.day < day && $0.kind == "done"
        && (person == nil || $0.person == person)
    }
    return Dictionary(grouping: earlier, by: \.day).filter { isDone(item, $0.value) }.keys.max()
  }

  private func isDueAgain(_ item: Item, _ day: Int, by person: AccountID?) -> Bool {
    guard item.kind == "afterDone", let last = lastDone(item, day, by: person), last >= item.start
    else { return true }
    return day - last >= item.every
  }

  /// Who did something of it, in the order in which that was first noted.
  private func doers(_ item: Item, _ day: Int) -> [AccountID] {
    var doers: [AccountID] = []
    for event in events
    where event.routine == item.id && event.day == day && event.kind == "done"
      && !doers.contains(event.person)
    {
      doers.append(event.person)
    }
    return doers
  }

  /// For whom there is something of it beside those for whom it is due: the plan was changed
  /// meanwhile, or it was archived.
  private func left(_ item: Item, _ day: Int, _ due: [AccountID?]) -> [AccountID?] {
    let doers = doers(item, day)
    if item.mode == "each" { return doers.filter { !due.contains($0) } }
    guard due.isEmpty, !doers.isEmpty else { return [] }
    return item.mode == "anyone" ? [nil] : [doers.first(where: members.contains)]
  }

  private func due(_ item: Item, _ day: Int) -> [AccountID?] {
    if item.isArchived { return [] }
    let active = Set(doers(item, day))
    // What comes again some days after it was done has no days of its own: it was done today.
    guard isInTime(item, day) || item.kind == "afterDone" && !active.isEmpty else { return [] }
    let able = item.people.filter { members.contains($0) && !isAway($0, day) }
    if item.mode == "each" {
      return item.people.filter {
        active.contains($0)
          || able.contains($0) && isInTime(item, day) && isDueAgain(item, day, by: $0)
      }
    }
    if active.isEmpty, able.isEmpty || !isDueAgain(item, day, by: nil) { return [] }
    if item.mode == "anyone" { return [nil] }
    // Before the plan was changed there are no turns, only who did it.
    return [
      day < item.turnsFrom ? doers(item, day).first(where: members.contains) : turn(item, day)
    ]
  }

  /// Whose turn it is: of those who can, whoever had none for the longest time.
  private func turn(_ item: Item, _ day: Int) -> AccountID? {
    let people = item.people.filter(members.contains)
    var last: [AccountID: Int] = [:]
    if item.kind == "afterDone" {
      // The order of the plan says who was next when its turns began.
      for person in people {
        last[person] = lastDone(item, day, by: person).flatMap { $0 < item.turnsFrom ? nil : $0 }
      }
      // Since it was last done each day on which it was due has passed on.
      let done = lastDone(item, day, by: nil) ?? .min
      for missed in min(item.turnsFrom, day)..<day
      where missed > done && isInTime(item, missed) && isDueAgain(item, missed, by: nil) {
        if let person = next(item, missed, people, last) { last[person] = missed }
      }
      return next(item, day, people, last)
    }
    var found: AccountID?
    for day in min(item.turnsFrom, day)...day where isInTime(item, day) {
      found = next(item, day, people, last)
      if let found { last[found] = day }
    }
    return found
  }

  private func next(
    _ item: Item, _ day: Int, _ people: [AccountID], _ last: [AccountID: Int]
  ) -> AccountID? {
    let noted = events.filter { $0.routine == item.id && $0.day == day }
    // Of two who swap at once the same one counts everywhere.
    if let other = noted.last(where: { $0.kind == "swap" })?.other, people.contains(other),
      !isAway(other, day)
    {
      return other
    }
    let skipped = Set(noted.filter { $0.kind == "skip" }.map(\.person))
    let able = people.filter { !skipped.contains($0) && !isAway($0, day) }
    let earliest = able.map { last[$0] ?? .min }.min()
    return able.first { (last[$0] ?? .min) == earliest }
  }
}
