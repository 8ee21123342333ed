import SyncProtocol

/// Registers as the store keeps them: a JSON array of four parts.
///
///     [[time,"replica.number"], {"quantity":[time,"replica.number"]}, {"claimedBy":"ada"},
///      {"claimedBy":"ada","name":"Kettle","quantity":2}]
///
/// The stamp that most registers have; the stamps of the others; who wrote what is claimed; and
/// last the values as they go over the wire, so that a first load hands them on as they stand.
/// Names are sorted, so equal registers have equal bytes.
///
/// The first programs wrote `{"name":[time,"replica.number",value,"author"]}` instead. That is
/// still read; a record takes the newer form with its next change.
enum RegisterCoding {
  static func encode(_ registers: [String: Register]) -> [UInt8] {
    let sorted = registers.sorted { $0.key < $1.key }
    let common = commonStamp(of: sorted)
    var writer = WireWriter(capacity: 40 * sorted.count + 64)
    writer.array { writer in
      if let common { write(common, to: &writer) } else { writer.null() }
      writer.object { writer in
        for (name, register) in sorted where register.stamp != common {
          writer.key(name)
          write(register.stamp, to: &writer)
        }
      }
      writer.object { writer in
        for (name, register) in sorted {
          guard let author = register.author else { continue }
          writer.key(name)
          writer.string(author)
        }
      }
      writer.object { writer in
        for (name, register) in sorted {
          writer.key(name)
          register.value.write(to: &writer)
        }
      }
    }
    return writer.bytes
  }

  /// Where SQLite's JSON functions find a register's value.
  static func path(of register: String) -> String { "$[3].\(register)" }

  private static func write(_ stamp: Stamp, to writer: inout WireWriter) {
    writer.array { writer in
      writer.integer(stamp.time.bits)
      writer.string(stamp.changeSet.description)
    }
  }

  /// The most frequent stamp, of several the greatest; `nil` when there is no register.
  private static func commonStamp(of registers: [(key: String, value: Register)]) -> Stamp? {
    guard let first = registers.first?.value.stamp else { return nil }
    if registers.allSatisfy({ $0.value.stamp == first }) { return first }
    var counts: [Stamp: Int] = [:]
    for (_, register) in registers { counts[register.stamp, default: 0] += 1 }
    return counts.max { ($0.value, $0.key) < ($1.value, $1.key) }?.key
  }

  static func decode(_ content: UnsafeRawBufferPointer) throws(WireError) -> [String: Register] {
    let bytes = content.assumingMemoryBound(to: UInt8.self)
    guard bytes.first == UInt8(ascii: "[") else { return try decodeFirstForm(bytes) }
    let (head, values) = try parts(of: bytes)
    var registers: [String: Register] = [:]
    var reader = WireReader(values)
    try reader.object { reader, name throws(WireError) in
      let value = try FieldValue(from: &reader)
      guard let stamp = head.stamps[name] ?? head.common else {
        throw reader.failure("a register without a stamp")
      }
      registers[name] = Register(value, stamp, author: head.authors[name])
    }
    try reader.end()
    return registers
  }

  /// Writes a stored record as the effect that puts it, its values as they stand. Returns the
  /// greatest time among its stamps. After an error the writer is of no use.
  ///
  /// - Parameter aggregates: the registers of its table whose versions are told.
  static func writePut(
    _ content: UnsafeRawBufferPointer, of key: RecordKey, aggregates: Set<String>,
    to writer: inout WireWriter
  ) throws(WireError) -> HybridTime {
    let bytes = content.assumingMemoryBound(to: UInt8.self)
    guard bytes.first == UInt8(ascii: "[") else {
      return writePut(try decodeFirstForm(bytes), of: key, aggregates: aggregates, to: &writer)
    }
    let (head, values) = try parts(of: bytes)
    var versions: [String: ChangeSetID] = [:]
    if !aggregates.isEmpty {
      var reader = WireReader(values)
      try reader.object { reader, name throws(WireError) in
        if aggregates.contains(name) {
          versions[name] = (head.stamps[name] ?? head.common)?.changeSet
        }
        try reader.skip()
      }
    }
    Effect.writePut(of: key, values: values, versions: versions, to: &writer)
    return head.stamps.values.reduce(head.common?.time ?? .zero) { max($0, $1.time) }
  }

  private static func writePut(
    _ registers: [String: Register], of key: RecordKey, aggregates: Set<String>,
    to writer: inout WireWriter
  ) -> HybridTime {
    let effect = Effect(
      .put, key.table, key.id, registers: registers.mapValues(\.value),
      versions: registers.filter { aggregates.contains($0.key) }.mapValues(\.stamp.changeSet))
    effect.write(to: &writer)
    return registers.values.map(\.stamp.time).max() ?? .zero
  }

  /// What stands before the values.
  private struct Head {
    var common: Stamp?
    var stamps: [String: Stamp] = [:]
    var authors: [String: AccountID] = [:]
  }

  private static func parts(
    of bytes: UnsafeBufferPointer<UInt8>
  ) throws(WireError) -> (head: Head, values: UnsafeBufferPointer<UInt8>) {
    var head = Head()
    var values: UnsafeBufferPointer<UInt8>?
    var part = 0
    var reader = WireReader(bytes)
    try reader.array { reader throws(WireError) in
      switch part {
      case 0: if !reader.isNull() { head.common = try stamp(from: &reader) }
      case 1:
        try reader.object { reader, name throws(WireError) in
          head.stamps[name] = try stamp(from: &reader)
        }
      case 2:
        try reader.object { reader, name throws(WireError) in
          head.authors[name] = try reader.string()
        }
      case 3: values = try reader.rest(leaving: 1)
      default: throw reader.failure("registers have four parts")
      }
      part += 1
    }
    guard let values, values.first == UInt8(ascii: "{"), values.last == UInt8(ascii: "}") else {
      throw reader.failure("registers without values")
    }
    return (head, values)
  }

  private static func stamp(from reader: inout WireReader) throws(WireError) -> Stamp {
    var time: HybridTime?
    var changeSet: ChangeSetID?
    try reader.array { reader throws(WireError) in
      if time == nil {
        time = HybridTime(bits: try reader.integer())
      } else {
        changeSet = ChangeSetID(try reader.string())
      }
    }
    guard let time, let changeSet else { throw reader.failure("not a stamp") }
    return Stamp(time: time, changeSet: changeSet)
  }
}

/// The form that the first programs wrote.
extension RegisterCoding {
  static func firstPath(of register: String) -> String { "$.\(register)[2]" }

  private static func decodeFirstForm(
    _ bytes: UnsafeBufferPointer<UInt8>
  ) throws(WireError) -> [String: Register] {
    var registers: [String: Register] = [:]
    var reader = WireReader(bytes)
    try reader.object { reader, name throws(WireError) in
      registers[name] = try register(from: &reader)
    }
    try reader.end()
    return registers
  }

  private static func register(from reader: inout WireReader) throws(WireError) -> Register {
    var time: HybridTime?
    var changeSet: ChangeSetID?
    var value: FieldValue?
    var author: AccountID?
    var index = 0
    try reader.array { reader throws(WireError) in
      switch index {
      case 0: time = HybridTime(bits: try reader.integer())
      case 1: changeSet = ChangeSetID(try reader.string())
      case 2: value = try FieldValue(from: &reader)
      case 3: author = try reader.string()
      default: try reader.skip()
      }
      index += 1
    }
    guard let time, let changeSet, let value else { throw reader.failure("not a register") }
    return Register(value, Stamp(time: time, changeSet: changeSet), author: author)
  }
}
