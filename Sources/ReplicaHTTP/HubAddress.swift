import Foundation

/// Where a hub is: `https://home.example`, `http://192.168.1.5:8080/hearth`.
public struct HubAddress: Hashable, Sendable, CustomStringConvertible {
  /// Without a slash at the end.
  public let description: String
  /// Whether what is sent is readable on the way; only good enough inside one's own four walls.
  public let isEncrypted: Bool

  /// `nil` when the text is no address of the web, or has a password or a query in it.
  public init?(_ text: String) {
    let trimmed = text.trimmingCharacters(in: .whitespacesAndNewlines)
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
