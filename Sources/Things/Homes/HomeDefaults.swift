import Household
import SQLite
import SyncProtocol
import Values

/// The rooms and labels of a new home (S3-BR5, X22).
///
/// Ids are derived from the home and the name: two devices that give one home its defaults write
/// the same rows, and no two homes share any. People can rename and delete them like any others.
package enum HomeDefaults {
  /// Grows when the lists below change; homes that were given an earlier version stay as they are.
  package static let version = 1

  package struct Room: Equatable, Sendable {
    /// Never changes, because the id is derived from it.
    package let name: String
    package let emoji: String
    package var kind: Location.Kind = .room
    /// Whether it is picked at first in the form for a new home.
    package var isPicked = true
  }

  package struct Tag: Equatable, Sendable {
    package let name: String
    package let emoji: String
    package let color: PaletteColour
  }

  package static let rooms: [Room] = [
    Room(name: "Living Room", emoji: "🛋️"),
    Room(name: "Kitchen", emoji: "🍳"),
    Room(name: "Dining Room", emoji: "🍽️"),
    Room(name: "Bedroom", emoji: "🛏️"),
    Room(name: "Children's Room", emoji: "🧸", isPicked: false),
    Room(name: "Guest Room", emoji: "🛌", isPicked: false),
    Room(name: "Bathroom", emoji: "🛁"),
    Room(name: "Hallway", emoji: "🚪"),
    Room(name: "Home Office", emoji: "💻"),
    Room(name: "Laundry Room", emoji: "🧺", isPicked: false),
    Room(name: "Storage Room", emoji: "📦"),
    Room(name: "Basement", emoji: "🪜", isPicked: false),
    Room(name: "Attic", emoji: "🏚️", isPicked: false),
    Room(name: "Garage", emoji: "🚗"),
    Room(name: "Balcony", emoji: "🪴", kind: .outdoors, isPicked: false),
    Room(name: "Garden", emoji: "🌳", kind: .outdoors, isPicked: false),
  ]

  package static let labels: [Tag] = [
    Tag(name: "Electronics", emoji: "🔌", color: .blue),
    Tag(name: "Furniture", emoji: "🪑", color: .brown),
    Tag(name: "Appliances", emoji: "🧊", color: .cyan),
    Tag(name: "Kitchenware", emoji: "🍴", color: .orange),
    Tag(name: "Clothing", emoji: "👕", color: .purple),
    Tag(name: "Jewellery", emoji: "💍", color: .pink),
    Tag(name: "Art", emoji: "🖼️", color: .indigo),
    Tag(name: "Books", emoji: "📚", color: .yellow),
    Tag(name: "Documents", emoji: "📄", color: .teal),
    Tag(name: "Tools", emoji: "🔧", color: .red),
    Tag(name: "Garden", emoji: "🌱", color: .green),
    Tag(name: "Sports", emoji: "⚽", color: .mint),
    Tag(name: "Toys", emoji: "🎲", color: .yellow),
    Tag(name: "Music", emoji: "🎸", color: .indigo),
    Tag(name: "Seasonal", emoji: "🎄", color: .green),
    Tag(name: "Valuable", emoji: "💎", color: .pink),
  ]

  package static func roomID(_ name: String, home: ZoneID) -> RecordID {
    UUIDs.v5(home, "location:" + NameKey.make(name))
  }

  package static func labelID(_ name: String, home: ZoneID) -> RecordID {
    UUIDs.v5(home, "label:" + NameKey.make(name))
  }

  /// Writes the picked rooms and all labels, except rows that are already there.
  static func insert(
    rooms picked: Set<String>, into home: ZoneID, now: Int64, in connection: Connection
  ) throws {
    for room in rooms where picked.contains(room.name) {
      let id = roomID(room.name, home: home)
      guard try Location.find(id, in: connection) == nil else { continue }
      try Location(
        id: id, homeID: home, kind: room.kind, name: room.name, emoji: room.emoji,
        createdAt: now
      ).insert(in: connection)
    }
    for label in labels {
      let id = labelID(label.name, home: home)
      guard try Label.find(id, in: connection) == nil else { continue }
      try Label(
        id: id, homeID: home, name: label.name, emoji: label.emoji,
        colorIndex: label.color.rawValue, createdAt: now
      ).insert(in: connection)
    }
  }
}
