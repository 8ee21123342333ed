import Glibc

/// A folder of its own for one document; it goes with everything in it.
final class TemporaryFolder {
  let path: String
  private var names: [String] = []

  /// Makes it inside `parent`.
  init(in parent: String) throws(DocumentError) {
    var template = Array((parent + "/hearth-document-XXXXXX").utf8CString)
    guard mkdtemp(&template) != nil else { throw .file(errno: errno) }
    path = template.withUnsafeBufferPointer { buffer in
      buffer.baseAddress.map { String(cString: $0) } ?? ""
    }
  }

  deinit {
    for name in names { unlink(name) }
    rmdir(path)
  }

  /// The path of a file that will be removed with the folder.
  func file(_ name: String) -> String {
    let file = path + "/" + name
    names.append(file)
    return file
  }
}

/// A file that is written from its beginning.
final class OutputFile {
  private let descriptor: Int32

  init(_ path: String) throws(DocumentError) {
    descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw .file(errno: errno) }
  }

  deinit { close(descriptor) }

  func write(_ bytes: UnsafeRawBufferPointer) throws(DocumentError) {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = Glibc.write(
        descriptor, UnsafeRawBufferPointer(rebasing: rest).baseAddress, rest.count)
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { throw .file(errno: errno) }
      rest = rest.dropFirst(count)
    }
  }
}

/// Gives a file's bytes to a sink, piece by piece.
func copyFile(
  _ path: String, isCancelled: () -> Bool, to sink: (UnsafeRawBufferPointer) throws -> Void
) throws(DocumentError) {
  let descriptor = open(path, O_RDONLY | O_CLOEXEC)
  guard descriptor >= 0 else { throw .file(errno: errno) }
  defer { close(descriptor) }
  let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 256 * 1024, alignment: 16)
  defer { buffer.deallocate() }
  while true {
    if isCancelled() { throw .cancelled }
    let count = read(descriptor, buffer.baseAddress, buffer.count)
    if count < 0, errno == EINTR { continue }
    guard count >= 0 else { throw .file(errno: errno) }
    guard count > 0 else { return }
    do {
      try sink(UnsafeRawBufferPointer(rebasing: buffer[..<count]))
    } catch {
      throw .sinkFailed(error)
    }
  }
}
