import Web

/// What a home reminds of.
package enum ReminderRoute: RouteFamily {
  case reminders(home: String)

  package static let readers = [of(reminders)]

  package var place: Place {
    switch self {
    case .reminders(let home): at("homes", home, "reminders", get: { $0.remindersPage(home: home) })
    }
  }
}

extension Route {
  package static func reminders(_ route: ReminderRoute) -> Route { Route(route) }
}
