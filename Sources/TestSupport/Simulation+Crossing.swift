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
  /// to another home, and there somebody changes it who was never in the first one.
  private func crossMove() throws {
    guard let meeting = crossing.pick(try meetings()) else { return }
    let (zone, other) = (meeting.zone, meeting.other)
    guard let item = crossing.pick(try meeting.mover.ids("items", in: zone)),
      try meeting.renamer.ids("items", in: zone).contains(item)
    else { return }
    let skew = meeting.renamer.skew
    meeting.renamer.skew = 240_000
    try rename(item, by: meeting.renamer, "ahead")
    meeting.renamer.skew = skew
    try sync(meeting.renamer, isFaulty: false)
    try write(meeting.mover) { try SimulatedAction.moveItem(item, to: other, $0.connection) }
    try sync(meeting.mover, isFaulty: false)
    try sync(meeting.third, isFaulty: false)
    guard try meeting.third.ids("items", in: other).contains(item),
      try canWrite(meeting.third, other)
    else { return }
    try rename(item, by: meeting.third, "after")
  }

  private func rename(_ item: RecordID, by device: SimulatedDevice, _ word: String) throws {
    try write(device) {
      try $0.connection.execute(
        "UPDATE items SET name = ? WHERE id = ?", .text("\(device.name)-\(word)"), .text(item))
    }
  }

  private struct Meeting {
    let zone: ZoneID
    let other: ZoneID
    let mover: SimulatedDevice
    let renamer: SimulatedDevice
    let third: SimulatedDevice
  }

  private func canWrite(_ device: SimulatedDevice, _ zone: ZoneID) throws -> Bool {
    try device.zones.contains { $0.id == zone && $0.role.canWrite && !$0.isNew }
  }

  /// Everyone who could meet so.
  private func meetings() throws -> [Meeting] {
    let devices = devices.filter { !$0.isBeside }
    var found: [Meeting] = []
    for mover in devices {
      let zones = try mover.zones.filter { $0.role.canWrite && !$0.isNew }.map(\.id)
      for zone in zones {
        for renamer in devices where try renamer !== mover && canWrite(renamer, zone) {
          for other in zones where other != zone {
            for third in devices
            where try canWrite(third, other) && !third.zones.contains(where: { $0.id == zone }) {
              found.append(
                Meeting(zone: zone, other: other, mover: mover, renamer: renamer, third: third))
            }
          }
        }
      }
    }
    return found
  }
}
