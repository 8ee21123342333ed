import Web

/// The access tokens of a person's own programs.
package enum TokensRoute: RouteFamily {
  case accessTokens
  case revokeAccessToken(String)

  package static let traits: PlaceTraits = .onOwnDevice
  package static let readers = [of(accessTokens), of(revokeAccessToken)]

  package var place: Place {
    switch self {
    case .accessTokens:
      at("account", "tokens", get: { $0.tokensPage() }, makes: { $0.makeToken() }).marked(.secret)
    case .revokeAccessToken(let id):
      at("account", "tokens", id, "revoke", post: { $0.revokeToken(id) })
    }
  }
}

extension Route {
  package static func tokens(_ route: TokensRoute) -> Route { Route(route) }
}
