import CMicroHTTPD
import Glibc

/// Where the C library keeps the parts of a request line. Their addresses matter: the gaps between
/// them show whether the library skipped something.
struct RequestLine {
  let method: UnsafePointer<CChar>
  let version: UnsafePointer<CChar>

  /// Just after the line's last character.
  var end: UnsafePointer<CChar> { version + strlen(version) }
}

/// Copies a request's header fields and refuses what the C library accepts: names that are not
/// tokens, control characters, NULs, bare line feeds, and values folded over several lines.
struct HeaderCollector {
  private(set) var headers = HTTPHeaders()
  private(set) var failure: Refusal?
  private let maxFields: Int
  /// Just after the last value. The library terminates strings in place, so lines stay adjacent.
  private var end: UnsafePointer<CChar>

  private init(maxFields: Int, end: UnsafePointer<CChar>) {
    self.maxFields = maxFields
    self.end = end
  }

  /// Collects the fields after `line`, the request line in the library's memory.
  static func collect(
    _ connection: OpaquePointer, after line: RequestLine, maxFields: Int
  ) throws(Refusal) -> HTTPHeaders {
    var collector = HeaderCollector(maxFields: maxFields, end: line.end)
    withUnsafeMutablePointer(to: &collector) { pointer in
      _ = MHD_get_connection_values_n(
        connection, MHD_ValueKind.HEADER_KIND,
        { context, _, name, nameSize, value, valueSize in
          let collector = context!.assumingMemoryBound(to: HeaderCollector.self)
          return collector.pointee.take(name, nameSize, value, valueSize) ? .YES : .NO
        }, pointer)
    }
    // Only the last value's line end and the empty line may follow it: the library also takes a
    // line that begins with a colon for the end of the headers.
    let size = collector.end + 4 - line.method
    if collector.failure == nil, size != hearth_mhd_header_size(connection) { collector.refuse() }
    if let failure = collector.failure { throw failure }
    return collector.headers
  }

  private mutating func take(
    _ name: UnsafePointer<CChar>?, _ nameSize: Int,
    _ value: UnsafePointer<CChar>?, _ valueSize: Int
  ) -> Bool {
    guard headers.fields.count < maxFields else {
      failure = Refusal(.headerFieldsTooLarge, "too many header fields")
      return false
    }
    guard let name, let value, nameSize > 0 else { return refuse() }
    // A NUL hides the rest of its line, a folded line is moved elsewhere, and a bare LF is a single
    // byte: each shows as a gap that is not a line end.
    guard name - end == 2 else { return refuse() }
    guard (nameSize + 1...nameSize + 256).contains(value - name) else { return refuse() }
    end = value + valueSize
    let nameBytes = UnsafeRawBufferPointer(start: name, count: nameSize)
    guard nameBytes.allSatisfy(Self.isToken) else { return refuse() }
    var valueBytes = UnsafeRawBufferPointer(start: value, count: valueSize)
    guard valueBytes.allSatisfy({ $0 >= 0x20 && $0 != 0x7F || $0 == 0x09 }) else {
      return refuse()
    }
    let hasBlankEnd = valueBytes.last == 0x20 || valueBytes.last == 0x09
    if hasBlankEnd,
      HTTPHeaders.isSame(String(decoding: nameBytes, as: UTF8.self), "Transfer-Encoding")
    {
      // The library compares the whole value, so it would not recognise a chunked body.
      failure = Refusal(.notImplemented, "unknown Transfer-Encoding")
      return false
    }
    while let last = valueBytes.last, last == 0x20 || last == 0x09 {
      valueBytes = UnsafeRawBufferPointer(rebasing: valueBytes.dropLast())
    }
    guard let text = String(validating: valueBytes, as: UTF8.self) else { return refuse() }
    headers.add(String(decoding: nameBytes, as: UTF8.self), text)
    return true
  }

  @discardableResult
  private mutating func refuse() -> Bool {
    failure = Refusal(.badRequest, "malformed header")
    return false
  }

  private static func isToken(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: true
    case UInt8(ascii: "!"), UInt8(ascii: "#")...UInt8(ascii: "'"), UInt8(ascii: "*"),
      UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: "."),
      UInt8(ascii: "^")...UInt8(ascii: "`"),
      UInt8(ascii: "|"), UInt8(ascii: "~"):
      true
    default: false
    }
  }
}
