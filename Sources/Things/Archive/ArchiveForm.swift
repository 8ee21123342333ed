import Household
import SyncProtocol

/// The format of a whole household in one ZIP: names, versions, and the tables it contains.
package enum ArchiveForm {
  /// The value of `format` in `manifest.json`.
  package static let format = "hearth-archive"
  /// The version of the archive's layout. An archive with a greater version is refused.
  package static let version: Int64 = 1
  package static let manifest = "manifest.json"
  static let personal = "personal/records.jsonl"

  /// All synced tables of a home, parents before their children.
  package static let homeTables = Things.schema.tables.filter {
    !$0.isHubOwned && $0.zoneKinds.contains(.home)
  }

  static let root = Home.schema

  /// The exporting person's own records, which go along with all homes: saved searches.
  ///
  /// The profile is left out: it is how a person has set up an account, and the importing person
  /// has one already. Merges are left out too: they can only be undone where they were made.
  package static let personalTables = Things.schema.tables.filter {
    !$0.isHubOwned && $0.zoneKinds == [.personal] && $0.zoneColumn != nil
      && $0.name != HomeMerge.sql.table
  }
}

/// The contents of `manifest.json`.
package struct ArchiveManifest: Equatable, Sendable {
  package struct Home: Equatable, Sendable {
    package var id: ZoneID
    package var name: String
    /// The entry with the home's records, one JSON object per line.
    package var records: String
    /// The number of records in each table.
    package var counts: SortedMap<Int64>
  }

  package struct Entry: Equatable, Sendable {
    package var path: String
    package var sha256: String
    package var byteCount: Int64
  }

  package var version = ArchiveForm.version
  /// The version of the tables; see `Things.schema`.
  package var schemaVersion = Int64(Things.schema.version)
  /// Milliseconds since 1970.
  package var madeAt: Int64
  package var homes: [Home] = []
  /// The entry with the person's own records; `nil` in an archive of one home.
  package var personal: String?
  package var files: [Entry] = []
  /// Photos and papers whose files were missing when the archive was made.
  package var missing: [Entry] = []

  package init(madeAt: Int64) { self.madeAt = madeAt }
}

extension ArchiveManifest {
  /// Writes the manifest as JSON, one line for each file.
  func write(to sink: @escaping ExportText.Sink) throws {
    var text = ExportText(sink)
    func line(_ body: (inout WireWriter) -> Void) throws {
      var writer = WireWriter(capacity: 256)
      writer.object(body)
      try text.write(writer.bytes)
    }
    try text.write(
      "{\"format\":\"\(ArchiveForm.format)\",\"version\":\(version),"
        + "\"schemaVersion\":\(schemaVersion),\"madeAt\":\(madeAt),\n\"homes\":[")
    for (index, home) in homes.enumerated() {
      try text.write(index == 0 ? "\n" : ",\n")
      try line { writer in
        writer.key("id")
        writer.string(home.id)
        writer.key("name")
        writer.string(home.name)
        writer.key("records")
        writer.string(home.records)
        writer.key("counts")
        writer.object { writer in
          for (table, count) in home.counts {
            writer.key(table)
            writer.integer(count)
          }
        }
      }
    }
    try text.write("],\n\"personal\":\(personal.map { "\"\($0)\"" } ?? "null"),")
    for (key, entries) in [("files", files), ("missing", missing)] {
      try text.write("\n\"\(key)\":[")
      for (index, entry) in entries.enumerated() {
        try text.write(index == 0 ? "\n" : ",\n")
        try line { writer in
          writer.key("path")
          writer.string(entry.path)
          writer.key("sha256")
          writer.string(entry.sha256)
          writer.key("byteCount")
          writer.integer(entry.byteCount)
        }
      }
      try text.write(key == "files" ? "]," : "]}\n")
    }
    try text.finish()
  }

  /// The layout and schema versions of a household archive's manifest; `nil` for any other
  /// document.
  static func versions(_ bytes: [UInt8]) -> (version: Int64, schema: Int64)? {
    // This only recognises the format; reading the archive reports what is wrong with it.
    guard let fields = try? fields(bytes), fields["format"]?.text == ArchiveForm.format else {
      // The manifest of another program, or no JSON: either way, no archive of a household.
      return nil
    }
    return (fields["version"]?.integer ?? 0, fields["schemaVersion"]?.integer ?? 0)
  }

  private static func fields(_ bytes: [UInt8]) throws -> SortedMap<FieldValue> {
    try WireReader.read(bytes) { reader throws(WireError) in
      guard case .map(let map) = try FieldValue(from: &reader) else {
        throw reader.failure("not an object")
      }
      return map
    }
  }

  /// JSON that lacks a field which every manifest has.
  struct Malformed: Error {}

  /// Throws ``Malformed``, or `WireError` if the bytes are not JSON.
  init(_ bytes: [UInt8]) throws {
    let fields = try Self.fields(bytes)
    func entries(_ key: String) throws -> [Entry] {
      try (fields[key]?.list ?? []).map { value in
        guard let path = value["path"].text, let hash = value["sha256"].text,
          let count = value["byteCount"].integer, count >= 0
        else { throw Malformed() }
        return Entry(path: path, sha256: hash, byteCount: count)
      }
    }
    madeAt = fields["madeAt"]?.integer ?? 0
    version = fields["version"]?.integer ?? 0
    schemaVersion = fields["schemaVersion"]?.integer ?? 0
    personal = fields["personal"]?.text
    files = try entries("files")
    missing = try entries("missing")
    homes = try (fields["homes"]?.list ?? []).map { value in
      guard let id = value["id"].text, isRecordID(id), let name = value["name"].text,
        let records = value["records"].text, case .map(let counts) = value["counts"]
      else { throw Malformed() }
      return Home(
        id: id, name: name, records: records, counts: counts.mapValues { $0.integer ?? -1 })
    }
  }
}
