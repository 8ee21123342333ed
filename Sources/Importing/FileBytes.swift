import Glibc

/// A regular file opened for reading in order.
package final class FileBytes {
  let name: String
  package let byteCount: Int
  private let descriptor: Int32

  /// Opens the file. `name` is used in failures, and need not be its path.
  package init(path: String, name: String) throws(ImportFailure) {
    self.name = name
    // Without O_NONBLOCK, opening a pipe would block until it has a writer.
    let descriptor = Glibc.open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else {
      let code = errno
      throw code == ENOENT ? .notFound(file: name) : .unreadable(file: name, errno: code)
    }
    var status = stat()
    guard fstat(descriptor, &status) == 0 else {
      let code = errno
      close(descriptor)
      throw .unreadable(file: name, errno: code)
    }
    guard status.st_mode & S_IFMT == S_IFREG else {
      close(descriptor)
      throw .notARegularFile(file: name)
    }
    self.descriptor = descriptor
    byteCount = Int(status.st_size)
  }

  deinit { close(descriptor) }

  /// Fills `buffer` as far as the file goes, and returns the number of bytes; 0 at the end.
  func read(into buffer: UnsafeMutableRawBufferPointer) throws(ImportFailure) -> Int {
    while true {
      let count = Glibc.read(descriptor, buffer.baseAddress, buffer.count)
      if count >= 0 { return count }
      if errno != EINTR { throw .unreadable(file: name, errno: errno) }
    }
  }

  /// The first bytes of the file, at most `maxBytes`. Does not move the reading position.
  package func prefix(maxBytes: Int) throws(ImportFailure) -> [UInt8] {
    try bytes(at: 0, maxBytes: maxBytes)
  }

  /// The bytes from `offset` on, at most `maxBytes`. Does not move the reading position.
  package func bytes(at offset: Int, maxBytes: Int) throws(ImportFailure) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: maxBytes)
    let count = bytes.withUnsafeMutableBytes {
      pread(descriptor, $0.baseAddress, $0.count, off_t(offset))
    }
    guard count >= 0 else { throw .unreadable(file: name, errno: errno) }
    bytes.removeLast(maxBytes - count)
    return bytes
  }
}
