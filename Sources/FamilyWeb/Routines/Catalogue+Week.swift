import FoundationEssentials
import Values
import Web

// One routine, or a family, over a week.
extension Catalogue {
  var week: String { say("Week") }
  var yourWeek: String { say("Your week") }
  func weekOf(_ name: String) -> String { say("\(name)'s week") }
  var whoseWeek: String { say("Whose week") }
  func moreOnDay(_ count: Int) -> String {
    plural(count, one: "1 more", other: "\(number(count)) more")
  }
  var otherWeeks: String { say("Other weeks") }
  var weekBefore: String { say("Week before") }
  var weekAfter: String { say("Week after") }
  var thisWeek: String { say("This week") }
  var notDue: String { say("Not due") }
  var archivedNote: String { say("This routine is archived: it is due on no day.") }
  var streaks: String { say("Streaks") }
  var allTogether: String { say("All together") }
  var historyOfWeek: String { say("History of the week") }
  var nothingNoted: String { say("Nothing was noted in this week.") }
  func streak(_ count: Int) -> String {
    count > 0 ? say("🔥 \(number(count)) in a row") : say("No streak yet")
  }
  func doneByOthers(_ names: [String]) -> String { say("done by \(list(names))") }
  func mark(_ mark: RoutineWeekPage.Mark) -> String {
    switch mark {
    case .done: doneWord
    case .waiting: waiting
    case .open: say("Not yet")
    case .missing: say("Missing")
    case .planned: say("Planned")
    }
  }
  func markPicture(_ mark: RoutineWeekPage.Mark) -> String {
    switch mark {
    case .done: say("✅")
    case .waiting: say("⏳")
    case .open: say("⬜")
    case .missing: say("✖️")
    case .planned: say("🗓️")
    }
  }
  func noted(_ what: RoutineWeekPage.Note.What, _ name: String) -> String {
    switch what {
    case .done(let step?): say("\(name): \(step)")
    case .done(nil): say("\(name): all done")
    case .takenBack: say("Taken back for \(name)")
    case .skipped: say("\(name) skipped the turn")
    case .swapped(let other): say("\(other) took over the turn")
    case .approved: say("Approved for \(name)")
    case .approvalTakenBack: say("Approval taken back for \(name)")
    }
  }
  func notedDetail(_ note: RoutineWeekPage.Note) -> String {
    let moment = "\(day(note.at)), \(time(note.at))"
    let when = day(note.at) == day(note.day) ? moment : say("for \(day(note.day)), \(moment)")
    guard let by = note.by else { return when }
    return say("\(when) · noted by \(by)")
  }
}
