/// The limits on the cost of one picture. They are generous for photographs, and stop everything
/// else.
package struct ImageLimits: Sendable, Equatable {
  /// The size of the given file.
  package var maxBytes: Int = 50 * 1024 * 1024
  /// Width times height, read from the header before decoding.
  package var maxPixels: Int = 100_000_000
  /// The longer side of a picture, in pixels.
  package var maxSidePixels: Int = 30_000
  /// Address space of a worker process in addition to what it maps when it starts.
  package var maxMemoryBytes: Int = 768 * 1024 * 1024
  /// Processor time for one picture.
  package var maxCPUSeconds: Int = 30
  /// Wall-clock time for one picture, after which the worker process is killed.
  package var timeoutSeconds: Int = 60

  /// The most scans of a progressive JPEG, as each costs a pass over the whole picture. Encoders
  /// use about 10.
  package static let maxJPEGScans = 100
  /// The largest colour profile that is copied into a thumbnail.
  package static let maxThumbnailProfileBytes = 4096

  package init() {}

  /// Throws if `width` × `height` is zero or exceeds the limits.
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
