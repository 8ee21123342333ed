/// A received multipart form: text fields in memory, uploads in unnamed files.
package struct MultipartForm: Sendable {
  /// An uploaded file.
  package struct File: Sendable {
    /// The form field's name.
    package let name: String
    /// As the browser sent it, without folders. Show it, never use it as a path.
    package let filename: String
    /// The type that the browser claims; check the bytes before relying on it.
    package let contentType: String?
    package let content: SpooledFile

    package init(name: String, filename: String, contentType: String?, content: SpooledFile) {
      self.name = name
      self.filename = filename
      self.contentType = contentType
      self.content = content
    }
  }

  package var fields = HTTPParameters()
  package var files: [File] = []

  package init() {}

  /// The first file of the field with this name.
  package func file(_ name: String) -> File? { files.first { $0.name == name } }
}

/// Builds a `MultipartForm` from the pieces of a body.
package struct MultipartFormReader {
  /// How many bytes of a file are collected before each write. The parser's pieces can be single
  /// bytes, and a client could keep the server busy if each took a system call.
  private static let writeBytes = 64 << 10

  private let limits: MultipartLimits
  private let directory: String
  private var parser: MultipartParser
  private var form = MultipartForm()
  private var part: MultipartPart?
  private var file: OpenFile?
  private var fileBytes = 0
  private var unwritten: [UInt8] = []
  private var text: [UInt8] = []
  private var bodyBytes = 0
  private var fieldsBytes = 0
  private var partCount = 0

  /// `contentType` is the request's header.
  package init(
    contentType: String, limits: MultipartLimits, directory: String
  ) throws(MultipartError) {
    guard let boundary = MultipartParser.boundary(ofContentType: contentType),
      let parser = MultipartParser(boundary: boundary)
    else { throw .noBoundary }
    self.parser = parser
    self.limits = limits
    self.directory = directory
  }

  /// Takes the next bytes of the body.
  package mutating func feed(_ bytes: UnsafeRawBufferPointer) throws(MultipartError) {
    guard bytes.count <= limits.maxBytes - bodyBytes else {
      throw .bodyTooLarge(maxBytes: limits.maxBytes)
    }
    bodyBytes += bytes.count
    // The parser is moved out while it calls back into the rest of this value.
    var parser = self.parser
    try parser.feed(bytes) { event throws(MultipartError) in try take(event) }
    self.parser = parser
  }

  /// The completed form. Call it at the body's end.
  package func finish() throws(MultipartError) -> MultipartForm {
    try parser.finish()
    return form
  }

  private mutating func take(_ event: MultipartParser.Event) throws(MultipartError) {
    switch event {
    case .partBegan(let part):
      partCount += 1
      guard partCount <= limits.maxParts else { throw .tooManyParts(max: limits.maxParts) }
      self.part = part
      (file, fileBytes, text) = (nil, 0, [])
    case .data(let bytes):
      guard let part else { throw .malformedPart }
      if part.filename == nil {
        try takeText(bytes, of: part)
      } else {
        try takeFile(bytes, of: part)
      }
    case .partEnded:
      try endPart()
    }
  }

  private mutating func takeText(
    _ bytes: UnsafeRawBufferPointer, of part: MultipartPart
  ) throws(MultipartError) {
    fieldsBytes += bytes.count
    guard bytes.count <= limits.maxFieldBytes - text.count, fieldsBytes <= limits.maxFieldsBytes
    else { throw .fieldTooLarge(name: part.name, maxBytes: limits.maxFieldBytes) }
    text.append(contentsOf: bytes)
  }

  private mutating func takeFile(
    _ bytes: UnsafeRawBufferPointer, of part: MultipartPart
  ) throws(MultipartError) {
    guard bytes.count <= limits.maxFileBytes - fileBytes else {
      throw .fileTooLarge(name: part.name, maxBytes: limits.maxFileBytes)
    }
    fileBytes += bytes.count
    guard limits.keepsFiles else { return }
    unwritten.append(contentsOf: bytes)
    if unwritten.count >= Self.writeBytes { try writeOut() }
  }

  private mutating func writeOut() throws(MultipartError) {
    let file = try openFile()
    do throws(FileError) { try file.append(unwritten) } catch { throw .storage(error) }
    unwritten.removeAll(keepingCapacity: true)
  }

  private mutating func openFile() throws(MultipartError) -> OpenFile {
    if let file { return file }
    do throws(FileError) {
      let opened = try OpenFile(unnamedIn: directory)
      file = opened
      return opened
    } catch {
      throw .storage(error)
    }
  }

  private mutating func endPart() throws(MultipartError) {
    guard let part else { throw .malformedPart }
    defer { (self.part, file, text) = (nil, nil, []) }
    guard let filename = part.filename else {
      guard let value = String(validating: text, as: UTF8.self) else { throw .malformedPart }
      form.fields.add(part.name, value)
      return
    }
    // A file field that the person left empty arrives without a name and without bytes.
    if filename.isEmpty, fileBytes == 0 { return }
    guard limits.keepsFiles else { return }
    try writeOut()
    let file = try openFile()
    form.files.append(
      .init(
        name: part.name, filename: filename, contentType: part.contentType,
        content: SpooledFile(file: file, size: fileBytes)))
  }
}

extension MultipartFormReader {
  /// Takes the next bytes of the body.
  package mutating func feed(_ bytes: [UInt8]) throws(MultipartError) {
    var failure: MultipartError?
    bytes.withUnsafeBytes { buffer in
      do throws(MultipartError) { try feed(buffer) } catch { failure = error }
    }
    if let failure { throw failure }
  }
}
