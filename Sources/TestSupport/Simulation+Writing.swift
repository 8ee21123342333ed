import Replica
import SQLite
import SyncProtocol

/// What people of the engine's histories do with the records of the test schema.
extension Simulation {
  func writeSomething(_ device: SimulatedDevice) throws {
    if device.isBeside, beside.chance(0.7) { return try addMany(device) }
    let zones = try device.zones
    guard let zone = random.pick(zones) else { return }
    // Sometimes an app forgets to ask; the hub must not.
    if zone.role == .readOnly, random.chance(0.8) { return }
    let others = zones.filter { $0.id != zone.id && $0.role.canWrite }.map(\.id)
    let action = random.pick(SimulatedAction.weighted)!
    var bin = bins[device.name] ?? []
    try write(device) { transaction in
      try action.perform(transaction, on: device, zone: zone.id, others: others, bin: &bin)
    }
    bins[device.name] = bin
    try notePlacing(action, device)
    try checkView(device)
    // The same thing once more, at once: two writes of one register in one push.
    if action == .renameItem, random.chance(0.3) {
      try write(device) { transaction in
        try action.perform(transaction, on: device, zone: zone.id, others: others, bin: &bin)
      }
    }
  }

  func wish(_ device: SimulatedDevice) throws {
    guard device.task == nil, !device.isBeside else { return }
    let zones = try device.zones.filter { $0.role == .owner }.map(\.id)
    let writable = try device.zones.filter(\.role.canWrite).map(\.id)
    guard let source = random.pick(zones) else { return }
    if random.chance(0.55) {
      guard let target = random.pick(writable.filter { $0 != source }) else { return }
      device.task = .merge(from: source, into: target)
      // Late edits of others are what makes a merge hard.
      for other in devices where other !== device && random.chance(0.5) {
        other.awayUntil = report.steps + random.number(15..<50)
        try writeLate(other, into: source)
      }
    } else {
      device.task = .deleteHome(source)
    }
    device.tries = 0
  }

  /// Everyone who can writes the same register at the same moment.
  func contend() throws {
    guard let zone = random.pick(oracle.images.filter(\.value.isAlive).keys.sorted()),
      let item = random.pick(
        oracle.images[zone]!.records.values.map(\.record).filter { $0.table == "items" }.map(\.id)
          .sorted())
    else { return }
    // Sometimes they agree: then their stamps differ and nothing else.
    let agreed = random.chance(0.5) ? "agreed-\(random.number(0..<100_000))" : nil
    for device in devices.shuffled(using: &random) {
      guard try device.zones.contains(where: { $0.id == zone && $0.role.canWrite }) else {
        continue
      }
      let word = agreed ?? "\(device.name)-\(random.number(0..<100_000))"
      try write(device) {
        try $0.connection.execute(
          "UPDATE items SET name = ? WHERE id = ?", .text(word), .text(item))
      }
    }
  }

  /// Somebody writes to a home that is about to be merged, and will tell the hub afterwards.
  private func writeLate(_ device: SimulatedDevice, into zone: ZoneID) throws {
    let canWrite = { try device.zones.contains { $0.id == zone && $0.role.canWrite } }
    guard try canWrite() else { return }
    let actions: [SimulatedAction] = [
      .renamePlace, .deletePlace, .placeItem, .addItem, .addPhoto, .splitAnew,
    ]
    for _ in 0..<random.number(1..<3) {
      // Beside the hub it may hear after the first that it has lost the home.
      guard try canWrite() else { return }
      let action = random.pick(actions)!
      var bin = bins[device.name] ?? []
      try write(device) { transaction in
        try action.perform(transaction, on: device, zone: zone, others: [], bin: &bin)
      }
      try notePlacing(action, device)
    }
  }

  func notePlacing(_ action: SimulatedAction, _ device: SimulatedDevice) throws {
    guard action == .placeItem, let changeSet = try lastPending(of: device) else { return }
    placing.insert(Written(device, changeSet))
  }
}
