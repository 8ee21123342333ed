import Blobs
import Foundation
import HTTPServer
import Hub
import HubHTTP
import LocalTransport
import ReplicaHTTP
import SyncProtocol
import Testing
import Threads

@testable import hearth
@testable import Web

/// The sync protocol of a test's Hearth on loopback, which can be out of reach for a while.
final class HubServer: Sendable {
  private let api: Lock<SyncAPI>
  private let make: @Sendable (_ leastProtocolVersion: Int) throws -> SyncAPI
  private let server = Lock<HTTPServer?>(nil)
  private let port = Lock<UInt16>(0)
  /// What the network makes of an answer; `nil`: nothing.
  let network = Lock<(@Sendable (HTTPRequest, HTTPResponse) async -> HTTPResponse)?>(nil)

  init(_ hearth: Hearth) throws {
    let pool = ThreadPool(name: "hub server", threads: 4, maxWaiting: 256)
    let now: @Sendable () -> Int64 = { [clock = hearth.clock] in clock.withLock { $0 } }
    make = { version in
      SyncAPI(
        hub: hearth.hub, accounts: hearth.accounts,
        invitations: Invitations(hub: hearth.hub, codeKey: [UInt8](repeating: 7, count: 32)),
        pokes: Pokes(hub: hearth.hub, pool: pool),
        blobs: try BlobFolder(path: hearth.folder + "/blobs"),
        pools: .init(writing: pool, reading: pool, passwords: pool),
        spoolDirectory: hearth.folder + "/spool", leastProtocolVersion: version,
        log: Log(now: now) { _ in })
    }
    api = Lock(try make(ProtocolVersion.least))
  }

  /// From here on only clients of this version of the protocol or a later one are served.
  func serve(from version: Int) throws {
    let new = try make(version)
    api.withLock { $0 = new }
  }

  func start() throws {
    var configuration = HTTPServerConfiguration(
      address: ListenAddress(host: "127.0.0.1", port: port.withLock { $0 }))
    configuration.bodyPolicy = { [api] head in api.withLock { $0 }.bodyPolicy(for: head) }
    let started = HTTPServer(configuration: configuration) { [api, network] request in
      let answer = await api.withLock { $0 }.respond(to: request)
      guard let change = network.withLock({ $0 }) else { return answer }
      return await change(request, answer)
    }
    try started.start()
    port.withLock { $0 = started.boundPort ?? 0 }
    server.withLock { $0 = started }
  }

  func stop() async {
    let running = server.withLock { server in
      defer { server = nil }
      return server
    }
    await running?.stop(graceSeconds: 1)
  }

  var url: String { "http://127.0.0.1:\(port.withLock { $0 })" }
}

/// A household whose hub is served on loopback, for devices to connect to.
struct DeviceSetting {
  let hearth: Hearth
  let owner: Browser
  let home: String
  let server: HubServer

  init(signUps: SignUps = .inviteOnly, limits: AccountLimits = AccountLimits()) async throws {
    hearth = try Hearth(signUps: signUps, limits: limits)
    // The device has a clock of its own: the hub's shows the same time.
    hearth.clock.withLock { $0 = Posix.nowMilliseconds() }
    (owner, home) = try await hearth.household()
    server = try HubServer(hearth)
    try server.start()
  }

  var folder: String { hearth.folder + "/device" }

  /// A device's app, not served: the test's browser asks it directly.
  func device() throws -> (app: DeviceApp, paths: Lock<[String]>) {
    let paths = Lock<[String]>([])
    let app = try DeviceApp(
      hub: try #require(HubAddress(server.url)), data: folder,
      listen: ListenAddress(host: "127.0.0.1", port: 0), imageProgram: Hearth.program,
      announce: { path in paths.withLock { $0.append(path) } })
    try app.start()
    return (app, paths)
  }

  /// A browser that was let in by the printed address and has signed somebody in.
  func connected(
    _ app: DeviceApp, _ paths: Lock<[String]>, as name: String = "anna"
  ) async throws -> Browser {
    let browser = Browser(hearth, app: app.app)
    let path = try #require(paths.withLock { $0.last })
    #expect(try await browser.get(path).status == 303)
    #expect(try await browser.get("/").location == "/device")
    try await browser.get("/device")
    let answer = try await browser.submit(
      "/device", ["name": name, "password": "a long password of \(name)", "deviceName": "Laptop"])
    #expect(answer.location == "/")
    return browser
  }

  /// The same with a device of its own.
  func connectedDevice() async throws -> (app: DeviceApp, browser: Browser) {
    let (app, paths) = try device()
    return (app, try await connected(app, paths))
  }

  /// Anna's group with Ben, who is nobody's account. Answers its address.
  @discardableResult
  func makeGroup() async throws -> String {
    try await owner.get("/groups/new")
    let made = try await owner.submit(
      "/groups/new", ["name": "Flat", "currency": "EUR", "ownName": "Anna", "members": "Ben"])
    return try owner.require(made.location)
  }
}
