import Families
import Household
import SyncProtocol
import Values
import Web

extension FamilyArea {
  /// To parents, what others did, in one line for each person and day, and each routine that waits
  /// for them; to a child, which of its own routines a parent has approved.
  package static func notifications(_ reader: NotificationReader) throws -> [NotificationEntry] {
    guard let family = try Family.own(in: reader.connection),
      let role = try FamilyRole.of(reader.accountID, in: family.id, reader.connection)
    else { return [] }
    let today = family.today(at: reader.now, or: reader.words.calendarDay)
    let finished = try FinishedRoutine.all(of: family.id, through: today, in: reader.connection)
    let concerning = finished.filter { routine in
      let isOwn = routine.doneBy.contains(reader.accountID)
      return role == .parent ? !isOwn : isOwn && routine.isApproved
    }
    guard role == .parent else {
      return concerning.prefix(NotificationReader.maxPerArea).map {
        notification($0, to: role, today, reader)
      }
    }
    let waiting = concerning.filter(\.isWaiting).map { notification($0, to: role, today, reader) }
    let done = Dictionary(grouping: concerning.filter { !$0.isWaiting }) { routine in
      "\(routine.day.text) \(routine.doneBy.sorted().joined())"
    }
    let days = done.map { day($0.key, $0.value, today, reader) }
    return Array((waiting + days).prefix(NotificationReader.maxPerArea))
  }

  /// All that somebody did on one day. It is told once, when the first of it is done.
  private static func day(
    _ id: String, _ routines: [FinishedRoutine], _ today: CalendarDay, _ reader: NotificationReader
  ) -> NotificationEntry {
    let first = routines[0]
    guard routines.count > 1 else {
      var entry = notification(first, to: .parent, today, reader)
      entry.id = "done \(id)"
      return entry
    }
    let names = first.names.joined(separator: ", ")
    return NotificationEntry(
      id: "done \(id)", .routineDone,
      at: reader.credible(routines.map(\.at).max() ?? first.at, on: first.day), .check,
      reader.words.routinesDone(
        routines.count, by: names, on: first.day == today ? nil : first.day),
      .days(.day(family: first.familyID, DayQuery(day: first.day))))
  }

  private static func notification(
    _ routine: FinishedRoutine, to role: FamilyRole, _ today: CalendarDay,
    _ reader: NotificationReader
  ) -> NotificationEntry {
    let place = "\(routine.routineID) \(routine.day.text) \(routine.doneBy.sorted().joined())"
    let words = reader.words
    let at = reader.credible(routine.at, on: routine.day)
    // Of several days each says which it was.
    let title =
      routine.day == today ? routine.title : words.routineTitle(routine.title, on: routine.day)
    guard role == .parent else {
      return NotificationEntry(
        id: "approved \(place)", .routineDone, at: at, .star,
        words.routineApproved(title),
        .days(.person(family: routine.familyID, person: reader.accountID)))
    }
    let names = routine.names.joined(separator: ", ")
    let route = Route.days(.day(family: routine.familyID, DayQuery(day: routine.day)))
    return routine.isWaiting
      ? NotificationEntry(
        id: "waiting \(place)", .approval, at: at, .star,
        words.routineWaits(title, of: names), route)
      : NotificationEntry(
        id: "done \(place)", .routineDone, at: at, .check,
        words.routineDone(title, by: names), route)
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
