import Glibc

/// A folder of one test, removed with it.
final class TemporaryFolder {
  let path: String
  private var count = 0

  init() throws {
    var template = Array("/tmp/hearth-images-XXXXXX\0".utf8CString)
    guard mkdtemp(&template) != nil else { throw CodecFailed(text: "mkdtemp") }
    path = template.withUnsafeBufferPointer { String(cString: $0.baseAddress!) }
  }

  deinit {
    for name in names { unlink(path + "/" + name) }
    rmdir(path)
  }

  /// What is in the folder, sorted.
  var names: [String] {
    guard let folder = opendir(path) else { return [] }
    defer { closedir(folder) }
    var names: [String] = []
    while let entry = readdir(folder) {
      let name = withUnsafeBytes(of: entry.pointee.d_name) { raw in
        String(decoding: raw.prefix { $0 != 0 }, as: UTF8.self)
      }
      if name != "." && name != ".." { names.append(name) }
    }
    return names.sorted()
  }

  func newPath() -> String {
    count += 1
    return "\(path)/\(count)"
  }

  /// Writes a new file and returns its path.
  func write(_ bytes: [UInt8], mode: mode_t = 0o600) throws -> String {
    let path = newPath()
    let file = open(path, O_WRONLY | O_CREAT | O_EXCL, mode)
    guard file >= 0 else { throw CodecFailed(text: "open \(path)") }
    defer { close(file) }
    guard Glibc.write(file, bytes, bytes.count) == bytes.count else {
      throw CodecFailed(text: "write \(path)")
    }
    return path
  }

  func read(_ path: String) throws -> [UInt8] {
    guard let file = fopen(path, "rb") else { throw CodecFailed(text: "open \(path)") }
    defer { fclose(file) }
    fseek(file, 0, SEEK_END)
    let size = ftell(file)
    rewind(file)
    return [UInt8](unsafeUninitializedCapacity: size) { buffer, count in
      count = fread(buffer.baseAddress, 1, size, file)
    }
  }
}
