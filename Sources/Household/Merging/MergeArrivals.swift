import SQLite
import SyncProtocol

/// What reaches a home through another one that went into it: a device has added it before it heard
/// of the merge, the hub takes it where everything else went, and an undo takes it along.
///
/// It is known by its ``Origin``, so neither does it matter which device brought it, nor when.
extension MergeManifest {
  /// Ids that are in the other home already, although they are of the home that goes.
  mutating func keepStayers(of source: ZoneID, in target: ZoneID, _ connection: Connection) throws {
    let origins = try Self.origins(of: source, in: connection)
    var ids: [RecordID] = []
    for table in Self.tables {
      ids += try Self.records(of: table, in: target, from: origins, connection).map(\.id)
    }
    stayers = ids
  }

  /// The same, with what has arrived through the home since.
  func withArrivals(of merge: HomeMerge, in connection: Connection) throws -> MergeManifest {
    let origins = try Self.origins(of: merge.sourceID, in: connection)
    let stayers = Set(stayers ?? [])
    var all = self
    for (table, ids) in Self.lists {
      let known = stayers.union(self[keyPath: ids])
      all[keyPath: ids] += try Self.records(
        of: table, in: merge.targetID, from: origins, connection
      ).map(\.id).filter { !known.contains($0) }
    }
    // Of what became one with another it is the other's by now.
    let survivors = { (list: [Dissolved]) in
      Dictionary(list.enumerated().map { ($1.survivor, $0) }) { first, _ in first }
    }
    var known = stayers.union(homePhotos).union(dissolvedPlaces.flatMap(\.files))
    let places = survivors(dissolvedPlaces)
    for photo in try Self.records(of: "photos", in: merge.targetID, from: origins, connection)
    where !known.contains(photo.id) {
      guard let place = photo.subject else {
        all.homePhotos.append(photo.id)
        continue
      }
      if let index = places[place] { all.dissolvedPlaces[index].files.append(photo.id) }
    }
    known = stayers.union(dissolvedPolicies.flatMap(\.files))
    let policies = survivors(dissolvedPolicies)
    for paper in try Self.records(of: "attachments", in: merge.targetID, from: origins, connection)
    where !known.contains(paper.id) {
      guard let index = paper.subject.flatMap({ policies[$0] }) else { continue }
      all.dissolvedPolicies[index].files.append(paper.id)
    }
    return all
  }

  private static var lists: [(table: String, ids: WritableKeyPath<Self, [RecordID]>)] {
    [
      ("items", \.items), ("locations", \.places), ("labels", \.labels),
      ("policies", \.policies), ("templates", \.templates), ("fieldPresets", \.presets),
    ]
  }

  private static var tables: [String] { lists.map(\.table) + ["photos", "attachments"] }

  /// The home and those that had become it before: what is written to one of them arrives with it.
  private static func origins(of home: ZoneID, in connection: Connection) throws -> Set<ZoneID> {
    var origins: Set<ZoneID> = [home]
    let merges = try HomeMerge.all(where: "TRUE", [], in: connection)
    var count = 0
    while count < origins.count {
      count = origins.count
      for merge in merges where origins.contains(merge.restoredID ?? merge.targetID) {
        origins.insert(merge.sourceID)
      }
    }
    return origins
  }

  /// Photos and papers of items are none of them: they go with the item. Sorted here, as in
  /// `MergeWork`.
  private static func records(
    of table: String, in home: ZoneID, from origins: Set<ZoneID>, _ connection: Connection
  ) throws -> [(id: RecordID, subject: RecordID?)] {
    let (subject, condition) =
      switch table {
      case "photos": ("locationID", "AND itemID IS NULL")
      case "attachments": ("policyID", "AND itemID IS NULL")
      default: ("NULL", "")
      }
    return try connection.query(
      """
      SELECT id, \(subject) FROM \(table)
        WHERE homeID = ? \(condition) AND originID IN (SELECT value FROM json_each(?))
      """, [.text(home), IDList.value(origins.sorted())]
    ) { (id: $0.text(0), subject: $0.optionalText(1)) }.sorted { $0.id < $1.id }
  }
}
