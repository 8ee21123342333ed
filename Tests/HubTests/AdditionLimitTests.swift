import Hub
import SyncProtocol
import TestSupport
import Testing

/// How much those add in a day who may add to a table, and change nothing in it: what a child ticks
/// are records of whoever owns the family.
@Suite struct AdditionLimitTests {
  private let world: SyncWorld
  private let numbers = Numbers()

  private final class Numbers { var last: Int64 = 0 }

  init() throws {
    let schema = SyncSchema(
      version: 1,
      tables: [
        TableSchema(
          "families", in: [.family], zoneColumn: nil,
          registers: [RegisterSchema(.text("name", defaultValue: ""))]),
        TableSchema(
          "ticks", in: [.family], zoneColumn: "familyID",
          registers: [RegisterSchema(.text("by"), rule: .appendOnly)], insertRole: .readOnly,
          authorRegisters: ["by"], isAppendOnly: true),
      ],
      zoneKinds: [.family: ZoneKindSchema(rootTable: "families")])
    world = try SyncWorld(schema: schema, limits: AccountLimits(maxAdditionsPerDay: 24))
    _ = try push([Mutation(.insert, "families", "f", in: "f")], as: "ann")
    try world.admit("bob", to: "f", by: "ann", as: .readOnly)
    try world.admit("cyd", to: "f", by: "ann", as: .readOnly)
  }

  private func push(_ mutations: [Mutation], as account: AccountID) throws -> Answer? {
    numbers.last += 1
    return try world.push(mutations, as: account, number: numbers.last)
  }

  private func tick(_ count: Int, by account: AccountID) throws -> Answer? {
    let first = numbers.last * 1000
    return try push(
      (0..<count).map {
        Mutation(
          .insert, "ticks", "t-\(first + Int64($0))", in: "f", registers: ["by": .text(account)])
      }, as: account)
  }

  @Test("who may only add adds a day's worth, and then as much as comes back, without the others")
  func additions() throws {
    #expect(try tick(23, by: "bob")?.isAccepted == true)
    #expect(try tick(1, by: "bob")?.isAccepted == true)
    let full = Answer.refused(Refusal(.limit, nil, "additions of one account in a day"))
    #expect(try tick(1, by: "bob") == full)
    #expect(try tick(1, by: "cyd")?.isAccepted == true)
    // Whoever may change the table has the limits of all.
    #expect(try tick(50, by: "ann")?.isAccepted == true)
    world.now += 3_600_000
    #expect(try tick(1, by: "bob")?.isAccepted == true)
    #expect(try tick(1, by: "bob") == full)
  }
}
