/// A file to be imported, whose format is known.
package struct InventoryFile {
  /// The name that the person knows; failures and problems use it.
  package let name: String
  package let format: InventoryFormat
  /// The archive, if the file is one, from which photos are read; `nil` for a single table.
  package let archive: ZipArchive?
  private let path: String
  private let coding: TextCoding
  private var start = TableStart()
  private let limits: ImportLimits

  /// Opens a file and finds out its format from its first bytes and its header. A file that cannot
  /// be imported is refused with its kind.
  package static func open(
    _ path: String, name: String? = nil, limits: ImportLimits = ImportLimits()
  ) throws(ImportFailure) -> InventoryFile {
    let name = name ?? String(path.split(separator: "/").last ?? "")
    let start = try FileBytes(path: path, name: name).prefix(maxBytes: 16)
    if start.isEmpty { throw .empty(file: name) }
    if start.starts(with: [0x50, 0x4B, 3, 4]) || start.starts(with: [0x50, 0x4B, 5, 6]) {
      let archive = try ZipArchive(path: path, name: name, limits: limits.archive)
      try MovingBoxArchive.check(archive)
      return InventoryFile(
        name: name, format: .movingBoxArchive, archive: archive, path: path, coding: .utf8,
        limits: limits)
    }
    if let kind = FileKind(firstBytes: start) { throw .unsupportedKind(file: name, kind) }
    guard try FileBytes(path: path, name: name).byteCount <= limits.maxTableBytes else {
      throw .fileTooLarge(file: name, maxBytes: limits.maxTableBytes)
    }
    let coding = try TextCoding.detect(path: path, name: name)
    let header = try header(path, name, limits, coding)
    let format: InventoryFormat
    var headings = TableStart()
    do throws(ImportFailure) {
      format = try Self.format(ofHeader: header, file: name)
    } catch {
      guard case .unknownFormat = error,
        let found = TableStart.find(path: path, name: name, limits: limits, coding: coding)
      else { throw error }
      (format, headings) = (.spreadsheet, found)
    }
    // Programs export UTF-8; another encoding means that the export has been altered.
    if format != .spreadsheet, coding != .utf8 { _ = try Self.header(path, name, limits, .utf8) }
    return InventoryFile(
      name: name, format: format, archive: nil, path: path,
      coding: format == .spreadsheet ? coding : .utf8, start: headings, limits: limits)
  }

  private static func header(
    _ path: String, _ name: String, _ limits: ImportLimits, _ coding: TextCoding
  ) throws(ImportFailure) -> [String] {
    var reader = try CSVReader(path: path, name: name, limits: limits, coding: coding)
    var record = CSVRecord()
    guard try reader.next(into: &record) else { throw .empty(file: name) }
    return (0..<record.count).map { record.text($0) }
  }

  /// Reads the whole file. `options` gives the currency of amounts that name none.
  package func read(_ options: ImportOptions) throws(ImportFailure) -> ImportDocument {
    if let archive { return try MovingBoxArchive.read(archive, options: options) }
    let table = try CSVReader(
      path: path, name: name, limits: limits, coding: coding, delimiter: start.delimiter)
    switch format {
    case .homebox: return try HomeboxReader.read(table, options: options)
    case .spreadsheet:
      return try SpreadsheetReader.read(
        table, coding: coding, skippedCount: start.skippedCount, options: options)
    case .movingBoxInventory, .movingBoxArchive:
      return try MovingBoxReader.read(table, options: options)
    }
  }

  /// The first names of a header, for a message.
  static func shown(_ header: [String]) -> [String] {
    header.prefix(8).map { CleanText.excerpt($0, maxLength: 60) }
  }

  private static func format(ofHeader header: [String], file: String) throws(ImportFailure)
    -> InventoryFormat
  {
    if HomeboxColumns.matches(header) { return .homebox }
    let keys = Set(header.map(MovingBoxColumns.key))
    if MovingBoxColumns.isInventory(keys) { return .movingBoxInventory }
    if MovingBoxColumns.isSideFile(keys) {
      throw .unsupportedKind(file: file, .movingBoxSideFile)
    }
    if keys.isSuperset(of: ["purchasedate", "name", "quantity", "price", "totalprice"]) {
      throw .unsupportedKind(file: file, .homeboxBillOfMaterials)
    }
    if SpreadsheetColumns.matches(header) { return .spreadsheet }
    throw .unknownFormat(file: file, header: shown(header))
  }
}

extension FileKind {
  /// The kind of a file that is neither text nor ZIP, by its signature; `nil` if unknown.
  init?(firstBytes bytes: [UInt8]) {
    let signatures: [([UInt8], FileKind)] = [
      (Array("SQLite format 3".utf8), .sqliteDatabase), (Array("%PDF".utf8), .pdf),
      ([0xFF, 0xD8, 0xFF], .image), ([0x89, 0x50, 0x4E, 0x47], .image),
      (Array("GIF8".utf8), .image), ([0x1F, 0x8B], .otherArchive),
      ([0x37, 0x7A, 0xBC, 0xAF], .otherArchive), (Array("Rar!".utf8), .otherArchive),
      ([0xD0, 0xCF, 0x11, 0xE0], .spreadsheet),
    ]
    if let match = signatures.first(where: { bytes.starts(with: $0.0) }) {
      self = match.1
      return
    }
    let text = bytes.drop { $0 <= 0x20 && $0 != 0 || [0xEF, 0xBB, 0xBF].contains($0) }
    guard let first = text.first, first == 0x7B || first == 0x5B else { return nil }
    self = .json
  }
}
