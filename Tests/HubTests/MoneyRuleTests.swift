import Hub
import SQLite
import SyncProtocol
import TestSupport
import Testing

/// Rules that an expense, a claim and a settlement need, on a schema that says them.
@Suite struct MoneyRuleTests {
  static let schema = SyncSchema(
    version: 1,
    tables: [
      TableSchema(
        "groups", in: [.group], zoneColumn: nil,
        registers: [RegisterSchema(.text("name", defaultValue: ""))]),
      TableSchema(
        "members", in: [.group], zoneColumn: "groupID",
        registers: [
          RegisterSchema(.text("name")),
          RegisterSchema(.text("accountID", isNullable: true), rule: .claim),
          RegisterSchema(.flag("isArchived")),
        ], unique: ["accountID"]),
      TableSchema(
        "settlements", in: [.group], zoneColumn: "groupID",
        registers: [
          RegisterSchema(.text("recordedBy", isNullable: true), rule: .firstWriter),
          RegisterSchema(aggregate: "money", columns: [.integer("amount", 0...1_000_000)]),
          RegisterSchema(.text("note", defaultValue: "")),
        ], hasNaturalID: true),
      TableSchema(
        "receipts", in: [.group], zoneColumn: "groupID",
        registers: [RegisterSchema(.text("what"))], isAppendOnly: true, hasNaturalID: true),
      TableSchema(
        "expenses", in: [.group], zoneColumn: "groupID",
        registers: [
          RegisterSchema(
            aggregate: "split", columns: [.integer("total")],
            child: ChildSchema(
              "shares", parentColumn: "expenseID",
              columns: [.text("id"), .text("memberID"), .integer("owed")]))
        ],
        references: [
          ReferenceSchema(
            "memberID", to: "members", .revive(register: "isArchived", value: 1),
            inAggregate: "split", isInChild: true)
        ]),
      TableSchema(
        "categories", in: [.group], zoneColumn: "groupID",
        registers: [RegisterSchema(.text("parentID", isNullable: true))],
        references: [ReferenceSchema("parentID", to: "categories", .nullify, maxDepth: 3)]),
    ],
    zoneKinds: [.group: ZoneKindSchema(rootTable: "groups")])

  private let world: SyncWorld
  private var numbers: [AccountID: Int64] = [:]

  init() throws {
    world = try SyncWorld(schema: Self.schema)
    _ = try push([Mutation(.insert, "groups", "g", in: "g")], as: "ann")
    try world.admit("bob", to: "g", by: "ann", as: .readWrite)
    try world.admit("cyd", to: "g", by: "ann", as: .readOnly)
  }

  private mutating func push(_ mutations: [Mutation], as account: AccountID) throws -> Answer? {
    numbers[account, default: 0] += 1
    return try world.push(mutations, as: account, number: numbers[account]!)
  }

  private mutating func claim(
    _ member: String, for account: AccountID?, by author: AccountID
  ) throws -> RefusalReason? {
    let value = account.map(FieldValue.text) ?? .null
    return try push(
      [Mutation(.update, "members", member, in: "g", registers: ["accountID": value])], as: author
    )?.refusal
  }

  private func holder(_ member: String) throws -> FieldValue? {
    try world.value("accountID", of: member, in: "g")
  }

  private mutating func addMembers() throws {
    let members = ["m-1", "m-2", "m-3"].map {
      Mutation(.insert, "members", $0, in: "g", registers: ["name": .text($0)])
    }
    _ = try push(members, as: "ann")
  }

  @Test(
    "D-CLM-1 D-CLM-2 D-GRP-15 one account for a member, one member for an account: the first wins"
  )
  mutating func claims() throws {
    try addMembers()
    #expect(try claim("m-1", for: "bob", by: "bob") == nil)
    #expect(try claim("m-1", for: "ann", by: "ann") == nil, "the owner may reassign it")
    #expect(try claim("m-1", for: "bob", by: "bob") == .claimed)
    #expect(try claim("m-2", for: "bob", by: "bob") == nil)
    numbers["bob"]! += 1
    let second = try world.push(
      [Mutation(.update, "members", "m-3", in: "g", registers: ["accountID": "bob"])], as: "bob",
      number: numbers["bob"]!)
    #expect(second == .refused(Refusal(.claimed, RecordKey("members", "m-3"), "m-2")))
    #expect(try holder("m-3") == .null)
  }

  @Test("nobody claims for somebody else, and nobody who is not in the group")
  mutating func forOthers() throws {
    try addMembers()
    #expect(try claim("m-1", for: "ann", by: "bob") == .permission)
    #expect(try claim("m-1", for: "dan", by: "ann") == .permission)
    let insert = try push(
      [
        Mutation(
          .insert, "members", "m-4", in: "g", registers: ["name": "x", "accountID": "ann"])
      ], as: "bob")
    #expect(insert?.refusal == .permission)
  }

  @Test("D-CLM-8 a viewer says who they are, and writes nothing else with it")
  mutating func viewer() throws {
    try addMembers()
    #expect(try claim("m-1", for: "cyd", by: "cyd") == nil)
    let more = try push(
      [
        Mutation(
          .update, "members", "m-1", in: "g", registers: ["accountID": .null, "name": "Cyd"])
      ],
      as: "cyd")
    #expect(more?.refusal == .readOnly)
    #expect(try claim("m-1", for: nil, by: "cyd") == nil)
    #expect(try holder("m-1") == .null)
  }

  @Test("D-CLM-3 its holder or the owner releases a claim, nobody else")
  mutating func release() throws {
    try addMembers()
    #expect(try claim("m-1", for: "bob", by: "bob") == nil)
    #expect(try claim("m-1", for: nil, by: "cyd") == .claimed)
    #expect(try claim("m-1", for: nil, by: "ann") == nil)
    #expect(try claim("m-1", for: "cyd", by: "cyd") == nil)
  }

  @Test("who somebody is, nobody else deletes but the owner, while they are in the group")
  mutating func deletedClaims() throws {
    try addMembers()
    func delete(_ member: String, to survivor: String? = nil) -> [Mutation] {
      [
        Mutation(
          .delete, "members", member, in: "g",
          destination: survivor.map { RecordPlace(zone: "g", id: $0) })
      ]
    }
    #expect(try claim("m-1", for: "cyd", by: "cyd") == nil)
    let taken = Answer.refused(Refusal(.claimed, RecordKey("members", "m-1"), "accountID"))
    #expect(try push(delete("m-1"), as: "bob") == taken)
    #expect(try push(delete("m-1", to: "m-2"), as: "bob") == taken)
    _ = try push([Mutation(.insert, "groups", "own", in: "own")], as: "bob")
    let move = Mutation(
      .move, "members", "m-1", in: "g", destination: RecordPlace(zone: "own", id: "m-1"))
    #expect(try push([move], as: "bob") == taken)
    #expect(try holder("m-1") == "cyd")
    #expect(try push(delete("m-1"), as: "ann")?.isAccepted == true)
    #expect(try claim("m-2", for: "bob", by: "bob") == nil)
    #expect(try push(delete("m-2", to: "m-3"), as: "bob")?.isAccepted == true)
    // Who has left is nobody in the group any more.
    #expect(try claim("m-3", for: "cyd", by: "cyd") == nil)
    try world.hub.remove("cyd", from: "g", by: "ann")
    #expect(try push(delete("m-3"), as: "bob")?.isAccepted == true)
  }

  @Test("a member who is brought back has lost a claim that is another's by now")
  mutating func revived() throws {
    try addMembers()
    #expect(try claim("m-1", for: "bob", by: "bob") == nil)
    _ = try push([Mutation(.delete, "members", "m-1", in: "g")], as: "ann")
    #expect(try claim("m-2", for: "bob", by: "bob") == nil)
    let expense = try push([expense("e-1", share: "s-1", of: "m-1")], as: "ann")
    #expect(expense?.isAccepted == true)
    #expect(try holder("m-1") == .null)
    #expect(try holder("m-2") == "bob")
    #expect(try world.value("isArchived", of: "m-1", in: "g") == 1)
  }

  private func expense(_ id: String, share: String, of member: String) -> Mutation {
    Mutation(
      .insert, "expenses", id, in: "g",
      registers: [
        "split": .map([
          "total": 1,
          "shares": .list([
            .map(["id": .text(share), "memberID": .text(member), "owed": 1])
          ]),
        ])
      ])
  }

  @Test("T8 a share's id that another expense has is refused; its own may come again")
  mutating func childIDs() throws {
    try addMembers()
    #expect(try push([expense("e-1", share: "s", of: "m-1")], as: "ann")?.isAccepted == true)
    let other = try push([expense("e-2", share: "s", of: "m-1")], as: "bob")
    #expect(other?.refusal == .exists)
    let both = try push(
      [expense("e-3", share: "t", of: "m-1"), expense("e-4", share: "t", of: "m-1")], as: "bob")
    #expect(both?.refusal == .exists)
    _ = try push([Mutation(.delete, "expenses", "e-1", in: "g")], as: "ann")
    #expect(try push([expense("e-2", share: "s", of: "m-1")], as: "bob")?.isAccepted == true)
  }

  private mutating func settle(
    _ account: AccountID, _ amount: Int64, note: String = ""
  ) throws -> Answer? {
    try push(
      [
        Mutation(
          .insert, "settlements", "s-ann-bob", in: "g",
          registers: [
            "recordedBy": .text(account), "money": .map(["amount": .integer(amount)]),
            "note": .text(note),
          ])
      ], as: account)
  }

  @Test("T7 a settlement that two people press at once is paid once, and the second is told")
  mutating func settlement() throws {
    #expect(try settle("ann", 50)?.isAccepted == true)
    #expect(try settle("bob", 50)?.refusal == .claimed)
    #expect(try world.value("recordedBy", of: "s-ann-bob", in: "g") == "ann")
    // From a second device of the same person.
    #expect(try settle("ann", 50)?.isAccepted == true)
    #expect(try settle("ann", 70)?.refusal == .stale)
    #expect(try world.value("money", of: "s-ann-bob", in: "g")?["amount"] == 50)
  }

  @Test(
    "T7 what is written once is not rewritten by making it again; the same again changes nothing")
  mutating func receipts() throws {
    let make = { (what: String) in
      Mutation(.insert, "receipts", "r", in: "g", registers: ["what": .text(what)])
    }
    #expect(try push([make("was")], as: "ann")?.isAccepted == true)
    let head = try world.head(of: "g")
    #expect(try push([make("was")], as: "bob")?.isAccepted == true)
    #expect(try world.head(of: "g") == head)
    world.now += 1000
    #expect(try push([make("rewritten")], as: "bob")?.refusal == .appendOnly)
    #expect(try world.value("what", of: "r", in: "g") == "was")
  }

  @Test(
    "a record stands neither in itself nor deeper than its table allows"
  )
  mutating func trees() throws {
    func put(_ id: String, in parent: String?) -> Mutation {
      Mutation(
        .update, "categories", id, in: "g",
        registers: ["parentID": parent.map(FieldValue.text) ?? .null])
    }
    let all = ["a", "b", "c", "d"].map { Mutation(.insert, "categories", $0, in: "g") }
    #expect(try push(all, as: "ann")?.isAccepted == true)
    #expect(try push([put("a", in: "a")], as: "ann")?.refusal == .invalid)
    #expect(try push([put("a", in: "b")], as: "ann")?.isAccepted == true)
    #expect(try push([put("b", in: "a")], as: "bob")?.refusal == .invalid)
    #expect(try push([put("b", in: "c")], as: "bob")?.isAccepted == true)
    #expect(try push([put("c", in: "d")], as: "bob")?.refusal == .invalid, "a is the fourth level")
    let deep = Mutation(
      .insert, "categories", "e", in: "g", registers: ["parentID": "a"])
    #expect(try push([deep], as: "bob")?.refusal == .invalid)
    // A circle that one change set makes at once.
    #expect(try push([put("c", in: "a")], as: "bob")?.refusal == .invalid)
    #expect(try push([put("b", in: nil), put("c", in: "a")], as: "bob")?.isAccepted == true)
    // A circle that the hub would make in following who was combined.
    let combine = Mutation(
      .delete, "categories", "b", in: "g", destination: RecordPlace(zone: "g", id: "c"))
    #expect(try push([put("a", in: "b")], as: "bob")?.isAccepted == true)
    #expect(try push([combine], as: "bob")?.refusal == .invalid)
  }
}
