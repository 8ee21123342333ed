import OlderHub
import Replica
import SQLite
import SyncProtocol
import SyncTestSupport
import Testing

/// Files that an earlier program has left, opened by this one.
@Suite struct OlderFileTests {
  @Test(
    "a file of an earlier program opens, and what waits in it is sent once",
    arguments: 1..<OlderReplica.current)
  func opens(version: Int) async throws {
    let hub = try TestHub()
    let ada = try hub.addAccount("ada")
    let path = hub.path(ada)
    do {
      let file = try hub.replica(ada)
      let home = try await file.write { try $0.addHome("Flat") }
      try await file.sync(via: hub.transport(ada))
      _ = try await file.write { try $0.addNote("waits", in: home) }
    }
    try await hub.closed(path)
    try { try OlderReplica.downgrade(Connection(path: path), to: version) }()
    let versions = try #require(
      try ReplicaFile.olderVersions(ofFile: path, domain: Domain.migrations))
    #expect(versions.found[0] == version)
    let file = try hub.replica(ada)
    #expect(try file.status().pendingCount == 1)
    #expect(try file.notes() == ["waits"])
    try file.checkHealth()
    try await file.sync(via: hub.transport(ada))
    let other = try hub.replica(ada, "other")
    try await other.pull(via: hub.transport(ada))
    #expect(try other.notes() == ["waits"])
    #expect(try file.notes() == ["waits"])
    #expect(try file.status().pendingCount == 0)
  }

  @Test(
    "what waits in an earlier program's damaged file is kept; what was asked is written down",
    arguments: 1..<4)
  func salvaged(version: Int) async throws {
    let hub = try TestHub()
    let ada = try hub.addAccount("ada")
    let path = hub.path(ada)
    do {
      let file = try hub.replica(ada)
      let home = try await file.write { try $0.addHome("Flat") }
      try await file.sync(via: hub.transport(ada))
      _ = try await file.write { try $0.addNote("waits", in: home) }
    }
    try await hub.closed(path)
    try {
      let connection = try Connection(path: path)
      try OlderReplica.downgrade(connection, to: version)
      let waiting = try connection.first("SELECT body FROM syncPending") { $0.blob(0) }
      var asked = try ChangeSet(wireBytes: waiting ?? [])
      asked.id = ChangeSetID(replica: asked.id.replica, number: asked.id.number + 1)
      try connection.execute(
        "INSERT INTO syncConfirming (number, body) VALUES (?, ?)", .integer(asked.id.number),
        .blob(asked.wireBytes))
    }()
    let salvage = try ReplicaFile.salvage(
      path: path, domain: Domain.migrations, schema: Domain.schema, accountID: ada)
    #expect(salvage.keptPending == 1)
    #expect(salvage.exportedCount == 1)
    #expect(salvage.resentCount == 0)
    #expect(salvage.unreadableCount == 0)
    let file = try hub.replica(ada)
    try await file.sync(via: hub.transport(ada))
    #expect(try file.notes() == ["waits"])
  }
}
