import Glibc

extension HTTPRequestHead {
  /// The client's address, for the log and for limits on attempts: the connection's peer, or the
  /// address that a proxy on this machine reports.
  ///
  /// Only the last address of `X-Forwarded-For` counts, because the proxy wrote it; the client may
  /// have made up those before it. The header is ignored when it holds no valid address there, or
  /// when the peer is not this machine.
  package var clientAddress: String {
    guard isFromThisMachine,
      let last = headers.all("X-Forwarded-For").last?.split(separator: ",").last,
      let address = Self.address(in: last)
    else { return remoteAddress }
    return address
  }

  private var isFromThisMachine: Bool {
    remoteAddress == "::1" || remoteAddress.hasPrefix("127.") && Self.isAddress(remoteAddress)
  }

  /// Reads `192.0.2.1`, `192.0.2.1:4711`, `2001:db8::1` and `[2001:db8::1]:4711`.
  private static func address(in text: Substring) -> String? {
    var text = text.drop { $0 == " " || $0 == "\t" }
    while text.last == " " || text.last == "\t" { text.removeLast() }
    if text.hasPrefix("["), let end = text.firstIndex(of: "]") {
      text = text[text.index(after: text.startIndex)..<end]
    } else if text.contains("."), text.count(where: { $0 == ":" }) == 1 {
      text = text.prefix { $0 != ":" }
    }
    let mapped = "::ffff:"
    if text.contains("."), text.lowercased().hasPrefix(mapped) {
      text = text.dropFirst(mapped.count)
    }
    return isAddress(String(text)) ? String(text) : nil
  }

  private static func isAddress(_ text: String) -> Bool {
    var bytes = in6_addr()
    return inet_pton(AF_INET, text, &bytes) == 1 || inet_pton(AF_INET6, text, &bytes) == 1
  }
}

extension HTTPRequest {
  package var clientAddress: String { head.clientAddress }
}
