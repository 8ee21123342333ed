import Household
import Replica
import SQLite
import SeededNoise
import SyncProtocol
import Things

/// A replica's file in memory, as one account sees it, without the engine: use cases write into it
/// directly, and the index is refreshed from what they wrote.
final class TestStore {
  let connection: Connection
  var now: Int64 = 1_767_225_600_000
  private var random = SeededGenerator(seed: 7)
  /// What the last `write` changed, in synced tables.
  private(set) var lastChanges: [RecordKey] = []

  static let account = "0190a000-0000-7000-8000-00000000acc0"
  static let profile = "0190a000-0000-7000-8000-0000000000f0"

  /// - Parameters:
  ///   - homes: names of owned homes, whose ids are `id(name)`.
  ///   - path: of a new file.
  init(homes: [String] = [], path: String = ":memory:") throws {
    connection = try Connection(path: path)
    for script in Things.migrations { try connection.executeScript(script) }
    try connection.executeScript(TableSchema.hubOwnedSQL)
    try connection.executeScript(
      """
      CREATE TABLE syncZones (
        id TEXT PRIMARY KEY NOT NULL, kind TEXT NOT NULL, role TEXT NOT NULL,
        grantID TEXT NOT NULL, sequence INTEGER NOT NULL, state TEXT NOT NULL
      ) STRICT
      """)
    try connection.execute(
      "INSERT INTO syncZones VALUES (?, 'personal', 'owner', 'grant', 1, 'current')",
      .text(Self.profile))
    try connection.execute(
      "INSERT INTO profiles VALUES (?, 'Ada', 'en-GB', 'Europe/London', 'GBP', NULL, '')",
      .text(Self.profile))
    let tables = Set(Things.schema.tables.map(\.name))
    connection.onRowChange { [weak self] change in
      let table = String(cString: change.table)
      guard tables.contains(table) else { return }
      let id = change.kind == .insert ? change.new(0) : change.old(0)
      self?.lastChanges.append(RecordKey(table, id.text ?? ""))
    }
    for name in homes { try addHome(name) }
  }

  func id(_ name: String) -> RecordID { UUIDs.v5("test", name) }

  func addZone(_ id: ZoneID, kind: ZoneKind = .home, role: Role = .owner) throws {
    try connection.execute(
      "INSERT INTO syncZones VALUES (?, ?, ?, 'grant', 1, 'current')", .text(id),
      .text(kind.rawValue),
      .text(role.rawValue))
  }

  /// An empty home, as a pull brings it.
  func addHome(_ name: String, role: Role = .owner) throws {
    try addZone(id(name), role: role)
    try connection.execute(
      "INSERT INTO homes(id, name, nameKey, createdAt) VALUES (?, ?, ?, ?)", .text(id(name)),
      .text(name), .text(NameKey.make(name)), .integer(now))
    now += 1
  }

  /// Runs a use case in a transaction, with constraints checked at its end as in the engine. A new
  /// home is its author's from then on.
  @discardableResult
  func write<Result>(_ body: (WriteTransaction) throws -> Result) throws -> Result {
    now += 1
    lastChanges = []
    return try connection.transaction {
      let transaction = WriteTransaction(
        connection: connection, accountID: Self.account, nowMilliseconds: now, random: random)
      let result = try body(transaction)
      for _ in 0..<1000 { _ = random.next() }
      try HouseholdIndex.refresh(connection, changed: lastChanges)
      try connection.execute(
        """
        INSERT INTO syncZones SELECT id, 'home', 'owner', 'grant', 1, 'new' FROM homes
          WHERE id NOT IN (SELECT id FROM syncZones)
        """)
      return result
    }
  }

  func integer(_ sql: String, _ parameters: Value...) throws -> Int64 {
    try connection.first(sql, parameters) { $0.integer(0) } ?? -1
  }

  func texts(_ sql: String, _ parameters: Value...) throws -> [String] {
    try connection.query(sql, parameters) { $0.text(0) }
  }

  @discardableResult
  func addItem(
    _ name: String, home: String, at location: RecordID? = nil, price: Int64? = nil,
    quantity: Int64 = 1, labels: Set<RecordID> = []
  ) throws -> Item {
    var details = ItemDetails(name: name, currency: "EUR")
    details.locationID = location
    details.priceMinor = price
    details.quantity = quantity
    return try write { try AddItem(homeID: id(home), details, labelIDs: labels)($0) }
  }

  @discardableResult
  func addLocation(_ name: String, home: String, in parent: RecordID? = nil) throws -> RecordID {
    try write {
      try AddLocation(homeID: id(home), parentID: parent, LocationDetails(name: name))($0).id
    }
  }

  @discardableResult
  func addLabel(_ name: String, home: String) throws -> RecordID {
    try write { try AddLabel(homeID: id(home), LabelDetails(name: name))($0).id }
  }

  static func photo(_ digit: Character = "a") -> StoredPhoto {
    StoredPhoto(
      blobHash: String(repeating: digit, count: 64), byteCount: 1000, kind: .jpeg, width: 40,
      height: 30)
  }
}
