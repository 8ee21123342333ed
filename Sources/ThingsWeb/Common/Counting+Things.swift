import SQLite
import SyncProtocol
import Things
import Usage
import Web

extension Member {
  /// Counts that all inventory was opened, over all homes and at its beginning.
  package func countAllInventory(_ query: ItemQuery, _ sidebar: Sidebar) {
    guard guest.isOpening, query.homeID == nil, query.after == nil else { return }
    count(.allInventoryViewed(homes: sidebar.homes.count, items: sidebar.itemCount))
  }
}
