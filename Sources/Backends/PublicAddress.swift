/// The address at which people reach the app, for links, QR codes, `Secure` cookies and the check
/// of `Host`.
package struct PublicAddress: Equatable, Sendable {
  package var isSecure: Bool
  /// The name, and the port unless it is the scheme's default, as in a `Host` header; lower case.
  package var host: String

  package init(isSecure: Bool, host: String) {
    self.isSecure = isSecure
    self.host = host.lowercased()
  }

  /// Reads an address such as `https://home.example`; `nil` unless it is `http` or `https` with a
  /// host, perhaps a port, and nothing else but a slash at the end.
  package init?(_ text: String) {
    let isSecure = text.lowercased().hasPrefix("https://")
    guard isSecure || text.lowercased().hasPrefix("http://") else { return nil }
    var host = text.dropFirst(isSecure ? 8 : 7).lowercased()
    if host.hasSuffix("/") { host.removeLast() }
    let suffix = isSecure ? ":443" : ":80"
    if host.hasSuffix(suffix) { host.removeLast(suffix.count) }
    let isHost = { (byte: UInt8) in
      (0x30...0x39).contains(byte) || (0x61...0x7A).contains(byte) || ".-:[]_".utf8.contains(byte)
    }
    guard !host.isEmpty, host.utf8.count <= 255, host.utf8.allSatisfy(isHost) else { return nil }
    self.init(isSecure: isSecure, host: host)
  }

  /// The scheme and host, such as `https://home.example`, without a slash at the end.
  package var origin: String { (isSecure ? "https://" : "http://") + host }

  /// Whether a request with this `Host` header is answered: it must name the public address,
  /// `localhost`, or a numeric address. Somebody else could otherwise point a name of their own
  /// here, and browsers would treat its pages as ours (DNS rebinding).
  package static func accepts(host: String?, public address: PublicAddress?) -> Bool {
    guard let host, !host.isEmpty else { return false }
    // The usual case without a public address, and the fastest check.
    if isPlainIPv4(host) { return true }
    return acceptsName(host.lowercased(), public: address)
  }

  private static func acceptsName(_ host: String, public address: PublicAddress?) -> Bool {
    if address?.isHost(host) == true { return true }
    let name = withoutPort(host)
    return name == "localhost" || isNumeric(name)
  }

  /// Whether a `Host` header names this address.
  package func isHost(_ header: String?) -> Bool {
    guard let name = header?.lowercased() else { return false }
    return name == host || name == host + (isSecure ? ":443" : ":80")
  }

  private static func withoutPort(_ host: String) -> Substring {
    if host.hasPrefix("["), let end = host.firstIndex(of: "]") { return host[...end] }
    return host.prefix { $0 != ":" }
  }

  /// Whether a host is four numbers up to 255, of at most three digits each, and perhaps a port.
  private static func isPlainIPv4(_ host: String) -> Bool {
    var (dots, digits, value) = (0, 0, 0)
    for byte in host.utf8 {
      switch byte {
      case 0x30...0x39:
        digits += 1
        value = value * 10 + Int(byte - 0x30)
        if digits > 3 || value > 255 { return false }
      case UInt8(ascii: ".") where digits > 0 && dots < 3:
        (dots, digits, value) = (dots + 1, 0, 0)
      case UInt8(ascii: ":"): return dots == 3 && digits > 0
      default: return false
      }
    }
    return dots == 3 && digits > 0
  }

  private static func isNumeric(_ name: Substring) -> Bool {
    if name.hasPrefix("["), name.hasSuffix("]") {
      return name.dropFirst().dropLast().allSatisfy { $0.isHexDigit || $0 == ":" || $0 == "." }
    }
    let parts = name.split(separator: ".", omittingEmptySubsequences: false)
    return parts.count == 4 && parts.allSatisfy { UInt8($0) != nil }
  }
}
