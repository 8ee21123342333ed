import CLinux
import Glibc

extension ImageWorker {
  /// The largest file that a worker process may write; the JPEG of the largest HEIC is smaller.
  package static let maxOutputBytes = 256 * 1024 * 1024

  /// The main function of the worker process: answers requests on standard input until the parent
  /// closes it.
  ///
  /// It does not ask to die with its parent, because that signal is tied to the parent's *thread*.
  /// When idle it ends with the closed socket, and otherwise by its limit on processor time.
  package static func childMain() -> Never {
    hearth_use_one_allocation_arena()
    guard hearth_limit_side_effects(UInt64(maxOutputBytes)) == 0, let mapped = mappedBytes() else {
      exit(70)
    }
    HEICCodec.prepare()
    // On a kernel without these filters, the limits still apply. With them, a decoder that has been
    // taken over reaches nothing but its own picture.
    if hearth_enter_sandbox() != 0, errno != ENOSYS, errno != EINVAL { exit(75) }
    var isLimited = false
    var bytes = [UInt8](repeating: 0, count: WorkerRequest.maxMessageBytes)
    var files = [Int32](repeating: -1, count: Int(HEARTH_MAX_FILES))
    while true {
      var fileCount: Int32 = 0
      let length = hearth_receive_message(
        STDIN_FILENO, &bytes, bytes.count, &files, &fileCount)
      guard length > 0 else { exit(length == 0 ? 0 : 71) }
      let received = Array(files.prefix(Int(fileCount)))
      do throws(WorkerMessageMalformed) {
        let request = try WorkerRequest(decoding: Array(bytes.prefix(length)))
        if !isLimited {
          let limit = mapped + UInt64(request.limits.maxMemoryBytes)
          guard hearth_limit_address_space(limit) == 0 else { exit(72) }
          isLimited = true
        }
        guard hearth_limit_more_cpu_seconds(UInt64(request.limits.maxCPUSeconds)) == 0 else {
          exit(73)
        }
        let reply = answer(request, files: received).encoded
        for file in received { close(file) }
        guard hearth_send_message(STDIN_FILENO, reply, reply.count, nil, 0) == 0 else { exit(0) }
      } catch { exit(74) }
    }
  }

  private static func answer(_ request: WorkerRequest, files: [Int32]) -> WorkerReply {
    do throws(ImageError) {
      guard let input = files.first else { throw .file(errno: EBADF) }
      let outputs = files.dropFirst()
      let bytes = try read(input, maxBytes: request.limits.maxBytes)
      switch request {
      case .sanitize(let limits):
        guard let output = outputs.first else { throw .file(errno: EBADF) }
        let (image, sanitized) = try ImageSanitizer.sanitize(bytes, limits: limits)
        try write(sanitized, to: output)
        return .sanitized(image)
      case .makeThumbnails(let edges, let limits):
        guard outputs.count == edges.count else { throw .file(errno: EBADF) }
        let made = try Thumbnail.make(bytes, edges: edges, limits: limits)
        for (output, made) in zip(outputs, made) { try write(made.bytes, to: output) }
        return .madeThumbnails(made.map(\.thumbnail))
      case .findCodes(let limits):
        return .foundCodes(try FoundCode.all(in: bytes, limits: limits))
      }
    } catch { return .failed(error) }
  }

  /// The memory that the Swift runtime and libraries have mapped before any work; the limit is
  /// added to it.
  private static func mappedBytes() -> UInt64? {
    guard let file = fopen("/proc/self/statm", "r") else { return nil }
    defer { fclose(file) }
    var line = [CChar](repeating: 0, count: 128)
    guard fgets(&line, Int32(line.count), file) != nil else { return nil }
    return UInt64(strtoul(line, nil, 10)) * UInt64(getpagesize())
  }

  private static func read(_ file: Int32, maxBytes: Int) throws(ImageError) -> [UInt8] {
    var status = stat()
    guard fstat(file, &status) == 0 else { throw .file(errno: errno) }
    guard status.st_mode & S_IFMT == S_IFREG else { throw .file(errno: EINVAL) }
    let size = Int(status.st_size)
    guard size <= maxBytes else { throw .tooManyBytes(maxBytes: maxBytes) }
    var failure: Int32 = 0
    let bytes = [UInt8](unsafeUninitializedCapacity: size) { buffer, count in
      while count < size {
        let got = pread(file, buffer.baseAddress! + count, size - count, count)
        if got < 0, errno == EINTR { continue }
        if got < 0 { failure = errno }
        guard got > 0 else { return }
        count += got
      }
    }
    guard failure == 0 else { throw .file(errno: failure) }
    return bytes
  }

  private static func write(_ bytes: [UInt8], to file: Int32) throws(ImageError) {
    // An earlier process may have died after it began to write.
    guard ftruncate(file, 0) == 0 else { throw .file(errno: errno) }
    var written = 0
    while written < bytes.count {
      let count = bytes.withUnsafeBytes { raw in
        pwrite(file, raw.baseAddress! + written, raw.count - written, written)
      }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { throw .file(errno: errno) }
      written += count
    }
  }
}
