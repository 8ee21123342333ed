import ClaimReports
import Web

/// The report for an insurance claim.
package enum ClaimRoute: RouteFamily {
  case claim(home: String, ClaimQuery = ClaimQuery())
  case claimFile(home: String, ClaimQuery = ClaimQuery())

  package static let readers = [of(claim), of(claimFile)]

  package var place: Place {
    switch self {
    case .claim(let home, let query):
      at("homes", home, "claim", fields: query.fields, get: { $0.claimPage(home: home, query) })
    case .claimFile(let home, let query):
      at(
        "homes", home, "claim", "report.pdf", fields: query.fields,
        get: { $0.claimFile(home: home, query) })
    }
  }
}

extension Route {
  package static func claims(_ route: ClaimRoute) -> Route { Route(route) }
}
