import FaultyDisk
import Hub
import HubSQLite
import Replica
import SQLite
import SyncProtocol
import TestSupport
import Testing
import Threads

/// Files whose making was interrupted, and writes that a disk could not make safe.
@Suite struct InterruptedMakingTests {
  private static let pool = ThreadPool(name: "replica", threads: 0, maxWaiting: 1)

  private static func open(in folder: SimulatedFolder) throws -> ReplicaFile {
    try ReplicaFile(
      path: "replica.sqlite", domain: Migrations([TestSchema.sql]), schema: TestSchema.schema,
      accountID: "ann", environment: .init(now: { 0 }, boot: "boot"), observer: nil, hiding: nil,
      pool: pool,
      on: ReplicaMachine(folder: folder, pause: { _ in }, jitter: { 0 }))
  }

  @Test("a replica's file whose making was interrupted at any moment is opened again")
  func replica() throws {
    var interrupted = 0
    for changes in 0..<1000 {
      let disk = FaultyDisk(seed: UInt64(changes))
      let folder = SimulatedFolder(disk)
      disk.halt(afterChanges: changes)
      // What it says is that the disk has stopped.
      let file = try? Self.open(in: folder)
      guard disk.isHalted else { break }
      interrupted += 1
      disk.crashProcesses()
      folder.endProcesses()
      withExtendedLifetime(file) {}
      #expect(throws: Never.self, "after \(changes)") { try Self.open(in: folder) }
    }
    #expect(interrupted > 20)
  }

  @Test("a hub's file whose making was interrupted at any moment is opened again")
  func hub() throws {
    var interrupted = 0
    for changes in 0..<1000 {
      let disk = FaultyDisk(seed: UInt64(changes))
      disk.halt(afterChanges: changes)
      // What it says is that the disk has stopped.
      let store = try? Self.store(on: disk)
      guard disk.isHalted else { break }
      interrupted += 1
      disk.crashProcesses()
      withExtendedLifetime(store) {}
      #expect(throws: Never.self, "after \(changes)") { try Self.store(on: disk) }
    }
    #expect(interrupted > 20)
  }

  @Test("a write that the hub's disk could not make safe is not said to be undone")
  func unsettled() throws {
    let disk = FaultyDisk(seed: 1)
    let store = try Self.store(on: disk)
    disk.fail(.sync)
    do {
      try Self.addAccount(to: store)
      Issue.record("the sync has not failed")
    } catch HubStoreError.unsettled {
      // It is not here, and may be after the next start.
    }
    #expect(try store.read { try $0.account("ann") } == nil)
    disk.crashProcesses()
    #expect(try Self.store(on: disk).read { try $0.account("ann") } != nil)
  }

  private static func store(on disk: FaultyDisk) throws -> HubSQLite {
    try HubSQLite(
      path: disk.path("hub.sqlite"), maxWaitingWrites: 1, makeEpoch: { "epoch" },
      size: { disk.size(of: "hub.sqlite" + $0) ?? 0 })
  }

  private static func addAccount(to store: HubSQLite) throws {
    try store.write { writer in
      try writer.putAccount(
        Account(
          id: "ann", name: "ann", nameKey: "ann", displayName: "ann", passwordHash: "",
          isAdministrator: false, createdAt: 0, personalZone: ""))
    }
  }
}
