import Hub
import Replica
import SQLite
import SyncProtocol

/// Disks that lose what was not flushed, and a hub that sends what does not hold together.
extension Simulation {
  /// A device's disk is flushed, or its power is cut: what was written since is gone, also what the
  /// hub has answered.
  func losePower() throws {
    guard let device = power.pick(devices), !device.hasOpenRehearsal, !device.isAwaiting else {
      return
    }
    guard device.hasFlushed, power.chance(0.5) else {
      return try device.flush()
    }
    try cutPower(device)
  }

  func cutPower(_ device: SimulatedDevice) throws {
    fault("power cut")
    // What nobody but this device knew of is gone. What the hub has stays, unless it loses it, too.
    expected = expected.filter { $0.device != device.name || isOnDisk($0, device) }
    confirmed = confirmed.filter { id in
      authors[id] !== device
        || written[id].map { isOnDisk(Written(device, $0), device) } ?? false
    }
    device.task = nil
    // Its disk may be from before it had them.
    heldAtRestore[device.name] = nil
    try device.cutPower()
    bins[device.name] = nil
    subject.forget(device)
  }

  /// Whether something is among what the disk still has, waiting or refused.
  private func isOnDisk(_ written: Written, _ device: SimulatedDevice) -> Bool {
    device.flushedTimes.contains(written.time)
  }

  /// Sometimes a page tells of a part that hangs on nothing: the home is set aside, and loaded
  /// anew.
  func spoiled(
    _ response: PullResponse, for account: AccountID, isFaulty: Bool
  ) throws -> PullResponse {
    guard case .page(var page) = response else { return response }
    try checkTold(page, to: account)
    guard isFaulty, lies.chance(0.03) else { return response }
    let hanging = subject.hangingPart("hanging-\(lies.next())")
    if let index = page.entries.indices.randomElement(using: &lies) {
      page.entries[index].effects.append(hanging)
    } else if let index = page.snapshots.indices.randomElement(using: &lies) {
      page.snapshots[index].records.append(hanging)
    } else {
      return response
    }
    fault("page spoiled")
    sentSpoiled.insert(account)
    return .page(page)
  }

  /// Nobody hears of zones that they do not read.
  private func checkTold(_ page: PullPage, to account: AccountID) throws {
    guard !page.entries.isEmpty else { return }
    let readable = try store.read { try $0.memberships(of: account).map(\.zone.id) }
    let zones = Set(page.cut.zones.map(\.zone)).union(readable)
    for entry in page.entries {
      try require(
        zones.isSuperset(of: entry.parts.keys), "nobody hears of what they do not read",
        "\(account) \(entry.parts)")
    }
  }

  /// What is put off may still fit: the hub waits for nothing else.
  func checkWait(_ changeSet: ChangeSet, _ request: PushRequest) throws {
    guard !changeSet.preconditions.isEmpty, request.changeSets.count == 1 else { return }
    try store.read { reader in
      let now = time.milliseconds
      for zone in changeSet.grants.keys {
        if let hold = try reader.hold(on: zone), hold.until > now { return }
      }
      let isUnknown = { (id: RecordID) in try reader.places(of: id).isEmpty }
      for mutation in changeSet.mutations {
        if mutation.kind != .insert, try isUnknown(mutation.id) { return }
        if try reader.zone(mutation.zone) == nil { return }
        if let zone = mutation.destination?.zone, try reader.zone(zone) == nil { return }
        if let id = mutation.destination?.id, try isUnknown(id) { return }
        if try reader.record(RecordPlace(zone: mutation.zone, id: mutation.id)) == nil { return }
        if try mutation.bases.values.contains(where: { try reader.judged($0) == nil }) { return }
        for reference in subject.schema.table(mutation.table)?.references ?? [] {
          guard let value = mutation.registers[reference.register] else { continue }
          if try reference.targets(in: value).contains(where: isUnknown) { return }
        }
      }
      throw SimulationFailure(
        "what no late hand-back can change is told at once", "\(changeSet.id)")
    }
  }

  /// Everyone edits an aggregate on the version that the hub has.
  func checkVersions() throws { try checkVersions(of: devices) }

  /// The same of devices that have just pulled.
  func checkVersions(of devices: [SimulatedDevice]) throws {
    for device in devices {
      let zones = try device.zones
      let rows = try device.connection.query(
        "SELECT tableName, recordID, register, changeSet FROM syncVersions"
      ) { ($0.text(0), $0.text(1), $0.text(2), $0.text(3)) }
      for (table, id, register, version) in rows {
        guard let zone = try device.replica.zone(of: RecordKey(table, id)),
          let image = oracle.images[zone], let record = image.records[id]?.record,
          zones.contains(where: { $0.id == zone && $0.sequence == image.head }),
          try !device.isWaiting(to: RecordKey(table, id))
        else { continue }
        let stamp = record.registers[register]?.stamp.changeSet.description
        try require(
          version == stamp, "everyone knows the version of an aggregate",
          "\(device.name) \(id): \(version), is \(stamp ?? "none")")
      }
    }
  }
}
