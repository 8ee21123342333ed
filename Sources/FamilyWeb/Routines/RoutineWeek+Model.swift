import FoundationEssentials
import Values
import Web

/// One routine over a week: who did it on which day, and what is missing.
package enum RoutineWeekPage {
  package struct Model: Equatable, Sendable {
    package var family: ZoneLink
    package var routine: RoutinesPage.Row
    package var note = ""
    /// Monday of the week.
    package var first: CalendarDay
    package var today: CalendarDay
    package var days: [Day] = []
    package var history: [Note] = []
    /// How often in a row, the longest first; none where streaks are off.
    package var streaks: [Streak] = []
    package var isArchived = false
    package var canPlan: Bool

    package init(
      family: ZoneLink, routine: RoutinesPage.Row, first: CalendarDay, today: CalendarDay,
      canPlan: Bool
    ) {
      (self.family, self.routine, self.first) = (family, routine, first)
      (self.today, self.canPlan) = (today, canPlan)
    }
  }

  package struct Day: Equatable, Sendable {
    package var day: CalendarDay
    /// 0 for Monday.
    package var weekday: Int
    package var entries: [Entry]
    package var away: [FamilyFigure] = []

    package init(_ day: CalendarDay, weekday: Int, entries: [Entry] = []) {
      (self.day, self.weekday, self.entries) = (day, weekday, entries)
    }
  }

  package struct Entry: Equatable, Sendable {
    /// `nil` for whoever comes first, and where nobody has the turn.
    package var person: FamilyFigure?
    /// Who else has done something of it.
    package var doneBy: [String] = []
    package var mark: Mark
    package var doneCount = 0
    package var stepCount = 0

    package init(_ person: FamilyFigure?, _ mark: Mark) {
      (self.person, self.mark) = (person, mark)
    }
  }

  package enum Mark: String, CaseIterable, Equatable, Sendable {
    case done, waiting
    /// Not done yet, and it is today.
    case open
    /// The day is over.
    case missing
    /// The day is to come.
    case planned
  }

  package struct Streak: Equatable, Sendable {
    /// `nil` for all together.
    package var person: FamilyFigure?
    package var count: Int

    package init(_ person: FamilyFigure?, count: Int) {
      (self.person, self.count) = (person, count)
    }
  }

  /// What somebody has noted.
  package struct Note: Equatable, Sendable {
    package enum What: Equatable, Sendable {
      /// The step's title; `nil` for the routine as a whole.
      case done(step: String?)
      case takenBack, skipped, approved, approvalTakenBack
      case swapped(String)
    }

    package var id: String
    package var day: CalendarDay
    package var what: What
    /// Whom it is about.
    package var name: String
    package var at: Date
    /// Who noted it, if it was somebody else.
    package var by: String?
    /// The photos that show that it was done.
    package var proofs: [FamilyImage] = []

    package init(
      id: String, day: CalendarDay, _ what: What, name: String, at: Date, by: String? = nil
    ) {
      (self.id, self.day, self.what, self.name) = (id, day, what, name)
      (self.at, self.by) = (at, by)
    }
  }
}
