import Hub
import HubSQLite
import Replica
import SQLite
import SyncProtocol

/// A hub with accounts, and devices that reach it without a network: what directed tests run on.
package final class SyncWorld {
  package let store: HubSQLite
  /// What the hub calls instead of the store.
  package let watched: WatchedStore
  package private(set) var hub: Hub
  package let accounts: [AccountID]
  package let schema: SyncSchema
  /// Whether devices send the files that they name before they name them, as real ones do.
  private let uploadsFiles: Bool
  private let time = SimulatedTime()
  private var lastInvite = 0

  package init(
    schema: SyncSchema = TestSchema.schema, path: String = ":memory:",
    accounts: [AccountID] = ["ann", "bob", "cyd"], limits: AccountLimits = AccountLimits(),
    uploadsFiles: Bool = false, seals: Bool = true
  ) throws {
    self.uploadsFiles = uploadsFiles
    store = try HubSQLite(path: path, maxWaitingWrites: 256, makeEpoch: { "epoch-1" })
    watched = WatchedStore(store)
    self.schema = schema
    self.accounts = accounts
    let time = time
    hub = Hub(
      store: watched, schema: schema, limits: limits, sealing: seals ? Self.sealingKey : nil,
      now: { time.milliseconds })
    try hub.announceSealingKey()
    for account in accounts {
      try store.write { writer in
        try writer.putAccount(
          Account(
            id: account, name: account, nameKey: account, displayName: account, passwordHash: "",
            isAdministrator: false, createdAt: 0, personalZone: ""))
      }
    }
  }

  package static let sealingKey = SealingKey(
    seed: Array(repeating: 7, count: SealingKey.seedByteCount))

  /// The hub's clock, milliseconds since 1970; devices add their skew.
  package var now: Int64 {
    get { time.milliseconds }
    set { time.milliseconds = newValue }
  }

  /// Pushes for a device.
  fileprivate func push(_ request: PushRequest, as account: AccountID) throws -> PushResponse {
    for mutation in request.changeSets.flatMap(\.mutations) where uploadsFiles {
      for file in schema.table(mutation.table)?.blobs(in: mutation.registers) ?? [] {
        try hub.noteUpload(of: file, by: account)
      }
    }
    return try hub.push(request, as: account)
  }

  /// The hub goes on as a program with another schema.
  package func upgradeHub(to schema: SyncSchema) {
    let time = time
    hub = Hub(
      store: watched, schema: schema, sealing: Self.sealingKey, now: { time.milliseconds })
  }

  /// - Parameter isBeside: it lives beside the hub, and transactions of two mutations are large.
  package func device(
    _ account: AccountID, _ name: String? = nil, schema: SyncSchema? = nil,
    sql: [String] = [TestSchema.sql], skew: Int64 = 0, isBeside: Bool = false
  ) throws -> SyncDevice {
    try SyncDevice(
      world: self, account: account, name: name ?? account, schema: schema ?? self.schema,
      sql: sql, time: time, skew: skew, isBeside: isBeside)
  }

  /// Makes an invite of an owner's; its hashes follow from its id.
  @discardableResult
  package func invite(
    to zone: ZoneID, by owner: AccountID, as role: Role = .readWrite, uses: Int = 1,
    lifeMilliseconds: Int64 = 3_600_000, allowsMerge: Bool = true
  ) throws -> String {
    lastInvite += 1
    let id = "invite-\(lastInvite)"
    try hub.createInvite(
      Invite(
        id: id, zone: zone, role: role, createdBy: owner, createdAt: now,
        expiresAt: now + lifeMilliseconds, maxUses: uses, tokenHash: "token-\(id)",
        codeHash: "code-\(id)", allowsMerge: allowsMerge))
    return id
  }

  /// Lets an account into a zone.
  package func admit(
    _ account: AccountID, to zone: ZoneID, by owner: AccountID, as role: Role = .readWrite
  ) throws {
    try hub.redeem(inviteID: invite(to: zone, by: owner, as: role), by: account)
  }

  /// A copy of what the hub has.
  package func backup() throws -> Connection {
    let copy = try Connection(path: ":memory:", durability: .off)
    try store.connection.copyContents(to: copy)
    return copy
  }

  /// The hub is restored from a backup, under a new epoch.
  package func restore(_ backup: Connection, epoch: String = "epoch-2") throws {
    try backup.copyContents(to: store.connection)
    try hub.beginRecovery(until: now + Hub.recoveryMilliseconds, epoch: epoch)
  }

  package func head(of zone: ZoneID) throws -> Int64? {
    try store.read { try $0.zone(zone)?.head }
  }

  package func record(_ id: RecordID, in zone: ZoneID) throws -> HubRecord? {
    try store.read { try $0.record(RecordPlace(zone: zone, id: id)) }
  }

  /// A live record's register.
  package func value(_ register: String, of id: RecordID, in zone: ZoneID) throws -> FieldValue? {
    guard let record = try record(id, in: zone), !record.isDead else { return nil }
    return record.registers[register]?.value
  }

  package func zones(of account: AccountID) throws -> [ZoneID] {
    try store.read { try $0.memberships(of: account).map(\.zone.id) }
  }

  /// Sends change sets as a hand-written client would. Grants that are not given are the account's.
  package func push(
    _ mutations: [Mutation], as account: AccountID, number: Int64, replica: String? = nil,
    grants: [ZoneID: String]? = nil, preconditions: [Precondition] = [], at time: HybridTime? = nil
  ) throws -> Answer? {
    let held = try store.read { reader in
      try reader.memberships(of: account).reduce(into: [ZoneID: String]()) {
        $0[$1.zone.id] = $1.grant.grantID
      }
    }
    let name = replica ?? "raw-\(account)"
    let changeSet = ChangeSet(
      id: ChangeSetID(replica: name, number: number),
      time: time ?? HybridTime(milliseconds: now), grants: grants ?? held,
      preconditions: preconditions, mutations: mutations)
    let request = PushRequest(
      epoch: try store.read { try $0.state().epoch }, replica: name, acknowledged: 0,
      changeSets: [changeSet])
    guard case .answers(let answers, _) = try hub.push(request, as: account) else { return nil }
    return answers.first
  }
}

/// One account's replica in memory, with the hub in reach whenever a test says so.
package final class SyncDevice {
  package let world: SyncWorld
  package let account: AccountID
  package let name: String
  package let connection: Connection
  package private(set) var replica: Replica
  /// How far its clock is ahead of the hub's, milliseconds.
  package var skew: Int64 { didSet { clock.skew = skew } }
  private let isBeside: Bool
  private let clock: Clock
  private let ids: Replica.RandomSource

  private final class Clock {
    let time: SimulatedTime
    var skew: Int64
    init(_ time: SimulatedTime, _ skew: Int64) { (self.time, self.skew) = (time, skew) }
  }

  fileprivate init(
    world: SyncWorld, account: AccountID, name: String, schema: SyncSchema, sql: [String],
    time: SimulatedTime, skew: Int64, isBeside: Bool
  ) throws {
    self.world = world
    self.isBeside = isBeside
    self.account = account
    self.name = name
    self.skew = skew
    clock = Clock(time, skew)
    connection = try Connection(path: ":memory:", durability: .off)
    try Migrations(sql + Replica.migrations).migrate(connection)
    let seed = name.utf8.reduce(UInt64(5381)) { $0 &* 33 &+ UInt64($1) }
    ids = Replica.RandomSource(SeededRandom(seed: seed))
    replica = try Self.open(connection, schema, account, name, clock, ids, isBeside)
  }

  private static func open(
    _ connection: Connection, _ schema: SyncSchema, _ account: AccountID, _ name: String,
    _ clock: Clock, _ ids: Replica.RandomSource, _ isBeside: Bool
  ) throws -> Replica {
    try Replica(
      connection: connection, schema: schema, accountID: account, incarnation: name,
      environment: .init(
        now: { clock.time.milliseconds + clock.skew }, random: ids, isAttended: !isBeside,
        minLargeMutations: isBeside
          ? SimulatedDevice.minLargeMutations : Replica.minLargeMutations))
  }

  /// The program ends and starts again on the same file, perhaps as another version of itself.
  package func restart(schema: SyncSchema? = nil, sql: String? = nil) throws {
    if let sql { try connection.executeScript(sql) }
    replica = try Self.open(
      connection, schema ?? replica.schema, account, name, clock, ids, isBeside)
  }

  // MARK: Writing

  /// One change set.
  @discardableResult
  package func write<Result>(_ body: (WriteTransaction) throws -> Result) throws -> Result {
    try replica.write(body)
  }

  /// One change set of one statement.
  package func run(_ sql: String, _ values: Value...) throws {
    try replica.write { _ = try $0.connection.execute(sql, values) }
  }

  @discardableResult
  package func addHome(_ name: String) throws -> ZoneID {
    try replica.write { transaction in
      let id = transaction.newID()
      try transaction.connection.execute(
        "INSERT INTO homes (id, name, left, right) VALUES (?, ?, 0, 0)", .text(id), .text(name))
      return id
    }
  }

  @discardableResult
  package func addItem(
    _ name: String, in home: ZoneID, place: String? = nil
  ) throws -> RecordID {
    try replica.write { transaction in
      let id = transaction.newID()
      try transaction.connection.execute(
        "INSERT INTO items (id, homeID, name, placeID) VALUES (?, ?, ?, ?)", .text(id),
        .text(home), .text(name), Value(place))
      return id
    }
  }

  @discardableResult
  package func addPlace(_ name: String, in home: ZoneID) throws -> RecordID {
    try replica.write { transaction in
      let id = transaction.newID()
      try transaction.connection.execute(
        "INSERT INTO places (id, homeID, name) VALUES (?, ?, ?)", .text(id), .text(home),
        .text(name))
      return id
    }
  }

  @discardableResult
  package func addPhoto(
    _ caption: String, of item: RecordID, in home: ZoneID, file: String? = nil
  ) throws -> RecordID {
    try replica.write { transaction in
      let id = transaction.newID()
      try transaction.connection.execute(
        "INSERT INTO photos (id, homeID, itemID, caption, file) VALUES (?, ?, ?, ?, ?)",
        .text(id), .text(home), .text(item), .text(caption), Value(file))
      return id
    }
  }

  package func rename(_ item: RecordID, _ name: String) throws {
    try run("UPDATE items SET name = ? WHERE id = ?", .text(name), .text(item))
  }

  /// Deletes an item with everything that is part of it here.
  package func deleteItem(_ item: RecordID) throws {
    try write { try SimulatedAction.deleteItem(item, $0.connection) }
  }

  package func moveItem(_ item: RecordID, to home: ZoneID) throws {
    try write { try SimulatedAction.moveItem(item, to: home, $0.connection) }
  }

  // MARK: Syncing

  package func push(maxChangeSets: Int = 100) throws {
    while let request = try replica.nextPush(maxChangeSets: maxChangeSets) {
      try replica.receive(world.push(request, as: account), to: request)
      if try replica.nextPush(maxChangeSets: 1)?.changeSets.first == request.changeSets.first {
        return
      }
    }
  }

  package func pull(maxBytes: Int = PullRequest.defaultMaxBytes) throws {
    while true {
      try handBack()
      let request = try replica.nextPull(maxBytes: maxBytes)
      let response = try world.hub.pull(request, as: account)
      if try replica.receive(response, to: request) == .done { return }
    }
  }

  /// Gives a restored hub back what it has lost, as far as it can be had here.
  package func handBack() throws {
    while let request = try replica.nextHandBack() {
      try replica.receive(world.hub.handBack(request, as: account), to: request)
    }
  }

  /// Pulls, pushes and pulls again, so that everything is told to both sides: twice, when the hub
  /// turns out to be a restored one.
  package func sync() throws {
    if replica.epoch.isEmpty { try pull() }
    let epoch = replica.epoch
    try push()
    try pull()
    guard replica.epoch != epoch else { return }
    try push()
    try pull()
  }

  /// A hub-confirmed transaction: prepared, sent and pulled.
  @discardableResult
  package func confirm(
    relyingOn zones: [ZoneID] = [], accountList: Bool = true,
    _ body: (WriteTransaction) throws -> Void
  ) throws -> Replica.Confirmation {
    _ = try replica.prepare(relyingOn: .init(zones: zones, accountList: accountList), body)
    guard let request = try replica.confirmationRequest() else { return .wait }
    let response = try world.push(request, as: account)
    let confirmation = try replica.receiveConfirmation(response, to: request)
    if confirmation == .accepted { try pull() }
    return confirmation
  }

  /// Moves everything of one home into another and waits for the hub.
  @discardableResult
  package func merge(_ source: ZoneID, into target: ZoneID) throws -> Replica.Confirmation {
    try confirm(relyingOn: [source, target]) {
      try SimulatedAction.merge(source, into: target, $0)
    }
  }

  @discardableResult
  package func deleteHome(_ home: ZoneID) throws -> Replica.Confirmation {
    try confirm(relyingOn: [home]) { try SimulatedAction.deleteHome(home, $0) }
  }

  // MARK: Looking

  package func texts(_ sql: String, _ values: Value...) throws -> [String] {
    try connection.query(sql, values) { $0.text(0) }
  }

  package func count(_ table: String) throws -> Int {
    try connection.first("SELECT count(*) FROM \(table)") { Int($0.integer(0)) } ?? 0
  }

  package var items: [String] {
    get throws { try texts("SELECT name FROM items ORDER BY name") }
  }

  package var pendingCount: Int { get throws { try replica.status().pendingCount } }

  package var refusals: [RefusalReason] {
    get throws { try replica.parkedChanges().map(\.refusal.reason) }
  }
}
