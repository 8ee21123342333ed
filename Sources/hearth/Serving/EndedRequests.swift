import Glibc
import HTTPServer
import Household

/// Requests during which the server ended unexpectedly, as lines of a file, so that a repeated
/// offender is not answered again until an administrator has looked.
package struct EndedRequests: Sendable {
  /// How often in a row a request may end the server before it is held back.
  package static let maxTimes = 2
  /// How many requests are kept; with more at once, most were not the cause.
  private static let maxLines = 100
  private static let maxBytes = 64 << 10

  package let path: String

  package init(path: String) { self.path = path }

  /// How often each request has ended the server.
  package var counts: [RequestsUnderWay.Line: Int] {
    guard let bytes = Posix.read(path, maxBytes: Self.maxBytes) else { return [:] }
    var counts: [RequestsUnderWay.Line: Int] = [:]
    for text in String(decoding: bytes, as: UTF8.self).split(separator: "\n") {
      let parts = text.split(separator: " ", maxSplits: 1)
      guard parts.count == 2, let count = Int(parts[0]),
        let line = RequestsUnderWay.Line(parts[1])
      else { continue }
      counts[line] = count.clamped(to: 1...Self.maxTimes)
    }
    return counts
  }

  /// The requests that must not be answered.
  package var held: Set<RequestsUnderWay.Line> {
    Set(counts.filter { $0.value >= Self.maxTimes }.keys)
  }

  /// Counts the requests that the previous server was answering when it ended. A request that did
  /// so once, but not this time, is forgotten.
  package func settle(_ left: [RequestsUnderWay.Line]) throws {
    let before = counts
    var now = before.filter { $0.value >= Self.maxTimes }
    for line in Set(left).filter({ !$0.account.isEmpty }).prefix(Self.maxLines) {
      now[line] = min((before[line] ?? 0) + 1, Self.maxTimes)
    }
    guard now != before else { return }
    guard !now.isEmpty else {
      unlink(path)
      return
    }
    let lines = now.map { "\($0.value) \($0.key)\n" }.sorted().prefix(Self.maxLines)
    try Posix.write(lines.joined().utf8, to: path)
  }
}
