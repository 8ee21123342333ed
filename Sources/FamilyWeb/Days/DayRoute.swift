import Values
import Web

/// The days of a family, and what is done on them.
package enum DayRoute: RouteFamily {
  case day(family: String, DayQuery = DayQuery())
  case week(family: String, FamilyWeekQuery = FamilyWeekQuery())
  /// One person's day, in large pictures.
  case person(family: String, person: String)
  case tick(String)
  case turn(String)
  case approve(String)

  package static let readers = [
    of { day(family: $0, $1) }, of { week(family: $0, $1) }, of { person(family: $0, person: $1) },
    of(tick), of(turn),
    of(approve),
  ]

  package var place: Place {
    switch self {
    case .day(let family, let query):
      at("families", family, fields: query.fields, get: { $0.familyDayPage(family, query) })
    case .week(let family, let query):
      at(
        "families", family, "week", fields: query.fields, get: { $0.familyWeekPage(family, query) })
    case .person(let family, let person):
      at("families", family, "day", person, get: { $0.ownDayPage(family, person) })
        .marked(.whileLocked)
    case .tick(let family):
      at("families", family, "tick", post: { $0.tickRoutine(family) })
        .marked(.whileLocked)
    case .turn(let family):
      at("families", family, "turn", post: { $0.changeTurn(family) })
        .marked(.whileLocked)
    case .approve(let family): at("families", family, "approve", post: { $0.approve(family) })
    }
  }
}

extension Route {
  package static func days(_ route: DayRoute) -> Route { Route(route) }
}

/// Which day is shown.
package struct DayQuery: RouteQuery, Equatable, Hashable, Sendable {
  /// `YYYY-MM-DD`; `nil` for today.
  package var day: String?

  package init() {}

  package init(day: CalendarDay?) { self.day = day?.text }

  package init(_ fields: QueryFields) {
    day = fields["day"].flatMap { CalendarDay($0) }?.text
  }

  var fields: [(String, String)] { day.map { [("day", $0)] } ?? [] }
}
