import Threads

extension HTTPResponse {
  /// Sizes in bytes between which a body is compressed: below, the headers weigh more; above, it
  /// would take long and much memory.
  package static let compressedBytes = (1 << 10)...(8 << 20)

  /// Whether the body is text in memory, of a size and kind that is compressed.
  ///
  /// One with a tag is not: the compressed bytes would need a tag of their own.
  package var isCompressible: Bool {
    guard case .bytes(let bytes) = body, Self.compressedBytes.contains(bytes.count),
      status != .partialContent, headers["Content-Encoding"] == nil, headers["ETag"] == nil,
      let type = headers["Content-Type"]
    else { return false }
    let name = HTTPHeaders.trimmed(type.utf8.prefix { $0 != UInt8(ascii: ";") })
    return ["text/html", "application/json"].contains { HTTPHeaders.isSame(name, $0) }
  }

  /// Bodies up to this size are compressed where they are, which takes a third of a millisecond;
  /// larger ones on a thread that may take its time.
  private static let maxDirectBytes = 128 << 10

  /// The same with its body as gzip, if the client takes that and it is smaller; as it is when the
  /// pool has too much to do.
  ///
  /// Not for what holds a secret beside text of a stranger's choice: the size tells whether the two
  /// are alike (BREACH).
  package func compressed(for head: HTTPRequestHead, on pool: ThreadPool) async -> HTTPResponse {
    guard isCompressible, case .bytes(let bytes) = body else { return self }
    var response = self
    response.vary(on: "Accept-Encoding")
    guard ContentCoding.acceptsGzip(head.headers) else { return response }
    if bytes.count <= Self.maxDirectBytes { return response.packed() }
    do {
      return try await pool.run { [response] in response.packed() }
    } catch {
      // The plain one costs the least.
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

  /// Says to caches that the answer depends on a header of the request.
  package mutating func vary(on name: String) {
    guard !headers.hasToken("Vary", name) else { return }
    headers["Vary"] = (headers.all("Vary") + [name]).joined(separator: ", ")
  }
}
