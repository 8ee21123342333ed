import Hub
import Replica
import SQLite
import SyncProtocol

/// People who meet at one record without knowing of each other: chance alone brings them together
/// too rarely.
extension Simulation {
  func cross() throws {
    switch crossing.number(0..<9) {
    case 8: try crossRenumbering()
    case 5, 6: try crossMembers()
    case 7: try crossRegrant()
    case 0: try crossMove()
    case 1: try crossPlace()
    case 2: try crossHold()
    case 3: try crossDeletion()
    default: try crossPower()
    }
  }

  /// Two who write in one home.
  func pair() throws -> (one: SimulatedDevice, two: SimulatedDevice, zone: ZoneID)? {
    let devices = devices.filter { !$0.isBeside && $0.task == nil }
    guard let one = crossing.pick(devices),
      let zone = crossing.pick(try one.shared.filter { $0.role.canWrite && !$0.isNew }.map(\.id)),
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
      try one.ids("places", in: zone).contains(places[1]),
      try one.ids("items", in: zone).contains(item)
    else { return }
    let before = one.replica.lastNumber
    try place(places[1])
    time.milliseconds += 1000
    // It has written nothing when it has crashed over it.
    guard one.replica.lastNumber > before else { return }
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
    try trace("hold", two.replica.incarnation, two.account, zone)
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
      "SELECT 1 FROM syncPending WHERE number = ? AND state IN ('waiting', 'hidden')",
      .integer(one.replica.lastNumber)
    ) { _ in true }
    guard isPending == true, try canWrite(one, zone) else { return }
    try require(
      try !one.ids("places", in: zone).contains(place),
      "what somebody has deleted is not shown again before it is refused", "\(one.name) \(place)")
  }

  /// Somebody whose clock is ahead splits an expense between two members; somebody else, who has not
  /// heard of it, finds that they are one.
  private func crossMembers() throws {
    guard let (one, two, zone) = try pair() else { return }
    for device in [one, two] { try sync(device, isFaulty: false) }
    let members = try two.ids("members", in: zone)
    guard try canWrite(one, zone), try canWrite(two, zone), members.count > 1,
      let expense = try one.ids("expenses", in: zone).first,
      try members.allSatisfy({ try one.ids("members", in: zone).contains($0) })
    else { return }
    let skew = one.skew
    one.skew = 240_000
    try write(one) { transaction in
      let db = transaction.connection
      try db.execute("DELETE FROM shares WHERE expenseID = ?", .text(expense))
      try db.execute("UPDATE expenses SET total = 5 WHERE id = ?", .text(expense))
      for (member, owed) in zip(members, [2, 3] as [Int64]) {
        try db.execute(
          "INSERT INTO shares (id, homeID, expenseID, memberID, owed) VALUES (?, ?, ?, ?, ?)",
          .text(UUIDs.v5(expense, member)), .text(zone), .text(expense), .text(member),
          .integer(owed))
      }
    }
    one.skew = skew
    try sync(one, isFaulty: false)
    try write(two) {
      try SimulatedAction.combine(members[0], with: members[1], in: zone, $0)
    }
    for device in [two, one] { try sync(device, isFaulty: false) }
    guard try hub.sharingFlag().state != .killed else { return }
    try checkVersions(of: [one, two])
  }

  /// Somebody is taken out of a home and let in again before their device hears of it; the home has
  /// changed meanwhile.
  private func crossRegrant() throws {
    guard let (one, two, zone) = try pair(), one.account != two.account,
      let owner = try store.read({ try $0.grants(in: zone) }).first(where: { $0.role == .owner })?
        .account, owner != two.account
    else { return }
    lostGrants.insert("\(two.account) \(zone)")
    let steps: [() throws -> Void] = [
      {
        try self.trace("remove", two.account, zone, owner)
        try self.hub.remove(two.account, from: zone, by: owner)
      },
      { try self.makeInvite(in: zone, by: owner, role: .readWrite, uses: 1) },
      {
        try self.trace("redeem", self.invites.last, two.account)
        try self.hub.redeem(inviteID: self.invites.last!, by: two.account)
      },
    ]
    for step in steps {
      let isDone = try atHub(isFaulty: false) {
        do { try step() } catch is SharingError { return false } catch is InviteError {
          return false
        }
        return true
      }
      guard isDone == true else { return }
    }
    try sync(two, isFaulty: false)
    try checkDevice(two)
  }

  /// The power is cut, and an aggregate is edited twice under numbers that were used.
  private func crossPower() throws {
    guard let (one, _, zone) = try pair(), !one.hasOpenRehearsal, !one.isAwaiting else { return }
    try sync(one, isFaulty: false)
    guard try canWrite(one, zone), let expense = try one.ids("expenses", in: zone).first else {
      return
    }
    try one.flush()
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

  /// The power is cut, what was made since is numbered anew and sent, and the power is cut again.
  private func crossRenumbering() throws {
    guard let (one, _, zone) = try pair(), !one.hasOpenRehearsal, !one.isAwaiting else { return }
    try sync(one, isFaulty: false)
    guard try canWrite(one, zone) else { return }
    try one.flush()
    try write(one) {
      try $0.connection.execute(
        "UPDATE homes SET name = ? WHERE id = ?", .text("cut \(crossing.next())"), .text(zone))
    }
    try sync(one, isFaulty: false)
    try cutPower(one)
    let known = Set(try one.zones.map(\.id))
    try write(one) { transaction in
      var bin: [DeletedItem] = []
      try SimulatedAction.addHome.perform(transaction, on: one, zone: "", others: [], bin: &bin)
    }
    guard let home = try one.zones.map(\.id).first(where: { !known.contains($0) }) else { return }
    try one.flush()
    for _ in 0..<2 {
      for _ in 0..<2 { try sync(one, isFaulty: false) }
      try cutPower(one)
    }
    let isMadeAgain = try one.replica.parkedChanges().contains {
      $0.refusal.reason == .exists && $0.refusal.record?.id == home
    }
    try require(!isMadeAgain, "what was numbered anew is not numbered anew again", one.name)
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

  func canWrite(_ device: SimulatedDevice, _ zone: ZoneID) throws -> Bool {
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
