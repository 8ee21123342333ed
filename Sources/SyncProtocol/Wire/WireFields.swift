/// The fields of one JSON object by key, each decoded when it is asked for. Of a key that occurs
/// twice the last counts; keys that nobody asks for are additions of a newer program.
///
/// Every value is scanned once more than with `WireReader.object(_:)`, so change sets and pages
/// read their keys themselves. Valid only within the `body` that it is passed to. It is copyable,
/// although it should not leave that body, because the optimising compiler (6.3) fails on a
/// borrowed, non-copyable one.
struct WireFields {
  /// More keys than any message of this protocol has.
  static let maxCount = 256

  private let bytes: UnsafeBufferPointer<UInt8>
  private let depth: Int
  private var offsets: [String: Int] = [:]
  /// Where the object ends; errors about the object as a whole give this offset.
  private let end: Int

  fileprivate init(
    of bytes: UnsafeBufferPointer<UInt8>, depth: Int, offsets: [String: Int], end: Int
  ) {
    self.bytes = bytes
    self.depth = depth
    self.offsets = offsets
    self.end = end
  }

  func failure(_ problem: String) -> WireError { WireError(offset: end, problem: problem) }

  /// The value of a required key.
  subscript<Value: WireCodable>(key: String) -> Value {
    get throws(WireError) {
      try required(self[optional: key], key)
    }
  }

  subscript<Value: WireCodable>(key: String, default value: Value) -> Value {
    get throws(WireError) { try self[optional: key] ?? value }
  }

  subscript<Value: WireCodable>(optional key: String) -> Value? {
    get throws(WireError) {
      try read(key) { reader throws(WireError) in try Value(from: &reader) }
    }
  }

  /// A sequence or another number that only counts up.
  func sequence(_ key: String) throws(WireError) -> Int64 {
    try required(optionalSequence(key), key)
  }

  func optionalSequence(_ key: String) throws(WireError) -> Int64? {
    try read(key) { reader throws(WireError) in try reader.sequence() }
  }

  /// Milliseconds since 1970.
  func moment(_ key: String) throws(WireError) -> Int64 {
    try required(optionalMoment(key), key)
  }

  func optionalMoment(_ key: String) throws(WireError) -> Int64? {
    try read(key) { reader throws(WireError) in try reader.moment() }
  }

  private func required<Value>(_ value: Value?, _ key: String) throws(WireError) -> Value {
    guard let value else { throw failure("missing: \(key)") }
    return value
  }

  /// The elements of a list; empty when the key is missing.
  func list<Element: WireCodable>(_ key: String, max: Int) throws(WireError) -> [Element] {
    try read(key) { reader throws(WireError) in try reader.list(max: max) } ?? []
  }

  /// Calls `body` with a reader at the key's value; `nil` when the key is missing.
  func read<Value>(
    _ key: String, _ body: (inout WireReader) throws(WireError) -> Value
  ) throws(WireError) -> Value? {
    guard let offset = offsets[key] else { return nil }
    var reader = WireReader(bytes, at: offset, depth: depth)
    return try body(&reader)
  }
}

extension WireReader {
  /// Reads an object and hands its fields to `body`.
  mutating func fields<Result>(
    _ body: (WireFields) throws(WireError) -> Result
  ) throws(WireError) -> Result {
    var offsets: [String: Int] = [:]
    try object { reader, key throws(WireError) in
      guard offsets.count < WireFields.maxCount else { throw reader.failure("too many keys") }
      offsets[key] = reader.index
      try reader.skip()
    }
    return try body(WireFields(of: bytes, depth: depth + 1, offsets: offsets, end: index))
  }
}

extension String: WireCodable {
  public func write(to writer: inout WireWriter) { writer.string(self) }
  public init(from reader: inout WireReader) throws(WireError) { self = try reader.string() }
}

extension Bool: WireCodable {
  public func write(to writer: inout WireWriter) { writer.bool(self) }
  public init(from reader: inout WireReader) throws(WireError) { self = try reader.bool() }
}

extension Int64: WireCodable {
  public func write(to writer: inout WireWriter) { writer.integer(self) }
  public init(from reader: inout WireReader) throws(WireError) { self = try reader.integer() }
}

/// A number that counts something; reading a negative one is an error.
extension Int: WireCodable {
  public func write(to writer: inout WireWriter) { writer.integer(Int64(self)) }

  public init(from reader: inout WireReader) throws(WireError) {
    guard let count = Int(exactly: try reader.integer()), count >= 0 else {
      throw reader.failure("expected a count")
    }
    self = count
  }
}

extension WireCodable where Self: RawRepresentable, RawValue == String {
  public func write(to writer: inout WireWriter) { writer.string(rawValue) }
  public init(from reader: inout WireReader) throws(WireError) { self = try reader.choice() }
}

extension Role: WireCodable {}
extension ZoneKind: WireCodable {}
