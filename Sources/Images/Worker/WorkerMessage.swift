/// A request to the worker process. The open files are sent along: the input, then the outputs.
enum WorkerRequest: Equatable {
  case sanitize(ImageLimits)
  case makeThumbnails(edges: [Int], ImageLimits)
  case findCodes(ImageLimits)

  /// The greatest length of a message in either direction.
  static let maxMessageBytes = 4096
  /// The most thumbnails of one request: each needs an open file, and so does the input.
  static let maxThumbnails = 7

  var limits: ImageLimits {
    switch self {
    case .sanitize(let limits), .makeThumbnails(_, let limits), .findCodes(let limits): limits
    }
  }
}

/// An answer of the worker process.
enum WorkerReply: Equatable {
  case sanitized(SanitizedImage)
  case madeThumbnails([Thumbnail])
  case foundCodes([FoundCode])
  case failed(ImageError)
}

/// Thrown for a message that this version does not understand.
struct WorkerMessageMalformed: Error {}

extension WorkerRequest {
  var encoded: [UInt8] {
    var message = MessageWriter()
    switch self {
    case .sanitize: message.append(1)
    case .makeThumbnails(let edges, _):
      message.append(2)
      message.append(edges.count)
      edges.forEach { message.append($0) }
    case .findCodes: message.append(3)
    }
    for value in [
      limits.maxBytes, limits.maxPixels, limits.maxSidePixels, limits.maxMemoryBytes,
      limits.maxCPUSeconds, limits.timeoutSeconds,
    ] { message.append(value) }
    return message.bytes
  }

  init(decoding bytes: [UInt8]) throws(WorkerMessageMalformed) {
    var message = MessageReader(bytes)
    let command = try message.number()
    var edges: [Int] = []
    if command == 2 {
      let count = try message.number(in: 1...WorkerRequest.maxThumbnails)
      for _ in 0..<count { edges.append(try message.number(in: 1...Int(UInt16.max))) }
    }
    var limits = ImageLimits()
    limits.maxBytes = try message.number()
    limits.maxPixels = try message.number()
    limits.maxSidePixels = try message.number()
    limits.maxMemoryBytes = try message.number()
    limits.maxCPUSeconds = try message.number()
    limits.timeoutSeconds = try message.number()
    switch command {
    case 1: self = .sanitize(limits)
    case 2: self = .makeThumbnails(edges: edges, limits)
    case 3: self = .findCodes(limits)
    default: throw WorkerMessageMalformed()
    }
  }
}

extension WorkerReply {
  var encoded: [UInt8] {
    var message = MessageWriter()
    switch self {
    case .sanitized(let image):
      message.append(1)
      message.append(Int(image.kind.rawValue))
      message.append(image.width)
      message.append(image.height)
      message.append(image.byteCount)
    case .madeThumbnails(let thumbnails):
      message.append(2)
      message.append(thumbnails.count)
      for thumbnail in thumbnails {
        message.append(thumbnail.width)
        message.append(thumbnail.height)
        message.append(thumbnail.byteCount)
      }
    case .foundCodes(let codes):
      message.append(4)
      message.append(codes.count)
      for code in codes {
        message.append(code.kind.rawValue)
        message.append(code.text, maxBytes: FoundCode.maxBytes)
      }
    case .failed(let error):
      message.append(3)
      message.append(error)
    }
    return message.bytes
  }

  /// Decodes an answer. Nothing in it is trusted, because a picture may have taken control of the
  /// process.
  init(decoding bytes: [UInt8]) throws(WorkerMessageMalformed) {
    var message = MessageReader(bytes)
    switch try message.number() {
    case 1:
      guard let kind = ImageKind(rawValue: UInt8(try message.number(in: 0...255))), kind != .heic
      else { throw WorkerMessageMalformed() }
      self = .sanitized(
        SanitizedImage(
          kind: kind, width: try message.number(), height: try message.number(),
          byteCount: try message.number()))
    case 2:
      let count = try message.number(in: 0...WorkerRequest.maxThumbnails)
      var thumbnails: [Thumbnail] = []
      for _ in 0..<count {
        thumbnails.append(
          Thumbnail(
            width: try message.number(), height: try message.number(),
            byteCount: try message.number()))
      }
      self = .madeThumbnails(thumbnails)
    case 3: self = .failed(try message.error())
    case 4:
      let count = try message.number(in: 0...FoundCode.maxCodes)
      var codes: [FoundCode] = []
      for _ in 0..<count {
        guard let kind = FoundCode.Kind(rawValue: try message.number()) else {
          throw WorkerMessageMalformed()
        }
        codes.append(FoundCode(kind: kind, text: try message.text()))
      }
      self = .foundCodes(codes)
    default: throw WorkerMessageMalformed()
    }
  }
}

/// Writes numbers as 8 bytes, little-endian, and text preceded by its length.
private struct MessageWriter {
  private(set) var bytes: [UInt8] = []

  mutating func append(_ number: Int) {
    for shift in 0..<8 { bytes.append(UInt8(truncatingIfNeeded: number >> (shift * 8))) }
  }

  mutating func append(_ text: String, maxBytes: Int = 200) {
    let short = text.utf8.prefix(maxBytes)
    append(short.count)
    bytes += short
  }

  mutating func append(_ error: ImageError) {
    func numbers(_ values: Int...) { values.forEach { append($0) } }
    switch error {
    case .empty: numbers(1)
    case .unsupportedKind(let lookalike): numbers(2, Int(lookalike.rawValue))
    case .animated: numbers(3)
    case .unsupportedCoding(let text):
      numbers(4)
      append(text)
    case .tooManyBytes(let maxBytes): numbers(5, maxBytes)
    case .tooManyPixels(let width, let height, let maxPixels): numbers(6, width, height, maxPixels)
    case .sideTooLong(let width, let height, let maxSidePixels):
      numbers(7, width, height, maxSidePixels)
    case .cutOff: numbers(8)
    case .corrupt(let text):
      numbers(9)
      append(text)
    case .outOfMemory: numbers(10)
    case .timedOut: numbers(11)
    case .workerDied: numbers(12)
    case .busy: numbers(13)
    case .file(let errno): numbers(14, Int(errno))
    }
  }
}

private struct MessageReader {
  private let bytes: [UInt8]
  private var offset = 0

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  /// A number in `range`; never negative.
  mutating func number(in range: ClosedRange<Int> = 0...Int.max) throws(WorkerMessageMalformed)
    -> Int
  {
    guard bytes.count - offset >= 8 else { throw WorkerMessageMalformed() }
    let value = (0..<8).reduce(UInt64(0)) { $0 | UInt64(bytes[offset + $1]) << UInt64($1 * 8) }
    offset += 8
    guard let number = Int(exactly: value), range.contains(number) else {
      throw WorkerMessageMalformed()
    }
    return number
  }

  mutating func text() throws(WorkerMessageMalformed) -> String {
    let count = try number(in: 0...(bytes.count - offset))
    guard bytes.count - offset >= count else { throw WorkerMessageMalformed() }
    defer { offset += count }
    return String(decoding: bytes[offset..<offset + count], as: UTF8.self)
  }

  mutating func error() throws(WorkerMessageMalformed) -> ImageError {
    switch try number() {
    case 1: return .empty
    case 2:
      let value = UInt8(try number(in: 0...255))
      return .unsupportedKind(looksLike: ImageLookalike(rawValue: value) ?? .unknown)
    case 3: return .animated
    case 4: return .unsupportedCoding(try text())
    case 5: return .tooManyBytes(maxBytes: try number())
    case 6:
      return .tooManyPixels(width: try number(), height: try number(), maxPixels: try number())
    case 7:
      return .sideTooLong(width: try number(), height: try number(), maxSidePixels: try number())
    case 8: return .cutOff
    case 9: return .corrupt(try text())
    case 10: return .outOfMemory
    case 11: return .timedOut
    case 12: return .workerDied
    case 13: return .busy
    case 14: return .file(errno: Int32(truncatingIfNeeded: try number()))
    default: throw WorkerMessageMalformed()
    }
  }
}
