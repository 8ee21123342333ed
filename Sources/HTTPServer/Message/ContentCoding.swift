/// The client's preference in `Accept-Encoding` (RFC 9110, 12.5.3).
package enum ContentCoding {
  /// Whether to send a response as gzip: the client accepts it, and does not prefer it
  /// uncompressed.
  package static func acceptsGzip(_ headers: HTTPHeaders) -> Bool {
    // Quality values in thousandths; `nil` when the header does not mention the coding.
    var (gzip, identity, other): (Int?, Int?, Int?)
    for value in headers.all("Accept-Encoding") {
      for item in value.utf8.split(separator: UInt8(ascii: ",")) {
        let parts = item.split(separator: UInt8(ascii: ";")).map { HTTPHeaders.trimmed($0) }
        guard let name = parts.first?.lowercased() else { continue }
        // An unreadable quality counts as 0: the coding is not accepted.
        let quality = quality(parts.dropFirst()) ?? 0
        switch name {
        case "gzip", "x-gzip": gzip = quality
        case "identity": identity = quality
        case "*": other = quality
        default: break
        }
      }
    }
    let wanted = gzip ?? other ?? 0
    return wanted > 0 && wanted >= identity ?? 0
  }

  /// The quality in thousandths: 1000 when there is no `q`, `nil` when it is malformed.
  private static func quality(_ parameters: ArraySlice<String>) -> Int? {
    for parameter in parameters {
      let text = Array(parameter.lowercased().utf8)
      guard text.starts(with: "q=".utf8) else { continue }
      let number = text.dropFirst(2)
      guard let first = number.first, first == 0x30 || first == 0x31, number.count <= 5 else {
        return nil
      }
      var thousandths = Int(first - 0x30) * 1000
      if number.count > 1, number.dropFirst().first != UInt8(ascii: ".") { return nil }
      for (digit, weight) in zip(number.dropFirst(2), [100, 10, 1]) {
        guard digit >= 0x30, digit <= 0x39 else { return nil }
        thousandths += Int(digit - 0x30) * weight
      }
      return thousandths <= 1000 ? thousandths : nil
    }
    return 1000
  }
}
