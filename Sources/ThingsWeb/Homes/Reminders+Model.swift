import Values
import Web

/// Something that a home's people should think of soon.
package struct ReminderRow: Equatable, Sendable {
  package enum Subject: Equatable, Sendable {
    /// Something to do for an item, by its name.
    case maintenance(item: String)
    case warranty
    /// To whom it is lent.
    case loan(to: String)
    case policy
  }

  package var subject: Subject
  /// What is to be done, the item's name or the insurer.
  package var title: String
  package var day: CalendarDay
  /// How many days from today; below zero when it is past.
  package var days: Int
  package var route: Route

  package init(
    _ subject: Subject, title: String, day: CalendarDay, today: CalendarDay, route: Route
  ) {
    self.subject = subject
    self.title = title
    self.day = day
    days = day.daysSince1970 - today.daysSince1970
    self.route = route
  }

  /// Of a policy.
  var term: PolicyTerm { days < 0 ? .ended(day) : .ending(days: days) }
}

/// Everything that a home reminds of, on a page.
package enum RemindersPage {
  /// What the page shows.
  package struct Model: Equatable, Sendable {
    package var home: ZoneLink
    /// What is due first at the beginning.
    package var rows: [ReminderRow]
    /// Whether there are more than are shown.
    package var hasMore: Bool = false
  }
}
