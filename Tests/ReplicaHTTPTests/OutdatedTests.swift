import Replica
import ReplicaHTTP
import SyncProtocol
import SyncTestSupport
import Testing

/// A shared home of whose two devices one is too old for the hub for a while.
@Suite struct OutdatedTests {
  private func transport(
    _ server: TestServer, _ token: String, version: Int
  ) throws -> HTTPTransport {
    HTTPTransport(
      address: try #require(HubAddress(server.url)), token: token, protocolVersion: version)
  }

  @Test(
    """
    S1-8-b A39 a hub withholds shared homes from a client that is too old, which keeps what it has \
    and what waits; after the upgrade both have the same
    """)
  func withheld() async throws {
    let before = try TestServer()
    try before.start()
    let (ada, bob) = (try before.addAccount("ada"), try before.addAccount("bob"))
    let (new, old) = (try before.testHub.replica(ada.id), try before.testHub.replica(bob.id))
    let first = try transport(before, ada.token, version: 1)
    let home = try await new.confirm(via: first) { try $0.addHome("Flat") }
    try before.testHub.admit(bob.id, to: home, by: ada.id, as: .readWrite)
    try await old.sync(via: try transport(before, bob.token, version: 1))
    #expect(try old.homes() == ["Flat"])
    await before.stop()

    // The hub is upgraded, and so is one of the two.
    let after = try TestServer(over: before.testHub, leastProtocolVersion: 2)
    try after.start()
    let (up, stuck) = (
      try transport(after, try after.token(of: ada.id), version: 2),
      try transport(after, try after.token(of: bob.id), version: 1)
    )
    let second = try await new.confirm(via: up) { try $0.addHome("Cabin") }
    try after.testHub.admit(bob.id, to: second, by: ada.id, as: .readWrite)
    try await new.write { try $0.rename(home, "Our flat") }
    try await new.sync(via: up)
    _ = try await old.write { try $0.addNote("milk", in: home) }
    let head = try after.testHub.store.read { try $0.zone(home)?.head }
    for _ in 0..<2 {
      await #expect(throws: SyncError.transport(.outdated)) { try await old.sync(via: stuck) }
      await #expect(throws: SyncError.transport(.outdated)) { try await old.pull(via: stuck) }
      await #expect(throws: HubClientError.transport(.outdated)) {
        _ = try await HTTPHubClient(stuck).createInvite(InviteRequest(zone: home, role: .readOnly))
      }
    }
    #expect(try old.homes() == ["Flat"])
    #expect(try old.notes() == ["milk"])
    #expect(try old.status().pendingCount == 1)
    #expect(try old.status().parkedCount == 0)
    #expect(try after.testHub.store.read { try $0.zone(home)?.head } == head)

    // The other is upgraded, too.
    let unstuck = try transport(after, try after.token(of: bob.id), version: 2)
    try await old.sync(via: unstuck)
    try await new.sync(via: up)
    for file in [new, old] {
      #expect(try file.homes() == ["Cabin", "Our flat"])
      #expect(try file.notes() == ["milk"])
      #expect(try file.status().pendingCount == 0)
      #expect(try file.status().parkedCount == 0)
    }
    await after.stop()
  }

  @Test("the loop of a device that is too old says so and waits for long, not at the hub's door")
  func status() async throws {
    let server = try TestServer(leastProtocolVersion: 2)
    try server.start()
    let (id, token) = try server.addAccount("ada")
    let file = try server.testHub.replica(id)
    _ = try await file.write { try $0.addHome("Flat") }
    let (pauses, paused) = AsyncStream<Double>.makeStream()
    let loop = SyncLoop(
      file: file, transport: try transport(server, token, version: 1), now: wallClock,
      jitter: { 0 },
      pause: { seconds in
        paused.yield(seconds)
        try await Task.sleep(for: .seconds(3600))
      })
    await withTaskGroup(of: Void.self) { group in
      group.addTask { await loop.run() }
      #expect(await pauses.first { _ in true } == SyncSchedule.outdatedPollSeconds)
      #expect(loop.status.connection == .outdated)
      #expect(loop.status.pendingCount == 1)
      loop.stop()
      await group.waitForAll()
    }
    await server.stop()
  }
}
