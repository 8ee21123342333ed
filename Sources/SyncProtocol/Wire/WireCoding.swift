/// A value of the protocol with a JSON form, which `docs/protocol.md` describes.
public protocol WireCodable {
  /// Appends the value's JSON.
  func write(to writer: inout WireWriter)
  /// Reads the value at the reader's position.
  init(from reader: inout WireReader) throws(WireError)
}

extension WireCodable {
  /// The value as JSON.
  public var wireBytes: [UInt8] {
    var writer = WireWriter(capacity: 256)
    write(to: &writer)
    return writer.bytes
  }

  /// Reads a value that takes up all of `bytes`; anything after it is an error.
  public init(wireBytes bytes: [UInt8]) throws(WireError) {
    self = try WireReader.read(bytes) { reader throws(WireError) in try Self(from: &reader) }
  }
}

extension WireReader {
  package mutating func list<Element: WireCodable>(
    of _: Element.Type = Element.self, max: Int = .max
  ) throws(WireError) -> [Element] {
    var list: [Element] = []
    try array { reader throws(WireError) in
      guard list.count < max else { throw reader.failure("more than \(max) elements") }
      list.append(try Element(from: &reader))
    }
    return list
  }

  mutating func strings(max: Int = 10_000) throws(WireError) -> [String: String] {
    var map: [String: String] = [:]
    try object { reader, key throws(WireError) in
      guard map.count < max else { throw reader.failure("more than \(max) keys") }
      map[key] = try reader.string()
    }
    return map
  }

  /// Sequences by zone.
  mutating func sequences(max: Int = 10_000) throws(WireError) -> [String: Int64] {
    var map: [String: Int64] = [:]
    try object { reader, key throws(WireError) in
      guard map.count < max else { throw reader.failure("more than \(max) keys") }
      map[key] = try reader.sequence()
    }
    return map
  }

  /// A sequence or another number that only counts up, from 0 to `ChangeSetID.maxNumber`: adding to
  /// it does not overflow.
  mutating func sequence() throws(WireError) -> Int64 {
    let number = try integer()
    guard (0...ChangeSetID.maxNumber).contains(number) else {
      throw failure("a count or sequence out of range")
    }
    return number
  }

  /// Milliseconds since 1970, at most those of the latest `HybridTime`: sums and differences of
  /// moments do not overflow.
  mutating func moment() throws(WireError) -> Int64 {
    let milliseconds = try integer()
    guard (0...HybridTime.maxMilliseconds).contains(milliseconds) else {
      throw failure("a moment out of range")
    }
    return milliseconds
  }

  mutating func fingerprint() throws(WireError) -> UInt32 {
    guard let number = UInt32(exactly: try integer()) else {
      throw failure("a fingerprint out of range")
    }
    return number
  }

  mutating func hybridTime() throws(WireError) -> HybridTime {
    let bits = try integer()
    guard bits >= 0 else { throw failure("a time before 1970") }
    return HybridTime(bits: bits)
  }

  mutating func changeSetID() throws(WireError) -> ChangeSetID {
    guard let id = ChangeSetID(try string()) else { throw failure("not a change set's id") }
    return id
  }

  mutating func changeSetIDs() throws(WireError) -> [String: ChangeSetID] {
    var map: [String: ChangeSetID] = [:]
    try object { reader, key throws(WireError) in map[key] = try reader.changeSetID() }
    return map
  }

  package mutating func values() throws(WireError) -> SortedMap<FieldValue> {
    var entries: [SortedMap<FieldValue>.Element] = []
    entries.reserveCapacity(16)
    try object { reader, key throws(WireError) in
      entries.append((key, try FieldValue(from: &reader)))
    }
    return SortedMap(lastOf: entries)
  }

  mutating func choice<Choice: RawRepresentable>(
    of _: Choice.Type = Choice.self
  ) throws(WireError) -> Choice where Choice.RawValue == String {
    let text = try string()
    guard let choice = Choice(rawValue: text) else { throw failure("unknown: \(text.prefix(40))") }
    return choice
  }

  func required<Value>(_ value: Value?, _ name: String) throws(WireError) -> Value {
    guard let value else { throw failure("missing: \(name)") }
    return value
  }
}

extension WireWriter {
  mutating func field(_ name: String, _ value: some WireCodable) {
    key(name)
    value.write(to: &self)
  }

  mutating func field(_ name: String, _ list: [some WireCodable]) {
    key(name)
    array { writer in for element in list { element.write(to: &writer) } }
  }

  mutating func field(_ name: String, _ map: [String: String]) {
    key(name)
    object { writer in
      for (key, value) in map.sorted(by: { $0.key < $1.key }) { writer.field(key, value) }
    }
  }

  mutating func field(_ name: String, _ map: [String: Int64]) {
    key(name)
    object { writer in
      for (key, value) in map.sorted(by: { $0.key < $1.key }) { writer.field(key, value) }
    }
  }

  mutating func field(_ name: String, _ map: [String: ChangeSetID]) {
    field(name, map.mapValues(\.description))
  }

  mutating func field(_ name: String, _ map: SortedMap<FieldValue>) {
    key(name)
    object { writer in for (key, value) in map { writer.field(key, value) } }
  }
}

extension FieldValue: WireCodable {
  /// The key of the one-entry object that stands for bytes: `{"$b":"base64"}`.
  static let blobKey = "$b"

  public func write(to writer: inout WireWriter) {
    switch self {
    case .null: writer.null()
    case .integer(let value): writer.integer(value)
    case .real(let value): writer.real(value)
    case .text(let text): writer.string(text)
    case .blob(let blob): writer.object { $0.field(Self.blobKey, Base64.encode(blob)) }
    case .list(let list): writer.array { writer in for value in list { value.write(to: &writer) } }
    case .map(let map):
      writer.object { writer in for (key, value) in map { writer.field(key, value) } }
    }
  }

  public init(from reader: inout WireReader) throws(WireError) {
    switch reader.peek() {
    case UInt8(ascii: "\""): self = .text(try reader.string())
    case UInt8(ascii: "n"):
      guard reader.isNull() else { throw reader.failure("expected null") }
      self = .null
    case UInt8(ascii: "["): self = .list(try reader.list())
    case UInt8(ascii: "{"):
      var entries: [SortedMap<FieldValue>.Element] = []
      var blob: [UInt8]?
      try reader.object { reader, key throws(WireError) in
        if key == Self.blobKey {
          blob = try reader.required(Base64.decode(try reader.string()), "base64")
        } else {
          entries.append((key, try FieldValue(from: &reader)))
        }
      }
      if let blob, entries.isEmpty {
        self = .blob(blob)
      } else {
        self = .map(SortedMap(lastOf: entries))
      }
    default: self = try reader.number()
    }
  }
}

extension RecordPlace: WireCodable {
  public func write(to writer: inout WireWriter) {
    writer.array {
      $0.string(zone)
      $0.string(id)
    }
  }

  public init(from reader: inout WireReader) throws(WireError) {
    var parts: [String] = []
    try reader.array { reader throws(WireError) in parts.append(try reader.string()) }
    guard parts.count == 2 else { throw reader.failure("a place is [zone, id]") }
    self.init(zone: parts[0], id: parts[1])
  }
}
