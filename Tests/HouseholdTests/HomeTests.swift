import Household
import Replica
import SQLite
import SyncProtocol
import Testing
import Things

@Suite struct HomeTests {
  @Test("S3-US1-3 S3-US7-5 S3-BR5 a new home has its default rooms and labels, with ids of its own")
  func defaults() throws {
    let store = try TestStore()
    let first = try store.write { try CreateHome(HomeDetails(name: " My  Flat "))($0) }
    let second = try store.write { try CreateHome(HomeDetails(name: "Cabin"))($0) }
    #expect(first.name == "My  Flat")
    #expect(first.nameKey == "my flat")
    let picked = HomeDefaults.rooms.filter(\.isPicked).count
    for home in [first, second] {
      #expect(
        try store.integer("SELECT count(*) FROM locations WHERE homeID = ?", .text(home.id))
          == Int64(picked))
      #expect(
        try store.integer("SELECT count(*) FROM labels WHERE homeID = ?", .text(home.id))
          == Int64(HomeDefaults.labels.count))
    }
    #expect(
      try store.integer("SELECT count(DISTINCT id) FROM locations") == Int64(2 * picked))
  }

  @Test("only the picked rooms are made, and only known ones can be picked")
  func pickedRooms() throws {
    let store = try TestStore()
    let home = try store.write {
      try CreateHome(HomeDetails(name: "Flat"), rooms: ["Kitchen", "Attic"])($0)
    }
    let names = try store.texts("SELECT name FROM locations ORDER BY name")
    #expect(names == ["Attic", "Kitchen"])
    #expect(
      try store.texts("SELECT id FROM locations WHERE name = 'Attic'")
        == [HomeDefaults.roomID("Attic", home: home.id)])
    #expect(throws: CreateHome.Failure.self) {
      try store.write { try CreateHome(HomeDetails(name: "Flat"), rooms: ["Dungeon"])($0) }
    }
  }

  @Test("D-HOM-18 a home the hub made gets its defaults once, whatever is renamed or deleted later")
  func defaultsOnce() throws {
    let store = try TestStore(homes: ["flat"])
    let home = store.id("flat")
    #expect(try store.write { try AddDefaults.pending(in: $0) } == [home])
    try store.write { try AddDefaults(homeID: home)($0) }
    let kitchen = HomeDefaults.roomID("Kitchen", home: home)
    try store.write { try DeleteLocation(locationID: kitchen)($0) }
    try store.write { try AddDefaults(homeID: home)($0) }
    #expect(store.lastChanges.isEmpty)
    #expect(try store.texts("SELECT name FROM locations WHERE name = 'Kitchen'").isEmpty)
    #expect(try store.write { try AddDefaults.pending(in: $0) }.isEmpty)
  }

  @Test(
    "D-HOM-16 a home needs a name of at most 100 characters, without hidden ones",
    arguments: ["", " \u{202e} ", String(repeating: "x", count: 101)])
  func badNames(name: String) throws {
    let store = try TestStore()
    #expect(throws: CreateHome.Failure.self) {
      try store.write { try CreateHome(HomeDetails(name: name))($0) }
    }
  }

  @Test("S3-DM-home S3-US5-1 every field of a home can be changed and reads back")
  func editHome() throws {
    let store = try TestStore(homes: ["flat"])
    var details = HomeDetails(name: "The \u{202e}Flat\u{0007}")
    details.emoji = "🏡"
    details.colorIndex = 7
    details.note = "First\r\nSecond"
    details.address.address1 = "1 Main Street"
    details.address.city = "Leeds"
    details.address.zip = "LS1"
    details.address.country = "UK"
    details.purchasedOn = "2024-02-29"
    details.purchaseMinor = 25_000_000
    details.currency = "gbp"
    try store.write { try EditHome(homeID: store.id("flat"), details: details)($0) }
    let stored = try #require(try Home.find(store.id("flat"), in: store.connection)).details
    details.name = "The Flat"
    details.note = "First\nSecond"
    details.currency = "GBP"
    #expect(stored == details)
  }

  @Test("a form that was open for long takes back nothing that somebody else changed meanwhile")
  func staleForm() throws {
    let store = try TestStore(homes: ["flat"])
    let home = store.id("flat")
    let shown = try #require(try Home.find(home, in: store.connection)).details
    var other = shown
    other.note = "written by another person"
    try store.write { try EditHome(homeID: home, details: other)($0) }
    var mine = shown
    mine.name = "Flat 7"
    let result = try store.write { try EditHome(homeID: home, details: mine, base: shown)($0) }
    #expect(result.name == "Flat 7")
    #expect(result.note == "written by another person")
  }

  // X27: the price of a home.
  @Test("D-HOM-14 a purchase price needs a currency")
  func priceWithoutCurrency() throws {
    let store = try TestStore()
    var details = HomeDetails(name: "Flat")
    details.purchaseMinor = 5
    #expect(
      throws: CreateHome.Failure.invalid([InputProblem(field: .currency, reason: .missing)])
    ) { try store.write { try CreateHome(details)($0) } }
  }

  @Test("S3-US4-4 S3-BR3 D-HOM-17 deleting a home leaves no row of it, and other homes untouched")
  func deleteHome() throws {
    let store = try TestStore(homes: ["flat", "cabin"])
    for home in ["flat", "cabin"] {
      try store.write { try AddDefaults(homeID: store.id(home))($0) }
      let shelf = try store.addLocation(
        "Shelf", home: home, in: HomeDefaults.roomID("Kitchen", home: store.id(home)))
      let label = try store.addLabel("Red", home: home)
      let item = try store.addItem("Pan", home: home, at: shelf, price: 5, labels: [label])
      for subject in [Photo.Subject.item(item.id), .location(shelf), .home] {
        try store.write {
          try AddPhoto(homeID: store.id(home), subject: subject, file: TestStore.photo())($0)
        }
      }
      try store.write {
        try SetItemFields(itemID: item.id, fields: [CustomField(name: "a", value: "b")])($0)
      }
    }
    func counts(_ home: String) throws -> [Int64] {
      try Things.schema.tables.filter { $0.zoneColumn == "homeID" }.map {
        try store.integer("SELECT count(*) FROM \($0.name) WHERE homeID = ?", .text(store.id(home)))
      }
    }
    let before = try counts("flat")
    try store.write { try DeleteHome(homeID: store.id("cabin"))($0) }
    #expect(try counts("cabin").allSatisfy { $0 == 0 })
    #expect(try Home.find(store.id("cabin"), in: store.connection) == nil)
    #expect(try counts("flat") == before)
    #expect(
      try store.integer("SELECT count(*) FROM itemIndex WHERE homeID = ?", .text(store.id("cabin")))
        == 0)
  }

  @Test("S3-BR4 S3-BR6 the last home, the primary home and a shared home cannot be deleted")
  func undeletable() throws {
    let store = try TestStore(homes: ["flat"])
    func delete(_ name: String) throws {
      try store.write { try DeleteHome(homeID: store.id(name))($0) }
    }
    #expect(throws: DeleteHome.Failure.lastHome) { try delete("flat") }
    try store.addHome("cabin")
    try store.addHome("aunt", role: .readWrite)
    #expect(throws: DeleteHome.Failure.primaryHome) { try delete("flat") }
    #expect(throws: DeleteHome.Failure.notOwner) { try delete("aunt") }
    #expect(throws: DeleteHome.Failure.homeNotFound) { try delete("nowhere") }
    try store.write { try SetPrimaryHome(homeID: store.id("cabin"))($0) }
    try delete("flat")
    #expect(try PrimaryHome.find(in: store.connection) == store.id("cabin"))
  }

  @Test("S3-BR2 S3-US8-1 X10 exactly one home is primary: the chosen one, or else the oldest")
  func primary() throws {
    let store = try TestStore(homes: ["flat", "cabin"])
    func primary() throws -> [ZoneID] {
      try HomeList.rows(in: store.connection).filter(\.isPrimary).map(\.id)
    }
    #expect(try primary() == [store.id("flat")])
    try store.write { try SetPrimaryHome(homeID: store.id("cabin"))($0) }
    #expect(try primary() == [store.id("cabin")])
    #expect(
      try store.texts("SELECT primaryHomeID FROM profiles") == [store.id("cabin")])
    try store.connection.execute("DELETE FROM homes WHERE id = ?", .text(store.id("cabin")))
    #expect(try primary() == [store.id("flat")])
  }

  @Test(
    "D-HOM-15 S3-NG7 X31 homes are listed by name: case aside, numbers by their value, ties by id")
  func order() throws {
    let store = try TestStore(homes: ["Flat 10", "flat 9", "Äpfel", "Cabin", "apartment"])
    #expect(
      try HomeList.rows(in: store.connection).map(\.name)
        == ["apartment", "Cabin", "flat 9", "Flat 10", "Äpfel"])
  }

  @Test("a home that may only be read refuses every change in it")
  func readOnly() throws {
    let store = try TestStore(homes: ["aunt"])
    let home = store.id("aunt")
    let place = try store.addLocation("Kitchen", home: "aunt")
    let label = try store.addLabel("Red", home: "aunt")
    let item = try store.addItem("Pan", home: "aunt")
    try store.connection.execute("UPDATE syncZones SET role = 'readOnly'")
    #expect(throws: EditHome.Failure.readOnlyHome) {
      try store.write { try EditHome(homeID: home, details: HomeDetails(name: "Mine"))($0) }
    }
    #expect(throws: AddLocation.Failure.readOnlyHome) { try store.addLocation("x", home: "aunt") }
    #expect(throws: DeleteLocation.Failure.readOnlyHome) {
      try store.write { try DeleteLocation(locationID: place)($0) }
    }
    #expect(throws: DeleteLabel.Failure.readOnlyHome) {
      try store.write { try DeleteLabel(labelID: label)($0) }
    }
    #expect(throws: AddItem.Failure.readOnlyHome) { try store.addItem("x", home: "aunt") }
    #expect(throws: EditItem.Failure.readOnlyHome) {
      try store.write { try EditItem(itemID: item.id, details: item.details)($0) }
    }
    #expect(throws: DeleteItem.Failure.readOnlyHome) {
      try store.write { try DeleteItem(itemID: item.id)($0) }
    }
    #expect(throws: AddPhoto.Failure.readOnlyHome) {
      try store.write {
        try AddPhoto(homeID: home, subject: .home, file: TestStore.photo())($0)
      }
    }
  }

  @Test("a profile takes known time zones, language tags and currencies only")
  func profile() throws {
    let store = try TestStore()
    func edit(_ locale: String, _ zone: String, _ currency: String) throws {
      try store.write {
        try EditProfile(displayName: "Ada", locale: locale, timeZone: zone, currency: currency)($0)
      }
    }
    try edit("de-CH", "Europe/Zurich", "chf")
    #expect(try Profile.own(in: store.connection)?.currency == "CHF")
    for bad in [
      ("x", "Europe/Zurich", "CHF"), ("de_CH", "Europe/Zurich", "CHF"), ("de", "Mars/Base", "CHF"),
      ("de", "Europe/Zurich", "CHFX"),
    ] {
      #expect(throws: EditProfile.Failure.self) { try edit(bad.0, bad.1, bad.2) }
    }
  }

  @Test("hidden areas stand beside dismissed hints and areas of a newer program, which stay")
  func hiddenAreas() throws {
    let store = try TestStore()
    func profile() throws -> Profile { try #require(try Profile.own(in: store.connection)) }
    try store.write { transaction in
      try DismissHint(.firstSteps)(transaction)
      var newer = try #require(try Profile.own(in: transaction.connection))
      let old = newer
      newer.dismissedHints += " area:family"
      try newer.update(from: old, in: transaction.connection)
    }
    let known: Set = ["things", "money"]
    try store.write { try HideAreas(["money", "attic"], of: known)($0) }
    #expect(try profile().hiddenAreas == ["family", "money"])
    #expect(try profile().hasDismissed(.firstSteps))
    try store.write { try HideAreas(["things"], of: known)($0) }
    #expect(try profile().hiddenAreas == ["family", "things"])
    try store.write { try HideAreas([], of: known)($0) }
    #expect(try profile().dismissedHints == "area:family firstSteps")
  }
}
