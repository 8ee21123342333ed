import Hub
import HubSQLite
import SyncProtocol
import TestSupport
import Testing

/// How the hub's store looks up what it is asked for.
@Suite struct QueryPlanTests {
  /// Tables of one row, one that is asked for its last rows by its key, and one that is asked
  /// whether it has a row at all.
  private static let readFromTheEnd = ["state", "planSettings", "sharingFlags", "handedBack"]

  @Test("nothing that people do makes the hub read a table from end to end")
  func indexes() throws {
    let world = try SyncWorld()
    let ann = try world.device("ann")
    let bob = try world.device("bob")
    let plans = try QueryPlans.plans(of: world.store.connection) {
      let home = try ann.addHome("Flat")
      let lamp = try ann.addItem("lamp", in: home)
      let shelf = try ann.addPlace("shelf", in: home)
      try ann.addPhoto("front", of: lamp, in: home)
      try ann.sync()
      try world.admit("bob", to: home, by: "ann")
      try bob.sync()
      try bob.run("UPDATE items SET placeID = ? WHERE id = ?", .text(shelf), .text(lamp))
      try bob.rename(lamp, "lantern")
      let cabin = try bob.addHome("Cabin")
      try bob.sync()
      try bob.moveItem(lamp, to: cabin)
      for device in [bob, ann, bob] { try device.sync() }
      _ = try world.hub.history(HistoryRequest(zone: cabin, record: lamp), as: "bob")
      try ann.deleteItem(lamp)
      try ann.deleteHome(home)
      for device in [ann, bob] { try device.sync() }
      _ = try world.hub.deletedZones(of: "ann")
      _ = try world.hub.notices(of: "bob")
      try world.hub.restoreZone(home, by: "ann")
      for device in [ann, bob] { try device.sync() }
    }
    #expect(plans.count > 40)
    for plan in plans {
      for step in plan.steps
      where step.hasPrefix("SCAN") && !step.contains("VIRTUAL TABLE")
        && !step.hasPrefix("SCAN CONSTANT ROW")
        && !Self.readFromTheEnd.contains(where: { step == "SCAN \($0)" })
      {
        Issue.record("\(step): \(plan.sql)")
      }
    }
  }
}
