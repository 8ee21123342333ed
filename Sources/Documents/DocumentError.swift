/// Why a document could not be written. What has been given to the sink by then is no document.
package enum DocumentError: Error {
  /// The caller's `isCancelled` said so.
  case cancelled
  /// The sink threw this.
  case sinkFailed(any Error)
  /// The sequence of items or labels threw this.
  case sourceFailed(any Error)
  /// There is no label to print.
  case nothingToPrint
  /// The first label's place is not on the sheet.
  case startOutsideSheet(labelsPerSheet: Int)
  /// A count of copies below 1 or above `LabelSheet.maxCopies`.
  case invalidCopies
  /// The size of a label or page is not a usable number.
  case invalidFormat
  /// The code of this label (counted from 0) would be too fine to be read, or its text is empty.
  case unreadableCode(label: Int)
  /// One text is longer than `ClaimReport.maxTextBytes`.
  case textTooLong(maxBytes: Int)
  /// More receipts than `ClaimReport.maxReceipts`.
  case tooManyReceipts(max: Int)
  /// A temporary file could not be made, read or written.
  case file(errno: Int32)
  /// A drawing library failed; the text is for the log.
  case drawing(String)
}

/// What readers of PDF files show of a document as a whole.
package struct DocumentInformation: Sendable, Equatable {
  package var title: String
  package var author: String
  /// ISO 8601, such as `2026-11-21T09:00:00Z`. The same input with the same time gives the same
  /// bytes.
  package var created: String

  package init(title: String, author: String, created: String) {
    self.title = title
    self.author = author
    self.created = created
  }
}
