import Household
import Importing
import SQLite
import SyncProtocol

/// An archive of a household, opened and checked.
///
/// Its records are in an in-memory database of their own, under all the rules of the tables.
/// Nothing is in the household yet.
///
/// `@unchecked Sendable` because the database is written only here, and afterwards only read, by
/// one import at a time.
package final class HouseholdArchive: @unchecked Sendable {
  /// Why a whole archive is refused. `entry` is a file in it, `line` counts from 1.
  package enum Failure: Error, Equatable, Sendable {
    /// Made by a newer Hearth.
    case newer
    case missingEntry(String)
    /// The content does not match the hash or size in the manifest.
    case wrongSum(String)
    /// The manifest lacks something, or contradicts the records.
    case unreadableManifest
    case unreadableRecord(entry: String, line: Int)
    case tooLarge(entry: String, maxBytes: Int)
    /// A name that leads outside the archive.
    case unsafeName(String)
  }

  /// Limits in bytes: the manifest, and one record.
  private static let maxManifestBytes = 128 << 20
  private static let maxRecordBytes = 4 << 20
  /// One photo or paper.
  private static let maxFileBytes = 64 << 20
  /// All records of one home.
  private static let maxRecordsBytes = 1 << 30

  package let name: String
  package let manifest: ArchiveManifest
  /// Whether records keep their ids where these are free.
  let keepsIDs: Bool
  package let staged: Connection
  /// The inconsistencies of the archive that were mended.
  package private(set) var mended: [ArchiveMending] = []
  /// `nil` for records that came from elsewhere: these are no archive, but are read like one.
  private let zip: ZipArchive?
  /// Finds a file by its hash, for records that came from elsewhere.
  private let otherFiles: ((String) -> ArchivedFile?)?
  private let entries: [String: ZipArchive.Entry]

  /// Photos are already compressed and records may be very repetitive, so sizes are limited and the
  /// compression ratio is not.
  private static var limits: ZipLimits {
    var limits = ZipLimits()
    limits.maxEntries = 1_000_000
    limits.maxEntryBytes = maxRecordsBytes
    limits.maxTotalBytes = 1 << 40
    limits.maxRatio = 1100
    return limits
  }

  /// Opens the file if it is an archive of a household; `nil` for any other kind of file.
  ///
  /// Throws ``Failure``, and `ImportFailure` if the ZIP itself is faulty.
  package static func open(_ path: String, name: String) throws -> HouseholdArchive? {
    let zip: ZipArchive
    do throws(ImportFailure) {
      zip = try ZipArchive(path: path, name: name, limits: limits)
    } catch {
      // No ZIP, or a damaged one: the readers of other kinds of file report the fault.
      return nil
    }
    guard let entry = zip.entries.first(where: { $0.name == ArchiveForm.manifest }),
      entry.byteCount <= maxManifestBytes
    else { return nil }
    let bytes = try zip.bytes(of: entry, maxBytes: maxManifestBytes)
    guard let versions = ArchiveManifest.versions(bytes) else { return nil }
    guard versions.version <= ArchiveForm.version,
      versions.schema <= Int64(Things.schema.version)
    else { throw Failure.newer }
    return try HouseholdArchive(zip, manifest: bytes)
  }

  /// Wraps records of another kind of file, which are already staged; they keep their ids.
  ///
  /// - Parameter files: finds a photo or paper by its hash; `nil` if there is none.
  package init(
    name: String, homes: [(id: ZoneID, name: String)], staged: Connection, madeAt: Int64,
    files: @escaping (String) -> ArchivedFile?
  ) {
    self.name = name
    self.staged = staged
    (keepsIDs, zip, otherFiles, entries) = (true, nil, files, [:])
    var manifest = ArchiveManifest(madeAt: madeAt)
    manifest.homes = homes.map { home in
      ArchiveManifest.Home(id: home.id, name: home.name, records: "", counts: [:])
    }
    self.manifest = manifest
  }

  private init(_ zip: ZipArchive, manifest bytes: [UInt8]) throws {
    self.zip = zip
    (keepsIDs, otherFiles) = (false, nil)
    name = zip.file
    if let name = zip.unsafeNames.first { throw Failure.unsafeName(name) }
    do {
      manifest = try ArchiveManifest(bytes)
    } catch {
      throw Failure.unreadableManifest
    }
    entries = Dictionary(uniqueKeysWithValues: zip.entries.map { ($0.name, $0) })
    for file in manifest.files {
      guard let entry = entries[file.path] else { throw Failure.missingEntry(file.path) }
      guard entry.byteCount == file.byteCount else { throw Failure.wrongSum(file.path) }
    }
    staged = try Connection(path: ":memory:")
    for script in Things.migrations { try staged.executeScript(script) }
    try stage(zip)
  }

  /// A photo or paper by its hash; `nil` if it is not in the archive.
  package func content(_ hash: String) -> ArchivedFile? {
    if let otherFiles { return otherFiles(hash) }
    guard let zip, let entry = file(withHash: hash) else { return nil }
    return ArchivedFile(name: entry.name) { try zip.open(entry) }
  }

  /// The entry of a photo or paper by its hash; `nil` if it is not in the archive.
  package func file(withHash hash: String) -> ZipArchive.Entry? {
    fileEntries[hash].flatMap { entries[$0] }
  }

  /// The path of the first entry with each hash.
  private lazy var fileEntries = Dictionary(
    manifest.files.map { ($0.sha256, $0.path) }, uniquingKeysWith: { first, _ in first })

  // MARK: Records

  private func stage(_ zip: ZipArchive) throws {
    let promised = Dictionary(
      manifest.files.map { ($0.path, $0.sha256) }, uniquingKeysWith: { first, _ in first })
    // References are mended later, once all records are there.
    try staged.execute("PRAGMA foreign_keys = OFF")
    for home in manifest.homes {
      let leftOut = try stage(
        home.records, in: zip, promised[home.records], of: home.id, ArchiveForm.homeTables)
      for (name, count) in home.counts {
        guard let table = ArchiveForm.homeTables.first(where: { $0.name == name }) else {
          throw Failure.unreadableManifest
        }
        let found = try staged.first(
          "SELECT count(*) FROM \(name) WHERE \(table.zoneColumn ?? "id") = ?", .text(home.id)
        ) { $0.integer(0) }
        guard let found, found + (leftOut[name] ?? 0) == count else {
          throw Failure.unreadableManifest
        }
      }
      let isThere = try staged.first("SELECT 1 FROM homes WHERE id = ?", .text(home.id)) { _ in 1 }
      guard isThere != nil else { throw Failure.unreadableManifest }
    }
    try staged.transaction { try mend() }
    if let personal = manifest.personal {
      // The owner of a personal record is only known when it is restored.
      _ = try stage(personal, in: zip, promised[personal], of: nil, ArchiveForm.personalTables)
    }
  }

  private func mend() throws {
    let entries = Dictionary(
      manifest.homes.map { ($0.id, $0.records) }, uniquingKeysWith: { first, _ in first })
    mended += try ArchiveMending.references(entries, in: staged)
    for home in manifest.homes {
      mended += try ArchiveMending.places(of: home.id, entry: home.records, in: staged)
    }
  }

  /// Stages an entry that holds a record on each line: all of them or none.
  ///
  /// Records that had to be left out do not count as a failure.
  ///
  /// - Returns: the number of records left out, by table.
  private func stage(
    _ path: String, in zip: ZipArchive, _ promisedSum: String?, of home: ZoneID?,
    _ tables: [TableSchema]
  ) throws -> [String: Int64] {
    guard let entry = entries[path] else { throw Failure.missingEntry(path) }
    guard let promisedSum else { throw Failure.unreadableManifest }
    let byName = Dictionary(uniqueKeysWithValues: tables.map { ($0.name, $0) })
    let sum = SHA256Sum()
    var number = 0
    var leftOut: [String: Int64] = [:]
    try staged.transaction {
      try forEachLine(of: entry, in: zip, sum) { line in
        number += 1
        do {
          let (table, name, kinds) = try stage(line, of: home, byName)
          mended += kinds.map { ArchiveMending($0, name, entry: path, line: number) }
          if kinds.contains(.leftOut) { leftOut[table, default: 0] += 1 }
        } catch {
          throw Failure.unreadableRecord(entry: path, line: number)
        }
      }
      guard sum.finish() == promisedSum else { throw Failure.wrongSum(path) }
    }
    return leftOut
  }

  private func forEachLine(
    of entry: ZipArchive.Entry, in zip: ZipArchive, _ sum: SHA256Sum,
    _ body: ([UInt8]) throws -> Void
  ) throws {
    try zip.open(entry).forEachLine(
      maxBytes: Self.maxRecordBytes,
      tooLong: Failure.tooLarge(entry: entry.name, maxBytes: Self.maxRecordBytes),
      piece: { sum.add($0) }, body)
  }

  /// A record that cannot be kept. Whatever the reason, the failure reports its line.
  private struct Unfit: Error {}

  private func stage(
    _ line: [UInt8], of home: ZoneID?, _ tables: [String: TableSchema]
  ) throws -> (table: String, name: String, kinds: [ArchiveMending.Kind]) {
    var registers: [(String, FieldValue)] = []
    var (name, id, zone) = ("", "", "")
    let fields = try WireReader.read(line) { reader throws(WireError) in
      guard case .map(let map) = try FieldValue(from: &reader) else {
        throw reader.failure("not an object")
      }
      return map
    }
    name = fields["table"]?.text ?? ""
    guard let table = tables[name] else { throw Unfit() }
    id = fields["id"]?.text ?? ""
    zone = table.zoneColumn.flatMap { fields[$0]?.text } ?? id
    guard isRecordID(id), home.map({ $0 == zone }) ?? isRecordID(zone) else { throw Unfit() }
    for (column, value) in fields
    where !["table", "id"].contains(column) && column != table.zoneColumn {
      registers.append((column, value))
    }
    let kinds = [
      ArchiveMending.values(&registers, of: table), ArchiveMending.owners(&registers, of: table),
    ].compactMap(\.self)
    let given = SortedMap(uniqueKeysWithValues: registers)
    guard table.check(given, isInsert: true, record: RecordKey(name, id)) == nil else {
      throw Unfit()
    }
    if kinds.contains(.leftOut) { return (name, ArchiveMending.name(given), kinds) }
    var columns = ["id"] + [table.zoneColumn].compactMap(\.self)
    var values: [Value] = [.text(id)] + (table.zoneColumn == nil ? [] : [.text(zone)])
    for register in table.registers {
      columns.append(register.name)
      var value = given[register.name] ?? register.defaultContent
      // Made from the name, whatever the archive says.
      if let source = register.follows, register.name == "nameKey" {
        value = .text(NameKey.make(given[source]?.text ?? ""))
      }
      values.append(try Self.value(value))
    }
    let marks = columns.map { _ in "?" }.joined(separator: ", ")
    try staged.execute(
      "INSERT INTO \(name) (\(columns.joined(separator: ", "))) VALUES (\(marks))", values)
    return (name, ArchiveMending.name(given), kinds)
  }

  private static func value(_ value: FieldValue) throws -> Value {
    switch value {
    case .null: .null
    case .integer(let integer): .integer(integer)
    case .real(let real): .real(real)
    case .text(let text): .text(text)
    case .blob, .list, .map: throw Unfit()
    }
  }
}

extension HouseholdArchive {
  /// The bytes of a photo or paper. Throws `ImportFailure`.
  package func bytes(of entry: ZipArchive.Entry) throws -> [UInt8] {
    guard let zip else { throw ImportFailure.missingEntry(file: name, entry: entry.name) }
    return try zip.bytes(of: entry, maxBytes: Self.maxFileBytes)
  }

  /// The kind of a photo's file according to the records; `nil` if no record names this file.
  package func photoKind(_ hash: String) throws -> Photo.Kind? {
    try staged.first("SELECT kind FROM photos WHERE blobHash = ?", .text(hash)) {
      Photo.Kind(rawValue: $0.text(0))
    } ?? nil
  }

  /// The media of a paper's file according to the records; `nil` if no record names this file.
  package func paperMedia(_ hash: String) throws -> Attachment.Media? {
    try staged.first("SELECT media FROM attachments WHERE blobHash = ?", .text(hash)) {
      Attachment.Media(rawValue: $0.text(0))
    } ?? nil
  }
}

extension HouseholdArchive: FileSource {}
