import Families
import Household
import SyncProtocol
import Values
import Web

extension FamilyArea {
  /// To parents, what others did, in one line for each person and day, and each routine that waits
  /// for them, as long as it waits; to a child, which of its own routines a parent has approved.
  package static func notifications(_ reader: NotificationReader) throws -> [NotificationEntry] {
    guard let family = try Family.own(in: reader.connection),
      let role = try FamilyRole.of(reader.accountID, in: family.id, reader.connection)
    else { return [] }
    let today = family.today(at: reader.now, or: reader.words.calendarDay)
    guard role == .parent else {
      return try FinishedRoutine.approved(
        of: family.id, for: reader.accountID, through: today, in: reader.connection
      ).prefix(NotificationReader.maxPerArea).map { approved($0, today, reader) }
    }
    let waiting = try WaitingRoutine.all(of: family.id, through: today, in: reader.connection)
      .filter { !$0.entry.doneBy.contains(reader.accountID) }
    let names = Dictionary(
      try FamilyPerson.all(of: family.id, in: reader.connection).map { ($0.id, $0.name) }
    ) { first, _ in first }
    let finished = try FinishedRoutine.all(of: family.id, through: today, in: reader.connection)
      .filter { !$0.doneBy.contains(reader.accountID) && !$0.names.isEmpty }
    let done = Dictionary(grouping: finished) { routine in
      "\(routine.day.text) \(routine.doneBy.sorted().joined())"
    }
    let entries =
      waiting.map { self.waiting($0, names, today, reader) }
      + done.map { day($0.key, $0.value, today, reader) }
    // What waits for weeks leaves room for what was done today.
    return Array(
      entries.sorted { ($1.at, $0.id) < ($0.at, $1.id) }.prefix(NotificationReader.maxPerArea))
  }

  /// All that somebody did on one day. It is told once, when the first of it is done.
  private static func day(
    _ id: String, _ routines: [FinishedRoutine], _ today: CalendarDay, _ reader: NotificationReader
  ) -> NotificationEntry {
    let first = routines[0]
    let names = first.names.joined(separator: ", ")
    let words = reader.words
    let text =
      routines.count > 1
      ? words.routinesDone(routines.count, by: names, on: first.day == today ? nil : first.day)
      : words.routineDone(title(first.title, on: first.day, today, words), by: names)
    return NotificationEntry(
      id: "done \(id)", .routineDone,
      at: reader.credible(routines.map(\.at).max() ?? first.at, on: first.day), .check, text,
      .days(.day(family: first.familyID, DayQuery(day: first.day))))
  }

  private static func waiting(
    _ waiting: WaitingRoutine, _ names: [AccountID: String], _ today: CalendarDay,
    _ reader: NotificationReader
  ) -> NotificationEntry {
    let (routine, day, doneBy) = (waiting.entry.routine, waiting.day, waiting.entry.doneBy)
    let title = title(routine.details.title, on: day, today, reader.words)
    return NotificationEntry(
      id: "waiting \(place(routine.id, day, doneBy))", .approval,
      at: reader.credible(waiting.at, on: day), .star,
      reader.words.routineWaits(
        title,
        of: doneBy.map { names[$0] ?? reader.words.somebodyWhoLeft }.joined(separator: ", ")),
      .days(.day(family: routine.familyID, DayQuery(day: day))))
  }

  private static func approved(
    _ routine: FinishedRoutine, _ today: CalendarDay, _ reader: NotificationReader
  ) -> NotificationEntry {
    NotificationEntry(
      id: "approved \(place(routine.routineID, routine.day, routine.doneBy))", .routineDone,
      at: reader.credible(routine.at, on: routine.day), .star,
      reader.words.routineApproved(title(routine.title, on: routine.day, today, reader.words)),
      .days(.person(family: routine.familyID, person: reader.accountID)))
  }

  private static func place(
    _ routine: RecordID, _ day: CalendarDay, _ doneBy: [AccountID]
  ) -> String {
    "\(routine) \(day.text) \(doneBy.sorted().joined())"
  }

  /// Of several days each says which it was.
  private static func title(
    _ title: String, on day: CalendarDay, _ today: CalendarDay, _ words: Catalogue
  ) -> String {
    day == today ? title : words.routineTitle(title, on: day)
  }
}

extension Catalogue {
  func routineTitle(_ title: String, on day: CalendarDay) -> String {
    say("\(title) (\(self.day(day)))")
  }
  func routineDone(_ title: String, by names: String) -> String { say("\(names) did \(title)") }
  /// - Parameter day: `nil` for today.
  func routinesDone(_ count: Int, by names: String, on day: CalendarDay?) -> String {
    guard let day else { return say("\(names) did \(number(count)) routines") }
    return say("\(names) did \(number(count)) routines (\(self.day(day)))")
  }
  func routineWaits(_ title: String, of names: String) -> String {
    say("\(title) by \(names) is waiting for your approval")
  }
  func routineApproved(_ title: String) -> String { say("\(title) was approved") }
}
