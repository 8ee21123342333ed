import Foundation
import Hub
import HubSQLite
import LocalTransport
import Replica
import SQLite
import SyncProtocol
import Threads

/// A small domain: homes with notes, and everyone's own zone.
enum Domain {
  static let migrations = Migrations([
    """
    CREATE TABLE profiles (id TEXT PRIMARY KEY NOT NULL, name TEXT NOT NULL) STRICT;
    CREATE TABLE homes (id TEXT PRIMARY KEY NOT NULL, name TEXT NOT NULL) STRICT;
    CREATE TABLE notes (
      id TEXT PRIMARY KEY NOT NULL,
      homeID TEXT NOT NULL REFERENCES homes(id) DEFERRABLE INITIALLY DEFERRED,
      text TEXT NOT NULL
    ) STRICT;
    """
  ])

  static let schema = SyncSchema(
    version: 1,
    tables: [
      TableSchema(
        "profiles", in: [.personal], zoneColumn: nil,
        registers: [RegisterSchema(.text("name", defaultValue: ""))]),
      TableSchema(
        "homes", in: [.home], zoneColumn: nil,
        registers: [RegisterSchema(.text("name", defaultValue: ""))]),
      TableSchema(
        "notes", in: [.home], zoneColumn: "homeID",
        registers: [RegisterSchema(.text("text", maxBytes: 40 << 20))]),
    ],
    zoneKinds: [
      .personal: ZoneKindSchema(
        rootTable: "profiles", titleRegister: "name", minimumPerAccount: 1),
      .home: ZoneKindSchema(rootTable: "homes", titleRegister: "name"),
    ])
}

/// A hub in a folder of its own, with accounts.
final class TestHub: Sendable {
  let folder: URL
  let store: HubSQLite
  let hub: Hub
  let pokes: Pokes
  let pool = ThreadPool(name: "test", threads: 4, maxWaiting: 256)

  init() throws {
    folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
    store = try HubSQLite(path: folder.appendingPathComponent("hub.sqlite").path)
    hub = Hub(store: store, schema: Domain.schema, now: wallClock)
    pokes = Pokes(hub: hub, pool: pool)
  }

  deinit {
    pool.stop()
    try? FileManager.default.removeItem(at: folder)  // Nothing depends on it.
  }

  @discardableResult
  func addAccount(_ name: String) throws -> AccountID {
    let account = Account(
      id: "account-\(name)", name: name, nameKey: name, displayName: name, passwordHash: "-",
      isAdministrator: false, createdAt: 1, personalZone: "personal-\(name)")
    try store.write { writer in
      try writer.putAccount(account)
      try hub.createPersonalZone(for: account, writer: writer)
    }
    return account.id
  }

  /// Lets `account` into a zone.
  func admit(_ account: AccountID, to zone: ZoneID, by owner: AccountID, as role: Role) throws {
    let id = UUID().uuidString.lowercased()
    let now = wallClock()
    try hub.createInvite(
      Invite(
        id: id, zone: zone, role: role, createdBy: owner, createdAt: now,
        expiresAt: now + 3_600_000, maxUses: 1, tokenHash: id, codeHash: id))
    try hub.redeem(inviteID: id, by: account)
  }

  func transport(_ account: AccountID) -> InProcessTransport {
    InProcessTransport(hub: hub, account: account, pokes: pokes, pool: pool)
  }

  func replica(_ account: AccountID, _ name: String = "replica") throws -> ReplicaFile {
    try ReplicaFile(
      path: path(account, name), domain: Domain.migrations, schema: Domain.schema,
      accountID: account,
      environment: Replica.Environment(now: wallClock, random: SystemRandomNumberGenerator()),
      pool: pool)
  }

  func path(_ account: AccountID, _ name: String = "replica") -> String {
    folder.appendingPathComponent("\(account)-\(name).sqlite").path
  }
}

/// Milliseconds since 1970.
@Sendable func wallClock() -> Int64 { Int64(Date().timeIntervalSince1970 * 1000) }

extension WriteTransaction {
  @discardableResult
  func addHome(_ name: String) throws -> ZoneID {
    let id = newID()
    try connection.execute("INSERT INTO homes VALUES (?, ?)", .text(id), .text(name))
    return id
  }

  func rename(_ home: ZoneID, _ name: String) throws {
    try connection.execute("UPDATE homes SET name = ? WHERE id = ?", .text(name), .text(home))
  }

  @discardableResult
  func addNote(_ text: String, in home: ZoneID) throws -> RecordID {
    let id = newID()
    try connection.execute(
      "INSERT INTO notes VALUES (?, ?, ?)", .text(id), .text(home), .text(text))
    return id
  }
}

extension ReplicaFile {
  func homes() throws -> [String] {
    try read { try $0.query("SELECT name FROM homes ORDER BY name") { $0.text(0) } }
  }

  func notes() throws -> [String] {
    try read { try $0.query("SELECT text FROM notes ORDER BY text") { $0.text(0) } }
  }
}
