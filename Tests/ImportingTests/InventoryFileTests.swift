import Foundation
import Importing
import Testing

@Suite struct InventoryFileTests {
  private func open(_ bytes: [UInt8], name: String = "upload") throws -> InventoryFile {
    let folder = try Folder()
    return try InventoryFile.open(folder.file("x", bytes), name: name)
  }

  private func open(_ text: String) throws -> InventoryFile { try open(Array(text.utf8)) }

  @Test(
    "a table is known by its header alone",
    arguments: [
      ("HB.name,HB.location\n", InventoryFormat.homebox),
      ("HB.location\tHB.name\n", .homebox), ("\u{FEFF}HB.name;HB.tags\n", .homebox),
      (MovingBoxReaderTests.inventoryHeader, .movingBoxInventory),
      (
        "Title,Description,Location,Label,Quantity,Serial,Model,Make,Price,Insured,Notes,"
          + "PhotoFilename,HasUsedAI", .movingBoxInventory
      ),
      ("Title,Location,Quantity,Price,Colour\n", .spreadsheet), ("Item;Room\n", .spreadsheet),
    ])
  func tables(_ header: String, _ format: InventoryFormat) throws {
    #expect(try open(header).format == format)
  }

  @Test("an archive is a MovingBox export, also inside one folder of a Mac's archive")
  func archives() throws {
    let inventory = "Title,Price,Make,Notes,PhotoFilename\nLamp,,,,a.jpg\n"
    let folder = try Folder()
    let path = try folder.file(
      "x",
      ZipBuilder.archive([
        ZipBuilder.Entry("Export/inventory.csv", inventory),
        ZipBuilder.Entry("__MACOSX/inventory.csv", "junk"),
        ZipBuilder.Entry("Export/photos/a.jpg", "x"),
      ]))
    let file = try InventoryFile.open(path)
    #expect(file.format == .movingBoxArchive)
    let document = try file.read(ImportOptions(currency: euro))
    #expect(document.items[0].photos.map(\.entryName) == ["Export/photos/a.jpg"])
    let photo = document.items[0].photos[0]
    let archive = try #require(file.archive)
    let entry = try #require(archive.entry(at: photo.entryIndex))
    #expect(try archive.bytes(of: entry, maxBytes: 10) == Array("x".utf8))
  }

  @Test("S3-PS-1 an export of one home, or of none, is accepted")
  func oneHome() throws {
    let inventory = ZipBuilder.Entry("inventory.csv", "Title,Price,Make,Notes\nLamp,,,\n")
    #expect(try archive([inventory]).homes.isEmpty)
    let home = ZipBuilder.Entry("home-details.csv", "HomeID,Name\n,My Home\n")
    #expect(try archive([inventory, home]).homes.map(\.name) == ["My Home"])
  }

  @Test(
    "known kinds that are no inventories are refused by their kind",
    arguments: [
      (Array("%PDF-1.7 x".utf8), FileKind.pdf), (Array("SQLite format 3\0".utf8), .sqliteDatabase),
      ([0x89, 0x50, 0x4E, 0x47, 1, 2], .image), ([0x1F, 0x8B, 8], .otherArchive),
      (Array("  {\"items\": []}".utf8), .json), (Array("[1]".utf8), .json),
      ([0xD0, 0xCF, 0x11, 0xE0], .spreadsheet),
      (Array("Name,Description,ColorHex,Emoji\n".utf8), .movingBoxSideFile),
      (
        Array("Purchase Date,Name,Description,Quantity,Price,Total Price\n".utf8),
        .homeboxBillOfMaterials
      ),
      (ZipBuilder.archive([ZipBuilder.Entry("[Content_Types].xml", "x")]), .spreadsheet),
      (ZipBuilder.archive([ZipBuilder.Entry("manifest.json", "{}")]), .homeboxCollectionArchive),
      (ZipBuilder.archive([ZipBuilder.Entry("MovingBox.sqlite", "x")]), .movingBoxDatabaseBackup),
    ])
  func otherKinds(_ bytes: [UInt8], _ kind: FileKind) {
    #expect(throws: ImportFailure.unsupportedKind(file: "upload", kind)) { try open(bytes) }
  }

  @Test("an unknown header is refused and shown")
  func unknown() {
    #expect(throws: ImportFailure.unknownFormat(file: "upload", header: ["colour", "price"])) {
      try open("colour,price\nred,1\n")
    }
    #expect(throws: ImportFailure.missingEntry(file: "upload", entry: "inventory.csv")) {
      try open(ZipBuilder.archive([ZipBuilder.Entry("readme.txt", "x")]))
    }
    #expect(throws: ImportFailure.missingEntry(file: "upload", entry: "inventory.csv")) {
      try open(ZipBuilder.archive([]))
    }
  }

  @Test("several inventories in one archive are refused with their names")
  func severalInventories() {
    let names = ["a/inventory.csv", "b/Inventory.csv"]
    #expect(throws: ImportFailure.severalInventories(file: "upload", entries: names)) {
      try open(ZipBuilder.archive(names.map { ZipBuilder.Entry($0, "x") }))
    }
  }

  @Test("what is missing, a folder or empty is refused as that")
  func notAFile() throws {
    let folder = try Folder()
    let path = folder.url.path
    #expect(throws: ImportFailure.notFound(file: "gone.csv")) {
      try InventoryFile.open(path + "/gone.csv")
    }
    #expect(throws: ImportFailure.notARegularFile(file: "f")) {
      try InventoryFile.open(path, name: "f")
    }
    #expect(throws: ImportFailure.empty(file: "upload")) { try open([]) }
  }

  @Test("a table inside an archive is held to the same rules, under its own name")
  func damagedTables() throws {
    #expect(throws: ImportFailure.unterminatedQuote(file: "inventory.csv", line: 2, column: 1)) {
      try archive([ZipBuilder.Entry("inventory.csv", "Title,Price,Make,Notes\n\"Lamp")])
    }
    #expect(
      throws: ImportFailure.wrongEncoding(
        file: "labels.csv", line: 2, column: 1, encoding: .latin1)
    ) {
      try archive([
        ZipBuilder.Entry("inventory.csv", "Title,Price,Make,Notes\nLamp,,,\n"),
        ZipBuilder.Entry("labels.csv", Array("Name\nK".utf8) + [0xFC]),
      ])
    }
    #expect(throws: ImportFailure.missingColumn(file: "inventory.csv", name: "Title")) {
      try archive([ZipBuilder.Entry("inventory.csv", "HB.name\nx\n")])
    }
  }

  @Test("entries with unsafe names are told and never read")
  func unsafeEntries() throws {
    let document = try archive([
      ZipBuilder.Entry("inventory.csv", "Title,Price,Make,PhotoFilename\nLamp,,,a.jpg\n"),
      ZipBuilder.Entry("../photos/a.jpg", "x"),
    ])
    #expect(document.problems.reasons == [.unsafeEntryName])
    #expect(document.problems[0].text == "../photos/a.jpg")
    #expect(document.items[0].problems.reasons == [.photoMissing])
  }
}
