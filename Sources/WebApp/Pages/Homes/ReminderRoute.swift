/// What a home reminds of.
package enum ReminderRoute: RouteFamily {
  case reminders(home: String)

  var segments: [String] {
    switch self {
    case .reminders(let home): ["homes", home, "reminders"]
    }
  }

  var name: String { "reminders" }

  init?(_ segments: [String], _ fields: QueryFields) {
    guard segments.count == 3, segments[0] == "homes", segments[2] == "reminders" else {
      return nil
    }
    self = .reminders(home: segments[1])
  }

  func page(in app: WebApplication) -> Endpoint? {
    switch self {
    case .reminders(let home): app.remindersPage(home: home)
    }
  }

  func action(in app: WebApplication) -> Endpoint? { nil }
}

extension Route {
  package static func reminders(_ route: ReminderRoute) -> Route { .feature(.reminders(route)) }
}
