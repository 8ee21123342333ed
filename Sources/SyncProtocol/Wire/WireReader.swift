/// What is wrong with bytes that should be JSON of a certain shape.
public struct WireError: Error, Equatable, Sendable, CustomStringConvertible {
  /// The position of the problem, in bytes from the start.
  public let offset: Int
  public let problem: String

  public var description: String { "\(problem) at byte \(offset)" }
}

/// Reads JSON by asking for what must come next. Never traps on its input, never nests deeper than
/// `maxDepth`, and refuses invalid UTF-8, lone surrogates and numbers out of range.
public struct WireReader: ~Copyable {
  public static let maxDepth = 16

  let bytes: UnsafeBufferPointer<UInt8>
  private(set) var index: Int
  private(set) var depth: Int

  /// Reads `bytes`, which must stay where they are while the reader is in use.
  public init(_ bytes: UnsafeBufferPointer<UInt8>) { self.init(bytes, at: 0, depth: 0) }

  /// A reader at a position inside a value that is nested `depth` containers deep.
  init(_ bytes: UnsafeBufferPointer<UInt8>, at index: Int, depth: Int) {
    self.bytes = bytes
    self.index = index
    self.depth = depth
  }

  /// Reads all of `bytes` with `body`; anything after the value is an error.
  public static func read<Result>(
    _ bytes: [UInt8], _ body: (inout WireReader) throws(WireError) -> Result
  ) throws(WireError) -> Result {
    var outcome: Swift.Result<Result, WireError>?
    bytes.withUnsafeBufferPointer { buffer in
      var reader = WireReader(buffer)
      do throws(WireError) {
        let result = try body(&reader)
        try reader.end()
        outcome = .success(result)
      } catch {
        outcome = .failure(error)
      }
    }
    return try outcome!.get()
  }

  public func failure(_ problem: String) -> WireError { WireError(offset: index, problem: problem) }

  @inline(__always)
  /// Returns to an earlier position, to read from there again.
  mutating func goBack(to index: Int, depth: Int) {
    self.index = index
    self.depth = depth
  }

  private mutating func skipSpace() {
    while index < bytes.count {
      switch bytes[index] {
      case 0x20, 0x0a, 0x0d, 0x09: index += 1
      default: return
      }
    }
  }

  /// The next byte that is not white space, without reading it.
  @inline(__always)
  public mutating func peek() -> UInt8? {
    skipSpace()
    return index < bytes.count ? bytes[index] : nil
  }

  public mutating func end() throws(WireError) {
    if peek() != nil { throw failure("something follows the value") }
  }

  @inline(__always)
  private mutating func expect(_ byte: UInt8) throws(WireError) {
    guard peek() == byte else {
      throw failure("expected \(Character(UnicodeScalar(byte)))")
    }
    index += 1
  }

  @inline(__always)
  private mutating func take(_ byte: UInt8) -> Bool {
    guard peek() == byte else { return false }
    index += 1
    return true
  }

  /// Reads an object; `body` is called for each key and must read its value, or `skip()` it.
  public mutating func object(
    _ body: (inout WireReader, String) throws(WireError) -> Void
  ) throws(WireError) {
    try expect(UInt8(ascii: "{"))
    try enter()
    defer { depth -= 1 }
    if take(UInt8(ascii: "}")) { return }
    repeat {
      let key = try string()
      try expect(UInt8(ascii: ":"))
      try body(&self, key)
    } while take(UInt8(ascii: ","))
    try expect(UInt8(ascii: "}"))
  }

  /// Reads an array; `body` is called at each element and must read it.
  public mutating func array(
    _ body: (inout WireReader) throws(WireError) -> Void
  ) throws(WireError) {
    try expect(UInt8(ascii: "["))
    try enter()
    defer { depth -= 1 }
    if take(UInt8(ascii: "]")) { return }
    repeat { try body(&self) } while take(UInt8(ascii: ","))
    try expect(UInt8(ascii: "]"))
  }

  private mutating func enter() throws(WireError) {
    depth += 1
    if depth > Self.maxDepth { throw failure("nested too deeply") }
  }

  public mutating func bool() throws(WireError) -> Bool {
    if literal("true") { return true }
    if literal("false") { return false }
    throw failure("expected true or false")
  }

  public mutating func isNull() -> Bool { literal("null") }

  private mutating func literal(_ word: StaticString) -> Bool {
    skipSpace()
    let count = word.utf8CodeUnitCount
    guard index + count <= bytes.count else { return false }
    for offset in 0..<count where bytes[index + offset] != word.utf8Start[offset] { return false }
    index += count
    return true
  }

  public mutating func integer() throws(WireError) -> Int64 {
    guard case .integer(let value) = try number() else { throw failure("expected a whole number") }
    return value
  }

  /// A number: an integer if it has neither a decimal point nor an exponent, otherwise a real.
  public mutating func number() throws(WireError) -> FieldValue {
    skipSpace()
    if let integer = shortInteger() { return .integer(integer) }
    let start = index
    var isReal = false
    loop: while index < bytes.count {
      switch bytes[index] {
      case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "+"): break
      case UInt8(ascii: "."), UInt8(ascii: "e"), UInt8(ascii: "E"): isReal = true
      default: break loop
      }
      index += 1
    }
    let digits = Substring(decoding: bytes[start..<index], as: UTF8.self)
    if isReal {
      guard let real = Double(digits), real.isFinite else { throw failure("not a number") }
      return .real(real == 0 ? 0 : real)
    }
    guard digits.first != "+", let integer = Int64(digits) else {
      throw failure(digits.isEmpty ? "expected a number" : "a number out of range")
    }
    return .integer(integer)
  }

  /// A plain integer of at most 18 digits, which cannot overflow; `nil` for any other number.
  private mutating func shortInteger() -> Int64? {
    var position = index
    let isNegative = position < bytes.count && bytes[position] == UInt8(ascii: "-")
    if isNegative { position += 1 }
    let start = position
    var value: Int64 = 0
    while position < bytes.count, position - start <= 18 {
      let digit = bytes[position] &- UInt8(ascii: "0")
      guard digit <= 9 else { break }
      value = value &* 10 &+ Int64(digit)
      position += 1
    }
    guard position > start, position - start <= 18 else { return nil }
    if position < bytes.count {
      switch bytes[position] {
      case UInt8(ascii: "."), UInt8(ascii: "e"), UInt8(ascii: "E"), UInt8(ascii: "+"),
        UInt8(ascii: "-"):
        return nil
      default: break
      }
    }
    index = position
    return isNegative ? -value : value
  }

  public mutating func string() throws(WireError) -> String {
    try expect(UInt8(ascii: "\""))
    let start = index
    var position = start
    var bits = skipPlain(&position)
    while position < bytes.count {
      let byte = bytes[position]
      if byte == UInt8(ascii: "\"") {
        index = position
        let text = try text(of: UnsafeBufferPointer(rebasing: bytes[start..<position]), bits: bits)
        index += 1
        return text
      }
      if byte == UInt8(ascii: "\\") {
        index = position
        return try escapedString(from: start)
      }
      if byte < 0x20 {
        index = position
        throw failure("a control character inside text")
      }
      bits |= byte
      position += 1
    }
    index = position
    throw failure("text without an end")
  }

  /// Advances eight bytes at a time and stops before the eight that hold the first quote, backslash
  /// or control character. Returns a byte below 0x80 if all the bytes passed are ASCII.
  @inline(__always)
  private func skipPlain(_ position: inout Int) -> UInt8 {
    let ones: UInt64 = 0x0101_0101_0101_0101
    let raw = UnsafeRawBufferPointer(bytes)
    var seen: UInt64 = 0
    while raw.count - position >= 8 {
      let word = raw.loadUnaligned(fromByteOffset: position, as: UInt64.self)
      let quote = word ^ (ones &* 0x22)
      let backslash = word ^ (ones &* 0x5c)
      // After a subtraction the top bit is set in each byte that was smaller than its subtrahend. A
      // borrow may set more bits above the lowest one, but never where there is none.
      let found =
        (quote &- ones) & ~quote | (backslash &- ones) & ~backslash | (word &- ones &* 0x20) & ~word
      if found & (ones &* 0x80) != 0 { break }
      seen |= word
      position += 8
    }
    return seen & (ones &* 0x80) == 0 ? 0 : 0x80
  }

  /// - Parameter bits: the bitwise or of all bytes; below 0x80 the text is ASCII and needs no
  ///   check.
  @inline(__always)
  private func text(
    of part: UnsafeBufferPointer<UInt8>, bits: UInt8
  ) throws(WireError) -> String {
    // Several times as fast as `String(validating:)`. Bytes that are not UTF-8 come out as others.
    let text = String(decoding: part, as: UTF8.self)
    guard bits < 0x80 || text.utf8.elementsEqual(part) else {
      throw failure("text that is not UTF-8")
    }
    return text
  }

  private mutating func escapedString(from start: Int) throws(WireError) -> String {
    var text = Array(bytes[start..<index])
    while index < bytes.count {
      let byte = bytes[index]
      index += 1
      switch byte {
      case UInt8(ascii: "\""):
        guard let text = String(validating: text, as: UTF8.self) else {
          throw failure("text that is not UTF-8")
        }
        return text
      case UInt8(ascii: "\\"): try appendEscape(to: &text)
      case 0..<0x20: throw failure("a control character inside text")
      default: text.append(byte)
      }
    }
    throw failure("text without an end")
  }

  private mutating func appendEscape(to text: inout [UInt8]) throws(WireError) {
    guard index < bytes.count else { throw failure("text without an end") }
    let byte = bytes[index]
    index += 1
    switch byte {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): text.append(byte)
    case UInt8(ascii: "n"): text.append(0x0a)
    case UInt8(ascii: "r"): text.append(0x0d)
    case UInt8(ascii: "t"): text.append(0x09)
    case UInt8(ascii: "b"): text.append(0x08)
    case UInt8(ascii: "f"): text.append(0x0c)
    case UInt8(ascii: "u"):
      var code = UInt32(try hexUnit())
      if (0xd800..<0xdc00).contains(code) {
        guard index + 1 < bytes.count, bytes[index] == UInt8(ascii: "\\"),
          bytes[index + 1] == UInt8(ascii: "u")
        else { throw failure("half of a surrogate pair") }
        index += 2
        let low = UInt32(try hexUnit())
        guard (0xdc00..<0xe000).contains(low) else { throw failure("half of a surrogate pair") }
        code = 0x10000 + ((code - 0xd800) << 10) + (low - 0xdc00)
      }
      guard let scalar = UnicodeScalar(code) else { throw failure("half of a surrogate pair") }
      text.append(contentsOf: scalar.utf8)
    default: throw failure("an unknown escape")
    }
  }

  private mutating func hexUnit() throws(WireError) -> UInt16 {
    guard index + 4 <= bytes.count else { throw failure("text without an end") }
    var unit: UInt16 = 0
    for _ in 0..<4 {
      guard let digit = Self.hexDigit(bytes[index]) else { throw failure("an unknown escape") }
      unit = unit << 4 | UInt16(digit)
      index += 1
    }
    return unit
  }

  private static func hexDigit(_ byte: UInt8) -> UInt8? {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
    case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
    case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
    default: nil
    }
  }

  /// Reads any value and returns its bytes unchanged.
  public mutating func rawValue() throws(WireError) -> [UInt8] {
    skipSpace()
    let start = index
    try skip()
    return Array(bytes[start..<index])
  }

  /// Returns all unread bytes except the last `count`, unchanged and unchecked: for bytes that this
  /// program has written itself.
  package mutating func rest(leaving count: Int) throws(WireError) -> UnsafeBufferPointer<UInt8> {
    skipSpace()
    guard index + count <= bytes.count else { throw failure("too short") }
    defer { index = bytes.count - count }
    return UnsafeBufferPointer(rebasing: bytes[index..<bytes.count - count])
  }

  /// Reads any value and discards it: for fields that a newer program has added.
  public mutating func skip() throws(WireError) {
    switch peek() {
    case UInt8(ascii: "{"): try object { reader, _ throws(WireError) in try reader.skip() }
    case UInt8(ascii: "["): try array { reader throws(WireError) in try reader.skip() }
    case UInt8(ascii: "\""): _ = try string()
    case UInt8(ascii: "t"), UInt8(ascii: "f"): _ = try bool()
    case UInt8(ascii: "n"):
      guard isNull() else { throw failure("expected null") }
    default: _ = try number()
    }
  }
}
