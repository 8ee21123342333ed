import Hub
import Replica
import SQLite
import SyncProtocol

/// The end of a history: everything settles, and everybody agrees.
extension Simulation {
  /// The network heals: everything must settle in bounded rounds.
  func heal() throws {
    for delivery in network where delivery.device.generation == delivery.generation {
      try delivery.run()
    }
    network = []
    try trace("sharing", "open")
    try hub.changeSharingFlag(.init(state: .open), by: .commandLine)
    var round = -1
    while round < 59 {
      round += 1
      time.milliseconds += 20_000
      if round == Self.recoveryEndRound { try endRecovery() }
      if round == Self.recoveryEndRound + 2 { try bringBackLost() }
      for device in devices {
        try device.replica.retryAside()
        try sync(device, isFaulty: false)
      }
      let areQuiet = try devices.allSatisfy({ try isQuiet($0) })
      if hasRestored, round < Self.recoveryEndRound + 4 {
        if areQuiet { round = skippingIdle(after: round) }
        continue
      }
      guard areQuiet else { continue }
      // Once more, for those who pulled before the others pushed.
      for device in devices { try sync(device, isFaulty: false) }
      if try devices.allSatisfy({ try isQuiet($0) }) { return }
    }
    for device in devices {
      let status = try device.replica.status()
      let notes = try device.pendingNotes()
      try require(
        try isQuiet(device), "everything settles",
        "\(device.name): \(status), \(notes), \(device.task as Any)")
    }
  }

  /// The round in which everyone has been heard by a hub that was restored.
  private static let recoveryEndRound = 12

  /// In a restored hub's recovery several rounds bring nothing any more: time passes at once, until
  /// everyone has come once more.
  private func skippingIdle(after round: Int) -> Int {
    let last = Self.recoveryEndRound - 2
    guard round >= 3, round < last else { return round }
    time.milliseconds += 20_000 * Int64(last - round)
    return last
  }

  /// Everyone has been heard: who refers to what is still unknown is refused from now on.
  private func endRecovery() throws {
    try trace("endRecovery")
    try store.write { writer in
      var state = try writer.state()
      state.recoveringUntil = 0
      try writer.setState(state)
    }
  }

  /// Whoever has been told of what the restored hub has lost makes it again.
  private func bringBackLost() throws {
    for device in devices {
      for parked in try device.replica.parkedChanges() where parked.refusal.reason == .lost {
        let before = device.replica.lastNumber
        do {
          try device.replica.retry(parked.number)
        } catch ReplicaError.cannotRetry {
          continue
        }
        fault("lost work brought back")
        guard device.replica.lastNumber > before else { continue }
        broughtBack.formUnion(parked.changeSet.mutations.map(\.id))
        try noteWritten(by: device)
      }
      try checkView(device)
    }
  }

  private func isQuiet(_ device: SimulatedDevice) throws -> Bool {
    try device.replica.status().pendingCount == 0 && device.replica.isConfirmed()
      && device.task == nil
      && device.replica.zonesAside().allSatisfy { $0.reason == .forgotten }
  }

  func checkEnd() throws {
    let epoch = oracle.epoch
    try checkHandedBack()
    try checkForgotten()
    try letGoOfForgotten()
    for device in devices {
      try checkDevice(device)
      let members = try store.read { try $0.memberships(of: device.account) }
      let held = try device.zones
      try require(
        Set(held.map(\.id)) == Set(members.map(\.zone.id)), "10 the zones it may read",
        "\(device.name) holds \(held.map(\.id)), may read \(members.map(\.zone.id))")
      for (grant, zone) in members {
        let row = held.first { $0.id == zone.id }
        try require(row?.sequence == zone.head, "11 replicas agree", "\(device.name) \(zone.id)")
        try require(row?.role == grant.role, "11 roles agree", "\(device.name) \(zone.id)")
        try require(
          oracle.digests[.init(epoch: epoch, zone: zone.id, sequence: zone.head)] != nil,
          "the oracle knows every head", zone.id)
      }
    }
    try checkFates()
    try subject.checkEnd(self)
    try checkReplay()
    try checkHistory()
    try checkVersions()
    for image in oracle.images.values where image.isAlive {
      report.fingerprint &+= image.digest.sum
    }
  }

  /// Every change set is applied or parked where its author sees it, and not both.
  private func checkFates() throws {
    for device in devices {
      let parked = try device.replica.parkedChanges()
      for change in parked {
        report.parked[change.refusal.reason.rawValue, default: 0] += 1
        // What others wrote is told as lost, and may be back with another backup.
        if case .accepted? = answers[change.changeSet.id], change.refusal.reason != .lost {
          throw SimulationFailure("parked although applied", "\(change.changeSet.id)")
        }
      }
      for change in parked where change.refusal.reason == .unknown {
        try checkUnknown(change, account: device.account)
      }
      let times = Set(parked.map { Written(device, $0.changeSet) })
      for written in expected where written.device == device.name {
        if case .accepted? = fates[written] { continue }
        if letGo.contains(written) { continue }
        try require(
          times.contains(written), "neither applied nor parked",
          "\(written) \(fates[written].map { "\($0)" } ?? "no answer")")
      }
      for id in confirmed where authors[id] === device {
        if case .accepted? = answers[id] { continue }
        // Its author may be told of it under a number that it was given since: a restored hub was
        // asked about it after later ones, and knew its number as one that was given up.
        try require(
          written[id].map { times.contains(Written(device, $0)) } ?? false,
          "neither applied nor parked", "\(id) \(answers[id].map { "\($0)" } ?? "no answer")")
      }
    }
    try store.read { reader in
      for (id, changeSet) in written {
        guard case .accepted(let parts)? = answers[id], !parts.isEmpty else { continue }
        for mutation in changeSet.mutations where mutation.kind == .insert {
          try require(
            !reader.places(of: mutation.id).isEmpty, "what was acknowledged is there",
            "\(mutation.key) of \(id)")
        }
      }
    }
  }

  /// A record that is there in the end was not unknown: the hub had only not heard of it yet.
  /// Unless somebody has made lost work again, after everyone had been heard.
  private func checkUnknown(_ change: ParkedChange, account: AccountID) throws {
    guard let key = change.refusal.record,
      subject.schema.table(key.table)?.hasNaturalID == false,
      let mutation = change.changeSet.mutations.first(where: { $0.key == key }),
      mutation.kind == .update, !broughtBack.contains(key.id),
      // What it refers to.
      !broughtBack.contains(change.refusal.detail),
      // Its author had brought it there, which was refused, and somebody else did it later.
      !wasRefused(bringing: key.id, before: change.changeSet.id)
    else { return }
    // What was not known is what it refers to, or the record itself.
    let unknown = change.refusal.detail.isEmpty ? key.id : change.refusal.detail
    guard !wasRefused(bringing: unknown, before: change.changeSet.id) else { return }
    try store.read { reader in
      for (zone, isDead) in try reader.places(of: unknown) where !isDead && zone == mutation.zone {
        let role = try reader.grant(in: zone, for: account)?.role
        try require(
          role?.canWrite != true, "acknowledged work waits for what it refers to",
          "\(change.changeSet.id) \(key): \(story(of: unknown))")
      }
    }
  }

  private func wasRefused(bringing record: RecordID, before id: ChangeSetID) -> Bool {
    written.values.contains { other in
      // Its author may go on under another incarnation, with higher numbers.
      guard other.id.replica == id.replica || authors[id].map({ $0 === authors[other.id] }) == true,
        other.id.number < id.number, everRefused.contains(other.id)
      else { return false }
      return other.mutations.contains { mutation in
        mutation.id == record && (mutation.kind == .insert || mutation.kind == .move)
      }
    }
  }

  /// What was ever sent of a record, and how it was answered.
  private func story(of record: RecordID) -> String {
    written.values.sorted { ($0.time, $0.id) < ($1.time, $1.id) }.flatMap { changeSet in
      changeSet.mutations.filter { $0.id == record }.map { mutation in
        let answer = answers[changeSet.id].map { "\($0)" } ?? "no answer"
        let place = mutation.destination.map { " to \($0)" } ?? ""
        return "\(changeSet.id) \(mutation.kind) in \(mutation.zone)\(place): \(answer)"
      }
    }.joined(separator: "; ")
  }

  /// Of all accepted writes of a register the one with the greatest stamp is what everyone sees.
  ///
  /// - Parameters:
  ///   - table: whose records are looked at.
  ///   - names: of its registers.
  func checkLastWriters(of table: String, _ names: [String]) throws {
    var best: [RecordKey: [String: (stamp: (Int64, String, Int64), value: FieldValue)]] = [:]
    var inserts: [RecordKey: Int] = [:]
    // Where it is not known at which time the hub has clamped a stamp.
    var unsure: Set<RecordKey> = []
    // A push may have reached the hub twice, and its author have lost power in between: then nobody
    // has been told.
    for changeSet in sentRequests.flatMap(\.0.changeSets) where answers[changeSet.id] == nil {
      unsure.formUnion(changeSet.mutations.map(\.key))
    }
    for (id, changeSet) in written {
      guard case .accepted? = answers[id], let at = judgedAt[id] else { continue }
      let limit = HybridTime(
        milliseconds: at + HybridClock.maxAheadMilliseconds, counter: 0xffff)
      let stamp = (min(changeSet.time, limit).bits, id.replica, id.number)
      // What a restored hub has judged twice it may have clamped twice.
      if let since = hasRestored ? at : judgedSince[id],
        changeSet.time.milliseconds >= since + HybridClock.maxAheadMilliseconds
      {
        unsure.formUnion(changeSet.mutations.map(\.key))
      }
      for mutation in changeSet.mutations where mutation.table == table {
        if mutation.kind == .insert { inserts[mutation.key, default: 0] += 1 }
        for (name, value) in mutation.registers where names.contains(name) {
          if let old = best[mutation.key]?[name], old.stamp > stamp { continue }
          best[mutation.key, default: [:]][name] = (stamp, value)
        }
      }
    }
    for image in oracle.images.values where image.isAlive {
      for record in image.records.values.map(\.record)
      where inserts[record.key] == 1 && !unsure.contains(record.key)
        && !writtenUnseen.contains(record.id)
      {
        for (name, winner) in best[record.key] ?? [:] {
          try require(
            record.registers[name]?.value == winner.value, "the last writer wins",
            "\(record.key).\(name) by \(winner.stamp)")
        }
      }
    }
  }

  /// Whether the hub may have judged a change set whose author lost it before the answer came.
  func mayHaveHappened(_ id: ChangeSetID) -> Bool {
    answers[id] == nil && answersUnseen.contains(id)
  }

  /// Replaying everything that was ever sent changes nothing.
  private func checkReplay() throws {
    let before = oracle.images.mapValues(\.head)
    let epoch = oracle.epoch
    let judged = answers
    for (request, account) in sentRequests {
      var again = request
      again.epoch = epoch
      again.changeSets = request.changeSets.filter { judged[$0.id] != nil }
      again.acknowledged = 0
      _ = try tracedPush(again, as: account)
      try oracle.check()
    }
    try require(
      oracle.images.mapValues(\.head) == before, "13 replaying everything changes nothing")
  }
}
