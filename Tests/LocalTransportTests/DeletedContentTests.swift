import Foundation
import Hub
import HubSQLite
import LocalTransport
import Replica
import SQLite
import SyncProtocol
import SyncTestSupport
import Testing

/// What was deleted is in no file any more.
@Suite struct DeletedContentTests {
  /// Long enough to fill pages of its own.
  private static let canary = "canary"
  private static let text = String(repeating: "canary in the mine ", count: 700)

  /// The files of a folder in which the canary is.
  private func findings(in folder: URL, named prefix: String) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: folder.path).filter { name in
      guard name.hasPrefix(prefix) else { return false }
      let bytes = try Data(contentsOf: folder.appendingPathComponent(name))
      return bytes.range(of: Data(Self.canary.utf8)) != nil
    }.sorted()
  }

  @Test("after its deletion and the days that it may come back its bytes are nowhere")
  func gone() async throws {
    let hub = try TestHub()
    let account = try hub.addAccount("ada")
    let transport = hub.transport(account)
    var files = [try hub.replica(account, "one"), try hub.replica(account, "two")]
    let home = try await files[0].confirm(via: transport) { try $0.addHome("Flat") }
    let note = try await files[0].write { try $0.addNote(Self.text, in: home) }
    try await files[0].write {
      try $0.connection.execute("UPDATE notes SET text = text || ' edited'")
    }
    for file in files { try await file.sync(via: transport) }
    #expect(try files[1].notes().count == 1)
    let hubFile = URL(fileURLWithPath: hub.store.path).lastPathComponent
    #expect(try !findings(in: hub.folder, named: hubFile).isEmpty)
    try await files[0].write {
      try $0.connection.execute("DELETE FROM notes WHERE id = ?", .text(note))
    }
    for file in files { try await file.sync(via: transport) }
    #expect(try hub.hub.removeDeletedContent(before: WallClock.nowMilliseconds() + 1000) == 1)
    try hub.store.eraseRemoved()
    #expect(try findings(in: hub.folder, named: hubFile) == [])
    let paths = files.map(\.path)
    files = []
    for path in paths {
      try await hub.closed(path)
      // Who wrote it keeps that for two weeks, should the hub lose it.
      let later = WallClock.nowMilliseconds() + 15 * 86_400_000
      var file: ReplicaFile? = try ReplicaFile(
        path: path, domain: Domain.migrations, schema: Domain.schema, accountID: account,
        environment: .init(now: { later }, random: .init(), boot: "boot-1"), pool: hub.pool)
      #expect(try file?.notes() == [])
      file = nil
      try await hub.closed(path)
      let url = URL(fileURLWithPath: path)
      #expect(
        try findings(in: url.deletingLastPathComponent(), named: url.lastPathComponent) == [])
    }
  }
}
