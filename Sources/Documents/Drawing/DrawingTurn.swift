import Threads

/// Allows one document to be drawn at a time: the font libraries share caches between threads, and
/// documents are too rare to draw several at once.
enum DrawingTurn {
  private static let semaphore = Semaphore(count: 1)

  /// Waits for the turn on the calling thread, and gives it back when `body` is done.
  static func take<Result>(
    _ body: () throws(DocumentError) -> Result
  ) throws(DocumentError) -> Result {
    semaphore.wait()
    defer { semaphore.signal() }
    return try body()
  }

  /// Releases the turn while the caller's own code runs, which may be slow, or draw a document
  /// itself.
  static func pause<Result>(_ body: () throws -> Result) rethrows -> Result {
    semaphore.signal()
    defer { semaphore.wait() }
    return try body()
  }
}
