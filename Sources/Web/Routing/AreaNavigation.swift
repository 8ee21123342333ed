/// An area's part of the frame around every page.
package protocol AreaNavigation: Sendable {
  /// The lists in the sidebar; the menu page of a phone shows them too.
  func lists(_ frame: Frame, _ context: ViewContext) -> HTML
  /// The place that the person is at, as a menu of the places that they can change to.
  func placeMenu(_ frame: Frame, _ context: ViewContext) -> HTML
  /// The tabs at the bottom of a phone.
  func tabs(_ frame: Frame, _ context: ViewContext) -> HTML
}

extension AreaNavigation {
  package func lists(_ frame: Frame, _ context: ViewContext) -> HTML { .empty }
  package func placeMenu(_ frame: Frame, _ context: ViewContext) -> HTML { .empty }
  package func tabs(_ frame: Frame, _ context: ViewContext) -> HTML { .empty }
}
