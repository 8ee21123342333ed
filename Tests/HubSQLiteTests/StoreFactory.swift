import HubSQLite
import StoreContract

extension StoreFactory {
  static let memory = StoreFactory("SQLite in memory", isConcurrent: false) { _ in
    try HubSQLite(path: ":memory:")
  } open: {
    try HubSQLite(path: $0)
  }
  static let file = StoreFactory("SQLite file", isConcurrent: true) {
    try HubSQLite(path: $0.path("hub.sqlite"))
  } open: {
    try HubSQLite(path: $0)
  }
}
