import Web

/// A person's calendar for other programs: its settings and its file.
package enum CalendarRoute: RouteFamily {
  /// Where the address is made, replaced and removed.
  case calendarSettings
  case removeCalendar
  /// What is in it.
  case calendarKinds
  /// The file itself. Whoever knows the secret may read it.
  case calendar(secret: String)

  private static let ending = ".ics"

  package static let readers = [
    of(calendarSettings), of(removeCalendar), of(calendarKinds), of(calendar),
  ]

  package var place: Place {
    switch self {
    case .calendarSettings:
      at("account", "calendar", get: { $0.calendarPage() }, makes: { $0.makeCalendar() }).marked([
        .secret, .onOwnDevice,
      ])
    case .removeCalendar:
      at("account", "calendar", "remove", post: { $0.removeCalendar() }).marked(.onOwnDevice)
    case .calendarKinds: at("account", "calendar", "kinds", post: { $0.saveCalendarKinds() })
    case .calendar(let secret):
      at("calendar", secret + Self.ending, get: { $0.calendarFile(secret) }).marked([
        .secret, .forPrograms,
      ])
    }
  }
}

extension Route {
  package static func calendar(_ route: CalendarRoute) -> Route { Route(route) }
}
