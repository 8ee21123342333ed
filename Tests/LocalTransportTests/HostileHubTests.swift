import Hub
import LocalTransport
import Replica
import SQLite
import SeededNoise
import SyncProtocol
import SyncTestSupport
import Testing
import Threads

/// What a broken hub may answer: a replica takes it or refuses it, and goes on with the next.
@Suite struct HostileHubTests {
  /// A hub whose answers are spoiled on their way.
  private final class Spoiling: Transport {
    let hub: InProcessTransport
    let noise: Lock<SeededNoise>

    init(_ hub: InProcessTransport, seed: UInt64) {
      self.hub = hub
      noise = Lock(SeededNoise(seed: seed))
    }

    private func spoil<Message: WireCodable>(_ message: Message) -> Message {
      // Most answers must be readable, or nothing comes through.
      for _ in 0..<20 {
        let bytes = noise.withLock { $0.spoil(message.wireBytes) }
        if let spoiled = try? Message(wireBytes: bytes), Self.fits(spoiled) { return spoiled }
      }
      return message
    }

    /// A list or an object in the place of one column's value is left out: at that a replica stops.
    private static func fits<Message>(_ message: Message) -> Bool {
      guard case .page(let page)? = message as? PullResponse else { return true }
      let effects = page.snapshots.flatMap(\.records) + page.entries.flatMap(\.effects)
      return effects.flatMap(\.registers.values).allSatisfy { value in
        switch value {
        case .list, .map: false
        case .null, .integer, .real, .text, .blob: true
        }
      }
    }

    func push(_ request: PushRequest) async throws(TransportError) -> PushResponse {
      spoil(try await hub.push(request))
    }

    func pull(_ request: PullRequest) async throws(TransportError) -> PullResponse {
      spoil(try await hub.pull(request))
    }

    func handBack(
      _ request: HandBackRequest
    ) async throws(TransportError) -> HandBackResponse {
      spoil(try await hub.handBack(request))
    }

    func hold(_ zones: [ZoneID], replica: String) async throws(TransportError) -> Bool {
      try await hub.hold(zones, replica: replica)
    }

    func pokes() -> AsyncStream<Poke> { hub.pokes() }
  }

  @Test("spoiled answers of a hub end no replica's process")
  func spoiledAnswers() async throws {
    var synced = 0
    for seed in 0..<40 {
      let hub = try TestHub(inMemory: true)
      let ada = try hub.addAccount("ada")
      let other = try hub.replica(ada, "other")
      let home = try await other.write { try $0.addHome("Flat") }
      try await other.sync(via: hub.transport(ada))
      let file = try hub.replica(ada)
      let spoiling = Spoiling(hub.transport(ada), seed: UInt64(seed))
      for round in 0..<8 {
        _ = try await other.write { try $0.addNote("note \(round)", in: home) }
        try await other.sync(via: hub.transport(ada))
        do {
          try await file.sync(via: spoiling)
          _ = try await file.write { try $0.addNote("own \(round)", in: home) }
          try await file.sync(via: spoiling)
          synced += 1
        } catch is SyncError {
          // What does not hold together is refused.
        } catch let error as SQLiteError where error.isConstraint {
          // The home that is written into has not come.
        }
      }
    }
    #expect(synced > 100)
  }
}
