/// What one picture may cost. The values are generous for photographs and stop everything else.
package struct ImageLimits: Sendable, Equatable {
  /// Size of the file handed in.
  package var maxBytes: Int = 50 * 1024 * 1024
  /// Width times height, read from the header before anything is decoded.
  package var maxPixels: Int = 100_000_000
  /// The longer side; also the largest a JPEG thumbnail's source can be scaled from.
  package var maxSidePixels: Int = 30_000
  /// Address space of a worker process beyond what it maps at its start.
  package var maxMemoryBytes: Int = 768 * 1024 * 1024
  /// Processor time for one picture.
  package var maxCPUSeconds: Int = 30
  /// Time on the wall for one picture, after which the worker process is killed.
  package var timeoutSeconds: Int = 60

  /// Scans of one progressive JPEG: each costs a pass over the whole picture. Encoders use about 10.
  package static let maxJPEGScans = 100
  /// Longest colour profile that is copied into a thumbnail.
  package static let maxThumbnailProfileBytes = 4096

  package init() {}

  /// Throws unless `width` × `height` is within the limits and not empty.
  func check(width: Int, height: Int) throws(ImageError) {
    guard width > 0, height > 0 else { throw .corrupt("no width or no height") }
    let (pixels, overflow) = width.multipliedReportingOverflow(by: height)
    guard !overflow, pixels <= maxPixels else {
      throw .tooManyPixels(width: width, height: height, maxPixels: maxPixels)
    }
    guard max(width, height) <= maxSidePixels else {
      throw .sideTooLong(width: width, height: height, maxSidePixels: maxSidePixels)
    }
  }
}
