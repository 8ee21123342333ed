import Replica
import SQLite
import SyncProtocol
import Testing
import Household
import Things

/// Taking back one change of a home, and giving one field its former value back.
@Suite struct TakeBackChangeTests {
  private func entry(
    _ changes: [RecordChange], at: Int64 = 1_767_225_600_000, isSpanning: Bool = false,
    count: Int? = nil
  ) -> HistoryEntry {
    HistoryEntry(
      sequence: 4, author: "a", authorName: "Ada", at: at, isSpanning: isSpanning,
      counts: [.init(kind: .patch, table: "items", count: count ?? changes.count)],
      changes: changes)
  }

  @Test("a rename goes back with the key that names are found by")
  func renamed() throws {
    let store = try TestStore(homes: ["flat"])
    let item = try store.addItem("Pot", home: "flat").id
    let change = RecordChange(
      .patch, "items", item, before: ["name": "Kettle", "nameKey": "kettle"],
      after: ["name": "Pot", "nameKey": "pot"])
    let outcome = try store.write {
      try TakeBackChange(homeID: store.id("flat"), entry: entry([change]))($0)
    }
    #expect(outcome.reverted == [RecordKey("items", item)] && outcome.left.isEmpty)
    #expect(try Item.find(item, in: store.connection)?.details.name == "Kettle")
    #expect(try store.integer("SELECT count(*) FROM items WHERE nameKey = 'kettle'") == 1)
    #expect(throws: TakeBackChange.Failure.nothingLeft) {
      try store.write { try TakeBackChange(homeID: store.id("flat"), entry: entry([change]))($0) }
    }
  }

  @Test("a place does not go back into a place that is inside of it by now")
  func loop() throws {
    let store = try TestStore(homes: ["flat"])
    let shelf = try store.addLocation("Shelf", home: "flat")
    let box = try store.addLocation("Box", home: "flat", in: shelf)
    let change = RecordChange(
      .patch, "locations", shelf, before: ["parentID": .text(box)], after: ["parentID": .null])
    #expect(throws: TakeBackChange.Failure.placesDoNotFit) {
      try store.write { try TakeBackChange(homeID: store.id("flat"), entry: entry([change]))($0) }
    }
    #expect(throws: RestoreValue.Failure.placesDoNotFit) {
      try store.write {
        try RestoreValue(homeID: store.id("flat"), change: change, register: "parentID")($0)
      }
    }
    #expect(try Location.find(shelf, in: store.connection)?.parentID == nil)
  }

  @Test("what is told in part, or moved between homes, or may only be read, is not taken back")
  func refused() throws {
    let store = try TestStore(homes: ["flat"])
    try store.addHome("cabin", role: .readOnly)
    let item = try store.addItem("Pot", home: "flat").id
    let change = RecordChange(
      .patch, "items", item, before: ["notes": "old"], after: ["notes": ""])
    func takeBack(_ home: String, _ entry: HistoryEntry) throws {
      _ = try store.write { try TakeBackChange(homeID: store.id(home), entry: entry)($0) }
    }
    #expect(throws: TakeBackChange.Failure.tooLarge) {
      try takeBack("flat", entry([change], count: 9))
    }
    #expect(throws: TakeBackChange.Failure.spansHomes) {
      try takeBack("flat", entry([change], isSpanning: true))
    }
    #expect(throws: TakeBackChange.Failure.readOnlyHome) { try takeBack("cabin", entry([change])) }
    #expect(throws: TakeBackChange.Failure.homeNotFound) { try takeBack("none", entry([change])) }
  }

  @Test("photos whose files are gone by now stay deleted")
  func oldPhotos() throws {
    let store = try TestStore(homes: ["flat"])
    let item = try store.addItem("Pot", home: "flat").id
    let photo = try store.write {
      try AddPhoto(homeID: store.id("flat"), subject: .item(item), file: TestStore.photo())($0)
    }
    let row = try #require(try Photo.find(photo.id, in: store.connection))
    let names = Photo.sql.columns
    let registers = SortedMap(
      uniqueKeysWithValues: zip(names, row.values).filter { $0.0 != "id" && $0.0 != "homeID" }
        .map { ($0.0, $0.1.fieldValue) })
    try store.write { _ = try $0.connection.execute("DELETE FROM photos") }
    let change = RecordChange(.drop, "photos", photo.id, before: registers)
    let old = entry([change], at: store.now - DeletedFiles.keepMilliseconds - 1)
    #expect(throws: TakeBackChange.Failure.nothingLeft) {
      try store.write { try TakeBackChange(homeID: store.id("flat"), entry: old)($0) }
    }
    try store.write {
      try TakeBackChange(homeID: store.id("flat"), entry: entry([change], at: store.now))($0)
    }
    #expect(try Photo.find(photo.id, in: store.connection) == row)
  }

  @Test("a former price comes back in its own currency alone; what is gone takes none")
  func restored() throws {
    let store = try TestStore(homes: ["flat"])
    let item = try store.addItem("Pot", home: "flat").id
    func change(_ currency: String) -> RecordChange {
      RecordChange(
        .patch, "items", item, before: ["priceMinor": 700, "currency": .text(currency)],
        after: ["priceMinor": 900])
    }
    func restore(_ currency: String) throws {
      try store.write {
        try RestoreValue(
          homeID: store.id("flat"), change: change(currency), register: "priceMinor")($0)
      }
    }
    let currency = try #require(try Item.find(item, in: store.connection)).details.currency
    try restore(currency.description)
    #expect(try Item.find(item, in: store.connection)?.details.priceMinor == 700)
    #expect(throws: RestoreValue.Failure.otherCurrency) { try restore("XTS") }
    try store.write { try DeleteItem(itemID: item)($0) }
    #expect(throws: RestoreValue.Failure.recordGone) { try restore(currency.description) }
  }
}

extension TakeBackChangeTests {
  @Test(
    "an amount and its currency that changed together are restored together",
    arguments: [
      "currency", "priceMinor",
    ])
  func together(_ register: String) throws {
    let store = try TestStore(homes: ["flat"])
    let item = try store.addItem("Pot", home: "flat").id
    func set(_ currency: String, _ price: Int64, _ replacement: Int64?) throws {
      var details = try #require(try Item.find(item, in: store.connection)).details
      (details.currency, details.priceMinor) = (currency, price)
      details.replacementMinor = replacement
      try store.write { [details] in try EditItem(itemID: item, details: details)($0) }
    }
    let change = RecordChange(
      .patch, "items", item,
      before: ["priceMinor": 50_000, "currency": "JPY", "replacementMinor": .null],
      after: ["priceMinor": 1250, "currency": "USD"])
    func restore() throws {
      try store.write {
        try RestoreValue(homeID: store.id("flat"), change: change, register: register)($0)
      }
    }
    func now() throws -> ItemDetails {
      try #require(try Item.find(item, in: store.connection)).details
    }
    try set("USD", 1250, nil)
    try restore()
    #expect(try (now().currency, now().priceMinor) == ("JPY", 50_000))
    // What else was said in the other currency meanwhile would be another amount.
    try set("USD", 1250, 1999)
    #expect(throws: RestoreValue.Failure.otherAmounts) { try restore() }
    #expect(
      try (now().currency, now().priceMinor, now().replacementMinor) == ("USD", 1250, 1999))
    // With the advice followed there is nothing in its way.
    try set("USD", 1250, nil)
    try restore()
    #expect(try (now().currency, now().priceMinor) == ("JPY", 50_000))
  }
}

extension Value {
  fileprivate var fieldValue: FieldValue {
    switch self {
    case .null: .null
    case .integer(let integer): .integer(integer)
    case .real(let real): .real(real)
    case .text(let text): .text(text)
    case .blob(let blob): .blob(blob)
    }
  }
}
