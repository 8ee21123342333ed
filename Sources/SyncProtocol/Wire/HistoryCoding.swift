/// The wire forms of a zone's history.
extension HistoryRequest: WireCodable {
  public func write(to writer: inout WireWriter) {
    writer.object { writer in
      writer.field("zone", zone)
      if let record { writer.field("record", record) }
      if let before { writer.field("before", before) }
      writer.field("limit", limit)
      writer.field("changeLimit", changeLimit)
    }
  }

  public init(from reader: inout WireReader) throws(WireError) {
    self = try reader.fields { fields throws(WireError) in
      Self(
        zone: try fields["zone"], record: try fields[optional: "record"],
        before: try fields.before, limit: try fields["limit", default: 20],
        changeLimit: try fields["changeLimit", default: 50])
    }
  }
}

extension HistoryEntry.Count: WireCodable {
  public func write(to writer: inout WireWriter) {
    writer.object { writer in
      writer.field("k", kind.rawValue)
      writer.field("t", table)
      writer.field("n", count)
    }
  }

  public init(from reader: inout WireReader) throws(WireError) {
    self = try reader.fields { fields throws(WireError) in
      Self(kind: try fields["k"], table: try fields["t"], count: Int(try fields.sequence("n")))
    }
  }
}

extension Effect.Kind: WireCodable {}

extension RecordChange: WireCodable {
  public func write(to writer: inout WireWriter) {
    writer.object { writer in
      writer.field("k", kind)
      writer.field("t", table)
      writer.field("i", id)
      if !before.isEmpty { writer.field("b", before) }
      if !after.isEmpty { writer.field("r", after) }
      if let movedTo { writer.field("to", movedTo) }
      if hasArrived { writer.field("came", true) }
    }
  }

  public init(from reader: inout WireReader) throws(WireError) {
    self = try reader.fields { fields throws(WireError) in
      Self(
        try fields["k"], try fields["t"], try fields["i"],
        before: try fields.values("b"), after: try fields.values("r"),
        movedTo: try fields[optional: "to"], hasArrived: try fields["came", default: false])
    }
  }
}

extension WireFields {
  /// The bound of a history request. One beyond the head is allowed and bounds nothing.
  fileprivate var before: Int64? {
    get throws(WireError) {
      let before: Int64? = try self[optional: "before"]
      if let before, before < 0 { throw failure("a sequence below zero") }
      return before
    }
  }

  /// The values of registers; empty when the key is missing.
  fileprivate func values(_ key: String) throws(WireError) -> SortedMap<FieldValue> {
    try read(key) { reader throws(WireError) in try reader.values() } ?? [:]
  }
}

extension HistoryEntry: WireCodable {
  public func write(to writer: inout WireWriter) {
    writer.object { writer in
      writer.field("n", sequence)
      writer.field("a", author)
      writer.field("name", authorName)
      writer.field("at", at)
      if isSpanning { writer.field("spans", true) }
      writer.field("counts", counts)
      writer.field("changes", changes)
    }
  }

  public init(from reader: inout WireReader) throws(WireError) {
    self = try reader.fields { fields throws(WireError) in
      Self(
        sequence: try fields.sequence("n"), author: try fields["a"],
        authorName: try fields["name"], at: try fields.moment("at"),
        isSpanning: try fields["spans", default: false],
        counts: try fields.list("counts", max: WireFields.maxCount),
        changes: try fields.list("changes", max: HistoryRequest.maxChanges))
    }
  }
}

extension HistoryPage: WireCodable {
  public func write(to writer: inout WireWriter) {
    writer.object { writer in
      writer.field("entries", entries)
      if let next { writer.field("next", next) }
      if isCutOff { writer.field("isCutOff", true) }
    }
  }

  public init(from reader: inout WireReader) throws(WireError) {
    self = try reader.fields { fields throws(WireError) in
      Self(
        entries: try fields.list("entries", max: HistoryRequest.maxEntries),
        next: try fields.optionalSequence("next"), isCutOff: try fields["isCutOff", default: false])
    }
  }
}

extension FormerRecord: WireCodable {
  public func write(to writer: inout WireWriter) {
    writer.object { writer in
      writer.field("t", key.table)
      writer.field("i", key.id)
      writer.field("b", registers)
      if let movedTo { writer.field("to", movedTo) }
    }
  }

  public init(from reader: inout WireReader) throws(WireError) {
    self = try reader.fields { fields throws(WireError) in
      Self(
        RecordKey(try fields["t"], try fields["i"]), registers: try fields.values("b"),
        movedTo: try fields[optional: "to"])
    }
  }
}

extension FormerRecord {
  package static func wireBytes(of records: [FormerRecord]) -> [UInt8] {
    var writer = WireWriter(capacity: 256)
    writer.array { writer in for record in records { record.write(to: &writer) } }
    return writer.bytes
  }

  package static func list(wireBytes bytes: [UInt8]) throws(WireError) -> [FormerRecord] {
    try WireReader.read(bytes) { reader throws(WireError) in try reader.list() }
  }
}

/// Reads a log entry without decoding its effects, which may be those of a whole import.
package struct LogEntryScan {
  package private(set) var author: AccountID = ""
  package private(set) var committedAt: Int64 = 0
  /// The zones that the change set changed; empty when it changed this one alone.
  package private(set) var zones: [ZoneID] = []
  package private(set) var effects: [Head] = []
  private let bytes: [UInt8]

  /// The kind and the record of one effect, without its registers.
  package struct Head {
    package let kind: Effect.Kind
    package let key: RecordKey
    fileprivate let registers: Range<Int>?
  }

  package var isSpanning: Bool { zones.count > 1 }

  private init(of bytes: [UInt8]) { self.bytes = bytes }

  package init(_ bytes: [UInt8]) throws(WireError) {
    var scan = Self(of: bytes)
    try WireReader.read(bytes) { reader throws(WireError) in
      try reader.object { reader, key throws(WireError) in
        switch key {
        case "a": scan.author = try reader.string()
        case "at": scan.committedAt = try reader.moment()
        case "parts": scan.zones = Array(try reader.sequences().keys)
        case "e":
          // Of a key that occurs twice the last counts, as when the whole entry is read.
          scan.effects = []
          try reader.array { reader throws(WireError) in
            scan.effects.append(try Self.head(&reader))
          }
        default: try reader.skip()
        }
      }
    }
    self = scan
  }

  private static func head(_ reader: inout WireReader) throws(WireError) -> Head {
    var kind: Effect.Kind?
    var table: String?
    var id: String?
    var registers: Range<Int>?
    try reader.object { reader, key throws(WireError) in
      switch key {
      case "k": kind = try reader.choice()
      case "t": table = try reader.string()
      case "i": id = try reader.string()
      case "r":
        let start = reader.index
        try reader.skip()
        registers = start..<reader.index
      default: try reader.skip()
      }
    }
    return Head(
      kind: try reader.required(kind, "k"),
      key: RecordKey(try reader.required(table, "t"), try reader.required(id, "i")),
      registers: registers)
  }

  /// The registers of one effect, decoded now.
  package func registers(of head: Head) throws(WireError) -> SortedMap<FieldValue> {
    guard let range = head.registers else { return [:] }
    return try WireReader.read(Array(bytes[range])) { reader throws(WireError) in
      try reader.values()
    }
  }
}
