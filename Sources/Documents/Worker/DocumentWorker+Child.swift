import CLinux
import Glibc

extension DocumentWorker {
  /// The folders of fonts and their settings on Linux. The process can read nothing else.
  static let fontFolders = [
    "/usr/share/fonts", "/usr/local/share/fonts", "/usr/share/fontconfig",
    "/usr/share/xml/fontconfig", "/etc/fonts", "/var/cache/fontconfig",
  ]

  /// The main function of the worker process: draws the one document it is given, and exits.
  ///
  /// The document goes to standard output, which the parent reads; if the parent is gone, the next
  /// write ends the process. Requests and answers go over the socket that is its standard input.
  package static func childMain() -> Never {
    hearth_use_one_allocation_arena()
    var bytes = [UInt8](repeating: 0, count: DocumentMessage.maxBytes)
    var files = [Int32](repeating: -1, count: Int(HEARTH_MAX_FILES))
    var fileCount: Int32 = 0
    let length = hearth_receive_message(STDIN_FILENO, &bytes, bytes.count, &files, &fileCount)
    guard length > 0, fileCount == 3,
      case .begin(let limits) = DocumentMessage(decoding: bytes.prefix(length))
    else { exit(70) }
    guard hearth_limit_side_effects(UInt64(limits.maxFileBytes)) == 0,
      hearth_limit_more_cpu_seconds(UInt64(limits.maxCPUSeconds)) == 0
    else { exit(71) }
    do throws(DocumentError) {
      // One-time initialisation of the libraries happens before the process is confined.
      try Typesetter.take().warmUp()
    } catch { exit(72) }
    let memory = UInt64(limits.maxMemoryBytes)
    guard hearth_limit_more_memory(memory, memory + 3 * UInt64(limits.maxFileBytes)) == 0 else {
      exit(73)
    }
    let isConfined = withCStrings(fontFolders) { folders in
      folders.map { UnsafePointer($0) }.withUnsafeBufferPointer {
        hearth_enter_drawing_sandbox($0.baseAddress) == 0
      }
    }
    // On a kernel without these filters, the limits still apply.
    guard isConfined || errno == ENOSYS || errno == EINVAL else { exit(74) }
    let scratch = (ScratchFile(descriptor: files[1]), ScratchFile(descriptor: files[2]))
    do throws(DocumentFailure) {
      try draw(script: files[0], scratch: scratch)
      // Flush explicitly, so that a failure of the last write is noticed.
      guard fflush(nil) == 0 else { exit(75) }
      exit(0)
    } catch {
      let message = DocumentMessage.failed(error).encoded
      exit(hearth_send_message(STDIN_FILENO, message, message.count, nil, 0) == 0 ? 0 : 76)
    }
  }

  private static func draw(
    script: Int32, scratch: (pages: ScratchFile, receipts: ScratchFile)
  ) throws(DocumentFailure) {
    var reader = ScriptReader(descriptor: script)
    do {
      switch DocumentScript.Kind(rawValue: try reader.number()) {
      case .labels:
        let sheet = try reader.sheet()
        try sheet.write(labels: { try reader.number() == 0 ? nil : try reader.label() }) { bytes in
          try writeToStandardOutput(bytes)
        }
      case .report:
        let report = try reader.report().report(load: load)
        try report.writeToStandardOutput(
          entries: { try reader.entry()?.entry(load: load) }, scratch: scratch)
      case nil: throw DocumentFailure.refused
      }
    } catch let error as DocumentError {
      throw DocumentFailure(error)
    } catch {
      throw .refused
    }
  }

  /// Requests a file from the parent and reads it.
  private static func load(_ file: RequestedFile) throws -> [UInt8] {
    struct Missing: Error {}
    let request = DocumentMessage.wants(file).encoded
    guard hearth_send_message(STDIN_FILENO, request, request.count, nil, 0) == 0 else { exit(0) }
    var bytes = [UInt8](repeating: 0, count: DocumentMessage.maxBytes)
    var files = [Int32](repeating: -1, count: Int(HEARTH_MAX_FILES))
    var fileCount: Int32 = 0
    let length = hearth_receive_message(STDIN_FILENO, &bytes, bytes.count, &files, &fileCount)
    guard length > 0 else { exit(0) }
    guard fileCount == 1 else { throw Missing() }
    defer { close(files[0]) }
    var status = stat()
    guard fstat(files[0], &status) == 0, status.st_mode & S_IFMT == S_IFREG,
      (0...maxFileBytes).contains(Int(status.st_size))
    else { throw Missing() }
    let size = Int(status.st_size)
    let contents = [UInt8](unsafeUninitializedCapacity: size) { buffer, count in
      while count < size, let start = buffer.baseAddress {
        let got = pread(files[0], start + count, size - count, count)
        if got < 0, errno == EINTR { continue }
        guard got > 0 else { return }
        count += got
      }
    }
    guard contents.count == size else { throw Missing() }
    return contents
  }

  private static func writeToStandardOutput(_ bytes: UnsafeRawBufferPointer) throws {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = write(
        STDOUT_FILENO, UnsafeRawBufferPointer(rebasing: rest).baseAddress, rest.count)
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { throw DocumentError.file(errno: errno) }
      rest = rest.dropFirst(count)
    }
  }
}

extension DocumentFailure {
  /// Converts an error of the drawing for the parent process.
  init(_ error: DocumentError) {
    switch error {
    case .nothingToPrint: self = .empty
    case .unreadableCode: self = .unreadableCode
    case .file(let errno): self = .file(errno: errno)
    case .sinkFailed(let error as DocumentError), .sourceFailed(let error as DocumentError):
      self.init(error)
    case .cancelled, .sinkFailed, .sourceFailed, .startOutsideSheet, .invalidCopies,
      .invalidFormat, .textTooLong, .tooManyReceipts, .drawing:
      self = .refused
    }
  }
}

func withCStrings<Result>(
  _ texts: [String], _ body: ([UnsafeMutablePointer<CChar>?]) -> Result
) -> Result {
  let copies = texts.map { strdup($0) } + [nil]
  defer { copies.forEach { free($0) } }
  return body(copies)
}
