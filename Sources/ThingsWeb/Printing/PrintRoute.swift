import Web

/// Labels with codes to print.
package enum PrintRoute: RouteFamily {
  case itemLabels(item: String, LabelQuery = LabelQuery())
  case itemLabelsFile(item: String, LabelQuery = LabelQuery())
  case placeLabels(home: String, place: String, LabelQuery = LabelQuery())
  case placeLabelsFile(home: String, place: String, LabelQuery = LabelQuery())
  /// Of the items that a list of the home shows.
  case listLabels(home: String, ItemQuery = ItemQuery(), LabelQuery = LabelQuery())
  case listLabelsFile(home: String, ItemQuery = ItemQuery(), LabelQuery = LabelQuery())
  /// Gives the items of a home that have none an asset id.
  case numberItems(home: String)

  package static let readers = [
    of(itemLabels), of(itemLabelsFile), of(placeLabels), of(placeLabelsFile), of(listLabels),
    of(listLabelsFile), of(numberItems),
  ]

  package var place: Place {
    switch self {
    case .itemLabels(let item, let query):
      at("items", item, "print", fields: query.fields, get: { $0.labelsPage(item: item, query) })
    case .itemLabelsFile(let item, let query):
      at(
        "items", item, "print", "labels.pdf", fields: query.fields,
        get: { $0.labelsFile(item: item, query) })
    case .placeLabels(let home, let place, let query):
      at(
        "homes", home, "rooms", place, "print", fields: query.fields,
        get: { $0.labelsPage(of: .place(place), home: home, query) })
    case .placeLabelsFile(let home, let place, let query):
      at(
        "homes", home, "rooms", place, "print", "labels.pdf", fields: query.fields,
        get: { $0.labelsFile(of: .place(place), home: home, query) })
    case .listLabels(let home, let items, let query):
      at(
        "homes", home, "print", fields: items.fields + query.fields,
        get: { $0.labelsPage(of: .list(items), home: home, query) })
    case .listLabelsFile(let home, let items, let query):
      at(
        "homes", home, "print", "labels.pdf", fields: items.fields + query.fields,
        get: { $0.labelsFile(of: .list(items), home: home, query) })
    case .numberItems(let home):
      at("homes", home, "print", "numbers", post: { $0.numberItems(home: home) })
    }
  }
}

extension Route {
  package static func printing(_ route: PrintRoute) -> Route { Route(route) }
}
