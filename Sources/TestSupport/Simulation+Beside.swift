import Replica
import SQLite
import SyncProtocol

/// The replica beside the hub, in some of the engine's histories.
extension Simulation: WritesBesideHub {
  /// As a part of an import does: many new records at once, mostly nothing else.
  func addMany(_ device: SimulatedDevice) throws {
    guard let zone = beside.pick(try device.zones) else { return }
    if zone.role == .readOnly, beside.chance(0.8) { return }
    let word = "\(device.name)-\(beside.number(0..<100_000))"
    let count = beside.number(1..<6)
    // Somebody may delete it meanwhile.
    let place = beside.chance(0.3) ? try device.pick("places", in: zone.id) : nil
    let other = beside.chance(0.1) ? try device.pick("items", in: zone.id) : nil
    let reliance = Replica.Reliance(
      zones: beside.chance(0.3) ? [zone.id] : [], accountList: beside.chance(0.1))
    do {
      try writeBeside(device, relyingOn: reliance) { transaction in
        for number in 0..<count {
          let item = transaction.newID()
          try transaction.connection.execute(
            "INSERT INTO items (id, homeID, name, price, placeID) VALUES (?, ?, ?, ?, ?)",
            .text(item), .text(zone.id), .text("\(word)-\(number)"),
            number.isMultiple(of: 2) ? .null : .integer(Int64(number)), Value(place))
          try transaction.connection.execute(
            "INSERT INTO photos (id, homeID, itemID, caption) VALUES (?, ?, ?, ?)",
            .text(transaction.newID()), .text(zone.id), .text(item), .text(word))
        }
        try transaction.connection.execute(
          "INSERT INTO events (id, homeID, what) VALUES (?, ?, ?)", .text(transaction.newID()),
          .text(zone.id), .text(word))
        guard let other else { return }
        try transaction.connection.execute(
          "UPDATE items SET name = ? WHERE id = ?", .text(word), .text(other))
      }
    } catch ReplicaError.pendingChanges {
    } catch ReplicaError.parkedChanges {}
  }

  func meanwhile(_ device: SimulatedDevice) throws {
    guard let other = beside.pick(devices.filter { $0 !== device }) else { return }
    switch beside.number(0..<24) {
    case 0..<3:
      try subject.writeSomething(other, self)
      try sync(other, isFaulty: false)
    case 3: try share(other)
    case 4: try redeem(device)
    case 5:
      fault("device crash")
      try device.restart()
    case 6:
      fault("rehearsal in the way")
      try device.replica.write { _ in }
    default: break
    }
  }
}
