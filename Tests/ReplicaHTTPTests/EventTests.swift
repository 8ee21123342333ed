import Foundation
import Hub
import Replica
import ReplicaHTTP
import SyncProtocol
import SyncTestSupport
import Testing

@Suite struct EventTests {
  // S1-3.1-d D-SYN-10
  @Test("devices are poked when another writes, and again after the hub was restarted")
  func pokesAndReconnects() async throws {
    let server = try TestServer()
    try server.start()
    let (id, token) = try server.addAccount("ada")
    let address = try #require(HubAddress(server.url))
    let (laptop, phone) = (try server.testHub.replica(id, "1"), try server.testHub.replica(id, "2"))
    // Nothing but pokes and writes ends a rest; a failure is tried again soon.
    let loops = [laptop, phone].map { file in
      SyncLoop(
        file: file, transport: HTTPTransport(address: address, token: token), now: wallClock,
        pause: { try await Task.sleep(for: .seconds($0 > 2 ? 3600 : 0.05)) })
    }
    try await withThrowingTaskGroup(of: Void.self) { group in
      for loop in loops { group.addTask { await loop.run() } }
      let first = try await laptop.write { try $0.addHome("Flat") }
      try await phone.wait(for: Barrier(zones: [first: 1]), timeoutSeconds: 30)
      await server.stop()
      let second = try await laptop.write { try $0.addHome("Cabin") }
      try server.start()
      try await phone.wait(for: Barrier(zones: [second: 1]), timeoutSeconds: 60)
      for loop in loops { loop.stop() }
      try await group.waitForAll()
    }
    #expect(try phone.homes() == ["Cabin", "Flat"])
    await server.stop()
  }

  @Test("a hint comes only to those who may read the zone")
  func privacy() async throws {
    let server = try TestServer()
    try server.start()
    let (ada, _) = try server.addAccount("ada")
    let (bob, token) = try server.addAccount("bob")
    let transport = HTTPTransport(
      address: try #require(HubAddress(server.url)), token: token)
    let hub = server.testHub
    var pokes = transport.pokes().makeAsyncIterator()
    while let poke = await pokes.next(), poke != .listening {}
    _ = try await hub.replica(ada).confirm(via: hub.transport(ada)) { try $0.addHome("Hers") }
    let own = try await hub.replica(bob).confirm(via: hub.transport(bob)) {
      try $0.addHome("His")
    }
    // What comes first is his own: nothing was said of hers.
    let first = try #require(await pokes.next())
    #expect(first == .account || first == .zone(own, head: 1))
    await server.stop()
  }

  @Test("a client that does not read gets the newest head only")
  func slowClient() async throws {
    let server = try TestServer(inMemory: true)
    try server.start()
    let (id, token) = try server.addAccount("ada")
    let hub = server.testHub
    let file = try hub.replica(id)
    let home = try await file.confirm(via: hub.transport(id)) { try $0.addHome("Flat") }
    let client = try SlowClient(port: server.boundPort, token: token)
    try client.waitUntilListening()
    let (epoch, grant) = try hub.store.read {
      (try $0.state().epoch, try $0.grant(in: home, for: id)?.grantID)
    }
    let grants = [home: try #require(grant)]
    var head: Int64 = 0
    for number in Int64(1)...4000 {
      let response = try hub.hub.push(
        PushRequest(
          epoch: epoch, replica: "writer", acknowledged: number - 1,
          changeSets: [
            ChangeSet(
              id: ChangeSetID(replica: "writer", number: number),
              time: HybridTime(milliseconds: wallClock()), grants: grants,
              mutations: [
                Mutation(
                  .update, "homes", home, in: home, registers: ["name": .text("\(number)")])
              ])
          ]), as: id)
      if case .answers(let answers, _) = response, case .accepted(let parts)? = answers.first {
        head = parts[home] ?? head
      }
    }
    #expect(head >= 4000)
    let lines = try client.readUntil("\"head\":\(head)}")
    #expect(lines < 4000)
    await server.stop()
  }
}

/// Opens the event stream with the smallest buffers, and reads only when told to.
private final class SlowClient {
  private let descriptor: Int32
  private var received: [UInt8] = []

  init(port: UInt16, token: String) throws {
    descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    var size: Int32 = 2048
    setsockopt(descriptor, SOL_SOCKET, SO_RCVBUF, &size, socklen_t(MemoryLayout<Int32>.size))
    var timeout = timeval(tv_sec: 20, tv_usec: 0)
    setsockopt(
      descriptor, SOL_SOCKET, SO_RCVTIMEO, &timeout, socklen_t(MemoryLayout<timeval>.size))
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = port.bigEndian
    address.sin_addr.s_addr = inet_addr("127.0.0.1")
    let isOpen = withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0
      }
    }
    try #require(isOpen)
    let request = Array(
      "GET /sync/v1/events HTTP/1.1\r\nHost: hub\r\nAuthorization: Bearer \(token)\r\n\r\n".utf8)
    try #require(send(descriptor, request, request.count, 0) == request.count)
  }

  deinit { close(descriptor) }

  func waitUntilListening() throws { _ = try readUntil("event: listening") }

  /// Reads until `text` has come; returns the number of hints so far.
  func readUntil(_ text: String) throws -> Int {
    var buffer = [UInt8](repeating: 0, count: 4096)
    while !String(decoding: received, as: UTF8.self).contains(text) {
      let count = recv(descriptor, &buffer, buffer.count, 0)
      try #require(count > 0)
      received += buffer[..<count]
    }
    return String(decoding: received, as: UTF8.self).components(separatedBy: "\"zone\"").count - 1
  }
}
