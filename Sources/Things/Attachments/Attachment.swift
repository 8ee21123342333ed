import Household
import SQLite
import SyncProtocol

/// A receipt, manual or other document of an item or a policy: one row of `attachments`.
///
/// The code calls it a paper. Its bytes are in the blob store under `blobHash` and never change;
/// another file is another row.
package struct Attachment: Record, Identifiable {
  package let id: RecordID
  package var homeID: ZoneID
  package var subject: Subject
  package var kind: Kind
  /// The name that people see, with its extension: `receipt-2024.pdf`. One that came by sync and is
  /// of another kind, or hides characters, is read as `StoredPaper.Media.shown` makes it.
  package var name: String
  /// SHA-256 of the stored file, 64 lower-case hexadecimal digits.
  package let blobHash: String
  package let byteCount: Int64
  package let media: Media
  package let createdAt: Int64
  package let createdBy: AccountID
  /// The maintenance entry of its item that the paper documents, such as a service; `nil` if it is
  /// about the item or policy itself.
  package var maintenanceID: RecordID?

  /// What the paper is about. It is stored in two nullable columns, exactly one of them set.
  package enum Subject: Hashable, Sendable {
    case item(RecordID)
    case policy(RecordID)

    var itemID: RecordID? { if case .item(let id) = self { id } else { nil } }
    var policyID: RecordID? { if case .policy(let id) = self { id } else { nil } }
  }

  package enum Kind: String, CaseIterable, Sendable {
    case receipt, manual, warranty, policy, other
  }

  package typealias Media = StoredPaper.Media

  package static let sql = RecordSQL(
    "attachments",
    [
      "id", "homeID", "itemID", "policyID", "kind", "name", "blobHash", "byteCount", "media",
      "createdAt", "createdBy", "maintenanceID",
    ], origin: .toldUnlessOfItem)

  package var values: [Value] {
    [
      .text(id), .text(homeID), Value(subject.itemID), Value(subject.policyID),
      .text(kind.rawValue), .text(name), .text(blobHash), .integer(byteCount),
      .text(media.rawValue), .integer(createdAt), .text(createdBy), Value(maintenanceID),
    ]
  }

  package init(
    id: RecordID, homeID: ZoneID, subject: Subject, kind: Kind, name: String, file: StoredPaper,
    createdAt: Int64, createdBy: AccountID
  ) {
    self.id = id
    self.homeID = homeID
    self.subject = subject
    self.kind = kind
    self.name = name
    blobHash = file.blobHash
    byteCount = file.byteCount
    media = file.media
    self.createdAt = createdAt
    self.createdBy = createdBy
  }

  package init(_ row: inout RowReader) {
    id = row.text()
    homeID = row.text()
    let itemID = row.optionalText()
    let policyID = row.optionalText()
    // The table's CHECK admits no row that has neither.
    subject = policyID.map(Subject.policy) ?? .item(itemID ?? "")
    // A kind that a newer program wrote is read as `other`.
    kind = Kind(rawValue: row.text()) ?? .other
    let stored = row.text()
    blobHash = row.text()
    byteCount = row.integer()
    // The column's CHECK admits nothing else.
    media = Media(rawValue: row.text()) ?? .text
    name = media.shown(stored)
    createdAt = row.instant()
    createdBy = row.text()
    maintenanceID = row.optionalText()
  }

  /// The papers of some maintenance entries of a home, by entry, oldest first.
  package static func ofMaintenance(
    _ entries: [RecordID], home: ZoneID, in connection: Connection
  ) throws -> [RecordID: [Attachment]] {
    Dictionary(
      grouping: try all(
        where: """
          homeID = ? AND maintenanceID IN (SELECT value FROM json_each(?))
            ORDER BY createdAt, name, id
          """, [.text(home), IDList.value(entries)], in: connection)
    ) { $0.maintenanceID ?? "" }
  }

  /// The papers of a subject, oldest first; papers of one upload by name.
  package static func of(
    _ subject: Subject, home: ZoneID, in connection: Connection
  ) throws -> [Attachment] {
    let (column, id) =
      switch subject {
      case .item(let id): ("itemID", id)
      case .policy(let id): ("policyID", id)
      }
    return try all(
      where: "homeID = ? AND \(column) = ? ORDER BY createdAt, name, id", [.text(home), .text(id)],
      in: connection)
  }
}

extension Attachment {
  /// The most papers of one subject.
  package static let maxPerSubject = 100

  static let schema = TableSchema(
    "attachments", in: [.home], zoneColumn: "homeID",
    registers: [
      .optionalText("itemID", .id),
      .optionalText("policyID", .id),
      .text("kind", .choice, choices: Set(Kind.allCases.map(\.rawValue))),
      .text("name", .name),
      .fileHash("blobHash"),
      .integer("byteCount", StoredPaper.byteCounts, rule: .appendOnly),
      .text("media", .choice, choices: Set(Media.allCases.map(\.rawValue)), rule: .appendOnly),
      .instant("createdAt", rule: .appendOnly),
      .text("createdBy", .id, rule: .appendOnly),
      .optionalText("maintenanceID", .id),
      Origin.register,
    ],
    references: [
      ReferenceSchema("itemID", to: "items", .contained),
      ReferenceSchema("policyID", to: "policies", .contained),
      // Without the maintenance entry, the paper stays with the item.
      ReferenceSchema("maintenanceID", to: "maintenance", .nullify),
    ], authorRegisters: ["createdBy"])

  static let tableSQL = """
    -- What a row of another table can refer to within its home.
    CREATE UNIQUE INDEX policiesInHome ON policies(homeID, id);
    CREATE TABLE attachments (
      id TEXT PRIMARY KEY NOT NULL,
      \(SQLShape.home),
      itemID TEXT,
      policyID TEXT,
      kind TEXT NOT NULL,
      name TEXT NOT NULL,
      blobHash TEXT NOT NULL CHECK (length(blobHash) = 64 AND blobHash NOT GLOB '*[^0-9a-f]*'),
      byteCount INTEGER NOT NULL CHECK (byteCount > 0),
      media TEXT NOT NULL CHECK (media IN ('pdf', 'jpeg', 'png', 'webp', 'text')),
      createdAt INTEGER NOT NULL,
      createdBy TEXT NOT NULL,
      CHECK ((itemID IS NULL) <> (policyID IS NULL)),
      \(SQLShape.reference("itemID", "items")),
      \(SQLShape.reference("policyID", "policies"))
    ) STRICT;
    -- The papers of an item, and whether it has a receipt.
    CREATE INDEX attachmentsByItem ON attachments(homeID, itemID, kind);
    -- The papers of a policy.
    CREATE INDEX attachmentsByPolicy ON attachments(homeID, policyID);
    -- Whether a file is still in use.
    CREATE INDEX attachmentsByBlob ON attachments(blobHash);
    """

  /// A reference of one column, without the home.
  ///
  /// SQLite cannot add a two-column reference to an existing table, and no migration rebuilds a
  /// table. Use cases and the hub keep it inside the home.
  static let maintenanceSQL = """
    ALTER TABLE attachments ADD COLUMN maintenanceID TEXT
      REFERENCES maintenance(id) DEFERRABLE INITIALLY DEFERRED;
    -- The papers of a maintenance entry, and checking that nothing refers to a deleted one.
    CREATE INDEX attachmentsByMaintenance ON attachments(maintenanceID, homeID);
    """
}
