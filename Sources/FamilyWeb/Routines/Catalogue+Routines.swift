import Families
import FoundationEssentials
import Values
import Web

// The routines of a family.
extension Catalogue {
  var routine: String { say("Routine") }
  var routines: String { say("Routines") }
  var addRoutine: String { say("Add routine") }
  var editRoutine: String { say("Edit routine") }
  var deleteRoutine: String { say("Delete") }
  var deleteThisRoutine: String { say("Delete routine") }
  func deletesRoutine(stars: Int) -> String {
    switch stars {
    case ...0: say("Its history is deleted with it.")
    case 1: say("Its history is deleted with it, and 1 star that was earned by it.")
    default:
      say("Its history is deleted with it, and \(number(stars)) stars that were earned by it.")
    }
  }
  var doneTooOften: String { say("It was done too often to be deleted.") }
  var archivingKeeps: String { say("Archived, it is due on no day, and its history stays.") }
  var archiveInstead: String { say("Archive instead") }
  var duplicateRoutine: String { say("Duplicate") }
  var archiveRoutine: String { say("Archive") }
  var bringBack: String { say("Bring back") }
  var noRoutines: String { say("No routines yet") }
  var noRoutinesText: String {
    say("Add what is done again and again: brushing teeth, setting the table, taking out the bins.")
  }
  func routineCount(_ count: Int) -> String {
    plural(count, one: "1 routine", other: "\(number(count)) routines")
  }
  func archivedRoutines(_ count: Int) -> String { say("Archived (\(number(count)))") }
  var routineTitle: String { say("Title") }
  var routineExample: String { say("Brush teeth") }
  var emojiTitle: String { say("Emoji") }
  var noteTitle: String { say("Notes") }
  var remove: String { say("Remove") }
  var optional: String { say("Optional") }
  var partOfDayTitle: String { say("Part of the day") }
  var forWhomTitle: String { say("For") }
  var howShared: String { say("Who does it") }
  var beginsWith: String { say("Turns begin with") }
  var firstInList: String { say("The first in the list") }
  var beginsHint: String { say("For turns only") }
  var asksApproval: String { say("A parent approves it") }
  var asksPhoto: String { say("A photo shows that it was done") }
  var requiredFirst: String { say("Optional steps come last") }
  var starsTitle: String { say("Stars") }
  var starsHint: String { say("0 to 100. A parent approves it first.") }
  var isFirst: String { say("Comes before everything else") }
  var whenTitle: String { say("When") }
  var onWeekdays: String { say("On days of the week") }
  var everyFewDays: String { say("Every few days") }
  var afterDone: String { say("Some days after it was done") }
  var howManyDays: String { say("Days") }
  var howManyDaysHint: String { say("2 for every second day") }
  var weekdaysTitle: String { say("Days of the week") }
  var startsOn: String { say("First day") }
  var untilDay: String { say("Last day") }
  var stepsTitle: String { say("Steps") }
  var stepsHint: String {
    say("One on each line, with an emoji in front. Brackets make a step optional.")
  }
  var stepsExample: String { say("🪥 Brush teeth\n👕 Pyjamas\n📖 Story") }
  var inOrder: String { say("One step after the other") }
  var routineChangedMeanwhile: String {
    say("Somebody has changed this routine meanwhile. Check it, then save it again.")
  }
  func typeName(_ name: String) -> String { say("Type \(name) to confirm") }
  func weekday(_ index: Int) -> String {
    switch index {
    case 0: say("Mon")
    case 1: say("Tue")
    case 2: say("Wed")
    case 3: say("Thu")
    case 4: say("Fri")
    case 5: say("Sat")
    default: say("Sun")
    }
  }
  func mode(_ mode: RoutinesPage.Mode) -> String {
    switch mode {
    case .each: say("Everybody")
    case .anyone: say("Whoever comes first")
    case .turns: say("By turns")
    }
  }
  func forWhom(_ mode: RoutinesPage.Mode, _ names: [String]) -> String {
    switch mode {
    case .each: list(names)
    case .anyone: say("\(list(names)): whoever comes first")
    case .turns: say("\(list(names)): by turns")
    }
  }
  func when(_ when: RoutinesPage.When) -> String {
    switch when {
    case .weekdays(let days) where days.count == 7: say("Every day")
    case .weekdays(let days): list(days.map { weekday($0) })
    case .everyDays(1): say("Every day")
    case .everyDays(let count): say("Every \(number(count)) days")
    case .afterDone(let count):
      plural(
        count, one: "1 day after it was done", other: "\(number(count)) days after it was done")
    }
  }
  func describe(_ row: RoutinesPage.Row) -> String {
    var parts = [when(row.when), part(row.part)]
    if row.stepCount > 0 {
      parts.append(
        plural(row.stepCount, one: "1 step", other: "\(number(row.stepCount)) steps"))
    }
    return parts.joined(separator: " · ")
  }
  var beginWith: String { say("Begin with") }
  var routineTemplates: [RoutinesPage.Template] {
    RoutineTemplate.allCases.map {
      .init(id: $0.rawValue, emoji: $0.emoji, title: templateTitle($0))
    }
  }
}
