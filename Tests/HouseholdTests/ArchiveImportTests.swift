import Foundation
import Household
import Importing
import SQLite
import StoredZip
import SyncProtocol
import Testing
import Things
import Values

/// A whole MovingBox archive: homes, places, labels, policies and photos.
@Suite struct ArchiveImportTests {
  private static let home = "0190A000-0000-7000-8000-0000000000A1"
  private static let item = "0190A000-0000-7000-8000-00000000C001"
  private static let place = "0190A000-0000-7000-8000-00000000B001"

  private func document() throws -> ImportDocument {
    func text(_ lines: String...) -> [UInt8] { Array(lines.joined(separator: "\n").utf8) }
    let bytes = StoredZip.bytes([
      (
        "inventory.csv",
        text(
          "Title,Location,Label,Home,QuantityInt,Price,ItemID,LocationID,HomeID,PhotoFilename,"
            + "PhotoFilename2",
          "Kettle,Kitchen,Red,Cabin,1,12.50,\(Self.item),\(Self.place),\(Self.home),a.jpg,b.jpg")
      ),
      (
        "locations.csv",
        text(
          "Name,Description,PhotoFilename,Home,HomeID,LocationID",
          "Kitchen,By the door,k.jpg,Cabin,\(Self.home),\(Self.place)")
      ),
      (
        "labels.csv",
        text("Name,Description,ColorHex,Emoji", "Red,Hot things,#F29B9B,🔥", "Spare,,#99CC99,🌱")
      ),
      (
        "home-details.csv",
        text(
          "HomeID,Name,Address1,City,PurchasePrice,ColorName,IsPrimary",
          "\(Self.home),Cabin,1 Lake Road,Leeds,100000,teal,true")
      ),
      (
        "insurance-policy-details.csv",
        text(
          "PolicyID,ProviderName,PolicyNumber,DeductibleAmount,StartDate,EndDate,Homes,HomeIDs",
          "0190A000-0000-7000-8000-00000000D001,Acme,P-1,500,2025-01-01T00:00:00Z,"
            + "2026-01-01T00:00:00Z,Cabin,\(Self.home)")
      ),
      ("photos/a.jpg", [1]), ("photos/b.jpg", [2]), ("photos/k.jpg", [3]),
    ])
    let path = FileManager.default.temporaryDirectory
      .appendingPathComponent("import-\(UUID().uuidString).zip").path
    try Data(bytes).write(to: URL(fileURLWithPath: path))
    defer { unlink(path) }
    let currency = try #require(Currency(code: "EUR"))
    return try InventoryFile.open(path).read(ImportOptions(currency: currency))
  }

  // S1-4.1-a
  @Test("an archive brings its home, place, labels, policy and photos, and a second time nothing")
  func archive() throws {
    let store = try TestStore(homes: ["flat"])
    let document = try document()
    let choices = ImportChoices(currency: "EUR")
    let plan = try ImportPlan(document, choices, in: store.connection)
    #expect(plan.photos.count == 3)
    var files: [String: StoredPhoto] = [:]
    for (photo, digit) in zip(plan.photos, "abc") {
      files[photo.entryName] = TestStore.photo(digit)
    }
    let result = try store.write { try ApplyImport(plan, photos: files)($0) }
    #expect(result.homeCount == 1)
    #expect(result.locationCount == 1)
    #expect(result.newItemCount == 1)
    #expect(result.photoCount == 3)
    #expect(result.policyCount == 1)
    let id = try #require(try store.texts("SELECT id FROM items").first)
    let page = try #require(try ItemPage(item: id, in: store.connection))
    #expect(page.homeName == "Cabin")
    #expect(page.path.map(\.note) == ["By the door"])
    #expect(page.labels.map(\.emoji) == ["🔥"])
    #expect(page.labels.map(\.colorIndex) == [PaletteColour.red.rawValue])
    #expect(page.photos.count == 2)
    let home = try #require(try Home.find(page.item.homeID, in: store.connection))
    #expect(home.colorIndex == PaletteColour.teal.rawValue)
    #expect(home.purchaseMinor == 10_000_000)
    #expect(try store.texts("SELECT name FROM labels ORDER BY name") == ["Red", "Spare"])
    let policies = try Policy.all(where: "homeID = ?", [.text(home.id)], in: store.connection)
    #expect(policies.map(\.policyNumber) == ["P-1"])
    #expect(policies.map(\.amounts.deductibleMinor) == [50_000])
    // The file calls its home primary; which one is, only its owner says.
    #expect(try PrimaryHome.find(in: store.connection) == store.id("flat"))

    let again = try ImportPlan(document, choices, in: store.connection)
    #expect(again.isEmpty)
    #expect(again.photos.isEmpty)
    try store.write { try ApplyImport(again, photos: files)($0) }
    #expect(store.lastChanges.isEmpty)
  }

  @Test("D-MIG-2 a photo that could not be stored is left out, and the next import offers it again")
  func missingPhoto() throws {
    let store = try TestStore(homes: ["flat"])
    let document = try document()
    let choices = ImportChoices(currency: "EUR")
    let plan = try ImportPlan(document, choices, in: store.connection)
    let stored = plan.photos.filter { $0.entryName != "photos/b.jpg" }
    let files = Dictionary(
      uniqueKeysWithValues: zip(stored, "ac").map { ($0.entryName, TestStore.photo($1)) })
    #expect(try store.write { try ApplyImport(plan, photos: files)($0) }.photoCount == 2)
    let again = try ImportPlan(document, choices, in: store.connection)
    #expect(again.items(in: .updated).count == 1)
    let all = files.merging(["photos/b.jpg": TestStore.photo("b")]) { $1 }
    #expect(try store.write { try ApplyImport(again, photos: all)($0) }.photoCount == 1)
    #expect(try store.integer("SELECT count(*) FROM photos WHERE itemID IS NOT NULL") == 2)
  }

  @Test("an import with nothing new but a photo of a home that is there is not empty")
  func newPhotoOfHome() throws {
    let store = try TestStore(homes: ["flat"])
    var document = try document()
    let choices = ImportChoices(currency: "EUR")
    let plan = try ImportPlan(document, choices, in: store.connection)
    var files: [String: StoredPhoto] = [:]
    for (photo, digit) in zip(plan.photos, "abc") {
      files[photo.entryName] = TestStore.photo(digit)
    }
    _ = try store.write { [files] in try ApplyImport(plan, photos: files)($0) }
    #expect(try ImportPlan(document, choices, in: store.connection).isEmpty)
    document.homes[0].photos = [
      ImportedPhoto(entryIndex: 9, entryName: "photos/front.jpg", byteCount: 1)
    ]
    #expect(try !ImportPlan(document, choices, in: store.connection).isEmpty)
  }

  @Test("an archive is taken back with its home, its photos and all")
  func undo() throws {
    let store = try TestStore(homes: ["flat"])
    let plan = try ImportPlan(document(), ImportChoices(currency: "EUR"), in: store.connection)
    var files: [String: StoredPhoto] = [:]
    for (photo, digit) in zip(plan.photos, "abc") {
      files[photo.entryName] = TestStore.photo(digit)
    }
    let trace = try store.write { try ApplyImport(plan, photos: files)($0) }.trace
    let result = try store.write { try UndoImport(trace)($0) }
    #expect(result.removedItemCount == 1)
    #expect(result.keptItems.isEmpty)
    #expect(result.homes == ["Cabin"])
    #expect(try store.texts("SELECT name FROM homes") == ["flat"])
    for table in ["items", "locations", "labels", "policies", "photos"] {
      #expect(try store.integer("SELECT count(*) FROM \(table)") == 0, "\(table)")
    }
  }
}
