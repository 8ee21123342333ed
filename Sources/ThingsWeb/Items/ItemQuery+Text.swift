import SQLite
import Things
import Web

extension ItemQuery {
  /// The query without its home and order, as it would be typed into the search box.
  func text(in connection: Connection) throws -> String {
    var parts = search.isEmpty ? [] : [search]
    if roomID == Self.noRoom {
      parts.append("no:room")
    } else if let roomID, let place = try Location.find(roomID, in: connection) {
      parts.append(SearchQuery.condition("room", place.name))
    }
    if let labelID, let label = try Label.find(labelID, in: connection) {
      parts.append(SearchQuery.condition("label", label.name))
    }
    if hasNoPrice { parts.append("no:price") }
    if hasNoPhoto { parts.append("no:photo") }
    if hasNoSerial { parts.append("no:serial") }
    if hasNoReceipt { parts.append("no:receipt") }
    if isLent { parts.append("is:lent") }
    if isArchived { parts.append("is:archived") }
    return parts.joined(separator: " ")
  }
}

extension ItemSort {
  init(_ sort: StoredItemSort) {
    switch sort {
    case .newest: self = .newest
    case .name: self = .name
    case .value: self = .value
    case .room: self = .room
    }
  }
}
