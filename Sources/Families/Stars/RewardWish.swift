import Household
import SQLite
import SyncProtocol

/// Somebody asks for a reward, or takes that back. Everybody asks for themselves: the hub refuses a
/// wish in the name of somebody else, but from a parent.
package struct RewardWish: Record, Identifiable {
  package let id: RecordID
  package let familyID: ZoneID
  package let rewardID: RecordID
  package let personID: AccountID
  /// The wish that this one takes back.
  package let undoesID: RecordID?
  /// Milliseconds since 1970.
  package let createdAt: Int64
  package let createdBy: AccountID

  package static let sql = RecordSQL(
    "rewardWishes",
    ["id", "familyID", "rewardID", "personID", "undoesID", "createdAt", "createdBy"])

  package var values: [Value] {
    [
      .text(id), .text(familyID), .text(rewardID), .text(personID), Value(undoesID),
      .integer(createdAt), .text(createdBy),
    ]
  }

  init(
    id: RecordID, familyID: ZoneID, rewardID: RecordID, personID: AccountID,
    undoesID: RecordID? = nil, createdAt: Int64, createdBy: AccountID
  ) {
    (self.id, self.familyID, self.rewardID) = (id, familyID, rewardID)
    (self.personID, self.undoesID) = (personID, undoesID)
    (self.createdAt, self.createdBy) = (createdAt, createdBy)
  }

  package init(_ row: inout RowReader) {
    id = row.text()
    familyID = row.text()
    rewardID = row.text()
    personID = row.text()
    undoesID = row.optionalText()
    createdAt = row.instant()
    createdBy = row.text()
  }

  /// More open wishes than these are not shown.
  package static let maxOpen = 100

  /// Wishes that nobody has taken back and no parent has decided, the oldest first.
  package static func open(of family: ZoneID, in connection: Connection) throws -> [RewardWish] {
    try all(
      where: "familyID = ? AND \(openSQL) ORDER BY createdAt DESC, id LIMIT ?",
      [.text(family), .integer(Int64(maxOpen))], in: connection
    ).reversed()
  }

  /// Whether nobody has taken a wish back and no parent has decided it.
  package static func isOpen(_ id: RecordID, in connection: Connection) throws -> Bool {
    try !all(where: "id = ? AND \(openSQL)", [.text(id)], in: connection).isEmpty
  }

  private static var openSQL: String {
    // Everybody takes back their own wishes only.
    let isTheirs =
      isPlanted(.withdrawnByAnyone) ? "TRUE" : "undone.personID = rewardWishes.personID"
    return """
      undoesID IS NULL
        AND NOT EXISTS (
          SELECT 1 FROM rewardWishes AS undone
            WHERE undone.familyID = rewardWishes.familyID AND undone.undoesID = rewardWishes.id
              AND \(isTheirs))
        AND NOT EXISTS (
          SELECT 1 FROM starGrants
            WHERE starGrants.familyID = rewardWishes.familyID
              AND starGrants.wishID = rewardWishes.id
              AND \(StarGrant.countsSQL))
      """
  }

  static let schema = TableSchema(
    "rewardWishes", in: [.family], zoneColumn: "familyID",
    registers: [
      .text("rewardID", .id, rule: .appendOnly), .text("personID", .id, rule: .appendOnly),
      .text("undoesID", .id, isNullable: true, rule: .appendOnly),
      .instant("createdAt", rule: .appendOnly), .text("createdBy", .id, rule: .appendOnly),
    ], insertRole: .readOnly, authorRegisters: ["personID", "createdBy"])

  static let tableSQL = """
    CREATE TABLE rewardWishes (
      id TEXT PRIMARY KEY NOT NULL,
      \(FamilySQL.family),
      rewardID TEXT NOT NULL,
      personID TEXT NOT NULL,
      undoesID TEXT,
      createdAt INTEGER NOT NULL,
      createdBy TEXT NOT NULL
    ) STRICT;
    CREATE INDEX rewardWishesByTime ON rewardWishes(familyID, createdAt, id);
    CREATE INDEX rewardWishesUndone ON rewardWishes(familyID, undoesID)
      WHERE undoesID IS NOT NULL;
    """
}

/// A parent has decided a wish, or takes a decision back. Only parents write here.
///
/// Of several decisions about one wish the one with the least id counts, so that two parents who
/// grant it at once spend the stars once. What it costs and is called stands in it: the reward may
/// change later.
package struct StarGrant: Record, Identifiable {
  package let id: RecordID
  package let familyID: ZoneID
  package let wishID: RecordID
  package let personID: AccountID
  package let title: String
  /// What was paid; 0 for a wish that was not granted.
  package let price: Int64
  package let isGranted: Bool
  /// The decision that this one takes back.
  package let undoesID: RecordID?
  /// Milliseconds since 1970.
  package let createdAt: Int64
  package let createdBy: AccountID

  package static let sql = RecordSQL(
    "starGrants",
    [
      "id", "familyID", "wishID", "personID", "title", "price", "isGranted", "undoesID",
      "createdAt", "createdBy",
    ])

  package var values: [Value] {
    [
      .text(id), .text(familyID), .text(wishID), .text(personID), .text(title), .integer(price),
      .integer(isGranted ? 1 : 0), Value(undoesID), .integer(createdAt), .text(createdBy),
    ]
  }

  init(
    id: RecordID, of wish: RewardWish, title: String, price: Int64, isGranted: Bool,
    undoesID: RecordID? = nil, createdAt: Int64, createdBy: AccountID
  ) {
    (self.id, familyID, wishID, personID) = (id, wish.familyID, wish.id, wish.personID)
    (self.title, self.price, self.isGranted) = (title, price, isGranted)
    (self.undoesID, self.createdAt, self.createdBy) = (undoesID, createdAt, createdBy)
  }

  package init(_ row: inout RowReader) {
    id = row.text()
    familyID = row.text()
    wishID = row.text()
    personID = row.text()
    title = row.text()
    price = row.integer(in: Self.prices)
    isGranted = row.bool()
    undoesID = row.optionalText()
    createdAt = row.instant()
    createdBy = row.text()
  }

  /// One page of the decisions that count, the latest first.
  ///
  /// - Parameters:
  ///   - person: whose wishes were decided; `nil` for everybody's.
  ///   - cursor: the decision after which the page begins.
  package static func page(
    of family: ZoneID, person: AccountID?, after cursor: Cursor? = nil, limit: Int,
    in connection: Connection
  ) throws -> [StarGrant] {
    let after = cursor ?? Cursor(createdAt: .max, id: "")
    return try all(
      where: """
        familyID = ? AND (createdAt, id) < (?, ?) AND (? IS NULL OR personID = ?) AND \(countsSQL)
          ORDER BY createdAt DESC, id DESC LIMIT ?
        """,
      [
        .text(family), .integer(after.createdAt), .text(after.id), Value(person), Value(person),
        .integer(Int64(limit)),
      ], in: connection)
  }

  /// Where the next page of decisions begins.
  package struct Cursor: Equatable, Sendable {
    package let createdAt: Int64
    package let id: RecordID

    package init(createdAt: Int64, id: RecordID) { (self.createdAt, self.id) = (createdAt, id) }
  }

  private static let prices: ClosedRange<Int64> = 0...100_000

  /// Whether it is a decision, nobody has taken it back, and it is the first about its wish.
  static var countsSQL: String {
    let decided = "starGrants.undoesID IS NULL AND \(isNotUndone("starGrants"))"
    if isPlanted(.grantPaidTwice) { return decided }
    return """
      \(decided)
        AND NOT EXISTS (
          SELECT 1 FROM starGrants AS earlier
            WHERE earlier.familyID = starGrants.familyID AND earlier.wishID = starGrants.wishID
              AND earlier.id < starGrants.id AND earlier.undoesID IS NULL
              AND \(isNotUndone("earlier")))
      """
  }

  private static func isNotUndone(_ name: String) -> String {
    if isPlanted(.undoneGrantPaid) { return "TRUE" }
    return """
      NOT EXISTS (
          SELECT 1 FROM starGrants AS undone
            WHERE undone.familyID = \(name).familyID AND undone.undoesID = \(name).id
              AND undone.wishID = \(name).wishID)
      """
  }

  static let schema = TableSchema(
    "starGrants", in: [.family], zoneColumn: "familyID",
    registers: [
      .text("wishID", .id, rule: .appendOnly), .text("personID", .id, rule: .appendOnly),
      .text("title", .name, rule: .appendOnly), .integer("price", prices, rule: .appendOnly),
      RegisterSchema(.flag("isGranted"), rule: .appendOnly),
      .text("undoesID", .id, isNullable: true, rule: .appendOnly),
      .instant("createdAt", rule: .appendOnly), .text("createdBy", .id, rule: .appendOnly),
    ], authorRegisters: ["createdBy"])

  static let tableSQL = """
    CREATE TABLE starGrants (
      id TEXT PRIMARY KEY NOT NULL,
      \(FamilySQL.family),
      wishID TEXT NOT NULL,
      personID TEXT NOT NULL,
      title TEXT NOT NULL,
      price INTEGER NOT NULL CHECK (price BETWEEN 0 AND 100000),
      isGranted INTEGER NOT NULL DEFAULT 0 CHECK (isGranted IN (0, 1)),
      undoesID TEXT,
      createdAt INTEGER NOT NULL,
      createdBy TEXT NOT NULL
    ) STRICT;
    CREATE INDEX starGrantsByWish ON starGrants(familyID, wishID, id);
    CREATE INDEX starGrantsByTime ON starGrants(familyID, createdAt, id);
    -- What somebody has spent.
    CREATE INDEX starGrantsByPerson ON starGrants(familyID, personID);
    CREATE INDEX starGrantsUndone ON starGrants(familyID, undoesID) WHERE undoesID IS NOT NULL;
    """
}
