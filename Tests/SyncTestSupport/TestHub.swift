import Foundation
import Hub
import HubSQLite
import LocalTransport
import Replica
import SQLite
import SyncProtocol
import Threads

/// A hub in a folder of its own, with accounts.
package final class TestHub: Sendable {
  package let folder: URL
  package let store: HubSQLite
  package let hub: Hub
  package let pokes: Pokes
  package let pool = ThreadPool(name: "test", threads: 4, maxWaiting: 256)

  /// In memory, commits cost next to nothing.
  package init(
    inMemory: Bool = false, schema: SyncSchema = Domain.schema,
    limits: AccountLimits = AccountLimits(),
    now: @escaping @Sendable () -> Int64 = wallClock
  ) throws {
    folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
    store = try HubSQLite(
      path: inMemory ? ":memory:" : folder.appendingPathComponent("hub.sqlite").path)
    hub = Hub(
      store: store, schema: schema, limits: limits, sealing: SealingKey(), now: now)
    try hub.announceSealingKey()
    pokes = Pokes(hub: hub, pool: pool)
  }

  deinit {
    // A job of the pool may be the last to let go of this; it cannot wait for itself.
    let pool = pool
    Threads.Thread.start { pool.stop() }
    try? FileManager.default.removeItem(at: folder)  // Nothing depends on it.
  }

  @discardableResult
  package func addAccount(_ name: String) throws -> AccountID {
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
  package func admit(
    _ account: AccountID, to zone: ZoneID, by owner: AccountID, as role: Role
  ) throws {
    let id = UUID().uuidString.lowercased()
    let now = wallClock()
    try hub.createInvite(
      Invite(
        id: id, zone: zone, role: role, createdBy: owner, createdAt: now,
        expiresAt: now + 3_600_000, maxUses: 1, tokenHash: id, codeHash: id))
    try hub.redeem(inviteID: id, by: account)
  }

  package func transport(_ account: AccountID) -> InProcessTransport {
    InProcessTransport(hub: hub, account: account, pokes: pokes, pool: pool)
  }

  /// - Parameter isAttended: not one that lives beside the hub.
  package func replica(
    _ account: AccountID, _ name: String = "replica", isAttended: Bool = true,
    boot: String = "boot-1"
  ) throws -> ReplicaFile {
    try ReplicaFile(
      path: path(account, name), domain: Domain.migrations, schema: Domain.schema,
      accountID: account,
      environment: Replica.Environment(
        now: wallClock, random: Replica.RandomSource(), isAttended: isAttended,
        boot: boot),
      pool: pool)
  }

  /// Waits until nobody has a replica's file open: a thread of the pool may let go of it last.
  package func closed(_ path: String) async throws {
    while FileLock.isHeld(path: path + ".lock") { try await Task.sleep(for: .milliseconds(1)) }
  }

  package func path(_ account: AccountID, _ name: String = "replica") -> String {
    folder.appendingPathComponent("\(account)-\(name).sqlite").path
  }
}
