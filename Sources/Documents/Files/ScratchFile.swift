import CLinux
import Glibc

/// An unnamed file that is written once and then read as memory.
///
/// It is never opened again, since a confined process cannot open anything, and it disappears with
/// the process.
final class ScratchFile {
  let descriptor: Int32
  private(set) var count = 0
  private var mapping: UnsafeMutableRawPointer?
  private var mappedCount = 0

  /// Takes ownership of an open, empty file.
  init(descriptor: Int32) { self.descriptor = descriptor }

  /// Creates one on the file system of `folder`.
  convenience init(in folder: String) throws(DocumentError) {
    let descriptor = hearth_open_unnamed(folder)
    guard descriptor >= 0 else { throw .file(errno: errno) }
    self.init(descriptor: descriptor)
  }

  deinit {
    if let mapping { munmap(mapping, mappedCount) }
    close(descriptor)
  }

  /// A path to the file, for a library that needs one; not usable in a confined process.
  var path: String { "/proc/self/fd/\(descriptor)" }

  func append(_ bytes: UnsafeRawBufferPointer) throws(DocumentError) {
    var rest = bytes[...]
    while !rest.isEmpty {
      let written = pwrite(
        descriptor, UnsafeRawBufferPointer(rebasing: rest).baseAddress, rest.count, count)
      if written < 0, errno == EINTR { continue }
      guard written > 0 else { throw .file(errno: errno) }
      count += written
      rest = rest.dropFirst(written)
    }
  }

  /// All bytes of the file, valid as long as this object lives. Nothing may be appended afterwards.
  func mapped() throws(DocumentError) -> UnsafeRawBufferPointer {
    if let mapping { return UnsafeRawBufferPointer(start: mapping, count: mappedCount) }
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { throw .file(errno: errno) }
    mappedCount = Int(status.st_size)
    guard mappedCount > 0 else { return UnsafeRawBufferPointer(start: nil, count: 0) }
    guard let start = mmap(nil, mappedCount, PROT_READ, MAP_PRIVATE, descriptor, 0),
      start != MAP_FAILED
    else { throw .file(errno: errno) }
    mapping = start
    return UnsafeRawBufferPointer(start: start, count: mappedCount)
  }

  /// Passes the file's bytes to a sink, piece by piece.
  func copy(
    isCancelled: () -> Bool, to sink: (UnsafeRawBufferPointer) throws -> Void
  ) throws(DocumentError) {
    let bytes = try mapped()
    for start in stride(from: 0, to: bytes.count, by: Self.pieceBytes) {
      if isCancelled() { throw .cancelled }
      do {
        let end = min(start + Self.pieceBytes, bytes.count)
        try sink(UnsafeRawBufferPointer(rebasing: bytes[start..<end]))
      } catch {
        throw .sinkFailed(error)
      }
    }
  }

  private static let pieceBytes = 256 * 1024
}
