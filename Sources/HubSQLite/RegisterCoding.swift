import SyncProtocol

/// Registers as the store keeps them: `{"name":[time, "replica.number", value]}`, with the author
/// as a fourth element where there is one. Names are sorted, so equal registers have equal bytes.
enum RegisterCoding {
  static func encode(_ registers: [String: Register]) -> [UInt8] {
    var writer = WireWriter(capacity: 64 * registers.count + 2)
    writer.object { writer in
      for (name, register) in registers.sorted(by: { $0.key < $1.key }) {
        writer.key(name)
        writer.array { writer in
          writer.integer(register.stamp.time.bits)
          writer.string(register.stamp.changeSet.description)
          register.value.write(to: &writer)
          if let author = register.author { writer.string(author) }
        }
      }
    }
    return writer.bytes
  }

  static func decode(_ bytes: UnsafeRawBufferPointer) throws(WireError) -> [String: Register] {
    var registers: [String: Register] = [:]
    var reader = WireReader(bytes.assumingMemoryBound(to: UInt8.self))
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
