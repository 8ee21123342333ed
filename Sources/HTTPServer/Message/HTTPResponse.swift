/// A handler's response. The server itself sets `Content-Length`, `Date` and `Connection`.
package struct HTTPResponse: Sendable {
  /// A response body; the cases go from the cheapest to send to the most flexible.
  package enum Body: Sendable {
    case empty
    case bytes([UInt8])
    /// Bytes that live as long as the process; they are not copied.
    case asset(StaticBytes)
    case file(FileSlice)
    case stream(ByteStream)
    case events(EventStream)
  }

  package var status: HTTPStatus
  package var headers: HTTPHeaders
  package var body: Body

  package init(
    status: HTTPStatus = .ok, headers: HTTPHeaders = .init(), body: Body = .empty
  ) {
    self.status = status
    self.headers = headers
    self.body = body
  }

  package static func text(_ text: String, status: HTTPStatus = .ok) -> Self {
    bytes(Array(text.utf8), type: "text/plain; charset=utf-8", status: status)
  }

  package static func html(_ text: String, status: HTTPStatus = .ok) -> Self {
    bytes(Array(text.utf8), type: "text/html; charset=utf-8", status: status)
  }

  package static func json(_ bytes: [UInt8], status: HTTPStatus = .ok) -> Self {
    self.bytes(bytes, type: "application/json", status: status)
  }

  package static func bytes(_ bytes: [UInt8], type: String, status: HTTPStatus = .ok) -> Self {
    Self(status: status, headers: ["Content-Type": type], body: .bytes(bytes))
  }

  /// Sends the browser on to `location`, usually after a form. `location` must already be encoded.
  package static func redirect(to location: String, status: HTTPStatus = .seeOther) -> Self {
    Self(status: status, headers: ["Location": location])
  }

  /// Starts an event stream: what is sent to `stream` reaches the client until it closes.
  package static func events(_ stream: EventStream) -> Self {
    Self(
      headers: [
        "Content-Type": "text/event-stream", "Cache-Control": "no-store",
        // A proxy that buffers responses would hold the events back.
        "X-Accel-Buffering": "no",
      ], body: .events(stream))
  }
}

/// Read-only bytes that are never freed, such as an asset compiled into the program.
///
/// `@unchecked Sendable` because nobody may change or free them.
package struct StaticBytes: @unchecked Sendable {
  package let start: UnsafeRawPointer
  package let count: Int

  package init(start: UnsafeRawPointer, count: Int) {
    self.start = start
    self.count = count
  }
}

/// A part of an open file, which the kernel sends without copying it through memory where it can.
package struct FileSlice: Sendable {
  package let file: OpenFile
  /// Where the part begins, in bytes from the file's start.
  package var offset: Int
  package var count: Int

  package init(file: OpenFile, offset: Int = 0, count: Int) {
    self.file = file
    self.offset = offset
    self.count = count
  }
}
