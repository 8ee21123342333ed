import Importing
import Wording

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
