import Glibc

/// Reads JSON (RFC 8259) strictly: exactly one value, no repeated names, no invalid UTF-8.
package struct JSONReader {
  /// Where reading failed, as an offset in bytes, and why.
  package struct Failure: Error, Equatable {
    package let offset: Int
    package let reason: String
    /// The value that was being read, such as `expenses[2].payers.ana`; empty for the whole.
    package let place: String
  }

  private enum Step {
    case name(String)
    case position(Int)
  }

  /// The deepest nesting accepted; each level takes stack.
  static let maxDepth = 32

  private let bytes: [UInt8]
  private let tellsFractions: Bool
  private var index = 0
  private var steps: [Step] = []

  private init(_ bytes: [UInt8], tellsFractions: Bool) {
    self.bytes = bytes
    self.tellsFractions = tellsFractions
  }

  /// - Parameter tellsFractions: whether `3.0` and `3e0` stay fractions (`JSON.real`). Otherwise
  ///   they are the integer 3, as in JSON Schema.
  package static func read(_ bytes: [UInt8], tellsFractions: Bool = false) throws(Failure) -> JSON {
    var reader = JSONReader(bytes, tellsFractions: tellsFractions)
    reader.skipBlanks()
    let value = try reader.value(depth: 0)
    reader.skipBlanks()
    guard reader.index == bytes.count else { throw reader.failure("something follows the value") }
    return value
  }

  private func failure(_ reason: String) -> Failure {
    let place = steps.reduce("") { place, step in
      switch step {
      case .name(let name): place.isEmpty ? name : "\(place).\(name)"
      case .position(let position): "\(place)[\(position)]"
      }
    }
    return Failure(offset: index, reason: reason, place: place)
  }

  private var next: UInt8? { index < bytes.count ? bytes[index] : nil }

  private mutating func skipBlanks() {
    while let byte = next, [0x20, 0x09, 0x0A, 0x0D].contains(byte) { index += 1 }
  }

  private mutating func value(depth: Int) throws(Failure) -> JSON {
    guard depth < Self.maxDepth else { throw failure("nested too deep") }
    switch next {
    case UInt8(ascii: "{"): return try object(depth: depth)
    case UInt8(ascii: "["): return try array(depth: depth)
    case UInt8(ascii: "\""): return .string(try string())
    case UInt8(ascii: "t"): return try word("true", .bool(true))
    case UInt8(ascii: "f"): return try word("false", .bool(false))
    case UInt8(ascii: "n"): return try word("null", .null)
    case .some(let byte) where byte == UInt8(ascii: "-") || (0x30...0x39).contains(byte):
      return try number()
    default: throw failure("a value is missing")
    }
  }

  private mutating func word(_ word: String, _ value: JSON) throws(Failure) -> JSON {
    guard bytes[index...].starts(with: word.utf8) else { throw failure("a value is missing") }
    index += word.utf8.count
    return value
  }

  private mutating func take(_ byte: UInt8) -> Bool {
    guard next == byte else { return false }
    index += 1
    return true
  }

  private mutating func object(depth: Int) throws(Failure) -> JSON {
    index += 1
    var members: [JSON.Member] = []
    // Names are the same in the same bytes only: texts that look alike are equal as strings.
    var names: Set<[UInt8]> = []
    skipBlanks()
    if take(UInt8(ascii: "}")) { return .object([]) }
    repeat {
      skipBlanks()
      guard next == UInt8(ascii: "\"") else { throw failure("a name is missing") }
      let name = try string()
      steps.append(.name(name))
      guard names.insert(Array(name.utf8)).inserted else { throw failure("a name is there twice") }
      skipBlanks()
      guard take(UInt8(ascii: ":")) else { throw failure("a colon is missing") }
      skipBlanks()
      members.append(JSON.Member(name, try value(depth: depth + 1)))
      steps.removeLast()
      skipBlanks()
    } while take(UInt8(ascii: ","))
    guard take(UInt8(ascii: "}")) else { throw failure("an object does not end") }
    return .object(members)
  }

  private mutating func array(depth: Int) throws(Failure) -> JSON {
    index += 1
    var elements: [JSON] = []
    skipBlanks()
    if take(UInt8(ascii: "]")) { return .array([]) }
    repeat {
      skipBlanks()
      steps.append(.position(elements.count))
      elements.append(try value(depth: depth + 1))
      steps.removeLast()
      skipBlanks()
    } while take(UInt8(ascii: ","))
    guard take(UInt8(ascii: "]")) else { throw failure("a list does not end") }
    return .array(elements)
  }

  // MARK: Numbers

  private mutating func number() throws(Failure) -> JSON {
    let start = index
    var isInteger = true
    _ = take(UInt8(ascii: "-"))
    let leadsWithZero = next == UInt8(ascii: "0")
    let digits = skipDigits()
    guard digits > 0, !(leadsWithZero && digits > 1) else { throw failure("no number") }
    if take(UInt8(ascii: ".")) {
      isInteger = false
      guard skipDigits() > 0 else { throw failure("no number") }
    }
    if take(UInt8(ascii: "e")) || take(UInt8(ascii: "E")) {
      isInteger = false
      if !take(UInt8(ascii: "+")) { _ = take(UInt8(ascii: "-")) }
      guard skipDigits() > 0 else { throw failure("no number") }
    }
    let text = String(decoding: bytes[start..<index], as: UTF8.self)
    if isInteger, let integer = Int64(text) { return .integer(integer) }
    guard let real = Double(text), real.isFinite else { throw failure("the number is too large") }
    if !tellsFractions, real == real.rounded(), abs(real) < 9e15 { return .integer(Int64(real)) }
    return .real(real)
  }

  private mutating func skipDigits() -> Int {
    let start = index
    while let byte = next, (0x30...0x39).contains(byte) { index += 1 }
    return index - start
  }

  // MARK: Texts

  private mutating func string() throws(Failure) -> String {
    index += 1
    var text: [UInt8] = []
    while let byte = next {
      switch byte {
      case UInt8(ascii: "\""):
        index += 1
        guard let string = String(validating: text, as: UTF8.self) else {
          throw failure("a text is not UTF-8")
        }
        return string
      case UInt8(ascii: "\\"):
        index += 1
        text += try escape()
      case 0..<0x20: throw failure("a text holds a bare control character")
      default:
        text.append(byte)
        index += 1
      }
    }
    throw failure("a text does not end")
  }

  private static let escapes: [UInt8: UInt8] = [
    UInt8(ascii: "\""): 0x22, UInt8(ascii: "\\"): 0x5C, UInt8(ascii: "/"): 0x2F,
    UInt8(ascii: "b"): 0x08, UInt8(ascii: "f"): 0x0C, UInt8(ascii: "n"): 0x0A,
    UInt8(ascii: "r"): 0x0D, UInt8(ascii: "t"): 0x09,
  ]

  private mutating func escape() throws(Failure) -> [UInt8] {
    guard let byte = next else { throw failure("a text does not end") }
    index += 1
    if let plain = Self.escapes[byte] { return [plain] }
    guard byte == UInt8(ascii: "u") else { throw failure("an escape is unknown") }
    var code = try hexadecimal()
    if (0xD800...0xDBFF).contains(code) {
      guard take(UInt8(ascii: "\\")), take(UInt8(ascii: "u")) else {
        throw failure("half a surrogate pair")
      }
      let low = try hexadecimal()
      guard (0xDC00...0xDFFF).contains(low) else { throw failure("half a surrogate pair") }
      code = 0x10000 + (code - 0xD800) << 10 + (low - 0xDC00)
    }
    guard let scalar = Unicode.Scalar(code) else { throw failure("half a surrogate pair") }
    return Array(String(Character(scalar)).utf8)
  }

  private mutating func hexadecimal() throws(Failure) -> UInt32 {
    guard index + 4 <= bytes.count,
      bytes[index..<index + 4].allSatisfy({ Character(Unicode.Scalar($0)).isHexDigit }),
      let code = UInt32(String(decoding: bytes[index..<index + 4], as: UTF8.self), radix: 16)
    else { throw failure("an escape is unknown") }
    index += 4
    return code
  }
}
