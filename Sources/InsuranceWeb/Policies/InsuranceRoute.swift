import Web

/// The insurance policies of a home.
package enum InsuranceRoute: RouteFamily {
  case policies(home: String)
  case newPolicy(home: String)
  case policy(home: String, policy: String)
  case deletePolicy(home: String, policy: String)

  package static let readers = [of(policies), of(newPolicy), of(policy), of(deletePolicy)]

  package var place: Place {
    switch self {
    case .policies(let home): at("homes", home, "insurance", get: { $0.insurancePage(home: home) })
    case .newPolicy(let home):
      at(
        "homes", home, "insurance", "new", get: { $0.newPolicyPage(home: home) },
        post: { $0.addPolicy(home: home) }
      ).marked(.makesNew)
    case .policy(let home, let policy):
      at(
        "homes", home, "insurance", policy, get: { $0.policyPage(home: home, policy: policy) },
        post: { $0.editPolicy(home: home, policy: policy) })
    case .deletePolicy(let home, let policy):
      at(
        "homes", home, "insurance", policy, "delete",
        get: { $0.deletePolicyPage(home: home, policy: policy) },
        post: { $0.deletePolicy(home: home, policy: policy) })
    }
  }
}

extension Route {
  package static func insurance(_ route: InsuranceRoute) -> Route { Route(route) }
}
