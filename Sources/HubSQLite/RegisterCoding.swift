import SyncProtocol

/// Registers as the store holds them: a JSON array of four parts.
///
///     [[time,"replica.number"], {"quantity":[time,"replica.number"]}, {"claimedBy":"ada"},
///      {"claimedBy":"ada","name":"Kettle","quantity":2}]
///
/// The parts are the stamp that most registers have; the stamps of the others; the authors of
/// claims; and the values in their wire form, so that a first load can pass them on unchanged.
/// Names are sorted, so equal registers have equal bytes.
///
/// The first programs wrote `{"name":[time,"replica.number",value,"author"]}` instead. This form
/// can still be read; the next change of a record rewrites it in the newer form.
package enum RegisterCoding {
  /// - Parameter values: the values in their wire form.
  package static func encode(_ registers: Registers, values: [UInt8]) -> [UInt8] {
    let registers = registers.normalized
    var writer = WireWriter(capacity: values.count + 128)
    writer.array { writer in
      if let common = registers.common, !registers.values.isEmpty {
        write(common, to: &writer)
      } else {
        writer.null()
      }
      writer.object { writer in
        for (name, stamp) in registers.stamps {
          writer.key(name)
          write(stamp, to: &writer)
        }
      }
      writer.object { writer in
        for (name, author) in registers.authors {
          writer.key(name)
          writer.string(author)
        }
      }
      writer.raw(values)
    }
    return writer.bytes
  }

  /// The path of a register's value for SQLite's JSON functions.
  static func path(of register: String) -> String { "$[3].\(register)" }

  private static func write(_ stamp: Stamp, to writer: inout WireWriter) {
    writer.array { writer in
      writer.integer(stamp.time.bits)
      writer.string(stamp.changeSet.description)
    }
  }

  package static func decode(_ content: UnsafeRawBufferPointer) throws(WireError) -> Registers {
    let bytes = content.assumingMemoryBound(to: UInt8.self)
    guard bytes.first == UInt8(ascii: "[") else { return try decodeFirstForm(bytes) }
    let (head, encoded) = try parts(of: bytes)
    var reader = WireReader(encoded)
    let values = try reader.values()
    try reader.end()
    if head.common == nil, values.keys.contains(where: { head.stamps[$0] == nil }) {
      throw reader.failure("a register without a stamp")
    }
    return Registers(
      values: values, common: head.common, stamps: head.stamps, authors: head.authors)
  }

  /// Writes a stored record as an effect that puts it, with its values unchanged. Returns the
  /// greatest time among its stamps. After an error the writer must not be used any more.
  ///
  /// - Parameter aggregates: the aggregates of its table, whose versions the effect includes.
  package static func writePut(
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
    _ registers: Registers, of key: RecordKey, aggregates: Set<String>,
    to writer: inout WireWriter
  ) -> HybridTime {
    var effect = Effect(.put, key.table, key.id, registers: registers.values)
    for name in aggregates { effect.versions[name] = registers[name]?.stamp.changeSet }
    effect.write(to: &writer)
    return registers.newestStamp?.time ?? .zero
  }

  /// The texts of some registers, in the order of `names`; `nil` for values that are not texts.
  package static func texts(
    of names: [String], in content: UnsafeRawBufferPointer
  ) throws(WireError) -> [String?] {
    let bytes = content.assumingMemoryBound(to: UInt8.self)
    guard bytes.first == UInt8(ascii: "[") else {
      let registers = try decodeFirstForm(bytes)
      return names.map { registers[$0]?.value.text }
    }
    var texts = [String?](repeating: nil, count: names.count)
    var reader = WireReader(try parts(of: bytes).values)
    try reader.object { reader, name throws(WireError) in
      if let index = names.firstIndex(of: name), reader.peek() == UInt8(ascii: "\"") {
        texts[index] = try reader.string()
      } else {
        try reader.skip()
      }
    }
    return texts
  }

  /// The parts before the values.
  private struct Head {
    var common: Stamp?
    var stamps: SortedMap<Stamp> = [:]
    var authors: SortedMap<AccountID> = [:]
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

/// The older form, which the first programs wrote.
extension RegisterCoding {
  static func firstPath(of register: String) -> String { "$.\(register)[2]" }

  private static func decodeFirstForm(
    _ bytes: UnsafeBufferPointer<UInt8>
  ) throws(WireError) -> Registers {
    var registers: Registers = [:]
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
