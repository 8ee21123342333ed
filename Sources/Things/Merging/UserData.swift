import SQLite
import SyncProtocol

/// Whether a person has data of their own, so that they have to be asked about it when they join
/// another home (I0-1). The contents of every new home do not count.
package enum UserData {
  /// Checks the homes that the person owns.
  package static func exists(in connection: Connection) throws -> Bool {
    let homes = try connection.query(
      "SELECT id FROM syncZones WHERE kind = 'home' AND role = 'owner' ORDER BY id"
    ) { $0.text(0) }
    return try homes.contains { try exists(in: $0, connection) }
  }

  private static func exists(in home: ZoneID, _ connection: Connection) throws -> Bool {
    for table in DeleteHome.tables where !["locations", "labels"].contains(table.name) {
      let found = try connection.first(
        "SELECT 1 FROM \(table.name) WHERE homeID = ? LIMIT 1", .text(home)
      ) { _ in true }
      if found == true { return true }
    }
    if let row = try Home.find(home, in: connection), isFilledIn(row) { return true }
    let rooms = Dictionary(
      uniqueKeysWithValues: HomeDefaults.rooms.map {
        (HomeDefaults.roomID($0.name, home: home), $0)
      })
    let places = try Location.all(where: "homeID = ?", [.text(home)], in: connection)
    for place in places {
      guard let room = rooms[place.id], place.name == room.name, place.emoji == room.emoji,
        place.note.isEmpty, place.parentID == nil
      else { return true }
    }
    let tags = Dictionary(
      uniqueKeysWithValues: HomeDefaults.labels.map {
        (HomeDefaults.labelID($0.name, home: home), $0)
      })
    return try Label.all(where: "homeID = ?", [.text(home)], in: connection).contains { label in
      guard let tag = tags[label.id] else { return true }
      return label.name != tag.name || label.emoji != tag.emoji || !label.note.isEmpty
        || label.colorIndex != tag.color.rawValue
    }
  }

  /// The name does not count, because every new home is given one.
  private static func isFilledIn(_ home: Home) -> Bool {
    !home.note.isEmpty || home.address != Home.Address() || home.purchasedOn != nil
      || home.purchaseMinor != nil
  }
}
