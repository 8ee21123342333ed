/// A piece of a stream of bytes at a time, so that a file of any size takes the same memory.
final class ByteWindow {
  /// Fills a buffer with the next bytes and tells how many; 0 at the end.
  typealias Source = (UnsafeMutableRawBufferPointer) throws(ImportFailure) -> Int

  static let capacityBytes = 256 << 10

  let bytes: UnsafeMutablePointer<UInt8>
  var position = 0
  private(set) var end = 0
  /// Bytes taken from the source so far.
  private(set) var totalBytes = 0
  private let source: Source
  private var isAtEnd = false

  init(source: @escaping Source) {
    self.source = source
    bytes = .allocate(capacity: Self.capacityBytes)
  }

  deinit { bytes.deallocate() }

  /// The unread bytes at hand.
  var unread: UnsafeBufferPointer<UInt8> {
    UnsafeBufferPointer(start: bytes + position, count: end - position)
  }

  /// Fills the window as far as the stream goes on; only before anything was read from it.
  func fillCompletely() throws(ImportFailure) {
    while end < Self.capacityBytes, try append() {}
  }

  /// Whether there is a byte at `position`, after fetching more when all are read.
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
