import Household
import Replica
import SQLite
import SyncProtocol

/// A home that was merged into another: one row of `homeMerges` in the personal zone of the person
/// who merged it.
///
/// It records what happened and keeps what has no place in the other home; `UndoMerge` relies on
/// it. Nobody else can see it.
package struct HomeMerge: Record, Identifiable {
  package let id: RecordID
  /// The personal zone.
  package let profileID: ZoneID
  /// The home that was merged; its zone no longer exists.
  package let sourceID: ZoneID
  package let sourceName: String
  package let targetID: ZoneID
  package let targetName: String
  /// Milliseconds since 1970.
  package let mergedAt: Int64
  /// Whether records with the same name were combined.
  package let isCombining: Bool
  /// A ``MergeCounts`` as JSON.
  let countsText: String
  /// A ``MergeManifest`` as JSON. After an undo only its `returned` is kept; empty once it is no
  /// longer needed.
  var manifestText: String
  /// Milliseconds since 1970; `nil` until the merge is undone.
  package var undoneAt: Int64?
  /// The home that the undo created.
  package var restoredID: ZoneID?

  package static let sql = RecordSQL(
    "homeMerges",
    [
      "id", "profileID", "sourceID", "sourceName", "targetID", "targetName", "mergedAt",
      "isCombining", "counts", "manifest", "undoneAt", "restoredID",
    ])

  package var values: [Value] {
    [
      .text(id), .text(profileID), .text(sourceID), .text(sourceName), .text(targetID),
      .text(targetName), .integer(mergedAt), Value(isCombining), .text(countsText),
      .text(manifestText), Value(undoneAt), Value(restoredID),
    ]
  }

  init(
    source: Home, target: Home, profileID: ZoneID, mergedAt: Int64, isCombining: Bool,
    counts: MergeCounts, manifest: MergeManifest
  ) throws {
    id = Self.id(source: source.id)
    self.profileID = profileID
    (sourceID, sourceName) = (source.id, source.name)
    (targetID, targetName) = (target.id, target.name)
    self.mergedAt = mergedAt
    self.isCombining = isCombining
    countsText = try StoredText.encode(counts)
    manifestText = try StoredText.encode(manifest)
  }

  package init(_ row: inout RowReader) {
    id = row.text()
    profileID = row.text()
    sourceID = row.text()
    sourceName = row.text()
    targetID = row.text()
    targetName = row.text()
    mergedAt = row.instant()
    isCombining = row.bool()
    countsText = row.text()
    manifestText = row.text()
    undoneAt = row.optionalInstant()
    restoredID = row.optionalText()
  }

  /// How long a merge can be undone.
  package static let undoMilliseconds: Int64 = 30 * 86_400_000

  /// The id of a home's merge. A home is merged only once, so its id is enough.
  package static func id(source: ZoneID) -> RecordID { UUIDs.v5(source, "merge") }

  /// The merge of a home; `nil` if this person has not merged it.
  package static func of(source: ZoneID, in connection: Connection) throws -> HomeMerge? {
    try find(id(source: source), in: connection)
  }

  /// The person's merges, latest first.
  ///
  /// A merge whose home still exists is left out: a hub restored to an earlier state has lost that
  /// merge, and only its row was written again.
  package static func all(in connection: Connection) throws -> [HomeMerge] {
    try all(
      where: """
        NOT EXISTS (SELECT 1 FROM homes WHERE homes.id = homeMerges.sourceID)
          ORDER BY mergedAt DESC, id
        """, [], in: connection)
  }

  /// The last moment to undo the merge; `nil` if it was undone, or what an undo needs is gone.
  package var undoUntil: Int64? {
    undoneAt == nil && !manifestText.isEmpty
      ? mergedAt.addingSaturating(Self.undoMilliseconds) : nil
  }

  /// How much was moved and combined; all zero if another program wrote what cannot be read.
  package var counts: MergeCounts {
    // The text came through sync, and no page may fail because of it.
    (try? StoredText.decode(countsText) as MergeCounts)?.withinReason ?? MergeCounts()
  }

  /// What the other home has no place for, in the order of the page.
  package var vanished: [MergeManifest.Vanished] {
    undoneAt != nil ? [] : manifest?.vanished ?? []
  }

  /// What an undo has brought back and what not; `nil` until the merge is undone, and once this is
  /// no longer known.
  package var returned: MergeReturn? {
    undoneAt == nil ? nil : manifest?.returned?.withinReason
  }

  /// `nil` once it is no longer needed, or if another program wrote what cannot be read.
  var manifest: MergeManifest? {
    // Like the counts, the text came through sync.
    manifestText.isEmpty ? nil : try? StoredText.decode(manifestText)
  }
}

/// How much a merge moves and combines, counted by the merge itself.
package struct MergeCounts: Codable, Equatable, Sendable {
  /// Includes archived items.
  package var items = 0
  package var archivedItems = 0
  package var movedPlaces = 0
  package var combinedPlaces = 0
  package var movedLabels = 0
  package var combinedLabels = 0
  package var movedPolicies = 0
  package var combinedPolicies = 0
  /// Photos of items, places and the home.
  package var photos = 0
  package var papers = 0
  package var maintenance = 0
  /// Custom fields.
  package var fields = 0
  package var templates = 0
  package var movedPresets = 0
  package var combinedPresets = 0

  package init() {}

  /// More than any home has of anything.
  static let max = 1_000_000_000

  /// The counts, limited to numbers that can be added up safely.
  var withinReason: MergeCounts {
    var counts = self
    for path in Self.all { counts[keyPath: path] = self[keyPath: path].clamped(to: 0...Self.max) }
    return counts
  }

  private static var all: [WritableKeyPath<MergeCounts, Int>] {
    [
      \.items, \.archivedItems, \.movedPlaces, \.combinedPlaces, \.movedLabels, \.combinedLabels,
      \.movedPolicies, \.combinedPolicies, \.photos, \.papers, \.maintenance, \.fields, \.templates,
      \.movedPresets, \.combinedPresets,
    ]
  }
}

extension HomeMerge {
  static let schema = TableSchema(
    "homeMerges", in: [.personal], zoneColumn: "profileID",
    registers: [
      // References across zones, so without foreign keys.
      .text("sourceID", .id, rule: .appendOnly),
      .text("sourceName", .homeName, rule: .appendOnly),
      .text("targetID", .id, rule: .appendOnly),
      .text("targetName", .homeName, rule: .appendOnly),
      .instant("mergedAt", rule: .appendOnly),
      RegisterSchema(.flag("isCombining"), rule: .appendOnly),
      .text("counts", .notes, rule: .appendOnly),
      .text("manifest", .manifest),
      .instant("undoneAt", isNullable: true),
      .optionalText("restoredID", .id),
    ])

  static let tableSQL = """
    CREATE TABLE homeMerges (
      id TEXT PRIMARY KEY NOT NULL,
      profileID TEXT NOT NULL REFERENCES profiles(id) DEFERRABLE INITIALLY DEFERRED,
      sourceID TEXT NOT NULL,
      sourceName TEXT NOT NULL,
      targetID TEXT NOT NULL,
      targetName TEXT NOT NULL,
      mergedAt INTEGER NOT NULL,
      isCombining INTEGER NOT NULL DEFAULT 0 CHECK (isCombining IN (0, 1)),
      counts TEXT NOT NULL,
      manifest TEXT NOT NULL,
      undoneAt INTEGER,
      restoredID TEXT
    ) STRICT;
    """
}

extension TextLimit {
  /// Room for the ids of some 100,000 records.
  static let manifest = TextLimit(2 << 20)
}
