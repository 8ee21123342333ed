import Household
import Replica
import SQLite
import SyncProtocol

/// What undoing a merge brings back, and which of the moved records it cannot.
package struct MergeReturn: Codable, Equatable, Sendable {
  /// A record that was deleted, or moved out of the other home, since the merge.
  package struct Missing: Codable, Equatable, Sendable {
    package enum Kind: String, Codable, Sendable {
      case item, place, label, policy, template, field
    }

    package var kind: Kind
    package var id: RecordID
    /// Its name at the time of the merge; empty if it was not kept.
    package var name: String
  }

  /// The number of items that come back.
  package var items = 0
  /// The first ``maxMissing`` missing records, items first.
  package var missing: [Missing] = []
  /// The number of all missing records.
  package var missingCount = 0
  /// Names of the first ``maxMissing`` places that go back while the other home keeps a copy, for
  /// what was put into them since. `nil` in merges undone before this was kept.
  package var rooms: [String]?

  /// The most records listed by name.
  package static let maxMissing = 200

  /// The same with counts and lists limited, so that they can be added up safely.
  var withinReason: MergeReturn {
    var other = self
    other.items = items.clamped(to: 0...MergeCounts.max)
    other.missing = Array(missing.prefix(Self.maxMissing))
    other.rooms = rooms.map { Array($0.prefix(Self.maxMissing)) }
    other.missingCount = missingCount.clamped(to: other.missing.count...MergeCounts.max)
    return other
  }

  /// What an undo would bring back now; `nil` if the merge cannot be undone.
  package init?(_ merge: HomeMerge, in connection: Connection) throws {
    guard let manifest = try merge.manifest?.withArrivals(of: merge, in: connection) else {
      return nil
    }
    let lists: [(Missing.Kind, String, [RecordID])] = [
      (.item, "items", manifest.items), (.place, "locations", manifest.places),
      (.label, "labels", manifest.labels), (.policy, "policies", manifest.policies),
      (.template, "templates", manifest.templates), (.field, "fieldPresets", manifest.presets),
    ]
    for (kind, table, ids) in lists {
      let gone = try connection.query(
        """
        SELECT l.value FROM json_each(?) AS l WHERE NOT EXISTS
          (SELECT 1 FROM \(table) AS r WHERE r.id = l.value AND r.homeID = ?)
        """, [IDList.value(ids), .text(merge.targetID)]
      ) { $0.text(0) }
      if kind == .item { items = ids.count - gone.count }
      missingCount += gone.count
      for id in gone.prefix(Self.maxMissing - missing.count) {
        missing.append(Missing(kind: kind, id: id, name: manifest.names?[id] ?? ""))
      }
      guard kind == .place else { continue }
      let kept = try RoomsKept(
        in: merge.targetID, moved: Set(ids).subtracting(gone), manifest, connection)
      rooms = kept.places.prefix(Self.maxMissing).map(\.name)
    }
  }
}

/// Undoes a merge with `UndoMerge`, and keeps in its record what came back and what did not.
package struct ReturnHome: Sendable {
  package var mergeID: RecordID

  package init(mergeID: RecordID) { self.mergeID = mergeID }

  /// - Returns: the merge, with the restored home.
  /// - Throws: `UndoMerge.Failure`.
  @discardableResult
  package func callAsFunction(_ transaction: WriteTransaction) throws -> HomeMerge {
    let connection = transaction.connection
    let undo = UndoMerge(mergeID: mergeID)
    guard let merge = try HomeMerge.find(mergeID, in: connection), merge.undoUntil != nil,
      let manifest = merge.manifest
    else { return try undo(transaction) }
    // This can only be told before the undo.
    var kept = MergeManifest(home: manifest.home)
    kept.returned = try MergeReturn(merge, in: connection)
    let undone = try undo(transaction)
    var told = undone
    told.manifestText = try StoredText.encode(kept)
    try told.update(from: undone, in: connection)
    return told
  }
}
