import Values

/// A file with the expenses of a group, whose format is known.
package struct ExpenseFile {
  /// The name that the person knows; failures and problems use it.
  package let name: String
  package let format: ExpenseFormat
  private let path: String
  private let coding: TextCoding
  private let delimiter: UInt8?
  private let skippedCount: Int
  /// The headings of a table whose columns have to be named.
  private let headings: [String]
  /// The first row below them.
  private let samples: [String]
  private let limits: ImportLimits
  /// The archive that the file is, and the entries of it that are groups.
  private var archive: ZipArchive?
  package private(set) var groups: [String] = []

  /// The longest document of JSON.
  package static let maxDocumentBytes = 64 << 20

  /// Opens a file and finds out its format from its first bytes and its headings.
  package static func open(
    _ path: String, name: String, limits: ImportLimits = ImportLimits()
  ) throws(ImportFailure) -> ExpenseFile {
    let file = try FileBytes(path: path, name: name)
    let start = try file.prefix(maxBytes: 16)
    if start.isEmpty { throw .empty(file: name) }
    if start.starts(with: [0x50, 0x4B]) { return try archive(path, name, limits) }
    let kind = FileKind(firstBytes: start)
    if kind == .json {
      let document = try document(file, name)
      return ExpenseFile(name, try format(of: document, name), path, limits: limits)
    }
    if let kind { throw .unsupportedKind(file: name, kind) }
    guard file.byteCount <= limits.maxTableBytes else {
      throw .fileTooLarge(file: name, maxBytes: limits.maxTableBytes)
    }
    let coding = try TextCoding.detect(path: path, name: name)
    return try table(path, name, coding, limits)
  }

  private init(
    _ name: String, _ format: ExpenseFormat, _ path: String, coding: TextCoding = .utf8,
    delimiter: UInt8? = nil, skippedCount: Int = 0, headings: [String] = [],
    samples: [String] = [], limits: ImportLimits
  ) {
    (self.name, self.format, self.path, self.coding) = (name, format, path, coding)
    (self.delimiter, self.skippedCount) = (delimiter, skippedCount)
    (self.headings, self.samples, self.limits) = (headings, samples, limits)
  }

  /// Of a table that no program is known for: what its columns seem to hold. `nil` for other files.
  package var columns: ExpenseColumns? {
    format == .table ? guessed : nil
  }

  private var guessed: ExpenseColumns { ExpenseColumns(headings: headings, samples: samples) }

  /// Reads the whole file. `options` gives the currency of amounts that name none.
  ///
  /// - Parameters:
  ///   - columns: of a table, what its columns hold; `nil` for what they seem to hold. If something
  ///     is missing there, the group is empty.
  ///   - group: of an archive, which of its ``groups``; `nil` for the first.
  package func read(
    _ options: ImportOptions, columns: ExpenseColumns? = nil, group: String? = nil
  ) throws(ImportFailure) -> ImportedGroup {
    if let archive {
      let chosen = group.flatMap { groups.contains($0) ? $0 : nil } ?? groups.first
      guard let entry = archive.entries.first(where: { $0.name == chosen }) else {
        throw .nothingToImport(file: name)
      }
      let bytes = try archive.bytes(of: entry, maxBytes: Self.maxDocumentBytes)
      var group = try HearthGroupReader.read(
        Self.document(bytes, name), file: name, options: options)
      group.archivedFiles = try Self.files(of: archive, namedBy: group)
      group.countEntries()
      return group
    }
    switch format {
    case .hearth, .spliit: return try Self.read(document(), format, name, options)
    case .cospend where isDocument, .ihatemoney where isDocument:
      return try Self.read(document(), format, name, options)
    case .cospend: return try CospendReader.read(reader(), coding: coding, options: options)
    case .ihatemoney: return try IHateMoneyReader.read(reader(), coding: coding, options: options)
    case .splitwise:
      return try SplitwiseReader.read(
        reader(), skippedCount: skippedCount, coding: coding, options: options)
    case .table:
      return try ExpenseTableReader.read(
        reader(), skippedCount: skippedCount,
        columns: columns ?? guessed, coding: coding, options: options)
    }
  }

  /// Reads a table of somebody's own income and spending: what was spent is below zero.
  ///
  /// - Parameter columns: what its columns hold; `nil` for what they seem to hold. If something is
  ///   missing there, the group is empty.
  package func readOwn(
    _ options: ImportOptions, columns: ExpenseColumns? = nil
  ) throws(ImportFailure) -> ImportedGroup {
    try ExpenseTableReader.read(
      reader(), skippedCount: skippedCount, columns: columns ?? guessed,
      coding: coding, options: options, isOwn: true)
  }

  private var isDocument: Bool { headings.isEmpty }

  private func reader() throws(ImportFailure) -> CSVReader {
    try CSVReader(path: path, name: name, limits: limits, coding: coding, delimiter: delimiter)
  }

  // MARK: Archives

  /// Opens an archive of this program.
  package static func zip(
    _ path: String, name: String, limits: ImportLimits = ImportLimits()
  ) throws(ImportFailure) -> ZipArchive {
    var zipLimits = limits.archive
    // A document of many expenses alike is packed well.
    zipLimits.maxRatio = 1_100
    zipLimits.maxEntries = 1_000_000
    zipLimits.maxTotalBytes = 1 << 40
    zipLimits.maxEntryBytes = 1 << 30
    return try ZipArchive(path: path, name: name, limits: zipLimits)
  }

  /// An archive of this program with groups in it.
  private static func archive(
    _ path: String, _ name: String, _ limits: ImportLimits
  ) throws(ImportFailure) -> ExpenseFile {
    let zip = try zip(path, name: name, limits: limits)
    let groups = zip.entries.map(\.name).filter {
      $0.hasPrefix("groups/") && $0.hasSuffix("/group.json")
    }
    guard !groups.isEmpty else { throw .unsupportedKind(file: name, .otherArchive) }
    var file = ExpenseFile(name, .hearth, path, limits: limits)
    file.archive = zip
    file.groups = groups.sorted()
    return file
  }

  /// What the list of contents of an archive may come to.
  private static let maxContentsBytes = 128 << 20

  private static func files(
    of archive: ZipArchive, namedBy group: ImportedGroup
  ) throws(ImportFailure) -> [String: String] {
    var wanted = Set(group.expenses.flatMap(\.receipts).map(\.blobHash))
    if let picture = group.picture { wanted.insert(picture.blobHash) }
    return try files(wanted, in: archive)
  }

  /// The paths of files in an archive of this program, by their hashes, as the archive's list of
  /// contents tells them; what is not there is left out.
  package static func files(
    _ wanted: Set<String>, in archive: ZipArchive
  ) throws(ImportFailure) -> [String: String] {
    guard !wanted.isEmpty,
      let contents = archive.entries.first(where: { $0.name == "manifest.json" })
    else { return [:] }
    let paths = Set(archive.entries.map(\.name))
    let document = try document(
      archive.bytes(of: contents, maxBytes: maxContentsBytes), archive.file)
    var files: [String: String] = [:]
    for file in document["files"]?.elements ?? [] {
      guard let hash = file["sha256"]?.text, wanted.contains(hash), files[hash] == nil,
        let path = file["path"]?.text, paths.contains(path)
      else { continue }
      files[hash] = path
    }
    return files
  }

  // MARK: JSON

  private func document() throws(ImportFailure) -> JSON {
    try Self.document(FileBytes(path: path, name: name), name)
  }

  private static func document(_ file: FileBytes, _ name: String) throws(ImportFailure) -> JSON {
    guard file.byteCount <= maxDocumentBytes else {
      throw .fileTooLarge(file: name, maxBytes: maxDocumentBytes)
    }
    let bytes = try file.bytes(at: 0, maxBytes: file.byteCount)
    return try document(bytes, name)
  }

  private static func document(_ bytes: [UInt8], _ name: String) throws(ImportFailure) -> JSON {
    let hasMark = bytes.starts(with: [0xEF, 0xBB, 0xBF])
    do throws(JSONReader.Failure) {
      return try JSONReader.read(hasMark ? Array(bytes.dropFirst(3)) : bytes)
    } catch {
      let line = bytes.prefix(error.offset).reduce(1) { $1 == 0x0A ? $0 + 1 : $0 }
      throw .unreadableDocument(file: name, line: line)
    }
  }

  private static func format(
    of document: JSON, _ name: String
  ) throws(ImportFailure) -> ExpenseFormat {
    if HearthGroupReader.matches(document) { return .hearth }
    if SpliitReader.matches(document) { return .spliit }
    if CospendReader.matches(document) { return .cospend }
    if IHateMoneyReader.matches(document) { return .ihatemoney }
    throw .unsupportedKind(file: name, .json)
  }

  /// Reads a document in memory, as the pages of a group and the archive have it.
  package static func read(
    document bytes: [UInt8], name: String, _ options: ImportOptions
  ) throws(ImportFailure) -> ImportedGroup {
    let document = try document(bytes, name)
    return try read(document, format(of: document, name), name, options)
  }

  private static func read(
    _ document: JSON, _ format: ExpenseFormat, _ name: String, _ options: ImportOptions
  ) throws(ImportFailure) -> ImportedGroup {
    var group =
      switch format {
      case .hearth: try HearthGroupReader.read(document, file: name, options: options)
      case .spliit: try SpliitReader.read(document, file: name, options: options)
      case .cospend: try CospendReader.read(document, file: name, options: options)
      default: try IHateMoneyReader.read(document, file: name, options: options)
      }
    group.countEntries()
    return group
  }

  // MARK: Tables

  private static func table(
    _ path: String, _ name: String, _ coding: TextCoding, _ limits: ImportLimits
  ) throws(ImportFailure) -> ExpenseFile {
    let first = try rows(path, name, coding, limits, delimiter: nil, count: 2)
    guard let header = first.first else { throw .empty(file: name) }
    let names = header.map { CleanText.trimmed($0).lowercased() }
    if CospendReader.isHeader(names) {
      return ExpenseFile(
        name, .cospend, path, coding: coding, headings: header, limits: limits)
    }
    if IHateMoneyReader.isHeader(Set(names)) {
      return ExpenseFile(
        name, .ihatemoney, path, coding: coding, headings: header, limits: limits)
    }
    if Set(names).isSuperset(of: ["is reimbursement", "split mode", "cost"]) {
      throw .unsupportedKind(file: name, .spliitTable)
    }
    if let (delimiter, skipped) = try splitwiseStart(path, name, coding, limits) {
      return ExpenseFile(
        name, .splitwise, path, coding: coding, delimiter: delimiter, skippedCount: skipped,
        headings: header, limits: limits)
    }
    let headings = header.map(GroupBuilder.line)
    guard headings.count > 1 else {
      throw .unknownFormat(file: name, header: InventoryFile.shown(header))
    }
    return ExpenseFile(
      name, .table, path, coding: coding, headings: headings,
      samples: first.count > 1 ? first[1] : [], limits: limits)
  }

  /// The separator of Splitwise's table, and how many rows stand before its headings.
  private static func splitwiseStart(
    _ path: String, _ name: String, _ coding: TextCoding, _ limits: ImportLimits
  ) throws(ImportFailure) -> (delimiter: UInt8, skipped: Int)? {
    for delimiter: UInt8 in [0x2C, 0x3B, 0x09] {
      let rows: [[String]]
      do throws(ImportFailure) {
        rows = try self.rows(
          path, name, coding, limits, delimiter: delimiter, count: SplitwiseReader.maxSkipped + 2)
      } catch {
        // With the wrong separator the text may not even be a table.
        continue
      }
      for (index, row) in rows.enumerated().prefix(SplitwiseReader.maxSkipped) {
        let next = index + 1 < rows.count ? rows[index + 1] : nil
        if SplitwiseReader.isHeader(row, next) { return (delimiter, index) }
      }
    }
    return nil
  }

  private static func rows(
    _ path: String, _ name: String, _ coding: TextCoding, _ limits: ImportLimits,
    delimiter: UInt8?, count: Int
  ) throws(ImportFailure) -> [[String]] {
    var table = try CSVReader(
      path: path, name: name, limits: limits, coding: coding, delimiter: delimiter)
    var record = CSVRecord()
    var rows: [[String]] = []
    while rows.count < count, try table.next(into: &record) {
      if !record.isBlank { rows.append((0..<record.count).map { record.text($0) }) }
    }
    return rows
  }
}

extension ImportedGroup {
  /// Says of a document that its rows are numbered as entries.
  fileprivate mutating func countEntries() {
    countsEntries = true
    for index in problems.indices { problems[index].isEntry = true }
  }
}
