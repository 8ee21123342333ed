/// The headers of a response that a device uses. Values that make no sense count as absent.
package struct ReplyHeaders {
  /// How many bytes of a line are read.
  private static let maxLineBytes = 200

  package private(set) var retryAfterSeconds: Double?
  /// How many bytes of an unfinished upload the hub has.
  package private(set) var uploadOffset: Int?
  /// The full size of a resource of which a range was requested, in bytes.
  package private(set) var rangeTotal: Int?
  package private(set) var entityTag: String?

  package init() {}

  /// Reads one header line, as received.
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
    // The hub's tags are in lower case, so lowercasing the line did not change them.
    case "etag": entityTag = String(value)
    default: break
    }
  }
}
