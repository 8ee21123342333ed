import Web

/// What a person is told, and what they want to be told.
package enum NotificationRoute: Equatable, Hashable, Sendable {
  case notifications
  case read
  case settings
  case mailAddress
  case removeMailAddress
  /// From the first mail to an address: its owner confirms it.
  case confirmMail(secret: String)
  /// From every mail: ends them.
  case stopMail(secret: String)
}

extension NotificationRoute: RouteFamily {
  package var place: Place {
    switch self {
    case .notifications: at("notifications", get: { $0.notificationsPage() })
    case .read: at("notifications", "read", post: { $0.readNotifications() })
    case .settings:
      at(
        "account", "notifications", get: { $0.notificationSettings() },
        post: { $0.saveNotifications() })
    case .mailAddress:
      at("account", "notifications", "mail", post: { $0.saveMailAddress() })
        .marked(.onOwnDevice)
    case .removeMailAddress:
      at("account", "notifications", "mail", "remove", post: { $0.removeMailAddress() })
        .marked(.onOwnDevice)
    case .confirmMail(let secret):
      at(
        "mail", "confirm", secret, get: { $0.confirmMailPage() },
        post: { $0.confirmMail(secret) }
      ).marked([.secret, .whileDeciding])
    case .stopMail(let secret):
      at("mail", "stop", secret, get: { $0.stopMailPage() }, post: { $0.stopMail(secret) })
        .marked([.secret, .whileDeciding, .withoutForm])
    }
  }

  package static let readers = [
    of(notifications), of(read), of(settings), of(mailAddress), of(removeMailAddress),
    of(confirmMail), of(stopMail),
  ]
}

extension Route {
  package static func notifications(_ route: NotificationRoute) -> Route { Route(route) }
}
