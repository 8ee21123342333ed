import Foundation
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
