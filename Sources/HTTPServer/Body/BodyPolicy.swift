/// What the server does with a request's body, decided from the headers before it is read.
package enum BodyPolicy: Sendable {
  /// No body is taken: one that comes is answered 413.
  case none
  /// Kept in memory. Counts towards `HTTPServerConfiguration.maxBufferedBytes`.
  case buffer(maxBytes: Int)
  /// Written to a file without a name in `directory`.
  case spool(maxBytes: Int, directory: String)
  /// Read as `multipart/form-data`, files into `directory`; also takes a url-encoded form.
  case multipart(MultipartLimits, directory: String)
  /// Answered without reading the body.
  case reject(HTTPResponse)
}

/// What a multipart form may hold. All sizes are in bytes.
package struct MultipartLimits: Sendable {
  /// The whole body, with boundaries and headers.
  package var maxBytes: Int
  package var maxFileBytes: Int
  package var maxParts: Int
  package var maxFieldBytes: Int
  /// All text fields together: the most memory one form takes.
  package var maxFieldsBytes: Int
  /// Whether files are written. Without, they are read and forgotten, and the form has none.
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
