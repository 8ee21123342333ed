import HearthDomain
import Household
import Replica
import SQLite
import SyncProtocol
import Testing
import Things

/// The household's own tables over the engine, between devices and between people.
@Suite struct HouseholdSyncTests {
  private struct Setting {
    let hearth: Hearth
    let owner: Browser
    let home: ZoneID
  }

  private func setting() async throws -> Setting {
    let hearth = try Hearth(signUps: .open)
    let (owner, home) = try await hearth.household("Flat")
    hearth.advance(milliseconds: 1000)
    return Setting(hearth: hearth, owner: owner, home: home)
  }

  // S0-US000-DM8 S0-US000-AC11 S1-4.2-d S1-4.3-d S3-5.4-d D-PHO-1 D-MRG-3
  @Test("a row of every table comes to one's other device and to those who have the home")
  func everyTable() async throws {
    let setting = try await setting()
    let (hearth, home) = (setting.hearth, setting.home)
    _ = try await hearth.guest(of: setting.owner, home: home, role: "viewer")
    let one = try hearth.replica(of: "anna", "one")
    let two = try hearth.replica(of: "anna", "two")
    let bens = try hearth.replica(of: "ben")
    for replica in [one, two, bens] { try await replica.sync() }
    _ = try EveryTable.fill(one, home)
    for replica in [one, two, bens] { try await replica.sync() }
    let rows = try one.rows(of: home)
    let own = HearthDomain.schema.tables.filter { $0.zoneKinds.contains(.home) && !$0.isHubOwned }
    #expect(own.count >= 8)
    for table in own {
      #expect(rows[table.name]?.isEmpty == false, "\(table.name)")
      for replica in [two, bens] {
        #expect(try replica.rows(of: home)[table.name] == rows[table.name], "\(table.name)")
      }
    }
    for name in ["photos", "itemLabels", "itemFields", "labels"] {
      #expect(own.contains { $0.name == name })
    }
    let ownerName = try bens.file.read { connection in
      try connection.first(
        "SELECT name FROM participants WHERE zoneID = ? AND role = 'owner'", .text(home)
      ) { $0.text(0) }
    }
    #expect(ownerName == "Anna")
  }

  @Test("D-PRM-11 of the people of a home the others learn the name they show and their role")
  func participants() async throws {
    let setting = try await setting()
    try await setting.owner.get("/account")
    try await setting.owner.submit("/account/profile", ["displayName": "Mother"])
    _ = try await setting.hearth.guest(of: setting.owner, home: setting.home)
    let bens = try setting.hearth.replica(of: "ben")
    try await bens.sync()
    let rows = try bens.file.read { connection in
      (
        columns: try connection.query("SELECT name FROM pragma_table_info('participants')") {
          $0.text(0)
        },
        people: try connection.query(
          "SELECT name || ' ' || role FROM participants WHERE zoneID = ? ORDER BY name",
          .text(setting.home)
        ) { $0.text(0) }
      )
    }
    #expect(
      Set(rows.columns) == ["id", "zoneID", "accountID", "name", "role", "cause", "joinedAt"])
    #expect(rows.people == ["Ben readWrite", "Mother owner"])
    let everything = try bens.rows(of: setting.home).values.flatMap(\.self).joined()
    #expect(everything.contains("Mother") && !everything.contains("anna"))
  }

  @Test("S1-2-in-e what an editor changes of homes, places, labels and items comes to the owner")
  func editorsChanges() async throws {
    let setting = try await setting()
    let (hearth, home) = (setting.hearth, setting.home)
    _ = try await hearth.guest(of: setting.owner, home: home)
    let (hers, his) = (try hearth.replica(of: "anna"), try hearth.replica(of: "ben"))
    try await hers.sync()
    let id = try EveryTable.fill(hers, home)
    try await hers.sync()
    try await his.sync()
    var item = ItemDetails(name: "Port", currency: "GBP")
    item.description = "Tawny"
    item.notes = "Keep lying"
    item.quantity = 6
    item.priceMinor = 1250
    item.replacementMinor = 1500
    item.purchasedOn = "2025-01-31"
    item.purchasedFrom = "Cellar & Sons"
    item.condition = "Good"
    item.serial = "S-1"
    item.model = "M-1"
    item.manufacturer = "Maker"
    item.assetID = "000-001"
    item.url = "https://example.org/port"
    item.isInsured = true
    var homeDetails = HomeDetails(name: "Old flat")
    homeDetails.emoji = "🏚️"
    homeDetails.colorIndex = 9
    homeDetails.note = "Sold soon"
    homeDetails.address.city = "Leeds"
    var place = LocationDetails(name: "Vault")
    (place.emoji, place.note, place.kind) = ("🍷", "Cold", .container)
    var label = LabelDetails(name: "Drinkable")
    (label.emoji, label.colorIndex, label.note) = ("🍾", 4, "Soon")
    try his.write { [item, homeDetails, place, label] transaction in
      try EditItem(itemID: id, details: item)(transaction)
      try EditHome(homeID: home, details: homeDetails)(transaction)
      func find(_ table: String, _ name: String) throws -> RecordID {
        try transaction.connection.first(
          "SELECT id FROM \(table) WHERE name = ?", .text(name)
        ) { $0.text(0) } ?? ""
      }
      try EditLocation(locationID: find("locations", "Cellar"), details: place)(transaction)
      try EditLabel(labelID: find("labels", "Fragile"), details: label)(transaction)
      try SetItemLabels(itemID: id, labelIDs: [])(transaction)
      try SetItemFields(itemID: id, fields: [CustomField(name: "Year", value: "2001")])(transaction)
    }
    try await his.sync()
    try await hers.sync()
    #expect(try hers.rows(of: home) == his.rows(of: home))
    try hers.file.read { connection in
      #expect(try Item.find(id, in: connection)?.details == item)
      #expect(try Home.find(home, in: connection)?.details == homeDetails)
      let page = try #require(try ItemPage(item: id, in: connection))
      #expect(page.labels.isEmpty)
      #expect(page.fields.map(\.value) == ["2001"])
      let places = try Location.all(where: "name = 'Vault'", [], in: connection)
      #expect(places.map(\.details) == [place])
      let labels = try Label.all(where: "name = 'Drinkable'", [], in: connection)
      #expect(labels.map(\.details) == [label])
    }
  }

  // S3-US8-4 S3-6.3-f S3-6.3-h S3-OQ-1 D-HOM-2
  @Test("the primary home is one's own: it comes to one's devices, and to nobody else")
  func primaryIsPersonal() async throws {
    let setting = try await setting()
    let hearth = setting.hearth
    let cabin = try await setting.owner.addHome("Cabin")
    let ben = try await hearth.guest(of: setting.owner, home: setting.home)
    try await hearth.admit(ben, to: cabin, of: setting.owner)
    let one = try hearth.replica(of: "anna", "one")
    let two = try hearth.replica(of: "anna", "two")
    let bens = try hearth.replica(of: "ben")
    for replica in [one, two, bens] {
      try await replica.sync()
      #expect(try replica.primaryHome() == setting.home)
    }
    try one.write { try SetPrimaryHome(homeID: cabin)($0) }
    for replica in [one, two, bens] { try await replica.sync() }
    #expect(try one.primaryHome() == cabin)
    #expect(try two.primaryHome() == cabin)
    #expect(try bens.primaryHome() == setting.home)
    // Which home a browser shows is nowhere in what is synced.
    let names = HearthDomain.schema.tables.flatMap(\.columns).map { $0.name.lowercased() }
    #expect(!names.contains { $0.contains("active") || $0.contains("lastused") })
    #expect(!names.contains("isprimary"))
  }

  // X19: the register of the primary home.
  @Test("D-HOM-1 S3-6.3-g S3-R-2 three devices that choose at once end with one primary home")
  func primaryAtOnce() async throws {
    let setting = try await setting()
    let hearth = setting.hearth
    var homes = [setting.home]
    for name in ["Cabin", "Hut"] { homes.append(try await setting.owner.addHome(name)) }
    let replicas = try ["one", "two", "three"].map { try hearth.replica(of: "anna", $0) }
    for replica in replicas { try await replica.sync() }
    for (replica, home) in zip(replicas, homes) {
      hearth.advance(milliseconds: 10)
      try replica.write { try SetPrimaryHome(homeID: home)($0) }
    }
    for replica in replicas.reversed() + replicas { try await replica.sync() }
    for replica in replicas {
      #expect(try replica.primaryHome() == homes[2])
      let rows = try replica.file.read { try HomeList.rows(in: $0) }
      #expect(rows.count { $0.isPrimary } == 1)
    }
  }

  @Test("D-PHO-5 photos added and put in order on two devices at once have one order on both")
  func photosAtOnce() async throws {
    let setting = try await setting()
    let (hearth, home) = (setting.hearth, setting.home)
    let item = try await hearth.addItem(setting.owner, home, "Kettle")
    let (one, two) = (try hearth.replica(of: "anna", "one"), try hearth.replica(of: "anna", "two"))
    for replica in [one, two] { try await replica.sync() }
    func order(_ replica: TestReplica) throws -> [RecordID] {
      try replica.file.read { try Photo.of(.item(item), home: home, in: $0).map(\.id) }
    }
    func add(_ digits: String, _ replica: TestReplica) throws {
      for digit in digits {
        try replica.write {
          _ = try AddPhoto(homeID: home, subject: .item(item), file: EveryTable.photo(digit))($0)
        }
      }
    }
    try add("ab", one)
    try add("cd", two)
    for replica in [one, two, one, two] { try await replica.sync() }
    #expect(try order(one).count == 4)
    #expect(try order(one) == order(two))
    for replica in [one, two] {
      let last = try #require(try order(replica).last)
      try replica.write {
        try ReorderPhotos(homeID: home, subject: .item(item), photoIDs: [last])($0)
      }
      try add("e", replica)
    }
    for replica in [one, two, one, two] { try await replica.sync() }
    #expect(try order(one).count == 6)
    #expect(try order(one) == order(two))
  }

  // S4-2.3.4-b S4-2.3.4-d S4-SC-2
  @Test("a profile that is changed without the hub is sent later, once, and comes to other devices")
  func profile() async throws {
    let setting = try await setting()
    let hearth = setting.hearth
    let account = try #require(try hearth.accounts.account(named: "anna"))
    let (one, two) = (try hearth.replica(of: "anna", "one"), try hearth.replica(of: "anna", "two"))
    for replica in [one, two] { try await replica.sync() }
    func head() throws -> Int64? {
      try hearth.hub.store.read { try $0.zone(account.personalZone)?.head }
    }
    for (from, to, locale, name) in [
      (one, two, "de-CH", "Anna Berg"), (two, one, "fr-FR", "Anna Lind"),
    ] {
      let before = try #require(try head())
      try from.write {
        _ = try EditProfile(
          displayName: name, locale: locale, timeZone: "Europe/Zurich", currency: "CHF")($0)
      }
      #expect(try from.file.status().pendingCount == 1)
      #expect(try head() == before)
      for replica in [from, from, to] { try await replica.sync() }
      #expect(try from.file.status().pendingCount == 0)
      #expect(try head() == before + 1)
      let profiles = try [from, to].map { replica in
        try replica.file.read { try Profile.own(in: $0) }
      }
      #expect(profiles[0]?.locale == locale && profiles[0]?.displayName == name)
      #expect(profiles[0] == profiles[1])
      let stored = try hearth.hub.store.read {
        try $0.record(RecordPlace(zone: account.personalZone, id: account.personalZone))
      }
      #expect(stored?.registers["locale"]?.value.text == locale)
      #expect(stored?.registers["displayName"]?.value.text == name)
      #expect(stored?.registers["currency"]?.value.text == "CHF")
    }
  }
}
