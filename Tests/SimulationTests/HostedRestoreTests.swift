import Foundation
import Hub
import HubReplicas
import Replica
import SQLite
import SyncProtocol
import TestSupport
import Testing
import Threads

/// A replica beside a hub whose file was put back alone.
@Suite struct HostedRestoreTests {
  @Test(
    "what a restored hub has lost comes back from a replica beside it without another change",
    // Beside the simulations, which have all threads for minutes.
    .timeLimit(.minutes(20)))
  func sentAgain() async throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
    defer { try? FileManager.default.removeItem(at: folder) }  // Nothing depends on it.
    let world = try SyncWorld(accounts: ["ann"])
    let (now, pool) = (world.now, ThreadPool(name: "hub", threads: 2, maxWaiting: 64))
    let replicas = ReplicaPool(
      directory: folder.path,
      domain: HostedDomain(migrations: Migrations([TestSchema.sql]), schema: TestSchema.schema),
      means: .init(
        hub: world.hub, pokes: Pokes(hub: world.hub, pool: pool), hubPool: pool, writers: pool,
        readers: pool, now: { now }))
    let replica = try await replicas.replica(of: "ann")
    func addHome(_ name: String) async throws -> ZoneID {
      try await replica.write(relyingOn: .nothing) { transaction in
        let id = transaction.newID()
        try transaction.connection.execute(
          "INSERT INTO homes (id, name, left, right) VALUES (?, ?, 0, 0)", .text(id),
          .text(name))
        return id
      }
    }
    try await replica.catchUp()
    let flat = try await addHome("Flat")
    let backup = try world.backup()
    #expect(try world.zones(of: "ann") == [flat])
    let cabin = try await addHome("Cabin")
    try await replica.catchUp()
    try world.restore(backup)
    // The replica may have begun to give back what it has.
    #expect(try world.store.read { try $0.state().epoch } == "epoch-2")
    try await replica.catchUp()
    #expect(try Set(world.zones(of: "ann")) == [flat, cabin])
    let shown = try await replica.read { connection in
      try connection.query("SELECT id FROM homes") { $0.text(0) }
    }
    #expect(Set(shown) == [flat, cabin])
  }
}
