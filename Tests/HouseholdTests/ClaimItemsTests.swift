import Household
import SyncProtocol
import Testing
import Things

@Suite struct ClaimItemsTests {
  private struct Setting {
    let store: TestStore
    let kitchen: RecordID
    let cupboard: RecordID
    let garage: RecordID
    let fragile: RecordID

    init() throws {
      store = try TestStore(homes: ["flat", "cabin"])
      garage = try store.addLocation("Garage", home: "flat")
      kitchen = try store.addLocation("Kitchen", home: "flat")
      cupboard = try store.addLocation("Cupboard", home: "flat", in: kitchen)
      fragile = try store.addLabel("Fragile", home: "flat")
      try store.addItem("Table", home: "flat", at: kitchen, price: 30_000)
      try store.addItem(
        "Cup", home: "flat", at: cupboard, price: 500, quantity: 6, labels: [fragile])
      try store.addItem("Bicycle", home: "flat", at: garage, price: 90_000)
      try store.addItem("Vase", home: "flat", labels: [fragile])
      try store.addItem("Oar", home: "cabin", price: 4000)
      var radio = ItemDetails(name: "Radio", currency: "USD")
      (radio.priceMinor, radio.isArchived) = (700, true)
      try store.write { [radio] in try AddItem(homeID: store.id("flat"), radio)($0) }
      var lamp = ItemDetails(name: "Lamp", currency: "USD")
      (lamp.priceMinor, lamp.soldOn) = (900, "2026-01-01")
      try store.write { [lamp] in try AddItem(homeID: store.id("flat"), lamp)($0) }
    }

    func items(_ change: (inout ClaimItems.Choice) -> Void = { _ in }) throws -> ClaimItems {
      var choice = ClaimItems.Choice()
      change(&choice)
      return try ClaimItems(home: store.id("flat"), choice, in: store.connection)
    }

    func names(_ items: ClaimItems) throws -> [String] {
      try ClaimDetails.items(items.places.flatMap(\.itemIDs), in: store.connection)
        .map(\.details.name)
    }
  }

  @Test("everything is there place by place, with sums by currency; archived and sold ones are not")
  func everything() throws {
    let setting = try Setting()
    let items = try setting.items()
    #expect(
      items.places.map(\.path) == [["Garage"], ["Kitchen"], ["Kitchen", "Cupboard"], []])
    #expect(try setting.names(items) == ["Bicycle", "Table", "Cup", "Vase"])
    #expect(items.itemCount == 4)
    #expect(items.values == [.init(currency: "EUR", valueMinor: 123_000)])
    #expect(items.unpricedCount == 1)
    #expect(
      ClaimItems.values(of: items.places[1...2]) == [.init(currency: "EUR", valueMinor: 33_000)])
  }

  @Test("a room is chosen with what is inside it; so is having no place, a label and a search")
  func chosen() throws {
    let setting = try Setting()
    func names(_ change: (inout ClaimItems.Choice) -> Void) throws -> [String] {
      try setting.names(setting.items(change))
    }
    #expect(try names { $0.placeIDs = [setting.kitchen] } == ["Table", "Cup"])
    #expect(try names { $0.placeIDs = [setting.cupboard] } == ["Cup"])
    #expect(try names { $0.includesPlaceless = true } == ["Vase"])
    #expect(try names { $0.labelIDs = [setting.fragile] } == ["Cup", "Vase"])
    #expect(
      try names { ($0.labelIDs, $0.placeIDs) = ([setting.fragile], [setting.kitchen]) } == ["Cup"])
    #expect(try names { $0.search = "bicy" } == ["Bicycle"])
    #expect(try names { $0.search = "nothing like it" } == [])
    #expect(try names { $0.placeIDs = ["gone"] } == [])
    #expect(try setting.items { $0.placeIDs = ["gone"] }.itemCount == 0)
  }

  @Test("archived and sold items come when they are asked for, in a currency of their own")
  func archivedAndSold() throws {
    let setting = try Setting()
    let all = try setting.items { ($0.includesArchived, $0.includesSold) = (true, true) }
    #expect(all.itemCount == 6)
    #expect(all.values.last == .init(currency: "USD", valueMinor: 1600))
    let archived = try setting.items { ($0.includesArchived, $0.search) = (true, "radio") }
    #expect(try setting.names(archived) == ["Radio"])
    #expect(try setting.items { $0.search = "radio" }.itemCount == 0)
  }

  @Test("a sum beyond 64 bits is the sum: in a claim, on the dashboard and for a label")
  func largeSums() throws {
    let store = try TestStore(homes: ["flat"])
    let label = try store.addLabel("Gold", home: "flat")
    let (price, quantity) = (MoneyLimit.minor.upperBound, MoneyLimit.quantity.upperBound)
    for number in 1...20 {
      try store.addItem(
        "Bar \(number)", home: "flat", price: price, quantity: quantity, labels: [label])
    }
    let sum = 20 * MoneySum(price) * MoneySum(quantity)
    #expect(sum > MoneySum(Int64.max))
    let expected = [Dashboard.CurrencyValue(currency: "EUR", valueMinor: sum)]
    let flat = store.id("flat")
    func check(_ expected: [Dashboard.CurrencyValue]) throws {
      let claim = try ClaimItems(home: flat, ClaimItems.Choice(), in: store.connection)
      #expect(claim.values == expected)
      #expect(ClaimItems.values(of: claim.places) == expected)
      #expect(try Dashboard(home: flat, in: store.connection)?.values == expected)
      #expect(try LabelList.rows(home: flat, in: store.connection)[0].values == expected)
    }
    try check(expected)
    try store.connection.transaction { try HouseholdIndex.rebuild(store.connection) }
    try check(expected)
    let ids = try store.texts("SELECT id FROM items ORDER BY id LIMIT 19")
    for id in ids { try store.write { try DeleteItem(itemID: id)($0) } }
    try check([.init(currency: "EUR", valueMinor: MoneySum(price) * MoneySum(quantity))])
  }

  @Test("what a claim tells of items is read at once: photos in their order, receipts")
  func details() throws {
    let setting = try Setting()
    let store = setting.store
    let ids = try setting.items().places.flatMap(\.itemIDs)
    for digit in ["a", "b"] as [Character] {
      try store.write {
        _ = try AddPhoto(
          homeID: store.id("flat"), subject: .item(ids[0]), file: TestStore.photo(digit))($0)
      }
    }
    let fields = ["IMEI 35", "blue"].map { CustomField(name: $0, value: $0) }
    try store.write { try SetItemFields(itemID: ids[0], fields: fields)($0) }
    let found = try ClaimDetails(ids, home: store.id("flat"), in: store.connection)
    #expect(found.items.map(\.id) == ids)
    #expect(found.photos[ids[0]]?.map { $0.blobHash.first } == ["a", "b"])
    #expect(found.receipts.isEmpty)
    #expect(found.fields[ids[0]]?.map(\.value) == ["IMEI 35", "blue"])
    #expect(
      try ClaimDetails.photoHashes(of: ids, home: store.id("flat"), in: store.connection).count
        == 2)
    #expect(
      try ClaimDetails.receiptCount(of: ids, home: store.id("flat"), in: store.connection) == 0)
  }
}
