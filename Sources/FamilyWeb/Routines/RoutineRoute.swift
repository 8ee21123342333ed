import Web

/// The routines of a family.
package enum RoutineRoute: RouteFamily {
  case routines(family: String)
  /// - Parameters:
  ///   - like: a routine that the form begins with.
  ///   - template: the name of a template that it begins with.
  case newRoutine(family: String, like: String? = nil, template: String? = nil)
  case routine(family: String, routine: String)
  /// A week of it.
  case week(family: String, routine: String, DayQuery = DayQuery())
  case archiveRoutine(family: String, routine: String)
  case deleteRoutine(family: String, routine: String)

  package static let readers = [
    of(routines), of { newRoutine(family: $0, like: $1, template: $2) }, of(routine),
    of { week(family: $0, routine: $1, $2) }, of(archiveRoutine), of(deleteRoutine),
  ]

  package var place: Place {
    switch self {
    case .routines(let family):
      at("families", family, "routines", get: { $0.routinesPage(family) })
    case .newRoutine(let family, let like, let template):
      at(
        "families", family, "routines", "new", query: ["like": like, "template": template],
        get: { $0.newRoutinePage(family, like: like, template: template) },
        makes: { $0.addRoutine(family) })
    case .routine(let family, let routine):
      at(
        "families", family, "routines", routine, get: { $0.routinePage(family, routine) },
        post: { $0.saveRoutine(family, routine) })
    case .week(let family, let routine, let query):
      at(
        "families", family, "routines", routine, "week", fields: query.fields,
        get: { $0.routineWeekPage(family, routine, query) })
    case .archiveRoutine(let family, let routine):
      at(
        "families", family, "routines", routine, "archive",
        post: { $0.archiveRoutine(family, routine) })
    case .deleteRoutine(let family, let routine):
      at(
        "families", family, "routines", routine, "delete",
        post: { $0.deleteRoutine(family, routine) })
    }
  }
}

extension Route {
  package static func routines(_ route: RoutineRoute) -> Route { Route(route) }
}
