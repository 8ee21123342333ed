/// Why a whole file could not be read; nothing of it is in a document.
///
/// `file` is the name the person knows, `line` a physical line and `column` a cell's place in its
/// row, both counted from 1. The words a person reads are made elsewhere from these values.
package enum ImportFailure: Error, Equatable, Sendable {
  case notFound(file: String)
  /// A folder, a pipe or a device.
  case notARegularFile(file: String)
  case unreadable(file: String, errno: Int32)
  case empty(file: String)
  /// A proper file that holds a header and not one row.
  case nothingToImport(file: String)

  /// A text table whose header belongs to no known program; `header` holds its first names.
  case unknownFormat(file: String, header: [String])
  /// Something known that cannot be imported here.
  case unsupportedKind(file: String, FileKind)
  case missingColumn(file: String, name: String)
  case duplicateColumn(file: String, name: String, first: Int, second: Int)

  case fileTooLarge(file: String, maxBytes: Int)
  case tooManyRows(file: String, line: Int, maxRows: Int)
  case tooManyColumns(file: String, line: Int, maxColumns: Int)
  case cellTooLong(file: String, line: Int, column: Int, maxBytes: Int)
  case recordTooLong(file: String, line: Int, maxBytes: Int)
  /// More than `max` cells could not be read: the first one tells what is wrong with the file.
  case tooManyProblems(file: String, max: Int, first: ImportProblem)

  /// The bytes are not UTF-8; `encoding` is what they look like.
  case wrongEncoding(file: String, line: Int, column: Int, encoding: SuspectedEncoding)
  case nulByte(file: String, line: Int, column: Int)
  /// A quote that opened at this place is never closed.
  case unterminatedQuote(file: String, line: Int, column: Int)

  /// The archive ends too early: its list of contents, which comes last, is not there.
  case truncatedArchive(file: String)
  /// The archive, or one entry of it, contradicts its own checksums or sizes.
  case damagedArchive(file: String, entry: String?)
  case encryptedEntry(file: String, entry: String)
  case unsupportedCompression(file: String, entry: String, method: Int)
  case tooManyEntries(file: String, maxEntries: Int)
  case entryTooLarge(file: String, entry: String, maxBytes: Int)
  case archiveTooLarge(file: String, maxBytes: Int)
  /// An entry unpacks to far more than any photo or table could: the mark of a zip bomb.
  case suspiciousCompression(file: String, entry: String, maxRatio: Int)
  case duplicateEntry(file: String, entry: String)
  case missingEntry(file: String, entry: String)
  /// Several folders of the archive hold an inventory, and nothing says which one is meant.
  case severalInventories(file: String, entries: [String])
}

/// What a text that is not UTF-8 seems to be.
package enum SuspectedEncoding: String, Equatable, Sendable {
  case utf16LittleEndian, utf16BigEndian
  /// Bytes above 127 that never form UTF-8: Latin-1, or its Windows variant.
  case latin1
  /// UTF-8 so far, then bytes that are not.
  case damagedUTF8
}

/// Kinds of file that people bring along and that are no inventory tables.
package enum FileKind: String, Equatable, Sendable {
  case spreadsheet, json, sqliteDatabase, pdf, image, otherArchive, binary
  case homeboxCollectionArchive, homeboxBillOfMaterials
  case movingBoxDatabaseBackup
  /// `labels.csv`, `locations.csv` and so on without the inventory they belong to.
  case movingBoxSideFile
}
