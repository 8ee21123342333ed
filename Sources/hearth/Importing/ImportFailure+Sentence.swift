import Importing

extension ImportFailure {
  /// Why the file was not read, with the line and what to do.
  var sentence: String {
    switch self {
    case .notFound(let file): "there is no file \(file)"
    case .notARegularFile(let file): "\(file) is not a file"
    case .unreadable(let file, let code): "\(file) cannot be read: \(Posix.message(code))"
    case .empty(let file): "\(file) is empty"
    case .nothingToImport(let file): "\(file) has a header and no rows"
    case .unknownFormat(let file, let header):
      "\(file) is of no known program; it begins with: \(header.joined(separator: ", "))"
    case .unsupportedKind(let file, let kind):
      "\(file) is of a kind that cannot be imported (\(Words.spaced(kind.rawValue))); "
        + "export a CSV or ZIP file from the other program"
    case .missingColumn(let file, let name): "\(file) has no column \(name); export it again"
    case .duplicateColumn(let file, let name, let first, let second):
      "\(file) has the column \(name) twice (\(first) and \(second)); rename one of them"
    default: limit ?? content ?? archive
    }
  }

  private var limit: String? {
    switch self {
    case .fileTooLarge(let file, let max):
      "\(file) is larger than \(ByteText.text(Int64(max))); import it in parts"
    case .tooManyRows(let file, let line, let max):
      "\(file) has more than \(max) rows (line \(line)); import it in parts"
    case .tooManyColumns(let file, let line, let max):
      "line \(line) of \(file) has more than \(max) columns"
    case .cellTooLong(let file, let line, let column, let max):
      "line \(line), column \(column) of \(file) is longer than \(ByteText.text(Int64(max)))"
    case .recordTooLong(let file, let line, let max):
      "the row in line \(line) of \(file) is longer than \(ByteText.text(Int64(max))); "
        + "is a quote missing?"
    case .tooManyProblems(let file, let max, let first):
      "more than \(max) cells of \(file) cannot be read, the first: \(first.sentence)"
    default: nil
    }
  }

  private var content: String? {
    switch self {
    case .wrongEncoding(let file, let line, let column, let encoding):
      "\(file) is not UTF-8 but seems to be \(Words.spaced(encoding.rawValue)) "
        + "(line \(line), column \(column)); save it as UTF-8"
    case .nulByte(let file, let line, let column):
      "\(file) holds a zero byte (line \(line), column \(column)); it is damaged or no text"
    case .unterminatedQuote(let file, let line, let column):
      "the quote that opens in line \(line), column \(column) of \(file) is never closed"
    default: nil
    }
  }

  private var archive: String {
    switch self {
    case .truncatedArchive(let file): "\(file) is cut off; copy or download it again"
    case .damagedArchive(let file, let entry):
      "\(entry.map { "\($0) in " } ?? "")\(file) is damaged; export it again"
    case .encryptedEntry(let file, let entry):
      "\(entry) in \(file) is encrypted; export it without a password"
    case .unsupportedCompression(let file, let entry, _):
      "\(entry) in \(file) is packed in a way that is not known; pack it as an ordinary ZIP"
    case .tooManyEntries(let file, let max): "\(file) has more than \(max) entries"
    case .entryTooLarge(let file, let entry, let max):
      "\(entry) in \(file) is larger than \(ByteText.text(Int64(max)))"
    case .archiveTooLarge(let file, let max):
      "\(file) unpacks to more than \(ByteText.text(Int64(max)))"
    case .suspiciousCompression(let file, let entry, let ratio):
      "\(entry) in \(file) unpacks to more than \(ratio) times its size, as no inventory does"
    case .duplicateEntry(let file, let entry): "\(entry) is in \(file) twice"
    case .missingEntry(let file, let entry): "\(file) holds no \(entry)"
    case .severalInventories(let file, let entries):
      "\(file) holds several inventories (\(entries.joined(separator: ", "))); pack one alone"
    default: "the file cannot be imported: \(self)"
    }
  }
}

extension ImportProblem {
  /// What is wrong with a row, and where.
  var sentence: String {
    var place = file
    if let line { place += ", line \(line)" }
    if let column { place += ", \(column)" }
    let shown = text.isEmpty ? "" : " (“\(text)”)"
    return "\(place): \(Words.spaced("\(reason)"))\(shown)"
  }
}

/// Names of the program's cases as words.
enum Words {
  /// `unreadableAmount` becomes `unreadable amount`.
  static func spaced(_ name: String) -> String {
    var out = ""
    var isInParentheses = false
    for letter in name {
      if letter == "(" { isInParentheses = true }
      if letter.isUppercase, !isInParentheses, out.last?.isLowercase == true { out.append(" ") }
      if letter == "(" { out.append(" ") }
      out += isInParentheses ? String(letter) : letter.lowercased()
    }
    return out
  }
}
