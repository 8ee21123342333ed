import CMicroHTTPD

/// Reads and checks a request's head. The rules keep a proxy and this server from seeing two
/// different requests in the same bytes (RFC 9112, 6.1 and 11.2).
enum HeadReader {
  static func read(
    _ connection: OpaquePointer, _ line: RequestLine, target: ReceivedTarget,
    from peer: Connection, configuration: HTTPServerConfiguration
  ) throws(Refusal) -> HTTPRequestHead {
    guard target.bytes.count <= configuration.maxTargetBytes else {
      throw Refusal(.uriTooLong, "the address is too long")
    }
    // The version must follow one space after the target; anything else means a NUL hides part of
    // it.
    guard target.start + UInt(target.bytes.count) + 1 == UInt(bitPattern: line.version) else {
      throw Refusal(.badRequest, "the address has characters that are not allowed")
    }
    guard hearth_mhd_header_size(connection) <= configuration.maxHeaderBytes else {
      throw Refusal(.headerFieldsTooLarge, "the headers are too long")
    }
    let headers = try HeaderCollector.collect(
      connection, after: line, maxFields: configuration.maxHeaderFields)
    let isOld = String(cString: line.version) == "HTTP/1.0"
    try checkHost(headers, isOld: isOld)
    let framing = try Framing(headers, isOld: isOld)
    guard let method = HTTPMethod(rawValue: String(cString: line.method)) else {
      throw Refusal(.notImplemented, "unknown method")
    }
    let target = try RequestTarget(target.bytes, method: method)
    var head = HTTPRequestHead(
      method: method, path: target.path, query: target.query, headers: headers,
      remoteAddress: peer.remoteAddress, isSecure: configuration.tls != nil)
    head.rawPath = target.rawPath
    head.rawQuery = target.rawQuery
    head.contentLength = framing.contentLength
    head.isChunked = framing.isChunked
    return head
  }

  private struct Framing {
    var contentLength: Int?
    var isChunked = false

    init(_ headers: HTTPHeaders, isOld: Bool) throws(Refusal) {
      let lengthCount = headers.count(of: "Content-Length")
      let encodingCount = headers.count(of: "Transfer-Encoding")
      // True of nearly every request.
      if lengthCount == 0, encodingCount == 0 { return }
      if encodingCount > 0 {
        guard lengthCount == 0, !isOld else {
          throw Refusal(.badRequest, "Content-Length and Transfer-Encoding exclude each other")
        }
        guard encodingCount == 1, let encoding = headers["Transfer-Encoding"],
          HTTPHeaders.isSame(encoding, "chunked")
        else {
          throw Refusal(.notImplemented, "unknown Transfer-Encoding")
        }
        isChunked = true
      }
      guard let length = headers["Content-Length"] else { return }
      guard lengthCount == 1, !length.isEmpty,
        length.utf8.allSatisfy({ $0 >= 0x30 && $0 <= 0x39 })
      else { throw Refusal(.badRequest, "malformed Content-Length") }
      guard let count = Int(length) else {
        throw Refusal(.contentTooLarge, "the body is too large")
      }
      contentLength = count
    }
  }

  private static func checkHost(_ headers: HTTPHeaders, isOld: Bool) throws(Refusal) {
    let count = headers.count(of: "Host")
    if isOld, count == 0 { return }
    guard count == 1, let host = headers["Host"], host.utf8.allSatisfy(isHostByte) else {
      throw Refusal(.badRequest, "a request needs one valid Host header")
    }
  }

  private static func isHostByte(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: true
    case UInt8(ascii: "."), UInt8(ascii: "-"), UInt8(ascii: "_"), UInt8(ascii: "~"),
      UInt8(ascii: ":"), UInt8(ascii: "["), UInt8(ascii: "]"), UInt8(ascii: "%"):
      true
    default: false
    }
  }
}
