import Hub
import HubSQLite
import SyncProtocol

/// Watches the hub from outside: after every commit it reads what has changed and checks what must
/// hold. It knows what may happen, not how the hub does it.
final class HubOracle {
  struct Place: Hashable {
    let epoch: String
    let zone: ZoneID
    let sequence: Int64
  }

  let hub: Hub
  let store: HubSQLite
  let subject: any SimulatedSubject
  let accounts: [AccountID]
  let time: SimulatedTime
  private(set) var images: [ZoneID: Image] = [:]
  /// The zone of each live record.
  private var alive: [RecordID: ZoneID] = [:]
  /// The hub's epoch. Only a restore changes it.
  private(set) var epoch = ""
  private(set) var digests: [Place: ZoneDigest] = [:]
  /// The head of each zone up to which its log was looked through, in this epoch.
  private var lookedThrough: [ZoneID: Int64] = [:]
  /// The parts of change sets that span zones, in this epoch.
  private(set) var spanning: [[ZoneID: Int64]] = []
  /// The ids that were worked out, by zone and account.
  private var participants: [RecordPlace: RecordID] = [:]
  private var notice = Hub.Notice()
  /// Accounts that have had a home: from then on they always have one.
  private var housed: Set<AccountID> = []
  /// Zones that were deleted, as they were then.
  var lost: [ZoneID: LostZone] = [:]
  /// Change sets judged now, whose mutations account for what disappears.
  var underWay: [ChangeSet] = []
  /// The change sets of the push that is being judged, and who sent it.
  var judging: [ChangeSet] = []
  var author: AccountID?
  /// Whether the hub is being handed back what a restore has lost.
  var isHandedBack = false

  init(
    hub: Hub, store: HubSQLite, subject: any SimulatedSubject, accounts: [AccountID],
    time: SimulatedTime
  ) throws {
    self.hub = hub
    self.subject = subject
    self.store = store
    self.accounts = accounts
    self.time = time
    epoch = try store.read { try $0.state().epoch }
  }

  func heard(_ notice: Hub.Notice) {
    self.notice.zones.merge(notice.zones) { max($0, $1) }
    self.notice.accounts.formUnion(notice.accounts)
  }

  /// Reads everything anew: at the beginning and after a restore.
  func reset(zones: [ZoneID]) throws {
    housed = []
    lost = [:]
    images = [:]
    alive = [:]
    spanning = []
    lookedThrough = [:]
    notice = Hub.Notice()
    try store.read { reader in
      epoch = try reader.state().epoch
      var changes: [Change] = []
      for zone in zones {
        guard let image = try read(zone, after: nil, reader, &changes) else { continue }
        note(image, zone)
      }
      for change in changes {
        if let record = change.new?.record { alive[record.id] = change.zone }
      }
    }
  }

  private func note(_ image: Image, _ zone: ZoneID) {
    images[zone] = image
    digests[Place(epoch: epoch, zone: zone, sequence: image.head)] = image.digest
  }

  /// Checks what the last call to the hub has committed. Looks at a commit once, and at all of it:
  /// the hub must not crash meanwhile.
  func check() throws {
    precondition(store.connection.injectedFailure == nil, "a look at the hub was to be cut short")
    let notice = self.notice
    self.notice = Hub.Notice()
    defer { (underWay, author, isHandedBack) = ([], nil, false) }
    guard !notice.isEmpty else { return }
    try store.read { try check(notice, $0) }
  }

  private func check(_ notice: Hub.Notice, _ reader: any HubReader) throws {
    let found = try reader.state().epoch
    try require(found == epoch, "an epoch lasts until a restore", "\(epoch), is \(found)")
    var changes: [Change] = []
    var dead: Set<ZoneID> = []
    for (zone, head) in notice.zones {
      let before = images[zone]
      guard let image = try read(zone, after: before, reader, &changes) else { continue }
      try require(image.head == head, "13 gapless", "\(zone) announced \(head), is \(image.head)")
      let was = before?.head ?? 0
      if notice.zones.count == 1 || underWay.count == 1 {
        try require(
          image.head <= was + Int64(max(underWay.count, 1)), "gapless sequence", "\(was) \(head)")
      }
      if before?.isAlive == true, !image.isAlive { dead.insert(zone) }
      try noteFate(of: zone, before, image, reader)
      note(image, zone)
      try checkReferences(image)
      try subject.check(image, before: before, self)
    }
    for change in changes {
      guard let new = change.new?.record else { continue }
      try checkRecord(new)
      guard let old = change.old?.record else { continue }
      try checkStamps(old, new)
      let owners = try reader.grants(in: change.zone).filter { $0.role == .owner }.map(\.account)
      try subject.check(old, new, owners: Set(owners), self)
    }
    try noteSpanning(notice, reader)
    try checkVanished(changes, dead: dead, reader)
    try checkAccounts()
    try checkInvites(in: Array(notice.zones.keys), reader)
  }

  /// The parts of spanning change sets, as the log tells them.
  private func noteSpanning(_ notice: Hub.Notice, _ reader: any HubReader) throws {
    for (zone, head) in notice.zones {
      let from = max(0, head - 30, lookedThrough[zone] ?? 0)
      lookedThrough[zone] = head
      for entry in try reader.log(of: zone, after: from, through: head, maxBytes: .max) {
        try require(
          entry.bytes.count < subject.maxWrittenBytes + 600,
          "whatever is accepted can be told", "\(zone) \(entry.sequence): \(entry.bytes.count)")
        let parts = try LogEntry(wireBytes: entry.bytes).parts
        if parts.count > 1, !spanning.contains(parts) { spanning.append(parts) }
      }
    }
  }

  private func checkReferences(_ image: Image) throws {
    for watched in image.records.values {
      for target in watched.targets {
        try require(
          image.records[target.id]?.record.table == target.table,
          "1 references stay in their zone", "\(watched.record.key) → \(target.id)")
      }
    }
  }

  /// What holds for a record by itself. Time only goes on: what was right and stays as it is stays
  /// right.
  private func checkRecord(_ record: HubRecord) throws {
    let limit = time.milliseconds + HybridClock.maxAheadMilliseconds
    for (name, register) in record.registers {
      try require(
        register.stamp.time.milliseconds <= limit, "stamps are never far in the future",
        "\(record.key).\(name)")
    }
    try subject.check(record)
  }

  /// Where the last writer wins, a register's stamp never goes back while its record lives.
  private func checkStamps(_ old: HubRecord, _ new: HubRecord) throws {
    let isMadeAnew = underWay.contains { changeSet in
      changeSet.mutations.contains { mutation in
        (mutation.kind == .insert || mutation.kind == .delete) && mutation.key == new.key
      }
    }
    guard !isMadeAnew else { return }
    for register in subject.schema.table(new.table)?.registers ?? []
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

  /// Nothing disappears but by a mutation that names it, or with its home. No id is in two zones.
  ///
  /// - Parameter dead: the zones that are gone since.
  private func checkVanished(
    _ changes: [Change], dead: Set<ZoneID>, _ reader: any HubReader
  ) throws {
    let removed = changes.compactMap { change in
      change.new == nil ? change.old.map { (change.zone, $0.record) } : nil
    }
    for (zone, record) in removed where alive[record.id] == zone { alive[record.id] = nil }
    for change in changes {
      guard let id = change.new?.record.id else { continue }
      try require(
        alive[id] == nil || alive[id] == change.zone, "ids are unique",
        "\(id) in \(change.zone) and \(alive[id] ?? "")")
      alive[id] = change.zone
    }
    let named = Set(
      underWay.flatMap(\.mutations).filter { $0.kind == .delete }.map(\.id))
    for (zone, record) in removed where alive[record.id] == nil {
      let table = subject.schema.table(record.table)
      if table?.isHubOwned == true { continue }
      let isDead = dead.contains(zone)
      let mergedInto = try reader.zone(zone)?.mergedInto
      try require(
        table?.isAppendOnly != true || isDead,
        "what is append-only goes with its home alone", "\(record.key) of \(zone)")
      try require(
        named.contains(record.id) || (isDead && mergedInto == nil)
          || hasDiedElsewhere(record, reader), "14 nothing vanishes unnamed",
        "\(record.key) of \(zone)")
    }
  }

  /// Whether a record has gone to where it died: a restored hub may be told first that it died
  /// there, by its name, and then that it went there.
  private func hasDiedElsewhere(_ record: HubRecord, _ reader: any HubReader) throws -> Bool {
    let trail = try reader.record(record.place)?.movedTo
    guard let trail, trail.id == record.id, trail.zone != record.zone else { return false }
    return try reader.record(trail)?.isDead == true
  }

  private func checkAccounts() throws {
    for account in accounts {
      let hasHome = try hasHome(account)
      if hasHome { housed.insert(account) }
      try require(
        hasHome || !housed.contains(account), "3 everyone has a home",
        "\(account) after \(underWay.map { "\($0.id) \($0.mutations.map { "\($0.kind) \($0.table)/\($0.id) in \($0.zone) to \($0.destination?.zone ?? "-")" })" })"
      )
    }
  }

  private func checkInvites(in zones: [ZoneID], _ reader: any HubReader) throws {
    for zone in zones {
      for invite in try reader.invites(in: zone) {
        let redeemed = try redemptionCount(of: invite.id)
        try require(
          invite.usedCount == redeemed && redeemed <= invite.maxUses, "7 invite uses",
          "\(invite.id) used \(invite.usedCount) by \(redeemed) of \(invite.maxUses)")
      }
      for grant in try reader.grants(in: zone) {
        let id = participantID(grant.account, in: zone)
        let record =
          try images[zone]?.records[id]?.record ?? reader.record(.init(zone: zone, id: id))
        try require(
          record?.isDead == false
            && record?.registers["role"]?.value == .text(grant.role.rawValue),
          "7 every membership is recorded", "\(grant.account) in \(zone)")
      }
    }
  }

  /// The id of the record that tells of a membership.
  private func participantID(_ account: AccountID, in zone: ZoneID) -> RecordID {
    let place = RecordPlace(zone: zone, id: account)
    if let known = participants[place] { return known }
    let id = UUIDs.v5(zone, account)
    participants[place] = id
    return id
  }
}
