/// Why a whole file could not be read; there is no document then.
///
/// `file` is the name that the person knows, `line` a physical line and `column` the position of a
/// cell in its row, both counted from 1. The messages for people are made elsewhere from these
/// values.
package enum ImportFailure: Error, Equatable, Sendable {
  case notFound(file: String)
  /// A folder, a pipe or a device.
  case notARegularFile(file: String)
  case unreadable(file: String, errno: Int32)
  case empty(file: String)
  /// A valid file that has a header but no rows.
  case nothingToImport(file: String)

  /// A text table whose header belongs to no known program; `header` holds the first names.
  case unknownFormat(file: String, header: [String])
  /// A known kind of file that cannot be imported here.
  case unsupportedKind(file: String, FileKind)
  case missingColumn(file: String, name: String)
  case duplicateColumn(file: String, name: String, first: Int, second: Int)

  case fileTooLarge(file: String, maxBytes: Int)
  case tooManyRows(file: String, line: Int, maxRows: Int)
  case tooManyColumns(file: String, line: Int, maxColumns: Int)
  case cellTooLong(file: String, line: Int, column: Int, maxBytes: Int)
  case recordTooLong(file: String, line: Int, maxBytes: Int)
  /// More than `max` cells could not be read; `first` shows what is wrong with the file.
  case tooManyProblems(file: String, max: Int, first: ImportProblem)

  /// The bytes are not UTF-8; `encoding` is what they seem to be.
  case wrongEncoding(file: String, line: Int, column: Int, encoding: SuspectedEncoding)
  case nulByte(file: String, line: Int, column: Int)
  /// A document that is no JSON from this line on.
  case unreadableDocument(file: String, line: Int)
  /// The quote that opens at this place is never closed.
  case unterminatedQuote(file: String, line: Int, column: Int)

  /// The archive ends too early: the list of contents, which comes last, is missing.
  case truncatedArchive(file: String)
  /// The archive, or one entry of it, contradicts its own checksums or sizes.
  case damagedArchive(file: String, entry: String?)
  case encryptedEntry(file: String, entry: String)
  case unsupportedCompression(file: String, entry: String, method: Int)
  case tooManyEntries(file: String, maxEntries: Int)
  case entryTooLarge(file: String, entry: String, maxBytes: Int)
  case archiveTooLarge(file: String, maxBytes: Int)
  /// An entry unpacks to far more than any photo or table could, like a zip bomb.
  case suspiciousCompression(file: String, entry: String, maxRatio: Int)
  case duplicateEntry(file: String, entry: String)
  case missingEntry(file: String, entry: String)
  /// Several folders of the archive hold an inventory, so it is unclear which one is meant.
  case severalInventories(file: String, entries: [String])
}

/// The likely encoding of a text that is not UTF-8.
package enum SuspectedEncoding: String, Equatable, Sendable {
  case utf16LittleEndian, utf16BigEndian
  /// Bytes above 127 that never form UTF-8: Latin-1, or its Windows variant.
  case latin1
  /// UTF-8 up to a point, then bytes that are not.
  case damagedUTF8
}

/// Kinds of file that people try to import, but that are not inventory tables.
package enum FileKind: String, Equatable, Sendable {
  case spreadsheet, json, sqliteDatabase, pdf, image, otherArchive, binary
  case homeboxCollectionArchive, homeboxBillOfMaterials
  case movingBoxDatabaseBackup
  /// `labels.csv`, `locations.csv` and so on without the inventory they belong to.
  case movingBoxSideFile
  /// Spliit's table, in which nobody can see who paid; its JSON tells everything.
  case spliitTable
  /// Written by a newer version of this program.
  case newerHearth
}
