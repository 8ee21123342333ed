import Foundation
import LocalTransport
import Replica
import SQLite
import SyncProtocol
import SyncTestSupport
import Testing

@Suite struct SalvageTests {
  /// A hub and a device's file with a home in it.
  private struct Setting {
    let hub: TestHub
    let ada: AccountID
    let home: ZoneID

    init() async throws {
      hub = try TestHub()
      ada = try hub.addAccount("ada")
      do {
        let file = try hub.replica(ada)
        home = try await file.write { try $0.addHome("Flat") }
        try await file.sync(via: hub.transport(ada))
      }
      try await hub.closed(path)
    }

    var path: String { hub.path(ada) }

    func open() throws -> ReplicaFile { try hub.replica(ada) }

    func salvage(of account: AccountID? = nil) throws -> ReplicaSalvage {
      try ReplicaFile.salvage(
        path: path, domain: Domain.migrations, schema: Domain.schema, accountID: account ?? ada)
    }

    /// Overwrites the file's first page: nothing of its tables can be found then.
    func loseFirstPage() throws {
      let handle = try FileHandle(forUpdating: URL(fileURLWithPath: path))
      try handle.write(contentsOf: Data(repeating: 0x5a, count: 4096))
      try handle.close()
    }

    func write(_ text: String) async throws {
      let home = home
      _ = try await open().write { try $0.addNote(text, in: home) }
      try await hub.closed(path)
    }

    func sync() async throws {
      try await open().sync(via: hub.transport(ada))
      try await hub.closed(path)
    }

    func bytes() throws -> Data { try Data(contentsOf: URL(fileURLWithPath: path)) }
  }

  @Test("a change whose answer was lost is not done twice")
  func unknownOutcome() async throws {
    let setting = try await Setting()
    try await setting.write("once")
    let before = try setting.bytes()
    // The hub takes it, and the device is back to where it does not know.
    try await setting.sync()
    try before.write(to: URL(fileURLWithPath: setting.path))
    let head = try setting.hub.store.read { try $0.zone(setting.home)?.head }

    let salvage = try setting.salvage()
    #expect(salvage.keptPending == 1)
    let file = try setting.open()
    try await file.sync(via: setting.hub.transport(setting.ada))
    #expect(try file.notes() == ["once"])
    #expect(try file.status().pendingCount == 0)
    #expect(try setting.hub.store.read { try $0.zone(setting.home)?.head } == head)
  }

  @Test("changes are found in the bytes of a file whose tables are lost, and listed beside it")
  func loose() async throws {
    let setting = try await Setting()
    try await setting.write("found")
    try setting.loseFirstPage()
    #expect(throws: ReplicaFileError.corrupt(path: setting.path)) { _ = try setting.open() }

    let salvage = try setting.salvage()
    #expect(salvage.keptPending == 0)
    #expect(salvage.resentCount > 0)
    #expect(salvage.mayLackMore)
    let export = try String(contentsOfFile: try #require(salvage.exportPath), encoding: .utf8)
    #expect(export.split(separator: "\n").count == salvage.exportedCount)
    #expect(export.contains("found"))
    let file = try setting.open()
    try await file.sync(via: setting.hub.transport(setting.ada))
    #expect(try file.notes() == ["found"])
  }

  @Test("a file goes on under another incarnation, with numbers that were not used")
  func numbers() async throws {
    let setting = try await Setting()
    try await setting.write("before")
    func state() throws -> (String, Int64)? {
      try setting.open().readAll {
        try $0.first("SELECT incarnation, lastNumber FROM syncState") {
          ($0.text(0), $0.integer(1))
        }
      }
    }
    let old = try #require(try state())
    _ = try setting.salvage()
    let new = try #require(try state())
    #expect(new.0 != old.0)
    #expect(new.1 >= old.1)
    try await setting.sync()
    try await setting.write("after")
    let file = try setting.open()
    try await file.sync(via: setting.hub.transport(setting.ada))
    #expect(try file.notes() == ["after", "before"])
  }

  @Test("a swap that was interrupted is finished with the next opening")
  func interrupted() async throws {
    let setting = try await Setting()
    try await setting.write("kept")
    _ = try setting.salvage()
    // As if the process had ended before the last step.
    let files = FileManager.default
    try files.moveItem(atPath: setting.path, toPath: setting.path + ".salvaged")
    #expect(try setting.open().status().pendingCount == 1)
    #expect(!files.fileExists(atPath: setting.path + ".salvaged"))
  }

  @Test("another account's file is left as it is")
  func foreignAccount() async throws {
    let setting = try await Setting()
    let before = try setting.bytes()
    #expect(throws: ReplicaFileError.foreignAccount(setting.ada)) {
      _ = try setting.salvage(of: "somebody else")
    }
    #expect(try setting.bytes() == before)
  }

  @Test("a file that was not closed is looked through when it is opened")
  func leftOpen() async throws {
    let setting = try await Setting()
    try await setting.write("x")
    // A page that nothing reads at opening: the last one.
    var bytes = try setting.bytes()
    let rootPage = try setting.open().readAll {
      try $0.first("SELECT rootpage FROM sqlite_schema WHERE name = 'notes'") { $0.integer(0) }
    }
    try await setting.hub.closed(setting.path)
    let page = (Int(try #require(rootPage)) - 1) * 4096
    bytes.replaceSubrange(page..<page + 4096, with: Data(count: 4096))
    try bytes.write(to: URL(fileURLWithPath: setting.path))
    // Closed as it should be: noticed when it is read, or when its health is looked at.
    do {
      let file = try setting.open()
      #expect(throws: ReplicaFileError.corrupt(path: setting.path)) { try file.checkHealth() }
    }
    try await setting.hub.closed(setting.path)
    try Data([0]).write(to: URL(fileURLWithPath: setting.path + "-wal"))
    #expect(throws: ReplicaFileError.corrupt(path: setting.path)) { _ = try setting.open() }
  }

  @Test("a stored change that does not read is noticed")
  func brokenBody() async throws {
    let setting = try await Setting()
    try await setting.write("x")
    let connection = try Connection(path: setting.path)
    try connection.execute("UPDATE syncPending SET body = x'7b'")
    let file = try setting.open()
    #expect(throws: ReplicaFileError.corrupt(path: setting.path)) { try file.checkHealth() }
  }
}
