import Household
import Hub
import LocalTransport
import Replica
import SQLite
import SyncProtocol
import SyncTestSupport
import Testing
import Things

/// A profile that was made before there were hints to dismiss, on a device whose program has learnt
/// of them since.
@Suite struct ProfileColumnTests {
  private static let column = "dismissedHints"
  private static let addsColumn: @Sendable (String) -> Bool = {
    $0.contains("ADD COLUMN \(column)")
  }
  private static let olderScripts = Things.migrations.filter { !addsColumn($0) }
  private static let newerScripts = olderScripts + Things.migrations.filter(addsColumn)

  private static let olderSchema: SyncSchema = {
    let tables = Things.schema.tables.filter { !$0.isHubOwned }.map { table in
      guard table.name == "profiles" else { return table }
      return TableSchema(
        "profiles", in: [.personal], zoneColumn: nil,
        registers: table.registers.filter { $0.name != column }, references: table.references)
    }
    return SyncSchema(version: 1, tables: tables, zoneKinds: Things.schema.zoneKinds)
  }()

  private func open(
    _ hub: TestHub, _ account: AccountID, _ name: String, isOlder: Bool = false
  ) throws -> ReplicaFile {
    try ReplicaFile(
      path: hub.path(account, name),
      domain: Migrations(isOlder ? Self.olderScripts : Self.newerScripts),
      schema: isOlder ? Self.olderSchema : Things.schema, accountID: account,
      environment: .init(now: WallClock.nowMilliseconds, random: .init(), boot: "boot-1"),
      pool: hub.pool)
  }

  private func profile(_ file: ReplicaFile) throws -> [String] {
    let own = try file.read { try Profile.own(in: $0) }
    return [own?.displayName ?? "-", own?.dismissedHints ?? "-"]
  }

  @Test("an edit of a profile that is older than its hints leaves these, and shows them")
  func olderProfile() async throws {
    #expect(Self.newerScripts.count == Self.olderScripts.count + 1)
    let hub = try TestHub(schema: Things.schema)
    let account = try hub.addAccount("ada")
    let transport = hub.transport(account)
    var older: ReplicaFile? = try open(hub, account, "older", isOlder: true)
    try await older?.sync(via: transport)
    let path = older?.path ?? ""
    older = nil
    try await hub.closed(path)
    let other = try open(hub, account, "other")
    try await other.sync(via: transport)
    try await other.write {
      _ = try $0.connection.execute("UPDATE profiles SET dismissedHints = 'offline'")
    }
    try await other.sync(via: transport)
    // Upgraded, and edited before it hears of anything.
    let upgraded = try open(hub, account, "older")
    try await upgraded.write {
      _ = try $0.connection.execute("UPDATE profiles SET displayName = 'Ada L.'")
    }
    for file in [upgraded, other] { try await file.sync(via: transport) }
    #expect(try upgraded.parkedChanges().isEmpty)
    for file in [upgraded, other] { #expect(try profile(file) == ["Ada L.", "offline"]) }
    try await upgraded.write {
      _ = try $0.connection.execute("UPDATE profiles SET dismissedHints = 'offline labels'")
    }
    for file in [upgraded, other] { try await file.sync(via: transport) }
    for file in [upgraded, other] { #expect(try profile(file) == ["Ada L.", "offline labels"]) }
  }

  @Test("a hint that is dismissed on a profile older than its hints is taken off and put on again")
  func pendingHint() async throws {
    let hub = try TestHub(schema: Things.schema)
    let account = try hub.addAccount("ada")
    let transport = hub.transport(account)
    var older: ReplicaFile? = try open(hub, account, "older", isOlder: true)
    try await older?.sync(via: transport)
    let path = older?.path ?? ""
    older = nil
    try await hub.closed(path)
    let other = try open(hub, account, "other")
    try await other.sync(via: transport)
    try await other.write {
      _ = try $0.connection.execute("UPDATE profiles SET displayName = 'Ada L.'")
    }
    try await other.sync(via: transport)
    let upgraded = try open(hub, account, "older")
    try await upgraded.write {
      _ = try $0.connection.execute("UPDATE profiles SET dismissedHints = 'labels'")
    }
    try await upgraded.pull(via: transport)
    #expect(try profile(upgraded) == ["Ada L.", "labels"])
    for file in [upgraded, other] { try await file.sync(via: transport) }
    for file in [upgraded, other] { #expect(try profile(file) == ["Ada L.", "labels"]) }
  }
}
