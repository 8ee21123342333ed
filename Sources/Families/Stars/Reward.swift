import Household
import Replica
import SQLite
import SyncProtocol

/// What stars are exchanged for. Parents make them, and archive them.
package struct Reward: Record, Identifiable {
  package let id: RecordID
  package let familyID: ZoneID
  package var details: RewardDetails
  /// Milliseconds since 1970.
  package let createdAt: Int64
  package let createdBy: AccountID

  package static let maxPerFamily = 100

  package static let sql = RecordSQL(
    "rewards",
    ["id", "familyID"] + RewardDetails.fields.columns() + ["createdAt", "createdBy"])

  package var values: [Value] {
    [.text(id), .text(familyID)] + RewardDetails.fields.values(of: details) + [
      .integer(createdAt), .text(createdBy),
    ]
  }

  init(
    id: RecordID, familyID: ZoneID, details: RewardDetails, createdAt: Int64, createdBy: AccountID
  ) {
    (self.id, self.familyID, self.details) = (id, familyID, details)
    (self.createdAt, self.createdBy) = (createdAt, createdBy)
  }

  package init(_ row: inout RowReader) {
    id = row.text()
    familyID = row.text()
    details = RewardDetails(title: row.text())
    details.emoji = row.text()
    details.price = row.integer(in: RewardDetails.prices)
    details.isArchived = row.bool()
    createdAt = row.instant()
    createdBy = row.text()
  }

  /// Those of a family, the cheapest first.
  package static func of(
    _ family: ZoneID, isArchived: Bool = false, in connection: Connection
  ) throws -> [Reward] {
    try all(
      where: "familyID = ? AND isArchived = ? ORDER BY price, id LIMIT ?",
      [.text(family), .integer(isArchived ? 1 : 0), .integer(Int64(maxPerFamily))],
      in: connection)
  }

  /// The titles of all rewards of a family, the archived ones too.
  package static func titles(
    of family: ZoneID, in connection: Connection
  ) throws -> [RecordID: String] {
    try connection.query("SELECT id, title FROM rewards WHERE familyID = ?", .text(family)) {
      ($0.text(0), $0.text(1))
    }.reduce(into: [:]) { $0[$1.0] = $1.1 }
  }

  static let schema = TableSchema(
    "rewards", in: [.family], zoneColumn: "familyID",
    registers: RewardDetails.fields.registers() + [
      .instant("createdAt", rule: .appendOnly), .text("createdBy", .id, rule: .appendOnly),
    ], authorRegisters: ["createdBy"])

  static let tableSQL = """
    CREATE TABLE rewards (
      id TEXT PRIMARY KEY NOT NULL,
      \(FamilySQL.family),
      title TEXT NOT NULL,
      emoji TEXT NOT NULL DEFAULT '',
      price INTEGER NOT NULL DEFAULT 10 CHECK (price BETWEEN 1 AND 100000),
      isArchived INTEGER NOT NULL DEFAULT 0 CHECK (isArchived IN (0, 1)),
      createdAt INTEGER NOT NULL,
      createdBy TEXT NOT NULL
    ) STRICT;
    CREATE INDEX rewardsByPrice ON rewards(familyID, isArchived, price, id);
    """
}

/// The details of a reward that parents enter.
package struct RewardDetails: Equatable, Sendable {
  package var title: String
  /// Empty, or one emoji.
  package var emoji = ""
  /// In stars.
  package var price: Int64 = 10
  package var isArchived = false

  package static let prices: ClosedRange<Int64> = 1...100_000

  package init(title: String) { self.title = title }

  /// In the order in which a row is read.
  package static let fields: [RecordField<RewardDetails>] = [
    .name("title", \.title, "What it is.", example: "Choose the film"),
    .emoji("emoji", \.emoji, "One emoji, or empty.", example: "🎬"),
    .number("price", \.price, prices, standard: 10, "In stars."),
    .flag("isArchived", \.isArchived, "Whether it is archived: children no longer see it."),
  ]
}

/// Adds a reward, or changes one. Throws `wishIsOpen` where one is archived that somebody asks for:
/// the wish would be gone without an answer.
package struct SaveReward: Sendable {
  package var familyID: ZoneID
  /// `nil` for a new one.
  package var rewardID: RecordID?
  package var details: RewardDetails

  package init(familyID: ZoneID, rewardID: RecordID? = nil, _ details: RewardDetails) {
    (self.familyID, self.rewardID, self.details) = (familyID, rewardID, details)
  }

  @discardableResult
  package func callAsFunction(_ transaction: WriteTransaction) throws -> Reward {
    try transaction.requireParent(of: familyID)
    let connection = transaction.connection
    var check = InputCheck()
    let clean = check.clean(details, RewardDetails.fields)
    let old = try rewardID.map { id -> Reward in
      guard let found = try Reward.find(id, in: connection), found.familyID == familyID else {
        throw FamilyFailure.rewardNotFound
      }
      return found
    }
    let count = try connection.first(
      "SELECT count(*) FROM rewards WHERE familyID = ?", .text(familyID)
    ) { $0.integer(0) }
    if old == nil, count ?? 0 >= Int64(Reward.maxPerFamily) {
      check.fail(InputField("title"), .tooMany(max: Reward.maxPerFamily))
    }
    guard check.problems.isEmpty else { throw FamilyFailure.invalid(check.problems) }
    if let old, clean.isArchived, !old.details.isArchived,
      try RewardWish.open(of: familyID, in: connection).contains(where: { $0.rewardID == old.id })
    {
      throw FamilyFailure.wishIsOpen
    }
    guard let old else {
      let reward = Reward(
        id: transaction.newID(), familyID: familyID, details: clean,
        createdAt: transaction.nowMilliseconds, createdBy: transaction.accountID)
      try reward.insert(in: connection)
      return reward
    }
    var reward = old
    reward.details = clean
    try reward.update(from: old, in: connection)
    return reward
  }
}
