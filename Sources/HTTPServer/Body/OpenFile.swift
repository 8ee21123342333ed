import CLinux
import Glibc

/// A failed system call on a file, with its `errno`.
package struct FileError: Error, Equatable, Sendable {
  package let call: String
  package let code: Int32

  init(_ call: String) {
    self.call = call
    code = errno
  }

  /// The disk or quota is full, or the file has reached the process's size limit.
  package var isFull: Bool { [ENOSPC, EDQUOT, EFBIG].contains(code) }
}

/// An open file descriptor, closed with the last reference to this object.
package final class OpenFile: Sendable {
  package let descriptor: Int32

  /// Takes over `descriptor`.
  package init(descriptor: Int32) { self.descriptor = descriptor }

  /// Opens an existing file for reading.
  package init(path: String) throws(FileError) {
    descriptor = open(path, O_RDONLY | O_CLOEXEC)
    if descriptor < 0 { throw FileError("open") }
  }

  /// Creates an unnamed file: the system frees it when it is closed, even after a crash.
  package init(unnamedIn directory: String) throws(FileError) {
    descriptor = hearth_open_unnamed(directory)
    if descriptor < 0 { throw FileError("open") }
  }

  deinit { close(descriptor) }

  /// The size in bytes.
  package func size() throws(FileError) -> Int {
    var info = stat()
    guard fstat(descriptor, &info) == 0 else { throw FileError("fstat") }
    return Int(info.st_size)
  }

  /// Reads up to `count` bytes at `offset`; fewer only at the file's end.
  package func read(at offset: Int = 0, count: Int) throws(FileError) -> [UInt8] {
    var failure: FileError?
    let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
      while filled < count {
        let got = pread(descriptor, buffer.baseAddress! + filled, count - filled, offset + filled)
        if got < 0, errno == EINTR { continue }
        if got < 0 { failure = FileError("pread") }
        if got <= 0 { break }
        filled += got
      }
    }
    if let failure { throw failure }
    return bytes
  }

  /// Writes all of `bytes` at the end.
  package func append(_ bytes: [UInt8]) throws(FileError) {
    var failure: FileError?
    bytes.withUnsafeBytes { buffer in
      do throws(FileError) { try append(buffer) } catch { failure = error }
    }
    if let failure { throw failure }
  }

  /// Writes all of `bytes` at the end.
  func append(_ bytes: UnsafeRawBufferPointer) throws(FileError) {
    var rest = bytes[...]
    while !rest.isEmpty {
      let piece = UnsafeRawBufferPointer(rebasing: rest)
      let written = Glibc.write(descriptor, piece.baseAddress, piece.count)
      if written < 0, errno == EINTR { continue }
      guard written >= 0 else { throw FileError("write") }
      rest = rest.dropFirst(written)
    }
  }
}

/// A received body or upload in an unnamed file, which vanishes with its last reference.
package struct SpooledFile: Sendable {
  package let file: OpenFile
  /// In bytes.
  package let size: Int

  package init(file: OpenFile, size: Int) {
    self.file = file
    self.size = size
  }

  /// Makes a file of the bytes that `body` passes to its argument, piece by piece. Blocks.
  package init(
    unnamedIn directory: String, _ body: (@escaping ([UInt8]) throws -> Void) throws -> Void
  ) throws {
    let file = try OpenFile(unnamedIn: directory)
    try body { try file.append($0) }
    self.init(file: file, size: try file.size())
  }

  /// Reads up to `count` bytes at `offset`; fewer only at the end.
  package func read(at offset: Int = 0, count: Int) throws(FileError) -> [UInt8] {
    try file.read(at: offset, count: min(count, max(0, size - offset)))
  }

  /// Gives the file the name `path`, which must not exist and must be on the same file system.
  ///
  /// Fails with `ENOENT` where the file system has no unnamed files: copy the bytes instead.
  package func keep(at path: String) throws(FileError) {
    guard hearth_link_unnamed(file.descriptor, path) == 0 else { throw FileError("linkat") }
  }
}
