import Documents
import Foundation
import Testing
import Threads

@Suite("Documents drawn in a process of their own")
struct DocumentWorkerTests {
  private let folder: URL

  init() throws {
    folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("worker-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  }

  /// The built executable stands beside the test bundle.
  private static func program() throws -> String {
    let path = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
    return (path as NSString).deletingLastPathComponent + "/hearth"
  }

  private func worker(
    program: String? = nil, maxWaiting: Int = 8,
    _ change: (inout DocumentLimits) -> Void = { _ in }
  ) throws -> DocumentWorker {
    var limits = DocumentLimits()
    change(&limits)
    return DocumentWorker(
      executablePath: try program ?? Self.program(), folder: folder.path, maxWaiting: maxWaiting,
      limits: limits)
  }

  private func labels(_ labels: [Label]) throws -> DocumentScript.Finished {
    var script = try DocumentScript(Self.sheet, in: folder.path)
    for label in labels { try script.add(label) }
    return try script.finish()
  }

  private static let sheet = LabelSheet(format: .averyL7160, information: .test)

  private static let names = [
    "Road bicycle", "東京都千代田区の冷蔵庫", "ثلاجة كبيرة", "👩‍👩‍👧‍👦 Family bikes 🚲", "हिन्दी में नाम",
    "Холодильник", "ψυγείο", "מקרר", "ตู้เย็น",
  ]

  /// A report like ``ReportFixture/report(page:cover:sections:)``, written down.
  private func report(_ entries: [ReportScript.Entry]) throws -> DocumentScript.Finished {
    let plain = ReportFixture.report()
    var script = try DocumentScript(
      ReportScript(
        page: plain.page, information: plain.information,
        words: ReportScript.Words(
          header: plain.words.header, footer: plain.words.footer,
          itemsTitle: plain.words.itemsTitle, receiptsTitle: plain.words.receiptsTitle,
          photoProblem: plain.words.photoProblem,
          continued: plain.words.continued(ReportScript.Words.first),
          receiptPage: "Page \(ReportScript.Words.first) of \(ReportScript.Words.second)",
          receiptProblems: ClaimReport.ReceiptProblem.allCases.map(plain.words.receiptProblem)),
        cover: plain.cover, sections: plain.sections), in: folder.path)
    for entry in entries { try script.add(entry) }
    return try script.finish()
  }

  private func file(_ bytes: [UInt8]) throws -> String {
    let path = folder.appendingPathComponent(UUID().uuidString).path
    try Data(bytes).write(to: URL(filePath: path))
    return path
  }

  /// A program that is a shell script. It is written by another process: one that this process has
  /// open, and a process that is being started with it, cannot be run.
  private func shell(_ command: String) throws -> String {
    let path = folder.appendingPathComponent("program").path
    let install = Process()
    install.executableURL = URL(filePath: "/usr/bin/install")
    install.arguments = ["-m", "700", try file(Array("#!/bin/sh\n\(command)\n".utf8)), path]
    try install.run()
    install.waitUntilExit()
    try #require(install.terminationStatus == 0)
    return path
  }

  private static func all(_ document: DrawnDocument) async throws -> [UInt8] {
    var bytes: [UInt8] = []
    while let piece = try await document.next() { bytes += piece }
    return bytes
  }

  private static func isAlive(_ process: Int32) -> Bool { kill(process, 0) == 0 }

  /// Whether something comes true: a process that was killed takes a moment to go.
  private static func comesTrue(_ condition: () -> Bool) async throws -> Bool {
    for _ in 0..<1000 {
      if condition() { return true }
      try await Task.sleep(for: .milliseconds(10))
    }
    return condition()
  }

  @Test("labels in any script are the same bytes as if they were drawn here")
  func sameLabels() async throws {
    let worker = try worker()
    defer { worker.stop() }
    let all = (0..<40).map { number in
      Label(
        code: "https://hearth.example.org/items/\(number)", title: Self.names[number % 9],
        details: ["Garage › Shelf", Self.names[(number + 1) % 9]], assetID: "000-0\(number)")
    }
    let document = try await worker.draw(labels(all)) { _ in nil }
    let drawn = try await Self.all(document)
    #expect(try drawn == LabelSheetTests.bytes(Self.sheet, all))
  }

  @Test("a report with photos and receipts is the same bytes as if it were drawn here")
  func sameReport() async throws {
    let worker = try worker()
    defer { worker.stop() }
    let photo = try Fixture.jpeg(seed: 3)
    let receipt = Fixture.pdf(["Invoice 4711", "Terms"])
    let paths = [
      RequestedFile.photo(0): try file(photo), .receipt(0): try file(receipt),
      .receipt(2): try file(Array("hello".utf8)),
    ]
    let rows = [ClaimReport.Row("Serial", "WOV7001-M")]
    let item = ReportScript.Item(
      name: Self.names[1], amount: "€1,100.00", photos: [.init(0, caption: "Front"), .init(1)],
      rows: rows, notes: "A scratch.",
      receipts: (0..<3).map { .init(fileName: "r\($0).pdf", owner: Self.names[2], number: $0) })
    let script = try report([.room(title: "Garage", detail: "1 item"), .item(item)])
    let drawn = try await Self.all(
      worker.draw(script) { wanted in paths[wanted].map { open($0, O_RDONLY | O_CLOEXEC) } })

    struct Gone: Error {}
    let plain = ClaimReport.Item(
      name: item.name, amount: item.amount,
      photos: [ClaimReport.Photo(caption: "Front") { photo }, ClaimReport.Photo { throw Gone() }],
      rows: rows,
      notes: item.notes,
      receipts: [
        ReportFixture.receipt("r0.pdf", receipt, owner: Self.names[2]),
        ClaimReport.Receipt(fileName: "r1.pdf", owner: Self.names[2]) { throw Gone() },
        ReportFixture.receipt("r2.pdf", Array("hello".utf8), owner: Self.names[2]),
      ])
    #expect(
      try drawn
        == ReportFixture.bytes([.room(title: "Garage", detail: "1 item"), .item(plain)]))
    let printed = try PrintedFile(drawn)
    try printed.check()
    #expect(try printed.text().contains("Page 2 of 2"))
    #expect(try printed.text().contains("hello") && printed.text().contains("missing"))
  }

  @Test("a process that is killed costs its document only")
  func killed() async throws {
    let worker = try worker()
    defer { worker.stop() }
    let photo = try file(try Fixture.jpeg())
    let script = try report([.item(ReportScript.Item(name: "Kettle", photos: [.init(0)]))])
    let folder = folder.path
    await #expect(throws: DocumentFailure.workerDied) {
      _ = try await worker.draw(script) { _ in
        // Whoever asks for a photo is the only process of this test that draws.
        for process in Self.processes(drawingIn: folder) { kill(process, SIGKILL) }
        return open(photo, O_RDONLY | O_CLOEXEC)
      }
    }
    let next = try await worker.draw(labels([Label(code: "x", title: "Kettle")])) { _ in nil }
    #expect(try await Self.all(next).starts(with: Array("%PDF".utf8)))
  }

  /// The processes that have a file of this folder open and draw.
  private static func processes(drawingIn folder: String) -> [Int32] {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []
    return names.compactMap { Int32($0) }.filter { process in
      guard process != getpid() else { return false }
      let files =
        (try? FileManager.default.contentsOfDirectory(atPath: "/proc/\(process)/fd")) ?? []
      return files.contains { file in
        let target = try? FileManager.default.destinationOfSymbolicLink(
          atPath: "/proc/\(process)/fd/\(file)")
        return target?.hasPrefix(folder) == true
      }
    }
  }

  @Test("the process is confined: no new privileges, filtered calls, no environment of ours")
  func confined() async throws {
    let worker = try worker()
    defer { worker.stop() }
    let script = try report([.item(ReportScript.Item(name: "Kettle", photos: [.init(0)]))])
    let folder = folder.path
    let seen = Lock("")
    let document = try await worker.draw(script) { _ in
      for process in Self.processes(drawingIn: folder) {
        let status = try? String(contentsOfFile: "/proc/\(process)/status", encoding: .utf8)
        seen.withLock { $0 = status ?? "" }
      }
      return nil
    }
    _ = try await Self.all(document)
    let status = seen.withLock { $0 }
    #expect(status.contains("NoNewPrivs:\t1"))
    #expect(status.contains("Seccomp:\t2"))
  }

  @Test("more memory than allowed, and more on disk, end the document with a reason")
  func limits() async throws {
    var noise = try Fixture.jpeg()
    let end = noise.count - 2
    noise.insert(contentsOf: [UInt8](repeating: 0x55, count: 24 << 20), at: end)
    let path = try file(noise)
    let entries = (0..<4).map {
      ReportScript.Entry.item(.init(name: "Kettle", photos: [.init($0)]))
    }
    let script = try report(entries)
    let small = try worker { $0.maxMemoryBytes = 16 << 20 }
    defer { small.stop() }
    await #expect(throws: DocumentFailure.workerDied) {
      _ = try await small.draw(script) { _ in open(path, O_RDONLY | O_CLOEXEC) }
    }
    let short = try worker { $0.maxFileBytes = 1 << 20 }
    defer { short.stop() }
    await #expect(throws: DocumentFailure.tooLarge) {
      _ = try await short.draw(script) { _ in open(path, O_RDONLY | O_CLOEXEC) }
    }
  }

  @Test("a program that never draws is ended when its time is over")
  func timeout() async throws {
    let worker = try worker(program: shell("exec sleep 600")) { $0.timeoutSeconds = 1 }
    defer { worker.stop() }
    await #expect(throws: DocumentFailure.timedOut) {
      _ = try await worker.draw(labels([Label(code: "x", title: "Kettle")])) { _ in nil }
    }
  }

  @Test("what says nonsense instead of drawing is ended", arguments: ["echo hello >&0", "exit 3"])
  func nonsense(command: String) async throws {
    let worker = try worker(program: shell(command))
    defer { worker.stop() }
    await #expect(throws: DocumentFailure.workerDied) {
      _ = try await worker.draw(labels([Label(code: "x", title: "Kettle")])) { _ in nil }
    }
  }

  @Test("one document at a time; the next waits, one too many is refused")
  func turns() async throws {
    let worker = try worker(maxWaiting: 0)
    defer { worker.stop() }
    let label = Label(code: "https://hearth.example.org/items/1", title: "Kettle")
    var first: DrawnDocument? = try await worker.draw(labels([label])) { _ in nil }
    await #expect(throws: DocumentFailure.busy) {
      _ = try await worker.draw(labels([label])) { _ in nil }
    }
    let process = try #require(first?.processID)
    first = nil
    #expect(
      try await Self.comesTrue { !Self.isAlive(process) },
      "the process ends with whoever took its document")
    #expect(try await !Self.all(worker.draw(labels([label])) { _ in nil }).isEmpty)
  }

  @Test("documents that wait are drawn in their order, each of them whole")
  func queue() async throws {
    let worker = try worker()
    defer { worker.stop() }
    let expected = try LabelSheetTests.bytes(
      Self.sheet, [Label(code: "https://hearth.example.org/items/1", title: "Kettle")])
    try await withThrowingTaskGroup(of: [UInt8].self) { group in
      for _ in 0..<6 {
        group.addTask {
          let script = try labels([
            Label(code: "https://hearth.example.org/items/1", title: "Kettle")
          ])
          return try await Self.all(worker.draw(script) { _ in nil })
        }
      }
      for try await bytes in group { #expect(bytes == expected) }
    }
  }

  @Test("a task that is cancelled while its document is drawn ends the process")
  func cancelled() async throws {
    let worker = try worker()
    defer { worker.stop() }
    let script = try report([.item(ReportScript.Item(name: "Kettle", photos: [.init(0)]))])
    let (asked, signal) = AsyncStream.makeStream(of: Void.self)
    let task = Task {
      try await worker.draw(script) { _ in
        signal.yield()
        // The answer waits until the task is over.
        while !Task.isCancelled { await Task.yield() }
        return nil
      }
    }
    for await _ in asked { break }
    task.cancel()
    await #expect(throws: (any Error).self) { _ = try await task.value }
    #expect(try await Self.comesTrue { Self.processes(drawingIn: folder.path).isEmpty })
  }

  @Test("what cannot be drawn says why", arguments: [0, 1])
  func refusals(kind: Int) async throws {
    let worker = try worker()
    defer { worker.stop() }
    let script =
      kind == 0
      ? try labels([]) : try labels([Label(code: String(repeating: "a", count: 2000), title: "x")])
    let expected = kind == 0 ? DocumentFailure.empty : .unreadableCode
    await #expect(throws: expected) { _ = try await worker.draw(script) { _ in nil } }
  }
}
