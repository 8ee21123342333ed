extension HTTPResponse {
  /// Adds the body's `ETag` and applies the request's conditions: 304 when the client has this
  /// version, 206 or 416 when it asks for a range.
  ///
  /// `tag` must change with the body and contain no quotes. Only responses to GET with status 200
  /// and a body of known size are changed.
  package func conditional(on request: HTTPRequest, tag: String) -> HTTPResponse {
    guard status == .ok, request.method == .get, let size = bodySize else { return self }
    var response = self
    let entityTag = "\"\(tag)\""
    response.headers["ETag"] = entityTag
    if let known = request.headers["If-None-Match"], Self.matches(known, entityTag) {
      response.status = .notModified
      response.body = .empty
      response.headers["Content-Type"] = nil
      return response
    }
    response.headers["Accept-Ranges"] = "bytes"
    if let version = request.headers["If-Range"], version != entityTag { return response }
    switch ByteRange(header: request.headers["Range"], size: size) {
    case .whole: return response
    case .unsatisfiable:
      response.headers["Content-Range"] = "bytes */\(size)"
      response.status = .rangeNotSatisfiable
      response.body = .empty
    case .part(let range):
      response.headers["Content-Range"] =
        "bytes \(range.lowerBound)-\(range.upperBound - 1)/\(size)"
      response.status = .partialContent
      response.body = body.slice(range)
    }
    return response
  }

  private var bodySize: Int? {
    switch body {
    case .empty: 0
    case .bytes(let bytes): bytes.count
    case .asset(let asset): asset.count
    case .file(let slice): slice.count
    case .stream, .events: nil
    }
  }

  /// Whether the `If-None-Match` value `list` contains `tag`.
  package static func matches(_ list: String, _ tag: String) -> Bool {
    list.utf8.split(separator: UInt8(ascii: ",")).contains { item in
      let one = HTTPHeaders.trimmed(item)
      // The comparison is weak: a compressing proxy prefixes tags with `W/`.
      return one == "*" || one == tag || one == "W/\(tag)"
    }
  }
}

extension HTTPResponse.Body {
  fileprivate func slice(_ range: Range<Int>) -> HTTPResponse.Body {
    switch self {
    case .bytes(let bytes): .bytes(Array(bytes[range]))
    case .asset(let asset):
      .asset(StaticBytes(start: asset.start + range.lowerBound, count: range.count))
    case .file(let slice):
      .file(
        FileSlice(file: slice.file, offset: slice.offset + range.lowerBound, count: range.count))
    case .empty, .stream, .events: self
    }
  }
}
