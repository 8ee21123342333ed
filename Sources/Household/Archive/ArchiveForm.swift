import SyncProtocol

/// The form of a whole household in one ZIP: names, versions, and which tables are in it.
package enum ArchiveForm {
  /// What `manifest.json` calls itself.
  package static let format = "hearth-archive"
  /// Of the archive's layout. An archive of a greater one is refused.
  package static let version: Int64 = 1
  package static let manifest = "manifest.json"
  static let personal = "personal/records.jsonl"

  /// The tables of a home, parents before their children: all that are synced within it.
  package static let homeTables = Household.schema.tables.filter {
    !$0.isHubOwned && $0.zoneKinds.contains(.home)
  }

  static let root = Home.schema

  /// What belongs to the person who exports and comes along with all homes: saved searches. Not the
  /// profile: it is how somebody has set up an account, and the one who imports has one. Nor what
  /// was merged: that can be taken back where it was done and nowhere else.
  package static let personalTables = Household.schema.tables.filter {
    !$0.isHubOwned && $0.zoneKinds == [.personal] && $0.zoneColumn != nil
      && $0.name != HomeMerge.sql.table
  }
}

/// A photo or paper of an archive.
package struct ArchiveFile: Equatable, Sendable {
  /// In the archive: `photos/Lake Cabin/Sofa/1.jpg`.
  package let path: String
  /// SHA-256, by which the blob store has it.
  package let blobHash: String
  /// A record that names the file, by which a device asks for it.
  package let place: RecordPlace
}

/// What `manifest.json` says.
package struct ArchiveManifest: Equatable, Sendable {
  package struct Home: Equatable, Sendable {
    package var id: ZoneID
    package var name: String
    /// The entry with the home's records, one JSON object in each line.
    package var records: String
    /// Records of each table.
    package var counts: SortedMap<Int64>
  }

  package struct Entry: Equatable, Sendable {
    package var path: String
    package var sha256: String
    package var byteCount: Int64
  }

  package var version = ArchiveForm.version
  /// Of the tables; see `Household.schema`.
  package var schemaVersion = Int64(Household.schema.version)
  /// Milliseconds since 1970.
  package var madeAt: Int64
  package var homes: [Home] = []
  /// The entry with what belongs to the person; `nil` in an archive of one home.
  package var personal: String?
  package var files: [Entry] = []
  /// Photos and papers that were not there to be exported.
  package var missing: [Entry] = []

  package init(madeAt: Int64) { self.madeAt = madeAt }
}

extension ArchiveManifest {
  /// Writes it as JSON, a line for each file.
  func write(to sink: @escaping HouseholdExport.Sink) throws {
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

  /// Whether a JSON document calls itself an archive of a household, and of which versions.
  static func versions(_ bytes: [UInt8]) -> (version: Int64, schema: Int64)? {
    // What is no JSON calls itself nothing; reading it as an archive says what is wrong.
    guard let fields = try? fields(bytes), fields["format"]?.text == ArchiveForm.format else {
      // Another program's manifest, or no JSON: whatever it is, it is no archive of a household.
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

  /// JSON that lacks something which every manifest has.
  struct Malformed: Error {}

  /// Throws ``Malformed``, or `WireError` for what is no JSON.
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
