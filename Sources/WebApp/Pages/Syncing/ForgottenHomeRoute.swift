/// A home that a restored hub has forgotten: removing it from the device that still has it.
package enum ForgottenHomeRoute: RouteFamily {
  case removeForgotten(home: String)

  var segments: [String] {
    switch self {
    case .removeForgotten(let home): ["sync", "forgotten", home, "remove"]
    }
  }

  var name: String {
    switch self {
    case .removeForgotten: "removeForgotten"
    }
  }

  init?(_ segments: [String], _ fields: QueryFields) {
    guard segments.count == 4, segments[0] == "sync", segments[1] == "forgotten",
      segments[3] == "remove"
    else { return nil }
    self = .removeForgotten(home: segments[2])
  }

  func page(in app: WebApplication) -> Endpoint? {
    switch self {
    case .removeForgotten(let home): app.removeForgottenPage(home)
    }
  }

  func action(in app: WebApplication) -> Endpoint? {
    switch self {
    case .removeForgotten(let home): app.removeForgotten(home)
    }
  }
}

extension Route {
  package static func forgotten(_ route: ForgottenHomeRoute) -> Route {
    .feature(.forgottenHome(route))
  }
}
