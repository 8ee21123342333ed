import Household
import SQLite
import SyncProtocol

/// The columns in which a table of a family names a picture. Its bytes are in the blob store, and
/// never change: another picture is another row.
enum PictureColumns {
  static let names = ["blobHash", "byteCount", "kind", "width", "height"]

  static let registers: [RegisterSchema] = [
    .fileHash("blobHash"),
    .integer("byteCount", StoredPhoto.byteCounts, rule: .appendOnly),
    .text(
      "kind", .choice, choices: Set(StoredPhoto.Kind.allCases.map(\.rawValue)), rule: .appendOnly),
    .integer("width", StoredPhoto.sides, rule: .appendOnly),
    .integer("height", StoredPhoto.sides, rule: .appendOnly),
  ]

  static let sql = """
    blobHash TEXT NOT NULL CHECK (length(blobHash) = 64 AND blobHash NOT GLOB '*[^0-9a-f]*'),
      byteCount INTEGER NOT NULL CHECK (byteCount > 0),
      kind TEXT NOT NULL CHECK (kind IN ('jpeg', 'png', 'webp')),
      width INTEGER NOT NULL CHECK (width > 0),
      height INTEGER NOT NULL CHECK (height > 0)
    """

  static func values(of file: StoredPhoto) -> [Value] {
    [
      .text(file.blobHash), .integer(file.byteCount), .text(file.kind.rawValue),
      .integer(Int64(file.width)), .integer(Int64(file.height)),
    ]
  }

  static func read(_ row: inout RowReader) -> StoredPhoto {
    let (hash, count) = (row.text(), row.integer())
    // The column's CHECK admits nothing else.
    let kind = StoredPhoto.Kind(rawValue: row.text()) ?? .jpeg
    return StoredPhoto(
      blobHash: hash, byteCount: count, kind: kind, width: row.int(), height: row.int())
  }
}
