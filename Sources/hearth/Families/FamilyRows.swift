import Families
import Household
import Replica
import SyncProtocol
import Values

// What the commands about families print with --json. Names are those of the JSON API.

/// A family.
struct FamilyRow: WrittenRow {
  let id: String
  let name: String
  let emoji: String
  let timeZone: String
  let hidesStreaks: Bool
  let hasStars: Bool
  /// `parent` or `child`.
  let role: String
  let isOwner: Bool
  /// The family's day now.
  let today: String
  var people: [PersonRow]?
  var isSent: Bool?

  init(_ family: Family, role: SyncProtocol.Role, today: CalendarDay) {
    (id, name, emoji) = (family.id, family.details.name, family.details.emoji)
    timeZone = family.details.timeZone
    (hidesStreaks, hasStars) = (family.details.hidesStreaks, family.details.hasStars)
    (self.role, isOwner) = (FamilyRole(role).rawValue, role == .owner)
    self.today = today.text
  }
}

/// Somebody in a family.
struct PersonRow: WrittenRow {
  let id: String
  let name: String
  let role: String
  let isOwner: Bool
  let isYou: Bool
  let emoji: String
  let colorIndex: Int
  let joinedAt: String
  var isSent: Bool?

  init(_ person: FamilyPerson, you: AccountID) {
    (id, name, role) = (person.id, person.name, person.role.rawValue)
    (isOwner, isYou) = (person.zoneRole == .owner, person.id == you)
    (emoji, colorIndex) = (person.face.emoji, person.face.colorIndex)
    joinedAt = TimeText.text(person.joinedAt)
  }
}

/// Days of the week on the command line, Monday first.
enum DayNames {
  static let all = ["mon", "tue", "wed", "thu", "fri", "sat", "sun"]
  /// As the JSON API has them.
  static let long = [
    "monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday",
  ]
}

/// A routine.
struct RoutineRow: WrittenRow {
  struct Step: Encodable, Sendable {
    let id: String
    let title: String
    let emoji: String
    let isOptional: Bool
  }

  let id: String
  let title: String
  let emoji: String
  let note: String
  let partOfDay: String
  let isFirst: Bool
  let asksApproval: Bool
  let asksPhoto: Bool
  let requiredFirst: Bool
  let stars: Int
  let isArchived: Bool
  let schedule: String
  let weekdays: [String]
  let everyCount: Int64
  let startsOn: String
  let endsOn: OrNull<String>
  let mode: String
  let people: [String]
  let inOrder: Bool
  let steps: [Step]
  /// How many stars went with it when it was deleted.
  var starsDeleted: Int64?
  var isSent: Bool?

  init(_ routine: Routine) {
    let (details, plan) = (routine.details, routine.plan)
    (id, title, emoji, note) = (routine.id, details.title, details.emoji, details.note)
    (partOfDay, isFirst) = (details.partOfDay.rawValue, details.isFirst)
    (asksApproval, isArchived) = (details.asksApproval, details.isArchived)
    (asksPhoto, requiredFirst, stars) = (details.asksPhoto, details.requiredFirst, details.stars)
    schedule = plan.schedule.kind.rawValue
    weekdays = DayNames.long.indices.filter { plan.schedule.weekdays.contains(.day($0)) }
      .map { DayNames.long[$0] }
    (everyCount, startsOn) = (plan.schedule.everyCount, plan.schedule.startsOn.text)
    endsOn = OrNull(plan.schedule.endsOn?.text)
    (mode, people, inOrder) = (plan.mode.rawValue, plan.people, routine.row.inOrder)
    steps = routine.steps.map {
      Step(id: $0.id, title: $0.title, emoji: $0.emoji, isOptional: $0.isOptional)
    }
  }

  /// When it is due.
  var when: String {
    switch schedule {
    case RoutineSchedule.Kind.everyDays.rawValue: "every \(everyCount) days"
    case RoutineSchedule.Kind.afterDone.rawValue: "\(everyCount) days after it was done"
    default:
      weekdays.count == 7
        ? "every day" : weekdays.map { String($0.prefix(3)) }.joined(separator: ", ")
    }
  }
}

/// A routine on one day.
struct DayEntryRow: WrittenRow {
  struct Step: Encodable, Sendable {
    let id: String
    let title: String
    let isDone: Bool
    let doneBy: [String]
  }

  let routineID: String
  let day: String
  let title: String
  let partOfDay: String
  let mode: String
  /// `null` for whoever comes first.
  let personID: OrNull<String>
  /// `open`, `waiting` or `done`.
  let state: String
  let doneBy: [String]
  let steps: [Step]
  var isSent: Bool?

  init(_ entry: DayBoard.Entry, on day: CalendarDay) {
    (routineID, title) = (entry.routine.id, entry.routine.details.title)
    (self.day, partOfDay) = (day.text, entry.routine.details.partOfDay.rawValue)
    (mode, personID) = (entry.routine.plan.mode.rawValue, OrNull(entry.personID))
    (state, doneBy) = (entry.state.rawValue, entry.doneBy)
    steps = entry.steps.map {
      Step(id: $0.id, title: $0.step.title, isDone: $0.isDone, doneBy: $0.doneBy)
    }
  }
}

/// One day of a family.
struct FamilyDayRow: Encodable, Sendable {
  let familyID: String
  let day: String
  let away: [String]
  let entries: [DayEntryRow]
  /// Of today: what waits for a parent of other days, the latest first.
  let waiting: [DayEntryRow]
}

/// When somebody is away.
struct AbsenceRow: WrittenRow {
  let id: String
  let personID: String
  let startsOn: OrNull<String>
  let endsOn: OrNull<String>
  let note: String
  var isSent: Bool?

  init(_ absence: Absence) {
    (id, personID, note) = (absence.id, absence.personID, absence.details.note)
    (startsOn, endsOn) = (OrNull(absence.details.startsOn), OrNull(absence.details.endsOn))
  }
}
