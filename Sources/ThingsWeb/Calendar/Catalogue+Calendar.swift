import Web

// A household's days in other programs' calendars.
extension Catalogue {
  var makeCalendar: String { say("Make an address") }
  var replaceCalendar: String { say("Make a new address") }
  var removeCalendar: String { say("Remove the address") }
  var calendarReplaceText: String {
    say("It is not shown again. Make a new one, and the old one works no more.")
  }
  var calendarEndsText: String { say("Changing your password removes it, too.") }
  var calendarMade: String { say("The address of your calendar") }
  var calendarAddress: String { say("Address") }
  var calendarHowTo: String {
    say("Subscribe to it in your calendar app: add a calendar by its address, or from a URL.")
  }
  var calendarShownOnce: String {
    say("Copy it now: it is not shown again. Whoever has it can read these days.")
  }
  func calendarTimes(made: String, used: String?) -> String {
    used.map { say("You have an address. Made: \(made). Last read: \($0).") }
      ?? say("You have an address. Made: \(made). Not read yet.")
  }

  var calendarKinds: String { say("What is in it") }
  func calendarKind(_ kind: CalendarKind) -> String {
    switch kind {
    case .maintenance: say("Maintenance")
    case .warranty: say("Warranties")
    case .loan: say("Loans")
    case .policy: say("Insurance")
    case .routine: say("My routines")
    case .familyRoutine: say("Everyone’s routines")
    case .bill: say("Repeating expenses, without amounts")
    }
  }

  // In the calendar itself
  var calendarName: String { say("Hearth") }
}
