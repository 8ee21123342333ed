import Web

/// The addresses of a device's sync status and of its refused changes.
package enum SyncRoute: Equatable, Hashable, Sendable {
  case sync
  case syncNow
  case retryChange(String)
  case discardChange(String)
  /// A picture that a refused change has added.
  case refusedPhoto(change: String, photo: String)
}

extension SyncRoute: RouteFamily {
  package var place: Place {
    switch self {
    case .sync: at("sync", get: { $0.syncPage() }).marked(.whileDeciding)
    case .syncNow: at("sync", "now", post: { $0.syncNow() })
    case .retryChange(let id): at("sync", id, "retry", post: { $0.retryChange(id) })
    case .discardChange(let id): at("sync", id, "discard", post: { $0.discardChange(id) })
    case .refusedPhoto(let change, let photo):
      at("sync", change, "photos", photo, get: { $0.refusedPhoto(change, photo) })
    }
  }

  package static let readers = [
    of(sync), of(syncNow), of(retryChange), of(discardChange), of(refusedPhoto),
  ]
}

extension Route {
  package static func syncing(_ route: SyncRoute) -> Route { Route(route) }
}
