import Replica
import SQLite
import SyncProtocol
import TestSupport
import Testing

/// The test schema one version on: items have lost the path of their picture.
private enum Slimmer {
  static let schema = changed { table in
    guard table.name == "items" else { return table }
    return TableSchema(
      "items", in: [.home], zoneColumn: "homeID", registers: table.registers,
      references: table.references, retired: ["picturePath", "picturePaths"])
  }

  /// What older programs know: items with a path.
  static let older = changed { table in
    guard table.name == "items" else { return table }
    return TableSchema(
      "items", in: [.home], zoneColumn: "homeID",
      registers: table.registers + [RegisterSchema(.text("picturePath", isNullable: true))],
      references: table.references)
  }

  static let olderSQL = TestSchema.sql + "ALTER TABLE items ADD COLUMN picturePath TEXT;"

  private static func changed(_ change: (TableSchema) -> TableSchema) -> SyncSchema {
    SyncSchema(
      version: 2, tables: TestSchema.schema.tables.filter { !$0.isHubOwned }.map(change),
      zoneKinds: TestSchema.schema.zoneKinds)
  }
}

@Suite struct RetiredRegisterTests {
  private let world: SyncWorld
  private let ann: SyncDevice
  private let home: ZoneID
  private let item: RecordID

  init() throws {
    world = try SyncWorld(schema: Slimmer.schema)
    ann = try world.device("ann")
    home = try ann.addHome("Flat")
    item = try ann.addItem("lamp", in: home)
    try ann.sync()
  }

  private func names(_ device: SyncDevice) throws -> [String] {
    try device.texts("SELECT name FROM items ORDER BY name")
  }

  @Test(
    "D-PHO-3 registers that an older client still sends are taken, not stored and not handed on")
  func ignored() throws {
    let other = try world.device("ann", "other")
    try other.sync()
    let paths: SortedMap<FieldValue> = [
      "picturePath": "Images/1.jpg", "picturePaths": .map(["any": .list([1, .null])]),
    ]
    let change = Mutation(
      .update, "items", item, in: home, registers: paths.merging(["name": "red lamp"]) { $1 })
    let insert = Mutation(
      .insert, "items", "i2", in: home, registers: paths.merging(["name": "chair"]) { $1 })
    world.now += 1000
    for (number, mutation) in [change, insert].enumerated() {
      let answer = try world.push([mutation], as: "ann", number: Int64(number + 1))
      guard case .accepted? = answer else {
        Issue.record("refused: \(String(describing: answer))")
        return
      }
    }
    for id in [item, "i2"] {
      let registers = try #require(try world.record(id, in: home)).registers
      for name in Slimmer.schema.table("items")?.retired ?? [] { #expect(registers[name] == nil) }
      #expect(registers["price"] != nil)
    }
    for device in [other, ann] {
      try device.sync()
      #expect(try names(device) == ["chair", "red lamp"])
      // A replica keeps what it does not understand: nothing of this came.
      #expect(try device.count("syncUnknown") == 0)
    }
  }

  @Test("an update of retired registers alone is accepted and changes nothing")
  func nothingElse() throws {
    world.now += 1000
    let head = try world.head(of: home)
    let before = try world.record(item, in: home)
    for (number, value) in ([.null, "x", 3] as [FieldValue]).enumerated() {
      let answer = try world.push(
        [Mutation(.update, "items", item, in: home, registers: ["picturePath": value])],
        as: "ann", number: Int64(number + 1))
      guard case .accepted? = answer else {
        Issue.record("refused: \(String(describing: answer))")
        return
      }
    }
    #expect(try world.head(of: home) == head)
    #expect(try world.record(item, in: home)?.registers == before?.registers)
  }

  @Test("retired registers open no way around who may write, and unknown names are still refused")
  func otherRules() throws {
    func reason(_ answer: Answer?) -> RefusalReason? {
      guard case .refused(let refusal)? = answer else { return nil }
      return refusal.reason
    }
    let retired = Mutation(.update, "items", item, in: home, registers: ["picturePath": "x"])
    let grant = try world.store.read { try $0.grant(in: home, for: "ann")?.grantID } ?? ""
    #expect(
      try reason(world.push([retired], as: "bob", number: 1, grants: [home: grant]))
        == .permission)
    for (number, name) in ["picture", "PicturePath", "picturePath "].enumerated() {
      #expect(
        try reason(
          world.push(
            [Mutation(.update, "items", item, in: home, registers: [name: "x"])], as: "ann",
            number: Int64(number + 1))) == .unknownType)
    }
    // Retired is retired in its own table.
    #expect(
      try reason(
        world.push(
          [Mutation(.update, "homes", home, in: home, registers: ["picturePath": "x"])],
          as: "ann", number: 4)) == .unknownType)
    // What a record needs, no retired register stands for.
    #expect(
      try reason(
        world.push(
          [Mutation(.insert, "items", "i3", in: home, registers: ["picturePath": "x"])],
          as: "ann", number: 5)) == .invalid)
  }

  @Test("a move of an older client takes the record along and leaves retired registers behind")
  func moved() throws {
    let cabin = try ann.addHome("Cabin")
    try ann.sync()
    let answer = try world.push(
      [
        Mutation(
          .move, "items", item, in: home, registers: ["picturePath": "x"],
          destination: RecordPlace(zone: cabin, id: item))
      ], as: "ann", number: 1)
    guard case .accepted? = answer else {
      Issue.record("refused: \(String(describing: answer))")
      return
    }
    let registers = try #require(try world.record(item, in: cabin)).registers
    #expect(registers["name"]?.value == "lamp")
    #expect(registers["picturePath"] == nil)
  }

  @Test(
    "D-MIG-3 an older program and a newer one go on with one home, and agree on what both know")
  func olderProgram() throws {
    let old = try world.device("ann", "old", schema: Slimmer.older, sql: [Slimmer.olderSQL])
    try old.sync()
    try old.run("UPDATE items SET picturePath = 'Images/1.jpg', name = 'red lamp'")
    try old.run(
      "INSERT INTO items (id, homeID, name, picturePath) VALUES ('i2', ?, 'chair', 'x')",
      .text(home))
    try old.sync()
    world.now += 1000
    try ann.rename(item, "blue lamp")
    for device in [ann, old, ann] { try device.sync() }
    for device in [ann, old] {
      #expect(try names(device) == ["blue lamp", "chair"])
      #expect(try device.refusals == [])
    }
    #expect(try ann.count("syncUnknown") == 0)
  }

  @Test("a replica drops a retired register that an older hub sends")
  func olderHub() throws {
    let world = try SyncWorld(schema: Slimmer.older)
    let old = try world.device("ann", "old", sql: [Slimmer.olderSQL])
    let new = try world.device("ann", "new", schema: Slimmer.schema)
    let home = try old.addHome("Flat")
    try old.addItem("lamp", in: home)
    try old.run("UPDATE items SET picturePath = 'Images/1.jpg'")
    try old.sync()
    try new.sync()
    try old.run("UPDATE items SET picturePath = 'Images/2.jpg', name = 'red lamp'")
    try old.sync()
    try new.sync()
    #expect(try names(new) == ["red lamp"])
    #expect(try new.count("syncUnknown") == 0)
    #expect(
      try new.texts("SELECT name FROM pragma_table_info('items') WHERE name = 'picturePath'")
        == [])
    // It takes nothing away from those who know it.
    try new.run("UPDATE items SET name = 'lamp'")
    try new.sync()
    try old.sync()
    #expect(try old.texts("SELECT name || picturePath FROM items") == ["lampImages/2.jpg"])
  }
}
