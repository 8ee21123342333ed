import SyncProtocol

/// A small schema in which every rule of the engine occurs: what the simulator runs on.
///
/// home (root) · place (nullify) · item · photo (contained, names a file, guarded) · tag (natural
/// id, contained) · member (revive; claimed by one account each) · expense with splits (aggregate) · settlement (natural
/// id, aggregate, first writer) · claim (first writer) · event (append-only). Places stand in
/// places.
package enum TestSchema {
  /// Places stand in each other this deep.
  package static let maxDepth = 4

  package static let schema = SyncSchema(
    version: 1,
    tables: [
      TableSchema(
        "homes", in: [.home], zoneColumn: nil,
        registers: [
          RegisterSchema(.text("name", defaultValue: "")),
          // Two registers that one change set always writes together, and no other way.
          RegisterSchema(.integer("left", defaultValue: 0)),
          RegisterSchema(.integer("right", defaultValue: 0)),
        ]),
      TableSchema(
        "places", in: [.home], zoneColumn: "homeID",
        registers: [
          RegisterSchema(.text("name", maxBytes: 100)),
          RegisterSchema(.text("parentID", isNullable: true)),
        ],
        references: [ReferenceSchema("parentID", to: "places", .nullify, maxDepth: maxDepth)],
        matchable: ["name"]),
      TableSchema(
        "items", in: [.home], zoneColumn: "homeID",
        registers: [
          RegisterSchema(.text("name", maxBytes: 100)),
          RegisterSchema(.integer("price", -1_000_000...1_000_000, isNullable: true)),
          RegisterSchema(.text("placeID", isNullable: true)),
          RegisterSchema(.text("claimedBy", isNullable: true), rule: .firstWriter),
          RegisterSchema(.integer("rank", defaultValue: 0), rule: .hubOwned),
        ], references: [ReferenceSchema("placeID", to: "places", .nullify)], isCounted: true),
      TableSchema(
        "photos", in: [.home], zoneColumn: "homeID",
        registers: [
          RegisterSchema(.text("itemID")),
          RegisterSchema(.text("caption"), isGuarded: true),
          RegisterSchema(.text("file", isNullable: true, namesBlob: true)),
        ],
        references: [ReferenceSchema("itemID", to: "items", .contained)],
        matchable: ["caption"], matchParent: "itemID"),
      TableSchema(
        "tags", in: [.home], zoneColumn: "homeID",
        registers: [RegisterSchema(.text("itemID")), RegisterSchema(.text("colour"))],
        references: [ReferenceSchema("itemID", to: "items", .contained)], hasNaturalID: true),
      TableSchema(
        "members", in: [.home], zoneColumn: "homeID",
        registers: [
          RegisterSchema(.text("name")), RegisterSchema(.flag("isArchived")),
          RegisterSchema(.text("accountID", isNullable: true), rule: .claim),
          RegisterSchema(.text("payment", defaultValue: ""), heldBy: "accountID"),
        ], unique: ["accountID"], keptWhenDeleted: ["name", "isArchived"]),
      TableSchema(
        "settlements", in: [.home], zoneColumn: "homeID",
        registers: [
          RegisterSchema(.text("recordedBy", isNullable: true), rule: .firstWriter),
          RegisterSchema(aggregate: "money", columns: [.integer("amount", 0...1_000_000)]),
        ], hasNaturalID: true),
      TableSchema(
        "expenses", in: [.home], zoneColumn: "homeID",
        registers: [
          RegisterSchema(.text("note", defaultValue: "")),
          RegisterSchema(
            aggregate: "split", columns: [.integer("total")],
            child: ChildSchema(
              "shares", parentColumn: "expenseID", zoneColumn: "homeID",
              columns: [.text("id"), .text("memberID"), .integer("owed")]),
            join: joinShares, validate: checkShares),
        ],
        references: [
          ReferenceSchema(
            "memberID", to: "members", .revive(register: "isArchived", value: 1),
            inAggregate: "split", isInChild: true)
        ]),
      TableSchema(
        "events", in: [.home], zoneColumn: "homeID",
        registers: [
          RegisterSchema(.text("what"), rule: .appendOnly),
          RegisterSchema(.text("saidBy", isNullable: true), rule: .appendOnly),
        ], authorRegisters: ["saidBy"], isAppendOnly: true),
    ],
    zoneKinds: [
      .home: ZoneKindSchema(
        rootTable: "homes", titleRegister: "name", minimumPerAccount: 1,
        freshRoot: ["name": "My Home"], maxOwned: 40)
    ])

  /// The shares of members who are one by now are one share: that with the least id.
  private static let joinShares: @Sendable (FieldValue) -> FieldValue = { content in
    guard case .map(var map) = content, let shares = content["shares"].list else { return content }
    var joined: [FieldValue] = []
    for share in shares {
      guard let index = joined.firstIndex(where: { $0["memberID"] == share["memberID"] }),
        case .map(var row) = joined[index]
      else {
        joined.append(share)
        continue
      }
      let (sum, overflows) = (row["owed"]?.integer ?? 0).addingReportingOverflow(
        share["owed"].integer ?? 0)
      // What cannot be added stays apart, and is refused for it.
      if overflows { return content }
      row["owed"] = .integer(sum)
      joined[index] = .map(row)
    }
    map["shares"] = .list(joined)
    return .map(map)
  }

  private static let checkShares: @Sendable (FieldValue) -> String? = { content in
    let shares = content["shares"].list ?? []
    let owed = shares.reduce(0) { $0 &+ ($1["owed"].integer ?? 0) }
    if owed != content["total"].integer { return "shares do not add up" }
    let members = Set(shares.compactMap { $0["memberID"].text })
    return members.count == shares.count ? nil : "a member has two shares"
  }

  package static let sql = """
    CREATE TABLE homes (
      id TEXT PRIMARY KEY NOT NULL, name TEXT NOT NULL, left INTEGER NOT NULL,
      right INTEGER NOT NULL
    ) STRICT;
    CREATE TABLE places (
      id TEXT PRIMARY KEY NOT NULL,
      homeID TEXT NOT NULL REFERENCES homes(id) DEFERRABLE INITIALLY DEFERRED,
      name TEXT NOT NULL, parentID TEXT, UNIQUE (homeID, id),
      FOREIGN KEY (homeID, parentID) REFERENCES places(homeID, id) DEFERRABLE INITIALLY DEFERRED
    ) STRICT;
    CREATE INDEX placesByParent ON places(parentID);
    CREATE TABLE items (
      id TEXT PRIMARY KEY NOT NULL,
      homeID TEXT NOT NULL REFERENCES homes(id) DEFERRABLE INITIALLY DEFERRED,
      name TEXT NOT NULL, price INTEGER, placeID TEXT, claimedBy TEXT,
      rank INTEGER NOT NULL DEFAULT 0, UNIQUE (homeID, id),
      FOREIGN KEY (homeID, placeID) REFERENCES places(homeID, id) DEFERRABLE INITIALLY DEFERRED
    ) STRICT;
    CREATE INDEX itemsByPlace ON items(placeID);
    CREATE TABLE photos (
      id TEXT PRIMARY KEY NOT NULL, homeID TEXT NOT NULL, itemID TEXT NOT NULL,
      caption TEXT NOT NULL, file TEXT,
      FOREIGN KEY (homeID, itemID) REFERENCES items(homeID, id) DEFERRABLE INITIALLY DEFERRED
    ) STRICT;
    CREATE INDEX photosByItem ON photos(itemID);
    CREATE TABLE tags (
      id TEXT PRIMARY KEY NOT NULL, homeID TEXT NOT NULL, itemID TEXT NOT NULL,
      colour TEXT NOT NULL,
      FOREIGN KEY (homeID, itemID) REFERENCES items(homeID, id) DEFERRABLE INITIALLY DEFERRED
    ) STRICT;
    CREATE INDEX tagsByItem ON tags(itemID);
    CREATE TABLE members (
      id TEXT PRIMARY KEY NOT NULL,
      homeID TEXT NOT NULL REFERENCES homes(id) DEFERRABLE INITIALLY DEFERRED,
      name TEXT NOT NULL, isArchived INTEGER NOT NULL, accountID TEXT,
      payment TEXT NOT NULL DEFAULT '', UNIQUE (homeID, id)
    ) STRICT;
    CREATE TABLE settlements (
      id TEXT PRIMARY KEY NOT NULL,
      homeID TEXT NOT NULL REFERENCES homes(id) DEFERRABLE INITIALLY DEFERRED,
      recordedBy TEXT, amount INTEGER NOT NULL
    ) STRICT;
    CREATE TABLE expenses (
      id TEXT PRIMARY KEY NOT NULL,
      homeID TEXT NOT NULL REFERENCES homes(id) DEFERRABLE INITIALLY DEFERRED,
      note TEXT NOT NULL, total INTEGER NOT NULL, UNIQUE (homeID, id)
    ) STRICT;
    CREATE TABLE shares (
      id TEXT PRIMARY KEY NOT NULL, homeID TEXT NOT NULL, expenseID TEXT NOT NULL,
      memberID TEXT NOT NULL, owed INTEGER NOT NULL,
      FOREIGN KEY (homeID, expenseID) REFERENCES expenses(homeID, id)
        DEFERRABLE INITIALLY DEFERRED,
      FOREIGN KEY (homeID, memberID) REFERENCES members(homeID, id)
        DEFERRABLE INITIALLY DEFERRED
    ) STRICT;
    CREATE INDEX sharesByExpense ON shares(expenseID);
    CREATE INDEX sharesByMember ON shares(memberID);
    CREATE TABLE events (
      id TEXT PRIMARY KEY NOT NULL,
      homeID TEXT NOT NULL REFERENCES homes(id) DEFERRABLE INITIALLY DEFERRED,
      what TEXT NOT NULL, saidBy TEXT
    ) STRICT;
    """
}
