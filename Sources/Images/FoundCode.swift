import CBarcodes

/// A QR code or barcode found in a picture.
package struct FoundCode: Sendable, Equatable {
  package enum Kind: Int, Sendable {
    case qr = 1
    /// The number of a product: an EAN or UPC with a correct check digit.
    case product = 2
    /// Any other code that holds text, such as Code 128.
    case other = 3
  }

  /// The most codes of one picture, and the most bytes of one code; the rest is left out.
  package static let maxCodes = Int(HEARTH_MAX_CODES)
  package static let maxBytes = Int(HEARTH_MAX_CODE_BYTES)
  /// Pictures are searched at this size, in pixels: cameras produce more pixels than a code needs.
  static let longestEdge = 2000

  package var kind: Kind
  package var text: String

  package init(kind: Kind, text: String) {
    self.kind = kind
    self.text = text
  }

  /// The codes in a picture, in no particular order; empty if there are none.
  ///
  /// Runs the decoders in the calling process; untrusted files go through `ImageWorker`.
  package static func all(
    in bytes: [UInt8], limits: ImageLimits = ImageLimits()
  ) throws(ImageError) -> [FoundCode] {
    guard bytes.count <= limits.maxBytes else { throw .tooManyBytes(maxBytes: limits.maxBytes) }
    let picture = try Thumbnail.decode(bytes, longestEdge: longestEdge, limits: limits)
      .buffer.fitted(longestEdge: longestEdge)
    var codes = [hearth_code](repeating: hearth_code(), count: maxCodes)
    let count = hearth_read_codes(
      picture.bytes.baseAddress, Int32(picture.width), Int32(picture.height), &codes)
    guard count >= 0 else { throw .outOfMemory }
    return codes.prefix(Int(count)).map { code in
      let text = withUnsafeBytes(of: code.text) { raw in
        String(decoding: raw.prefix(code.length), as: UTF8.self)
      }
      return FoundCode(kind: Kind(rawValue: Int(code.kind)) ?? .other, text: text)
    }
  }
}
