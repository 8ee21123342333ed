/// Percent-encoding of paths and queries (RFC 3986) and of form fields.
package enum PercentEncoding {
  /// Decodes once; `nil` for a broken escape, a NUL or bytes that are not UTF-8.
  ///
  /// Set `plusIsSpace` for queries and forms, never for paths.
  package static func decode(
    _ text: some Collection<UInt8>, plusIsSpace: Bool = false
  ) -> String? {
    if isPlain(text, plusIsSpace: plusIsSpace) { return String(validating: text, as: UTF8.self) }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(text.count)
    var input = text.makeIterator()
    while let byte = input.next() {
      switch byte {
      case 0: return nil
      case UInt8(ascii: "%"):
        guard let high = input.next().flatMap(hexValue), let low = input.next().flatMap(hexValue)
        else { return nil }
        let decoded = high << 4 | low
        guard decoded != 0 else { return nil }
        bytes.append(decoded)
      case UInt8(ascii: "+") where plusIsSpace: bytes.append(0x20)
      default: bytes.append(byte)
      }
    }
    return String(validating: bytes, as: UTF8.self)
  }

  /// Whether `text` contains nothing to decode or refuse.
  private static func isPlain(_ text: some Collection<UInt8>, plusIsSpace: Bool) -> Bool {
    text.allSatisfy { byte in
      byte != UInt8(ascii: "%") && byte != 0 && (byte != UInt8(ascii: "+") || !plusIsSpace)
    }
  }

  /// Encodes one path segment or query value: everything but letters, digits and `-._~` is escaped.
  package static func encode(_ text: String) -> String {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(text.utf8.count)
    for byte in text.utf8 {
      if isUnreserved(byte) {
        bytes.append(byte)
      } else {
        bytes += [UInt8(ascii: "%"), hexDigits[Int(byte >> 4)], hexDigits[Int(byte & 15)]]
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  static func escape(_ byte: UInt8) -> String {
    String(
      decoding: [UInt8(ascii: "%"), hexDigits[Int(byte >> 4)], hexDigits[Int(byte & 15)]],
      as: UTF8.self)
  }

  /// The pairs as a query such as `a=1&b=x%20y`, in their order.
  package static func query(_ pairs: [(String, String)]) -> String {
    pairs.map { "\(encode($0.0))=\(encode($0.1))" }.joined(separator: "&")
  }

  private static let hexDigits = Array("0123456789ABCDEF".utf8)

  private static func isUnreserved(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: true
    case UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"), UInt8(ascii: "~"): true
    default: false
    }
  }

  static func hexValue(_ byte: UInt8) -> UInt8? {
    switch byte {
    case 0x30...0x39: byte - 0x30
    case 0x41...0x46: byte - 0x41 + 10
    case 0x61...0x66: byte - 0x61 + 10
    default: nil
    }
  }
}
