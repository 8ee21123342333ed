import SQLite
import SyncProtocol
import TestSupport
import Testing

/// Records that were combined with others: what refers to them always has somewhere to point.
@Suite struct CombinedRecordTests {
  @Test("T1a a record cannot be combined with a dead one, and nobody's pull fails for the try")
  func dead() throws {
    let shared = try SharedHome()
    let (world, ann, home) = (shared.world, shared.ann, shared.home)
    let a = try ann.addItem("a", in: home)
    let b = try ann.addItem("b", in: home)
    let photo = try ann.addPhoto("photo", of: a, in: home)
    try ann.sync()
    let delete = try world.push([Mutation(.delete, "items", b, in: home)], as: "bob", number: 1)
    #expect(delete?.isAccepted == true)
    let combine = try world.push(
      [Mutation(.delete, "items", a, in: home, destination: RecordPlace(zone: home, id: b))],
      as: "bob", number: 2)
    #expect(combine?.refusal == .gone)
    #expect(try world.value("itemID", of: photo, in: home) == .text(a))
    try ann.sync()
    let other = try ann.addHome("Ann's own")
    try ann.sync()
    #expect(try world.head(of: other) == 1)
  }

  @Test(
    "T1b a place combined with one that is just deleted stays, and its author is told"
  )
  func deletedMeanwhile() throws {
    let shared = try SharedHome()
    let (world, ann, bob, home) = (shared.world, shared.ann, shared.bob, shared.home)
    let p1 = try ann.addPlace("p1", in: home)
    let p2 = try ann.addPlace("p2", in: home)
    let item = try ann.addItem("lamp", in: home, place: p1)
    try shared.settle()
    try bob.write { transaction in
      try transaction.connection.execute(
        "UPDATE items SET placeID = ? WHERE placeID = ?", .text(p2), .text(p1))
      try transaction.connection.execute("DELETE FROM places WHERE id = ?", .text(p1))
      transaction.combine("places", p1, into: RecordPlace(zone: home, id: p2))
    }
    let other = try ann.addItem("vase", in: home, place: p1)
    try ann.run("DELETE FROM places WHERE id = ?", .text(p2))
    try ann.sync()
    try bob.sync()
    try ann.sync()
    #expect(try bob.refusals == [.gone])
    for id in [item, other] { #expect(try world.value("placeID", of: id, in: home) == .text(p1)) }
  }

  @Test("a record can be combined with one that was combined itself, wherever that is by now")
  func chain() throws {
    let shared = try SharedHome()
    let (world, ann, home) = (shared.world, shared.ann, shared.home)
    let places = try ["a", "b", "c"].map { try ann.addPlace($0, in: home) }
    let item = try ann.addItem("lamp", in: home, place: places[0])
    try ann.sync()
    func combine(_ from: Int, _ into: Int, _ number: Int64) throws -> Answer? {
      try world.push(
        [
          Mutation(
            .delete, "places", places[from], in: home,
            destination: RecordPlace(zone: home, id: places[into]))
        ], as: "bob", number: number)
    }
    #expect(try combine(1, 2, 1)?.isAccepted == true)
    #expect(try combine(0, 1, 2)?.isAccepted == true)
    #expect(try world.value("placeID", of: item, in: home) == .text(places[2]))
    // Back to itself leads nowhere.
    #expect(try combine(2, 1, 3)?.refusal == .combined)
  }

  @Test("what is combined and deleted in one change set leaves references as a deletion does")
  func combinedAndDeleted() throws {
    let shared = try SharedHome()
    let (world, ann, home) = (shared.world, shared.ann, shared.home)
    let (a, b) = (try ann.addPlace("a", in: home), try ann.addPlace("b", in: home))
    let item = try ann.addItem("lamp", in: home, place: a)
    try ann.sync()
    let answer = try world.push(
      [
        Mutation(.delete, "places", a, in: home, destination: RecordPlace(zone: home, id: b)),
        Mutation(.delete, "places", b, in: home),
      ], as: "bob", number: 1)
    #expect(answer?.isAccepted == true)
    #expect(try world.value("placeID", of: item, in: home) == .null)
    try ann.sync()
  }

  @Test(
    "T2 whatever the clocks, everyone knows the version of an expense of combined members"
  )
  func version() throws {
    let shared = try SharedHome()
    let (world, ann, bob, home) = (shared.world, shared.ann, shared.bob, shared.home)
    for id in ["m-1", "m-2"] { try addMember(id, ann, home) }
    try shared.settle()
    // Ann's clock is four minutes ahead.
    ann.skew += 240_000
    try addExpense("e-1", ["m-1": 10], ann, home)
    try ann.push()
    world.now += 1000
    // Bob has not heard of the expense. He finds that the two are one person.
    try bob.write { transaction in
      try transaction.connection.execute("DELETE FROM members WHERE id = 'm-1'")
      transaction.combine("members", "m-1", into: RecordPlace(zone: home, id: "m-2"))
    }
    try bob.sync()
    try ann.sync()
    let version = try world.record("e-1", in: home)?.registers["split"]?.stamp.changeSet
    for device in [ann, bob] {
      #expect(
        try device.texts("SELECT changeSet FROM syncVersions WHERE recordID = 'e-1'")
          == [version?.description])
    }
    for (device, total) in [(ann, 20), (bob, 30)] as [(SyncDevice, Int64)] {
      try device.write { transaction in
        try transaction.connection.execute("UPDATE expenses SET total = ?", .integer(total))
        try transaction.connection.execute("UPDATE shares SET owed = ?", .integer(total))
      }
      try shared.settle()
    }
    #expect(try ann.refusals == [] && bob.refusals == [])
    #expect(try world.value("split", of: "e-1", in: home)?["total"] == 30)
  }

  @Test("T41 D-CLM-7 two members of one expense who are combined have one share, and it adds up")
  func joined() throws {
    let shared = try SharedHome()
    let (world, ann, bob, home) = (shared.world, shared.ann, shared.bob, shared.home)
    for id in ["m-1", "m-2", "m-3"] { try addMember(id, ann, home) }
    try addExpense("e-1", ["m-1": 10, "m-2": 5, "m-3": 1], ann, home)
    try shared.settle()
    try bob.write { transaction in
      try transaction.connection.execute("UPDATE shares SET owed = 15 WHERE memberID = 'm-2'")
      try transaction.connection.execute("DELETE FROM shares WHERE memberID = 'm-1'")
      try transaction.connection.execute("DELETE FROM members WHERE id = 'm-1'")
      transaction.combine("members", "m-1", into: RecordPlace(zone: home, id: "m-2"))
    }
    // Of another expense Bob has not heard.
    try addExpense("e-2", ["m-1": 7, "m-2": 7], ann, home)
    try ann.sync()
    try bob.sync()
    try shared.settle()
    for device in [ann, bob] {
      #expect(
        try device.texts("SELECT memberID || ' ' || owed FROM shares ORDER BY expenseID, owed")
          == ["m-3 1", "m-2 15", "m-2 14"])
    }
    #expect(try world.value("split", of: "e-2", in: home)?["shares"].list?.count == 1)
  }

  private func addMember(_ id: String, _ device: SyncDevice, _ home: ZoneID) throws {
    try device.run(
      "INSERT INTO members (id, homeID, name, isArchived) VALUES (?, ?, ?, 0)", .text(id),
      .text(home), .text(id))
  }

  private func addExpense(
    _ id: String, _ owed: [String: Int64], _ device: SyncDevice, _ home: ZoneID
  ) throws {
    try device.write { transaction in
      try transaction.connection.execute(
        "INSERT INTO expenses (id, homeID, note, total) VALUES (?, ?, 'n', ?)", .text(id),
        .text(home), .integer(owed.values.reduce(0, +)))
      for (member, amount) in owed {
        try transaction.connection.execute(
          "INSERT INTO shares (id, homeID, expenseID, memberID, owed) VALUES (?, ?, ?, ?, ?)",
          .text(UUIDs.v5(id, member)), .text(home), .text(id), .text(member), .integer(amount))
      }
    }
  }
}
