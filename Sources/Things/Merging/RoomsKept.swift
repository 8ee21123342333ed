import Household
import Replica
import SQLite
import SyncProtocol

/// Places that go back with an undone merge, but contain something that stays: the home keeps a
/// copy of such a place for it, and of the places around it.
///
/// The original goes back, since its owner may still write to it on a device that has not synced
/// yet.
struct RoomsKept {
  /// The places that need a copy, with those around them; each after its parent.
  private(set) var places: [Location] = []
  /// Items that stay, by their place.
  private var items: [RecordID: [RecordID]] = [:]
  private var inside: [Location] = []
  private var templates: [RecordID: [RecordID]] = [:]
  private var photos: [RecordID: [RecordID]] = [:]
  private let home: ZoneID
  private let moved: Set<RecordID>

  /// - Parameters:
  ///   - home: the home they are still in.
  ///   - moved: the places that go back.
  ///   - manifest: everything else that goes back.
  init(
    in home: ZoneID, moved: Set<RecordID>, _ manifest: MergeManifest, _ connection: Connection
  ) throws {
    (self.home, self.moved) = (home, moved)
    let (list, own) = (IDList.value(moved.sorted()), Value.text(home))
    func rest(
      _ table: String, _ condition: String, without ids: [RecordID]
    ) throws -> [RecordID: [RecordID]] {
      let rows = try connection.query(
        """
        SELECT r.locationID, r.id FROM json_each(?) AS l CROSS JOIN \(table) AS r
          ON r.homeID = ? AND r.locationID = l.value \(condition) ORDER BY r.id
        """, [list, own]
      ) { ($0.text(0), $0.text(1)) }
      let ids = Set(ids)
      return Dictionary(grouping: rows.filter { !ids.contains($0.1) }, by: \.0)
        .mapValues { $0.map(\.1) }
    }
    items = try rest("items", "", without: manifest.items)
    templates = try rest("templates", "", without: manifest.templates)
    // Only photos taken in this home: photos that came with the place have another origin, or none.
    photos = try rest("photos", "AND r.originID = r.homeID", without: [])
    inside = try Location.all(
      where: "homeID = ? AND parentID IN (SELECT value FROM json_each(?)) ORDER BY id",
      [own, list], in: connection
    ).filter { !moved.contains($0.id) }
    var needed = Set(items.keys).union(templates.keys).union(photos.keys)
      .union(inside.compactMap(\.parentID))
    var known: Set<RecordID> = []
    while !needed.isEmpty {
      known.formUnion(needed)
      places += try Location.all(
        where: "id IN (SELECT value FROM json_each(?)) ORDER BY createdAt, id",
        [IDList.value(needed.sorted())], in: connection)
      needed = Set(places.compactMap(\.parentID)).intersection(moved).subtracting(known)
    }
    places = Self.fromRooms(places)
  }

  private static func fromRooms(_ places: [Location]) -> [Location] {
    let ids = Set(places.map(\.id))
    let inside = Dictionary(grouping: places) { place in
      place.parentID.flatMap { ids.contains($0) ? $0 : nil }
    }
    var sorted = inside[nil] ?? []
    var index = 0
    while index < sorted.count {
      sorted += inside[sorted[index].id] ?? []
      index += 1
    }
    return sorted
  }

  /// Creates the copies, and moves what stays into them.
  func write(_ transaction: WriteTransaction) throws {
    let connection = transaction.connection
    var kept: [RecordID: RecordID] = [:]
    for place in places {
      let parent = place.parentID.map { kept[$0] ?? $0 }
      kept[place.id] = try stayed(place, in: parent, connection) ?? made(place, in: parent)
    }
    func made(_ place: Location, in parent: RecordID?) throws -> RecordID {
      let copy = Location(
        id: transaction.newID(), homeID: home, parentID: parent, kind: place.kind,
        name: place.name, emoji: place.emoji, sortOrder: place.sortOrder,
        createdAt: transaction.nowMilliseconds)
      try copy.insert(in: connection)
      return copy.id
    }
    for (table, rows) in [("items", items), ("templates", templates), ("photos", photos)] {
      for (place, ids) in rows.sorted(by: { $0.key < $1.key }) {
        try connection.execute(
          "UPDATE \(table) SET locationID = ? WHERE id IN (SELECT value FROM json_each(?))",
          Value(kept[place]), IDList.value(ids))
      }
    }
    for place in inside {
      var rehung = place
      rehung.parentID = place.parentID.flatMap { kept[$0] }
      try rehung.update(from: place, in: connection)
    }
  }

  /// A place with the same name that stays in the home anyway.
  private func stayed(
    _ place: Location, in parent: RecordID?, _ connection: Connection
  ) throws -> RecordID? {
    try connection.query(
      """
      SELECT id FROM locations WHERE homeID = ? AND parentID IS ? AND nameKey = ?
        ORDER BY createdAt, id
      """, [.text(home), Value(parent), .text(place.nameKey)]
    ) { $0.text(0) }.first { !moved.contains($0) }
  }
}
