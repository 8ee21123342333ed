import Household
import Importing
import SQLite
import SyncProtocol

/// A family as a document of lines: who is in it, its settings, routines, what was done and
/// approved, rewards and wishes. ``FamilyArchive`` reads it.
///
/// The first line says what it is. A line for each person follows, then one for each record, as
/// `RecordLines` writes them. Pictures and photos are named by their hashes.
package enum FamilyDocument {
  static let format = "hearth-family"
  static let version: Int64 = 1
  static let folder = "families/"
  static let fileName = "/family.jsonl"
  /// The name of the lines that say who somebody is.
  static let people = "people"

  /// The tables in it, each before those that refer to it.
  static let tables = Families.tables.filter { !$0.isHubOwned }

  /// Writes the document. Memory does not grow with what was done.
  ///
  /// - Returns: the number of records.
  @discardableResult
  package static func write(
    _ family: ZoneID, in connection: Connection, to sink: @escaping ExportText.Sink
  ) throws -> Int64 {
    guard try Family.find(family, in: connection) != nil else {
      throw FamilyFailure.familyNotFound
    }
    var text = ExportText(sink)
    try text.write(
      line {
        $0.member("format", format)
        $0.key("version")
        $0.integer(version)
        $0.member("id", family)
      })
    let people = try FamilyPerson.all(of: family, in: connection)
    for person in people {
      try text.write(line(of: person.id, person.name, person.role))
    }
    let names = try FamilyFace.formerNames(of: family, in: connection)
    let known = Set(people.map(\.id))
    for (id, name) in names.sorted(by: { $0.key < $1.key }) where !known.contains(id) {
      try text.write(line(of: id, name, nil))
    }
    var count: Int64 = 0
    for table in tables {
      count += try RecordLines.write(
        table, where: "\(table.zoneColumn ?? "id") = ?", [.text(family)], in: connection, to: &text)
    }
    try text.finish()
    return count
  }

  /// The documents of the families that a replica has, which is one at most, with their files.
  package static func archived(in connection: Connection) throws -> [ArchivedDocument] {
    try Family.all(where: "true ORDER BY createdAt, id", [], in: connection).enumerated().map {
      number, family in
      let folder = "\(folder)\(number + 1) \(ArchiveNames.safe(family.details.name))"
      return ArchivedDocument(
        path: folder + fileName, files: try files(of: family.id, in: folder, connection)
      ) { try write(family.id, in: $0, to: $1) }
    }
  }

  /// Pictures of steps by their routine, and photos by their day.
  private static func files(
    of family: ZoneID, in folder: String, _ connection: Connection
  ) throws -> [ArchiveFile] {
    var names = ArchiveNames()
    var files: [ArchiveFile] = []
    func add(_ sql: String, to place: String) throws {
      try connection.forEach(sql, [.text(family)]) { row in
        let kind = StoredPhoto.Kind(rawValue: row.text(2)) ?? .jpeg
        let ending = "." + StoredPaper.Media(kind).endings[0]
        let name = names.name(row.text(3), in: place, ending: ending)
        files.append(
          ArchiveFile(
            path: "\(folder)/\(place)/\(name)", blobHash: row.text(1),
            place: RecordPlace(zone: family, id: row.text(0))))
      }
    }
    try add(
      """
      SELECT p.id, p.blobHash, p.kind, r.title FROM stepPictures AS p
        JOIN routines AS r ON r.id = p.routineID WHERE p.familyID = ? ORDER BY r.nameKey, p.id
      """, to: "pictures")
    try add(
      """
      SELECT p.id, p.blobHash, p.kind, p.day || ' ' || r.title FROM routineProofs AS p
        JOIN routines AS r ON r.id = p.routineID WHERE p.familyID = ? ORDER BY p.day, p.id
      """, to: "photos")
    return files
  }

  private static func line(of id: AccountID, _ name: String, _ role: FamilyRole?) -> [UInt8] {
    line {
      $0.member("table", people)
      $0.member("id", id)
      $0.member("name", name)
      if let role { $0.member("role", role.rawValue) }
    }
  }

  private static func line(_ body: (inout WireWriter) -> Void) -> [UInt8] {
    var writer = WireWriter(capacity: 256)
    writer.object { body(&$0) }
    return writer.bytes + [0x0A]
  }
}

extension WireWriter {
  fileprivate mutating func member(_ name: String, _ value: String) {
    key(name)
    string(value)
  }
}
