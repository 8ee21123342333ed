import Hub
import Replica
import SyncProtocol
import TestSupport
import Testing

/// Taking back one change set of a zone's history.
@Suite struct ReversalTests {
  private let world: SyncWorld
  private let ann: SyncDevice
  private let bob: SyncDevice
  private let home: ZoneID

  init() throws {
    world = try SyncWorld()
    ann = try world.device("ann")
    bob = try world.device("bob")
    home = try ann.addHome("Flat")
    try ann.sync()
    try world.admit("bob", to: home, by: "ann")
    try bob.sync()
  }

  /// Takes back the newest change set that Ann's hub tells of, on Ann's device.
  @discardableResult
  private func takeBackNewest() throws -> Reversal.Outcome {
    let page = try world.hub.history(HistoryRequest(zone: home, limit: 1), as: "ann")
    let entry = try #require(page.entries.first)
    let outcome = try ann.write {
      try Reversal(of: entry.changes, in: home, schema: world.schema)($0)
    }
    try ann.sync()
    return outcome
  }

  private func rows(_ device: SyncDevice) throws -> [String] {
    try ["places", "items", "photos", "tags"].flatMap { table in
      try device.connection.query("SELECT * FROM \(table) ORDER BY id") { row in
        "\(table) " + (0..<row.columnCount).map { "\(row.value($0))" }.joined(separator: " ")
      }
    }
  }

  @Test("what was changed is as it was, and taking that back changes it again")
  func changed() throws {
    let kettle = try ann.addItem("kettle", in: home)
    try ann.sync()
    try ann.rename(kettle, "pot")
    try ann.sync()
    #expect(try takeBackNewest() == outcome(reverted: [RecordKey("items", kettle)]))
    #expect(try ann.items == ["kettle"])
    try takeBackNewest()
    try bob.sync()
    #expect(try bob.items == ["pot"])
  }

  @Test("what was deleted is there again with its parts, under the same ids")
  func deleted() throws {
    let kitchen = try ann.addPlace("Kitchen", in: home)
    let kettle = try ann.addItem("kettle", in: home, place: kitchen)
    try ann.addPhoto("front", of: kettle, in: home)
    try ann.sync()
    try bob.sync()
    let before = try rows(ann)
    try bob.deleteItem(kettle)
    try bob.sync()
    try ann.sync()
    #expect(try ann.items == [])
    try takeBackNewest()
    try bob.sync()
    #expect(try rows(ann) == before && rows(bob) == before)
    #expect(try ann.refusals == [])
  }

  @Test("a place comes back with what was in it, in one step")
  func deletedPlace() throws {
    let kitchen = try ann.addPlace("Kitchen", in: home)
    try ann.addItem("kettle", in: home, place: kitchen)
    try ann.sync()
    let before = try rows(ann)
    try ann.write { transaction in
      let connection = transaction.connection
      try connection.execute("UPDATE items SET placeID = NULL")
      try connection.execute("DELETE FROM places")
    }
    try ann.sync()
    try takeBackNewest()
    #expect(try rows(ann) == before)
  }

  @Test("what was added goes, with the parts it has got since; what referred to it forgets it")
  func added() throws {
    let kettle = try bob.addItem("kettle", in: home)
    try bob.sync()
    let added = try world.hub.history(HistoryRequest(zone: home, limit: 1), as: "ann").entries
    try bob.addPhoto("front", of: kettle, in: home)
    try bob.sync()
    try ann.sync()
    try ann.write { try Reversal(of: added[0].changes, in: home, schema: world.schema)($0) }
    try ann.sync()
    try bob.sync()
    #expect(try rows(bob) == [])
    let kitchen = try ann.addPlace("Kitchen", in: home)
    try ann.sync()
    let place = try world.hub.history(HistoryRequest(zone: home, limit: 1), as: "ann").entries
    try ann.addItem("pan", in: home, place: kitchen)
    try ann.sync()
    try ann.write { try Reversal(of: place[0].changes, in: home, schema: world.schema)($0) }
    try ann.sync()
    #expect(
      try ann.count("places") == 0
        && ann.texts("SELECT name FROM items WHERE placeID IS NULL") == ["pan"])
    #expect(try ann.refusals == [])
  }

  @Test("what somebody has changed since stays as they left it, and is told")
  func changedSince() throws {
    let kettle = try ann.addItem("kettle", in: home)
    try ann.sync()
    try ann.run("UPDATE items SET name = 'pot', price = 5 WHERE id = ?", .text(kettle))
    try ann.sync()
    let entry = try world.hub.history(HistoryRequest(zone: home, limit: 1), as: "ann").entries[0]
    try bob.sync()
    try bob.rename(kettle, "cauldron")
    try bob.sync()
    try ann.sync()
    let result = try ann.write {
      try Reversal(of: entry.changes, in: home, schema: world.schema)($0)
    }
    let key = RecordKey("items", kettle)
    #expect(result == outcome(reverted: [key], left: [key]))
    #expect(try ann.texts("SELECT name FROM items WHERE price IS NULL") == ["cauldron"])
    // A second time there is nothing left to take back.
    let again = try ann.write {
      try Reversal(of: entry.changes, in: home, schema: world.schema)($0)
    }
    #expect(again == outcome(left: [key]))
  }

  @Test("a deleted record that has come back, or whose whole is gone, stays away")
  func cannotComeBack() throws {
    let kettle = try ann.addItem("kettle", in: home)
    let photo = try ann.addPhoto("front", of: kettle, in: home)
    try ann.sync()
    try ann.run("DELETE FROM photos")
    try ann.sync()
    let entry = try world.hub.history(HistoryRequest(zone: home, limit: 1), as: "ann").entries[0]
    let reversal = Reversal(of: entry.changes, in: home, schema: world.schema)
    let key = RecordKey("photos", photo)
    #expect(try ann.write { try reversal($0) } == outcome(reverted: [key]))
    #expect(try ann.write { try reversal($0) } == outcome(left: [key]))
    try ann.deleteItem(kettle)
    #expect(try ann.write { try reversal($0) } == outcome(left: [key]))
    try ann.sync()
    #expect(try ann.refusals == [] && rows(ann) == [])
  }

  @Test("a reader's reversal is refused like any other change of theirs")
  func readOnly() throws {
    let kettle = try ann.addItem("kettle", in: home)
    try ann.sync()
    try world.admit("cyd", to: home, by: "ann", as: .readOnly)
    let cyd = try world.device("cyd")
    try cyd.sync()
    try ann.rename(kettle, "pot")
    try ann.sync()
    let entry = try world.hub.history(HistoryRequest(zone: home, limit: 1), as: "cyd").entries[0]
    try cyd.sync()
    try cyd.write { try Reversal(of: entry.changes, in: home, schema: world.schema)($0) }
    try cyd.sync()
    #expect(try cyd.refusals == [.readOnly] && cyd.items == ["pot"])
  }

  private func outcome(
    reverted: [RecordKey] = [], left: [RecordKey] = []
  ) -> Reversal.Outcome {
    var outcome = Reversal.Outcome()
    outcome.reverted = reverted
    outcome.left = left
    return outcome
  }
}
