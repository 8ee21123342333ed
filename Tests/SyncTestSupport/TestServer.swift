import Blobs
import HTTPServer
import Hub
import HubHTTP
import SyncProtocol
import Threads

/// A hub's HTTP side: called directly, or served on loopback.
package final class TestServer: Sendable {
  package static let password = "correct horse battery"

  package let testHub: TestHub
  package let accounts: Accounts
  package let api: SyncAPI
  package let log = Recorder<String>()
  private let server = Lock<HTTPServer?>(nil)
  private let port = Lock<UInt16>(0)

  package init(
    inMemory: Bool = false, over existing: TestHub? = nil,
    limits: SyncAPI.Limits = SyncAPI.Limits(),
    leastProtocolVersion: Int = ProtocolVersion.least
  ) throws {
    let testHub = try existing ?? TestHub(inMemory: inMemory)
    self.testHub = testHub
    let hub = testHub.hub
    accounts = Accounts(
      store: testHub.store, signUps: .open, hasher: PasswordHasher(cost: .least), now: wallClock
    ) { try hub.createPersonalZone(for: $0, writer: $1) }
    let pool = testHub.pool
    api = SyncAPI(
      hub: hub, accounts: accounts,
      invitations: Invitations(hub: hub, codeKey: [UInt8](repeating: 7, count: 32)),
      pokes: testHub.pokes,
      blobs: try BlobFolder(path: testHub.folder.path + "/blobs"),
      pools: SyncAPI.Pools(writing: pool, reading: pool, passwords: pool),
      spoolDirectory: testHub.folder.path, limits: limits,
      leastProtocolVersion: leastProtocolVersion,
      log: Log(now: wallClock) { [log] in log.note($0) })
  }

  /// Makes an account with a device of its own. Returns the account and the device's token.
  package func addAccount(_ name: String) throws -> (id: AccountID, token: String) {
    let account = try accounts.create(name: name, password: Self.password, address: nil)
    return (account.id, try token(of: account.id))
  }

  package func token(of account: AccountID) throws -> String {
    try accounts.openSession(for: account, kind: .device, label: "test").token.text
  }

  /// Calls the API as the server would, without a network.
  package func call(
    _ method: HTTPMethod, _ path: String, token: String? = nil, body: [UInt8]? = nil,
    headers: [(String, String)] = [], query: [(String, String)] = []
  ) async -> HTTPResponse {
    var head = HTTPRequestHead(method: method, path: path, query: HTTPParameters(query))
    if let token { head.headers["Authorization"] = "Bearer \(token)" }
    for (name, value) in headers { head.headers[name] = value }
    return await api.respond(
      to: HTTPRequest(head: head, content: body.map { .bytes($0) } ?? .empty))
  }

  /// Sends a file the way it comes in over the network.
  package func upload(
    _ bytes: [UInt8], to path: String, token: String, headers: [(String, String)] = []
  ) async throws -> HTTPResponse {
    let file = try SpooledFile(unnamedIn: testHub.folder.path) { write in try write(bytes) }
    var head = HTTPRequestHead(method: .put, path: path)
    head.headers["Authorization"] = "Bearer \(token)"
    for (name, value) in headers { head.headers[name] = value }
    return await api.respond(to: HTTPRequest(head: head, content: .file(file)))
  }

  /// Serves on loopback: on a port of the system's choice at first, on the same one afterwards.
  package func start(tls: HTTPServerConfiguration.TLS? = nil) throws {
    var configuration = HTTPServerConfiguration(
      address: ListenAddress(host: "127.0.0.1", port: port.withLock { $0 }))
    configuration.tls = tls
    configuration.bodyPolicy = { [api] in api.bodyPolicy(for: $0) }
    let started = HTTPServer(configuration: configuration) { [api] in await api.respond(to: $0) }
    try started.start()
    port.withLock { $0 = started.boundPort ?? 0 }
    server.withLock { $0 = started }
  }

  package func stop() async {
    let running = server.withLock { server in
      defer { server = nil }
      return server
    }
    await running?.stop(graceSeconds: 1)
  }

  package var url: String { "http://127.0.0.1:\(port.withLock { $0 })" }
  package var boundPort: UInt16 { port.withLock { $0 } }
}

extension HTTPResponse {
  package var bytes: [UInt8] {
    if case .bytes(let bytes) = body { bytes } else { [] }
  }

  /// The word for programs of an answer that is no success.
  package var problem: String? { try? ProblemReply(wireBytes: bytes).error }
}
