import Values

extension ViewContext {
  /// What stands at the foot of a child's pages, with large pictures.
  package func childLinks(_ links: [NavigationLink]) -> HTML {
    guard links.count > 1 else { return .empty }
    return nav(.class("child-links"), .ariaLabel(words.mainNavigation)) {
      links.map { tab($0, isCurrent: $0.route.path == route.path) }
    }
  }
}

/// What an area has for children.
package protocol ChildrenArea: SendableMetatype {
  /// Links for the foot of a child's pages.
  static func childLinks(_ reader: PageReader) throws -> [NavigationLink]
}

extension ChildrenArea {
  package static func childLinks(_ reader: PageReader) throws -> [NavigationLink] { [] }
}

extension PageReader {
  /// Where a child can go, its own day first. For everybody else it is where things are found.
  package var childLinks: [NavigationLink] {
    // The areas stand in the order of the navigation, in which a family is the last.
    get throws { try areas.all.reversed().flatMap { try $0.childLinks(self) } }
  }
}
