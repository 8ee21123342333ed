import ThingsWeb
import Web

/// Insurance policies and reports for claims: a part of things that has pages of its own.
package enum InsuranceArea: Area {
  package static let families: [any RouteFamily.Type] = [InsuranceRoute.self, ClaimRoute.self]
  package static let whole: (any Area.Type)? = ThingsArea.self
}
