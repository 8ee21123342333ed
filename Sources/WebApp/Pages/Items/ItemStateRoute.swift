/// What becomes of an item in one step.
package enum ItemStateRoute: RouteFamily {
  case lendItem(String)
  case returnItem(String)
  case sellItem(String)
  case archiveItem(String)
  case unarchiveItem(String)
  /// It was not sold after all.
  case unsellItem(String)

  var segments: [String] {
    switch self {
    case .lendItem(let id): ["items", id, "lend"]
    case .returnItem(let id): ["items", id, "return"]
    case .sellItem(let id): ["items", id, "sell"]
    case .archiveItem(let id): ["items", id, "archive"]
    case .unarchiveItem(let id): ["items", id, "unarchive"]
    case .unsellItem(let id): ["items", id, "unsell"]
    }
  }

  var name: String {
    switch self {
    case .lendItem: "lendItem"
    case .returnItem: "returnItem"
    case .sellItem: "sellItem"
    case .archiveItem: "archiveItem"
    case .unarchiveItem: "unarchiveItem"
    case .unsellItem: "unsellItem"
    }
  }

  init?(_ segments: [String], _ fields: QueryFields) {
    guard segments.count == 3, segments[0] == "items" else { return nil }
    switch segments[2] {
    case "lend": self = .lendItem(segments[1])
    case "return": self = .returnItem(segments[1])
    case "sell": self = .sellItem(segments[1])
    case "archive": self = .archiveItem(segments[1])
    case "unarchive": self = .unarchiveItem(segments[1])
    case "unsell": self = .unsellItem(segments[1])
    default: return nil
    }
  }

  func page(in app: WebApplication) -> Endpoint? {
    switch self {
    case .lendItem(let id): app.lendItemPage(id)
    case .sellItem(let id): app.sellItemPage(id)
    case .returnItem, .archiveItem, .unarchiveItem, .unsellItem: nil
    }
  }

  func action(in app: WebApplication) -> Endpoint? {
    switch self {
    case .lendItem(let id): app.lendItem(id)
    case .returnItem(let id): app.returnItem(id)
    case .sellItem(let id): app.sellItem(id)
    case .archiveItem(let id): app.setArchived(true, id)
    case .unarchiveItem(let id): app.setArchived(false, id)
    case .unsellItem(let id): app.unsellItem(id)
    }
  }
}

extension Route {
  package static func itemState(_ route: ItemStateRoute) -> Route {
    .feature(.itemState(route))
  }
}
