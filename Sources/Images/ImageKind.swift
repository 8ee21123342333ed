/// The kinds of picture that Hearth accepts, detected from the bytes and never from a name or
/// header.
package enum ImageKind: UInt8, Sendable, CaseIterable {
  case jpeg = 1
  case png = 2
  case webp = 3
  /// Accepted, but stored as JPEG, because few browsers show HEIC.
  case heic = 4

  /// The media type to send along with the bytes.
  package var mediaType: String {
    switch self {
    case .jpeg: "image/jpeg"
    case .png: "image/png"
    case .webp: "image/webp"
    case .heic: "image/heic"
    }
  }

  /// Detects the kind of a file from its first bytes; 1 kB is enough.
  ///
  /// Throws `ImageError.empty`, or `.unsupportedKind` with what the bytes look like instead.
  package static func sniff(_ bytes: [UInt8]) throws(ImageError) -> ImageKind {
    guard !bytes.isEmpty else { throw .empty }
    if bytes.starts(with: [0xFF, 0xD8, 0xFF]) { return .jpeg }
    if bytes.starts(with: PNGFile.signature) { return .png }
    if bytes.matches("RIFF", at: 0), bytes.matches("WEBP", at: 8) { return .webp }
    if bytes.matches("ftyp", at: 4) {
      let brands = HEIFFile.brands(bytes)
      if HEIFFile.isHEIC(brands) { return .heic }
      throw .unsupportedKind(looksLike: HEIFFile.isAVIF(brands) ? .avif : .video)
    }
    throw .unsupportedKind(looksLike: ImageLookalike.guess(bytes))
  }
}

/// What a refused file looks like, to tell the person.
package enum ImageLookalike: UInt8, Sendable, CaseIterable {
  case unknown, gif, svg, pdf, avif, tiff, bmp, video, zip, html, text

  /// Whether it is a picture, though of a kind that is not accepted.
  package var isPicture: Bool {
    switch self {
    case .gif, .svg, .avif, .tiff, .bmp: true
    case .unknown, .pdf, .video, .zip, .html, .text: false
    }
  }

  /// The name for use within a sentence: “it is …”.
  package var name: String {
    switch self {
    case .unknown: "an unknown kind of file"
    case .gif: "a GIF picture"
    case .svg: "an SVG drawing"
    case .pdf: "a PDF"
    case .avif: "an AVIF picture"
    case .tiff: "a TIFF picture"
    case .bmp: "a BMP picture"
    case .video: "a video"
    case .zip: "a ZIP archive"
    case .html: "a web page"
    case .text: "a text"
    }
  }

  static func guess(_ bytes: [UInt8]) -> ImageLookalike {
    if bytes.matches("GIF8", at: 0) { return .gif }
    if bytes.matches("%PDF-", at: 0) { return .pdf }
    if bytes.matches("II*\0", at: 0) || bytes.matches("MM\0*", at: 0) { return .tiff }
    if bytes.matches("BM", at: 0), bytes.count >= 26, bytes.littleEndian32(at: 6) == 0 {
      return .bmp
    }
    if bytes.matches("PK\u{3}\u{4}", at: 0) { return .zip }
    if bytes.starts(with: [0x1A, 0x45, 0xDF, 0xA3]) { return .video }
    return guessText(bytes.prefix(1024))
  }

  private static func guessText(_ head: ArraySlice<UInt8>) -> ImageLookalike {
    let isText = head.allSatisfy { $0 >= 0x20 || $0 == 0x09 || $0 == 0x0A || $0 == 0x0D }
    guard isText else { return .unknown }
    let words = String(decoding: head, as: UTF8.self).lowercased()
    if words.contains("<svg") { return .svg }
    if words.contains("<html") || words.contains("<!doctype html") || words.contains("<script") {
      return .html
    }
    // A character cut off at the end of the prefix must not make a Greek letter count as unknown.
    return words.dropLast().contains("\u{FFFD}") ? .unknown : .text
  }
}
