import Household
import Replica
import SQLite
import SyncProtocol

/// Undoes an import: deletes the rows it created, and restores those it changed.
///
/// Rows that somebody has changed since stay, and so does what they rely on: a room with another
/// item in it, a label that another item has. Running it again removes nothing more. A large import
/// is undone in the parts of its trace, one transaction each.
package struct UndoImport: Sendable {
  package var trace: ImportTrace

  package enum Failure: Error, Equatable {
    case readOnlyHome(ZoneID)
  }

  package init(_ trace: ImportTrace) { self.trace = trace }

  /// What was undone, or would be.
  package struct Result: Equatable, Sendable {
    package internal(set) var removedItemCount = 0
    package internal(set) var restoredItemCount = 0
    package internal(set) var locationCount = 0
    package internal(set) var labelCount = 0
    package internal(set) var policyCount = 0
    package internal(set) var photoCount = 0
    /// Papers, fields, maintenance, templates and the like that an archive added.
    package internal(set) var otherCount = 0
    /// Names of homes that are deleted because nothing else is in them.
    package internal(set) var homes: [String] = []
    /// Items that somebody has changed since, and that stay as they are.
    package internal(set) var keptItems: [Item] = []

    /// Adds the result of a later part of the same undo.
    package mutating func add(_ part: Result) {
      removedItemCount += part.removedItemCount
      restoredItemCount += part.restoredItemCount
      locationCount += part.locationCount
      labelCount += part.labelCount
      policyCount += part.policyCount
      photoCount += part.photoCount
      otherCount += part.otherCount
      homes += part.homes
      keptItems += part.keptItems
    }

    package init() {}

    package var isEmpty: Bool {
      removedItemCount + restoredItemCount + locationCount + labelCount + policyCount + photoCount
        + otherCount == 0 && homes.isEmpty
    }
  }

  /// What undoing the import would do now. Writes nothing.
  package func result(in connection: Connection) throws -> Result {
    try UndoPlan(trace, in: connection).result
  }

  /// The homes that would be deleted. A hub-confirmed transaction must rely on them, and on the
  /// account's list of homes.
  package func homes(in connection: Connection) throws -> [ZoneID] {
    try UndoPlan(trace, in: connection).homes.map(\.id)
  }

  @discardableResult
  package func callAsFunction(_ transaction: WriteTransaction) throws -> Result {
    let connection = transaction.connection
    let plan = try UndoPlan(trace, in: connection)
    for home in plan.touchedHomes {
      try transaction.requireWritable(
        home, orThrow: Failure.readOnlyHome(home), readOnly: Failure.readOnlyHome(home))
    }
    for item in plan.items { try DeleteItem(itemID: item.id)(transaction) }
    for (item, change) in plan.restored { try restore(item, change, connection) }
    for photo in plan.photos { try photo.delete(in: connection) }
    for row in plan.rows {
      if row.table == MaintenanceEntry.sql.table {
        try MaintenanceEntry.find(row.id, in: connection)?.releasePapers(in: connection)
      }
      try connection.execute("DELETE FROM \(row.table) WHERE id = ?", .text(row.id))
    }
    for policy in plan.policies { try policy.delete(in: connection) }
    for label in plan.labels { try DeleteLabel(labelID: label.id)(transaction) }
    for location in plan.locations { try DeleteLocation(locationID: location.id)(transaction) }
    for home in plan.homes { try DeleteHome(homeID: home.id)(transaction) }
    return plan.result
  }

  private func restore(
    _ item: Item, _ change: ImportTrace.Changed, _ connection: Connection
  ) throws {
    for id in change.addedPhotos { try Photo.find(id, in: connection)?.delete(in: connection) }
    for id in change.addedLabels { try ItemLabel.find(id, in: connection)?.delete(in: connection) }
    for id in change.addedFields { try ItemField.find(id, in: connection)?.delete(in: connection) }
    for (id, value) in change.oldFields.sorted(by: { $0.key < $1.key }) {
      guard let field = try ItemField.find(id, in: connection) else { continue }
      var restored = field
      restored.value = value
      try restored.update(from: field, in: connection)
    }
    // Only columns of the table, because the trace was read from a file.
    let columns = Item.sql.columns.filter { change.old[$0] != nil && $0 != "id" && $0 != "homeID" }
    guard !columns.isEmpty else { return }
    try connection.execute(
      "UPDATE items SET \(columns.map { "\($0) = ?" }.joined(separator: ", ")) WHERE id = ?",
      try columns.map { try oldValue(change, $0, of: item, connection) } + [.text(item.id)])
  }

  /// The value to restore. An earlier place that is gone by now becomes none.
  private func oldValue(
    _ change: ImportTrace.Changed, _ column: String, of item: Item, _ connection: Connection
  ) throws -> Value {
    let value = change.old[column]?.value ?? .null
    guard column == "locationID", case .text(let id) = value else { return value }
    return try Location.find(id, in: connection)?.homeID == item.homeID ? value : .null
  }
}

/// The rows that can be undone now.
private struct UndoPlan {
  private(set) var items: [Item] = []
  private(set) var restored: [(Item, ImportTrace.Changed)] = []
  private(set) var kept: [Item] = []
  private(set) var locations: [Location] = []
  private(set) var labels: [Label] = []
  private(set) var policies: [Policy] = []
  private(set) var photos: [Photo] = []
  private(set) var homes: [Home] = []
  private(set) var rows: [ImportTrace.MadeRow] = []
  /// The homes of `rows`.
  private var rowHomes: [ZoneID] = []
  private let connection: Connection
  private var goneItems: Set<RecordID> = []
  /// Restored items that go back to another place.
  private var movedItems: Set<RecordID> = []

  init(_ trace: ImportTrace, in connection: Connection) throws {
    self.connection = connection
    try find(trace)
    goneItems = Set(items.map(\.id))
    movedItems = Set(restored.filter { $0.1.old["locationID"] != nil }.map(\.0.id))
    let bared = Set(restored.flatMap(\.1.addedLabels))
    for made in trace.labels {
      guard let label = try Label.find(made.id, in: connection), label.mark == made.mark else {
        continue
      }
      let uses = try ItemLabel.all(
        where: "homeID = ? AND labelID = ?", [.text(label.homeID), .text(label.id)],
        in: connection)
      if uses.allSatisfy({ goneItems.contains($0.itemID) || bared.contains($0.id) }) {
        labels.append(label)
      }
    }
    // The innermost places first: a place can go if everything in it goes.
    var goneLocations: Set<RecordID> = []
    for made in trace.locations.reversed() {
      guard let location = try Location.find(made.id, in: connection),
        try location.fullMark(in: connection) == made.mark,
        try isEmpty(location, goneLocations)
      else { continue }
      goneLocations.insert(location.id)
      locations.append(location)
    }
    rows = try trace.rows.filter {
      try ImportTrace.MadeRow.mark(table: $0.table, id: $0.id, in: connection) == $0.mark
    }
    // A saved search is its person's own; the home in it is a filter.
    rowHomes = try rows.filter { $0.table != SavedSearch.sql.table }.compactMap { row in
      try connection.first("SELECT homeID FROM \(row.table) WHERE id = ?", .text(row.id)) {
        $0.optionalText(0)
      } ?? nil
    }
    let goneRows = Set(rows.map(\.id))
    policies = try trace.policies.compactMap { made -> Policy? in
      guard let policy = try Policy.find(made.id, in: connection), policy.mark == made.mark,
        try Attachment.of(.policy(policy.id), home: policy.homeID, in: connection)
          .allSatisfy({ goneRows.contains($0.id) })
      else { return nil }
      return policy
    }
    homes = try trace.homes.compactMap { made in
      guard let home = try Home.find(made.id, in: connection),
        try home.fullMark(in: connection) == made.mark, try willBeEmpty(home)
      else { return nil }
      return home
    }
  }

  var touchedHomes: Set<ZoneID> {
    Set(
      items.map(\.homeID) + restored.map(\.0.homeID) + locations.map(\.homeID)
        + labels.map(\.homeID) + policies.map(\.homeID) + photos.map(\.homeID) + rowHomes)
  }

  var result: UndoImport.Result {
    var result = UndoImport.Result()
    result.removedItemCount = items.count
    result.restoredItemCount = restored.count
    result.locationCount = locations.count
    result.labelCount = labels.count
    result.policyCount = policies.count
    result.photoCount = photos.count
    result.otherCount = rows.count
    result.homes = homes.map(\.name)
    result.keptItems = kept
    return result
  }

  private mutating func find(_ trace: ImportTrace) throws {
    for made in trace.items {
      guard let item = try Item.find(made.id, in: connection) else { continue }
      if try item.fullMark(in: connection) == made.mark {
        items.append(item)
      } else {
        kept.append(item)
      }
    }
    for change in trace.changedItems {
      guard let item = try Item.find(change.id, in: connection) else { continue }
      if try item.fullMark(in: connection) == change.mark {
        restored.append((item, change))
      } else {
        kept.append(item)
      }
    }
    photos = try trace.photos.compactMap { try Photo.find($0, in: connection) }
  }

  private func isEmpty(_ location: Location, _ goneLocations: Set<RecordID>) throws -> Bool {
    let place: [Value] = [.text(location.homeID), .text(location.id)]
    let inside = try connection.query(
      "SELECT id FROM items WHERE homeID = ? AND locationID = ?", place
    ) { $0.text(0) }
    guard inside.allSatisfy({ goneItems.contains($0) || movedItems.contains($0) }) else {
      return false
    }
    let places = try connection.query(
      "SELECT id FROM locations WHERE homeID = ? AND parentID = ?", place
    ) { $0.text(0) }
    return places.allSatisfy(goneLocations.contains)
  }

  /// Whether nothing is left in a home, nobody else has access to it, and its owner may delete it.
  private func willBeEmpty(_ home: Home) throws -> Bool {
    func rest(_ table: String, _ goneCount: Int) throws -> Bool {
      let count = try connection.first(
        "SELECT count(*) FROM \(table) WHERE homeID = ?", .text(home.id)
      ) { Int($0.integer(0)) }
      return (count ?? 0) > goneCount
    }
    if try rest("items", items.count { $0.homeID == home.id }) { return false }
    if try rest("locations", locations.count { $0.homeID == home.id }) { return false }
    if try rest("labels", labels.count { $0.homeID == home.id }) { return false }
    if try rest("policies", policies.count { $0.homeID == home.id }) { return false }
    let goneRows = Set(rows.map(\.id))
    for table in [ItemTemplate.sql.table, FieldPreset.sql.table] {
      let ids = try connection.query(
        "SELECT id FROM \(table) WHERE homeID = ?", .text(home.id)
      ) { $0.text(0) }
      guard goneRows.isSuperset(of: ids) else { return false }
    }
    if try Participant.all(home: home.id, in: connection).count > 1 { return false }
    let role = try connection.first("SELECT role FROM syncZones WHERE id = ?", .text(home.id)) {
      Role(rawValue: $0.text(0))
    }
    return try DeleteHome(homeID: home.id).obstacle(in: connection, role: role ?? nil) == nil
  }
}
