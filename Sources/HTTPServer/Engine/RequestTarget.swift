/// A request that is refused before any handler sees it.
struct Refusal: Error {
  let status: HTTPStatus
  let reason: String

  init(_ status: HTTPStatus, _ reason: String) {
    self.status = status
    self.reason = reason
  }
}

/// A request target as received.
struct ReceivedTarget {
  let bytes: [UInt8]
  /// The target's address in the C library's memory, used only for comparison.
  let start: UInt
}

/// The parts of a request target (RFC 9112, 3.2).
struct RequestTarget {
  var rawPath: String
  var path: String
  var rawQuery: String
  var query: HTTPParameters

  /// Splits and decodes a target; one that could be read in two ways is refused.
  init(_ bytes: [UInt8], method: HTTPMethod) throws(Refusal) {
    guard bytes.allSatisfy({ $0 > 0x20 && $0 != 0x7F && $0 != UInt8(ascii: "#") }) else {
      throw Refusal(.badRequest, "the address has characters that are not allowed")
    }
    if bytes == [UInt8(ascii: "*")], method == .options {
      (rawPath, path, rawQuery, query) = ("*", "*", "", HTTPParameters())
      return
    }
    let local = try Self.withoutAuthority(bytes[...])
    let raw = local.prefix { $0 != UInt8(ascii: "?") }
    let rawQuery = local.dropFirst(raw.count + 1)
    guard let path = PercentEncoding.decode(raw), !Self.hasDotSegment(path) else {
      throw Refusal(.badRequest, "the address cannot be read")
    }
    guard let query = HTTPParameters(urlEncoded: rawQuery) else {
      throw Refusal(.badRequest, "the query cannot be read")
    }
    self.path = path
    self.query = query
    // Decoding shortens every text that it changes, so equal lengths mean that nothing changed.
    rawPath = path.utf8.count == raw.count ? path : String(decoding: raw, as: UTF8.self)
    self.rawQuery = String(decoding: rawQuery, as: UTF8.self)
  }

  /// Proxies send `http://host/path`, everyone else `/path`.
  private static func withoutAuthority(_ bytes: ArraySlice<UInt8>) throws(Refusal)
    -> ArraySlice<UInt8>
  {
    if bytes.first == UInt8(ascii: "/") { return bytes }
    for scheme in ["http://", "https://"]
    where HTTPHeaders.isSame(
      String(decoding: bytes.prefix(scheme.utf8.count), as: UTF8.self), scheme)
    {
      let path = bytes.dropFirst(scheme.utf8.count).drop {
        $0 != UInt8(ascii: "/") && $0 != UInt8(ascii: "?")
      }
      return path.first == UInt8(ascii: "/") ? path : [UInt8(ascii: "/")] + path
    }
    throw Refusal(.badRequest, "the address must begin with a slash")
  }

  private static func hasDotSegment(_ path: String) -> Bool {
    var last: UInt8 = 0
    let startsWithDot = path.utf8.contains { byte in
      defer { last = byte }
      return byte == UInt8(ascii: ".") && last == UInt8(ascii: "/")
    }
    guard startsWithDot else { return false }
    return path.utf8.split(separator: UInt8(ascii: "/")).contains { segment in
      segment.elementsEqual(".".utf8) || segment.elementsEqual("..".utf8)
    }
  }
}
