import Household
import SQLite
import SyncProtocol

/// Records that reach a home through another one that was merged into it.
///
/// A device added them before it learnt of the merge, the hub moved them along with everything
/// else, and an undo takes them back. They are recognised by their ``Origin``, so it does not
/// matter which device brought them, or when.
extension MergeManifest {
  /// Keeps the ids of records that are in the target already, although they belong to the source.
  mutating func keepStayers(of source: ZoneID, in target: ZoneID, _ connection: Connection) throws {
    let origins = try Self.origins(of: source, in: connection)
    var ids: [RecordID] = []
    for table in Self.tables {
      ids += try Self.records(of: table, in: target, from: origins, connection).map(\.id)
    }
    stayers = ids
  }

  /// The manifest with the records that have arrived through the home since the merge.
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
    // Photos of a combined place, and papers of a combined policy, belong to the survivor now.
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

  /// The home and all homes merged into it before: records written to any of them arrive with it.
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

  /// The records of a table that came from these homes. Photos and papers of items are left out, as
  /// they move with the item. Sorted here, as in `MergeWork`.
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
