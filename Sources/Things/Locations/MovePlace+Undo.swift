import Household
import Replica
import SQLite
import SyncProtocol

extension MovePlace {
  /// A count of everything that would move.
  package struct Plan: Equatable, Sendable {
    /// Places inside the place, without itself.
    package var placeCount = 0
    /// Includes archived items.
    package var itemCount = 0
    package var archivedCount = 0
    /// Photos of the items and of the places.
    package var photoCount = 0
    package var paperCount = 0
    package var maintenanceCount = 0
    /// Custom fields.
    package var fieldCount = 0
    /// Items marked as insured; the policies stay with the old home.
    package var insuredCount = 0
    /// Templates of the old home that name one of the places.
    package var templateCount = 0
    package var labels = MoveItem.Labels()

    package init() {}
  }

  /// What would move; `nil` if the place is gone.
  package func plan(in connection: Connection) throws -> Plan? {
    guard let place = try Location.find(locationID, in: connection) else { return nil }
    let content = try PlaceContent(of: place, in: connection)
    let items = IDList.value(content.itemIDs)
    let places = IDList.value(content.places.map(\.id))
    func count(_ table: String, _ column: String, _ ids: Value) throws -> Int {
      try connection.first(
        """
        SELECT count(*) FROM \(table)
          WHERE homeID = ? AND \(column) IN (SELECT value FROM json_each(?))
        """, .text(place.homeID), ids
      ) { Int($0.integer(0)) } ?? 0
    }
    var plan = Plan()
    (plan.placeCount, plan.itemCount) = (content.places.count - 1, content.itemIDs.count)
    let marks = try connection.first(
      """
      SELECT coalesce(sum(isArchived), 0), coalesce(sum(isInsured), 0) FROM items
        WHERE id IN (SELECT value FROM json_each(?))
      """, items
    ) { (Int($0.integer(0)), Int($0.integer(1))) }
    (plan.archivedCount, plan.insuredCount) = marks ?? (0, 0)
    plan.photoCount =
      try count("photos", "itemID", items) + count("photos", "locationID", places)
    plan.paperCount = try count("attachments", "itemID", items)
    plan.maintenanceCount = try count("maintenance", "itemID", items)
    plan.fieldCount = try count("itemFields", "itemID", items)
    plan.templateCount = try count("templates", "locationID", places)
    let labels = try connection.query(
      """
      SELECT DISTINCT labelID FROM itemLabels
        WHERE homeID = ? AND itemID IN (SELECT value FROM json_each(?))
      """, .text(place.homeID), items
    ) { $0.text(0) }
    let sorted = try labels.compactMap { try Label.find($0, in: connection) }
      .map { ($0, NameOrder(nameKey: $0.nameKey, id: $0.id)) }.sorted { $0.1 < $1.1 }.map(\.0)
    for label in sorted {
      if try Label.named(label.nameKey, home: homeID, in: connection) == nil {
        plan.labels.made.append(label.name)
      } else {
        plan.labels.known.append(label.name)
      }
    }
    return plan
  }
}

/// Where a place was before it was moved to another home, and what moved with it.
package struct UndoPlaceMove: Equatable, Sendable {
  package let before: Location
  let after: Location
  /// The place and those inside it.
  let placeIDs: Set<RecordID>
  let itemIDs: Set<RecordID>
  /// Labels that the move created in the other home.
  let madeLabels: [RecordID]
  /// The place that each template of the old home named, by template id.
  let templates: [RecordID: RecordID?]

  package var itemCount: Int { itemIDs.count }
}

/// Moves a place back home, with everything that went with it and is still in it.
///
/// What others have put into it since stays in the other home, in the place around it. Labels that
/// the move created are deleted, unless other items have them.
package struct MovePlaceBack: Sendable {
  package var undo: UndoPlaceMove

  package init(_ undo: UndoPlaceMove) { self.undo = undo }

  /// Throws ``MovePlace/Failure``, also if the place has been moved elsewhere since.
  @discardableResult
  package func callAsFunction(_ transaction: WriteTransaction) throws -> Location {
    let connection = transaction.connection
    guard let now = try Location.find(undo.before.id, in: connection),
      now.homeID == undo.after.homeID
    else { throw MovePlace.Failure.locationNotFound }
    // Checked first: nobody without write access may take anything out of the place either.
    try transaction.requireWritable(
      now.homeID, orThrow: MovePlace.Failure.locationNotFound,
      readOnly: MovePlace.Failure.readOnlyHome(now.homeID))
    try leaveOthers(in: now, connection)
    var parent = undo.before.parentID
    if try !isRoom(parent, for: now, transaction) { parent = nil }
    let move = MovePlace(
      locationID: now.id, homeID: undo.before.homeID, parentID: parent,
      name: now.name == undo.after.name ? undo.before.name : nil)
    _ = try move.move(transaction, takesTakenName: true)
    for label in undo.madeLabels {
      let isUsed = try connection.first(
        "SELECT 1 FROM itemLabels WHERE homeID = ? AND labelID = ?", .text(undo.after.homeID),
        .text(label)
      ) { _ in true }
      if isUsed == nil { try Label.find(label, in: connection)?.delete(in: connection) }
    }
    for (id, place) in undo.templates.sorted(by: { $0.key < $1.key }) {
      guard let template = try ItemTemplate.find(id, in: connection),
        template.content.locationID == nil,
        try transaction.isLocation(place, in: template.homeID)
      else { continue }
      var restored = template
      restored.content.locationID = place
      try restored.update(from: template, in: connection)
    }
    return try Location.find(now.id, in: connection) ?? now
  }

  /// Whether the earlier parent still exists, and has room for the place and everything in it.
  private func isRoom(
    _ parent: RecordID?, for place: Location, _ transaction: WriteTransaction
  ) throws -> Bool {
    guard let parent else { return true }
    guard try transaction.isLocation(parent, in: undo.before.homeID) else { return false }
    let connection = transaction.connection
    return try Location.lineage(parent, in: connection).count
      + Location.height(place.id, in: connection) <= Location.maxDepth
  }

  /// Takes everything out of the place that did not move with it.
  private func leaveOthers(in place: Location, _ connection: Connection) throws {
    let content = try PlaceContent(of: place, in: connection)
    for other in content.places where !undo.placeIDs.contains(other.id) {
      // A place inside somebody else's place goes along with that one.
      guard let around = other.parentID, undo.placeIDs.contains(around) else { continue }
      var lifted = other
      lifted.parentID = place.parentID
      try lifted.update(from: other, in: connection)
    }
    for id in content.itemIDs where !undo.itemIDs.contains(id) {
      guard let item = try Item.find(id, in: connection),
        item.details.locationID.map({ undo.placeIDs.contains($0) }) == true
      else { continue }
      var lifted = item
      lifted.details.locationID = place.parentID
      try lifted.update(from: item, in: connection)
    }
  }
}
