import CBench
import Glibc

/// Goes once through a JSON text and finds where parts of it are, without reading what is in them:
/// a client that measures a server should cost little beside it. The text is trusted, and has no
/// white space outside of strings.
struct JSONCursor {
  let bytes: [UInt8]
  private var index = 0

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  /// Calls `body` at the value of each key of the object that begins here. `body` goes past it.
  mutating func object(_ body: (String, inout JSONCursor) throws -> Void) rethrows {
    index += 1
    while bytes[index] != UInt8(ascii: "}") {
      if bytes[index] == UInt8(ascii: ",") { index += 1 }
      let key = skip()
      index += 1
      let name = bytes[(key.lowerBound + 1)..<(key.upperBound - 1)]
      try body(String(decoding: name, as: UTF8.self), &self)
    }
    index += 1
  }

  /// Calls `body` at each element of the array that begins here. `body` goes past it.
  mutating func array(_ body: (inout JSONCursor) throws -> Void) rethrows {
    index += 1
    while bytes[index] != UInt8(ascii: "]") {
      if bytes[index] == UInt8(ascii: ",") { index += 1 }
      try body(&self)
    }
    index += 1
  }

  /// The bytes of the value that begins here.
  mutating func value() -> [UInt8] { Array(bytes[skip()]) }

  /// Goes past the value that begins here, and says where it is.
  @discardableResult
  mutating func skip() -> Range<Int> {
    let start = index
    index = bytes.withUnsafeBufferPointer { Self.end(of: $0, from: start) }
    return start..<index
  }

  private static func end(of bytes: UnsafeBufferPointer<UInt8>, from start: Int) -> Int {
    var (index, depth) = (start, 0)
    while index < bytes.count {
      switch bytes[index] {
      case UInt8(ascii: "\""):
        index = endOfText(in: bytes, from: index + 1)
        if depth == 0 { return index + 1 }
      case UInt8(ascii: "["), UInt8(ascii: "{"): depth += 1
      case UInt8(ascii: "]"), UInt8(ascii: "}"):
        // The end of what a number or a word stands in.
        if depth == 0 { return index }
        depth -= 1
        if depth == 0 { return index + 1 }
      case UInt8(ascii: ",") where depth == 0: return index
      default: break
      }
      index += 1
    }
    return index
  }

  /// Where the quote is that ends the text whose content begins at `start`.
  private static func endOfText(in bytes: UnsafeBufferPointer<UInt8>, from start: Int) -> Int {
    guard let base = bytes.baseAddress else { return start }
    var from = start
    while let found = memchr(base + from, Int32(UInt8(ascii: "\"")), bytes.count - from) {
      let quote = UnsafeRawPointer(base).distance(to: found)
      var content = quote
      while content > start, bytes[content - 1] == UInt8(ascii: "\\") { content -= 1 }
      if (quote - content).isMultiple(of: 2) { return quote }
      from = quote + 1
    }
    return bytes.count
  }

  /// How often a text occurs in a part.
  func count(_ text: String, in range: Range<Int>) -> Int {
    let wanted = Array(text.utf8)
    return bytes.withUnsafeBytes { raw in
      guard let base = raw.baseAddress else { return 0 }
      var (count, position) = (0, range.lowerBound)
      while position < range.upperBound,
        let found = bench_find(base + position, range.upperBound - position, wanted, wanted.count)
      {
        count += 1
        position = base.distance(to: found) + wanted.count
      }
      return count
    }
  }
}
