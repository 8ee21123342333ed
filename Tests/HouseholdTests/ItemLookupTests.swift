import SyncProtocol
import Testing
import Things

/// From what stands on a label or a thing to the items it is on.
@Suite struct ItemLookupTests {
  private func add(
    _ name: String, home: String = "flat", id: String = "", serial: String = "",
    isArchived: Bool = false, fields: [String] = [], _ store: TestStore
  ) throws {
    var details = ItemDetails(name: name, currency: "EUR")
    (details.assetID, details.serial, details.isArchived) = (id, serial, isArchived)
    try store.write {
      _ = try AddItem(
        homeID: store.id(home), details,
        fields: fields.map { CustomField(name: "Barcode", value: $0) })($0)
    }
  }

  private func named(_ text: String, _ store: TestStore) throws -> [String] {
    try ItemLookup.items(withAssetID: text, in: store.connection).map(\.name)
  }

  @Test("an asset id is found as it is printed and as it is said, and nothing that begins like it")
  func assetIDs() throws {
    let store = try TestStore(homes: ["flat", "cabin"])
    try add("Kettle", id: "000-012", store)
    try add("Piano", id: "000-120", isArchived: true, store)
    try add("Lamp", home: "cabin", id: "Box-7b", store)
    try add("Twin", home: "cabin", id: "#000-012", store)
    for text in ["000-012", "12", "012", "#000-012", " 000-012 "] {
      #expect(try named(text, store).sorted() == ["Kettle", "Twin"], "\(text)")
    }
    #expect(try named("120", store) == ["Piano"])
    #expect(try named("box-7B", store) == ["Lamp"])
    for text in ["1", "000", "box", "", "#", "-", "0", "99999999999999999999"] {
      #expect(try named(text, store).isEmpty, "\(text)")
    }
  }

  @Test("one among many that begin like it is found, however many there are")
  func amongMany() throws {
    let store = try TestStore(homes: ["flat"])
    for number in 1...ItemLookup.maxItems * 2 {
      try add("A \(number) of 1", id: "1\(number)", store)
    }
    try add("Zither", id: "1", store)
    #expect(try named("1", store) == ["Zither"])
  }

  @Test("a product's number is found in serial numbers and fields, as UPC and as EAN")
  func products() throws {
    let store = try TestStore(homes: ["flat", "cabin"])
    try add("Pen", fields: ["4006381333931"], store)
    try add("Radio", home: "cabin", serial: "036000291452", isArchived: true, store)
    try add("Other", serial: "77", store)
    func found(_ code: String) throws -> [String] {
      try ItemLookup.items(withCode: code, in: store.connection).map(\.name)
    }
    #expect(try found("4006381333931") == ["Pen"])
    #expect(try found("036000291452") == ["Radio"])
    #expect(try found("0036000291452") == ["Radio"])
    #expect(try found("96385074").isEmpty)
  }

  @Test("the number of a product has its length and a check digit that is right")
  func checkDigits() {
    for (text, digits) in [
      ("4006381333931", "4006381333931"), ("4 006381 333931", "4006381333931"),
      ("036000291452", "036000291452"), ("96385074", "96385074"),
      ("14006381333938", "14006381333938"),
    ] {
      #expect(ProductCode(text)?.digits == digits, "\(text)")
    }
    for text in [
      "4006381333932", "400638133393", "", "00000000", "400638133393x", "４００６３８１３３３９３１", "12",
    ] {
      #expect(ProductCode(text) == nil, "\(text)")
    }
  }
}
