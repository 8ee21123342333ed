/// A small JPEG of a picture, upright and without metadata.
package struct Thumbnail: Sendable, Equatable {
  package var width: Int
  package var height: Int
  package var byteCount: Int

  package init(width: Int, height: Int, byteCount: Int) {
    (self.width, self.height, self.byteCount) = (width, height, byteCount)
  }

  /// The sizes made: the longer side, in pixels. A smaller picture keeps its size.
  package enum Size: Int, Sendable, CaseIterable {
    /// For a row in a list.
    case small = 96
    /// For a card.
    case medium = 400
    /// For the whole screen.
    case large = 1600

    package var longestEdge: Int { rawValue }
  }

  static let quality = 80

  /// Makes thumbnails of several sizes from one decoding, in the order of `edges`.
  ///
  /// Always JPEG, so transparent parts become white. A small RGB colour profile of a JPEG, WebP or
  /// HEIC source is kept, so that the colours of modern phones stay as they are. Runs the decoders
  /// in the calling process; untrusted files go through `ImageWorker`.
  package static func make(
    _ bytes: [UInt8], edges: [Int], limits: ImageLimits = ImageLimits()
  ) throws(ImageError) -> [(thumbnail: Thumbnail, bytes: [UInt8])] {
    guard bytes.count <= limits.maxBytes else { throw .tooManyBytes(maxBytes: limits.maxBytes) }
    precondition(edges.allSatisfy { $0 > 0 && $0 <= Int(UInt16.max) })
    guard let largest = edges.max() else { return [] }
    let source = try decode(bytes, longestEdge: largest, limits: limits)
    let profile = isWorthKeeping(source.profile) ? source.profile : []

    // From large to small, each from the one before: averaging averages costs far less.
    var current = try source.buffer.fitted(longestEdge: largest).oriented(source.orientation)
    var made: [Int: (thumbnail: Thumbnail, bytes: [UInt8])] = [:]
    for edge in Set(edges).sorted(by: >) {
      current = try current.fitted(longestEdge: edge)
      let encoded = try JPEGCodec.encode(current, quality: quality, profile: profile)
      let thumbnail = Thumbnail(
        width: current.width, height: current.height, byteCount: encoded.count)
      made[edge] = (thumbnail, encoded)
    }
    return edges.compactMap { made[$0] }
  }

  /// Whether an ICC profile describes RGB, the only kind of colour in thumbnails.
  static func isRGBProfile(_ profile: [UInt8]) -> Bool { profile.matches("RGB ", at: 16) }

  /// Whether a thumbnail would look different without this profile. Browsers assume sRGB, and its
  /// usual profile is larger than a small thumbnail.
  private static func isWorthKeeping(_ profile: [UInt8]) -> Bool {
    guard isRGBProfile(profile), profile.count <= ImageLimits.maxThumbnailProfileBytes else {
      return false
    }
    return !profile.indices.contains { place in
      profile.matches("sRGB", at: place) || profile.matches("s\0R\0G\0B", at: place)
    }
  }

  struct Source {
    var buffer: PixelBuffer
    var orientation = Orientation.upright
    var profile: [UInt8] = []
  }

  /// The picture as stored, or a smaller version, whose longer side has at least `longestEdge`
  /// pixels if the picture has as many.
  static func decode(
    _ bytes: [UInt8], longestEdge: Int, limits: ImageLimits
  ) throws(ImageError) -> Source {
    switch try ImageKind.sniff(bytes) {
    case .jpeg:
      let file = try JPEGFile(bytes, limits: limits)
      let buffer = try JPEGCodec.decode(
        bytes, file: file, longestEdge: longestEdge, limits: limits)
      return Source(buffer: buffer, orientation: file.orientation, profile: file.profile)
    case .png:
      _ = try PNGFile(bytes, limits: limits)
      return Source(buffer: try PNGCodec.decode(bytes, limits: limits))
    case .webp:
      let file = try WebPFile(bytes, limits: limits)
      let buffer = try WebPCodec.decode(bytes, file: file, longestEdge: longestEdge)
      return Source(buffer: buffer, profile: file.profile)
    case .heic:
      let (buffer, profile) = try HEICCodec.decode(bytes, limits: limits)
      return Source(buffer: buffer, profile: profile)
    }
  }
}
