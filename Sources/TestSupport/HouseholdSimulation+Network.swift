import Household
import Hub
import Replica
import SyncProtocol
import Things

/// What the devices of a household and their hub have to say to each other.
extension HouseholdSimulation {
  /// Lets the hub judge a push. What it once answered it answers again.
  func judge(_ request: PushRequest, account: AccountID) throws -> PushResponse {
    let heads = try pausedHeads()
    let givenUp = try givenUp(in: request)
    // Files go before the rows that name them.
    for table in hub.schema.tables where !table.blobRegisters.isEmpty {
      for mutation in request.changeSets.flatMap(\.mutations) where mutation.table == table.name {
        for file in table.blobs(in: mutation.registers).sorted() {
          try hub.noteUpload(of: file, by: account)
        }
      }
    }
    let response = try hub.push(request, as: account)
    try require(
      try heads == nil || pausedHeads() == heads,
      "nothing is written to a shared home while sharing is paused", account)
    guard case .answers(let list, _) = response else { return response }
    report.note(list)
    for (changeSet, answer) in zip(request.changeSets, list)
    where answer != .wait && !givenUp.contains(changeSet.id) {
      if answer == .paused {
        paused.insert(changeSet.id)
        continue
      }
      if let old = answers[changeSet.id] {
        try require(
          old == answer || answer == .accepted([:]), "13 the same answer", "\(changeSet.id)")
        continue
      }
      answers[changeSet.id] = answer
      if case .refused(let refusal) = answer { try checkRefused(changeSet, refusal) }
    }
    return response
  }

  /// While sharing is paused: the heads of all homes of more than one account.
  private func pausedHeads() throws -> [ZoneID: Int64]? {
    guard try hub.sharingFlag().state == .killed else { return nil }
    return try store.read { reader in
      var heads: [ZoneID: Int64] = [:]
      for account in accounts {
        for (_, zone) in try reader.memberships(of: account) where heads[zone.id] == nil {
          if try reader.grants(in: zone.id).count > 1 { heads[zone.id] = zone.head }
        }
      }
      return heads
    }
  }

  /// A use case writes nothing that the hub takes from nobody.
  private func checkRefused(_ changeSet: ChangeSet, _ refusal: Refusal) throws {
    switch refusal.reason {
    case .permission, .readOnly, .regranted, .zoneGone, .gone, .parentGone, .unseenChildren,
      .lastZone, .precondition:
      return
    case .unknown:
      // What brought the record here, or what it refers to, was refused, and with it this.
      let ids = [refusal.record?.id, refusal.detail]
      if ids.contains(where: { wasRefused([.insert, .move], of: $0, before: changeSet.id) }) {
        return
      }
    case .exists:
      // It was deleted and brought back, and the deletion was refused.
      if wasRefused([.delete], of: refusal.record?.id, before: changeSet.id) { return }
      // It was deleted, and brought back by two at once.
      if acceptedInserts(of: refusal.record?.id) > 1 { return }
    case .combined:
      // It was written before its author heard of the merge, which may be their own.
      if merges > 0 || wasCombined(refusal.record?.id) { return }
    case .invalid:
      // Two at once have put places into each other: one alone would have been right.
      if refusal.detail.hasPrefix("parentID: "), othersPut(refusal.record, changeSet.id.replica) {
        return
      }
    case .stale, .claimed, .hubOwned, .appendOnly, .unknownType, .limit,
      .notInvited, .lost, .paused, .numberReused, .unrecognised:
      break
    }
    throw SimulationFailure(
      "a use case writes what the hub takes",
      "\(changeSet.id) \(refusal); \(story(of: refusal.record?.id)); \(story(of: refusal.detail))")
  }

  private func acceptedInserts(of record: RecordID?) -> Int {
    sent.values.count { changeSet in
      guard case .accepted? = answers[changeSet.id] else { return false }
      return changeSet.mutations.contains { $0.id == record && $0.kind == .insert }
    }
  }

  /// Whether somebody else has put a place of the same table elsewhere.
  private func othersPut(_ key: RecordKey?, _ replica: String) -> Bool {
    sent.values.contains { changeSet in
      guard changeSet.id.replica != replica, case .accepted? = answers[changeSet.id] else {
        return false
      }
      return changeSet.mutations.contains {
        $0.table == key?.table && $0.registers["parentID"] != nil
      }
    }
  }

  private func wasCombined(_ record: RecordID?) -> Bool {
    sent.values.contains { changeSet in
      guard case .accepted? = answers[changeSet.id] else { return false }
      return changeSet.mutations.contains { $0.id == record && $0.destination != nil }
    }
  }

  /// What all replicas have sent of a record, and how it was answered.
  private func story(of record: RecordID?) -> String {
    let told = sent.values.sorted { $0.id.description < $1.id.description }.flatMap { changeSet in
      changeSet.mutations.filter { $0.id == record }.map { mutation in
        let answer = answers[changeSet.id].map { "\($0)" } ?? "no answer"
        return "\(changeSet.id) \(mutation.kind) in \(mutation.zone): \(answer)"
      }
    }
    return told.joined(separator: "; ")
  }

  /// Whether the hub has refused an earlier change set of the same replica that did this, or it was
  /// given up beside the hub, since sharing was paused.
  private func wasRefused(
    _ kinds: Set<Mutation.Kind>, of record: RecordID?, before id: ChangeSetID
  ) -> Bool {
    sent.values.contains { earlier in
      guard earlier.id.replica == id.replica, earlier.id < id else { return false }
      switch answers[earlier.id] {
      case .refused: break
      case nil where paused.contains(earlier.id): break
      default: return false
      }
      return earlier.mutations.contains { kinds.contains($0.kind) && $0.id == record }
    }
  }

  func note(_ request: PushRequest, _ device: SimulatedDevice) {
    sentRequests.append((request, device.account))
    for changeSet in request.changeSets { sent[changeSet.id] = changeSet }
  }

  // MARK: Syncing

  func sync(_ device: SimulatedDevice, isFaulty: Bool) throws {
    guard !device.isAwaiting else { return }
    if try device.replica.confirmationRequest() != nil {
      try sendConfirmation(device, isFaulty: isFaulty)
    }
    if !isFaulty || random.chance(0.6) { try push(device, isFaulty: isFaulty) }
    try pull(device, isFaulty: isFaulty)
    // As the program does where a replica is kept beside the hub.
    if !isFaulty || random.chance(0.5) {
      try write(device, "addDefaults") { transaction in
        for home in try AddDefaults.pending(in: transaction) {
          try AddDefaults(homeID: home)(transaction)
        }
      }
    }
    if !isFaulty || random.chance(0.8) { try work(device, isFaulty: isFaulty) }
  }

  private func push(_ device: SimulatedDevice, isFaulty: Bool) throws {
    for _ in 0..<(isFaulty ? 1 : 20) {
      let limit = random.pick([1, 3, 25])!
      guard let request = try device.replica.nextPush(maxChangeSets: limit) else { return }
      note(request, device)
      try call(device, isFaulty: isFaulty) { [unowned self] in
        try judge(request, account: device.account)
      } answer: { replica, response in
        try replica.receive(response, to: request)
      }
      if isFaulty { return }
      if try device.replica.nextPush(maxChangeSets: 1)?.changeSets.first == request.changeSets.first
      {
        return
      }
    }
  }

  func pull(_ device: SimulatedDevice, isFaulty: Bool) throws {
    for _ in 0..<(isFaulty ? random.number(1..<4) : 60) {
      let size = random.pick([1, 2000, 1 << 20])!
      let request = try device.replica.nextPull(maxBytes: size)
      var progress: PullProgress?
      try call(device, isFaulty: isFaulty) { [unowned self] in
        try hub.pull(request, as: device.account)
      } answer: { replica, response in
        progress = try replica.receive(response, to: request)
      }
      if progress == .done { return }
    }
    // As `ReplicaFile` does when an answer is lost: another pull begins anew.
    if device.isBeside { device.replica.abandonPull() }
  }

  // MARK: Hub-confirmed transactions

  /// Writes with the hub's word for it, on a device.
  func confirm(
    _ device: SimulatedDevice, relyingOn reliance: Replica.Reliance,
    _ body: (WriteTransaction) throws -> Void
  ) throws {
    guard !device.isBeside else {
      try writeBeside(device, relyingOn: reliance, body)
      return
    }
    guard try device.replica.isConfirmed(),
      let outcome = try device.run(
        crashAfter: random.chance(0.03) ? random.number(0..<40) : nil,
        { replica in try replica.prepare(relyingOn: reliance, body) }),
      outcome.hasChanges, random.chance(0.9)
    else { return }
    try sendConfirmation(device, isFaulty: random.chance(0.2))
    if random.chance(0.8) { try pull(device, isFaulty: false) }
  }

  func sendConfirmation(_ device: SimulatedDevice, isFaulty: Bool) throws {
    guard let request = try device.replica.confirmationRequest() else { return }
    note(request, device)
    try call(device, isFaulty: isFaulty) { [unowned self] in
      try judge(request, account: device.account)
    } answer: { [unowned self] replica, response in
      switch try replica.receiveConfirmation(response, to: request) {
      case .wait, .paused: break
      case .accepted: fault("confirmed")
      case .refused(let refusal):
        report.parked["confirmation \(refusal.reason.rawValue)", default: 0] += 1
      }
    }
  }

  /// Does what its person wants to get done with the hub's word for it.
  private func work(_ device: SimulatedDevice, isFaulty: Bool) throws {
    guard try device.replica.isConfirmed() else { return }
    switch device.task {
    case .deleteHome(let home): try delete(home, device)
    case .merge(let source, let target): try merge(source, into: target, device)
    case .decide, nil:
      if let id = memories[device.name]?.regretted { try undoMerge(id, device) }
    }
  }

  /// Deletes a home when everything of it is known.
  private func delete(_ home: ZoneID, _ device: SimulatedDevice) throws {
    guard try device.zones.contains(where: { $0.id == home }), device.tries < 8 else {
      device.task = nil
      return
    }
    device.tries += 1
    do {
      try confirm(device, relyingOn: .init(zones: [home], accountList: true)) {
        try DeleteHome(homeID: home)($0)
      }
    } catch ReplicaError.pendingChanges {
      return
    } catch ReplicaError.parkedChanges {
      device.task = nil
    } catch  where Self.isRefusal(error) {
      report.parked["deleteHome not done", default: 0] += 1
      device.task = nil
    }
  }

  // MARK: Sharing

  func makeInvite(in home: ZoneID, by owner: AccountID, role: Role, uses: Int) throws {
    let id = "invite-\(random.next())"
    let life = Int64(random.number(60_000..<1_800_000))
    try hub.createInvite(
      Invite(
        id: id, zone: home, role: role, createdBy: owner, createdAt: time.milliseconds,
        expiresAt: time.milliseconds + life, maxUses: uses, tokenHash: "t\(id)",
        codeHash: "c\(id)"))
    invites.append(id)
  }

  func share() throws {
    guard let home = random.pick(try liveHomes()),
      let owner = try store.read({ try $0.grants(in: home) }).first(where: { $0.role == .owner })
    else { return }
    let other = random.pick(accounts)!
    _ = try atHub(isFaulty: random.chance(0.5)) {
      do {
        switch random.number(0..<7) {
        case 0:
          try hub.remove(other, from: home, by: owner.account)
          fault("removed")
        case 1:
          let role = random.pick([Role.readWrite, .readOnly])!
          try hub.setRole(role, of: other, in: home, by: owner.account)
          fault("role changed")
        case 2: try hub.remove(other, from: home, by: other)
        case 3: if random.chance(0.2) { try hub.stopSharing(home, by: owner.account) }
        default:
          try makeInvite(
            in: home, by: owner.account, role: random.pick([.readWrite, .readWrite, .readOnly])!,
            uses: random.number(1..<4))
        }
      } catch is SharingError {} catch InviteError.switchedOff {}
    }
  }

  func redeem(_ device: SimulatedDevice) throws {
    guard let invite = random.pick(Array(invites.suffix(3))) else { return }
    _ = try atHub(isFaulty: true) {
      do {
        try hub.redeem(inviteID: invite, by: device.account)
        fault("redeemed")
      } catch is InviteError {} catch is SharingError {}
    }
  }
}
