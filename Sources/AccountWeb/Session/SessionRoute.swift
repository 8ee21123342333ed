import Web

/// The addresses for signing up, signing in and signing out.
package enum SessionRoute: Equatable, Hashable, Sendable {
  /// `then` is a path of this app to go on to; anything else is dropped when the address is read.
  case signIn(then: String? = nil)
  /// `invite` is the token that admits the sign-up.
  case signUp(invite: String? = nil)
  case setUp
  /// With a code that a parent has made for a child.
  case codeSignIn(String? = nil)
  case signOut
  /// Connects a device to its hub.
  case device
}

extension SessionRoute: RouteFamily {
  package var place: Place {
    switch self {
    case .signIn(let then):
      at(
        "signin", query: ["then": then], get: { $0.signInPage(then: then) },
        post: { $0.signIn(then: then) }
      ).marked(then == nil ? [] : .secret)
    case .signUp(let invite):
      at(
        "signup", query: ["invite": invite], get: { $0.signUpPage(invite: invite) },
        makes: { $0.signUp(invite: invite) }
      ).marked(invite == nil ? [] : .secret)
    case .setUp: at("setup", get: { $0.setUpPage() }, makes: { $0.setUp() })
    case .codeSignIn(let code):
      at(
        "signin", "code", query: ["code": code], get: { $0.codeSignInPage(code) },
        post: { $0.signInWithCode() }
      ).marked(code == nil ? .typesSecret : .secret)
    case .signOut: at("signout", post: { $0.signOut() })
    case .device:
      at("device", get: { $0.devicePage() }, post: { $0.connectDevice() }).marked(.typesSecret)
    }
  }

  package static let traits: PlaceTraits = .whileDeciding
  package static let readers = [
    of("signin") { _, fields in .signIn(then: Route.localPath(fields["then"])) }, of(signUp),
    of("signin/code") { _, fields in .codeSignIn(fields["code"]) }, of(setUp), of(signOut),
    of(device),
  ]
}

extension Route {
  package static func session(_ route: SessionRoute) -> Route { Route(route) }
}
