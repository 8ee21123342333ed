import Hub
import HubSQLite
import SyncProtocol

/// Watches the hub from outside: after every commit it reads what has changed and checks what must
/// hold. It knows what may happen, not how the hub does it.
final class HubOracle {
  struct Image {
    var head: Int64
    var isAlive: Bool
    var records: [RecordID: HubRecord] = [:]
  }

  struct Place: Hashable {
    let epoch: String
    let zone: ZoneID
    let sequence: Int64
  }

  let hub: Hub
  let store: HubSQLite
  let accounts: [AccountID]
  let time: SimulatedTime
  private(set) var images: [ZoneID: Image] = [:]
  private(set) var digests: [Place: ZoneDigest] = [:]
  /// The parts of change sets that span zones, in this epoch.
  private(set) var spanning: [[ZoneID: Int64]] = []
  private var notice = Hub.Notice()
  /// Accounts that have had a home: from then on they always have one.
  private var housed: Set<AccountID> = []
  /// Change sets judged now, whose mutations account for what disappears.
  var underWay: [ChangeSet] = []
  /// The change sets of the push that is being judged.
  var judging: [ChangeSet] = []

  init(hub: Hub, store: HubSQLite, accounts: [AccountID], time: SimulatedTime) {
    self.hub = hub
    self.store = store
    self.accounts = accounts
    self.time = time
  }

  func heard(_ notice: Hub.Notice) {
    self.notice.zones.merge(notice.zones) { max($0, $1) }
    self.notice.accounts.formUnion(notice.accounts)
  }

  var epoch: String { get throws { try store.read { try $0.state().epoch } } }

  /// Reads everything anew: at the beginning and after a restore.
  func reset(zones: [ZoneID]) throws {
    housed = []
    images = [:]
    spanning = []
    notice = Hub.Notice()
    let epoch = try epoch
    for zone in zones {
      guard let image = try read(zone) else { continue }
      images[zone] = image
      digests[Place(epoch: epoch, zone: zone, sequence: image.head)] = digest(image)
    }
  }

  private func read(_ zone: ZoneID) throws -> Image? {
    try store.read { reader in
      guard let found = try reader.zone(zone) else { return nil }
      var image = Image(head: found.head, isAlive: found.isAlive)
      if found.isAlive {
        for record in try reader.records(of: zone, after: nil, maxBytes: .max) {
          image.records[record.id] = record
        }
      }
      return image
    }
  }

  private func digest(_ image: Image) -> ZoneDigest {
    var digest = ZoneDigest()
    for record in image.records.values {
      digest.add(record.key, registers: record.registers.values)
    }
    return digest
  }

  /// Checks what the last call to the hub has committed.
  func check() throws {
    let notice = self.notice
    self.notice = Hub.Notice()
    defer { underWay = [] }
    guard !notice.isEmpty else { return }
    let before = images
    let epoch = try epoch
    for (zone, head) in notice.zones {
      guard let image = try read(zone) else { continue }
      try require(image.head == head, "13 gapless", "\(zone) announced \(head), is \(image.head)")
      let was = before[zone]?.head ?? 0
      if notice.zones.count == 1 || underWay.count == 1 {
        try require(
          image.head <= was + Int64(max(underWay.count, 1)), "gapless sequence", "\(was) \(head)")
      }
      images[zone] = image
      digests[Place(epoch: epoch, zone: zone, sequence: head)] = digest(image)
      try checkRecords(image, before: before[zone])
    }
    try noteSpanning(notice)
    try checkVanished(before: before)
    try checkAccounts()
    try checkInvites(in: Array(notice.zones.keys))
  }

  /// The parts of spanning change sets, as the log tells them.
  private func noteSpanning(_ notice: Hub.Notice) throws {
    for (zone, head) in notice.zones {
      let entries = try store.read {
        try $0.log(of: zone, after: max(0, head - 30), through: head, maxBytes: .max)
      }
      for entry in entries {
        let parts = try LogEntry(wireBytes: entry.bytes).parts
        if parts.count > 1, !spanning.contains(parts) { spanning.append(parts) }
      }
    }
  }

  private func checkRecords(_ image: Image, before: Image?) throws {
    let limit = time.milliseconds + HybridClock.maxAheadMilliseconds
    for (id, record) in image.records {
      guard let table = TestSchema.schema.table(record.table) else { continue }
      for reference in table.references {
        guard let value = record.registers[reference.register]?.value else { continue }
        for target in reference.targets(in: value) {
          try require(
            image.records[target]?.table == reference.target, "1 references stay in their zone",
            "\(record.key) → \(target)")
        }
      }
      for (name, register) in record.registers {
        try require(
          register.stamp.time.milliseconds <= limit, "stamps are never far in the future",
          "\(record.key).\(name)")
      }
      if record.table == "expenses" {
        let split = record.registers["split"]?.value ?? .null
        let owed = (split["shares"].list ?? []).reduce(0) { $0 + ($1["owed"].integer ?? 0) }
        try require(owed == split["total"].integer, "4 shares add up", "\(record.key)")
      }
      if record.table == "homes" {
        try require(
          record.registers["left"]?.value == record.registers["right"]?.value,
          "12 a change set is visible entirely", "\(record.key) on the hub")
      }
      if record.table == "items" {
        try require(
          record.registers["rank"]?.value == .integer(0), "9 hub-owned registers",
          "\(record.key)")
      }
      if let old = before?.records[id] { try checkTransition(old, record) }
    }
  }

  private func checkTransition(_ old: HubRecord, _ new: HubRecord) throws {
    try checkStamps(old, new)
    if new.table == "events" {
      try require(
        old.registers["what"]?.value == new.registers["what"]?.value, "append-only", "\(new.key)")
    }
    if new.table == "expenses", underWay.count == 1,
      let was = old.registers["split"]?.stamp.changeSet,
      let now = new.registers["split"]?.stamp.changeSet, was != now
    {
      let mutation = underWay[0].mutations.first { $0.key == new.key && $0.kind == .update }
      try require(
        mutation == nil || mutation?.bases["split"] == was,
        "an aggregate is changed on the version its author saw", "\(new.key) \(was) → \(now)")
    }
    if new.table == "items", old.diedAt == nil {
      let was = old.registers["claimedBy"]?.value ?? .null
      let now = new.registers["claimedBy"]?.value ?? .null
      let isReinserted =
        old.registers["name"]?.stamp != new.registers["name"]?.stamp
        && underWay.count > 1
      try require(
        was.isNull || now.isNull || was == now || isReinserted || underWay.count > 1,
        "8 at most one claim", "\(new.key) \(was) → \(now)")
    }
  }

  /// Where the last writer wins, a register's stamp never goes back while its record lives.
  private func checkStamps(_ old: HubRecord, _ new: HubRecord) throws {
    let isMadeAnew = underWay.flatMap(\.mutations).contains { mutation in
      mutation.key == new.key && (mutation.kind == .insert || mutation.kind == .delete)
    }
    guard !isMadeAnew else { return }
    for register in TestSchema.schema.table(new.table)?.registers ?? []
    where register.rule == .lastWriter {
      guard let was = old.registers[register.name]?.stamp,
        let now = new.registers[register.name]?.stamp
      else { continue }
      let isOlder =
        (now.time.bits, now.changeSet.replica, now.changeSet.number)
        < (was.time.bits, was.changeSet.replica, was.changeSet.number)
      try require(
        !isOlder, "the last writer wins", "\(new.key).\(register.name) \(was) → \(now)")
    }
  }

  /// Nothing disappears but by a mutation that names it, or with its home.
  private func checkVanished(before: [ZoneID: Image]) throws {
    var alive: [RecordID: ZoneID] = [:]
    for (zone, image) in images where image.isAlive {
      for id in image.records.keys {
        try require(alive[id] == nil, "ids are unique", "\(id) in \(zone) and \(alive[id] ?? "")")
        alive[id] = zone
      }
    }
    let named = Set(
      underWay.flatMap(\.mutations).filter { $0.kind == .delete }.map(\.id))
    for (zone, image) in before where image.isAlive {
      let isDead = images[zone]?.isAlive == false
      for (id, record) in image.records where alive[id] == nil {
        if TestSchema.schema.table(record.table)?.isHubOwned == true { continue }
        let mergedInto = try store.read { try $0.zone(zone)?.mergedInto }
        let isMerged = isDead && mergedInto != nil
        try require(
          TestSchema.schema.table(record.table)?.isAppendOnly != true || isDead,
          "what is append-only goes with its home alone", "\(record.key) of \(zone)")
        try require(
          named.contains(id) || (isDead && !isMerged), "14 nothing vanishes unnamed",
          "\(record.key) of \(zone)")
      }
    }
  }

  private func checkAccounts() throws {
    for account in accounts {
      let homes = try store.read { try $0.memberships(of: account) }
      if !homes.isEmpty { housed.insert(account) }
      try require(
        !homes.isEmpty || !housed.contains(account), "3 everyone has a home",
        "\(account) after \(underWay.map { "\($0.id) \($0.mutations.map { "\($0.kind) \($0.table)/\($0.id) in \($0.zone) to \($0.destination?.zone ?? "-")" })" })")
    }
  }

  private func checkInvites(in zones: [ZoneID]) throws {
    for zone in zones {
      try store.read { reader in
        for invite in try reader.invites(in: zone) {
          let redeemed = try accounts.count {
            try reader.hasRedeemed(invite.id, account: $0)
          }
          try require(
            invite.usedCount == redeemed && redeemed <= invite.maxUses, "7 invite uses",
            "\(invite.id) used \(invite.usedCount) by \(redeemed) of \(invite.maxUses)")
        }
        for grant in try reader.grants(in: zone) {
          let record = try reader.record(
            RecordPlace(zone: zone, id: UUIDs.v5(zone, grant.account)))
          try require(
            record?.isDead == false
              && record?.registers["role"]?.value == .text(grant.role.rawValue),
            "7 every membership is recorded", "\(grant.account) in \(zone)")
        }
      }
    }
  }
}
