import Web

/// The routines of a family.
package enum RoutineRoute: RouteFamily {
  case routines(family: String)
  case newRoutine(family: String)
  case routine(family: String, routine: String)
  case archiveRoutine(family: String, routine: String)
  case deleteRoutine(family: String, routine: String)

  package static let readers = [
    of(routines), of(newRoutine), of(routine), of(archiveRoutine), of(deleteRoutine),
  ]

  package var place: Place {
    switch self {
    case .routines(let family):
      at("families", family, "routines", get: { $0.routinesPage(family) })
    case .newRoutine(let family):
      at(
        "families", family, "routines", "new", get: { $0.newRoutinePage(family) },
        post: { $0.addRoutine(family) })
    case .routine(let family, let routine):
      at(
        "families", family, "routines", routine, get: { $0.routinePage(family, routine) },
        post: { $0.saveRoutine(family, routine) })
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
