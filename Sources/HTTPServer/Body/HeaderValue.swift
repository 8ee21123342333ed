/// Reads `type; name=value; name="quoted"` header values.
enum HeaderValue {
  /// The type in lower case and the parameters with names in lower case; `nil` when malformed.
  static func parse(_ value: String) -> (type: String, parameters: [String: String])? {
    var rest = value.utf8[...]
    let type = HTTPHeaders.trimmed(rest.prefix { $0 != UInt8(ascii: ";") }).lowercased()
    rest = rest.drop { $0 != UInt8(ascii: ";") }
    var parameters: [String: String] = [:]
    while rest.first == UInt8(ascii: ";") {
      rest = rest.dropFirst().drop { $0 == 0x20 || $0 == 0x09 }
      if rest.isEmpty { break }
      let name = rest.prefix { $0 != UInt8(ascii: "=") && $0 != UInt8(ascii: ";") }
      rest = rest.dropFirst(name.count)
      guard rest.first == UInt8(ascii: "=") else { return nil }
      rest = rest.dropFirst()
      guard let content = takeValue(&rest) else { return nil }
      let key = HTTPHeaders.trimmed(name).lowercased()
      // Other programs may take either of two values for one name, so a repeated name is refused.
      guard parameters.updateValue(content, forKey: key) == nil else { return nil }
    }
    return rest.isEmpty ? (type, parameters) : nil
  }

  private static func takeValue(_ rest: inout Substring.UTF8View) -> String? {
    guard rest.first == UInt8(ascii: "\"") else {
      let token = rest.prefix { $0 != UInt8(ascii: ";") }
      rest = rest.dropFirst(token.count)
      return HTTPHeaders.trimmed(token)
    }
    rest = rest.dropFirst()
    var bytes: [UInt8] = []
    while let byte = rest.popFirst() {
      switch byte {
      case UInt8(ascii: "\""):
        rest = rest.drop { $0 == 0x20 || $0 == 0x09 }
        return String(validating: bytes, as: UTF8.self)
      // Browsers write a quote as %22; older ones and tools as \". A backslash before anything else
      // is part of a Windows path.
      case UInt8(ascii: "\\") where rest.first == UInt8(ascii: "\""):
        bytes.append(UInt8(ascii: "\""))
        rest = rest.dropFirst()
      default: bytes.append(byte)
      }
    }
    return nil
  }

  /// Undoes the three escapes that browsers use in form-data names: quote, CR and LF.
  static func unescapeFormName(_ name: String) -> String {
    guard name.utf8.contains(UInt8(ascii: "%")) else { return name }
    var bytes: [UInt8] = []
    var rest = name.utf8[...]
    let escapes: [([UInt8], UInt8)] = [
      (Array("%22".utf8), 0x22), (Array("%0D".utf8), 0x0D), (Array("%0A".utf8), 0x0A),
    ]
    while let byte = rest.first {
      if let (escape, plain) = escapes.first(where: { rest.starts(with: $0.0) }) {
        bytes.append(plain)
        rest = rest.dropFirst(escape.count)
      } else {
        bytes.append(byte)
        rest = rest.dropFirst()
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// The file name without the folders that some browsers include.
  static func lastPathComponent(_ filename: String) -> String {
    let name = unescapeFormName(filename)
    let last = name.utf8.lastIndex { $0 == UInt8(ascii: "/") || $0 == UInt8(ascii: "\\") }
    guard let last else { return name }
    return String(name[name.utf8.index(after: last)...])
  }
}
