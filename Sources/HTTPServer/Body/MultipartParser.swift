import Glibc

/// Why a multipart body was refused.
package enum MultipartError: Error, Equatable, Sendable {
  /// Not `multipart/form-data`, or without a usable boundary.
  case noBoundary
  /// A part without a name, headers that are too long or unreadable, or text that is not UTF-8.
  case malformedPart
  /// The body ended before the closing boundary.
  case truncated
  case tooManyParts(max: Int)
  case fieldTooLarge(name: String, maxBytes: Int)
  case fileTooLarge(name: String, maxBytes: Int)
  case bodyTooLarge(maxBytes: Int)
  /// An upload could not be written.
  case storage(FileError)
}

/// The headers of one part.
package struct MultipartPart: Sendable, Equatable {
  package var name: String
  /// As the browser sent it, without folders; `nil` for a text field. Never a path to write to.
  package var filename: String?
  package var contentType: String?
}

/// Parses a multipart body that arrives in pieces of any size, and reports its parts. Holds at most
/// the headers of one part in memory (RFC 7578, RFC 2046).
package struct MultipartParser {
  /// One finding in the body; they are reported in the body's order.
  package enum Event {
    case partBegan(MultipartPart)
    /// A piece of the part's content, valid only during the call.
    case data(UnsafeRawBufferPointer)
    case partEnded
  }

  /// The most bytes of headers one part may have.
  static let maxHeaderBytes = 8 << 10
  /// The most bytes between a boundary and the end of its line: only blanks are allowed there.
  private static let maxBoundaryTail = 64

  private enum State { case preamble, boundaryTail, headers, content, end }

  /// CR LF `--` boundary. CR occurs only at its start, so a failed match cannot contain another
  /// start.
  private let delimiter: [UInt8]
  private var state = State.preamble
  /// How many bytes of the delimiter are matched so far. The body's start counts as a line end.
  private var matched = 2
  /// How many of the matched bytes lie before the current content, and so are never part of it.
  private var assumed = 2
  private var line: [UInt8] = []
  private var headerLines: [[UInt8]] = []
  private var headerBytes = 0

  /// `nil` when the boundary is empty, longer than 70 bytes or not printable ASCII.
  package init?(boundary: String) {
    let bytes = Array(boundary.utf8)
    guard (1...70).contains(bytes.count), bytes.allSatisfy({ $0 >= 0x20 && $0 < 0x7F }) else {
      return nil
    }
    delimiter = Array("\r\n--".utf8) + bytes
  }

  /// The boundary of a `multipart/form-data` content type.
  package static func boundary(ofContentType value: String) -> String? {
    guard let (type, parameters) = HeaderValue.parse(value), type == "multipart/form-data" else {
      return nil
    }
    return parameters["boundary"]
  }

  /// Parses the next bytes of the body.
  package mutating func feed(
    _ bytes: UnsafeRawBufferPointer, _ handle: (Event) throws(MultipartError) -> Void
  ) throws(MultipartError) {
    var position = 0
    while position < bytes.count {
      switch state {
      case .preamble, .content: try scan(bytes, &position, handle)
      case .boundaryTail:
        try readBoundaryTail(bytes[position])
        position += 1
      case .headers:
        let byte = bytes[position]
        position += 1
        try readHeader(byte, handle)
      case .end: return
      }
    }
  }

  /// Call at the body's end: throws unless the closing boundary has been seen.
  package func finish() throws(MultipartError) {
    if state != .end { throw .truncated }
  }

  private mutating func scan(
    _ bytes: UnsafeRawBufferPointer, _ position: inout Int,
    _ handle: (Event) throws(MultipartError) -> Void
  ) throws(MultipartError) {
    let isContent = state == .content
    var dataStart = position
    while position < bytes.count {
      if matched == 0 {
        let rest = UnsafeRawBufferPointer(rebasing: bytes[position...])
        guard let start = rest.baseAddress, let found = memchr(start, 0x0D, rest.count) else {
          position = bytes.count
          break
        }
        position += UnsafeRawPointer(found) - start
        if isContent, position > dataStart {
          try handle(.data(UnsafeRawBufferPointer(rebasing: bytes[dataStart..<position])))
        }
        (matched, assumed) = (1, 0)
        position += 1
        dataStart = position
        continue
      }
      if bytes[position] == delimiter[matched] {
        matched += 1
        position += 1
        dataStart = position
        if matched == delimiter.count {
          if isContent { try handle(.partEnded) }
          (state, matched, line) = (.boundaryTail, 0, [])
          return
        }
      } else {
        // The matched bytes were content after all. The current byte is examined again.
        if isContent { try emit(delimiter[assumed..<matched], handle) }
        (matched, assumed) = (0, 0)
        dataStart = position
      }
    }
    if isContent, matched == 0, position > dataStart {
      try handle(.data(UnsafeRawBufferPointer(rebasing: bytes[dataStart..<position])))
    }
  }

  private func emit(
    _ bytes: ArraySlice<UInt8>, _ handle: (Event) throws(MultipartError) -> Void
  ) throws(MultipartError) {
    guard !bytes.isEmpty else { return }
    let result = bytes.withUnsafeBytes { buffer -> Result<Void, MultipartError> in
      do throws(MultipartError) {
        return .success(try handle(.data(buffer)))
      } catch {
        return .failure(error)
      }
    }
    try result.get()
  }

  private mutating func readBoundaryTail(_ byte: UInt8) throws(MultipartError) {
    if byte == 0x0A {
      guard line.last == 0x0D, line.dropLast().allSatisfy({ $0 == 0x20 || $0 == 0x09 }) else {
        throw .malformedPart
      }
      (state, line, headerLines, headerBytes) = (.headers, [], [], 0)
      return
    }
    line.append(byte)
    if line == [0x2D, 0x2D] { state = .end }
    if line.count > Self.maxBoundaryTail { throw .malformedPart }
  }

  private mutating func readHeader(
    _ byte: UInt8, _ handle: (Event) throws(MultipartError) -> Void
  ) throws(MultipartError) {
    headerBytes += 1
    guard headerBytes <= Self.maxHeaderBytes else { throw .malformedPart }
    guard byte == 0x0A else {
      line.append(byte)
      return
    }
    guard line.popLast() == 0x0D else { throw .malformedPart }
    if !line.isEmpty {
      headerLines.append(line)
      line = []
      return
    }
    let part = try Self.part(headerLines)
    headerLines = []
    // The headers' final line end may also be the delimiter's first: the content is then empty.
    (state, matched, assumed) = (.content, 2, 2)
    try handle(.partBegan(part))
  }

  private static func part(_ lines: [[UInt8]]) throws(MultipartError) -> MultipartPart {
    var part: MultipartPart?
    var contentType: String?
    for line in lines {
      guard let text = String(validating: line, as: UTF8.self),
        let colon = text.firstIndex(of: ":")
      else { throw .malformedPart }
      let value = HTTPHeaders.trimmed(text[text.index(after: colon)...].utf8)
      switch text[..<colon].lowercased() {
      case "content-disposition":
        guard let (type, parameters) = HeaderValue.parse(value), type == "form-data",
          let name = parameters["name"]
        else { throw .malformedPart }
        part = MultipartPart(
          name: HeaderValue.unescapeFormName(name),
          filename: parameters["filename"].map(HeaderValue.lastPathComponent))
      case "content-type": contentType = value
      default: break
      }
    }
    guard var part else { throw .malformedPart }
    part.contentType = contentType
    return part
  }
}
