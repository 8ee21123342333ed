import Importing
import Testing

@Suite struct MovingBoxReaderTests {
  static let homeA = "6513270E-269E-4D37-B2A7-4DE452E6B438"
  static let homeB = "D23F0824-128B-4F33-8C5C-7FD0A6A3A450"
  static let kitchenA = "36F675CC-81E7-4EF5-A8E2-5D940ED90475"
  static let kitchenB = "0CB1E29C-658C-4A14-95E6-0AF593BD04CF"
  static let itemID = "5F557203-3018-40C5-A38F-D547923A7369"

  static let inventoryHeader =
    "Title,Description,Location,Label,Home,QuantityString,QuantityInt,Serial,Model,Make,Price,"
    + "Insured,AssetID,Notes,ReplacementCost,DepreciationRate,HasUsedAI,CreatedAt,PurchaseDate,"
    + "WarrantyExpirationDate,PurchaseLocation,Condition,HasWarranty,AttachmentsJSON,"
    + "DimensionLength,DimensionWidth,DimensionHeight,DimensionUnit,WeightValue,WeightUnit,Color,"
    + "StorageRequirements,IsFragile,MovingPriority,RoomDestination,ItemID,LocationID,HomeID,"
    + "PhotoFilename,PhotoFilename2"

  static let homes = ZipBuilder.Entry(
    "home-details.csv",
    """
    HomeID,Name,Address1,Address2,City,State,Zip,Country,PurchaseDate,PurchasePrice,IsPrimary,\
    ColorName,PhotoFilename
    \(homeA),"Harbour Street 12, Halifax",12 Harbour St,Flat 2,Halifax,NS,B3H 0A1,Canada,\
    2016-05-01T00:00:00.000Z,420000,true,green,home.png
    \(homeB),,Lakeside 3,,Chester,NS,,Canada,,0,true,Teal,
    """)
  static let labels = ZipBuilder.Entry(
    "labels.csv",
    """
    Name,Description,ColorHex,Emoji
    Books,Paper,#AAD6E5,📚
    "Books, old",,#aabbcc,
    "Old, rare, Books",,,
    """)
  static let locations = ZipBuilder.Entry(
    "locations.csv",
    """
    Name,Description,PhotoFilename,Home,HomeID,LocationID
    Kitchen,warm,,,\(homeA),\(kitchenA)
    Kitchen,,,Lakeside 3,,\(kitchenB)
    """)
  static let policies = ZipBuilder.Entry(
    "insurance-policy-details.csv",
    """
    PolicyID,ProviderName,PolicyNumber,DeductibleAmount,DwellingCoverageAmount,\
    PersonalPropertyCoverageAmount,LossOfUseCoverageAmount,LiabilityCoverageAmount,\
    MedicalPaymentsCoverageAmount,StartDate,EndDate,Homes,HomeIDs
    F86664AE-64A1-49F5-A383-8B9ED5A9422A,Atlantic,HO-1,1000,420000,60000,30000,500000.50,0,\
    2026-01-01T00:00:00.000Z,2026-12-31T00:00:00.000Z,,"\(homeA),\(homeB)"
    ,Mutual,M-2,,,,,,,,,"Lakeside 3,Harbour Street 12, Halifax",
    ,Global,G-3,,,,,,,,,,
    """)

  static func inventory(_ rows: String) -> ZipBuilder.Entry {
    ZipBuilder.Entry("inventory.csv", inventoryHeader + "\n" + rows)
  }

  static let fullRow = """
    Lamp,Tall,Kitchen,"Books, old,Books,New","Harbour Street 12, Halifax",2,2,S1,M1,Make,39.95,\
    true,A-7,"line 1
    line 2",55.00,0.15,true,2015-03-23T10:00:00.000Z,2015-03-24T00:00:00.000Z,\
    2030-01-01T00:00:00Z,Shop,Like New,true,[],10,20,30,cm,4,kg,red,dry,true,5,Hall,\(itemID),\
    \(kitchenA),\(homeA),lamp.jpg,LAMP2.PNG
    """

  @Test("a full export fills every typed field, and the rest become custom fields")
  func fullExport() throws {
    let photo = ZipBuilder.Entry("photos/lamp.jpg", "one")
    let second = ZipBuilder.Entry("photos/lamp2.png", "second")
    let home = ZipBuilder.Entry("photos/home.png", "home")
    let document = try archive([
      photo, second, home, Self.inventory(Self.fullRow), Self.homes, Self.labels, Self.locations,
      Self.policies,
    ])
    var item = ImportedItem(source: SourceLine(file: "inventory.csv", line: 2))
    item.reference = SourceReference(system: .movingBox, key: Self.itemID.lowercased())
    item.name = "Lamp"
    item.description = "Tall"
    item.notes = "line 1\nline 2"
    item.quantity = 2
    item.unitPrice = ImportedAmount(minor: 3995, currency: "EUR")
    item.replacementCost = ImportedAmount(minor: 5500, currency: "EUR")
    item.purchaseDate = "2015-03-24"
    item.purchaseFrom = "Shop"
    item.condition = "Like New"
    item.serialNumber = "S1"
    item.modelNumber = "M1"
    item.manufacturer = "Make"
    item.warranty = ImportedWarranty(isCovered: true, expires: "2030-01-01")
    item.isInsured = true
    item.assetID = "A-7"
    item.customFields = [
      ("DepreciationRate", "0.15"), ("HasUsedAI", "true"), ("DimensionLength", "10"),
      ("DimensionWidth", "20"), ("DimensionHeight", "30"), ("DimensionUnit", "cm"),
      ("WeightValue", "4"), ("WeightUnit", "kg"), ("Color", "red"), ("StorageRequirements", "dry"),
      ("IsFragile", "true"), ("MovingPriority", "5"), ("RoomDestination", "Hall"),
    ].map { ImportedField(name: $0.0, text: $0.1) }
    item.labelNames = ["Books, old", "Books", "New"]
    item.locationPath = ["Kitchen"]
    item.locationIndex = 0
    item.homeIndex = 0
    item.photos = [
      ImportedPhoto(entryIndex: 0, entryName: "photos/lamp.jpg", byteCount: 3),
      ImportedPhoto(entryIndex: 1, entryName: "photos/lamp2.png", byteCount: 6),
    ]
    item.createdAtMilliseconds = 1_427_104_800_000
    #expect(document.items == [item])
    #expect(document.problems.isEmpty)
    #expect(document.format == .movingBoxArchive)
  }

  @Test("homes keep all their fields, and primary is only told")
  func homes() throws {
    let document = try archive([Self.inventory(""), Self.homes])
    #expect(document.homes.map(\.name) == ["Harbour Street 12, Halifax", "Lakeside 3"])
    #expect(document.homes.map(\.isPrimary) == [true, true])
    #expect(document.homes.map(\.colorName) == ["green", "teal"])
    let home = document.homes[0]
    #expect(
      [home.address1, home.address2, home.city, home.state, home.postalCode, home.country]
        == ["12 Harbour St", "Flat 2", "Halifax", "NS", "B3H 0A1", "Canada"])
    #expect(home.purchaseDate == "2016-05-01")
    #expect(home.purchasePrice == ImportedAmount(minor: 42_000_000, currency: "EUR"))
    #expect(document.homes[1].purchasePrice == nil)
    #expect(home.problems.reasons == [.photoMissing])
    #expect(home.reference?.key == Self.homeA.lowercased())
  }

  @Test("labels keep colour, emoji and description; those no row declares are implied")
  func labels() throws {
    let document = try archive([
      Self.inventory("Lamp,,,New,,,1" + String(repeating: ",", count: 33)), Self.labels,
    ])
    #expect(document.labels.map(\.name) == ["Books", "Books, old", "Old, rare, Books", "New"])
    #expect(document.labels.map(\.colorHex) == ["#AAD6E5", "#AABBCC", nil, nil])
    #expect(document.labels.map(\.isImplied) == [false, false, false, true])
    #expect(document.labels[0].emoji == "📚")
    #expect(document.labels[0].description == "Paper")
  }

  @Test(
    "the longest known label is taken where names hold commas",
    arguments: [
      ("Books,Books, old", ["Books", "Books, old"]), ("old, rare, books", ["Old, rare, Books"]),
      ("Old, rare,New", ["Old", "rare", "New"]), (" , ,", []),
      ("Books, old,Old, rare, Books,Books", ["Books, old", "Old, rare, Books", "Books"]),
    ])
  func labelsWithCommas(_ cell: String, _ names: [String]) throws {
    let row = "Lamp,,,\"\(cell)\",,,1" + String(repeating: ",", count: 33)
    #expect(try archive([Self.inventory(row), Self.labels]).items[0].labelNames == names)
  }

  private func row(
    location: String = "", home: String = "", locationID: String = "", homeID: String = ""
  ) -> String {
    "Lamp,,\(location),,\(home),,1" + String(repeating: ",", count: 29) + "," + locationID + ","
      + homeID + ",,"
  }

  @Test("Kitchen is found by its id, by its home, and is a problem when it could be either")
  func kitchens() throws {
    let rows = [
      row(location: "Kitchen", locationID: Self.kitchenB),
      row(location: "kitchen", home: "Lakeside 3"),
      row(location: "Kitchen", homeID: Self.homeA), row(location: "Kitchen"),
      row(location: "Kitchen", locationID: Self.kitchenB, homeID: Self.homeA),
      row(locationID: Self.itemID), row(location: "Cellar", home: "Lakeside 3"),
      row(location: "Cellar", homeID: Self.homeA),
    ]
    let document = try archive([
      Self.inventory(rows.joined(separator: "\n")), Self.homes, Self.locations,
    ])
    #expect(document.items.map(\.locationIndex) == [1, 1, 0, nil, nil, nil, 2, 3])
    #expect(document.items.map(\.homeIndex) == [1, 1, 0, nil, 0, nil, 1, 0])
    #expect(
      document.items.map(\.problems.reasons) == [
        [], [], [], [.ambiguousLocation(count: 2)], [.locationInOtherHome], [.locationNotInFile],
        [], [],
      ])
    #expect(document.locations.map(\.homeIndex) == [0, 1, 1, 0])
    #expect(document.locations.map(\.isImplied) == [false, false, true, true])
    #expect(document.locations[0].description == "warm")
  }

  @Test("homes and places that only items name are implied, one for each id")
  func impliedHomes() throws {
    let rows = [
      row(location: "Kitchen", home: "Cabin", locationID: Self.kitchenA, homeID: Self.homeA),
      row(location: "Kitchen", home: "Cabin", locationID: Self.kitchenB, homeID: Self.homeB),
      row(location: "Kitchen", home: "Cabin"), row(homeID: Self.itemID),
    ]
    let document = try movingBox(Self.inventoryHeader + "\n" + rows.joined(separator: "\n"))
    #expect(
      document.homes.map(\.reference?.key) == [Self.homeA, Self.homeB].map { $0.lowercased() })
    #expect(document.locations.map(\.homeIndex) == [0, 1])
    #expect(document.items[2].problems.reasons.first == .ambiguousHome(count: 2))
    #expect(document.items[3].problems.reasons == [.unknownHome])
  }

  @Test("policies keep every column and find their homes by id or by name")
  func policies() throws {
    let document = try archive([Self.inventory(""), Self.homes, Self.policies])
    let policy = document.policies[0]
    #expect(policy.providerName == "Atlantic")
    #expect(policy.policyNumber == "HO-1")
    #expect(
      [
        policy.deductible, policy.dwellingCoverage, policy.personalPropertyCoverage,
        policy.lossOfUseCoverage, policy.liabilityCoverage, policy.medicalPaymentsCoverage,
      ].map { $0?.minor } == [100_000, 42_000_000, 6_000_000, 3_000_000, 50_000_050, nil])
    #expect(policy.startDate == "2026-01-01")
    #expect(policy.endDate == "2026-12-31")
    #expect(document.policies.map(\.homeIndexes) == [[0, 1], [1, 0], []])
    #expect(document.policies.allSatisfy { $0.problems.isEmpty })
  }

  @Test("a policy of a home nobody knows is a problem")
  func policyOfUnknownHome() throws {
    let policies = ZipBuilder.Entry(
      "insurance-policy-details.csv",
      "PolicyID,ProviderName,Homes,HomeIDs\n,A,,\(Self.itemID)\n,B,Nowhere,\n,C,,x-1\n")
    let document = try archive([Self.inventory(""), Self.homes, policies])
    #expect(
      document.policies.map(\.problems.reasons) == [
        [.unknownHome], [.unknownHome], [.unreadableID],
      ])
  }

  @Test("the first header of MovingBox is read, its Quantity column too")
  func legacyHeader() throws {
    let document = try movingBox(
      """
      Title,Description,Location,Label,Quantity,Serial,Model,Make,Price,Insured,Notes,\
      PhotoFilename,HasUsedAI
      Lamp,,Kitchen,"Books,Art",3,,,,1.50,false,,,false
      """)
    #expect(document.items[0].quantity == 3)
    #expect(document.items[0].labelNames == ["Books", "Art"])
    #expect(document.items[0].customFields.isEmpty)
    #expect(document.items[0].homeIndex == nil)
    #expect(document.homes.isEmpty)
    #expect(document.locations.map(\.path) == [["Kitchen"]])
  }

  @Test("headers match in any case, spacing and order; one name twice is refused")
  func headers() throws {
    let document = try movingBox("PRICE,make,Purchase Date,notes,title\n5,A,2020-01-01,,Lamp\n")
    #expect(document.items[0].purchaseDate == "2020-01-01")
    #expect(
      throws: ImportFailure.duplicateColumn(
        file: "inventory.csv", name: "price", first: 1, second: 3)
    ) { try movingBox("Price,Title,price,Make,Notes\n") }
  }

  @Test("a quantity's text that says more than its number is kept")
  func quantityText() throws {
    let items = try movingBox(
      "Title,QuantityString,QuantityInt,Price,Make\na,3 boxes,3,,\nb,4,4,,\nc,5,,,\nd,half,,,\n"
    ).items
    #expect(items.map(\.quantity) == [3, 4, 5, nil])
    #expect(items[0].customFields == [ImportedField(name: "QuantityString", text: "3 boxes")])
    #expect(items[3].problems.reasons == [.unreadableQuantity])
  }

  @Test("values nobody entered become no custom fields")
  func quietDefaults() throws {
    let items = try movingBox(
      """
      Title,Price,Make,HasUsedAI,AttachmentsJSON,DimensionUnit,WeightUnit,IsFragile,MovingPriority
      a,0,,false,[],inches,lbs,false,3
      b,0,,false,"[{""url"":""x""}]",inches,lbs,maybe,4
      """
    ).items
    #expect(items[0].customFields.isEmpty)
    #expect(items[0].unitPrice == nil)
    #expect(items[1].customFields.map(\.name) == ["AttachmentsJSON", "MovingPriority"])
    #expect(items[1].problems.reasons == [.attachmentsNotIncluded, .unreadableBool])
  }

  @Test("D-MIG-4 unknown colours, words for yes and dates are problems, not guesses")
  func unknownValues() throws {
    let homes = ZipBuilder.Entry(
      "home-details.csv", "HomeID,Name,IsPrimary,ColorName,PurchaseDate\nx,A,maybe,plaid,soon\n")
    let labels = ZipBuilder.Entry(
      "labels.csv", "Name,ColorHex\nA,#12\nB,#12345678\nA,#FFFFFF\n,\n,#FFFFFF\n")
    let document = try archive([
      Self.inventory("Lamp,,,,,,x" + String(repeating: ",", count: 33)), homes, labels,
    ])
    #expect(
      document.homes[0].problems.reasons == [
        .unreadableID, .unreadableDate, .unreadableBool, .unreadableColor,
      ])
    #expect(
      document.labels.map(\.problems.reasons) == [
        [.unreadableColor], [.unreadableColor], [.duplicateName(firstLine: 2)], [.missingName],
      ])
    #expect(document.items[0].problems.reasons == [.unreadableQuantity])
    #expect(document.items[0].problems[0].file == "inventory.csv")
  }

  @Test("photos are found by their cleaned name; missing and unfit ones are told")
  func photos() throws {
    let rows = ["../lamp.jpg", "gone.jpg", "note.txt", "..\\..\\", "C:\\lamp.jpg"].map {
      "Lamp,1,M,,\($0)"
    }
    let inventory = ZipBuilder.Entry(
      "inventory.csv", "Title,Price,Make,Notes,PhotoFilename\n" + rows.joined(separator: "\n"))
    let document = try archive([
      ZipBuilder.Entry("photos/lamp.jpg", "x"), ZipBuilder.Entry("photos/note.txt", "x"),
      ZipBuilder.Entry("photos/extra.jpg", "x"), inventory,
    ])
    #expect(
      document.items.map(\.problems.reasons) == [
        [.photoNameUnsafe], [.photoMissing], [.photoTypeUnsupported], [.photoNameUnsafe],
        [.photoNameUnsafe, .photoMissing],
      ])
    #expect(document.items.map(\.photos.count) == [1, 0, 0, 0, 0])
    #expect(!document.items.contains { $0.needsFixing })
    #expect(document.problems.reasons == [.photosUnused(count: 1)])
  }

  @Test("a photo over the limit is told and left out")
  func largePhoto() throws {
    var options = ImportOptions(currency: euro)
    options.limits.maxPhotoBytes = 3
    let inventory = ZipBuilder.Entry(
      "inventory.csv", "Title,Price,Make,Notes,PhotoFilename\nLamp,,,,a.jpg\n")
    let document = try archive([ZipBuilder.Entry("photos/a.jpg", "1234"), inventory], options)
    #expect(document.items[0].problems.reasons == [.photoTooLarge(maxBytes: 3)])
  }

  @Test("an id that stands twice is a problem of the second row")
  func duplicateIDs() throws {
    let rows =
      "Title,Price,Make,ItemID\na,,,\(Self.itemID)\nb,,,\(Self.itemID.lowercased())\nc,,,7\n"
    let items = try movingBox(rows).items
    #expect(items[0].problems.isEmpty)
    #expect(items[1].problems.reasons == [.duplicateReference(firstLine: 2)])
    #expect(items[2].problems.reasons == [.unreadableID])
  }
}
