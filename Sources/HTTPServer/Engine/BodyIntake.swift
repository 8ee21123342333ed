/// Receives a request's body as its policy says.
enum BodyIntake {
  case nothing
  /// The body is read and discarded, because the request is already refused.
  case discard
  case buffer([UInt8], maxBytes: Int)
  case spool(OpenFile, size: Int, maxBytes: Int)
  case multipart(MultipartFormReader)

  /// Chooses the case for a policy. Throws a refusal when the headers already rule the body out.
  static func start(_ policy: BodyPolicy, _ head: HTTPRequestHead) throws(Refusal) -> BodyIntake {
    guard head.hasBody else { return .nothing }
    let length = head.contentLength ?? 0
    switch policy {
    case .none, .reject: throw Refusal(.contentTooLarge, "this address takes no body")
    case .buffer(let maxBytes):
      try check(length, maxBytes)
      var bytes: [UInt8] = []
      bytes.reserveCapacity(length)
      return .buffer(bytes, maxBytes: maxBytes)
    case .spool(let maxBytes, let directory):
      try check(length, maxBytes)
      do throws(FileError) {
        return .spool(try OpenFile(unnamedIn: directory), size: 0, maxBytes: maxBytes)
      } catch {
        throw refusal(error)
      }
    case .multipart(let limits, let directory):
      if head.contentType == "application/x-www-form-urlencoded" {
        return try start(.buffer(maxBytes: limits.maxFieldsBytes), head)
      }
      try check(length, limits.maxBytes)
      do throws(MultipartError) {
        return .multipart(
          try MultipartFormReader(
            contentType: head.headers["Content-Type"] ?? "", limits: limits, directory: directory))
      } catch {
        throw Refusal(.unsupportedMediaType, "a form is expected here")
      }
    }
  }

  /// The bytes of memory that receiving `count` more bytes would use.
  func memory(for count: Int) -> Int {
    if case .buffer = self { count } else { 0 }
  }

  mutating func take(_ bytes: UnsafeRawBufferPointer) throws(Refusal) {
    switch consume self {
    case .nothing:
      self = .nothing
      throw Refusal(.contentTooLarge, "this address takes no body")
    case .discard: self = .discard
    case .buffer(var buffer, let maxBytes):
      self = .nothing
      try Self.check(bytes.count, maxBytes - buffer.count)
      buffer.append(contentsOf: bytes)
      self = .buffer(buffer, maxBytes: maxBytes)
    case .spool(let file, let size, let maxBytes):
      self = .nothing
      try Self.check(bytes.count, maxBytes - size)
      do throws(FileError) { try file.append(bytes) } catch { throw Self.refusal(error) }
      self = .spool(file, size: size + bytes.count, maxBytes: maxBytes)
    case .multipart(var reader):
      self = .nothing
      do throws(MultipartError) { try reader.feed(bytes) } catch { throw Self.refusal(error) }
      self = .multipart(reader)
    }
  }

  consuming func finish() throws(Refusal) -> HTTPRequest.Content {
    switch self {
    case .nothing, .discard: return .empty
    case .buffer(let bytes, _): return .bytes(bytes)
    case .spool(let file, let size, _): return .file(SpooledFile(file: file, size: size))
    case .multipart(let reader):
      do throws(MultipartError) {
        return .multipart(try reader.finish())
      } catch {
        throw Self.refusal(error)
      }
    }
  }

  private static func check(_ count: Int, _ room: Int) throws(Refusal) {
    if count > room { throw Refusal(.contentTooLarge, "the body is too large") }
  }

  private static func refusal(_ error: FileError) -> Refusal {
    error.isFull
      ? Refusal(.insufficientStorage, "no space is left to receive this")
      : Refusal(.internalServerError, "the upload could not be stored")
  }

  private static func refusal(_ error: MultipartError) -> Refusal {
    switch error {
    case .noBoundary, .malformedPart, .truncated:
      Refusal(.badRequest, "the form is malformed or incomplete")
    case .tooManyParts(let max):
      Refusal(.contentTooLarge, "the form has more than \(max) parts")
    case .fieldTooLarge(_, let max), .fileTooLarge(_, let max), .bodyTooLarge(let max):
      Refusal(.contentTooLarge, "more than \(max) bytes are not taken here")
    case .storage(let error): refusal(error)
    }
  }
}
