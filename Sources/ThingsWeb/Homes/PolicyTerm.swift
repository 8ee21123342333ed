import Values
import Web

/// Where today lies in the time that a policy runs.
package enum PolicyTerm: Equatable, Sendable {
  case running
  case notBegun
  /// It ends soon; on its last day, in no days.
  case ending(days: Int)
  case ended(CalendarDay)

  /// People are told so many days before a policy ends.
  package static let reminderDays = 60

  package init(from start: CalendarDay?, to end: CalendarDay?, today: CalendarDay) {
    if let end, end < today {
      self = .ended(end)
    } else if let start, start > today {
      self = .notBegun
    } else if let end, end.daysSince1970 - today.daysSince1970 <= Self.reminderDays {
      self = .ending(days: end.daysSince1970 - today.daysSince1970)
    } else {
      self = .running
    }
  }
}

// Insurance, as the pages of homes tell of it.
extension Catalogue {
  package var insurance: String { say("Insurance") }
  package func policyCount(_ count: Int) -> String {
    plural(count, one: "1 policy", other: "\(number(count)) policies")
  }

  /// On the dashboard, below the provider's name.
  func reminder(_ term: PolicyTerm) -> String {
    switch term {
    case .running, .notBegun: say("Your insurance policy")
    case .ending(0): say("Your policy ends today")
    case .ending(let days):
      plural(
        days, one: "Your policy ends in 1 day",
        other: "Your policy ends in \(number(days)) days")
    case .ended(let day): say("Your policy ended on \(self.day(day))")
    }
  }
}
