import Foundation
import HTTPServer
import Testing

@Suite("What is being answered")
struct RequestsUnderWayTests {
  private static func path() -> String { NSTemporaryDirectory() + "under-way-" + UUID().uuidString }

  private func head(_ path: String) -> HTTPRequestHead { HTTPRequestHead(method: .get, path: path) }

  @Test("is found by the process after, with whose it is; what was answered is not")
  func left() throws {
    let path = Self.path()
    defer { unlink(path) }
    let before = try RequestsUnderWay(path: path)
    let item = "/items/0190a000-0000-7000-8000-00000000acc0"
    let (one, two) = (try #require(before.begin(head(item))), before.begin(head("/homes")))
    #expect(one.isAnswered(for: "anna"))
    two?.end()
    #expect(
      before.begin(head("/rooms"))?.isAnswered(for: String(repeating: "x", count: 999)) == true)
    let after = try RequestsUnderWay(path: path)
    #expect(after.left.map(\.description).first == "GET \(item) anna")
    #expect(after.left.map(\.path) == [item, "/rooms"])
    // It is told once.
    #expect(try RequestsUnderWay(path: path).left.isEmpty)
  }

  @Test("a request that is held back is not answered for whom it is held back, and for others is")
  func held() throws {
    let path = Self.path()
    defer { unlink(path) }
    let line = RequestsUnderWay.Line(method: "GET", path: "/homes", account: "anna")
    let all = try RequestsUnderWay(path: path) { _ in [line] }
    #expect(all.begin(head("/homes"))?.isAnswered(for: "anna") == false)
    #expect(all.begin(head("/homes"))?.isAnswered(for: "ben") == true)
    #expect(all.begin(head("/items"))?.isAnswered(for: "anna") == true)
  }

  @Test("more requests than there is room for are answered and not told of")
  func full() throws {
    let path = Self.path()
    defer { unlink(path) }
    let all = try RequestsUnderWay(path: path)
    let entries = (0..<400).compactMap { _ in all.begin(head("/")) }
    #expect((100..<400).contains(entries.count))
    for entry in entries { entry.end() }
    #expect(all.begin(head("/")) != nil)
  }

  @Test("a file of other bytes tells of nothing", arguments: [0, 7, 65_536, 1_000_000])
  func noise(byteCount: Int) throws {
    let path = Self.path()
    defer { unlink(path) }
    let bytes = (0..<byteCount).map { UInt8(truncatingIfNeeded: $0 &* 31) | 0x80 }
    try Data(bytes).write(to: URL(fileURLWithPath: path))
    #expect(try RequestsUnderWay(path: path).left.isEmpty)
  }

  @Test(
    "an address is told without what could be a secret",
    arguments: [
      ("/homes/0190a000-0000-7000-8000-00000000acc0/items", nil),
      ("/sync/v1/sign-in", nil), ("/", nil),
      ("/calendar/d15e2cb51c9f4068dcaf4d3928a4bbcb.ics", "/calendar/*"),
      ("/i/Zx-9_kLm0pQrStUv", "/i/*"), ("/caf\u{E9}/\"quoted\"", "/*/*"),
      ("/" + String(repeating: "a", count: 21), "/*"),
    ] as [(String, String?)])
  func shown(path: String, told: String?) {
    #expect(RequestsUnderWay.shown(path) == told ?? path)
  }
}
