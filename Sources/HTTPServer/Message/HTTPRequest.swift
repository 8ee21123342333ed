/// A request whose headers are complete and whose body has not been read.
package struct HTTPRequestHead: Sendable {
  /// `.get` for a HEAD request, which `isHead` marks, so that handlers can treat both alike.
  package var method: HTTPMethod
  package var isHead: Bool
  /// The path, percent-decoded once (`%2F` becomes `/`). Starts with `/`, except for `OPTIONS *`;
  /// has no dot segment and no NUL.
  package var path: String
  /// The path as sent, without the query.
  package var rawPath: String
  package var query: HTTPParameters
  /// The query as sent, without the `?`; empty when there is none.
  package var rawQuery: String
  package var headers: HTTPHeaders
  /// The peer's numeric address without the port; a proxy's own, if one is in front.
  package var remoteAddress: String
  /// Whether this connection itself is encrypted.
  package var isSecure: Bool
  /// `nil` when the body is chunked or there is none.
  package var contentLength: Int?
  package var isChunked: Bool

  package init(
    method: HTTPMethod = .get, path: String = "/", query: HTTPParameters = .init(),
    headers: HTTPHeaders = .init(), remoteAddress: String = "127.0.0.1", isSecure: Bool = false
  ) {
    self.method = method == .head ? .get : method
    self.isHead = method == .head
    self.path = path
    rawPath = path
    self.query = query
    rawQuery = ""
    self.headers = headers
    self.remoteAddress = remoteAddress
    self.isSecure = isSecure
    isChunked = false
  }

  /// The path's segments, split before decoding, so that a `%2F` stays inside its segment.
  package var pathSegments: [String] {
    rawPath.utf8.split(separator: UInt8(ascii: "/")).map {
      PercentEncoding.decode($0) ?? String(decoding: $0, as: UTF8.self)
    }
  }

  package var hasBody: Bool { isChunked || (contentLength ?? 0) > 0 }

  /// The value of the first cookie with this name, as sent.
  package func cookie(_ name: String) -> String? {
    for line in headers.all("Cookie") {
      for part in line.utf8.split(separator: UInt8(ascii: ";")) {
        let text = HTTPHeaders.trimmed(part)
        guard let equals = text.firstIndex(of: "=") else { continue }
        if text[..<equals] == name { return String(text[text.index(after: equals)...]) }
      }
    }
    return nil
  }

  /// The media type in lower case without parameters, such as `text/html`.
  package var contentType: String? {
    headers["Content-Type"].map { value in
      HTTPHeaders.trimmed(value.utf8.prefix { $0 != UInt8(ascii: ";") }).lowercased()
    }
  }
}

/// A request whose body has been received according to its route's `BodyPolicy`.
package struct HTTPRequest: Sendable {
  /// The received body.
  package enum Content: Sendable {
    case empty
    case bytes([UInt8])
    case file(SpooledFile)
    case multipart(MultipartForm)
  }

  /// Why a form could not be read.
  package enum FormError: Error, Equatable {
    /// The body is neither URL-encoded nor a received multipart form: 415.
    case notAForm
    /// Broken escapes, invalid UTF-8 or too many fields: 400.
    case malformed
  }

  package var head: HTTPRequestHead
  package var content: Content
  /// Whether somebody still waits for the answer. Long work asks between its parts, and ends when
  /// the client has left.
  package var isAwaited: @Sendable () -> Bool = { true }

  package init(head: HTTPRequestHead, content: Content = .empty) {
    self.head = head
    self.content = content
  }

  package var method: HTTPMethod { head.method }
  package var isHead: Bool { head.isHead }
  package var path: String { head.path }
  package var rawPath: String { head.rawPath }
  package var pathSegments: [String] { head.pathSegments }
  package var query: HTTPParameters { head.query }
  package var headers: HTTPHeaders { head.headers }
  package var remoteAddress: String { head.remoteAddress }
  package var isSecure: Bool { head.isSecure }
  package var contentType: String? { head.contentType }
  package func cookie(_ name: String) -> String? { head.cookie(name) }

  /// The body of a `.buffer` route; empty for every other.
  package var body: [UInt8] {
    if case .bytes(let bytes) = content { bytes } else { [] }
  }

  /// The body of a `.spool` route.
  package var bodyFile: SpooledFile? {
    if case .file(let file) = content { file } else { nil }
  }

  /// The fields and files of a `.multipart` route.
  package var multipart: MultipartForm? {
    if case .multipart(let form) = content { form } else { nil }
  }

  /// The text fields of a form of either encoding; an empty body is an empty form.
  package func form() throws(FormError) -> HTTPParameters {
    switch content {
    case .empty: return HTTPParameters()
    case .multipart(let form): return form.fields
    case .file: throw .notAForm
    case .bytes(let bytes):
      guard contentType == "application/x-www-form-urlencoded" else { throw .notAForm }
      guard let fields = HTTPParameters(urlEncoded: bytes) else { throw .malformed }
      return fields
    }
  }
}
