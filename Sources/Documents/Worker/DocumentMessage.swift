/// A message on the socket between the server and the drawing process: at most eight numbers.
enum DocumentMessage: Equatable {
  /// Sent to the process, with three open files: the script, and two scratch files.
  case begin(DocumentLimits)
  /// Sent to the server, which answers with ``given``, with one open file or none.
  case wants(RequestedFile)
  case given
  /// Sent to the server as the last message.
  case failed(DocumentFailure)

  static let maxBytes = 64

  var encoded: [UInt8] {
    numbers.flatMap { number in
      (0..<8).map { UInt8(truncatingIfNeeded: number >> ($0 * 8)) }
    }
  }

  private var numbers: [Int] {
    switch self {
    case .begin(let limits):
      [
        1, limits.maxMemoryBytes, limits.maxCPUSeconds, limits.timeoutSeconds,
        limits.maxFileBytes,
      ]
    case .wants(.photo(let number)): [2, number]
    case .wants(.receipt(let number)): [3, number]
    case .given: [4]
    case .failed(let failure):
      switch failure {
      case .busy: [5, 1]
      case .workerDied: [5, 2]
      case .timedOut: [5, 3]
      case .tooLarge: [5, 4]
      case .empty: [5, 5]
      case .unreadableCode: [5, 6]
      case .refused: [5, 7]
      case .file(let errno): [5, 8, Int(errno)]
      }
    }
  }

  /// Decodes a message; `nil` if it is invalid. What the process sends is not trusted, because the
  /// document may have taken control of it.
  init?(decoding bytes: some Collection<UInt8>) {
    let bytes = Array(bytes)
    guard bytes.count.isMultiple(of: 8), bytes.count <= Self.maxBytes else { return nil }
    let numbers = stride(from: 0, to: bytes.count, by: 8).map { start in
      Int(
        truncatingIfNeeded: (0..<8).reduce(UInt64(0)) {
          $0 | UInt64(bytes[start + $1]) << UInt64(8 * $1)
        })
    }
    switch (numbers.first, numbers.count) {
    case (1, 5):
      guard numbers.dropFirst().allSatisfy({ $0 > 0 }) else { return nil }
      var limits = DocumentLimits()
      limits.maxMemoryBytes = numbers[1]
      limits.maxCPUSeconds = numbers[2]
      limits.timeoutSeconds = numbers[3]
      limits.maxFileBytes = numbers[4]
      self = .begin(limits)
    case (2, 2): self = .wants(.photo(numbers[1]))
    case (3, 2): self = .wants(.receipt(numbers[1]))
    case (4, 1): self = .given
    case (5, 2), (5, 3):
      let errno = numbers.count == 3 ? Int32(truncatingIfNeeded: numbers[2]) : 0
      let failures: [DocumentFailure] = [
        .busy, .workerDied, .timedOut, .tooLarge, .empty, .unreadableCode, .refused,
        .file(errno: errno),
      ]
      guard (1...failures.count).contains(numbers[1]) else { return nil }
      self = .failed(failures[numbers[1] - 1])
    default: return nil
    }
  }
}
