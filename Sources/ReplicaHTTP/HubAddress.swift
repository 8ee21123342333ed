import FoundationEssentials

/// A hub's address, such as `https://home.example` or `http://192.168.1.5:8080/hearth`.
public struct HubAddress: Hashable, Sendable, CustomStringConvertible {
  /// The address without a slash at the end.
  public let description: String
  /// Whether the connection is encrypted. An unencrypted one is acceptable only within one's home.
  public let isEncrypted: Bool

  /// `nil` unless the text is an http or https address without user name, password, query and
  /// fragment.
  public init?(_ text: String) {
    let start = text.drop { $0.isWhitespace }
    let trimmed = String(start.reversed().drop { $0.isWhitespace }.reversed())
    guard trimmed.utf8.count <= 2048, let parts = URLComponents(string: trimmed),
      let scheme = parts.scheme?.lowercased(), ["http", "https"].contains(scheme),
      let host = parts.host, !host.isEmpty, parts.user == nil, parts.password == nil,
      parts.query == nil, parts.fragment == nil
    else { return nil }
    isEncrypted = scheme == "https"
    var address = trimmed
    while address.hasSuffix("/") { address.removeLast() }
    description = address
  }
}
