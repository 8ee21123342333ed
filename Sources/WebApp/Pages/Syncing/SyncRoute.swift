/// The addresses of a device's sync status and of its refused changes.
package enum SyncRoute: Equatable, Hashable, Sendable {
  case sync
  case syncNow
  case retryChange(String)
  case copyChange(String)
  case discardChange(String)
  /// A picture that a refused change has added.
  case refusedPhoto(change: String, photo: String)
}

extension SyncRoute: RouteFamily {
  var place: Place {
    switch self {
    case .sync: at("sync", get: { $0.syncPage() }).marked(.whileDeciding)
    case .syncNow: at("sync", "now", post: { $0.syncNow() })
    case .retryChange(let id): at("sync", id, "retry", post: { $0.retryChange(id) })
    case .copyChange(let id):
      at("sync", id, "copy", get: { $0.copyChangePage(id) }, post: { $0.copyChange(id) })
    case .discardChange(let id): at("sync", id, "discard", post: { $0.discardChange(id) })
    case .refusedPhoto(let change, let photo):
      at("sync", change, "photos", photo, get: { $0.refusedPhoto(change, photo) })
    }
  }

  static let readers = [
    of(sync), of(syncNow), of(retryChange), of(copyChange), of(discardChange), of(refusedPhoto),
  ]
}

extension Route {
  package static func syncing(_ route: SyncRoute) -> Route { Route(route) }
}
