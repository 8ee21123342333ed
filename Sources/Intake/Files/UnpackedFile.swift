import Blobs
import Glibc

/// A new file that is being written. It is removed at the end unless it is complete.
package final class UnpackedFile {
  package static let pieceBytes = 256 << 10

  package let path: String
  package var isComplete = false
  private let descriptor: Int32

  package init(_ path: String) throws {
    self.path = path
    descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw Self.failure(path, errno) }
  }

  deinit {
    // A file that this object did not create is left alone.
    guard descriptor >= 0 else { return }
    close(descriptor)
    if !isComplete { unlink(path) }
  }

  package func write(_ bytes: ArraySlice<UInt8>) throws {
    var rest = bytes
    while !rest.isEmpty {
      let written = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
      if written < 0, errno == EINTR { continue }
      guard written > 0 else { throw Self.failure(path, errno) }
      rest = rest.dropFirst(written)
    }
  }

  private static func failure(_ path: String, _ code: Int32) -> BlobError {
    .storage("\(path): \(String(cString: strerror(code)))")
  }
}
