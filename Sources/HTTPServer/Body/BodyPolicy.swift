/// How the server handles a request's body; decided from the headers before the body is read.
package enum BodyPolicy: Sendable {
  /// The request may have no body: one that does is answered 413.
  case none
  /// Kept in memory. Counts towards `HTTPServerConfiguration.maxBufferedBytes`.
  case buffer(maxBytes: Int)
  /// Written to an unnamed file in `directory`.
  case spool(maxBytes: Int, directory: String)
  /// Read as `multipart/form-data`, with files written to `directory`. A URL-encoded form is
  /// accepted too.
  case multipart(MultipartLimits, directory: String)
  /// The request is answered with this response, without reading the body.
  case reject(HTTPResponse)
}

/// The limits of a multipart form. All sizes are in bytes.
package struct MultipartLimits: Sendable {
  /// The whole body, including boundaries and part headers.
  package var maxBytes: Int
  package var maxFileBytes: Int
  package var maxParts: Int
  package var maxFieldBytes: Int
  /// All text fields together, which is the most memory that one form takes.
  package var maxFieldsBytes: Int
  /// Whether files are stored. If not, they are read and discarded, and the form contains none.
  package var keepsFiles: Bool

  package init(
    maxBytes: Int = 64 << 20, maxFileBytes: Int = 32 << 20, maxParts: Int = 200,
    maxFieldBytes: Int = 64 << 10, maxFieldsBytes: Int = 512 << 10, keepsFiles: Bool = true
  ) {
    self.maxBytes = maxBytes
    self.maxFileBytes = maxFileBytes
    self.maxParts = maxParts
    self.maxFieldBytes = maxFieldBytes
    self.maxFieldsBytes = maxFieldsBytes
    self.keepsFiles = keepsFiles
  }
}
