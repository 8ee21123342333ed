/// One `Set-Cookie` line.
package struct Cookie: Sendable {
  /// When a browser sends the cookie on requests that another site caused.
  package enum SameSite: String, Sendable { case strict = "Strict", lax = "Lax", none = "None" }

  package var name: String
  package var value: String
  package var path = "/"
  /// `nil` for a cookie that lasts as long as the browser session; 0 deletes the cookie.
  package var maxAgeSeconds: Int?
  package var isHTTPOnly = true
  package var isSecure = false
  package var sameSite = SameSite.lax

  package init(_ name: String, _ value: String) {
    self.name = name
    self.value = value
  }

  /// The header's value. Bytes that a cookie may not contain are percent-encoded.
  package var headerValue: String {
    var text = "\(Self.token(name))=\(Self.token(value)); Path=\(Self.token(path))"
    if let maxAgeSeconds { text += "; Max-Age=\(maxAgeSeconds)" }
    if isHTTPOnly { text += "; HttpOnly" }
    if isSecure { text += "; Secure" }
    return text + "; SameSite=\(sameSite.rawValue)"
  }

  private static func token(_ text: String) -> String {
    let isPlain: (UInt8) -> Bool = { byte in
      byte > 0x20 && byte < 0x7F && byte != UInt8(ascii: ";") && byte != UInt8(ascii: ",")
        && byte != UInt8(ascii: "\"") && byte != UInt8(ascii: "\\")
    }
    if text.utf8.allSatisfy(isPlain) { return text }
    return text.utf8.map { byte in
      isPlain(byte)
        ? String(UnicodeScalar(byte)) : PercentEncoding.escape(byte)
    }.joined()
  }
}

extension HTTPHeaders {
  /// Adds a `Set-Cookie` line.
  package mutating func add(_ cookie: Cookie) { add("Set-Cookie", cookie.headerValue) }
}
