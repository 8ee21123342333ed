/// Reads a stream of bytes piece by piece, so that a file of any size needs the same memory.
final class ByteWindow {
  /// Fills a buffer with the next bytes and returns how many; 0 at the end.
  typealias Source = (UnsafeMutableRawBufferPointer) throws(ImportFailure) -> Int

  static let capacityBytes = 256 << 10

  let bytes: UnsafeMutablePointer<UInt8>
  var position = 0
  private(set) var end = 0
  /// Bytes read from the source so far.
  private(set) var totalBytes = 0
  private let source: Source
  private var isAtEnd = false

  init(source: @escaping Source) {
    self.source = source
    bytes = .allocate(capacity: Self.capacityBytes)
  }

  deinit { bytes.deallocate() }

  /// The bytes in the window that have not been consumed yet.
  var unread: UnsafeBufferPointer<UInt8> {
    UnsafeBufferPointer(start: bytes + position, count: end - position)
  }

  /// Fills the window as far as the stream goes. Only call it before anything has been consumed.
  func fillCompletely() throws(ImportFailure) {
    while end < Self.capacityBytes, try append() {}
  }

  /// Whether there is a byte at `position`; fetches more if all have been consumed.
  @inline(__always)
  func hasByte() throws(ImportFailure) -> Bool {
    if position < end { return true }
    position = 0
    end = 0
    return try append()
  }

  private func append() throws(ImportFailure) -> Bool {
    if isAtEnd { return false }
    let space = UnsafeMutableRawBufferPointer(start: bytes + end, count: Self.capacityBytes - end)
    let count = try source(space)
    isAtEnd = count == 0
    end += count
    totalBytes += count
    return count > 0
  }
}
