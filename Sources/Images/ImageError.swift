/// Why a picture was refused or could not be shown. The error concerns that one picture only.
package enum ImageError: Error, Equatable, Sendable {
  /// The file has no bytes.
  case empty
  /// Not JPEG, PNG, WebP or HEIC.
  case unsupportedKind(looksLike: ImageLookalike)
  /// An animation; keeping a single frame would silently lose the rest.
  case animated
  /// A rare encoding that browsers cannot show either; the text names it.
  case unsupportedCoding(String)
  case tooManyBytes(maxBytes: Int)
  case tooManyPixels(width: Int, height: Int, maxPixels: Int)
  case sideTooLong(width: Int, height: Int, maxSidePixels: Int)
  /// The file ends in the middle of the picture.
  case cutOff
  /// The data is contradictory; the text is for the log and not for people.
  case corrupt(String)
  /// Decoding would need, or needed, more than `ImageLimits.maxMemoryBytes`.
  case outOfMemory
  /// Decoding took longer than `ImageLimits.timeoutSeconds` or `.maxCPUSeconds`.
  case timedOut
  /// The worker process died while it had this picture, or could not be started.
  case workerDied
  /// `ImageWorker.maxWaiting` pictures are waiting already, or the worker has been stopped.
  case busy
  /// A file could not be read or written.
  case file(errno: Int32)
}
