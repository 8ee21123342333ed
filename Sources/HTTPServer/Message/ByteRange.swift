/// The part of a body of known size that a `Range` header requests (RFC 9110, 14).
package enum ByteRange: Equatable, Sendable {
  /// The header is missing, unreadable or asks for several ranges: send the whole body.
  case whole
  case part(Range<Int>)
  case unsatisfiable

  package init(header: String?, size: Int) {
    guard let header, let ends = Self.ends(header) else {
      self = .whole
      return
    }
    switch ends {
    case (let first?, let last):
      if let last, last < first {
        self = .whole
      } else if first >= size {
        self = .unsatisfiable
      } else {
        self = .part(first..<min(last ?? size, size - 1) + 1)
      }
    case (nil, let suffix?):
      self = suffix == 0 || size == 0 ? .unsatisfiable : .part(max(0, size - suffix)..<size)
    case (nil, nil): self = .whole
    }
  }

  private static func ends(_ header: String) -> (Int?, Int?)? {
    let prefix = "bytes="
    guard HTTPHeaders.isSame(String(header.prefix(prefix.count)), prefix) else { return nil }
    let spec = header.dropFirst(prefix.count)
    let parts = spec.split(separator: "-", omittingEmptySubsequences: false)
    guard parts.count == 2 else { return nil }
    var numbers: [Int?] = []
    for part in parts {
      guard part.utf8.allSatisfy({ $0 >= 0x30 && $0 <= 0x39 }) else { return nil }
      // A number too large for an Int is beyond the end of any body.
      numbers.append(part.isEmpty ? nil : Int(part) ?? .max)
    }
    return (numbers[0], numbers[1])
  }
}
