import Blobs
import Foundation
import Hub
import HubHTTP
import LocalTransport
import Replica
import ReplicaHTTP
import SyncProtocol
import SyncTestSupport
import Testing
import Threads

/// What one account may take of a hub, as its devices see it.
@Suite struct AccountLimitTests {
  private func server(
    _ limits: AccountLimits, now: @escaping @Sendable () -> Int64 = wallClock
  ) throws -> TestServer {
    let server = try TestServer(over: TestHub(limits: limits, now: now))
    try server.start()
    return server
  }

  @Test("who sends more than a minute's worth is told when to go on, and loses nothing")
  func rate() async throws {
    let ahead = Lock<Int64>(0)
    let server = try server(AccountLimits(maxMutationsPerMinute: 60)) {
      wallClock() + ahead.withLock { $0 }
    }
    let (ada, token) = try server.addAccount("ada")
    let (bob, otherToken) = try server.addAccount("bob")
    let address = try #require(HubAddress(server.url))
    let transport = HTTPTransport(address: address, token: token)
    let file = try server.testHub.replica(ada)
    try await file.pull(via: transport)
    let home = try await file.write { transaction in
      let home = try transaction.addHome("Flat")
      for number in 0..<100 { _ = try transaction.addNote("\(number)", in: home) }
      return home
    }
    try await file.sync(via: transport)
    try await file.write { _ = try $0.addNote("One more", in: home) }
    await #expect {
      try await file.sync(via: transport)
    } throws: { error in
      guard case SyncError.transport(.busy(let seconds)) = error else { return false }
      return (20...60).contains(seconds)
    }
    #expect(try file.status().pendingCount == 1)
    // Others go on.
    let other = HTTPTransport(address: address, token: otherToken)
    let his = try server.testHub.replica(bob)
    try await his.pull(via: other)
    try await his.write { _ = try $0.addHome("Cabin") }
    try await his.sync(via: other)
    #expect(try his.status().pendingCount == 0)
    ahead.withLock { $0 += 60_000 }
    try await file.sync(via: transport)
    #expect(try file.status().pendingCount == 0)
    await server.stop()
  }

  @Test("a device shows until when it waits", .timeLimit(.minutes(20)))
  func waiting() async throws {
    let server = try server(AccountLimits(maxMutationsPerMinute: 60))
    let (ada, token) = try server.addAccount("ada")
    let address = try #require(HubAddress(server.url))
    let transport = HTTPTransport(address: address, token: token)
    let file = try server.testHub.replica(ada)
    try await file.pull(via: transport)
    let home = try await file.write { transaction in
      let home = try transaction.addHome("Flat")
      for number in 0..<100 { _ = try transaction.addNote("\(number)", in: home) }
      return home
    }
    try await file.sync(via: transport)
    try await file.write { _ = try $0.addNote("One more", in: home) }
    let loop = SyncLoop(file: file, transport: transport, now: { 1_000_000 })
    let (states, signal) = AsyncStream.makeStream(of: SyncStatus.Connection.self)
    let observation = loop.observe { signal.yield($0.connection) }
    let task = Task { await loop.run() }
    for await state in states {
      guard case .waiting(let until) = state else { continue }
      // Less, the longer it took to come here.
      #expect((1_001_000...1_060_000).contains(until))
      break
    }
    withExtendedLifetime(observation) {}
    loop.stop()
    task.cancel()
    #expect(try file.status().pendingCount == 1)
    await server.stop()
  }

  @Test(
    "an account uploads as much as it may, each blob counted once, and others are none the worse")
  func bytes() async throws {
    let server = try server(AccountLimits(maxBlobBytes: 1000))
    let (ada, token) = try server.addAccount("ada")
    let (_, otherToken) = try server.addAccount("bob")
    let address = try #require(HubAddress(server.url))
    let hers = HTTPBlobClient(HTTPTransport(address: address, token: token))
    let his = HTTPBlobClient(HTTPTransport(address: address, token: otherToken))
    let folder = try BlobFolder(path: server.testHub.folder.path + "/laptop")
    let first = try folder.store([UInt8](repeating: 1, count: 600), by: "camera")
    let second = try folder.store([UInt8](repeating: 2, count: 401), by: "camera")
    let third = try folder.store([UInt8](repeating: 3, count: 400), by: "camera")
    try await hers.upload(first, from: folder)
    try await hers.upload(first, from: folder)
    await #expect(throws: HTTPBlobClient.Failure.accountFull) {
      try await hers.upload(second, from: folder)
    }
    try await hers.upload(third, from: folder)
    try await his.upload(second, from: folder)
    let counted = try server.testHub.store.read { try $0.countedBytes(of: ada) }
    #expect(counted == 1000)
    // What is gone makes room.
    try server.testHub.hub.uncountBlobs([first.description])
    try await hers.upload(second, from: folder)
    await server.stop()
  }

  @Test("an upload that comes to nothing does not count")
  func failed() async throws {
    let server = try server(AccountLimits(maxBlobBytes: 1000))
    let (ada, token) = try server.addAccount("ada")
    let address = try #require(HubAddress(server.url))
    let hers = HTTPBlobClient(HTTPTransport(address: address, token: token))
    let folder = try BlobFolder(path: server.testHub.folder.path + "/laptop")
    let hash = try folder.store([1, 2, 3], by: "camera")
    try Data([9, 9, 9]).write(to: URL(fileURLWithPath: folder.path(of: hash)))
    await #expect(throws: HTTPBlobClient.Failure.self) {
      try await hers.upload(hash, from: folder)
    }
    try server.testHub.store.read { reader in
      try #expect(!reader.hasCounted(hash.description, for: ada))
      try #expect(reader.countedBytes(of: ada) == 0)
    }
    await server.stop()
  }
}
