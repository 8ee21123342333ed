/// An address of the web app: one place of one feature. Pages and handlers make addresses only from
/// the features' families, and the server reads them by these alone (``RouteTable``), so a link
/// cannot point to nowhere.
///
/// It names a place, not a method: a `GET` shows it and a `POST` to the same place acts on it, where
/// both exist.
package struct Route: Hashable, Sendable {
  let family: any RouteFamily

  init(_ family: any RouteFamily) { self.family = family }

  package static func == (left: Route, right: Route) -> Bool {
    func isEqual<Family: RouteFamily>(_ family: Family) -> Bool {
      right.family as? Family == family
    }
    return isEqual(left.family)
  }

  package func hash(into hasher: inout Hasher) { family.hash(into: &hasher) }

  /// What it looks like, and what is there.
  var place: Place { family.place }

  /// Whether something holds for the place.
  func has(_ trait: PlaceTraits) -> Bool {
    type(of: family).traits.union(place.traits).contains(trait)
  }

  /// The place of one feature; `nil` where it is none of that one's.
  func place<Family: RouteFamily>(of family: Family.Type) -> Family? { self.family as? Family }
}
