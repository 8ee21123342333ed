import Hub
import SyncProtocol
import TestSupport
import Testing

/// Each cell of the tables of `References`: what becomes of a reference of each rule, by what has
/// become of its target.
@Suite struct ReferenceTests {
  /// Things, and what refers to them by each rule.
  private static let schema = SyncSchema(
    version: 1,
    tables: [
      TableSchema(
        "homes", in: [.home], zoneColumn: nil,
        registers: [RegisterSchema(.text("name", defaultValue: ""))]),
      TableSchema(
        "things", in: [.home], zoneColumn: "homeID",
        registers: [RegisterSchema(.flag("isArchived"))]),
      TableSchema(
        "others", in: [.home], zoneColumn: "homeID",
        registers: [RegisterSchema(.text("name", defaultValue: ""))]),
      referrer("parts", .contained), referrer("links", .nullify),
      referrer("needs", .revive(register: "isArchived", value: 1)),
    ],
    zoneKinds: [.home: ZoneKindSchema(rootTable: "homes")])

  private static func referrer(_ table: String, _ rule: ReferenceSchema.Rule) -> TableSchema {
    TableSchema(
      table, in: [.home], zoneColumn: "homeID",
      registers: [RegisterSchema(.text("thingID", isNullable: true))],
      references: [ReferenceSchema("thingID", to: "things", rule)])
  }

  enum Outcome: Equatable, Sendable {
    /// The reference is to this record, in the zone in which it was written.
    case points(RecordID)
    case null
    /// It was written in one zone, and is in the other.
    case follows
    case refused(RefusalReason)
    case waits
  }

  /// What has become of the target `t` when a reference to it is written.
  enum Target: String, CaseIterable, Sendable {
    case alive, combined, combinedWithDead, combinedElsewhere, elsewhere, dead, deadElsewhere,
      neverSeen, otherTable
    case lost
  }

  private static let tables = ["parts", "links", "needs"]

  /// By target: a new part, an old part, a link, and what cannot do without it.
  private static let written: [Target: [Outcome]] = [
    .alive: [.points("t"), .points("t"), .points("t"), .points("t")],
    .combined: [.points("s"), .points("s"), .points("s"), .points("s")],
    .combinedWithDead: [.refused(.parentGone), .refused(.parentGone), .null, .points("s")],
    .combinedElsewhere: [.follows, .refused(.parentGone), .null, .refused(.unknown)],
    .elsewhere: [.follows, .refused(.parentGone), .null, .refused(.unknown)],
    .dead: [.refused(.parentGone), .refused(.parentGone), .null, .points("t")],
    .deadElsewhere: [.refused(.parentGone), .refused(.parentGone), .null, .refused(.unknown)],
    .neverSeen: [.refused(.unknown), .refused(.unknown), .null, .refused(.unknown)],
    .otherTable: [.refused(.unknown), .refused(.unknown), .null, .refused(.unknown)],
    .lost: [.waits, .waits, .waits, .waits],
  ]

  private let world: SyncWorld
  private let home = "h1"
  private let second = "h2"
  private var number: Int64 = 0

  init() throws {
    world = try SyncWorld(schema: Self.schema)
    for zone in [home, second] {
      try accept([Mutation(.insert, "homes", zone, in: zone)])
    }
  }

  private mutating func push(_ mutations: [Mutation]) throws -> Answer? {
    number += 1
    world.now += 1000
    return try world.push(mutations, as: "ann", number: number)
  }

  private mutating func accept(_ mutations: [Mutation]) throws {
    let answer = try push(mutations)
    #expect(answer?.isAccepted == true, "\(mutations): \(answer.map { "\($0)" } ?? "none")")
  }

  private func insert(_ table: String, _ id: RecordID, to thing: RecordID? = nil) -> Mutation {
    Mutation(
      .insert, table, id, in: home, registers: thing.map { ["thingID": .text($0)] } ?? [:])
  }

  private func delete(_ id: RecordID, in zone: ZoneID, to: RecordPlace? = nil) -> Mutation {
    Mutation(.delete, "things", id, in: zone, destination: to)
  }

  private func move(_ id: RecordID) -> Mutation {
    Mutation(.move, "things", id, in: home, destination: RecordPlace(zone: second, id: id))
  }

  private mutating func arrange(_ target: Target) throws {
    switch target {
    case .neverSeen: return
    case .otherTable: return try accept([insert("others", "t")])
    case .lost:
      let backup = try world.backup()
      try accept([insert("things", "t")])
      return try world.restore(backup)
    default: break
    }
    try accept([insert("things", "t"), insert("things", "s")])
    let survivor = RecordPlace(zone: home, id: "s")
    switch target {
    case .combined: try accept([delete("t", in: home, to: survivor)])
    case .combinedWithDead:
      try accept([delete("t", in: home, to: survivor)])
      try accept([delete("s", in: home)])
    case .combinedElsewhere:
      try accept([delete("t", in: home, to: survivor)])
      try accept([move("s")])
    case .elsewhere: try accept([move("t")])
    case .dead: try accept([delete("t", in: home)])
    case .deadElsewhere:
      try accept([move("t")])
      try accept([delete("t", in: second)])
    default: break
    }
  }

  private func outcome(of id: RecordID, _ answer: Answer?) throws -> Outcome? {
    switch answer {
    case .refused(let refusal): return .refused(refusal.reason)
    case .wait: return .waits
    default: break
    }
    if try world.value("thingID", of: id, in: second) != nil { return .follows }
    guard let value = try world.value("thingID", of: id, in: home) else { return nil }
    return value.text.map { .points($0) } ?? .null
  }

  @Test("a reference that is written follows its cell", arguments: Target.allCases)
  mutating func written(_ target: Target) throws {
    try accept([insert("parts", "old")])
    try arrange(target)
    var seen: [Outcome?] = []
    for table in Self.tables {
      seen.append(try outcome(of: "new-\(table)", push([insert(table, "new-\(table)", to: "t")])))
      guard table == "parts" else { continue }
      let point = Mutation(.update, "parts", "old", in: home, registers: ["thingID": "t"])
      seen.append(try outcome(of: "old", push([point])))
    }
    #expect(seen == Self.written[target])
    let isBack = try world.value("isArchived", of: "t", in: home)
    if target == .dead { #expect(isBack == 1) }
  }

  /// What a change set does with the target `t` of a reference that stands there.
  enum Departure: String, CaseIterable, Sendable {
    case needed, combined, combinedElsewhere, combinedWithDead, deleted, moved
  }

  /// By departure: a part, a link, and what cannot do without it.
  private static let stood: [Departure: [Outcome]] = [
    .needed: [.points("t"), .points("t"), .points("t")],
    .combined: [.points("s"), .points("s"), .points("s")],
    .combinedElsewhere: [.refused(.unseenChildren), .null, .points("t")],
    .combinedWithDead: [.refused(.unseenChildren), .null, .points("t")],
    .deleted: [.refused(.unseenChildren), .null, .points("t")],
    .moved: [.refused(.unseenChildren), .null, .refused(.unseenChildren)],
  ]

  private func departure(_ departure: Departure) -> [Mutation] {
    switch departure {
    case .needed, .deleted: [delete("t", in: home)]
    case .combined: [delete("t", in: home, to: RecordPlace(zone: home, id: "s"))]
    case .combinedElsewhere: [delete("t", in: home, to: RecordPlace(zone: second, id: "u"))]
    case .combinedWithDead:
      [delete("t", in: home, to: RecordPlace(zone: home, id: "s")), delete("s", in: home)]
    case .moved: [move("t")]
    }
  }

  @Test(
    "a reference that stood there follows its cell", arguments: Departure.allCases, tables)
  mutating func stood(_ departure: Departure, _ table: String) throws {
    try accept([insert("things", "t"), insert("things", "s"), insert(table, "r", to: "t")])
    try accept([Mutation(.insert, "things", "u", in: second)])
    if departure == .needed { try accept([insert("needs", "n", to: "t")]) }
    let answer = try push(self.departure(departure))
    let column = try #require(Self.tables.firstIndex(of: table))
    let expected = try #require(Self.stood[departure]?[column])
    #expect(try outcome(of: "r", answer) == expected)
    // What comes back because of it is archived; what stays was never away.
    let isBack = departure == .needed || (table == "needs" && expected == .points("t"))
    let isArchived = try world.value("isArchived", of: "t", in: home)
    if isBack { #expect(isArchived == 1) }
    if case .refused = expected { #expect(isArchived == 0) }
  }

  @Test("what stands for a combined record comes back for it, when it is needed")
  mutating func standIn() throws {
    try accept([insert("things", "t"), insert("things", "s")])
    try accept([delete("t", in: home, to: RecordPlace(zone: home, id: "s"))])
    try accept([delete("s", in: home)])
    try accept([insert("needs", "n", to: "t")])
    #expect(try world.value("thingID", of: "n", in: home) == "s")
    #expect(try world.value("isArchived", of: "s", in: home) == 1)
    #expect(try world.record("t", in: home)?.isDead == true)
  }

  @Test("whoever has unarchived a thing since its deletion was written has the last word")
  mutating func unarchivedSince() throws {
    try accept([insert("things", "t"), insert("needs", "n", to: "t")])
    let early = HybridTime(milliseconds: world.now)
    world.now += 5000
    for archived: FieldValue in [1, 0] {
      try accept([
        Mutation(.update, "things", "t", in: home, registers: ["isArchived": archived])
      ])
    }
    let stamp = try world.record("t", in: home)?.registers["isArchived"]?.stamp
    number += 1
    let answer = try world.push([delete("t", in: home)], as: "ann", number: number, at: early)
    #expect(answer?.isAccepted == true)
    #expect(try world.value("isArchived", of: "t", in: home) == 0)
    #expect(try world.record("t", in: home)?.registers["isArchived"]?.stamp == stamp)
  }

  @Test(
    "a thing that was deleted after it was unarchived comes back archived for what is older"
  )
  mutating func deletedSince() throws {
    try accept([insert("things", "t")])
    let early = HybridTime(milliseconds: world.now)
    world.now += 5000
    try accept([Mutation(.update, "things", "t", in: home, registers: ["isArchived": 0])])
    try accept([delete("t", in: home)])
    number += 1
    let answer = try world.push(
      [insert("needs", "n", to: "t")], as: "ann", number: number, at: early)
    #expect(answer?.isAccepted == true)
    #expect(try world.value("isArchived", of: "t", in: home) == 1)
  }
}
