import Web

/// People: sharing, invites, joining.
package enum SharingArea: Area {
  package static let families: [any RouteFamily.Type] = [SharingRoute.self, JoiningRoute.self]

  package static func interruption(of guest: Guest, at route: Route) -> Route? {
    guest.undecidedJoin(at: route).map { guest.landmarks.decision(ofJoin: $0) }
  }

  package static func navigation(
    _ surroundings: Surroundings, _ reader: PageReader
  ) throws -> (any AreaNavigation)? { SharingNavigation() }
}

package struct SharingNavigation: AreaNavigation {
  package init() {}

  package func tabs(_ frame: Frame, _ context: ViewContext) -> HTML {
    context.tab(.sharing(.people), .people, context.words.people)
  }
}
