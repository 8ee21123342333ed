import Replica
import SyncProtocol
import TestSupport
import Testing

@Suite struct ConfirmationTests {
  private func homes() throws -> (
    SyncWorld, one: SyncDevice, two: SyncDevice, flat: ZoneID, cabin: ZoneID
  ) {
    let world = try SyncWorld()
    let (one, two) = (try world.device("ann", "one"), try world.device("ann", "two"))
    let flat = try one.addHome("Flat")
    let cabin = try one.addHome("Cabin")
    try one.addPlace("kitchen", in: flat)
    let kitchen = try one.addPlace("kitchen", in: cabin)
    try one.addItem("lamp", in: flat)
    try one.addItem("boat", in: cabin, place: kitchen)
    try one.sync()
    try two.sync()
    return (world, one, two, flat, cabin)
  }

  @Test("nothing of a hub-confirmed transaction is seen before the hub has accepted it")
  func nothingEarly() throws {
    let (world, one, _, flat, cabin) = try homes()
    _ = try one.replica.prepare(relyingOn: .init(zones: [flat, cabin], accountList: true)) {
      try $0.connection.execute("UPDATE homes SET name = 'later'")
    }
    #expect(try one.texts("SELECT name FROM homes ORDER BY name") == ["Cabin", "Flat"])
    #expect(try !one.replica.isConfirmed())
    let request = try #require(try one.replica.confirmationRequest())
    let response = try world.hub.push(request, as: "ann")
    #expect(try one.replica.receiveConfirmation(response, to: request) == .accepted)
    #expect(try one.texts("SELECT name FROM homes ORDER BY name") == ["Cabin", "Flat"])
    try one.pull()
    #expect(try one.texts("SELECT name FROM homes") == ["later", "later"])
    #expect(try one.replica.isConfirmed())
  }

  @Test("a merge that relied on something that has changed is refused; the next try has a new id")
  func precondition() throws {
    let (_, one, two, flat, cabin) = try homes()
    try two.addItem("chair", in: cabin)
    try two.sync()
    let first = one.replica.lastNumber
    let outcome = try one.merge(cabin, into: flat)
    guard case .refused(let refusal) = outcome else {
      Issue.record("\(outcome)")
      return
    }
    #expect(refusal.reason == .precondition)
    #expect(try one.texts("SELECT count(*) FROM homes") == ["2"])
    try one.pull()
    #expect(try one.merge(cabin, into: flat) == .accepted)
    #expect(one.replica.lastNumber == first + 2)
    #expect(try one.items == ["boat", "chair", "lamp"])
    #expect(try one.texts("SELECT DISTINCT homeID FROM items") == [flat])
    #expect(try one.texts("SELECT name FROM places") == ["kitchen"])
    try two.sync()
    #expect(try two.texts("SELECT id FROM homes") == [flat])
    #expect(try two.items == ["boat", "chair", "lamp"])
  }

  @Test("a transaction waits while something of its homes is pending, and while it is parked")
  func drains() throws {
    let (_, one, two, flat, cabin) = try homes()
    let item = try one.addItem("vase", in: flat)
    #expect(throws: ReplicaError.pendingChanges) { try one.merge(cabin, into: flat) }
    try one.sync()
    try two.sync()
    try two.deleteItem(item)
    try two.sync()
    try one.rename(item, "late")
    try one.sync()
    #expect(try one.refusals == [.gone])
    #expect(throws: ReplicaError.parkedChanges) { try one.merge(cabin, into: flat) }
    try one.replica.discard(try one.replica.parkedChanges()[0].number)
    #expect(try one.merge(cabin, into: flat) == .accepted)
  }

  @Test("a transaction waits for what was written in a home that another device has merged since")
  func drainsWhatFollows() throws {
    let (world, one, two, flat, cabin) = try homes()
    let hut = try one.addHome("Hut")
    try one.sync()
    try two.sync()
    let boat = try two.texts("SELECT id FROM items WHERE name = 'boat'")[0]
    try two.deleteItem(boat)
    #expect(try one.merge(cabin, into: flat) == .accepted)
    try two.pull()
    #expect(try two.items == ["lamp"])
    #expect(throws: ReplicaError.pendingChanges) { try two.merge(flat, into: hut) }
    try two.sync()
    #expect(try two.merge(flat, into: hut) == .accepted)
    try one.sync()
    #expect(try one.items == ["lamp"] && two.refusals == [])
    _ = world
  }

  @Test("late edits and inserts of another device follow a merged home; references are combined")
  func lateEditsFollow() throws {
    let (_, one, two, flat, cabin) = try homes()
    let kitchen = try two.texts("SELECT id FROM places WHERE homeID = ?", .text(cabin))[0]
    try two.run("UPDATE items SET name = 'big boat' WHERE name = 'boat'")
    try two.addItem("oar", in: cabin, place: kitchen)
    #expect(try one.merge(cabin, into: flat) == .accepted)
    try two.sync()
    try one.sync()
    #expect(try two.refusals == [])
    let survivor = try one.texts("SELECT id FROM places WHERE homeID = ?", .text(flat))[0]
    for device in [one, two] {
      #expect(try device.items == ["big boat", "lamp", "oar"])
      #expect(
        try device.texts("SELECT DISTINCT placeID FROM items WHERE name <> 'lamp'") == [survivor])
    }
  }

  @Test("a late edit or deletion of a combined record is refused and touches nothing else")
  func combined() throws {
    let (_, one, two, flat, cabin) = try homes()
    let kitchen = try two.texts("SELECT id FROM places WHERE homeID = ?", .text(cabin))[0]
    try two.run("UPDATE places SET name = 'galley' WHERE id = ?", .text(kitchen))
    #expect(try one.merge(cabin, into: flat) == .accepted)
    try two.sync()
    #expect(try two.refusals == [.combined])
    #expect(try two.texts("SELECT name FROM places") == ["kitchen"])
  }

  @Test("homes that are merged back and forth are followed to the end")
  func backAndForth() throws {
    let (_, one, two, flat, cabin) = try homes()
    let boat = try one.texts("SELECT id FROM items WHERE name = 'boat'")[0]
    let third = try one.addHome("Hut")
    try one.sync()
    try two.rename(boat, "late boat")
    try two.addItem("oar", in: cabin)
    #expect(try one.merge(cabin, into: flat) == .accepted)
    #expect(try one.merge(flat, into: third) == .accepted)
    try two.sync()
    try one.sync()
    #expect(try two.refusals == [])
    #expect(try one.items == ["lamp", "late boat", "oar"])
    #expect(try one.texts("SELECT DISTINCT homeID FROM items") == [third])
  }

  @Test("what was not answered before the process ended is not sent again; what was done is pulled")
  func answerLost() throws {
    let (world, one, _, flat, cabin) = try homes()
    _ = try one.replica.prepare(relyingOn: .init(zones: [flat, cabin], accountList: true)) {
      try $0.connection.execute("UPDATE homes SET name = 'new'")
    }
    let first = try #require(try one.replica.confirmationRequest())
    try one.restart()
    #expect(try one.replica.confirmationRequest() == nil)
    try one.sync()
    #expect(try one.texts("SELECT name FROM homes WHERE name = 'new'").isEmpty)
    // It may have arrived all the same.
    _ = try one.replica.prepare(relyingOn: .init(zones: [flat, cabin], accountList: true)) {
      try $0.connection.execute("UPDATE homes SET name = 'newer'")
    }
    let second = try #require(try one.replica.confirmationRequest())
    #expect(second.changeSets[0].id > first.changeSets[0].id)
    _ = try world.hub.push(second, as: "ann")
    try one.restart()
    try one.sync()
    #expect(try one.texts("SELECT DISTINCT name FROM homes") == ["newer"])
    // Nor is what was given up taken by the hub any more, should it come late.
    try one.addItem("oar", in: flat)
    try one.sync()
    guard case .answers(let answers, _) = try world.hub.push(first, as: "ann") else {
      Issue.record("no answer")
      return
    }
    #expect(answers.first?.refusal == .numberReused)
    try one.sync()
    #expect(try one.texts("SELECT DISTINCT name FROM homes") == ["newer"])
  }
}
