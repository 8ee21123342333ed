import HearthDomain
import Foundation
import HTTPServer
import Household
import Hub
import HubReplicas
import HubWeb
import LocalTransport
import Replica
import SQLite
import Testing
import Threads

@testable import hearth
@testable import Web

@Suite("While and after a newer version brings data up to date")
struct UpgradeTests {
  private func body(_ response: HTTPResponse) -> String {
    guard case .bytes(let bytes) = response.body else { return "" }
    return String(decoding: bytes, as: UTF8.self)
  }

  @Test("S3-US6-6 I3-6 meanwhile every page and request is answered 503, to come back")
  func unavailable() {
    for path in ["/", "/homes/1", "/healthz", "/api/v1/homes", "/sync/v1/pull"] {
      let answer = UpgradeNotice.answer(to: path, during: .migrate)
      #expect(answer.status == .serviceUnavailable, "\(path)")
      #expect(answer.headers["Retry-After"] == "2")
      #expect(answer.headers["Cache-Control"] == "no-store")
    }
    let page = body(UpgradeNotice.answer(to: "/", during: .backup))
    #expect(page.contains("<h1>Hearth is being brought up to date</h1>"))
    #expect(page.contains("Step 1 of 2: the data is copied first"))
    #expect(page.contains("http-equiv=\"refresh\""))
    let later = body(UpgradeNotice.answer(to: "/homes/1", during: .migrate))
    #expect(later.contains(catalogue.step(2, of: 2)))
    let health = body(UpgradeNotice.answer(to: "/healthz", during: .migrate))
    #expect(health == "upgrading: migrate, 1 of 2\n")
  }

  @Test("S3-6.4-d programs are told how far it is", arguments: [("backup", 0), ("migrate", 1)])
  func progress(stage: String, done: Int) throws {
    let step = try #require(HubUpgrade.Entry.Stage(rawValue: stage))
    let answer = UpgradeNotice.answer(to: "/api/v1/migration", during: step)
    #expect(answer.status == .ok)
    let json = try JSONSerialization.jsonObject(with: Data(body(answer).utf8)) as? [String: Any]
    #expect(json?["state"] as? String == "upgrading")
    #expect(json?["done"] as? Int == done)
    #expect(json?["total"] as? Int == 2)
  }

  /// What undoes the last script, but for a table that it makes anew.
  private static let withoutLastScript = """
    ALTER TABLE ledgerNotes DROP COLUMN keptConvertedMinor;
    ALTER TABLE ledgerNotes DROP COLUMN keptConvertedCurrency;
    DROP INDEX ledgerRowsByOrigin;
    ALTER TABLE ledgerRows DROP COLUMN originID;
    CREATE INDEX ledgerRowsByZone ON ledgerRows(zoneID, serial);
    DROP TABLE ledgerNames;
    DROP TABLE ledgerLost
    """

  /// A replica's file as the version before the last script had it.
  private func makeOlder(_ path: String, and sql: String = Self.withoutLastScript) throws {
    try Connection(path: path).executeScript(
      "\(sql); UPDATE replicaFile SET domainVersion = \(HearthDomain.migrations.count - 1)")
  }

  private func replica(_ path: String) throws -> ReplicaFile {
    try ReplicaFile(
      path: path, domain: Migrations(HearthDomain.migrations), schema: HearthDomain.schema,
      accountID: "anna", environment: .init(now: { 0 }, random: .init()),
      pool: ThreadPool(name: "test", threads: 1, maxWaiting: 8))
  }

  @Test("X15 S1-7.5-e a device's replica is copied before it is brought up to date, whatever comes")
  func device() throws {
    let folder = DeviceFolder(
      path: NSTemporaryDirectory() + "hearth-device-" + UUID().uuidString)
    try Posix.makeFolder(folder.path)
    defer { try? FileManager.default.removeItem(atPath: folder.path) }
    // A new one, and one that is up to date, need no copy.
    try DeviceUpgrade(folder: folder).prepare(now: 0)
    _ = try replica(folder.replica)
    try DeviceUpgrade(folder: folder).prepare(now: 0)
    #expect(!Posix.exists(folder.backups))
    for now in [1000, 2000, 3000, 4000] as [Int64] {
      try makeOlder(folder.replica)
      try DeviceUpgrade(folder: folder).prepare(now: now)
      _ = try replica(folder.replica)
    }
    let copies = try Posix.names(in: folder.backups)
    #expect(
      copies == ["02Z", "03Z", "04Z"].map { "1970-01-01T00-00-\($0)-before-upgrade.db" })
    let copy = try Connection(path: "\(folder.backups)/\(copies[0])", mode: .immutable)
    let version = try copy.first("SELECT domainVersion FROM replicaFile") { $0.integer(0) }
    #expect(version == Int64(HearthDomain.migrations.count - 1))

    // The last script makes these tables: it fails, and the replica is as it was.
    try makeOlder(folder.replica, and: "SELECT 1")
    try DeviceUpgrade(folder: folder).prepare(now: 9000)
    #expect(throws: ReplicaFileError.self) { try replica(folder.replica) }
    let kept = try Connection(path: folder.replica, mode: .readOnly)
    #expect(try kept.first("SELECT domainVersion FROM replicaFile") { $0.integer(0) } == version)
  }

  @Test("a browser's replica that cannot be brought up to date is made anew from the hub")
  func hostedReplica() async throws {
    let hearth = try Hearth()
    let (anna, home) = try await hearth.household()
    _ = try await hearth.addItem(anna, home, "Pan")
    let account = try #require(try hearth.accounts.account(named: "anna")).id
    let pool = ThreadPool(name: "hub", threads: 2, maxWaiting: 16)
    let folder = hearth.folder + "/older"
    try Posix.makeFolder(folder)
    func names() async throws -> [String] {
      let replicas = ReplicaPool(
        directory: folder, maxPullWaitSeconds: 30,
        means: .init(
          hub: hearth.hub, pokes: Pokes(hub: hearth.hub, pool: pool), hubPool: pool,
          writers: pool, readers: pool, now: { Hearth.start }))
      let replica = try await replicas.replica(of: account)
      try await replica.refresh()
      return try await replica.read { try $0.query("SELECT name FROM items") { $0.text(0) } }
    }
    #expect(try await names() == ["Pan"])
    try makeOlder("\(folder)/\(account).sqlite", and: "SELECT 1")
    #expect(try await names() == ["Pan"])
  }
}
