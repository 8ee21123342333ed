import Web

/// What wants attention, gathered from all areas.
package enum TodayArea: Area {
  package static let families: [any RouteFamily.Type] = [TodayRoute.self]

  package static func navigation(
    _ surroundings: Surroundings, _ reader: PageReader
  ) throws -> (any AreaNavigation)? { TodayNavigation() }
}

package struct TodayNavigation: AreaNavigation {
  package init() {}

  package var area: any Area.Type { TodayArea.self }

  package func tab(_ frame: Frame, _ words: Catalogue) -> NavigationLink? {
    NavigationLink(.today(.today()), .sun, words.today)
  }
}
