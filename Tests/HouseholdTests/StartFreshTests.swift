import Replica
import SQLite
import SyncProtocol
import Testing
import Things

/// Removing what is one's own after joining another home, and who is asked about it at all.
@Suite struct StartFreshTests {
  @Test("D-FRS-1 D-FRS-2 D-FRS-3 own homes go, shared ones stay, the joined one becomes primary")
  func scope() throws {
    let store = try TestStore(homes: ["flat", "shed", "shared"])
    try store.addHome("cabin", role: .readOnly)
    try store.addHome("other", role: .readWrite)
    try store.addItem("Sofa", home: "flat")
    try store.addItem("Rake", home: "shared")
    try store.connection.execute(
      "INSERT INTO participants VALUES ('p1', ?, 'other', 'Eve', 'readOnly', 'granted', 1)",
      .text(store.id("shared")))
    try store.write { try SetPrimaryHome(homeID: store.id("flat"))($0) }
    let plan = try StartFresh.plan(keeping: nil, in: store.connection)
    #expect(plan.removed.map(\.name) == ["flat", "shed"])
    #expect(plan.sharedOut.map(\.name) == ["shared"])
    #expect(plan.items == 1)
    let done = try store.write { try StartFresh(keptID: store.id("cabin"))($0) }
    #expect(done == plan)
    #expect(
      try store.texts("SELECT name FROM homes ORDER BY name") == ["cabin", "other", "shared"])
    #expect(try PrimaryHome.find(in: store.connection) == store.id("cabin"))
    #expect(try store.texts("SELECT name FROM items") == ["Rake"])
  }

  @Test("S0-US007-4 D-FRS-1 nothing goes while the joined home is not there")
  func notThere() throws {
    let store = try TestStore(homes: ["flat"])
    try store.addItem("Sofa", home: "flat")
    #expect(throws: StartFresh.Failure.homeNotFound) {
      try store.write { try StartFresh(keptID: store.id("cabin"))($0) }
    }
    #expect(try store.integer("SELECT count(*) FROM items") == 1)
  }

  @Test("I0-1 D-INV-6 S0-FR3 who has anything of their own: the table of truth")
  func userData() throws {
    func has(_ change: (TestStore) throws -> Void) throws -> Bool {
      let store = try TestStore()
      try store.write { transaction in
        var details = HomeDetails(name: "My place")
        details.currency = "EUR"
        try CreateHome(details, rooms: ["Kitchen"])(transaction)
      }
      try change(store)
      return try UserData.exists(in: store.connection)
    }
    func home(_ store: TestStore) throws -> ZoneID { try store.texts("SELECT id FROM homes")[0] }
    #expect(try !UserData.exists(in: TestStore().connection))
    #expect(try !has { _ in })
    // Somebody else's home is nothing of one's own.
    #expect(
      try !has {
        try $0.addHome("theirs", role: .readWrite)
        try $0.addItem("Sofa", home: "theirs")
      })
    #expect(
      try has { store in
        let id = try home(store)
        try store.write {
          try AddItem(homeID: id, ItemDetails(name: "Sofa", currency: "EUR"))($0)
        }
      })
    #expect(
      try has { store in
        let id = try home(store)
        try store.write { try AddPhoto(homeID: id, subject: .home, file: TestStore.photo())($0) }
      })
    #expect(
      try has { store in
        let id = try home(store)
        try store.write {
          try AddPolicy(homeID: id, PolicyDetails(provider: "Axa", currency: "EUR"))($0)
        }
      })
    for change in [
      "UPDATE locations SET name = 'Cuisine'",
      "UPDATE labels SET colorIndex = 9 WHERE id IN "
        + "(SELECT id FROM labels LIMIT 1)", "UPDATE homes SET address1 = '1 Main Street'",
      "INSERT INTO locations (id, homeID, kind, name, nameKey, createdAt) "
        + "SELECT 'l1', id, 'room', 'Den', 'den', 1 FROM homes",
    ] {
      #expect(try has { try $0.connection.execute(change) }, "\(change)")
    }
  }
}
