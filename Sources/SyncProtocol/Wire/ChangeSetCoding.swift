extension Mutation: WireCodable {
  public func write(to writer: inout WireWriter) {
    writer.object { writer in
      writer.field("k", kind.rawValue)
      writer.field("t", table)
      writer.field("i", id)
      writer.field("z", zone)
      if !registers.isEmpty { writer.field("r", registers) }
      if !bases.isEmpty { writer.field("b", bases) }
      if !seen.isEmpty { writer.field("s", seen) }
      if let destination { writer.field("to", destination) }
    }
  }

  public init(from reader: inout WireReader) throws(WireError) {
    var kind: Kind?
    var table: String?
    var id: String?
    var zone: String?
    var registers: SortedMap<FieldValue> = [:]
    var bases: [String: ChangeSetID] = [:]
    var seen: SortedMap<FieldValue> = [:]
    var destination: RecordPlace?
    try reader.object { reader, key throws(WireError) in
      switch key {
      case "k": kind = try reader.choice()
      case "t": table = try reader.string()
      case "i": id = try reader.string()
      case "z": zone = try reader.string()
      case "r": registers = try reader.values()
      case "b": bases = try reader.changeSetIDs()
      case "s": seen = try reader.values()
      case "to": destination = try RecordPlace(from: &reader)
      default: try reader.skip()
      }
    }
    self.init(
      try reader.required(kind, "k"), try reader.required(table, "t"),
      try reader.required(id, "i"), in: try reader.required(zone, "z"), registers: registers,
      bases: bases, seen: seen, destination: destination)
  }
}

extension Precondition: WireCodable {
  public func write(to writer: inout WireWriter) {
    writer.array { writer in
      switch self {
      case .zone(let zone, let head):
        writer.string(zone)
        writer.integer(head)
      case .account(let sequence):
        writer.null()
        writer.integer(sequence)
      }
    }
  }

  public init(from reader: inout WireReader) throws(WireError) {
    var zone: String?
    var number: Int64?
    var position = 0
    try reader.array { reader throws(WireError) in
      switch position {
      case 0: if !reader.isNull() { zone = try reader.string() }
      case 1: number = try reader.integer()
      default: throw reader.failure("a precondition has two parts")
      }
      position += 1
    }
    let sequence = try reader.required(number, "sequence")
    self = zone.map { .zone($0, head: sequence) } ?? .account(sequence: sequence)
  }
}

extension ChangeSet: WireCodable {
  public func write(to writer: inout WireWriter) {
    writer.object { writer in
      writer.field("id", id.description)
      writer.field("h", time.bits)
      writer.field("g", grants)
      if !preconditions.isEmpty { writer.field("p", preconditions) }
      writer.field("m", mutations)
    }
  }

  public init(from reader: inout WireReader) throws(WireError) {
    var id: ChangeSetID?
    var time: HybridTime?
    var grants: [String: String] = [:]
    var preconditions: [Precondition] = []
    var mutations: [Mutation] = []
    try reader.object { reader, key throws(WireError) in
      switch key {
      case "id": id = try reader.changeSetID()
      case "h": time = try reader.hybridTime()
      case "g": grants = try reader.strings()
      case "p": preconditions = try reader.list(max: 10_000)
      case "m": mutations = try reader.list(max: Self.maxMutations)
      default: try reader.skip()
      }
    }
    self.init(
      id: try reader.required(id, "id"), time: try reader.required(time, "h"), grants: grants,
      preconditions: preconditions, mutations: mutations)
  }
}

extension Answer: WireCodable {
  public func write(to writer: inout WireWriter) {
    writer.object { writer in
      switch self {
      case .accepted(let parts): writer.field("ok", parts)
      case .refused(let refusal):
        writer.field("no", refusal.reason.rawValue)
        if let record = refusal.record {
          writer.field("t", record.table)
          writer.field("i", record.id)
        }
        if !refusal.detail.isEmpty { writer.field("d", refusal.detail) }
      case .wait:
        writer.field("wait", true)
      case .paused:
        writer.field("wait", true)
        writer.field("for", "sharing")
      }
    }
  }

  public init(from reader: inout WireReader) throws(WireError) {
    var parts: [String: Int64]?
    var word: String?
    var table: String?
    var id: String?
    var detail = ""
    var isWait = false
    var waitsFor = ""
    try reader.object { reader, key throws(WireError) in
      switch key {
      case "ok": parts = try reader.sequences()
      case "no": word = try reader.string()
      case "t": table = try reader.string()
      case "i": id = try reader.string()
      case "d": detail = try reader.string()
      case "wait": isWait = try reader.bool()
      case "for": waitsFor = try reader.string()
      default: try reader.skip()
      }
    }
    if let parts {
      self = .accepted(parts)
    } else if let word {
      let record = table.flatMap { table in id.map { RecordKey(table, $0) } }
      // A newer hub has more reasons; this one is a refusal all the same, told with the hub's word.
      let told = detail.isEmpty ? word : "\(word): \(detail)"
      self = .refused(
        RefusalReason(rawValue: word).map { Refusal($0, record, detail) }
          ?? Refusal(.unrecognised, record, told))
    } else if isWait {
      self = waitsFor == "sharing" ? .paused : .wait
    } else {
      throw reader.failure("an answer without ok, no or wait")
    }
  }
}

extension Effect: WireCodable {
  public func write(to writer: inout WireWriter) {
    writer.object { writer in
      writer.field("k", kind.rawValue)
      writer.field("t", table)
      writer.field("i", id)
      if !registers.isEmpty { writer.field("r", registers) }
      if !versions.isEmpty { writer.field("v", versions) }
      if isAway {
        writer.key("away")
        writer.bool(true)
      }
    }
  }

  public init(from reader: inout WireReader) throws(WireError) {
    var kind: Kind?
    var table: String?
    var id: String?
    var registers: SortedMap<FieldValue> = [:]
    var versions: [String: ChangeSetID] = [:]
    var isAway = false
    try reader.object { reader, key throws(WireError) in
      switch key {
      case "k": kind = try reader.choice()
      case "t": table = try reader.string()
      case "i": id = try reader.string()
      case "r": registers = try reader.values()
      case "v": versions = try reader.changeSetIDs()
      case "away": isAway = try reader.bool()
      default: try reader.skip()
      }
    }
    self.init(
      try reader.required(kind, "k"), try reader.required(table, "t"),
      try reader.required(id, "i"), registers: registers, versions: versions, isAway: isAway)
  }
}

extension Effect {
  /// Writes the wire form of an effect that puts a record, given the wire form of its registers.
  package static func writePut(
    of key: RecordKey, values: UnsafeBufferPointer<UInt8>, versions: [String: ChangeSetID],
    to writer: inout WireWriter
  ) {
    writer.object { writer in
      writer.field("k", Kind.put.rawValue)
      writer.field("t", key.table)
      writer.field("i", key.id)
      if values.count > 2 {
        writer.key("r")
        writer.raw(values)
      }
      if !versions.isEmpty { writer.field("v", versions) }
    }
  }
}

extension LogEntry: WireCodable {
  public func write(to writer: inout WireWriter) {
    write(to: &writer) { writer in for effect in effects { effect.write(to: &writer) } }
  }

  /// The entry as JSON; `effects` are in their wire form, separated by commas.
  package func wireBytes(effects: [UInt8]) -> [UInt8] {
    var writer = WireWriter(capacity: effects.count + 256)
    write(to: &writer) { writer in if !effects.isEmpty { writer.raw(effects) } }
    return writer.bytes
  }

  private func write(
    to writer: inout WireWriter, effects writeEffects: (inout WireWriter) -> Void
  ) {
    writer.object { writer in
      writer.field("z", zone)
      writer.field("n", sequence)
      writer.field("id", changeSet.description)
      writer.field("a", author)
      writer.field("h", time.bits)
      if clock > time { writer.field("c", clock.bits) }
      writer.field("at", committedAt)
      if let fingerprint { writer.field("f", Int64(fingerprint)) }
      if !parts.isEmpty { writer.field("parts", parts) }
      writer.key("e")
      writer.array(writeEffects)
    }
  }

  public init(from reader: inout WireReader) throws(WireError) {
    var zone: String?
    var sequence: Int64?
    var changeSet: ChangeSetID?
    var author: String?
    var time: HybridTime?
    var clock = HybridTime.zero
    var committedAt: Int64?
    var fingerprint: UInt32?
    var parts: [String: Int64] = [:]
    var effects: [Effect] = []
    try reader.object { reader, key throws(WireError) in
      switch key {
      case "z": zone = try reader.string()
      case "n": sequence = try reader.sequence()
      case "id": changeSet = try reader.changeSetID()
      case "a": author = try reader.string()
      case "h": time = try reader.hybridTime()
      case "c": clock = try reader.hybridTime()
      case "at": committedAt = try reader.moment()
      case "f": fingerprint = try reader.fingerprint()
      case "parts": parts = try reader.sequences()
      case "e": effects = try reader.list()
      default: try reader.skip()
      }
    }
    self.init(
      zone: try reader.required(zone, "z"), sequence: try reader.required(sequence, "n"),
      changeSet: try reader.required(changeSet, "id"), author: try reader.required(author, "a"),
      time: try reader.required(time, "h"), clock: clock,
      committedAt: try reader.required(committedAt, "at"), fingerprint: fingerprint,
      parts: parts, effects: effects)
  }
}

extension LogEntry {
  /// Whether stored bytes are JSON at all, of any shape.
  package static func isReadable(_ bytes: [UInt8]) -> Bool {
    do throws(WireError) {
      try WireReader.read(bytes) { reader throws(WireError) in try reader.skip() }
      return true
    } catch {
      return false
    }
  }
}

/// The `parts` of a stored entry, which name all the zones of a change set, read and written
/// without the rest of it: an account that reads one zone is not told of the others.
extension LogEntry {
  /// The range of `parts` in a stored entry, including the comma before it; `nil` when the change
  /// set spans no other zone.
  package static func partsSpan(in bytes: [UInt8]) -> Range<Int>? {
    let marker = Array(#","parts":{"#.utf8)
    // The parts stand before the effects; nothing before them is text that a person chose.
    let effects = Array(#","e":["#.utf8)
    var index = 0
    bytes.withUnsafeBufferPointer { bytes in
      func holds(_ text: [UInt8]) -> Bool {
        index + text.count <= bytes.count
          && text.indices.allSatisfy { bytes[index + $0] == text[$0] }
      }
      while index < bytes.count, !holds(marker), !holds(effects) { index += 1 }
      if !holds(marker) { index = bytes.count }
    }
    guard index < bytes.count,
      let end = bytes[index...].firstIndex(of: UInt8(ascii: "}"))
    else { return nil }
    return index..<end + 1
  }

  package static func parts(
    in span: ArraySlice<UInt8>
  ) throws(WireError) -> [ZoneID: Int64] {
    let object = Array(span.drop { $0 != UInt8(ascii: "{") })
    return try WireReader.read(object) { reader throws(WireError) in try reader.sequences() }
  }

  /// The parts as a stored entry holds them; empty for a single zone.
  package static func wireParts(_ parts: [ZoneID: Int64]) -> [UInt8] {
    guard parts.count > 1 else { return [] }
    var writer = WireWriter(capacity: 64 * parts.count)
    writer.object { $0.field("parts", parts) }
    return [UInt8(ascii: ",")] + writer.bytes.dropFirst().dropLast()
  }
}
