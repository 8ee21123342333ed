import Web

/// The categories of a group.
package enum CategoryRoute: RouteFamily {
  case categories(group: String)
  case category(group: String, category: String)
  case deleteCategory(group: String, category: String)

  package static let readers = [of(categories), of(category), of(deleteCategory)]

  package var place: Place {
    switch self {
    case .categories(let group):
      at(
        "groups", group, "categories", get: { $0.categoriesPage(group) },
        makes: { $0.addCategory(group) })
    case .category(let group, let category):
      at(
        "groups", group, "categories", category, get: { $0.categoryPage(group, category) },
        post: { $0.editCategory(group, category) })
    case .deleteCategory(let group, let category):
      at(
        "groups", group, "categories", category, "delete",
        post: { $0.deleteCategory(group, category) })
    }
  }
}

extension Route {
  package static func categories(_ route: CategoryRoute) -> Route { Route(route) }
}
