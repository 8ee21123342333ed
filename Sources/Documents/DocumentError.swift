/// Why a document could not be written. Anything the sink has received by then is incomplete.
package enum DocumentError: Error {
  /// The caller's `isCancelled` returned true.
  case cancelled
  /// The sink threw this error.
  case sinkFailed(any Error)
  /// The sequence of entries or labels threw this error.
  case sourceFailed(any Error)
  /// There are no labels to print.
  case nothingToPrint
  /// The first label's position is not on the sheet.
  case startOutsideSheet(labelsPerSheet: Int)
  /// The number of copies is below 1 or above `LabelSheet.maxCopies`.
  case invalidCopies
  /// A length of the label or page is unusable.
  case invalidFormat
  /// The code of this label (counted from 0) would be too fine to scan, or its text is empty.
  case unreadableCode(label: Int)
  /// A text is longer than `ClaimReport.maxTextBytes`.
  case textTooLong(maxBytes: Int)
  /// There are more receipts than `ClaimReport.maxReceipts`.
  case tooManyReceipts(max: Int)
  /// A temporary file could not be created, read or written.
  case file(errno: Int32)
  /// A drawing library failed; the text is for the log.
  case drawing(String)
}

/// The properties of a PDF that readers show.
package struct DocumentInformation: Sendable, Equatable {
  package var title: String
  package var author: String
  /// ISO 8601, such as `2026-11-21T09:00:00Z`. The same input with the same time produces the same
  /// bytes.
  package var created: String

  package init(title: String, author: String, created: String) {
    self.title = title
    self.author = author
    self.created = created
  }
}
