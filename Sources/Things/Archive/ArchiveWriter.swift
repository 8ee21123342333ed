import Household
import SQLite
import SyncProtocol

/// Writes homes as one ZIP with everything they hold: records as JSON, items as a CSV table, photos
/// and papers as they are stored, and a manifest with the hash of each file.
///
/// Records and tables are written first, from one snapshot of the database. The files follow as
/// slowly as the reader takes them, since they never change. The manifest comes last.
package struct ArchiveWriter: OpenArchive {
  package typealias Failure = UseCaseFailure

  /// Photos and papers still to be added, in order.
  package private(set) var files: [ArchiveFile] = []
  package private(set) var manifest: ArchiveManifest
  private var zip: ZipWriter
  private var names = ArchiveNames()

  /// Writes the records and tables.
  ///
  /// - Parameters:
  ///   - home: `nil` for all homes that the account can see, and the person's own records.
  ///   - documents: of the other areas.
  ///   - connection: in a read transaction.
  ///   - now: milliseconds since 1970.
  package init(
    of home: ZoneID?, documents: [ArchivedDocument] = [], in connection: Connection, now: Int64,
    to sink: @escaping ExportText.Sink
  ) throws {
    zip = ZipWriter(modifiedAt: now)
    manifest = ArchiveManifest(madeAt: now)
    let homes = try HouseholdExport.homes(in: connection).filter { home == nil || $0.id == home }
    if home != nil, homes.isEmpty { throw Failure.homeNotFound }
    for (number, home) in homes.enumerated() {
      let folder = "homes/\(number + 1) \(ArchiveNames.safe(home.name))"
      try write(home.id, home.name, in: folder, connection, sink)
      let name = names.name(home.name, in: "")
      try findPhotos(of: home.id, in: "photos/\(name)", connection)
      try findPapers(of: home.id, in: "papers/\(name)", connection)
    }
    if home == nil {
      manifest.personal = ArchiveForm.personal
      try add(ArchiveForm.personal, sink) { text in
        for table in ArchiveForm.personalTables {
          _ = try RecordLines.write(table, where: "TRUE", [], in: connection, to: &text)
        }
      }
    }
    try add(documents, connection, sink)
  }

  private mutating func add(
    _ documents: [ArchivedDocument], _ connection: Connection, _ sink: @escaping ExportText.Sink
  ) throws {
    for document in documents {
      let sum = try zip.add(document.path, to: sink) { try document.write(connection, $0) }
      manifest.files.append(
        .init(path: document.path, sha256: sum.sha256, byteCount: Int64(sum.byteCount)))
      files += document.files
    }
  }

  /// Writes documents of other areas, and no home.
  package init(
    documents: [ArchivedDocument], in connection: Connection, now: Int64,
    to sink: @escaping ExportText.Sink
  ) throws {
    zip = ZipWriter(modifiedAt: now)
    manifest = ArchiveManifest(madeAt: now)
    try add(documents, connection, sink)
  }

  // MARK: Files

  package mutating func begin(_ file: ArchiveFile, byteCount: Int, crc: UInt32) -> [UInt8] {
    manifest.files.append(
      .init(path: file.path, sha256: file.blobHash, byteCount: Int64(byteCount)))
    return zip.store(file.path, byteCount: byteCount, crc: crc)
  }

  /// Lists the file as missing. Its record stays in the archive.
  package mutating func leaveOut(_ file: ArchiveFile) {
    manifest.missing.append(.init(path: file.path, sha256: file.blobHash, byteCount: 0))
  }

  /// Writes the manifest and the list of contents.
  package mutating func finish(to sink: @escaping ExportText.Sink) throws {
    _ = try zip.add(ArchiveForm.manifest, to: sink) { try manifest.write(to: $0) }
    try zip.finish(to: sink)
  }

  // MARK: Records

  private mutating func write(
    _ home: ZoneID, _ name: String, in folder: String, _ connection: Connection,
    _ sink: @escaping ExportText.Sink
  ) throws {
    let path = folder + "/records.jsonl"
    var counts: [(String, Int64)] = []
    try add(path, sink) { text in
      for table in ArchiveForm.homeTables {
        let zone = table.zoneColumn ?? "id"
        let count = try RecordLines.write(
          table, where: "\(zone) = ?", [.text(home)], in: connection, to: &text)
        counts.append((table.name, count))
      }
    }
    manifest.homes.append(
      .init(
        id: home, name: name, records: path, counts: SortedMap(uniqueKeysWithValues: counts)))
    let table = folder + "/items.csv"
    let sum = try zip.add(table, to: sink) {
      try HouseholdExport.writeCSV(of: home, in: connection, to: $0)
    }
    manifest.files.append(
      .init(path: table, sha256: sum.sha256, byteCount: Int64(sum.byteCount)))
  }

  private mutating func add(
    _ path: String, _ sink: @escaping ExportText.Sink,
    _ body: (inout ExportText) throws -> Void
  ) throws {
    let sum = try zip.add(path, to: sink) { sink in
      var text = ExportText(sink)
      try body(&text)
      try text.finish()
    }
    manifest.files.append(
      .init(path: path, sha256: sum.sha256, byteCount: Int64(sum.byteCount)))
  }

  // MARK: Where files lie

  private mutating func findPhotos(
    of home: ZoneID, in folder: String, _ connection: Connection
  ) throws {
    var subject: String?
    var place = folder
    var number = 0
    try connection.forEach(
      """
      SELECT p.id, p.blobHash, p.kind, coalesce(i.id, l.id, ''), coalesce(i.name, l.name, '')
        FROM photos AS p LEFT JOIN items AS i ON i.id = p.itemID
          LEFT JOIN locations AS l ON l.id = p.locationID
        WHERE p.homeID = ? ORDER BY coalesce(l.nameKey, i.nameKey, ''), 4, p.sortKey, p.id
      """, [.text(home)]
    ) { row in
      if subject != row.text(3) {
        subject = row.text(3)
        // Photos of the home itself are directly in its folder.
        let name = row.text(3).isEmpty ? "" : "/" + names.name(row.text(4), in: folder)
        (place, number) = (folder + name, 0)
      }
      number += 1
      let ending = row.text(2) == "jpeg" ? "jpg" : row.text(2)
      files.append(
        ArchiveFile(
          path: "\(place)/\(number).\(ending)", blobHash: row.text(1),
          place: RecordPlace(zone: home, id: row.text(0))))
    }
  }

  private mutating func findPapers(
    of home: ZoneID, in folder: String, _ connection: Connection
  ) throws {
    var subject: String?
    var place = folder
    try connection.forEach(
      """
      SELECT a.id, a.blobHash, a.media, a.name, coalesce(a.itemID, a.policyID),
          coalesce(i.name, p.provider, '')
        FROM attachments AS a LEFT JOIN items AS i ON i.id = a.itemID
          LEFT JOIN policies AS p ON p.id = a.policyID
        WHERE a.homeID = ? ORDER BY coalesce(i.nameKey, p.nameKey, ''), 5, a.createdAt, a.name, a.id
      """, [.text(home)]
    ) { row in
      if subject != row.text(4) {
        subject = row.text(4)
        place = "\(folder)/\(names.name(row.text(5), in: folder))"
      }
      let name = row.text(3)
      let endings = (StoredPaper.Media(rawValue: row.text(2)) ?? .text).endings
      let ending = name.lastIndex(of: ".").map { String(name[$0...]) } ?? ""
      let isKnown = endings.contains(String(ending.lowercased().dropFirst()))
      files.append(
        ArchiveFile(
          path: place + "/"
            + names.name(
              isKnown ? String(name.dropLast(ending.count)) : name, in: place,
              ending: isKnown ? ending.lowercased() : "." + endings[0]),
          blobHash: row.text(1), place: RecordPlace(zone: home, id: row.text(0))))
    }
  }
}
