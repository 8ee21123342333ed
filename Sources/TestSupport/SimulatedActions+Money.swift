import Replica
import SQLite
import SyncProtocol

/// What people do with places in places, with members, and with money.
extension SimulatedAction {
  func performForMoney(
    _ transaction: WriteTransaction, on device: SimulatedDevice, zone: ZoneID, others: [ZoneID]
  ) throws {
    let db = transaction.connection
    switch self {
    case .nestPlace:
      guard let place = try device.pick("places", in: zone) else { return }
      let parent = device.random.chance(0.8) ? try device.pick("places", in: zone) : nil
      if let parent, try Self.isBelow(parent, place, db) { return }
      try db.execute("UPDATE places SET parentID = ? WHERE id = ?", Value(parent), .text(place))
    case .combinePlaces:
      guard let place = try device.pick("places", in: zone),
        let other = device.random.pick(try device.ids("places", in: zone)), other != place,
        try !Self.isBelow(other, place, db)
      else { return }
      try db.execute("UPDATE items SET placeID = ? WHERE placeID = ?", .text(other), .text(place))
      try db.execute(
        "UPDATE places SET parentID = ? WHERE parentID = ?", .text(other), .text(place))
      try db.execute("DELETE FROM places WHERE id = ?", .text(place))
      transaction.combine("places", place, into: RecordPlace(zone: zone, id: other))
    case .combineMembers: try combineMembers(transaction, device, zone)
    case .claimMember: try claimMember(db, device, zone)
    case .deleteExpense:
      guard let id = try device.pick("expenses", in: zone) else { return }
      try db.execute("DELETE FROM shares WHERE expenseID = ?", .text(id))
      try db.execute("DELETE FROM expenses WHERE id = ?", .text(id))
    case .settle:
      let number = device.random.number(0..<4)
      try db.execute(
        """
        INSERT INTO settlements (id, homeID, recordedBy, amount) VALUES (?, ?, ?, ?)
        ON CONFLICT (id) DO NOTHING
        """, .text(UUIDs.v5(zone, "settlement \(number)")), .text(zone),
        .text(device.account), .integer(Int64(device.random.number(1..<3))))
    case .moveAll:
      guard let other = device.random.pick(others) else { return }
      for item in try device.ids("items", in: zone) { try Self.moveItem(item, to: other, db) }
    default: return
    }
  }

  /// Whether a place stands in another one, at whatever depth, or is it.
  private static func isBelow(_ place: String, _ other: String, _ db: Connection) throws -> Bool {
    var current: String? = place
    var steps = 0
    while let id = current, steps < 20 {
      if id == other { return true }
      current =
        try db.first("SELECT parentID FROM places WHERE id = ?", .text(id)) {
          $0.optionalText(0)
        } ?? nil
      steps += 1
    }
    return false
  }

  /// Two members are one person: their shares of each expense become one.
  private func combineMembers(
    _ transaction: WriteTransaction, _ device: SimulatedDevice, _ zone: ZoneID
  ) throws {
    guard let member = try device.pick("members", in: zone),
      let other = device.random.pick(try device.ids("members", in: zone)), other != member
    else { return }
    try Self.combine(member, with: other, in: zone, transaction)
  }

  static func combine(
    _ member: String, with other: String, in zone: ZoneID, _ transaction: WriteTransaction
  ) throws {
    let db = transaction.connection
    let shares = try db.query(
      "SELECT id, expenseID, owed FROM shares WHERE memberID = ?", .text(member)
    ) { ($0.text(0), $0.text(1), $0.integer(2)) }
    for (share, expense, owed) in shares {
      let isThere = try db.execute(
        "UPDATE shares SET owed = owed + ? WHERE expenseID = ? AND memberID = ?",
        .integer(owed), .text(expense), .text(other))
      if isThere > 0 {
        try db.execute("DELETE FROM shares WHERE id = ?", .text(share))
      } else {
        try db.execute("UPDATE shares SET memberID = ? WHERE id = ?", .text(other), .text(share))
      }
    }
    try db.execute("DELETE FROM members WHERE id = ?", .text(member))
    transaction.combine("members", member, into: RecordPlace(zone: zone, id: other))
  }

  /// "This is me", or not any more. Somebody forgets to look whether they are somebody else
  /// already.
  private func claimMember(
    _ db: Connection, _ device: SimulatedDevice, _ zone: ZoneID
  ) throws {
    guard let member = try device.pick("members", in: zone) else { return }
    let value: Value = device.random.chance(0.7) ? .text(device.account) : .null
    try db.execute("UPDATE members SET accountID = ? WHERE id = ?", value, .text(member))
    // How a member is paid; also of members who are somebody else, which the hub refuses.
    guard device.random.chance(0.3), let paid = try device.pick("members", in: zone) else { return }
    let payment = "\(device.account)-\(device.random.number(0..<1000))"
    try db.execute(
      "UPDATE members SET payment = ? WHERE id = ?", .text(payment), .text(paid))
  }
}
