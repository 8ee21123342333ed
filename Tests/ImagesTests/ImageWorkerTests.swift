import Glibc
import Images
import Testing

@Suite struct ImageWorkerTests {
  private let folder: TemporaryFolder
  private let picture = Picture.quadrants(width: 640, height: 480)

  init() throws { folder = try TemporaryFolder() }

  /// The built executable stands beside the test bundle.
  private static func executable() throws -> String {
    var buffer = [CChar](repeating: 0, count: 4096)
    let length = readlink("/proc/self/exe", &buffer, buffer.count)
    try #require(length > 0)
    let bytes = buffer.prefix(length).map { UInt8(bitPattern: $0) }
    let path = String(decoding: bytes, as: UTF8.self)
    let end = try #require(path.lastIndex(of: "/"))
    return path[..<end] + "/hearth"
  }

  private static func names(in path: String) -> [String] {
    guard let folder = opendir(path) else { return [] }
    defer { closedir(folder) }
    var names: [String] = []
    while let entry = readdir(folder) {
      let first = entry.pointee.d_name.0
      if first != CChar(UInt8(ascii: ".")) { names.append("\(entry.pointee.d_ino)") }
    }
    return names
  }

  /// A file of /proc, which has no size.
  private static func text(_ path: String) throws -> String {
    let file = try #require(fopen(path, "r"))
    defer { fclose(file) }
    let bytes = [UInt8](unsafeUninitializedCapacity: 65536) { buffer, count in
      count = fread(buffer.baseAddress, 1, 65536, file)
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// An executable that is a shell script: a worker process that misbehaves.
  private func script(_ text: String) throws -> String {
    try folder.write(Array("#!/bin/sh\n\(text)\n".utf8), mode: 0o700)
  }

  @Test("A picture is sanitised and shrunk in the worker process")
  func worksInItsProcess() async throws {
    let worker = ImageWorker(executablePath: try Self.executable())
    defer { worker.stop() }
    let exif = FileSurgery.segment(0xE1, FileSurgery.exif(orientation: 1))
    let input = try folder.write(FileSurgery.jpeg(try picture.jpeg(), adding: [exif]))
    let original = folder.newPath()
    let image = try await worker.sanitize(input, to: original)
    let kept = try folder.read(original)
    #expect(image == SanitizedImage(kind: .jpeg, width: 640, height: 480, byteCount: kept.count))
    #expect(kept == (try picture.jpeg()))

    let (small, medium) = (folder.newPath(), folder.newPath())
    let made = try await worker.makeThumbnails(
      of: original, to: [(.small, small), (.medium, medium)])
    #expect(made.map(\.width) == [96, 400])
    #expect(made.map(\.byteCount) == [try folder.read(small).count, try folder.read(medium).count])
    #expect(try Picture(jpeg: folder.read(small)).isUpright)
  }

  @Test("Codes are read in the worker process, which keeps nothing of the picture")
  func codes() async throws {
    let worker = ImageWorker(executablePath: try Self.executable())
    defer { worker.stop() }
    let code = try folder.write(try QRCode("https://hearth.example/items/1").png())
    let bars = try folder.write(try FoundCodeTests.bars("4006381333931").jpeg(quality: 80))
    let none = try folder.write(try picture.jpeg())
    let cut = try folder.write(Array(try picture.png().prefix(200)))
    let before = folder.names
    #expect(
      try await worker.findCodes(in: code)
        == [FoundCode(kind: .qr, text: "https://hearth.example/items/1")])
    #expect(try await worker.findCodes(in: bars).map(\.kind) == [.product])
    #expect(try await worker.findCodes(in: none).isEmpty)
    await #expect(throws: ImageError.cutOff) { try await worker.findCodes(in: cut) }
    #expect(worker.idleProcessIDs.count == 1)
    #expect(folder.names == before)
  }

  @Test("One process serves many pictures, and a refused one does not end it")
  func processIsReused() async throws {
    let worker = ImageWorker(executablePath: try Self.executable())
    defer { worker.stop() }
    let good = try folder.write(try picture.jpeg())
    let bad = try folder.write(Array("<svg/>".utf8))
    _ = try await worker.sanitize(good, to: folder.newPath())
    let first = worker.idleProcessIDs
    let refused = folder.newPath()
    await #expect(throws: ImageError.unsupportedKind(looksLike: .svg)) {
      try await worker.sanitize(bad, to: refused)
    }
    _ = try await worker.sanitize(good, to: folder.newPath())
    #expect(first.count == 1)
    #expect(worker.idleProcessIDs == first)
    #expect(access(refused, F_OK) != 0, "no file is left for a refused picture")
  }

  @Test("After its share of pictures a process is replaced, and none leaks an open file")
  func processIsRetired() async throws {
    let worker = ImageWorker(executablePath: try Self.executable())
    defer { worker.stop() }
    let input = try folder.write(try Picture.quadrants(width: 32, height: 16).jpeg())
    _ = try await worker.sanitize(input, to: folder.newPath())
    let first = try #require(worker.idleProcessIDs.first)
    for _ in 2..<ImageWorker.maxImagesPerProcess {
      _ = try await worker.sanitize(input, to: folder.newPath())
    }
    #expect(worker.idleProcessIDs == [first])
    #expect(Self.names(in: "/proc/\(first)/fd").count == 3)
    _ = try await worker.sanitize(input, to: folder.newPath())
    #expect(worker.idleProcessIDs == [])
    _ = try await worker.sanitize(input, to: folder.newPath())
    #expect(worker.idleProcessIDs.count == 1)
  }

  @Test("Two processes work on many pictures at the same time")
  func manyAtOnce() async throws {
    let worker = ImageWorker(executablePath: try Self.executable(), processes: 2)
    defer { worker.stop() }
    let input = try folder.write(try picture.jpeg())
    let outputs = (0..<20).map { _ in folder.newPath() }
    try await withThrowingTaskGroup(of: SanitizedImage.self) { group in
      for output in outputs { group.addTask { try await worker.sanitize(input, to: output) } }
      for try await image in group { #expect(image.width == 640) }
    }
    #expect((1...2).contains(worker.idleProcessIDs.count))
    for output in outputs { #expect(try folder.read(output) == picture.jpeg()) }
  }

  @Test("The worker process is confined by the kernel")
  func sandbox() async throws {
    let worker = ImageWorker(executablePath: try Self.executable())
    defer { worker.stop() }
    let input = try folder.write(try picture.jpeg())
    _ = try await worker.sanitize(input, to: folder.newPath())
    let process = try #require(worker.idleProcessIDs.first)
    let status = try Self.text("/proc/\(process)/status")
    #expect(status.contains("NoNewPrivs:\t1"))
    #expect(status.contains("Seccomp:\t2"))
    let limits = try Self.text("/proc/\(process)/limits").split(separator: "\n")
    for name in ["Max address space", "Max cpu time", "Max file size", "Max core file size"] {
      let line = try #require(limits.first { $0.hasPrefix(name) })
      let soft = line.dropFirst(name.count).split(separator: " ").first
      #expect(soft != "unlimited", "\(name)")
    }
  }

  @Test("A process that used up its processor time is told apart from a crash")
  func processorTime() async throws {
    // What the kernel sends at the limit, which the test above finds set.
    let worker = ImageWorker(executablePath: try script("kill -XCPU $$"))
    defer { worker.stop() }
    let input = try folder.write(try picture.jpeg())
    await #expect(throws: ImageError.timedOut) {
      try await worker.sanitize(input, to: folder.newPath())
    }
  }

  @Test("Every refusal comes back from the process as it was")
  func refusals() async throws {
    var limits = ImageLimits()
    limits.maxBytes = 100_000
    let worker = ImageWorker(executablePath: try Self.executable(), limits: limits)
    defer { worker.stop() }
    let noise = Picture.noise(width: 64, height: 48)
    let cases: [([UInt8], ImageError)] = [
      ([], .empty),
      (Array("GIF89a".utf8), .unsupportedKind(looksLike: .gif)),
      (Array(try noise.jpeg().dropLast(100)), .cutOff),
      ([UInt8](repeating: 0xFF, count: 100_001), .tooManyBytes(maxBytes: 100_000)),
      (
        FileSurgery.pngHeader(width: 20_000, height: 20_000),
        .tooManyPixels(width: 20_000, height: 20_000, maxPixels: 100_000_000)
      ),
      (
        FileSurgery.pngHeader(width: 30_001, height: 1),
        .sideTooLong(width: 30_001, height: 1, maxSidePixels: 30_000)
      ),
      (
        FileSurgery.png(try noise.png(), adding: [FileSurgery.chunk("acTL", [])]), .animated
      ),
    ]
    for (bytes, expected) in cases {
      let input = try folder.write(bytes)
      await #expect(throws: expected) { try await worker.sanitize(input, to: folder.newPath()) }
    }
  }

  @Test("D-PHO-10 a picture that needs more memory than allowed is refused, the next one is not")
  func memoryLimit() async throws {
    var limits = ImageLimits()
    limits.maxMemoryBytes = 64 * 1024 * 1024
    let worker = ImageWorker(executablePath: try Self.executable(), limits: limits)
    defer { worker.stop() }
    let large = try folder.write(try Picture(width: 6000, height: 5000) { _, _ in (9, 9, 9) }.png())
    let small = try folder.write(try picture.png())
    await #expect(throws: ImageError.outOfMemory) {
      try await worker.sanitize(large, to: folder.newPath())
    }
    _ = try await worker.sanitize(small, to: folder.newPath())
  }

  @Test("A process that was killed while it waited is replaced unseen")
  func killedWhileIdle() async throws {
    let worker = ImageWorker(executablePath: try Self.executable())
    defer { worker.stop() }
    let input = try folder.write(try picture.jpeg())
    _ = try await worker.sanitize(input, to: folder.newPath())
    let first = try #require(worker.idleProcessIDs.first)
    kill(first, SIGKILL)
    _ = try await worker.sanitize(input, to: folder.newPath())
    #expect(worker.idleProcessIDs.count == 1)
    #expect(worker.idleProcessIDs.first != first)
  }

  @Test("A crash costs one picture: the next one gets a new process")
  func crash() async throws {
    let flag = folder.newPath()
    // Crashes with the first picture in hand, works with the second.
    let path = try script(
      """
      if [ -e \(flag) ]; then exec \(try Self.executable()) image-worker; fi
      : > \(flag)
      /usr/bin/head -c 1 > /dev/null
      kill -SEGV $$
      """)
    let worker = ImageWorker(executablePath: path)
    defer { worker.stop() }
    let input = try folder.write(try picture.jpeg())
    let lost = folder.newPath()
    await #expect(throws: ImageError.workerDied) { try await worker.sanitize(input, to: lost) }
    #expect(access(lost, F_OK) != 0)
    _ = try await worker.sanitize(input, to: lost)
  }

  @Test("A process that does not answer in time is killed, the next picture gets a new one")
  func timeout() async throws {
    let flag = folder.newPath()
    let path = try script(
      """
      if [ -e \(flag) ]; then exec \(try Self.executable()) image-worker; fi
      echo $$ > \(flag)
      exec /bin/sleep 600
      """)
    var limits = ImageLimits()
    limits.timeoutSeconds = 5
    let worker = ImageWorker(executablePath: path, limits: limits)
    defer { worker.stop() }
    let input = try folder.write(try picture.jpeg())
    await #expect(throws: ImageError.timedOut) {
      try await worker.sanitize(input, to: folder.newPath())
    }
    let text = String(decoding: try folder.read(flag), as: UTF8.self)
    let hung = try #require(pid_t(text.filter(\.isNumber)))
    #expect(kill(hung, 0) == -1 && errno == ESRCH)
    _ = try await worker.sanitize(input, to: folder.newPath())
  }

  @Test("Answers that make no sense are not believed", arguments: ["", "xyz"])
  func nonsense(_ answer: String) async throws {
    let path = try script("echo '\(answer)' >&0; exec /bin/sleep 600")
    let worker = ImageWorker(executablePath: path)
    defer { worker.stop() }
    let input = try folder.write(try picture.jpeg())
    await #expect(throws: ImageError.workerDied) {
      try await worker.sanitize(input, to: folder.newPath())
    }
  }

  @Test("A missing executable and missing files are errors of one picture")
  func missing() async throws {
    let input = try folder.write(try picture.jpeg())
    let absent = ImageWorker(executablePath: folder.newPath())
    defer { absent.stop() }
    await #expect(throws: ImageError.workerDied) {
      try await absent.sanitize(input, to: folder.newPath())
    }
    let worker = ImageWorker(executablePath: try Self.executable())
    defer { worker.stop() }
    await #expect(throws: ImageError.file(errno: ENOENT)) {
      try await worker.sanitize(folder.newPath(), to: folder.newPath())
    }
    await #expect(throws: ImageError.file(errno: EEXIST)) {
      try await worker.sanitize(input, to: input)
    }
    #expect(try folder.read(input) == picture.jpeg(), "an existing file is not touched")
  }

  @Test("When too many pictures wait, more are refused; after the stop all are")
  func busy() async throws {
    let worker = ImageWorker(executablePath: try Self.executable(), maxWaiting: 0)
    let input = try folder.write(try picture.jpeg())
    await #expect(throws: ImageError.busy) {
      try await worker.sanitize(input, to: folder.newPath())
    }
    worker.stop()
    let stopped = ImageWorker(executablePath: try Self.executable())
    _ = try await stopped.sanitize(input, to: folder.newPath())
    let process = try #require(stopped.idleProcessIDs.first)
    stopped.stop()
    #expect(kill(process, 0) == -1 && errno == ESRCH, "no process is left behind")
    await #expect(throws: ImageError.busy) {
      try await stopped.sanitize(input, to: folder.newPath())
    }
  }
}
