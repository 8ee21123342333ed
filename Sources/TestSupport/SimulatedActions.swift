import Replica
import SQLite
import SyncProtocol

/// What people do in a simulation, written as use cases on the test schema.
enum SimulatedAction: CaseIterable {
  case addItem, renameItem, priceItem, placeItem, addPhoto, deleteItem, addPlace, renamePlace
  case deletePlace, addMember, deleteMember, addExpense, splitAnew, claim, release, addEvent
  case setPair, tagItem, moveItem, addHome, undoDelete
  case nestPlace, combinePlaces, combineMembers, claimMember, deleteExpense, settle, moveAll

  /// How often each is chosen.
  static let weighted: [SimulatedAction] = [
    .addItem, .addItem, .addItem, .renameItem, .renameItem, .renameItem, .renameItem, .priceItem,
    .priceItem, .placeItem, .placeItem, .addPhoto, .addPhoto, .deleteItem, .deleteItem, .addPlace,
    .renamePlace, .deletePlace, .addMember, .deleteMember, .addExpense, .addExpense, .splitAnew,
    .splitAnew, .claim, .claim, .release, .addEvent, .setPair, .setPair, .tagItem, .tagItem,
    .moveItem, .moveItem, .addHome, .undoDelete, .nestPlace, .nestPlace, .combinePlaces,
    .combineMembers, .claimMember, .claimMember, .deleteExpense, .settle, .settle, .moveAll,
  ]

  /// Does it in one home, on records picked by the device; nothing when there are none.
  ///
  /// - Parameters:
  ///   - others: homes that something could be moved to.
  ///   - bin: what the device's person has deleted and could bring back.
  func perform(
    _ transaction: WriteTransaction, on device: SimulatedDevice, zone: ZoneID, others: [ZoneID],
    bin: inout [DeletedItem]
  ) throws {
    let db = transaction.connection
    let word = "\(device.name)-\(device.random.number(0..<100_000))"
    switch self {
    case .addItem, .addPlace, .addMember, .addExpense, .addEvent, .addHome:
      try add(transaction, device, zone, word)
    case .renameItem, .priceItem, .placeItem, .addPhoto, .claim, .release, .tagItem:
      guard let id = try device.pick("items", in: zone) else { return }
      try change(item: id, in: zone, word, transaction, device)
    case .renamePlace, .deletePlace:
      guard let id = try device.pick("places", in: zone) else { return }
      try change(place: id, word, db)
    case .deleteMember:
      guard let id = try device.pick("members", in: zone) else { return }
      try Self.deleteMember(id, db)
    case .splitAnew:
      guard let id = try device.pick("expenses", in: zone) else { return }
      try Self.split(id, zone, transaction, device)
    case .setPair:
      let value = Int64(device.random.number(0..<1_000_000))
      try db.execute(
        "UPDATE homes SET left = ?, right = ? WHERE id = ?", .integer(value), .integer(value),
        .text(zone))
    case .deleteItem:
      guard let id = try device.pick("items", in: zone) else { return }
      if let item = try DeletedItem(id, zone, db) { bin.append(item) }
      try Self.deleteItem(id, db)
    case .moveItem:
      guard let id = try device.pick("items", in: zone), let other = device.random.pick(others)
      else { return }
      try Self.moveItem(id, to: other, db)
    case .nestPlace, .combinePlaces, .combineMembers, .claimMember, .deleteExpense, .settle,
      .moveAll:
      try performForMoney(transaction, on: device, zone: zone, others: others)
    case .undoDelete:
      guard let index = bin.indices.last, bin[index].zone == zone else { return }
      try bin.remove(at: index).restore(db)
    }
  }

  private func add(
    _ transaction: WriteTransaction, _ device: SimulatedDevice, _ zone: ZoneID, _ word: String
  ) throws {
    let db = transaction.connection
    switch self {
    case .addItem:
      let place = device.random.chance(0.5) ? try device.pick("places", in: zone) : nil
      try db.execute(
        "INSERT INTO items (id, homeID, name, price, placeID) VALUES (?, ?, ?, ?, ?)",
        .text(transaction.newID()), .text(zone), .text(word),
        device.random.chance(0.3) ? .null : .integer(Int64(device.random.number(0..<500))),
        Value(place))
    case .addPlace:
      try db.execute(
        "INSERT INTO places (id, homeID, name) VALUES (?, ?, ?)", .text(transaction.newID()),
        .text(zone), .text(device.random.pick(["kitchen", "garage", "bath"])!))
    case .addMember:
      try db.execute(
        "INSERT INTO members (id, homeID, name, isArchived) VALUES (?, ?, ?, 0)",
        .text(transaction.newID()), .text(zone), .text(word))
    case .addExpense: try addExpense(transaction, device, zone, word)
    case .addEvent:
      try db.execute(
        "INSERT INTO events (id, homeID, what) VALUES (?, ?, ?)", .text(transaction.newID()),
        .text(zone), .text(word))
    default:
      let id = transaction.newID()
      try db.execute(
        "INSERT INTO homes (id, name, left, right) VALUES (?, ?, 0, 0)", .text(id), .text(word))
      try db.execute(
        "INSERT INTO places (id, homeID, name) VALUES (?, ?, 'kitchen')",
        .text(UUIDs.v5(id, "kitchen")), .text(id))
    }
  }

  private func change(
    item id: String, in zone: ZoneID, _ word: String, _ transaction: WriteTransaction,
    _ device: SimulatedDevice
  ) throws {
    let db = transaction.connection
    switch self {
    case .addPhoto:
      let photo = transaction.newID()
      try db.execute(
        "INSERT INTO photos (id, homeID, itemID, caption, file) VALUES (?, ?, ?, ?, ?)",
        .text(photo), .text(zone), .text(id), .text(word), .text("file-" + photo))
    case .claim, .release:
      try db.execute(
        "UPDATE items SET claimedBy = ? WHERE id = ?",
        self == .claim ? .text(device.account) : .null, .text(id))
    case .tagItem:
      let name = device.random.pick(["red", "blue"])!
      try db.execute(
        """
        INSERT INTO tags (id, homeID, itemID, colour) VALUES (?, ?, ?, ?)
        ON CONFLICT (id) DO UPDATE SET colour = excluded.colour
        """, .text(UUIDs.v5(id, name)), .text(zone), .text(id), .text(word))
    default: try edit(id, in: zone, word, device, db)
    }
  }

  private func change(place id: String, _ word: String, _ db: Connection) throws {
    if self == .renamePlace {
      try db.execute("UPDATE places SET name = ? WHERE id = ?", .text(word), .text(id))
    } else {
      try Self.deletePlace(id, db)
    }
  }

  static func deletePlace(_ id: String, _ db: Connection) throws {
    try db.execute("UPDATE items SET placeID = NULL WHERE placeID = ?", .text(id))
    try db.execute("UPDATE places SET parentID = NULL WHERE parentID = ?", .text(id))
    try db.execute("DELETE FROM places WHERE id = ?", .text(id))
  }

  /// A member whom a split names is archived instead.
  private static func deleteMember(_ id: String, _ db: Connection) throws {
    let isNamed = try db.first("SELECT 1 FROM shares WHERE memberID = ?", .text(id)) { _ in true }
    try db.execute(
      isNamed == true
        ? "UPDATE members SET isArchived = 1 WHERE id = ?" : "DELETE FROM members WHERE id = ?",
      .text(id))
  }

  private func edit(
    _ id: String, in zone: ZoneID, _ word: String, _ device: SimulatedDevice, _ db: Connection
  ) throws {
    switch self {
    case .renameItem:
      try db.execute("UPDATE items SET name = ? WHERE id = ?", .text(word), .text(id))
    case .priceItem:
      try db.execute(
        "UPDATE items SET price = ? WHERE id = ?",
        device.random.chance(0.2) ? .null : .integer(Int64(device.random.number(0..<500))),
        .text(id))
    default:
      let place = device.random.chance(0.7) ? try device.pick("places", in: zone) : nil
      try db.execute("UPDATE items SET placeID = ? WHERE id = ?", Value(place), .text(id))
    }
  }

  private func addExpense(
    _ transaction: WriteTransaction, _ device: SimulatedDevice, _ zone: ZoneID, _ word: String
  ) throws {
    guard try device.pick("members", in: zone) != nil else { return }
    let id = transaction.newID()
    try transaction.connection.execute(
      "INSERT INTO expenses (id, homeID, note, total) VALUES (?, ?, ?, 0)", .text(id), .text(zone),
      .text(word))
    try Self.split(id, zone, transaction, device)
  }

  /// Replaces an expense's total and shares.
  static func split(
    _ id: String, _ zone: ZoneID, _ transaction: WriteTransaction, _ device: SimulatedDevice
  ) throws {
    let db = transaction.connection
    var members = try device.ids("members", in: zone)
    members.shuffle(using: &device.random)
    members = Array(members.prefix(device.random.number(1..<4)))
    guard !members.isEmpty else { return }
    let total = Int64(device.random.number(1..<1000))
    try db.execute("UPDATE expenses SET total = ? WHERE id = ?", .integer(total), .text(id))
    try db.execute("DELETE FROM shares WHERE expenseID = ?", .text(id))
    for (index, member) in members.enumerated() {
      let part = total / Int64(members.count)
      let owed = index == 0 ? total - part * Int64(members.count - 1) : part
      try db.execute(
        "INSERT INTO shares (id, homeID, expenseID, memberID, owed) VALUES (?, ?, ?, ?, ?)",
        .text(UUIDs.v5(id, member)), .text(zone), .text(id), .text(member), .integer(owed))
    }
  }

  static func deleteItem(_ id: String, _ db: Connection) throws {
    try db.execute("DELETE FROM photos WHERE itemID = ?", .text(id))
    try db.execute("DELETE FROM tags WHERE itemID = ?", .text(id))
    try db.execute("DELETE FROM items WHERE id = ?", .text(id))
  }

  static func moveItem(_ id: String, to zone: ZoneID, _ db: Connection) throws {
    try db.execute(
      "UPDATE items SET homeID = ?, placeID = NULL WHERE id = ?", .text(zone), .text(id))
    for table in ["photos", "tags"] {
      try db.execute("UPDATE \(table) SET homeID = ? WHERE itemID = ?", .text(zone), .text(id))
    }
  }

  /// Moves everything of one home into another; places of the same name are combined.
  static func merge(
    _ source: ZoneID, into target: ZoneID, _ transaction: WriteTransaction
  ) throws {
    let db = transaction.connection
    let named = { (zone: ZoneID) in
      try db.query("SELECT id, name FROM places WHERE homeID = ? ORDER BY id", .text(zone)) {
        ($0.text(0), $0.text(1))
      }
    }
    let survivors = Dictionary(try named(target).map { ($0.1, $0.0) }) { first, _ in first }
    // What was nested stands at the top where it comes to: a circle would be nobody's wish.
    try db.execute("UPDATE places SET parentID = NULL WHERE homeID = ?", .text(source))
    // Who is somebody in both is so in the other one.
    try db.execute("UPDATE members SET accountID = NULL WHERE homeID = ?", .text(source))
    for (place, name) in try named(source) {
      guard let survivor = survivors[name] else { continue }
      try db.execute(
        "UPDATE items SET placeID = ? WHERE placeID = ?", .text(survivor), .text(place))
      try db.execute("DELETE FROM places WHERE id = ?", .text(place))
      transaction.combine("places", place, into: RecordPlace(zone: target, id: survivor))
    }
    for table in tables {
      try db.execute(
        "UPDATE \(table) SET homeID = ? WHERE homeID = ?", .text(target), .text(source))
    }
    try db.execute("DELETE FROM homes WHERE id = ?", .text(source))
    transaction.combine("homes", source, into: RecordPlace(zone: target, id: target))
  }

  /// Those of a home, parents before their children.
  private static let tables = [
    "places", "items", "photos", "tags", "members", "expenses", "shares", "settlements", "events",
  ]

  static func deleteHome(_ zone: ZoneID, _ transaction: WriteTransaction) throws {
    for table in tables.reversed() {
      try transaction.connection.execute("DELETE FROM \(table) WHERE homeID = ?", .text(zone))
    }
    try transaction.connection.execute("DELETE FROM homes WHERE id = ?", .text(zone))
  }
}

/// A deleted item as its person may bring it back.
struct DeletedItem {
  let id: String
  let zone: ZoneID
  let name: String

  init?(_ id: String, _ zone: ZoneID, _ db: Connection) throws {
    guard
      let name = try db.first(
        "SELECT name FROM items WHERE id = ?", .text(id), read: { $0.text(0) })
    else { return nil }
    self.id = id
    self.zone = zone
    self.name = name
  }

  func restore(_ db: Connection) throws {
    try db.execute(
      "INSERT INTO items (id, homeID, name) VALUES (?, ?, ?) ON CONFLICT (id) DO NOTHING",
      .text(id), .text(zone), .text(name))
  }
}
