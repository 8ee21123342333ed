/// The access tokens of a person's own programs.
package enum TokensRoute: RouteFamily {
  case accessTokens
  case revokeAccessToken(String)

  var segments: [String] {
    switch self {
    case .accessTokens: ["account", "tokens"]
    case .revokeAccessToken(let id): ["account", "tokens", id, "revoke"]
    }
  }

  var name: String {
    switch self {
    case .accessTokens: "accessTokens"
    case .revokeAccessToken: "revokeAccessToken"
    }
  }

  init?(_ segments: [String], _ fields: QueryFields) {
    guard segments.starts(with: ["account", "tokens"]) else { return nil }
    switch segments.count {
    case 2: self = .accessTokens
    case 4 where segments[3] == "revoke": self = .revokeAccessToken(segments[2])
    default: return nil
    }
  }

  func page(in app: WebApplication) -> Endpoint? {
    switch self {
    case .accessTokens: app.tokensPage()
    case .revokeAccessToken: nil
    }
  }

  func action(in app: WebApplication) -> Endpoint? {
    switch self {
    case .accessTokens: app.makeToken()
    case .revokeAccessToken(let id): app.revokeToken(id)
    }
  }
}

extension Route {
  package static func tokens(_ route: TokensRoute) -> Route { .feature(.tokens(route)) }
}
