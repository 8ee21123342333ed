/// What is counted of a person's use, and what they say about it.
package enum UsageRoute: RouteFamily {
  case counting
  case feedback

  var segments: [String] {
    switch self {
    case .counting: ["account", "counting"]
    case .feedback: ["account", "feedback"]
    }
  }

  var name: String {
    switch self {
    case .counting: "counting"
    case .feedback: "feedback"
    }
  }

  init?(_ segments: [String], _ fields: QueryFields) {
    switch segments {
    case ["account", "counting"]: self = .counting
    case ["account", "feedback"]: self = .feedback
    default: return nil
    }
  }

  func page(in app: WebApplication) -> Endpoint? {
    switch self {
    case .counting: nil
    case .feedback: app.feedbackPage()
    }
  }

  func action(in app: WebApplication) -> Endpoint? {
    switch self {
    case .counting: app.saveCounting()
    case .feedback: app.sendFeedback()
    }
  }
}

extension Route {
  package static func usage(_ route: UsageRoute) -> Route { .feature(.usage(route)) }
}
