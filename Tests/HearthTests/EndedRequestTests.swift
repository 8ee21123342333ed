import Foundation
import HTTPServer
import Testing
import hearth

@Suite("Requests that ended the server")
struct EndedRequestTests {
  private let ended = EndedRequests(
    path: NSTemporaryDirectory() + "ended-" + UUID().uuidString)
  private let page = RequestsUnderWay.Line(method: "GET", path: "/homes", account: "anna")
  private let other = RequestsUnderWay.Line(method: "GET", path: "/items", account: "ben")

  @Test("are held back when they do it twice in a row, until the file is removed")
  func twice() throws {
    defer { unlink(ended.path) }
    try ended.settle([page, other])
    #expect(ended.held.isEmpty && ended.counts == [page: 1, other: 1])
    try ended.settle([page])
    #expect(ended.held == [page] && ended.counts == [page: 2])
    for left in [[], [other], [page]] { try ended.settle(left) }
    #expect(ended.held == [page])
    unlink(ended.path)
    #expect(ended.held.isEmpty)
  }

  @Test("are forgotten when they do not do it again, and nobody's are not counted")
  func once() throws {
    defer { unlink(ended.path) }
    try ended.settle([page])
    try ended.settle([])
    #expect(ended.counts.isEmpty && access(ended.path, F_OK) != 0)
    try ended.settle([RequestsUnderWay.Line(method: "POST", path: "/signin")])
    #expect(ended.counts.isEmpty)
  }

  @Test("a file of other words holds nothing back")
  func noise() throws {
    defer { unlink(ended.path) }
    let text = "9223372036854775808 GET /a b\n-1 GET\n\u{0}\nx GET /a b\n7 GET /homes anna\n"
    try Data(text.utf8).write(to: URL(fileURLWithPath: ended.path))
    #expect(ended.counts == [page: 2])
  }
}
