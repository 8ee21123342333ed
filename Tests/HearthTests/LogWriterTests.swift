import Testing
import Threads
import hearth

@Suite("The log's writer")
struct LogWriterTests {
  @Test("every line is written once, in its order, by the time the writer has stopped")
  func order() {
    let written = Lock("")
    let writer = LogWriter { text in written.withLock { $0 += text } }
    for number in 0..<1000 { writer.add("line \(number)") }
    writer.stop()
    let lines = written.withLock { $0 }.split(separator: "\n").map(String.init)
    #expect(lines == (0..<1000).map { "line \($0)" })
  }

  @Test("a reader that is slow slows down whoever logs, and loses nothing")
  func full() async {
    let written = Lock((bytes: 0, most: 0))
    let writer = LogWriter { text in
      written.withLock { state in
        state.bytes += text.utf8.count
        state.most = max(state.most, text.utf8.count)
      }
    }
    let line = String(repeating: "x", count: 999)
    await withTaskGroup(of: Void.self) { group in
      for _ in 0..<4 {
        group.addTask { for _ in 0..<2000 { writer.add(line) } }
      }
    }
    writer.stop()
    let (bytes, most) = written.withLock { $0 }
    #expect(bytes == 8_000_000)
    #expect(most <= LogWriter.maxBytes + 4 * 1000)
  }
}
