/// The limits on the cost of drawing one document.
package struct DocumentLimits: Sendable, Equatable {
  /// The memory that the process may allocate in addition to what it has at the beginning.
  package var maxMemoryBytes = 512 << 20
  /// Processor time.
  package var maxCPUSeconds = 300
  /// Wall-clock time, even if the reader takes the document slowly.
  package var timeoutSeconds = 900
  /// The size of the document's pages, and of its receipts, on disk.
  package var maxFileBytes = 4 << 30

  package init() {}
}

/// Why a document was not drawn.
package enum DocumentFailure: Error, Equatable, Sendable {
  /// Too many documents are waiting already.
  case busy
  /// The process died or could not be started; usually something in the document broke it.
  case workerDied
  /// The document took more processor or wall-clock time than allowed.
  case timedOut
  /// The document became larger than allowed.
  case tooLarge
  /// There is nothing to draw.
  case empty
  /// The code of a label would be too fine for its format.
  case unreadableCode
  /// The document is invalid, or exceeds the limits of a report.
  case refused
  /// The disk is full, or a file operation failed.
  case file(errno: Int32)
}
