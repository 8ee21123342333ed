/// What one document may cost.
package struct DocumentLimits: Sendable, Equatable {
  /// What the process may allocate beyond what it has when it begins.
  package var maxMemoryBytes = 512 << 20
  /// Processor time.
  package var maxCPUSeconds = 300
  /// Time on the wall, whoever takes the document however slowly.
  package var timeoutSeconds = 900
  /// The pages of a document, and its receipts, on disk.
  package var maxFileBytes = 4 << 30

  package init() {}
}

/// Why a document was not drawn.
package enum DocumentFailure: Error, Equatable, Sendable {
  /// Too many documents wait already.
  case busy
  /// The process ended by itself, or could not be started: something in the document broke it.
  case workerDied
  /// It took more processor time or time than a document may.
  case timedOut
  /// It became longer than a document may.
  case tooLarge
  /// There is nothing to draw.
  case empty
  /// The code of a label would be too fine for its format.
  case unreadableCode
  /// What was to be drawn is more than a report holds, or is no document.
  case refused
  /// There is no room on the disk, or a file failed.
  case file(errno: Int32)
}
