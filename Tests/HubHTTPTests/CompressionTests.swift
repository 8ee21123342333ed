import HTTPServer
import HubHTTP
import SyncTestSupport
import Testing

@Suite struct CompressionTests {
  @Test("an answer is sent as gzip to a client that asks for it, and plain to any other")
  func gzip() async throws {
    let server = try TestServer()
    let (ann, token) = try server.addAccount("ann")
    for _ in 0..<20 { _ = try server.token(of: ann) }
    func sessions(_ accepts: String) async -> HTTPResponse {
      await server.call(
        .get, "/sync/v1/sessions", token: token, headers: [("Accept-Encoding", accepts)])
    }
    let plain = await sessions("identity")
    #expect(plain.headers["Content-Encoding"] == nil)
    #expect(plain.headers["Vary"] == "Accept-Encoding")
    let packed = await sessions("gzip")
    #expect(packed.status == .ok)
    #expect(packed.headers["Content-Encoding"] == "gzip")
    #expect(packed.headers["Vary"] == "Accept-Encoding")
    #expect(packed.bytes.starts(with: [0x1F, 0x8B]) && packed.bytes.count < plain.bytes.count)
    #expect(await sessions("gzip;q=0").bytes == plain.bytes)
    let short = await server.call(
      .get, "/sync/v1/me", token: token, headers: [("Accept-Encoding", "gzip")])
    #expect(short.headers["Content-Encoding"] == nil)
  }
}
