/// A picture that is safe to keep and to pass on.
package struct SanitizedImage: Sendable, Equatable {
  /// Never `.heic`.
  package var kind: ImageKind
  /// The size in pixels as shown, that is, with the orientation applied.
  package var width: Int
  package var height: Int
  package var byteCount: Int

  package init(kind: ImageKind, width: Int, height: Int, byteCount: Int) {
    (self.kind, self.width, self.height) = (kind, width, height)
    self.byteCount = byteCount
  }
}

/// Converts an uploaded file into the original that is kept.
///
/// JPEG, PNG and WebP are rewritten losslessly: pixels stay the same bit for bit, while metadata
/// (EXIF with GPS, XMP, IPTC, comments, text) and bytes after the end are removed. The result is
/// then decoded, so that a damaged file is refused and not kept. HEIC is converted to JPEG.
///
/// Runs the decoders in the calling process; untrusted files go through `ImageWorker`.
package enum ImageSanitizer {
  /// The quality of the JPEG to which a HEIC file is converted.
  package static let convertedQuality = 90

  /// Returns the bytes to keep, and their description.
  package static func sanitize(
    _ bytes: [UInt8], limits: ImageLimits = ImageLimits()
  ) throws(ImageError) -> (image: SanitizedImage, bytes: [UInt8]) {
    guard bytes.count <= limits.maxBytes else { throw .tooManyBytes(maxBytes: limits.maxBytes) }
    switch try ImageKind.sniff(bytes) {
    case .jpeg:
      let file = try JPEGFile(bytes, limits: limits)
      let output = try sanitizedJPEG(file, limits: limits)
      let swaps = file.orientation.swapsSides
      return result(
        .jpeg, swaps ? file.height : file.width, swaps ? file.width : file.height, output)
    case .png:
      let file = try PNGFile(bytes, limits: limits)
      let output = file.rewritten()
      _ = try PNGCodec.decode(output, limits: limits)
      return result(.png, file.width, file.height, output)
    case .webp:
      let file = try WebPFile(bytes, limits: limits)
      let output = file.rewritten()
      _ = try WebPCodec.decode(output, file: file, longestEdge: verifiedEdge)
      return result(.webp, file.width, file.height, output)
    case .heic:
      let (buffer, profile) = try HEICCodec.decode(bytes, limits: limits)
      let output = try JPEGCodec.encode(
        buffer, quality: convertedQuality, profile: Thumbnail.isRGBProfile(profile) ? profile : [])
      return result(.jpeg, buffer.width, buffer.height, output)
    }
  }

  /// All encoded data is read at any scale; a small one saves time and memory.
  private static let verifiedEdge = 1

  private static func sanitizedJPEG(
    _ file: JPEGFile, limits: ImageLimits
  ) throws(ImageError) -> [UInt8] {
    let output = file.rewritten()
    let decoded = try JPEGCodec.decodeTellingOfStrayBytes(
      output, file: file, longestEdge: verifiedEdge, limits: limits)
    guard decoded.hasStrayBytes else { return output }
    var recoded = try JPEGFile(
      JPEGCodec.recoded(output, file: file, limits: limits), limits: limits)
    recoded.adoptLook(of: file)
    return recoded.rewritten()
  }

  private static func result(
    _ kind: ImageKind, _ width: Int, _ height: Int, _ bytes: [UInt8]
  ) -> (image: SanitizedImage, bytes: [UInt8]) {
    let image = SanitizedImage(kind: kind, width: width, height: height, byteCount: bytes.count)
    return (image, bytes)
  }
}
