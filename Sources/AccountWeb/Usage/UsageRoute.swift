import Web

/// The counting of a person's use, and their feedback.
package enum UsageRoute: RouteFamily {
  case counting
  case feedback

  package static let readers = [of(counting), of(feedback)]

  package var place: Place {
    switch self {
    case .counting: at("account", "counting", post: { $0.saveCounting() })
    case .feedback:
      at("account", "feedback", get: { $0.feedbackPage() }, makes: { $0.sendFeedback() })
    }
  }
}

extension Route {
  package static func usage(_ route: UsageRoute) -> Route { Route(route) }
}
