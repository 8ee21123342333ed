/// Writes JSON as UTF-8 bytes. Foundation's encoder is nine times slower on sync batches.
///
/// The caller is responsible for a valid structure; the writer inserts the commas.
public struct WireWriter {
  public private(set) var bytes: [UInt8] = []
  /// Whether the next value or key in the current container needs a comma before it.
  private var needsComma = false

  public init(capacity: Int = 0) { bytes.reserveCapacity(capacity) }

  /// Discards what was written, but keeps the memory for the next value.
  mutating func removeAll() {
    bytes.removeAll(keepingCapacity: true)
    needsComma = false
  }

  @inline(__always)
  private mutating func separate() {
    if needsComma { bytes.append(UInt8(ascii: ",")) }
    needsComma = true
  }

  public mutating func object(_ body: (inout WireWriter) throws -> Void) rethrows {
    open(UInt8(ascii: "{"))
    try body(&self)
    close(UInt8(ascii: "}"))
  }

  public mutating func array(_ body: (inout WireWriter) throws -> Void) rethrows {
    open(UInt8(ascii: "["))
    try body(&self)
    close(UInt8(ascii: "]"))
  }

  private mutating func open(_ bracket: UInt8) {
    separate()
    bytes.append(bracket)
    needsComma = false
  }

  private mutating func close(_ bracket: UInt8) {
    bytes.append(bracket)
    needsComma = true
  }

  /// A key; exactly one value must follow.
  public mutating func key(_ key: String) {
    separate()
    quote(key)
    bytes.append(UInt8(ascii: ":"))
    needsComma = false
  }

  public mutating func null() {
    separate()
    bytes.append(contentsOf: "null".utf8)
  }

  public mutating func bool(_ value: Bool) {
    separate()
    bytes.append(contentsOf: (value ? "true" : "false").utf8)
  }

  public mutating func string(_ text: String) {
    separate()
    quote(text)
  }

  public mutating func integer(_ value: Int64) {
    separate()
    withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 20) { digits in
      var rest = value.magnitude
      var start = 20
      repeat {
        start -= 1
        digits[start] = UInt8(48 + rest % 10)
        rest /= 10
      } while rest > 0
      if value < 0 { bytes.append(UInt8(ascii: "-")) }
      bytes.append(contentsOf: UnsafeBufferPointer(rebasing: digits[start..<20]))
    }
  }

  /// A finite number, always with a decimal point or an exponent, so that it reads back as a real.
  public mutating func real(_ value: Double) {
    precondition(value.isFinite, "JSON has no infinities")
    separate()
    bytes.append(contentsOf: (value == 0 ? 0.0 : value).description.utf8)
  }

  /// Bytes that are JSON already.
  public mutating func raw(_ json: [UInt8]) {
    separate()
    bytes.append(contentsOf: json)
  }

  /// Bytes that are JSON already.
  public mutating func raw(_ json: UnsafeBufferPointer<UInt8>) {
    separate()
    bytes.append(contentsOf: json)
  }

  private mutating func quote(_ text: String) {
    bytes.append(UInt8(ascii: "\""))
    var text = text
    text.withUTF8 { characters in
      var from = 0
      var index = 0
      while index < characters.count {
        let character = characters[index]
        if character < 0x20 || character == 0x22 || character == 0x5c {
          bytes.append(contentsOf: UnsafeBufferPointer(rebasing: characters[from..<index]))
          escape(character)
          from = index + 1
        }
        index += 1
      }
      // Most texts need no escape.
      bytes.append(
        contentsOf: from == 0 ? characters : UnsafeBufferPointer(rebasing: characters[from...]))
    }
    bytes.append(UInt8(ascii: "\""))
  }

  private mutating func escape(_ character: UInt8) {
    bytes.append(UInt8(ascii: "\\"))
    switch character {
    case 0x22, 0x5c: bytes.append(character)
    case 0x0a: bytes.append(UInt8(ascii: "n"))
    case 0x0d: bytes.append(UInt8(ascii: "r"))
    case 0x09: bytes.append(UInt8(ascii: "t"))
    default:
      // Below 32, so the first of its two digits is 0 or 1.
      let digit = character & 15
      bytes.append(contentsOf: "u00".utf8)
      bytes.append(UInt8(ascii: "0") + character >> 4)
      bytes.append(digit < 10 ? UInt8(ascii: "0") + digit : UInt8(ascii: "a") + digit - 10)
    }
  }
}
