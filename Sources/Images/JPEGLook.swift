/// How a JPEG is to be shown: what is needed to place it in a document without decoding it.
package struct JPEGLook: Sendable, Equatable {
  /// The width as stored, before rotation.
  package let width: Int
  package let height: Int
  /// Quarter turns clockwise, applied after mirroring.
  package let quarterTurns: Int
  /// Whether left and right are swapped, before rotation.
  package let isMirrored: Bool

  /// The width as shown.
  package var shownWidth: Int { quarterTurns % 2 == 0 ? width : height }
  /// The height as shown.
  package var shownHeight: Int { quarterTurns % 2 == 0 ? height : width }

  /// Reads through the whole file, and throws if it is truncated or contradictory.
  package init(_ bytes: [UInt8], limits: ImageLimits = ImageLimits()) throws(ImageError) {
    let file = try JPEGFile(bytes, limits: limits)
    (width, height) = (file.width, file.height)
    switch file.orientation {
    case .upright: (quarterTurns, isMirrored) = (0, false)
    case .mirrored: (quarterTurns, isMirrored) = (0, true)
    case .upsideDown: (quarterTurns, isMirrored) = (2, false)
    case .flipped: (quarterTurns, isMirrored) = (2, true)
    case .transposed: (quarterTurns, isMirrored) = (3, true)
    case .turnedRight: (quarterTurns, isMirrored) = (1, false)
    case .transversed: (quarterTurns, isMirrored) = (1, true)
    case .turnedLeft: (quarterTurns, isMirrored) = (3, false)
    }
  }
}
