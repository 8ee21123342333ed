import HTTPServer
import Testing

@Suite("Who asks, behind a proxy or not")
struct ClientAddressTests {
  private func address(
    peer: String, _ forwarded: [String], others: [(String, String)] = []
  ) -> String {
    var head = HTTPRequestHead(method: .get, path: "/", remoteAddress: peer)
    for value in forwarded { head.headers.add("X-Forwarded-For", value) }
    for (name, value) in others { head.headers.add(name, value) }
    return head.clientAddress
  }

  @Test(
    "a proxy on this machine says who it asks for",
    arguments: [
      (["192.0.2.7"], "192.0.2.7"), (["192.0.2.7:4711"], "192.0.2.7"),
      (["2001:db8::1"], "2001:db8::1"), (["[2001:db8::1]:4711"], "2001:db8::1"),
      (["::ffff:192.0.2.7"], "192.0.2.7"), ([" 192.0.2.7\t"], "192.0.2.7"),
    ])
  func proxied(forwarded: [String], expected: String) {
    for peer in ["127.0.0.1", "127.0.0.2", "::1"] {
      #expect(address(peer: peer, forwarded) == expected)
    }
  }

  @Test("what a client claims before the proxy's own word does not count")
  func claimed() {
    #expect(address(peer: "127.0.0.1", ["10.0.0.1, 192.0.2.7"]) == "192.0.2.7")
    #expect(address(peer: "127.0.0.1", ["10.0.0.1", "192.0.2.7"]) == "192.0.2.7")
  }

  @Test("from another machine the header means nothing")
  func spoofed() {
    #expect(address(peer: "203.0.113.9", ["192.0.2.7"]) == "203.0.113.9")
    #expect(address(peer: "2001:db8::9", ["127.0.0.1"]) == "2001:db8::9")
    #expect(address(peer: "", ["192.0.2.7"]) == "")
  }

  @Test(
    "what is no address is no answer",
    arguments: ["", "unknown", "localhost", "192.0.2", "192.0.2.7, ", "a\u{0}b", "[2001:db8::1"])
  func garbage(forwarded: String) {
    #expect(address(peer: "127.0.0.1", [forwarded]) == "127.0.0.1")
  }
}
