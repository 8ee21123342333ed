/// A person's calendar for other programs: its address, and what is there.
package enum CalendarRoute: RouteFamily {
  /// Where the address is made, replaced and removed.
  case calendarSettings
  case removeCalendar
  /// The file itself. Whoever knows the secret may read it.
  case calendar(secret: String)

  private static let ending = ".ics"

  var segments: [String] {
    switch self {
    case .calendarSettings: ["account", "calendar"]
    case .removeCalendar: ["account", "calendar", "remove"]
    case .calendar(let secret): ["calendar", secret + Self.ending]
    }
  }

  var name: String {
    switch self {
    case .calendarSettings: "calendarSettings"
    case .removeCalendar: "removeCalendar"
    case .calendar: "calendar"
    }
  }

  init?(_ segments: [String], _ fields: QueryFields) {
    switch segments.count {
    case 2 where segments == ["account", "calendar"]: self = .calendarSettings
    case 3 where segments == ["account", "calendar", "remove"]: self = .removeCalendar
    case 2 where segments[0] == "calendar" && segments[1].hasSuffix(Self.ending):
      self = .calendar(secret: String(segments[1].dropLast(Self.ending.count)))
    default: return nil
    }
  }

  func page(in app: WebApplication) -> Endpoint? {
    switch self {
    case .calendarSettings: app.calendarPage()
    case .removeCalendar: nil
    case .calendar(let secret): app.calendarFile(secret)
    }
  }

  func action(in app: WebApplication) -> Endpoint? {
    switch self {
    case .calendarSettings: app.makeCalendar()
    case .removeCalendar: app.removeCalendar()
    case .calendar: nil
    }
  }

  /// Whether the address, or what is shown there, lets somebody in.
  var holdsSecret: Bool {
    switch self {
    case .calendarSettings, .calendar: true
    case .removeCalendar: false
    }
  }
}

extension Route {
  /// Whether no browser is led there: what asks is a program, which needs no cookie for a form.
  var isForPrograms: Bool {
    if case .feature(.calendar(.calendar)) = self { true } else { false }
  }

  package static func calendar(_ route: CalendarRoute) -> Route { .feature(.calendar(route)) }
}
