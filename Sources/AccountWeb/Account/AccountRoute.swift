import Web

/// The addresses of a person's own account.
package enum AccountRoute: Equatable, Hashable, Sendable {
  case account
  case profile
  case password
  case region
  /// Which areas are shown.
  case areas
  case endSession(String)
  case endOtherSessions
}

extension AccountRoute: RouteFamily {
  package var place: Place {
    switch self {
    case .account: at("account", get: { $0.accountPage() }).marked(.whileDeciding)
    case .profile: at("account", "profile", post: { $0.saveProfile() })
    case .password: at("account", "password", post: { $0.changePassword() }).marked(.onOwnDevice)
    case .region: at("account", "region", post: { $0.saveRegion() })
    case .areas: at("account", "areas", post: { $0.saveAreas() })
    case .endSession(let id):
      at("account", "sessions", id, "end", post: { $0.endSession(id) }).marked(.onOwnDevice)
    case .endOtherSessions:
      at("account", "sessions", "end-others", post: { $0.endOtherSessions() })
        .marked(.onOwnDevice)
    }
  }

  package static let readers = [
    of(account), of(profile), of(password), of(region), of(areas), of(endSession),
    of(endOtherSessions),
  ]
}

extension Route {
  package static func account(_ route: AccountRoute) -> Route { Route(route) }
}
