import Replica
import SQLite
import SyncProtocol
import Testing
import Things

/// What holds of homes whoever made them, and of what is in several of them.
@Suite struct HomeRuleTests {
  @Test("S0-TC8 homes of two people, made with the same defaults, have no id in common")
  func noSharedIDs() throws {
    var ids: [Set<RecordID>] = []
    for start: Int64 in [1_767_225_600_000, 1_767_225_700_000] {
      let store = try TestStore()
      store.now = start
      try store.write { try CreateHome(HomeDetails(name: "Flat"))($0) }
      ids.append(
        Set(
          try store.texts(
            "SELECT id FROM homes UNION ALL SELECT id FROM locations UNION SELECT id FROM labels"
          )))
    }
    #expect(ids[0].count == ids[1].count)
    #expect(ids[0].count > HomeDefaults.labels.count)
    #expect(ids[0].isDisjoint(with: ids[1]))
  }

  @Test("S1-7.3-c the list of homes has owned and shared ones, as many of each as SQL counts")
  func allScopes() throws {
    let store = try TestStore(homes: ["flat", "cabin"])
    try store.addHome("aunt", role: .readWrite)
    try store.addHome("club", role: .readOnly)
    let rows = try HomeList.rows(in: store.connection)
    #expect(rows.map(\.name) == ["aunt", "cabin", "club", "flat"])
    for (isOwned, sign) in [(true, "="), (false, "<>")] {
      let count = try store.integer(
        "SELECT count(*) FROM syncZones WHERE kind = 'home' AND role \(sign) 'owner'")
      #expect(rows.count { ($0.role == .owner) == isOwned } == Int(count))
    }
  }

  @Test("the list of homes and a home's dashboard count the same rooms, and no shelves in them")
  func rooms() throws {
    let store = try TestStore(homes: ["flat"])
    let garage = try store.addLocation("Garage", home: "flat")
    _ = try store.addLocation("Shelf", home: "flat", in: garage)
    _ = try store.addLocation("Attic", home: "flat")
    let dashboard = try Dashboard(home: store.id("flat"), in: store.connection)
    #expect(dashboard?.rooms.count == 2)
    #expect(try HomeList.rows(in: store.connection).map(\.roomCount) == [2])
  }

  @Test("S3-UV-2 places and labels of one name in two homes stay two; an item has its own home's")
  func equalNames() throws {
    let store = try TestStore(homes: ["flat", "cabin"])
    for home in ["flat", "cabin"] {
      let place = try store.addLocation("Kitchen", home: home)
      let label = try store.addLabel("Tools", home: home)
      let item = try store.addItem("Hammer", home: home, at: place, labels: [label])
      let page = try #require(try ItemPage(item: item.id, in: store.connection))
      #expect(page.homeName == home)
      #expect(page.path.map(\.id) == [place])
      #expect(page.path.map(\.homeID) == [store.id(home)])
      #expect(page.labels.map(\.id) == [label])
      #expect(page.labels.map(\.homeID) == [store.id(home)])
    }
    #expect(try store.integer("SELECT count(*) FROM locations WHERE name = 'Kitchen'") == 2)
    #expect(try store.integer("SELECT count(*) FROM labels WHERE name = 'Tools'") == 2)
  }

  @Test("S1-7.2-a homes, places, labels and items are made, read, changed and deleted")
  func makeReadChangeDelete() throws {
    let store = try TestStore(homes: ["flat"])
    let home = try store.write { try CreateHome(HomeDetails(name: "Cabin"), rooms: [])($0).id }
    let ids = try store.write { transaction in
      let place = try AddLocation(homeID: home, LocationDetails(name: "Shed"))(transaction).id
      let label = try AddLabel(homeID: home, LabelDetails(name: "Oily"))(transaction).id
      var details = ItemDetails(name: "Saw", currency: "EUR")
      details.locationID = place
      let item = try AddItem(homeID: home, details, labelIDs: [label])(transaction).id
      return (place: place, label: label, item: item)
    }
    try store.write { transaction in
      try EditHome(homeID: home, details: HomeDetails(name: "Hut"))(transaction)
      try EditLocation(locationID: ids.place, details: LocationDetails(name: "Barn"))(transaction)
      try EditLabel(labelID: ids.label, details: LabelDetails(name: "Greasy"))(transaction)
      var details = try #require(try Item.find(ids.item, in: transaction.connection)).details
      details.name = "Axe"
      try EditItem(itemID: ids.item, details: details)(transaction)
    }
    #expect(try Home.find(home, in: store.connection)?.name == "Hut")
    #expect(try Location.find(ids.place, in: store.connection)?.name == "Barn")
    #expect(try Label.find(ids.label, in: store.connection)?.name == "Greasy")
    #expect(try Item.find(ids.item, in: store.connection)?.details.name == "Axe")
    _ = try store.write { try DeleteItem(itemID: ids.item)($0) }
    _ = try store.write { try DeleteLabel(labelID: ids.label)($0) }
    _ = try store.write { try DeleteLocation(locationID: ids.place)($0) }
    try store.write { try DeleteHome(homeID: home)($0) }
    #expect(try Item.find(ids.item, in: store.connection) == nil)
    #expect(try Label.find(ids.label, in: store.connection) == nil)
    #expect(try Location.find(ids.place, in: store.connection) == nil)
    #expect(try Home.find(home, in: store.connection) == nil)
  }

  @Test("D-HOM-6 of homes made at one moment the least id is primary; a choice goes before it")
  func primaryOfEqualAge() throws {
    let names = ["flat", "cabin", "hut", "loft", "barn"]
    for turn in 0..<names.count {
      let store = try TestStore(homes: Array(names[turn...] + names[..<turn]))
      try store.connection.execute("UPDATE homes SET createdAt = 5")
      let least = names.map { store.id($0) }.min()
      #expect(try PrimaryHome.find(in: store.connection) == least)
      let chosen = try #require(names.map { store.id($0) }.max())
      try store.write { try SetPrimaryHome(homeID: chosen)($0) }
      #expect(try PrimaryHome.find(in: store.connection) == chosen)
    }
  }

  @Test("D-HOM-2 an older home that is joined does not become primary before the person's own")
  func primaryOfJoined() throws {
    let store = try TestStore(homes: ["flat", "cabin"])
    try store.connection.execute(
      "UPDATE homes SET createdAt = 1 WHERE id = ?", .text(store.id("cabin")))
    let setRole = "UPDATE syncZones SET role = ? WHERE id = ?"
    try store.connection.execute(setRole, .text("readWrite"), .text(store.id("cabin")))
    #expect(try PrimaryHome.find(in: store.connection) == store.id("flat"))
    try store.connection.execute(setRole, .text("readOnly"), .text(store.id("flat")))
    #expect(try PrimaryHome.find(in: store.connection) == store.id("cabin"))
  }

  @Test("S3-DM-loc every field of a place can be changed and reads back")
  func placeFields() throws {
    let store = try TestStore(homes: ["flat"])
    let place = try store.addLocation("Room", home: "flat")
    var details = LocationDetails(name: "Cellar")
    details.kind = .container
    details.emoji = "🧺"
    details.note = "Second door\nThe key is above it"
    details.sortOrder = 3
    try store.write { try EditLocation(locationID: place, details: details)($0) }
    let stored = try #require(try Location.find(place, in: store.connection))
    #expect(stored.details == details)
    #expect(stored.homeID == store.id("flat"))
    try store.write {
      try AddPhoto(
        homeID: store.id("flat"), subject: .location(place), file: TestStore.photo())($0)
    }
    let item = try store.addItem("Jam", home: "flat", at: place)
    #expect(try ItemPage(item: item.id, in: store.connection)?.path.map(\.id) == [place])
    #expect(
      try Photo.of(.location(place), home: store.id("flat"), in: store.connection).count == 1)
  }

  @Test("S3-DM-label every field of a label reads back, and a colour that is none is refused")
  func labelFields() throws {
    let store = try TestStore(homes: ["flat"])
    let label = try store.addLabel("Red", home: "flat")
    var details = LabelDetails(name: "Fragile")
    details.emoji = "🥚"
    details.colorIndex = 11
    details.note = "Carry with both hands"
    try store.write { try EditLabel(labelID: label, details: details)($0) }
    let stored = try #require(try Label.find(label, in: store.connection))
    #expect(stored.details == details)
    #expect(stored.homeID == store.id("flat"))
    for colour in [-1, 12] {
      details.colorIndex = colour
      #expect(throws: EditLabel.Failure.self) {
        try store.write { try EditLabel(labelID: label, details: details)($0) }
      }
    }
    details.colorIndex = 0
    details.emoji = "red"
    #expect(throws: EditLabel.Failure.self) {
      try store.write { try EditLabel(labelID: label, details: details)($0) }
    }
  }
}
