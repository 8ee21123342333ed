/// How a JPEG is to be shown: what a document needs to place it without decoding it.
package struct JPEGLook: Sendable, Equatable {
  /// Size as stored, before it is turned.
  package let width: Int
  package let height: Int
  /// Quarter turns clockwise, done after mirroring.
  package let quarterTurns: Int
  /// Whether left and right change places, before turning.
  package let isMirrored: Bool

  /// Size as shown.
  package var shownWidth: Int { quarterTurns % 2 == 0 ? width : height }
  /// Size as shown.
  package var shownHeight: Int { quarterTurns % 2 == 0 ? height : width }

  /// Walks over the whole file; a file that is cut off, or contradicts itself, is refused.
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
