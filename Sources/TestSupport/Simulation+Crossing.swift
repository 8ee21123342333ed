import Replica
import SQLite
import SyncProtocol

/// People who meet at one record without knowing of each other: chance alone brings them together
/// too rarely.
extension Simulation {
  func cross() throws {
    switch crossing.number(0..<5) {
    case 0: try crossMove()
    case 1: try crossPlace()
    case 2: try crossHold()
    case 3: try crossDeletion()
    default: try crossPower()
    }
  }

  /// Two who write in one home.
  private func pair() throws -> (one: SimulatedDevice, two: SimulatedDevice, zone: ZoneID)? {
    let devices = devices.filter { !$0.isBeside && $0.task == nil }
    guard let one = crossing.pick(devices),
      let zone = crossing.pick(try one.zones.filter { $0.role.canWrite && !$0.isNew }.map(\.id)),
      let two = crossing.pick(try devices.filter { try $0 !== one && canWrite($0, zone) })
    else { return nil }
    return (one, two, zone)
  }

  /// Something is put elsewhere; then somebody who has not heard of it deletes the place where it
  /// was.
  private func crossPlace() throws {
    guard let (one, two, zone) = try pair() else { return }
    for device in [one, two] { try sync(device, isFaulty: false) }
    let places = try one.ids("places", in: zone)
    guard let item = crossing.pick(try one.ids("items", in: zone)), places.count > 1,
      try canWrite(one, zone), try canWrite(two, zone)
    else { return }
    func place(_ place: String) throws {
      try write(one) {
        try $0.connection.execute(
          "UPDATE items SET placeID = ? WHERE id = ?", .text(place), .text(item))
      }
      try notePlacing(.placeItem, one)
    }
    try place(places[0])
    for device in [one, two] { try sync(device, isFaulty: false) }
    guard try canWrite(one, zone), try two.ids("places", in: zone).contains(places[0]),
      try one.ids("places", in: zone).contains(places[1])
    else { return }
    try place(places[1])
    time.milliseconds += 1000
    let placed = try lastPending(of: one).map { Written(one, $0) }
    try write(two) { try SimulatedAction.deletePlace(places[0], $0.connection) }
    for device in [two, one] { try sync(device, isFaulty: false) }
    guard let placed, case .accepted? = fates[placed],
      let image = oracle.images[zone], let record = image.records[item]?.record,
      image.records[places[1]] != nil, one.skew == two.skew
    else { return }
    try require(
      record.registers["placeID"]?.value == .text(places[1]),
      "what was put somewhere stays there", "\(record.key) \(places[1]) by \(one.name)")
  }

  /// Somebody writes what rests on what waits for somebody else's hold.
  private func crossHold() throws {
    guard let (one, two, zone) = try pair(), one.account != two.account,
      let other = crossing.pick(
        try one.zones.filter { $0.id != zone && $0.role.canWrite && !$0.isNew }.map(\.id)),
      let item = crossing.pick(try one.ids("items", in: zone))
    else { return }
    let isHeld = try atHub(isFaulty: false) {
      try hub.hold([zone], replica: two.replica.incarnation, as: two.account)
    }
    guard isHeld == true else { return }
    try write(one) { try SimulatedAction.moveItem(item, to: other, $0.connection) }
    guard try canWrite(one, other), try one.ids("items", in: other).contains(item) else { return }
    try rename(item, by: one, "held")
    try sync(one, isFaulty: false)
  }

  /// A deletion waits; what others put there meanwhile is shown without it.
  private func crossDeletion() throws {
    guard let (one, two, zone) = try pair(),
      let place = crossing.pick(try one.ids("places", in: zone)),
      try two.ids("places", in: zone).contains(place)
    else { return }
    try write(one) { try SimulatedAction.deletePlace(place, $0.connection) }
    guard try !one.ids("places", in: zone).contains(place) else { return }
    try write(two) { transaction in
      try transaction.connection.execute(
        "INSERT INTO items (id, homeID, name, placeID) VALUES (?, ?, 'late', ?)",
        .text(transaction.newID()), .text(zone), .text(place))
    }
    try sync(two, isFaulty: false)
    try pull(one, isFaulty: false)
    let isPending = try one.connection.first(
      "SELECT 1 FROM syncPending WHERE number = ? AND answer IS NULL",
      .integer(one.replica.lastNumber)
    ) { _ in true }
    guard isPending == true, try canWrite(one, zone) else { return }
    try require(
      try !one.ids("places", in: zone).contains(place),
      "what somebody has deleted is not shown again before it is refused", "\(one.name) \(place)")
  }

  /// The power is cut, and an aggregate is edited twice under numbers that were used.
  private func crossPower() throws {
    guard let (one, _, zone) = try pair(), !one.hasOpenRehearsal, !one.isAwaiting else { return }
    try sync(one, isFaulty: false)
    guard try canWrite(one, zone), let expense = try one.ids("expenses", in: zone).first else {
      return
    }
    try one.flush(to: one.takeDisk() ?? disks.take(for: .backup))
    for _ in 0..<2 {
      try write(one) {
        try $0.connection.execute(
          "UPDATE homes SET name = ? WHERE id = ?", .text("lost \(crossing.next())"), .text(zone))
      }
    }
    try sync(one, isFaulty: false)
    try cutPower(one)
    guard try one.ids("expenses", in: zone).contains(expense) else { return }
    for _ in 0..<2 {
      try write(one) { try SimulatedAction.split(expense, zone, $0, one) }
    }
    try sync(one, isFaulty: false)
    try sync(one, isFaulty: false)
  }

  /// Somebody whose clock is ahead changes an item; somebody else, who has not heard of it, takes
  /// it to another home, and there somebody changes it who was never in the first one.
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
