import Web

extension ViewContext {
  /// The home of an item, and the list that the item was opened from with its filters (S3-OQ-4).
  func wayBack(to home: ZoneLink) -> [Crumb] {
    let home = Crumb(home.name, .homes(.home(home.id)))
    switch origin?.route.place(of: ItemRoute.self) {
    case .items(let query): return [Crumb(words.allItems, .items(.items(query))), home]
    case .homeItems(let id, let query):
      return [home, Crumb(words.items, .items(.homeItems(home: id, query)))]
    default: return [home]
    }
  }
}
