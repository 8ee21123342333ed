import Importing

/// Why a whole file cannot be imported.
package enum ImportFileProblem: Equatable, Sendable {
  case missing
  case empty
  case tooLarge(maxBytes: Int64)
  case tooManyRows(max: Int)
  /// Neither a table nor an archive that Hearth knows.
  case unknownFormat
  /// A table without a column for the names of things; the first of those that it has.
  case noNameColumn([String])
  /// The file of a spreadsheet program, which is no table in text.
  case spreadsheetFile
  /// The database of another program instead of what it exports.
  case database
  case unreadableText
  case damagedArchive
  /// The archive would unpack to more than so many bytes.
  case archiveTooLarge(maxBytes: Int64)
  case encryptedArchive
  /// Columns without which nothing can be read.
  case missingColumns([String])
  case nothingInIt
  /// Bytes that are no UTF-8.
  case unreadableTextAt(line: Int, column: Int)
  /// A document that is no JSON from this line on.
  case unreadableDocument(line: Int)
  /// Spliit's table, in which nobody can see who paid.
  case spliitTable
  /// A quotation mark that is never closed.
  case openQuote(line: Int)
  case tooManyColumns(line: Int, max: Int)
  case cellTooLong(line: Int, column: Int, maxBytes: Int64)
  case rowTooLong(line: Int, maxBytes: Int64)
  case columnTwice(String)
  /// Too many problems, so that the whole file counts as wrong; `firstLine` is the first of them.
  case tooManyProblems(max: Int, firstLine: Int?)
  /// Too many files of one person wait to be imported.
  case tooManyWaiting
  /// An archive of Hearth's own.
  case archive(Archive)

  /// What is wrong with an archive; each names the file in it.
  package enum Archive: Equatable, Sendable {
    case newer
    case missingEntry(String)
    case wrongSum(String)
    case unreadableManifest
    case unreadableRecord(entry: String, line: Int)
    case tooLarge(String, maxBytes: Int64)
    case unsafeName(String)
  }
}

extension ImportFileProblem {
  /// The problem shown when a whole file cannot be imported.
  package init(_ failure: ImportFailure) {
    switch failure {
    case .notFound, .notARegularFile, .unreadable: self = .missing
    case .empty: self = .empty
    case .nothingToImport: self = .nothingInIt
    case .unsupportedKind(_, .sqliteDatabase), .unsupportedKind(_, .movingBoxDatabaseBackup):
      self = .database
    case .unknownFormat(_, let header): self = .noNameColumn(header.filter { !$0.isEmpty })
    case .unsupportedKind(_, .spreadsheet): self = .spreadsheetFile
    case .unsupportedKind(_, .spliitTable): self = .spliitTable
    case .unsupportedKind(_, .newerHearth): self = .archive(.newer)
    case .unsupportedKind, .severalInventories: self = .unknownFormat
    case .missingColumn(_, let name): self = .missingColumns([name])
    case .duplicateColumn(_, let name, _, _): self = .columnTwice(name)
    case .fileTooLarge(_, let maxBytes): self = .tooLarge(maxBytes: Int64(maxBytes))
    case .tooManyRows(_, _, let maxRows): self = .tooManyRows(max: maxRows)
    case .tooManyColumns(_, let line, let max): self = .tooManyColumns(line: line, max: max)
    case .cellTooLong(_, let line, let column, let maxBytes):
      self = .cellTooLong(line: line, column: column, maxBytes: Int64(maxBytes))
    case .recordTooLong(_, let line, let maxBytes):
      self = .rowTooLong(line: line, maxBytes: Int64(maxBytes))
    case .tooManyProblems(_, let max, let first):
      self = .tooManyProblems(max: max, firstLine: first.line)
    case .wrongEncoding(_, let line, let column, _), .nulByte(_, let line, let column):
      self = .unreadableTextAt(line: line, column: column)
    case .unterminatedQuote(_, let line, _): self = .openQuote(line: line)
    case .unreadableDocument(_, let line): self = .unreadableDocument(line: line)
    case .encryptedEntry: self = .encryptedArchive
    case .tooManyEntries, .duplicateEntry, .missingEntry, .truncatedArchive, .damagedArchive,
      .unsupportedCompression, .suspiciousCompression:
      self = .damagedArchive
    case .entryTooLarge(_, _, let maxBytes), .archiveTooLarge(_, let maxBytes):
      self = .archiveTooLarge(maxBytes: Int64(maxBytes))
    }
  }
}

extension UploadFailure: HouseholdFailure {
  package var reason: ErrorReason { .unavailable }
}

extension ImportFailure: HouseholdFailure {
  package var reason: ErrorReason { .unsupportedFile }
}
