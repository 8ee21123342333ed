/// The addresses that every page uses.
package enum SiteRoute: Equatable, Hashable, Sendable {
  /// The person's menu.
  case menu
  /// What can be added.
  case add
  /// Undoes the change with this id.
  case undo(String)
  case asset(hash: String, name: String)
  case events
  case offline
  case manifest
  case serviceWorker
}

extension SiteRoute: RouteFamily {
  package var place: Place {
    switch self {
    case .menu: at("menu", get: { $0.menuPage() })
    case .add: at("add", get: { $0.addPage() })
    case .undo(let id): at("undo", id, post: { $0.undo(id) })
    case .asset(let hash, let name): at("assets", hash, name).marked(.whileDeciding)
    case .events: at("events", get: { $0.events() }).marked([.whileDeciding, .whileLocked])
    case .offline: at("offline").marked(.whileDeciding)
    case .manifest: at("manifest.webmanifest").marked(.whileDeciding)
    case .serviceWorker: at("sw.js").marked(.whileDeciding)
    }
  }

  package static let readers = [
    of(menu), of(add), of(undo), of(asset), of(events), of(offline), of(manifest),
    of(serviceWorker),
  ]
}

extension Route {
  package static func site(_ route: SiteRoute) -> Route { Route(route) }
}
