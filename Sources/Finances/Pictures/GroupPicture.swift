import Household
import SQLite
import SyncProtocol

/// A group's picture: one row of `groupPictures`.
///
/// Its bytes are in the blob store under `blobHash` and never change; another picture is another
/// row. Where two people have set one at the same time, the later one is shown.
package struct GroupPicture: Record, Identifiable {
  package let id: RecordID
  package let groupID: ZoneID
  /// SHA-256 of the stored file, 64 lower-case hexadecimal digits.
  package let blobHash: String
  package let byteCount: Int64
  package let kind: StoredPhoto.Kind
  /// In pixels, in the orientation shown.
  package let width: Int
  package let height: Int
  /// Milliseconds since 1970.
  package let createdAt: Int64
  /// The account that added it.
  package let createdBy: AccountID

  package static let sql = RecordSQL(
    "groupPictures",
    [
      "id", "groupID", "blobHash", "byteCount", "kind", "width", "height", "createdAt",
      "createdBy",
    ])

  package var values: [Value] {
    [
      .text(id), .text(groupID), .text(blobHash), .integer(byteCount), .text(kind.rawValue),
      .integer(Int64(width)), .integer(Int64(height)), .integer(createdAt), .text(createdBy),
    ]
  }

  package init(
    id: RecordID, groupID: ZoneID, file: StoredPhoto, createdAt: Int64, createdBy: AccountID
  ) {
    self.id = id
    self.groupID = groupID
    (blobHash, byteCount, kind) = (file.blobHash, file.byteCount, file.kind)
    (width, height) = (file.width, file.height)
    self.createdAt = createdAt
    self.createdBy = createdBy
  }

  package init(_ row: inout RowReader) {
    id = row.text()
    groupID = row.text()
    blobHash = row.text()
    byteCount = row.integer()
    // The column's CHECK admits nothing else.
    kind = StoredPhoto.Kind(rawValue: row.text()) ?? .jpeg
    width = row.int()
    height = row.int()
    createdAt = row.instant()
    createdBy = row.text()
  }

  /// All pictures of a group, the shown one first.
  static func all(of group: ZoneID, _ connection: Connection) throws -> [GroupPicture] {
    try all(
      where: "groupID = ? ORDER BY createdAt DESC, id DESC", [.text(group)], in: connection)
  }

  /// The picture that a group shows; `nil` if it has none.
  package static func of(_ group: ZoneID, in connection: Connection) throws -> GroupPicture? {
    try all(
      where: "groupID = ? ORDER BY createdAt DESC, id DESC LIMIT 1", [.text(group)],
      in: connection
    ).first
  }

  /// The pictures that all groups of a person show. Hardly any group has more than one.
  package static func shown(in connection: Connection) throws -> [ZoneID: GroupPicture] {
    try all(where: "true ORDER BY createdAt, id", [], in: connection).reduce(into: [:]) {
      $0[$1.groupID] = $1
    }
  }
}

extension GroupPicture {
  static let schema = TableSchema(
    "groupPictures", in: [.group], zoneColumn: "groupID",
    registers: [
      .fileHash("blobHash"),
      .integer("byteCount", StoredPhoto.byteCounts, rule: .appendOnly),
      .text(
        "kind", .choice, choices: Set(StoredPhoto.Kind.allCases.map(\.rawValue)), rule: .appendOnly),
      .integer("width", StoredPhoto.sides, rule: .appendOnly),
      .integer("height", StoredPhoto.sides, rule: .appendOnly),
      .instant("createdAt", rule: .appendOnly),
      .text("createdBy", .id, rule: .appendOnly),
    ], authorRegisters: ["createdBy"])

  static let tableSQL = """
    CREATE TABLE groupPictures (
      id TEXT PRIMARY KEY NOT NULL,
      \(GroupSQL.group),
      blobHash TEXT NOT NULL CHECK (length(blobHash) = 64 AND blobHash NOT GLOB '*[^0-9a-f]*'),
      byteCount INTEGER NOT NULL CHECK (byteCount > 0),
      kind TEXT NOT NULL CHECK (kind IN ('jpeg', 'png', 'webp')),
      width INTEGER NOT NULL CHECK (width > 0),
      height INTEGER NOT NULL CHECK (height > 0),
      createdAt INTEGER NOT NULL,
      createdBy TEXT NOT NULL
    ) STRICT;
    -- The picture that a group shows.
    CREATE INDEX groupPicturesByGroup ON groupPictures(groupID, createdAt DESC, id DESC);
    -- Whether a file is still in use.
    CREATE INDEX groupPicturesByBlob ON groupPictures(blobHash);
    """
}
