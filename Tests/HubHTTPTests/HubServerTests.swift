import Foundation
import Glibc
import HubHTTP
import SyncTestSupport
import Testing
import Threads

@Suite("A hub's server and its folder")
struct HubServerTests {
  private let path = NSTemporaryDirectory() + UUID().uuidString
  private var secret: String { path + "/secret" }

  private func makeServer() throws -> HubServer {
    try HubServer(
      store: TestHub(inMemory: true).store, schema: Domain.schema, folder: HubFolder(path: path))
  }

  @Test("a server starts once and says on which port")
  func startsOnce() async throws {
    let server = try makeServer()
    #expect(try server.start() != 0)
    #expect(throws: HubServerError.alreadyStarted) { try server.start() }
    await server.stop()
    #expect(throws: HubServerError.alreadyStarted) { try server.start() }
  }

  @Test("a port that is taken is said, and another one still does")
  func takenPort() async throws {
    let (first, second) = (try makeServer(), try makeServer())
    let port = try first.start()
    #expect(throws: HubServerError.addressInUse(host: "127.0.0.1", port: port)) {
      try second.start(port: port)
    }
    #expect(try second.start() != port)
    await first.stop()
    await second.stop()
  }

  @Test("a body that is too long is answered with a problem on the protocol's paths")
  func longBody() async throws {
    let server = try makeServer()
    let port = try server.start()
    let request = "POST /sync/v1/sign-in HTTP/1.1\r\nHost: a\r\nContent-Length: 2000000\r\n\r\n"
    let answer = try await withCheckedThrowingContinuation { continuation in
      Thread.start { continuation.resume(with: Result { try Self.ask(request, port) }) }
    }
    await server.stop()
    #expect(answer.hasPrefix("HTTP/1.1 413 "), "\(answer)")
    #expect(answer.contains("Cache-Control: no-store\r\n"))
    #expect(answer.hasSuffix(#"{"error":"tooLarge","message":"the body is too large"}"#))
  }

  /// Sends a request and returns all that comes until the server closes.
  private static func ask(_ request: String, _ port: UInt16) throws -> String {
    let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    defer { close(descriptor) }
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = port.bigEndian
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    let isConnected = withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0
      }
    }
    try #require(isConnected && send(descriptor, request, request.utf8.count, 0) > 0)
    var bytes: [UInt8] = []
    var piece = [UInt8](repeating: 0, count: 4096)
    while case let count = recv(descriptor, &piece, piece.count, 0), count > 0 {
      bytes += piece[..<count]
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  @Test("a folder's secret is made once, for its owner alone")
  func secretIsKept() throws {
    _ = try HubFolder(path: path)
    let first = FileManager.default.contents(atPath: secret)
    _ = try HubFolder(path: path)
    #expect(first?.count == 32)
    #expect(FileManager.default.contents(atPath: secret) == first)
    let attributes = try FileManager.default.attributesOfItem(atPath: secret)
    #expect((attributes[.posixPermissions] as? NSNumber)?.intValue == 0o600)
  }

  @Test("a secret of another size is refused and left alone")
  func damagedSecret() throws {
    _ = try HubFolder(path: path)
    try Data([1, 2, 3]).write(to: URL(fileURLWithPath: secret))
    #expect(throws: HubFolder.Failure.damagedSecret(path: secret)) {
      try HubFolder(path: path)
    }
    #expect(FileManager.default.contents(atPath: secret) == Data([1, 2, 3]))
  }

  @Test("a folder that cannot be made says which")
  func missingParent() {
    #expect {
      try HubFolder(path: path + "/missing/folder")
    } throws: { error in
      guard case HubFolder.Failure.storage(let place, _) = error else { return false }
      return place == path + "/missing/folder"
    }
  }

  @Test("a log of failures alone keeps everything else out")
  func failuresOnly() {
    let lines = Lock<[String]>([])
    let log = Log(now: { 7 }, isFailuresOnly: true) { line in lines.withLock { $0.append(line) } }
    log("push", ["account": .text("a")])
    log(Log.failure, ["error": .text("b")])
    #expect(lines.withLock { $0 } == [#"{"time":7,"event":"error","error":"b"}"#])
  }
}
