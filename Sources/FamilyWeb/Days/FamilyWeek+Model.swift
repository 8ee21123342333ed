import FoundationEssentials
import Values
import Web

/// A week of a family, of everybody in it or of one person.
package enum FamilyWeekPage {
  package struct Model: Equatable, Sendable {
    package var family: ZoneLink
    package var people: [FamilyFigure]
    /// Whose week it is; `nil` for everybody's.
    package var person: FamilyFigure?
    /// Monday of the week.
    package var first: CalendarDay
    package var today: CalendarDay
    /// When the day that is shown as today ends; `nil` in any other week, which stays.
    package var endsAt: Date?
    package var days: [Day] = []
    /// Whether the family has a routine at all.
    package var hasRoutines = true

    package init(
      family: ZoneLink, people: [FamilyFigure], person: FamilyFigure? = nil, first: CalendarDay,
      today: CalendarDay
    ) {
      (self.family, self.people, self.person) = (family, people, person)
      (self.first, self.today) = (first, today)
    }
  }

  package struct Day: Equatable, Sendable {
    package var day: CalendarDay
    /// 0 for Monday.
    package var weekday: Int
    package var entries: [Entry]
    package var away: [FamilyFigure] = []
    /// How many more there are than are shown.
    package var moreCount = 0

    package init(_ day: CalendarDay, weekday: Int, entries: [Entry] = []) {
      (self.day, self.weekday, self.entries) = (day, weekday, entries)
    }
  }

  package struct Entry: Equatable, Sendable {
    package var routineID: String
    package var title: String
    /// Who is to do it, and how it stands.
    package var what: RoutineWeekPage.Entry

    package init(_ routineID: String, _ title: String, _ what: RoutineWeekPage.Entry) {
      (self.routineID, self.title, self.what) = (routineID, title, what)
    }
  }
}

/// Which week is shown, and whose.
package struct FamilyWeekQuery: RouteQuery, Equatable, Hashable, Sendable {
  /// A day of the week, `YYYY-MM-DD`; `nil` for today.
  package var day: String?
  /// An account; `nil` for everybody.
  package var person: String?

  package init() {}

  package init(day: CalendarDay?, person: String? = nil) {
    (self.day, self.person) = (day?.text, person)
  }

  package init(_ fields: QueryFields) {
    day = fields["day"].flatMap { CalendarDay($0) }?.text
    person = fields["person"].flatMap { $0.isEmpty ? nil : $0 }
  }

  var fields: [(String, String)] {
    [("day", day), ("person", person)].compactMap { name, value in value.map { (name, $0) } }
  }
}
