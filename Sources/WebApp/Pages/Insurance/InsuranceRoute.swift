/// The insurance policies of a home.
package enum InsuranceRoute: RouteFamily {
  case policies(home: String)
  case newPolicy(home: String)
  case policy(home: String, policy: String)
  case deletePolicy(home: String, policy: String)

  var segments: [String] {
    switch self {
    case .policies(let home): ["homes", home, "insurance"]
    case .newPolicy(let home): ["homes", home, "insurance", "new"]
    case .policy(let home, let policy): ["homes", home, "insurance", policy]
    case .deletePolicy(let home, let policy): ["homes", home, "insurance", policy, "delete"]
    }
  }

  var name: String {
    switch self {
    case .policies: "policies"
    case .newPolicy: "newPolicy"
    case .policy: "policy"
    case .deletePolicy: "deletePolicy"
    }
  }

  init?(_ segments: [String], _ fields: QueryFields) {
    guard segments.count >= 3, segments[0] == "homes", segments[2] == "insurance" else {
      return nil
    }
    let home = segments[1]
    switch segments.count {
    case 3: self = .policies(home: home)
    case 4 where segments[3] == "new": self = .newPolicy(home: home)
    case 4: self = .policy(home: home, policy: segments[3])
    case 5 where segments[4] == "delete": self = .deletePolicy(home: home, policy: segments[3])
    default: return nil
    }
  }

  func page(in app: WebApplication) -> Endpoint? {
    switch self {
    case .policies(let home): app.insurancePage(home: home)
    case .newPolicy(let home): app.newPolicyPage(home: home)
    case .policy(let home, let policy): app.policyPage(home: home, policy: policy)
    case .deletePolicy(let home, let policy): app.deletePolicyPage(home: home, policy: policy)
    }
  }

  func action(in app: WebApplication) -> Endpoint? {
    switch self {
    case .policies: nil
    case .newPolicy(let home): app.addPolicy(home: home)
    case .policy(let home, let policy): app.editPolicy(home: home, policy: policy)
    case .deletePolicy(let home, let policy): app.deletePolicy(home: home, policy: policy)
    }
  }
}

extension Route {
  package static func insurance(_ route: InsuranceRoute) -> Route { .feature(.insurance(route)) }
}
