import Families
import Values
import Web

// The days of a family.
extension Catalogue {
  var otherDays: String { say("Other days") }
  var dayBefore: String { say("Day before") }
  var dayAfter: String { say("Day after") }
  var nothingDue: String { say("Nothing to do") }
  var nothingDueText: String { say("No routine is due on this day.") }
  var nothingCanBeTickedYet: String {
    say("Nothing can be ticked yet on this day. Tomorrow's routines can, and those before.")
  }
  /// What a child reads while sharing is paused; parents read `sharingPausedNote`.
  var dayOnHold: String {
    say("On hold for now: you can look, but nothing can be ticked. What's done stays done.")
  }
  var freeDay: String { say("Today is free.") }
  var whoeverComesFirst: String { say("Whoever comes first") }
  var everybody: String { say("Everybody") }
  var doneWord: String { say("Done") }
  var waiting: String { say("Waiting") }
  var approve: String { say("Approve") }
  var notYet: String { say("Not yet") }
  var whoIsHere: String { say("Who is here") }
  var here: String { say("Here") }
  var skip: String { say("Skip") }
  var parentHasApproved: String { say("A parent has approved it.") }
  func notedBy(_ names: [String]) -> String { say("noted by \(list(names))") }
  var somebodyWhoLeft: String { say("Somebody who left") }
  var parentLooks: String { say("A parent looks at it next.") }
  func readAloud(_ title: String) -> String { say("Read aloud: \(title)") }
  var notMeToday: String { say("Not me today") }
  func notMeToday(_ title: String) -> String { say("Not me today: \(title)") }
  var notMyTurn: String { say("Not my turn today") }
  func undoTurnOf(_ title: String) -> String { say("Undo: \(title)") }
  var undoTurn: String { say("Undo turn") }
  func turnNote(_ note: FamilyDayPage.TurnNote) -> String {
    if let other = note.other { return say("\(other) took over") }
    return say("\(note.name) skipped")
  }
  func streakPicture(_ count: Int) -> String { say("🔥 \(number(count))") }
  func streakLabel(_ count: Int) -> String { say("\(number(count)) in a row") }
  func doesIt(_ name: String) -> String { say("\(name) does it") }
  func tick(_ title: String) -> String { say("Done: \(title)") }
  func untick(_ title: String) -> String { say("Not done: \(title)") }
  func done(_ count: Int, of total: Int) -> String {
    say("\(number(count)) of \(number(total)) done")
  }
  func dayOf(_ name: String) -> String { say("\(name)'s day") }
  func waitForApproval(_ count: Int) -> String {
    plural(count, one: "1 routine waits for you", other: "\(number(count)) routines wait for you")
  }
  func partOfDay(_ part: RoutineDetails.PartOfDay) -> String {
    self.part(FamilyDayPage.Part(part))
  }
  func part(_ part: FamilyDayPage.Part) -> String {
    switch part {
    case .morning: say("Morning")
    case .afternoon: say("Afternoon")
    case .evening: say("Evening")
    case .any: say("Any time")
    }
  }
  func partWithPicture(_ part: FamilyDayPage.Part) -> String {
    switch part {
    case .morning: say("🌅 Morning")
    case .afternoon: say("☀️ Afternoon")
    case .evening: say("🌙 Evening")
    case .any: say("🌈 Any time")
    }
  }
  func detail(_ task: FamilyDayPage.Task) -> String {
    var parts = [part(task.part)]
    if !task.steps.isEmpty {
      parts.append(done(task.steps.count(where: \.isDone), of: task.steps.count))
    }
    if !task.doneBy.isEmpty { parts.append(doneByOthers(task.doneBy)) }
    return parts.joined(separator: " · ")
  }
}
