import Household
import SQLite
import SyncProtocol

/// A photo of an item, of a place, or of the home itself: one row of `photos`.
///
/// The bytes are in the blob store under `blobHash` and never change; another picture is another
/// row.
package struct Photo: Record, Identifiable {
  package let id: RecordID
  package var homeID: ZoneID
  package var subject: Subject
  /// SHA-256 of the stored file, 64 lower-case hexadecimal digits.
  package let blobHash: String
  package let byteCount: Int64
  package let kind: Kind
  /// In pixels, in the orientation shown.
  package let width: Int
  package let height: Int
  /// A fractional rank by which photos are ordered, then by id. The first is the primary photo.
  package var sortKey: String
  /// The caption; empty if there is none, which is stored as NULL.
  package var caption = ""
  package let createdAt: Int64
  package let createdBy: AccountID

  /// What the photo shows. Stored in two nullable columns, `itemID` and `locationID`, at most one
  /// of them set; a row with neither is a photo of the home.
  package enum Subject: Hashable, Sendable {
    case home
    case item(RecordID)
    case location(RecordID)

    var itemID: RecordID? { if case .item(let id) = self { id } else { nil } }
    var locationID: RecordID? { if case .location(let id) = self { id } else { nil } }
  }

  package typealias Kind = StoredPhoto.Kind

  package static let sql = RecordSQL(
    "photos",
    [
      "id", "homeID", "itemID", "locationID", "blobHash", "byteCount", "kind", "width", "height",
      "sortKey", "createdAt", "createdBy", "caption",
    ], origin: .toldUnlessOfItem)

  package var values: [Value] {
    [
      .text(id), .text(homeID), Value(subject.itemID), Value(subject.locationID),
      .text(blobHash), .integer(byteCount), .text(kind.rawValue), .integer(Int64(width)),
      .integer(Int64(height)), .text(sortKey), .integer(createdAt), .text(createdBy),
      Value(caption.isEmpty ? nil : caption),
    ]
  }

  package init(
    id: RecordID, homeID: ZoneID, subject: Subject, file: StoredPhoto, sortKey: String,
    createdAt: Int64, createdBy: AccountID
  ) {
    self.id = id
    self.homeID = homeID
    self.subject = subject
    blobHash = file.blobHash
    byteCount = file.byteCount
    kind = file.kind
    width = file.width
    height = file.height
    self.sortKey = sortKey
    self.createdAt = createdAt
    self.createdBy = createdBy
  }

  package init(_ row: inout RowReader) {
    id = row.text()
    homeID = row.text()
    let itemID = row.optionalText()
    let locationID = row.optionalText()
    subject = itemID.map(Subject.item) ?? locationID.map(Subject.location) ?? .home
    blobHash = row.text()
    byteCount = row.integer()
    // The column's CHECK admits nothing else.
    kind = Kind(rawValue: row.text()) ?? .jpeg
    width = row.int()
    height = row.int()
    sortKey = row.text()
    createdAt = row.instant()
    createdBy = row.text()
    caption = row.optionalText() ?? ""
  }

  /// The photos of a subject, the primary one first.
  package static func of(
    _ subject: Subject, home: ZoneID, in connection: Connection
  ) throws -> [Photo] {
    switch subject {
    case .item(let id):
      try all(
        where: "homeID = ? AND itemID = ? ORDER BY sortKey, id", [.text(home), .text(id)],
        in: connection)
    case .location(let id):
      try all(
        where: "homeID = ? AND locationID = ? ORDER BY sortKey, id",
        [.text(home), .text(id)], in: connection)
    case .home:
      // The `+` keeps SQLite off the index by place, where all photos of items are listed without a
      // place.
      try all(
        where: "homeID = ? AND itemID IS NULL AND +locationID IS NULL ORDER BY sortKey, id",
        [.text(home)], in: connection)
    }
  }
}

extension Photo {
  /// The most photos of one subject.
  package static let maxPerSubject = 100

  /// Registers of photos that homes, locations and items had before photos were records of their
  /// own.
  static let retiredRegisters: Set<String> = [
    "imageURL", "secondaryPhotoURLs", "primaryPhotoID",
  ]

  static let schema = TableSchema(
    "photos", in: [.home], zoneColumn: "homeID",
    registers: [
      // Not append-only: when two places become one, its photos change their subject.
      .optionalText("itemID", .id),
      .optionalText("locationID", .id),
      .fileHash("blobHash"),
      .integer("byteCount", StoredPhoto.byteCounts, rule: .appendOnly),
      .text("kind", .choice, choices: Set(Kind.allCases.map(\.rawValue)), rule: .appendOnly),
      .integer("width", StoredPhoto.sides, rule: .appendOnly),
      .integer("height", StoredPhoto.sides, rule: .appendOnly),
      .text("sortKey", .sortKey),
      .instant("createdAt", rule: .appendOnly),
      .text("createdBy", .id, rule: .appendOnly),
      .optionalText("caption", .line),
      Origin.register,
    ],
    references: [
      ReferenceSchema("itemID", to: "items", .contained),
      ReferenceSchema("locationID", to: "locations", .contained),
    ], authorRegisters: ["createdBy"])

  static let tableSQL = """
    CREATE TABLE photos (
      id TEXT PRIMARY KEY NOT NULL,
      \(SQLShape.home),
      itemID TEXT,
      locationID TEXT,
      blobHash TEXT NOT NULL CHECK (length(blobHash) = 64 AND blobHash NOT GLOB '*[^0-9a-f]*'),
      byteCount INTEGER NOT NULL CHECK (byteCount > 0),
      kind TEXT NOT NULL CHECK (kind IN ('jpeg', 'png', 'webp')),
      width INTEGER NOT NULL CHECK (width > 0),
      height INTEGER NOT NULL CHECK (height > 0),
      sortKey TEXT NOT NULL,
      createdAt INTEGER NOT NULL,
      createdBy TEXT NOT NULL,
      CHECK (itemID IS NULL OR locationID IS NULL),
      \(SQLShape.reference("itemID", "items")),
      \(SQLShape.reference("locationID", "locations"))
    ) STRICT;
    -- The photos of an item in their order; the primary one without reading the others.
    CREATE INDEX photosByItem ON photos(homeID, itemID, sortKey, id);
    -- The photos of a place, or of the home.
    CREATE INDEX photosByLocation ON photos(homeID, locationID, sortKey, id);
    -- Whether a file is still in use.
    CREATE INDEX photosByBlob ON photos(blobHash);
    """

  static let captionSQL = "ALTER TABLE photos ADD COLUMN caption TEXT;"
}

extension TextLimit {
  static let sortKey = TextLimit(60)
}
