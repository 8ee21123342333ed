import Web

/// The addresses of items, one by one and in lists.
package enum ItemRoute: Equatable, Hashable, Sendable {
  case items(ItemQuery = ItemQuery())
  case homeItems(home: String, ItemQuery = ItemQuery())
  /// `template`: what the form is filled in from.
  case newItem(home: String, room: String? = nil, template: String? = nil)
  case item(String, isEditing: Bool = false)
  case deleteItem(String)
  /// Moves it to another home; `home` is the one that was chosen.
  case moveItem(String, home: String? = nil)
}

extension ItemRoute: RouteFamily {
  package var place: Place {
    switch self {
    case .items(let query):
      at("items", fields: query.fields, get: { $0.allItems(query) }).marked(.itemList)
    case .homeItems(let home, let query):
      at("homes", home, "items", fields: query.fields, get: { $0.items(of: home, query) }).marked(
        .itemList)
    case .newItem(let home, let room, let template):
      at(
        "homes", home, "items", "new", query: ["room": room, "template": template],
        get: { $0.newItemPage(home: home, room: room, template: template) },
        post: { $0.addItem(home: home) }
      ).marked([.keepsList, .makesNew]).taking(.photos)
    case .item(let id, let isEditing):
      at(
        "items", id, query: ["edit": isEditing ? "" : nil],
        get: { $0.item(id, isEditing: isEditing) }, post: { $0.editItem(id) }
      ).marked(.keepsList).taking(.photos)
    case .deleteItem(let id):
      at("items", id, "delete", get: { $0.deleteItemPage(id) }, post: { $0.deleteItem(id) }).marked(
        .keepsList)
    case .moveItem(let id, let home):
      at(
        "items", id, "move", query: ["home": home], get: { $0.moveItemPage(id, to: home) },
        post: { $0.moveItem(id) }
      ).marked(.keepsList)
    }
  }

  package static let readers = [
    of(items), of(homeItems), of(newItem), of(item), of(deleteItem), of(moveItem),
  ]
}

extension Route {
  package static func items(_ route: ItemRoute) -> Route { Route(route) }
}
