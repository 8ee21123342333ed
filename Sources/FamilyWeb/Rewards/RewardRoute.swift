import Web

/// The addresses of rewards.
package enum RewardRoute: RouteFamily {
  case rewards(String)
  case reward(family: String, reward: String)
  /// Asks for a reward, or takes the wish back.
  case wish(String)
  /// A parent decides a wish.
  case decide(String)

  package static let readers = [
    of(rewards), of { reward(family: $0, reward: $1) }, of(wish), of(decide),
  ]

  package var place: Place {
    switch self {
    case .rewards(let family):
      at(
        "families", family, "rewards", get: { $0.rewardsPage(family) },
        makes: { $0.saveReward(family, nil) }
      ).marked(.whileLocked)
    case .reward(let family, let reward):
      at(
        "families", family, "rewards", reward, get: { $0.rewardPage(family, reward) },
        post: { $0.saveReward(family, reward) })
    case .wish(let family):
      at("families", family, "wish", makes: { $0.wish(family) })
        .marked(.whileLocked)
    case .decide(let family): at("families", family, "decide", post: { $0.decideWish(family) })
    }
  }
}

extension Route {
  package static func rewards(_ route: RewardRoute) -> Route { Route(route) }
}
