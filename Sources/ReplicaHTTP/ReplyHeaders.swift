/// What a device looks at in the headers of an answer. What makes no sense there is as good as
/// left out.
package struct ReplyHeaders {
  /// Bytes of a line that are looked at.
  private static let maxLineBytes = 200

  package private(set) var retryAfterSeconds: Double?
  /// How much of an unfinished upload the hub has.
  package private(set) var uploadOffset: Int?
  /// The size of what a part was asked of.
  package private(set) var rangeTotal: Int?
  package private(set) var entityTag: String?

  package init() {}

  /// Takes in one line as it came.
  package mutating func take(_ bytes: UnsafeRawBufferPointer) {
    let line = String(decoding: bytes.prefix(Self.maxLineBytes), as: UTF8.self).lowercased()
    let parts = line.split(separator: ":", maxSplits: 1)
    guard parts.count == 2 else { return }
    let value = parts[1].filter { !$0.isWhitespace }
    switch parts[0] {
    case "retry-after":
      retryAfterSeconds = Double(value).flatMap { $0 >= 0 && $0 <= 86_400 ? $0 : nil }
    case "upload-offset": uploadOffset = Int(value).flatMap { $0 >= 0 ? $0 : nil }
    case "content-range":
      rangeTotal = value.split(separator: "/").last.flatMap { Int($0) }
        .flatMap { $0 >= 0 ? $0 : nil }
    // Tags are of lower case here, so that nothing was changed above.
    case "etag": entityTag = String(value)
    default: break
    }
  }
}
