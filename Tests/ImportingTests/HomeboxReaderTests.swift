import Importing
import Testing

@Suite struct HomeboxReaderTests {
  @Test("today's header fills every typed field, in any order of columns")
  func currentHeader() throws {
    let document = try homebox(
      """
      HB.purchase_date,HB.warranty_expires,HB.sold_date,HB.import_ref,HB.parent_import_ref,HB.url,\
      HB.name,HB.description,HB.notes,HB.purchase_from,HB.manufacturer,HB.model_number,\
      HB.serial_number,HB.warranty_details,HB.sold_to,HB.sold_notes,HB.location,HB.tags,\
      HB.asset_id,HB.quantity,HB.purchase_price,HB.sold_price,HB.archived,HB.insured,\
      HB.lifetime_warranty,HB.field.Colour
      2021-10-13,2030-01-01,2022-02-03,ref-1,,https://h.example/item/\
      5F557203-3018-40C5-A38F-D547923A7369,Lamp,Tall,"one
      two",Shop,Maker,M1,S1,Card,Ann,cash,Flat / Hall / Shelf,Light; Old,000-012,2.0,39.95,20,\
      true,1,t,deep red

      """)
    var expected = ImportedItem(source: SourceLine(file: "export.csv", line: 2))
    expected.reference = SourceReference(system: .homeboxReference, key: "ref-1")
    expected.name = "Lamp"
    expected.description = "Tall"
    expected.notes = "one\ntwo"
    expected.quantity = 2
    expected.unitPrice = ImportedAmount(minor: 3995, currency: "EUR")
    expected.purchaseDate = "2021-10-13"
    expected.purchaseFrom = "Shop"
    expected.serialNumber = "S1"
    expected.modelNumber = "M1"
    expected.manufacturer = "Maker"
    expected.warranty = ImportedWarranty(expires: "2030-01-01", isLifetime: true, details: "Card")
    expected.isArchived = true
    expected.isInsured = true
    expected.sale = ImportedSale(
      date: "2022-02-03", to: "Ann", price: ImportedAmount(minor: 2000, currency: "EUR"),
      notes: "cash")
    expected.assetID = "000-012"
    expected.url = "https://h.example/item/5F557203-3018-40C5-A38F-D547923A7369"
    expected.customFields = [ImportedField(name: "Colour", text: "deep red")]
    expected.labelNames = ["Light", "Old"]
    expected.locationPath = ["Flat", "Hall", "Shelf"]
    expected.locationIndex = 2
    #expect(document.items == [expected])
    #expect(document.homes.isEmpty)
    #expect(
      document.locations.map(\.path) == [["Flat"], ["Flat", "Hall"], ["Flat", "Hall", "Shelf"]])
    #expect(document.labels.map(\.name) == ["Light", "Old"])
    #expect(document.itemFields.count == 25)
  }

  @Test("the header up to 0.22 is read the same, with tabs as well")
  func oldHeader() throws {
    let text = """
      HB.import_ref\tHB.location\tHB.labels\tHB.name\tHB.purchase_time\tHB.sold_time\tHB.sold_to
      r1\tAttic\tA;B\tLamp\t10/13/2021\t2022/01/02\tAnn

      """
    let item = try homebox(text).items[0]
    #expect(item.labelNames == ["A", "B"])
    #expect(item.purchaseDate == "2021-10-13")
    #expect(item.sale?.date == "2022-01-02")
  }

  @Test("an old and a new name of one column are a duplicate, and so is any name twice")
  func duplicateColumns() {
    #expect(
      throws: ImportFailure.duplicateColumn(
        file: "export.csv", name: "HB.labels", first: 2, second: 3)
    ) { try homebox("HB.name,HB.tags,HB.labels\nx,a,b\n") }
    #expect(
      throws: ImportFailure.duplicateColumn(
        file: "export.csv", name: "HB.field.A", first: 2, second: 3)
    ) { try homebox("HB.name,HB.field.A,HB.field.A\nx,a,b\n") }
  }

  @Test("a table without a name column is refused, and so is one without rows")
  func missingColumn() {
    #expect(throws: ImportFailure.missingColumn(file: "export.csv", name: "HB.name")) {
      try homebox("HB.location\nAttic\n")
    }
    #expect(throws: ImportFailure.nothingToImport(file: "export.csv")) {
      try homebox("HB.name,HB.location\n,\n")
    }
  }

  @Test("labels are separated by semicolons, or by commas where there is none; twice is once")
  func labels() throws {
    let rows = "HB.name,HB.tags\na, L1 ;; L2;L1\nb,\"x, y,\"\nc,\"x, y; z\"\n"
    #expect(
      try homebox(rows).items.map(\.labelNames) == [["L1", "L2"], ["x", "y"], ["x, y", "z"]])
  }

  @Test("empty parts of a location path are dropped, and a path too deep is a problem")
  func paths() throws {
    let deep = String(repeating: "a/", count: 17)
    let document = try homebox("HB.name,HB.location\nx,/ A // B /\ny,\(deep)\nz,A/B\n")
    #expect(document.items.map(\.locationPath) == [["A", "B"], [], ["A", "B"]])
    #expect(document.items[1].problems.reasons == [.locationTooDeep(max: 16)])
    #expect(document.items[0].locationIndex == document.items[2].locationIndex)
    #expect(document.locations.count == 2)
  }

  @Test("rows whose address leads to a location are locations")
  func locationRows() throws {
    let document = try homebox(
      """
      HB.name,HB.url,HB.location,HB.description,HB.quantity,HB.asset_id,HB.manufacturer,\
      HB.import_ref
      Lamp,http://h/item/5f557203-3018-40c5-a38f-d547923a7369,Attic / Box,,1,000-001,,
      Box,http://h/location/72E6CC3A-BABC-4D20-97EE-05CDE00902C7,Attic,blue,1,000-000,Samla,
      Attic,http://h/location/92b1d3f2-8ede-4d7a-83ba-ea9e13deef86,Attic,,1,000-000,,top

      """)
    #expect(document.items.map(\.name) == ["Lamp"])
    #expect(
      document.items[0].reference
        == SourceReference(system: .homeboxID, key: "5f557203-3018-40c5-a38f-d547923a7369"))
    #expect(document.locations.map(\.path) == [["Attic"], ["Attic", "Box"]])
    #expect(document.locations.allSatisfy { !$0.isImplied && $0.problems.isEmpty })
    #expect(document.locations[1].description == "blue")
    #expect(
      document.locations[1].customFields == [ImportedField(name: "HB.manufacturer", text: "Samla")])
    #expect(
      document.locations[0].reference == SourceReference(system: .homeboxReference, key: "top"))
  }

  @Test(
    "yes and no are the words of Go, all else is a problem",
    arguments: [
      ("TRUE", true), ("True", true), ("1", true), ("T", true), ("F", false), ("0", false),
      ("", nil),
    ] as [(String, Bool?)])
  func bools(_ text: String, _ value: Bool?) throws {
    let item = try homebox("HB.name,HB.insured,HB.archived\nx,\(text),\n").items[0]
    #expect(item.isInsured == value)
    #expect(item.problems.isEmpty)
  }

  @Test("a word that is neither yes nor no is a problem")
  func unreadableBool() throws {
    let item = try homebox("HB.name,HB.insured\nx,yes\n").items[0]
    #expect(item.isInsured == nil)
    #expect(item.problems.reasons == [.unreadableBool])
  }

  @Test(
    "quantities are whole pieces",
    arguments: [
      ("3", 3, nil), ("2.0", 2, nil), ("2,0", 2, nil), ("0", 0, nil), ("-0.0", 0, nil),
      ("", nil, nil), ("1.5", nil, .fractionalQuantity), ("-1", nil, .negativeQuantity),
      ("1,000", nil, .unreadableQuantity), ("many", nil, .unreadableQuantity),
      ("1e3", nil, .unreadableQuantity), ("1.", nil, .unreadableQuantity),
      ("NaN", nil, .unreadableQuantity), ("Inf", nil, .unreadableQuantity),
      ("99999999999999999999", nil, .quantityTooLarge(max: 1_000_000_000)),
    ] as [(String, Int?, ImportProblem.Reason?)])
  func quantities(_ text: String, _ value: Int?, _ reason: ImportProblem.Reason?) throws {
    let item = try homebox("HB.name,HB.quantity\nx,\"\(text)\"\n").items[0]
    #expect(item.quantity == value)
    #expect(item.problems.reasons == (reason.map { [$0] } ?? []))
  }

  @Test(
    "asset ids have one form",
    arguments: [
      ("1", "000-001"), ("000-002", "000-002"), ("1000-003", "1000-003"), ("000-000", ""),
    ])
  func assetIDs(_ text: String, _ id: String) throws {
    #expect(try homebox("HB.name,HB.asset_id\nx,\(text)\n").items[0].assetID == id)
  }

  @Test("an asset id that is no number is a problem")
  func unreadableAssetID() throws {
    let item = try homebox("HB.name,HB.asset_id\nx,A-1\n").items[0]
    #expect(item.problems.reasons == [.unreadableAssetID])
  }

  @Test("a reference is at most 100 characters long and stands once")
  func references() throws {
    let long = String(repeating: "é", count: 101)
    let items = try homebox("HB.name,HB.import_ref\na,r\nb,\(long)\nc,r\n").items
    #expect(items[1].problems.reasons == [.referenceTooLong(max: 100)])
    #expect(items[1].reference == nil)
    #expect(items[2].problems.reasons == [.duplicateReference(firstLine: 2)])
  }

  @Test("parents may come later; circles and rows that are their own parent are problems")
  func parents() throws {
    let document = try homebox(
      """
      HB.name,HB.url,HB.import_ref,HB.parent_import_ref
      child,,c,p
      parent,,p,
      self,,s,s
      x,,x,y
      y,,y,x
      tail,,t,x
      orphan,,o,gone
      in box,,i,box
      Box,http://h/location/1,box,

      """)
    let reasons = document.items.map(\.problems.reasons)
    #expect(
      reasons == [
        [], [], [.ownParent], [.parentCycle], [.parentCycle], [], [.parentNotInFile], [],
      ])
    #expect(document.items[0].parentReference?.key == "p")
    #expect(!document.items[6].needsFixing)
    #expect(document.items[7].parentReference == nil)
    #expect(document.items[7].locationPath == ["Box"])
  }

  @Test("D-MIG-4 a row of the wrong width is kept whole, with what was expected and found")
  func wrongWidth() throws {
    let document = try homebox("HB.name,HB.quantity\nLamp,1,2\nChair\nTable,1\n")
    #expect(document.items.map(\.name) == ["Lamp", "Chair", "Table"])
    #expect(document.items[0].problems.reasons == [.wrongWidth(expected: 2, found: 3)])
    #expect(document.items[0].problems[0].text == "Lamp, 1, 2")
    #expect(document.items[1].problems.reasons == [.wrongWidth(expected: 2, found: 1)])
    #expect(document.items[0].quantity == nil)
    #expect(document.items[2].problems.isEmpty)
  }

  @Test("D-MIG-4 a row without a name is kept with its problem and its other cells")
  func missingName() throws {
    let item = try homebox("HB.name,HB.quantity\n,4\n").items[0]
    #expect(item.problems.reasons == [.missingName])
    #expect(item.quantity == 4)
  }

  @Test("names of custom fields are exact, and unknown columns are kept as custom fields")
  func customFields() throws {
    let document = try homebox("HB.name,HB.field. Size ,Shelf life,\nx,=1+1, 3 ,\n")
    #expect(
      document.items[0].customFields == [
        ImportedField(name: " Size ", text: "=1+1"), ImportedField(name: "Shelf life", text: " 3 "),
      ])
    #expect(document.problems.reasons == [.columnKeptAsCustomField])
    #expect(document.problems[0].column == "Shelf life")
  }

  @Test("hidden characters in a header are taken out of the custom field's name")
  func hiddenInHeader() throws {
    let document = try homebox("HB.name,HB.field.Si\u{202E}ze,Sh\u{7}elf\nx,1,2\n")
    #expect(document.items[0].customFields.map(\.name) == ["Size", "Shelf"])
  }

  @Test("a cell under no header is a problem, not lost")
  func unnamedColumn() throws {
    let item = try homebox("HB.name,,\nx,,lost\n").items[0]
    #expect(item.problems.reasons == [.unnamedColumn(number: 3)])
    #expect(item.problems[0].text == "lost")
  }

  @Test("Homebox's apostrophe before a formula is taken off again, other apostrophes stay")
  func defusedFormulas() throws {
    let document = try homebox("HB.name,HB.notes\n'=1+1,''-x\n'Tis,=2\n")
    #expect(document.items.map(\.name) == ["=1+1", "'Tis"])
    #expect(document.items.map(\.notes) == ["'-x", "=2"])
  }

  @Test("control and direction characters are a problem in names, and told elsewhere")
  func hiddenCharacters() throws {
    let items = try homebox(
      "HB.name,HB.notes\nLa\u{202E}mp,ok\nChair,a\u{7}\u{2066}b\n\"two\nlines\",x\nZ\u{200D}W,é\n"
    ).items
    #expect(items.map(\.name) == ["Lamp", "Chair", "two lines", "Z\u{200D}W"])
    #expect(items[0].problems.reasons == [.hiddenCharactersInName])
    #expect(items[1].problems.reasons == [.hiddenCharactersRemoved])
    #expect(items[1].notes == "ab")
    #expect(!items[1].needsFixing)
    #expect(items[2].problems.reasons == [.hiddenCharactersInName])
    #expect(items[3].problems.isEmpty)
  }

  @Test("a price of an item nobody sold is no sale")
  func unsold() throws {
    let item = try homebox("HB.name,HB.sold_price,HB.sold_date\nx,0,\n").items[0]
    #expect(item.sale == nil)
  }

  @Test("a file with too many problems is refused with the first of them")
  func tooManyProblems() throws {
    var options = ImportOptions(currency: euro)
    options.limits.maxProblems = 2
    let text = "HB.name,HB.quantity\n1,x\n2,x\n"
    #expect(try homebox(text, options).items.count == 2)
    let first = ImportProblem(
      file: "export.csv", line: 2, column: "HB.quantity", text: "x", reason: .unreadableQuantity)
    #expect(throws: ImportFailure.tooManyProblems(file: "export.csv", max: 2, first: first)) {
      try homebox(text + "3,x\n", options)
    }
  }
}
