import Threads

extension HTTPResponse {
  /// The body sizes, in bytes, that are compressed. For smaller bodies the headers weigh more;
  /// larger ones would take too much time and memory.
  package static let compressedBytes = (1 << 10)...(8 << 20)

  /// Whether the body is in memory and has a size and type that are compressed.
  ///
  /// A response with an `ETag` is not: its compressed bytes would need a tag of their own.
  package var isCompressible: Bool {
    guard case .bytes(let bytes) = body, Self.compressedBytes.contains(bytes.count),
      status != .partialContent, headers["Content-Encoding"] == nil, headers["ETag"] == nil,
      let type = headers["Content-Type"]
    else { return false }
    let name = HTTPHeaders.trimmed(type.utf8.prefix { $0 != UInt8(ascii: ";") })
    return ["text/html", "application/json"].contains { HTTPHeaders.isSame(name, $0) }
  }

  /// Bodies of up to this many bytes are compressed on the caller's thread, which takes a third of
  /// a millisecond; larger ones on the pool.
  private static let maxDirectBytes = 128 << 10

  /// The response with its body as gzip, if the client accepts gzip and that is smaller. Unchanged
  /// except for `Vary` when the pool is too busy.
  ///
  /// Do not use it for a body that holds both a secret and text that a stranger chose: the
  /// compressed size reveals whether they are alike (BREACH).
  package func compressed(for head: HTTPRequestHead, on pool: ThreadPool) async -> HTTPResponse {
    guard isCompressible, case .bytes(let bytes) = body else { return self }
    var response = self
    response.vary(on: "Accept-Encoding")
    guard ContentCoding.acceptsGzip(head.headers) else { return response }
    if bytes.count <= Self.maxDirectBytes { return response.packed() }
    do {
      return try await pool.run { [response] in response.packed() }
    } catch {
      // The uncompressed response costs the least.
      return response
    }
  }

  private func packed() -> HTTPResponse {
    guard case .bytes(let bytes) = body, let packed = Gzip.compress(bytes) else { return self }
    var response = self
    response.body = .bytes(packed)
    response.headers["Content-Encoding"] = "gzip"
    return response
  }

  /// Tells caches that the response depends on a request header.
  package mutating func vary(on name: String) {
    guard !headers.hasToken("Vary", name) else { return }
    headers["Vary"] = (headers.all("Vary") + [name]).joined(separator: ", ")
  }
}
