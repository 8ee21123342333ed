import Foundation
import Hub
import HubSQLite
import OlderHub
import SQLite
import StoreContract
import SyncProtocol
import Testing

/// Opening, backing up and restoring a hub's file.
@Suite struct OpeningTests {
  private func contents(_ path: String) throws -> Data {
    try Data(contentsOf: URL(fileURLWithPath: path))
  }

  private func makeStore(_ path: String) throws -> HubState {
    let store = try HubSQLite(path: path)
    try store.write { writer in
      try writer.putZone(HubZone(id: "home", kind: .home))
      for index in 0..<200 {
        try writer.append(to: "home", by: "r\(index)", byteCount: 500)
      }
    }
    return try store.read { try $0.state() }
  }

  @Test("a store that is opened again has the same epoch and the same content")
  func reopened() throws {
    try TemporaryFolder.with { folder in
      let state = try makeStore(folder.path("hub"))
      let store = try HubSQLite(path: folder.path("hub"))
      try store.read { reader in
        try #expect(reader.state() == state)
        try #expect(reader.log(of: "home", after: 0, through: .max, maxBytes: .max).count == 200)
      }
    }
  }

  @Test("closing leaves one file, so that the next opening need not check it")
  func cleanClose() throws {
    try TemporaryFolder.with { folder in
      _ = try makeStore(folder.path("hub"))
      #expect(!FileManager.default.fileExists(atPath: folder.path("hub-wal")))
    }
  }

  @Test("a file that is no database is refused and left as it is")
  func noDatabase() throws {
    try TemporaryFolder.with { folder in
      let path = folder.path("hub")
      let content = Data(String(repeating: "not a database ", count: 1000).utf8)
      try content.write(to: URL(fileURLWithPath: path))
      #expect(throws: HubStoreError.corrupt(path: path)) { try HubSQLite(path: path) }
      try #expect(contents(path) == content)
    }
  }

  @Test("damage within a file that was closed cleanly is found by looking through all of it")
  func hiddenDamage() throws {
    try TemporaryFolder.with { folder in
      let path = folder.path("hub")
      do {
        let store = try HubSQLite(path: path)
        try store.write { writer in
          try writer.putZone(HubZone(id: "home", kind: .home))
          for index in 0..<200 {
            try writer.append(to: "home", by: "r\(index)", byteCount: 500)
          }
        }
        #expect(try store.damage() == [])
      }
      var bytes = try contents(path)
      let page = bytes.count - 4096
      bytes.replaceSubrange(page..<page + 4096, with: Data(repeating: 0x5a, count: 4096))
      try bytes.write(to: URL(fileURLWithPath: path))
      #expect(try !HubSQLite(path: path).damage().isEmpty)
    }
  }

  @Test("a damaged file that was not closed cleanly is refused and left as it is")
  func damaged() throws {
    try TemporaryFolder.with { folder in
      let path = folder.path("hub")
      let copy = folder.path("copy")
      do {
        let store = try HubSQLite(path: path)
        try store.write { writer in
          try writer.putZone(HubZone(id: "home", kind: .home))
          for index in 0..<200 {
            try writer.append(to: "home", by: "r\(index)", byteCount: 500)
          }
        }
        try store.withWriter { try $0.executeScript("PRAGMA wal_checkpoint(TRUNCATE)") }
        try store.append(to: "home")
        // As a killed process leaves them: the write-ahead log lies beside the file.
        var bytes = try contents(path)
        let page = 4096 * (bytes.count / 4096 / 2)
        bytes.replaceSubrange(page..<page + 4096, with: Data(repeating: 0x5a, count: 4096))
        try bytes.write(to: URL(fileURLWithPath: copy))
        try contents(path + "-wal").write(to: URL(fileURLWithPath: copy + "-wal"))
      }
      let before = try (contents(copy), contents(copy + "-wal"))
      #expect(throws: HubStoreError.corrupt(path: copy)) { try HubSQLite(path: copy) }
      try #expect((contents(copy), contents(copy + "-wal")) == before)
    }
  }

  /// The version that this program makes.
  private static func newest() throws -> Int {
    var version = 0
    try TemporaryFolder.with { folder in
      _ = try HubSQLite(path: folder.path("hub"))
      version = try Migrations.version(
        of: Connection(path: folder.path("hub"), mode: .readOnly))
    }
    return version
  }

  @Test("a file of a newer version is refused and left as it is")
  func newer() throws {
    try TemporaryFolder.with { folder in
      let path = folder.path("hub")
      _ = try makeStore(path)
      do {
        let connection = try Connection(path: path)
        try connection.executeScript("PRAGMA user_version=999")
      }
      let before = try contents(path)
      let newest = try Self.newest()
      #expect(throws: HubStoreError.newerVersion(found: 999, supported: newest)) {
        try HubSQLite(path: path)
      }
      try #expect(contents(path) == before)
    }
  }

  @Test("tokens of a file from before they could share work on, and none of them may share")
  func tokensBeforeSharing() throws {
    try TemporaryFolder.with { folder in
      let path = folder.path("hub")
      let tokens = [AccessToken.Scope.read, .write].map { scope in
        AccessToken(
          id: scope.rawValue, account: "ann", name: "n", secretHash: "h\(scope)", scope: scope,
          createdAt: 1)
      }
      do {
        let store = try HubSQLite(path: path)
        try store.write { writer in for token in tokens { try writer.putAccessToken(token) } }
      }
      do {
        try OlderHub.downgrade(Connection(path: path), to: 8)
      }
      let store = try HubSQLite(path: path)
      let found = try store.read { try $0.accessTokens(of: "ann") }
      #expect(Set(found.map(\.scope)) == [.read, .write])
      let sharing = AccessToken(
        id: "s", account: "ann", name: "n", secretHash: "hs", scope: .sharing, createdAt: 2)
      try store.write { try $0.putAccessToken(sharing) }
      try #expect(store.read { try $0.accessToken(secretHash: "hs") } == sharing)
    }
  }

  @Test("another program's database is refused and left as it is")
  func foreign() throws {
    try TemporaryFolder.with { folder in
      let path = folder.path("hub")
      do { try Connection(path: path).executeScript("CREATE TABLE t (a)") }
      let before = try contents(path)
      #expect(throws: HubStoreError.notAHub(path: path)) { try HubSQLite(path: path) }
      try #expect(contents(path) == before)
    }
  }

  @Test("an empty file becomes a store")
  func empty() throws {
    try TemporaryFolder.with { folder in
      try Data().write(to: URL(fileURLWithPath: folder.path("hub")))
      _ = try makeStore(folder.path("hub"))
    }
  }

  @Test("a folder that is not there is an error of the storage")
  func missingFolder() throws {
    try TemporaryFolder.with { folder in
      let error = #expect(throws: HubStoreError.self) {
        try HubSQLite(path: folder.path("none/hub"))
      }
      guard case .storage = error else {
        Issue.record("\(String(describing: error))")
        return
      }
    }
  }

  @Test("a backup holds what was committed and never overwrites a file", arguments: [true, false])
  func backup(_ isFile: Bool) throws {
    try TemporaryFolder.with { folder in
      let store = try HubSQLite(path: isFile ? folder.path("hub") : ":memory:")
      try store.write { try $0.putZone(HubZone(id: "home", kind: .home)) }
      try store.append(to: "home")
      try store.backup(to: folder.path("backup"))
      try store.append(to: "home")
      let before = try contents(folder.path("backup"))
      #expect(throws: HubStoreError.self) { try store.backup(to: folder.path("backup")) }
      try #expect(contents(folder.path("backup")) == before)
      #expect(!FileManager.default.fileExists(atPath: folder.path("backup.partial")))

      let copy = try HubSQLite(path: folder.path("backup"))
      try copy.read { reader in
        try #expect(reader.zone("home")?.head == 1)
        try #expect(reader.state() == store.read { try $0.state() })
      }
    }
  }

  @Test("what happened to a record is read from its end, in the order of an index")
  func changesPlan() throws {
    let store = try HubSQLite(path: ":memory:")
    let plan = try store.connection.query("EXPLAIN QUERY PLAN \(HubSQLite.changesQuery)") {
      $0.text(3)
    }
    #expect(plan.first?.contains("(zoneID=? AND id=?)") == true, "\(plan)")
    #expect(plan.contains { $0.contains("USING PRIMARY KEY (record=? AND sequence<?)") }, "\(plan)")
    #expect(!plan.contains { $0.contains("TEMP B-TREE") }, "\(plan)")
  }

  @Test("who refers to a record is found by that record, without going through its zone")
  func referrersPlan() throws {
    let store = try HubSQLite(path: ":memory:")
    let plan = try store.connection.query("EXPLAIN QUERY PLAN \(HubSQLite.referrersQuery)") {
      $0.text(3)
    }
    #expect(plan.first?.contains("recordReferences USING PRIMARY KEY (targetID=?)") == true)
    #expect(!plan.contains { $0.contains("zoneID=?") }, "\(plan)")
  }
}
