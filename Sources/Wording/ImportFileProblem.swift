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
