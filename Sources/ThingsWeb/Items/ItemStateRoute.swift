import Web

/// What becomes of an item in one step.
package enum ItemStateRoute: RouteFamily {
  case lendItem(String)
  case returnItem(String)
  case sellItem(String)
  case archiveItem(String)
  case unarchiveItem(String)
  /// It was not sold after all.
  case unsellItem(String)

  package static let readers = [
    of(lendItem), of(returnItem), of(sellItem), of(archiveItem), of(unarchiveItem), of(unsellItem),
  ]

  package var place: Place {
    switch self {
    case .lendItem(let id):
      at("items", id, "lend", get: { $0.lendItemPage(id) }, post: { $0.lendItem(id) })
    case .returnItem(let id): at("items", id, "return", post: { $0.returnItem(id) })
    case .sellItem(let id):
      at("items", id, "sell", get: { $0.sellItemPage(id) }, post: { $0.sellItem(id) })
    case .archiveItem(let id): at("items", id, "archive", post: { $0.setArchived(true, id) })
    case .unarchiveItem(let id): at("items", id, "unarchive", post: { $0.setArchived(false, id) })
    case .unsellItem(let id): at("items", id, "unsell", post: { $0.unsellItem(id) })
    }
  }
}

extension Route {
  package static func itemState(_ route: ItemStateRoute) -> Route { Route(route) }
}
