import Glibc
import SyncProtocol

/// File operations by system calls.
enum Posix {
  static func message(_ code: Int32) -> String { String(cString: strerror(code)) }

  static func exists(_ path: String) -> Bool { access(path, F_OK) == 0 }

  /// Whether this user may access a file in a mode: `R_OK`, `W_OK` and `X_OK`, combined with `|`.
  static func may(_ mode: Int32, _ path: String) -> Bool {
    faccessat(AT_FDCWD, path, mode, AT_EACCESS) == 0
  }

  /// The path without symbolic links, `.` and `..`; `nil` if it does not exist.
  static func resolved(_ path: String) -> String? {
    guard let text = realpath(path, nil) else { return nil }
    defer { free(text) }
    return String(cString: text)
  }

  static func isFolder(_ path: String) -> Bool {
    var info = stat()
    return stat(path, &info) == 0 && info.st_mode & S_IFMT == S_IFDIR
  }

  /// The size in bytes; `nil` if there is no such file.
  static func size(_ path: String) -> Int64? {
    var info = stat()
    return stat(path, &info) == 0 ? Int64(info.st_size) : nil
  }

  /// Creates a folder that only its owner may enter; an existing folder is left as it is.
  static func makeFolder(_ path: String) throws(CommandFailure) {
    if mkdir(path, 0o700) != 0, errno != EEXIST { throw failure(path) }
    if !isFolder(path) { throw .refused("\(path) is in the way: it is not a folder") }
  }

  /// The names in a folder, sorted, without `.` and `..`.
  static func names(in folder: String) throws(CommandFailure) -> [String] {
    guard let directory = opendir(folder) else { throw failure(folder) }
    defer { closedir(directory) }
    var names: [String] = []
    while let entry = readdir(directory) {
      let name = withUnsafePointer(to: entry.pointee.d_name) { pointer in
        pointer.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
      }
      if name != ".", name != ".." { names.append(name) }
    }
    return names.sorted()
  }

  /// The paths of all files below a folder, relative to it, sorted; symbolic links are not
  /// followed.
  static func files(below folder: String, at prefix: String = "") throws(CommandFailure) -> [String]
  {
    var files: [String] = []
    for name in try names(in: folder) {
      var info = stat()
      guard lstat("\(folder)/\(name)", &info) == 0 else { continue }
      switch info.st_mode & S_IFMT {
      case S_IFDIR: files += try self.files(below: "\(folder)/\(name)", at: "\(prefix)\(name)/")
      case S_IFREG: files.append(prefix + name)
      default: break
      }
    }
    return files
  }

  /// Whether a folder contains nothing but folders, at any depth.
  static func isEmptyTree(_ folder: String) throws(CommandFailure) -> Bool {
    for name in try names(in: folder) {
      var info = stat()
      guard lstat("\(folder)/\(name)", &info) == 0 else { continue }
      guard info.st_mode & S_IFMT == S_IFDIR, try isEmptyTree("\(folder)/\(name)") else {
        return false
      }
    }
    return true
  }

  /// The id of the user who owns a file; `nil` if there is no such file.
  static func owner(_ path: String) -> uid_t? {
    var info = stat()
    return stat(path, &info) == 0 ? info.st_uid : nil
  }

  /// Whether other users of this machine have access to a folder.
  static func isOpenToOthers(_ path: String) -> Bool {
    var info = stat()
    return stat(path, &info) == 0 && info.st_mode & 0o077 != 0
  }

  /// Removes other users' access to a folder, if this user may do that.
  static func closeToOthers(_ path: String) {
    var info = stat()
    if stat(path, &info) == 0 { chmod(path, info.st_mode & 0o7700) }
  }

  /// The first `maxBytes` bytes of a file; `nil` if it cannot be read.
  static func read(_ path: String, maxBytes: Int) -> [UInt8]? {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    var bytes = [UInt8](repeating: 0, count: maxBytes)
    var filled = 0
    while filled < maxBytes {
      let count = bytes.withUnsafeMutableBytes {
        Glibc.read(descriptor, $0.baseAddress.map { $0 + filled }, maxBytes - filled)
      }
      if count < 0, errno == EINTR { continue }
      if count < 0 { return nil }
      if count == 0 { break }
      filled += count
    }
    return Array(bytes[..<filled])
  }

  /// Writes a file that only its owner may read. Atomic: the file is whole and on disk, or not
  /// replaced.
  static func write(_ bytes: some Collection<UInt8>, to path: String) throws(CommandFailure) {
    do {
      try write(to: path) { try $0(Array(bytes)) }
    } catch {
      throw error as? CommandFailure ?? failure(path)
    }
  }

  /// Writes such a file from bytes that `body` passes on piece by piece.
  static func write(
    to path: String, _ body: (@escaping ([UInt8]) throws -> Void) throws -> Void
  ) throws {
    let partial = path + ".partial"
    let descriptor = open(partial, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw failure(path) }
    do {
      try body { bytes in
        guard writeAll(bytes[...], to: descriptor) else { throw failure(path) }
      }
    } catch {
      close(descriptor)
      unlink(partial)
      throw error
    }
    let isSafe = fsync(descriptor) == 0
    close(descriptor)
    guard isSafe, rename(partial, path) == 0 else { throw failure(path) }
  }

  /// Writes such a file from pieces that are produced meanwhile; `next` returns `nil` at the end.
  static func write(to path: String, _ next: () async throws -> [UInt8]?) async throws {
    let partial = path + ".partial"
    let descriptor = open(partial, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw failure(path) }
    do {
      while let bytes = try await next() {
        guard writeAll(bytes[...], to: descriptor) else { throw failure(path) }
      }
    } catch {
      close(descriptor)
      unlink(partial)
      throw error
    }
    let isSafe = fsync(descriptor) == 0
    close(descriptor)
    guard isSafe, rename(partial, path) == 0 else { throw failure(path) }
  }

  /// Writes all bytes; `false` on failure, with the reason in `errno`.
  private static func writeAll(_ bytes: ArraySlice<UInt8>, to descriptor: Int32) -> Bool {
    var rest = bytes
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
      if count < 0, errno == EINTR { continue }
      if count <= 0 { return false }
      rest = rest.dropFirst(count)
    }
    return true
  }

  private static let copyBytes = 256 << 10

  /// Copies a file, or hard-links it, which is allowed only for files that never change.
  static func copy(
    _ source: String, to destination: String, mayLink: Bool
  ) throws(CommandFailure) {
    if mayLink, link(source, destination) == 0 { return }
    let input = open(source, O_RDONLY | O_CLOEXEC)
    guard input >= 0 else { throw failure(source) }
    defer { close(input) }
    let output = open(destination, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    guard output >= 0 else { throw failure(destination) }
    defer { close(output) }
    var buffer = [UInt8](repeating: 0, count: copyBytes)
    while true {
      let count = Glibc.read(input, &buffer, buffer.count)
      if count < 0, errno == EINTR { continue }
      if count == 0 { break }
      guard count > 0, writeAll(buffer[..<count], to: output) else {
        let failure = failure(destination)
        unlink(destination)
        throw failure
      }
    }
    guard fsync(output) == 0 else { throw failure(destination) }
  }

  static func move(_ source: String, to destination: String) throws(CommandFailure) {
    guard rename(source, destination) == 0 else { throw failure(destination) }
  }

  /// Removes a folder if it is empty.
  static func removeEmptyFolder(_ path: String) { rmdir(path) }

  /// Makes the file names in a folder survive a power cut.
  static func flush(folder: String) throws(CommandFailure) {
    let descriptor = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard descriptor >= 0 else { throw failure(folder) }
    defer { close(descriptor) }
    guard fsync(descriptor) == 0 else { throw failure(folder) }
  }

  /// The free bytes of a path's file system; `nil` if they cannot be determined.
  static func freeBytes(at path: String) -> Int64? {
    var info = statvfs()
    guard statvfs(path, &info) == 0 else { return nil }
    return Int64(
      clamping: UInt64(info.f_bavail).multipliedReportingOverflow(
        by: UInt64(info.f_frsize)
      ).partialValue)
  }

  /// The failure for an `errno` about a path.
  static func failure(_ path: String, _ code: Int32 = errno) -> CommandFailure {
    switch code {
    case ENOSPC, EDQUOT, EFBIG: .failed("\(path): the disk is full; make room and try again")
    case EACCES, EPERM, EROFS:
      .failed("\(path): no permission; give this user the right to it, or name another with --data")
    case ENOENT: .refused("\(path): there is no such file or folder")
    default: .failed("\(path): \(message(code))")
    }
  }

  /// The wall clock, milliseconds since 1970.
  static func nowMilliseconds() -> Int64 { WallClock.nowMilliseconds() }

  /// A moment as a file name: `2026-06-14T09-30-05Z`.
  static func stamp(_ milliseconds: Int64) -> String {
    var seconds = time_t(milliseconds / 1000)
    var parts = tm()
    gmtime_r(&seconds, &parts)
    var text = [CChar](repeating: 0, count: 40)
    strftime(&text, text.count, "%Y-%m-%dT%H-%M-%SZ", &parts)
    return String(decoding: text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }
}
