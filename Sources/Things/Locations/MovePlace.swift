import Household
import Replica
import SQLite
import SyncProtocol

/// Moves a place to another home with the places inside it and all their contents, as a box moves
/// with what it holds.
///
/// Labels belong to a home: in the other home the items get labels with the same names, which are
/// created if missing. Templates of the old home lose the place.
///
/// Everything is one change set, so it arrives completely or not at all. What somebody else puts
/// into the place at the same time stays in the old home, in no particular place.
package struct MovePlace: Sendable {
  package var locationID: RecordID
  package var homeID: ZoneID
  /// A place in `homeID`; `nil` for directly in the home.
  package var parentID: RecordID?
  /// The place's name in the other home; `nil` to keep its name.
  package var name: String?

  /// The most items and places that move at once.
  package static let maxItems = 5000
  package static let maxPlaces = 1000

  package enum Failure: Error, Equatable {
    case locationNotFound, homeNotFound
    /// The place is in that home already; use ``MoveLocation``.
    case sameHome
    /// One of the two homes is read-only.
    case readOnlyHome(ZoneID)
    /// The destination place is not in the home.
    case parentNotFound
    case tooDeep(max: Int)
    case tooManyItems(max: Int)
    case tooManyPlaces(max: Int)
    /// The destination has a place with this name already, with this id.
    case nameTaken(RecordID)
    case invalid([InputProblem])
  }

  package init(
    locationID: RecordID, homeID: ZoneID, parentID: RecordID? = nil, name: String? = nil
  ) {
    self.locationID = locationID
    self.homeID = homeID
    self.parentID = parentID
    self.name = name
  }

  @discardableResult
  package func callAsFunction(_ transaction: WriteTransaction) throws -> UndoPlaceMove {
    try move(transaction, takesTakenName: false)
  }

  /// - Parameter takesTakenName: whether it may go where a place with its name already is.
  func move(_ transaction: WriteTransaction, takesTakenName: Bool) throws -> UndoPlaceMove {
    let connection = transaction.connection
    guard let old = try Location.find(locationID, in: connection) else {
      throw Failure.locationNotFound
    }
    try transaction.requireWritable(
      old.homeID, orThrow: Failure.locationNotFound, readOnly: Failure.readOnlyHome(old.homeID))
    try transaction.requireWritable(
      homeID, orThrow: Failure.homeNotFound, readOnly: Failure.readOnlyHome(homeID))
    guard homeID != old.homeID else { throw Failure.sameHome }
    let place = try arrival(of: old, transaction, takesTakenName: takesTakenName)
    let content = try PlaceContent(of: old, in: connection)
    guard content.itemIDs.count <= Self.maxItems else {
      throw Failure.tooManyItems(max: Self.maxItems)
    }
    guard content.places.count <= Self.maxPlaces else {
      throw Failure.tooManyPlaces(max: Self.maxPlaces)
    }
    let labels = Set(try Self.labelIDs(home: homeID, in: connection))
    let (from, items) = (old.homeID, IDList.value(content.itemIDs))
    let places = IDList.value(content.places.map(\.id))
    let templates = try ItemTemplate.all(
      where: "homeID = ? AND locationID IN (SELECT value FROM json_each(?)) ORDER BY id",
      [.text(from), places], in: connection)
    try connection.execute(
      """
      UPDATE templates SET locationID = NULL
        WHERE homeID = ? AND locationID IN (SELECT value FROM json_each(?))
      """, .text(from), places)
    try moveLabels(of: items, from: from, transaction)
    for table in ["itemFields", "photos", "attachments", "maintenance"] {
      try connection.execute(
        """
        UPDATE \(table) SET homeID = ?
          WHERE homeID = ? AND itemID IN (SELECT value FROM json_each(?))
        """, .text(homeID), .text(from), items)
    }
    try connection.execute(
      """
      UPDATE photos SET homeID = ?1, originID = ?1
        WHERE homeID = ?2 AND locationID IN (SELECT value FROM json_each(?3))
      """, .text(homeID), .text(from), places)
    try connection.execute(
      "UPDATE items SET homeID = ? WHERE id IN (SELECT value FROM json_each(?))", .text(homeID),
      items)
    for inside in content.places.dropFirst() {
      var moved = inside
      moved.homeID = homeID
      try moved.update(from: inside, in: connection)
    }
    try place.update(from: old, in: connection)
    try Origin.settle("items", content.itemIDs, in: homeID, connection)
    try Origin.settle("locations", content.places.map(\.id), in: homeID, connection)
    return UndoPlaceMove(
      before: old, after: place, placeIDs: Set(content.places.map(\.id)),
      itemIDs: Set(content.itemIDs),
      madeLabels: try Self.labelIDs(home: homeID, in: connection).filter { !labels.contains($0) },
      templates: Dictionary(uniqueKeysWithValues: templates.map { ($0.id, $0.content.locationID) })
    )
  }

  /// The place as it will be in the other home.
  private func arrival(
    of old: Location, _ transaction: WriteTransaction, takesTakenName: Bool
  ) throws -> Location {
    let connection = transaction.connection
    var place = old
    (place.homeID, place.parentID) = (homeID, parentID)
    if let name {
      var check = InputCheck()
      place.name = check.name(name)
      place.nameKey = NameKey.make(place.name)
      guard check.problems.isEmpty else { throw Failure.invalid(check.problems) }
    }
    guard try transaction.isLocation(parentID, in: homeID) else { throw Failure.parentNotFound }
    if let parentID {
      let depth = try Location.lineage(parentID, in: connection).count
      guard try depth + Location.height(old.id, in: connection) <= Location.maxDepth else {
        throw Failure.tooDeep(max: Location.maxDepth)
      }
    }
    if !takesTakenName,
      let taken = try Location.sibling(
        named: place.nameKey, parent: parentID, home: homeID, except: old.id, in: connection)
    {
      throw Failure.nameTaken(taken)
    }
    return place
  }

  /// Moves the items' labels. Each label is looked up once, however many items have it.
  private func moveLabels(
    of items: Value, from home: ZoneID, _ transaction: WriteTransaction
  ) throws {
    let connection = transaction.connection
    let links = try ItemLabel.all(
      where: """
        homeID = ? AND itemID IN (SELECT value FROM json_each(?)) ORDER BY itemID, labelID
        """, [.text(home), items], in: connection)
    try connection.execute(
      "DELETE FROM itemLabels WHERE homeID = ? AND itemID IN (SELECT value FROM json_each(?))",
      .text(home), items)
    var matching: [RecordID: RecordID] = [:]
    for label in Set(links.map(\.labelID)).sorted() {
      guard let label = try Label.find(label, in: connection) else { continue }
      matching[label.id] = try Label.matching(label, in: homeID, transaction)
    }
    // Two labels with the same name become one.
    var made: Set<RecordID> = []
    for link in links {
      guard let label = matching[link.labelID] else { continue }
      let moved = ItemLabel(homeID: homeID, itemID: link.itemID, labelID: label)
      if made.insert(moved.id).inserted { try moved.insert(in: connection) }
    }
  }

  private static func labelIDs(home: ZoneID, in connection: Connection) throws -> [RecordID] {
    try connection.query("SELECT id FROM labels WHERE homeID = ? ORDER BY id", .text(home)) {
      $0.text(0)
    }
  }
}

/// A place with everything in it, including archived items.
struct PlaceContent {
  /// The place itself first.
  let places: [Location]
  let itemIDs: [RecordID]

  init(of place: Location, in connection: Connection) throws {
    places = try place.withPlacesInside(in: connection)
    itemIDs = try connection.query(
      """
      SELECT i.id FROM json_each(?) AS c CROSS JOIN items AS i
        ON i.homeID = ? AND i.locationID = c.value ORDER BY i.id
      """, [IDList.value(places.map(\.id)), .text(place.homeID)]
    ) { $0.text(0) }
  }
}
