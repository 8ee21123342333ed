import Hub
import LocalTransport
import Replica
import SyncProtocol
import SyncTestSupport
import Testing

/// A restored hub that cannot take back what it has lost must not keep anybody from syncing.
@Suite struct HandBackFailureTests {
  /// A hub that fails at nothing but handing back.
  private struct Failing: Transport {
    let inner: InProcessTransport
    let error: TransportError

    func handBack(
      _ request: HandBackRequest
    ) async throws(TransportError) -> HandBackResponse { throw error }

    func push(_ request: PushRequest) async throws(TransportError) -> PushResponse {
      try await inner.push(request)
    }

    func pull(_ request: PullRequest) async throws(TransportError) -> PullResponse {
      try await inner.pull(request)
    }

    func hold(_ zones: [ZoneID], replica: String) async throws(TransportError) -> Bool {
      try await inner.hold(zones, replica: replica)
    }

    func pokes() -> AsyncStream<Poke> { inner.pokes() }
  }

  private func triesNeeded(_ error: TransportError) async throws -> Int? {
    let hub = try TestHub(inMemory: true)
    let ada = try hub.addAccount("ada")
    let file = try hub.replica(ada)
    let home = try await file.write { try $0.addHome("Flat") }
    try await file.sync(via: hub.transport(ada))
    try hub.hub.beginRecovery(until: 0)
    _ = try await file.write { try $0.addNote("milk", in: home) }
    let transport = Failing(inner: hub.transport(ada), error: error)
    for count in 1...5 {
      do {
        try await file.sync(via: transport)
      } catch {
        continue
      }
      #expect(try file.status().pendingCount == 0)
      #expect(try file.notes() == ["milk"])
      return count
    }
    return nil
  }

  @Test("a hub that does not know of handing back, or refuses it, is synced with all the same")
  func refused() async throws {
    for status in [404, 405, 400, 413, 422] {
      #expect(try await triesNeeded(.rejected(status: status, message: "no")) == 1)
    }
  }

  @Test("a hub that fails at it again and again is synced with after three tries")
  func failing() async throws {
    #expect(try await triesNeeded(.interrupted(reason: "the hub failed")) == 3)
    #expect(try await triesNeeded(.protocolError("no answer")) == 3)
  }

  @Test("what may go away by itself is waited for")
  func waits() async throws {
    #expect(try await triesNeeded(.noRoom) == nil)
    #expect(try await triesNeeded(.busy(retryAfterSeconds: 1)) == nil)
  }
}
