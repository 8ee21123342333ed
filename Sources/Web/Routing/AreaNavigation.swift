/// An area's part of the frame around every page.
package protocol AreaNavigation: Sendable {
  /// The area whose part it is.
  var area: any Area.Type { get }
  /// The area in the sidebar and among the tabs of a phone; `nil` for one that is in the person's
  /// menu alone.
  func tab(_ frame: Frame, _ words: Catalogue) -> NavigationLink?
  /// Pages that are tabs of a phone while there are fewer areas than tabs, the first one first.
  func spareTabs(_ frame: Frame, _ words: Catalogue) -> [NavigationLink]
  /// The lists in the sidebar below the areas.
  func lists(_ frame: Frame, _ context: ViewContext) -> HTML
  /// The place that the person is at, as a menu of the places that they can change to.
  func placeMenu(_ frame: Frame, _ context: ViewContext) -> HTML
  /// The row of the area's main pages, which a phone shows above each of them.
  func segments(_ frame: Frame, _ words: Catalogue) -> [NavigationLink]
  /// What the area adds to the person's menu.
  func personal(_ frame: Frame, _ words: Catalogue) -> [NavigationLink]
  /// What “+” offers to add.
  func additions(_ frame: Frame, _ words: Catalogue) -> [NavigationLink]
}

extension AreaNavigation {
  package func tab(_ frame: Frame, _ words: Catalogue) -> NavigationLink? { nil }
  package func spareTabs(_ frame: Frame, _ words: Catalogue) -> [NavigationLink] { [] }
  package func lists(_ frame: Frame, _ context: ViewContext) -> HTML { .empty }
  package func placeMenu(_ frame: Frame, _ context: ViewContext) -> HTML { .empty }
  package func segments(_ frame: Frame, _ words: Catalogue) -> [NavigationLink] { [] }
  package func personal(_ frame: Frame, _ words: Catalogue) -> [NavigationLink] { [] }
  package func additions(_ frame: Frame, _ words: Catalogue) -> [NavigationLink] { [] }
}

/// What is left of the navigation of an area that the person hides: its entries in their menu.
package struct HiddenNavigation: AreaNavigation {
  private let part: any AreaNavigation

  package init(of part: any AreaNavigation) { self.part = part }

  package var area: any Area.Type { part.area }

  package func personal(_ frame: Frame, _ words: Catalogue) -> [NavigationLink] {
    part.personal(frame, words)
  }
}

/// A link of the navigation.
package struct NavigationLink: Equatable, Sendable {
  package var route: Route
  package var icon: Icon
  package var text: String
  /// One more line about it; may be empty.
  package var detail = ""

  package init(_ route: Route, _ icon: Icon, _ text: String, detail: String = "") {
    self.route = route
    self.icon = icon
    self.text = text
    self.detail = detail
  }
}
