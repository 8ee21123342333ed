/// The wire forms of deleted zones and of their restoring.
extension DeletedZoneSummary: WireCodable {
  /// More members than any zone has.
  private static let maxListed = 100_000

  public func write(to writer: inout WireWriter) {
    writer.object { writer in
      writer.field("zone", zone)
      writer.field("kind", kind)
      writer.field("title", title)
      writer.field("person", person)
      writer.field("personID", personID)
      writer.field("at", at)
      writer.field("until", until)
      writer.key("counts")
      RecordCounts.write(counts, to: &writer)
      writer.field("members", members)
    }
  }

  public init(from reader: inout WireReader) throws(WireError) {
    self = try reader.fields { fields throws(WireError) in
      Self(
        zone: try fields["zone"], kind: try fields["kind"], title: try fields["title"],
        person: try fields["person"], personID: try fields["personID"],
        at: try fields.moment("at"), until: try fields.moment("until"),
        counts: try fields.read("counts") { reader throws(WireError) in
          try RecordCounts.read(&reader)
        } ?? [:], members: try fields.list("members", max: Self.maxListed))
    }
  }
}

extension RestoreRequest: WireCodable {
  public func write(to writer: inout WireWriter) {
    writer.object { $0.field("isAlone", isAlone) }
  }

  public init(from reader: inout WireReader) throws(WireError) {
    self = try reader.fields { fields throws(WireError) in
      Self(isAlone: try fields["isAlone", default: false])
    }
  }
}

/// The number of records of each table: an object, sorted by table.
package enum RecordCounts {
  package static func write(_ counts: [String: Int], to writer: inout WireWriter) {
    writer.object { writer in
      for (table, count) in counts.sorted(by: { $0.key < $1.key }) { writer.field(table, count) }
    }
  }

  package static func read(_ reader: inout WireReader) throws(WireError) -> [String: Int] {
    var counts: [String: Int] = [:]
    try reader.object { reader, table throws(WireError) in
      guard counts.count < WireFields.maxCount else { throw reader.failure("too many keys") }
      // Bounded by `sequence()`, so that sums of counts do not overflow.
      counts[table] = Int(try reader.sequence())
    }
    return counts
  }

  package static func wireBytes(_ counts: [String: Int]) -> [UInt8] {
    var writer = WireWriter()
    write(counts, to: &writer)
    return writer.bytes
  }

  package static func read(_ bytes: [UInt8]) throws(WireError) -> [String: Int] {
    try WireReader.read(bytes) { reader throws(WireError) in try read(&reader) }
  }
}
