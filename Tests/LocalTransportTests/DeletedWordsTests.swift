import Foundation
import Hub
import LocalTransport
import Replica
import SQLite
import SyncProtocol
import SyncTestSupport
import Testing
import Things
import Threads

/// What was deleted is in no file of a household's device any more, nor in its search index.
@Suite struct DeletedWordsTests {
  /// Keeps the search index in step, as the app does.
  private struct Index: Replica.Observer {
    func recordsChanged(_ keys: Set<RecordKey>, in connection: Connection) throws {
      try HouseholdIndex.refresh(connection, changed: Array(keys))
    }
  }

  /// The replica's files in which the canary is, by what follows the replica's name.
  private func findings(_ file: ReplicaFile) throws -> [String] {
    let url = URL(fileURLWithPath: file.path)
    let (folder, name) = (url.deletingLastPathComponent(), url.lastPathComponent)
    return try FileManager.default.contentsOfDirectory(atPath: folder.path).filter { found in
      guard found.hasPrefix(name) else { return false }
      let bytes = try Data(contentsOf: folder.appendingPathComponent(found))
      return ["canary", "Canary"].contains { bytes.range(of: Data($0.utf8)) != nil }
    }.map { String($0.dropFirst(name.count)) }.sorted()
  }

  @Test("on a device that stays open it is in no file after the upkeep, nor in the search index")
  func words() async throws {
    let hub = try TestHub(schema: Things.schema)
    let account = try hub.addAccount("ada")
    let transport = hub.transport(account)
    let clock = Lock(WallClock.nowMilliseconds())
    let file = try ReplicaFile(
      path: hub.path(account), domain: Migrations(Things.migrations), schema: Things.schema,
      accountID: account,
      environment: .init(now: { clock.withLock { $0 } }, random: .init(), boot: "boot-1"),
      observer: Index(), pool: hub.pool)
    try await file.write { try HouseholdIndex.settle($0.connection) }
    try await file.sync(via: transport)
    let home = try await file.confirm(via: transport) {
      try CreateHome(HomeDetails(name: "Flat"))($0).id
    }
    let item = try await file.write { transaction in
      try AddItem(homeID: home, ItemDetails(name: "Lamp", currency: "EUR"))(transaction)
      // The index keeps of a word only how it differs from the one before.
      let details = ItemDetails(name: "Qxcanary", currency: "EUR")
      return try AddItem(homeID: home, details)(transaction).id
    }
    try await file.sync(via: transport)
    try await file.write { _ = try DeleteItem(itemID: item)($0) }
    try await file.sync(via: transport)
    // Who wrote it keeps that for two weeks, should the hub lose it.
    try file.removeDeleted { try HouseholdIndex.words.eraseRemoved($0, now: $1) }
    #expect(try findings(file) == [""])
    clock.withLock { $0 += 15 * 86_400_000 }
    let other = try await file.write { transaction in
      try AddItem(homeID: home, ItemDetails(name: "Zzcanary", currency: "EUR"))(transaction).id
    }
    try await file.sync(via: transport)
    try await file.write { _ = try DeleteItem(itemID: other)($0) }
    try await file.sync(via: transport)
    clock.withLock { $0 += 15 * 86_400_000 }
    #expect(try findings(file) == ["", "-wal"])
    try file.removeDeleted()
    // What is left of it is in the index, which only its own upkeep rids of it.
    #expect(try findings(file) == [""])
    try file.removeDeleted { try HouseholdIndex.words.eraseRemoved($0, now: $1) }
    #expect(try findings(file) == [])
    #expect(try file.read { try $0.query("SELECT name FROM items") { $0.text(0) } } == ["Lamp"])
  }
}
