/// An address of the web app: one place of one feature. Pages and handlers make addresses only from
/// the features' families, and the server reads them by these alone (``RouteTable``), so a link
/// cannot point to nowhere.
///
/// A route names a place, not a method: where both exist, a `GET` shows the place and a `POST` acts
/// on it.
package struct Route: Hashable, Sendable {
  package let family: any RouteFamily

  package init(_ family: any RouteFamily) { self.family = family }

  package static func == (left: Route, right: Route) -> Bool {
    func isEqual<Family: RouteFamily>(_ family: Family) -> Bool {
      right.family as? Family == family
    }
    return isEqual(left.family)
  }

  package func hash(into hasher: inout Hasher) { family.hash(into: &hasher) }

  /// The address and what a request to it does.
  package var place: Place { family.place }

  /// Whether the place has the trait.
  package func has(_ trait: PlaceTraits) -> Bool {
    type(of: family).traits.union(place.traits).contains(trait)
  }

  /// The place as one of the given feature's; `nil` when it belongs to another feature.
  package func place<Family: RouteFamily>(of family: Family.Type) -> Family? {
    self.family as? Family
  }
}
