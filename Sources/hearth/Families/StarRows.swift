import Families
import SyncProtocol
import Values

// What the commands about stars, weeks and pictures print with --json. Names are those of the JSON
// API.

/// What somebody has in stars.
struct StarRow: Encodable, Sendable {
  let personID: String
  let earned: Int64
  let spent: Int64
  let balance: Int64

  init(_ person: AccountID, _ stars: Stars) {
    personID = person
    (earned, spent, balance) = (stars.earned, stars.spent, stars.balance)
  }
}

/// A reward.
struct RewardRow: WrittenRow {
  let id: String
  let title: String
  let emoji: String
  let price: Int64
  let isArchived: Bool
  var isSent: Bool?

  init(_ reward: Reward) {
    let details = reward.details
    (id, title, emoji) = (reward.id, details.title, details.emoji)
    (price, isArchived) = (details.price, details.isArchived)
  }
}

/// A wish.
struct WishRow: WrittenRow {
  let id: String
  let rewardID: String
  let title: String
  let price: Int64
  let personID: String
  let createdAt: String
  var isOpen: Bool
  var isSent: Bool?

  init(_ wish: RewardWish, _ reward: Reward, isOpen: Bool) {
    (id, rewardID, personID) = (wish.id, wish.rewardID, wish.personID)
    (title, price) = (reward.details.title, reward.details.price)
    (createdAt, self.isOpen) = (TimeText.text(wish.createdAt), isOpen)
  }
}

/// What a parent has decided about a wish.
struct WishDecisionRow: Encodable, Sendable {
  let id: String
  let wishID: String
  let personID: String
  let title: String
  let price: Int64
  let isGranted: Bool
  let at: String
  let by: String

  init(_ decision: StarGrant) {
    (id, wishID, personID) = (decision.id, decision.wishID, decision.personID)
    (title, price, isGranted) = (decision.title, decision.price, decision.isGranted)
    (at, by) = (TimeText.text(decision.createdAt), decision.createdBy)
  }
}

/// A routine over a week.
struct RoutineWeekRow: Encodable, Sendable {
  struct Day: Encodable, Sendable {
    let day: String
    let away: [String]
    let entries: [Entry]
  }

  struct Entry: Encodable, Sendable {
    let personID: OrNull<String>
    /// `done`, `waiting`, `open`, `missing` or `planned`.
    let mark: String
    let doneBy: [String]
    let doneSteps: Int
    let stepCount: Int
  }

  let familyID: String
  let routineID: String
  let firstDay: String
  let lastDay: String
  let today: String
  let days: [Day]
  let history: [RoutineNoteRow]
  let streaks: [StreakRow]

  init(
    _ week: RoutineDays, _ range: ClosedRange<CalendarDay>, today: CalendarDay,
    _ streaks: [StreakRow]
  ) {
    (familyID, routineID) = (week.routine.familyID, week.routine.id)
    (firstDay, lastDay, self.today) = (
      range.lowerBound.text, range.upperBound.text, today.text
    )
    days = week.days.map { day in
      Day(
        day: day.day.text, away: day.away.sorted(),
        entries: day.entries.map { entry in
          Entry(
            personID: OrNull(entry.personID), mark: entry.mark(on: day.day, today: today).rawValue,
            doneBy: entry.doneBy, doneSteps: entry.doneCount, stepCount: entry.steps.count)
        })
    }
    history = week.notes.map { RoutineNoteRow($0) }
    self.streaks = streaks
  }
}

/// Something that was noted of a routine.
struct RoutineNoteRow: Encodable, Sendable {
  let id: String
  let day: String
  let what: String
  let personID: String
  let stepID: OrNull<String>
  let otherID: OrNull<String>
  let stars: Int
  let at: String
  let by: String

  init(_ note: RoutineDays.Note) {
    (id, day, what, personID) = (note.id, note.day.text, note.what.word, note.personID)
    (stepID, otherID) = (OrNull(note.what.stepID), OrNull(note.what.otherID))
    (stars, at, by) = (note.what.stars, TimeText.text(note.at), note.by)
  }
}

/// How often in a row somebody did a routine.
struct StreakRow: Encodable, Sendable {
  /// `null` for all together.
  let personID: OrNull<String>
  let count: Int
}
