import Replica
import SQLite
import SyncProtocol

/// People who meet at one record without knowing of each other: chance alone brings them together
/// too rarely.
extension Simulation {
  func cross() throws {
    try crossMove()
  }

  /// Somebody whose clock is ahead changes an item; somebody else, who has not heard of it, takes it
  /// to another home, and changes it there.
  private func crossMove() throws {
    let writers = try devices.filter { device in
      try !device.isBeside && device.zones.contains { $0.role.canWrite && !$0.isNew }
    }
    guard let mover = crossing.pick(writers) else { return }
    let zones = try mover.zones.filter { $0.role.canWrite && !$0.isNew }.map(\.id)
    guard let zone = crossing.pick(zones), let other = crossing.pick(zones.filter { $0 != zone }),
      let item = try mover.pick("items", in: zone),
      let renamer = try writers.first(where: { device in
        try device !== mover && device.zones.contains { $0.id == zone && $0.role.canWrite }
          && device.ids("items", in: zone).contains(item)
      })
    else { return }
    let skew = renamer.skew
    renamer.skew = 240_000
    try write(renamer) {
      try $0.connection.execute(
        "UPDATE items SET name = ? WHERE id = ?", .text("\(renamer.name)-ahead"), .text(item))
    }
    renamer.skew = skew
    try sync(renamer, isFaulty: false)
    try write(mover) { try SimulatedAction.moveItem(item, to: other, $0.connection) }
    try sync(mover, isFaulty: false)
    for device in [mover] + devices.filter({ $0 !== mover && $0 !== renamer && !$0.isBeside }) {
      try sync(device, isFaulty: false)
      guard try device.zones.contains(where: { $0.id == other && $0.role.canWrite }),
        try device.ids("items", in: other).contains(item)
      else { continue }
      try write(device) {
        try $0.connection.execute(
          "UPDATE items SET name = ? WHERE id = ?", .text("\(device.name)-after"), .text(item))
      }
      break
    }
  }
}
