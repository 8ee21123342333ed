import Hub
import Replica
import SQLite
import SyncProtocol

extension Simulation {
  // MARK: Judging, watched

  /// Lets the hub judge a push, and checks its answers against what held before.
  func judge(_ request: PushRequest, account: AccountID) throws -> PushResponse {
    let fresh = request.changeSets.filter { answers[$0.id] == nil }
    let reused = Set(request.changeSets.filter(isReused).map(\.id))
    let epoch = try store.read { try $0.state().epoch }
    var known: Set<ZoneID> = []
    let before = try store.read { reader in
      let zones = Set(fresh.flatMap { $0.mutations.flatMap(\.touchedZones) })
      var grants: [ZoneID: HubGrant] = [:]
      var heads: [ZoneID: Int64] = [:]
      for zone in zones {
        grants[zone] = try reader.grant(in: zone, for: account)
        guard let found = try reader.zone(zone) else { continue }
        known.insert(zone)
        if found.isAlive { heads[zone] = found.head }
      }
      return (grants, heads, try reader.accountSequence(of: account))
    }
    let givenUp = try givenUp(in: request)
    let (old, wasIn) = (answersUnseen, try zonesWithGrant(of: account))
    noteJudging(fresh, by: account)
    let paused = try pausedHeads()
    try upload(filesOf: request, as: account)
    let owned = try ownedRecords()
    let response = try tracedPush(request, as: account)
    try checkOwned(since: owned)
    guard case .answers(let list, _) = response else { return response }
    report.note(list)
    try require(
      try paused == nil || pausedHeads() == paused,
      "nothing is written to a shared home while sharing is paused", "\(account)")
    for (changeSet, answer) in zip(request.changeSets, list) {
      if reused.contains(changeSet.id) {
        try require(
          answer.refusalReason == .numberReused, "a number means one content for ever",
          "\(changeSet.id) \(answer)")
        continue
      }
      if answer.refusalReason == .numberReused { noteUnseen(changeSet.id) }
      if givenUp.contains(changeSet.id) || answer.refusalReason == .numberReused { continue }
      if answer == .wait { try checkWait(changeSet, request) }
      if answer == .wait || answer == .paused { continue }
      if let old = answers[changeSet.id] {
        try require(
          old == answer || answer == .accepted([:]), "13 the same answer", "\(changeSet.id)")
        continue
      }
      answers[changeSet.id] = answer
      written[changeSet.id] = changeSet
      if let author = authors[changeSet.id] { fates[Written(author, changeSet)] = answer }
      judgedAt[changeSet.id] = time.milliseconds
      answersUnseen.remove(changeSet.id)
      if old.contains(changeSet.id), mayBeOld(answer, heads: before.1) {
        judgedSince[changeSet.id] = firstSentAt[changeSet.id]
        if case .refused = answer { everRefused.insert(changeSet.id) }
        continue
      }
      if case .refused(let refusal) = answer {
        everRefused.insert(changeSet.id)
        try checkRefused(changeSet, refusal, account: account)
      }
      guard case .accepted(let parts) = answer else { continue }
      // What others have handed back for its author was judged in another life of the hub.
      if hasRestored, try wasHandedBack(changeSet.id) { continue }
      try checkReach(changeSet, parts, account: account, wasIn: wasIn)
      try subject.checkAccepted(changeSet, by: account, self)
      try require(request.epoch == epoch, "an old epoch is refused", "\(changeSet.id)")
      try checkAccepted(
        changeSet, grants: before.0, heads: before.1, accountSequence: before.2, known: known,
        isAlone: fresh.count == 1)
    }
    return response
  }

  private func noteJudging(_ fresh: [ChangeSet], by account: AccountID) {
    oracle.underWay = fresh
    oracle.judging = fresh
    oracle.author = account
    answersUnseen.formUnion(fresh.map(\.id))
    for id in fresh.map(\.id) { firstSentAt[id, default: time.milliseconds] += 0 }
  }

  /// Read anew when anything was changed at the hub.
  private func ownedRecords() throws -> [AccountID: Int] {
    let changes = store.connection.totalChanges
    if let owned, owned.changes == changes { return owned.counts }
    let counts = try store.read { try $0.ownedRecordCounts(of: accounts) }
    owned = (changes, counts)
    return counts
  }

  /// Nobody's records grow beyond what he may own by what is pushed.
  private func checkOwned(since before: [AccountID: Int]) throws {
    for (account, count) in try ownedRecords() {
      try require(
        count <= max(before[account] ?? 0, maxOwnedRecords),
        "nobody owns more records than an account may", "\(account): \(count)")
    }
  }

  /// While sharing is paused: the heads of all zones of more than one account.
  private func pausedHeads() throws -> [ZoneID: Int64]? {
    guard try hub.sharingFlag().state == .killed else { return nil }
    return try store.read { reader in
      try zones.reduce(into: [:]) { heads, zone in
        guard try reader.grants(in: zone).count > 1 else { return }
        heads[zone] = try reader.zone(zone)?.head
      }
    }
  }

  /// Whether the hub may have given the answer before a crash that nobody heard it for: what held
  /// then is not known any more.
  private func mayBeOld(_ answer: Answer, heads: [ZoneID: Int64]) -> Bool {
    guard case .accepted(let parts) = answer else { return true }
    return parts.allSatisfy { zone, sequence in heads[zone].map { sequence <= $0 } ?? true }
  }

  /// The zones in which an account is, also those that are deleted.
  private func zonesWithGrant(of account: AccountID) throws -> Set<ZoneID> {
    Set(
      try store.connection.query(
        "SELECT zoneID FROM grants WHERE accountID = ?", .text(account)
      ) { $0.text(0) })
  }

  /// What was changed lies where the author may write, or follows from that; of what follows
  /// elsewhere they are told nothing.
  private func checkReach(
    _ changeSet: ChangeSet, _ parts: [ZoneID: Int64], account: AccountID, wasIn: Set<ZoneID>
  ) throws {
    let toldOf = wasIn.union(try zonesWithGrant(of: account))
    try require(
      toldOf.isSuperset(of: parts.keys), "an answer names only zones that its author is in",
      "\(changeSet.id) by \(account): \(Set(parts.keys).subtracting(toldOf).sorted())")
    try store.read { reader in
      // What is not told was reached all the same.
      let stored = try reader.judged(changeSet.id)?.answer?.reached ?? []
      for zone in Set(parts.keys).union(stored) {
        let role = try reader.grant(in: zone, for: account)?.role
        if role?.canWrite == true || (role != nil && isOpenToReaders(changeSet, in: zone)) {
          continue
        }
        if subject.follows(changeSet, in: zone) { continue }
        // Unless the hub has made it, for somebody who was left without one.
        let owner = try reader.grants(in: zone).first?.account ?? ""
        try require(
          UUIDs.v5(owner, changeSet.id.description) == zone, "9 only who may write is heard",
          "\(changeSet.id) reached \(zone)")
      }
    }
  }

  /// A refusal has its reason: nothing is refused that could have followed its record.
  private func checkRefused(
    _ changeSet: ChangeSet, _ refusal: Refusal, account: AccountID
  ) throws {
    try subject.checkRefused(changeSet, refusal, by: account, self)
    guard let key = refusal.record else { return }
    let canWrite = { (reader: any HubReader, zone: ZoneID) in
      try reader.zone(zone)?.isAlive == true
        && reader.grant(in: zone, for: account)?.role.canWrite == true
    }
    try store.read { reader in
      guard let mutation = changeSet.mutations.first(where: { $0.key == key }) else { return }
      switch refusal.reason {
      case .gone where mutation.kind == .update || mutation.kind == .move:
        let live = try reader.places(of: key.id).filter { !$0.isDead }
        // A later change set of the same push may have brought it back.
        let isBack = oracle.judging.contains { other in
          other.id > changeSet.id
            && other.mutations.contains {
              ($0.key == key && $0.kind == .insert)
                || revives(key.table, $0.table)
            }
        }
        try require(
          isBack || !live.contains { try canWrite(reader, $0.zone) },
          "late changes follow a record",
          "\(changeSet.id) \(key)")
      case .zoneGone where mutation.kind == .insert:
        var zone: ZoneID? = mutation.zone
        while let id = zone, let found = try reader.zone(id), !found.isAlive {
          zone = found.mergedInto
          if let next = zone, try reader.grant(in: next, for: account)?.role.canWrite != true {
            return
          }
        }
        try require(zone == nil, "late inserts follow a merge", "\(changeSet.id) \(key)")
      case .stale:
        // What an edit is based on has written what it edits. Where a restored hub has forgotten
        // that, a device that was put back may have given its number to something else: the hub
        // does not have what the person saw, and rightly tells them that their edit did not fit.
        guard let base = mutation.bases[refusal.detail], let was = written[base],
          answers[base] != nil, !hasRestored || !givenTwice.contains(base)
        else { return }
        try require(
          was.mutations.contains { $0.key == key } || was.mutations.contains { $0.kind == .delete },
          "a base is a version of what it is the base of", "\(changeSet.id) \(key) \(base)")
      case .regranted:
        let wasOut =
          hasRestored || lostGrants.contains("\(account) \(mutation.zone)")
          || subject.hasLost(account, mutation.zone)
          || mutation.destination.map { lostGrants.contains("\(account) \($0.zone)") } == true
        try require(
          wasOut || changeSet.id.replica.hasPrefix("evil"),
          "only a grant that was taken back refuses", "\(changeSet.id) in \(mutation.zone)")
      default: return
      }
    }
  }

  /// What a device writes is later than what it has seen.
  func checkCausality(_ device: SimulatedDevice, _ changeSet: ChangeSet) throws {
    guard device.replica.epoch == oracle.epoch else { return }
    let id = changeSet.id
    let zones = try device.zones
    for mutation in changeSet.mutations where mutation.kind == .update {
      // Of a restored hub it has seen nothing before it has pulled from it.
      guard let row = zones.first(where: { $0.id == mutation.zone && $0.isCurrent }),
        let image = oracle.images[mutation.zone], image.head == row.sequence
      else { continue }
      for name in mutation.registers.keys {
        guard let seen = image.records[mutation.id]?.record.registers[name]?.stamp else { continue }
        try require(
          changeSet.time > seen.time, "a write is later than what its author saw",
          "\(id) \(mutation.key).\(name)")
      }
    }
  }

  /// The hub had judged the number in a push of which nobody saw the answer.
  private func noteUnseen(_ id: ChangeSetID) {
    for changeSet in sentRequests.flatMap(\.0.changeSets) where changeSet.id == id {
      writtenUnseen.formUnion(changeSet.mutations.map(\.id))
    }
  }

  /// Whether its number was judged with other content.
  func isReused(_ changeSet: ChangeSet) -> Bool {
    answers[changeSet.id] != nil && differs(changeSet)
  }

  /// Whether its number was sent with other content; preconditions are no part of it.
  func differs(_ changeSet: ChangeSet) -> Bool {
    guard var was = written[changeSet.id] else { return false }
    var now = changeSet
    (was.preconditions, now.preconditions) = ([], [])
    return was != now
  }

  private func checkAccepted(
    _ changeSet: ChangeSet, grants: [ZoneID: HubGrant], heads: [ZoneID: Int64],
    accountSequence: Int64, known: Set<ZoneID>, isAlone: Bool
  ) throws {
    for zone in Set(changeSet.mutations.flatMap(\.writtenZones)) where known.contains(zone) {
      let grant = grants[zone]
      try require(
        grant?.role.canWrite == true || (grant != nil && isOpenToReaders(changeSet, in: zone)),
        "9 only who may write is heard", "\(changeSet.id) in \(zone)")
      try require(
        grant?.grantID == changeSet.grants[zone], "a write of an older grant is parked",
        "\(changeSet.id) in \(zone)")
    }
    for zone in Set(changeSet.mutations.compactMap(\.destination?.zone)) where known.contains(zone)
    {
      // A new record may name where a former one of its author's has gone.
      let isSuccession = changeSet.mutations.contains {
        $0.kind == .insert && $0.destination?.zone == zone
      }
      try require(
        isSuccession || grants[zone]?.role.canWrite == true, "9 only who may write is heard",
        "\(changeSet.id) to \(zone)")
    }
    try checkUpdated(changeSet)
    guard isAlone else { return }
    for precondition in changeSet.preconditions {
      switch precondition {
      case .zone(let zone, let head):
        try require(
          heads[zone] == nil || heads[zone] == head, "preconditions hold", "\(changeSet.id)")
      case .account(let sequence):
        try require(sequence == accountSequence, "preconditions hold", "\(changeSet.id) account")
      }
    }
  }

  /// What an accepted update names is there: it has not gone to another record in its place.
  private func checkUpdated(_ changeSet: ChangeSet) throws {
    let deleted = Set(
      oracle.judging.flatMap(\.mutations).filter { $0.kind == .delete }.map(\.id))
    try store.read { reader in
      for mutation in changeSet.mutations
      where mutation.kind == .insert && mutation.table == "settlements"
        && !deleted.contains(mutation.id)
      {
        let record = try reader.record(RecordPlace(zone: mutation.zone, id: mutation.id))
        guard let record, !record.isDead else { continue }
        try require(
          mutation.registers["money"].map { $0 == record.registers["money"]?.value } ?? true,
          "what loses is told", "\(changeSet.id) \(mutation.key)")
      }
      for mutation in changeSet.mutations
      where mutation.kind == .update && !deleted.contains(mutation.id) {
        try require(
          reader.places(of: mutation.id).contains { !$0.isDead },
          "an update is for the record it names", "\(changeSet.id) \(mutation.key)")
      }
    }
  }

  // MARK: Devices

  /// What a person sees, at any moment.
  func checkView(_ device: SimulatedDevice) throws {
    guard !device.hasOpenRehearsal else { return }
    try device.whenChanged { try subject.checkView(device) }
    try checkCut(device)
  }

  /// What the engine's tables show.
  static func checkTestView(_ device: SimulatedDevice) throws {
    let db = device.connection
    let torn = try db.first("SELECT id FROM homes WHERE left <> right") { $0.text(0) }
    try require(torn == nil, "12 a change set is visible entirely", "\(device.name) \(torn ?? "")")
    let wrong = try db.first(
      """
      SELECT expenses.id FROM expenses WHERE total <>
        (SELECT coalesce(sum(owed), 0) FROM shares WHERE expenseID = expenses.id)
      """
    ) { $0.text(0) }
    try require(wrong == nil, "4 shares add up", "\(device.name) \(wrong ?? "")")
    let foreign = try db.first(
      "SELECT id FROM items WHERE homeID NOT IN (SELECT id FROM syncZones)"
    ) { $0.text(0) }
    try require(foreign == nil, "10 only zones it may read", "\(device.name) \(foreign ?? "")")
  }

  /// Whether what somebody writes to one table may bring back a record of another.
  private func revives(_ target: String, _ table: String) -> Bool {
    subject.schema.table(table)?.references.contains { reference in
      guard case .revive = reference.rule else { return false }
      return reference.target == target
    } ?? false
  }

  /// The zones a device shows are of one moment: a change set that spans them is in all or in none.
  private func checkCut(_ device: SimulatedDevice) throws {
    guard device.replica.epoch == oracle.epoch else { return }
    guard !oracle.spanning.isEmpty else { return }
    let left = try device.leftBehind
    var sequences: [ZoneID: Int64] = [:]
    for zone in try device.zones where zone.isCurrent {
      sequences[zone.id] = zone.sequence
    }
    for parts in oracle.spanning {
      var isSeen: Bool?
      for (zone, sequence) in parts {
        // One that was taken anew in vain is left behind, and the others have gone on.
        guard let shown = sequences[zone], !left.contains(zone) else { continue }
        try require(
          isSeen == nil || isSeen == (shown >= sequence),
          "12 a change set is visible in all its zones", "\(device.name) \(parts)")
        isSeen = shown >= sequence
      }
    }
  }

  /// What a device holds as confirmed is what the hub was at that sequence.
  func checkDevice(_ device: SimulatedDevice) throws {
    let epoch = device.replica.epoch
    guard !epoch.isEmpty, !device.hasOpenRehearsal else { return }
    try subject.checkDevice(device)
    let left = try device.leftBehind
    for (zone, (sequence, digest)) in try device.replica.confirmedDigests() {
      let place = HubOracle.Place(epoch: epoch, zone: zone, sequence: sequence)
      // What went from it to others that have gone on is there and not here.
      guard !left.contains(zone), let expected = oracle.digests[place] else { continue }
      try require(
        digest == expected, "11 a replica shows what the hub was",
        "\(device.name) \(zone) at \(sequence): \(digest.recordCount) of \(expected.recordCount)")
    }
  }
}

extension Mutation {
  var touchedZones: [ZoneID] { destination.map { [zone, $0.zone] } ?? [zone] }
  /// Zones its author must have been able to write in when he wrote it.
  var writtenZones: [ZoneID] {
    kind == .move ? touchedZones : [zone]
  }
}

extension Simulation {
  /// Whether what it does in a zone is what those may who only read there: its author says who they
  /// are, or adds where the schema lets readers add.
  fileprivate func isOpenToReaders(_ changeSet: ChangeSet, in zone: ZoneID) -> Bool {
    isClaim(changeSet)
      || changeSet.mutations.filter { $0.touchedZones.contains(zone) }.allSatisfy { mutation in
        mutation.kind == .insert
          && subject.toldSchema.table(mutation.table)?.insertRole == .readOnly
      }
  }

  /// Whether its author says who they are, and nothing else.
  fileprivate func isClaim(_ changeSet: ChangeSet) -> Bool {
    changeSet.mutations.allSatisfy { mutation in
      let table = subject.schema.table(mutation.table)
      return mutation.kind == .update && !mutation.registers.isEmpty
        && mutation.registers.keys.allSatisfy { table?.register($0)?.rule == .claim }
    }
  }
}
