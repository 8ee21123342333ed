import Replica
import SQLite
import SyncProtocol

/// One home of a person that went into another: one row of `homeMerges` in the personal zone of
/// whoever merged it. It tells what happened, keeps what has no place in the other home, and is
/// what `UndoMerge` goes by. Nobody else sees it.
package struct HomeMerge: Record, Identifiable {
  package let id: RecordID
  /// The personal zone.
  package let profileID: ZoneID
  /// The home that went; its zone is no more.
  package let sourceID: ZoneID
  package let sourceName: String
  package let targetID: ZoneID
  package let targetName: String
  /// Milliseconds since 1970.
  package let mergedAt: Int64
  /// Whether what had the same name became one.
  package let isCombining: Bool
  /// A ``MergeCounts`` as JSON.
  let countsText: String
  /// A ``MergeManifest`` as JSON, of which only `returned` is kept after an undo; empty once it is
  /// of no use any more.
  var manifestText: String
  /// Milliseconds since 1970; `nil` while it stands.
  package var undoneAt: Int64?
  /// The home that the undo has made.
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

  /// How long a merge can be taken back.
  package static let undoMilliseconds: Int64 = 30 * 86_400_000

  /// A home goes once, so its merge is known by it.
  package static func id(source: ZoneID) -> RecordID { UUIDs.v5(source, "merge") }

  /// What became of a home; `nil` when this person has not merged it.
  package static func of(source: ZoneID, in connection: Connection) throws -> HomeMerge? {
    try find(id(source: source), in: connection)
  }

  /// The person's merges, the latest first. One of a home that is there is none: a hub that was
  /// restored to before it has lost it, and only the row was written again.
  package static func all(in connection: Connection) throws -> [HomeMerge] {
    try all(
      where: """
        NOT EXISTS (SELECT 1 FROM homes WHERE homes.id = homeMerges.sourceID)
          ORDER BY mergedAt DESC, id
        """, [], in: connection)
  }

  /// Until when it can be taken back; `nil` when it was, or what that needs is gone.
  package var undoUntil: Int64? {
    undoneAt == nil && !manifestText.isEmpty
      ? mergedAt.addingSaturating(Self.undoMilliseconds) : nil
  }

  /// What moved and what became one; nothing where another program wrote what cannot be read.
  package var counts: MergeCounts {
    // The text came over sync, and no page shall fail for it.
    (try? StoredText.decode(countsText) as MergeCounts)?.withinReason ?? MergeCounts()
  }

  /// What the other home has no place for, in the order in which a page shows it.
  package var vanished: [MergeManifest.Vanished] {
    undoneAt != nil ? [] : manifest?.vanished ?? []
  }

  /// What an undo has brought back and what not; `nil` while the merge stands, and when it is not
  /// known any more.
  package var returned: MergeReturn? {
    undoneAt == nil ? nil : manifest?.returned?.withinReason
  }

  /// `nil` when it is of no use any more, or another program wrote what cannot be read.
  var manifest: MergeManifest? {
    // As for the counts.
    manifestText.isEmpty ? nil : try? StoredText.decode(manifestText)
  }
}

/// What a merge moves and combines, counted by the merge itself.
package struct MergeCounts: Codable, Equatable, Sendable {
  /// Archived ones are among them.
  package var items = 0
  package var archivedItems = 0
  package var movedPlaces = 0
  package var combinedPlaces = 0
  package var movedLabels = 0
  package var combinedLabels = 0
  package var movedPolicies = 0
  package var combinedPolicies = 0
  /// Of items, places and the home.
  package var photos = 0
  package var papers = 0
  package var maintenance = 0
  /// Fields that the household invented.
  package var fields = 0
  package var templates = 0
  package var movedPresets = 0
  package var combinedPresets = 0

  package init() {}

  /// More of anything than any home has.
  static let max = 1_000_000_000

  /// The same, with numbers that can be added up.
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
      // Soft references across zones: no foreign keys.
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
  /// Ids of some 100,000 records.
  static let manifest = TextLimit(2 << 20)
}
