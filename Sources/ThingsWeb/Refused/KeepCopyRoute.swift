import Web

/// Keeping a refused change as a new item.
package enum KeepCopyRoute: RouteFamily {
  case copyChange(String)

  package static let readers = [of(copyChange)]

  package var place: Place {
    switch self {
    case .copyChange(let id):
      at("sync", id, "copy", get: { $0.copyChangePage(id) }, makes: { $0.copyChange(id) })
    }
  }
}

extension Route {
  package static func keepingCopy(_ route: KeepCopyRoute) -> Route { Route(route) }
}
