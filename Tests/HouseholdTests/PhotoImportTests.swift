import Foundation
import Household
import Importing
import SQLite
import StoredZip
import SyncProtocol
import Testing
import Things
import Values

@Suite struct PhotoImportTests {
  @Test("S0-US000-AC6 photos of an item come in the order of their columns, the first one primary")
  func order() throws {
    let names = ["d", "a", "c", "b"]
    let table = """
      Title,Description,Location,Home,Quantity,Price,PhotoFilename,PhotoFilename2,PhotoFilename3,\
      PhotoFilename4
      Kettle,,Kitchen,Flat,1,12.50,\(names.map { $0 + ".jpg" }.joined(separator: ","))
      Pan,,Kitchen,Flat,1,5,e.jpg,,,

      """
    let photos = (names + ["e"]).sorted().map { (name: "photos/\($0).jpg", content: [UInt8(1)]) }
    let zip = StoredZip.bytes([(name: "inventory.csv", content: Array(table.utf8))] + photos)
    let path = FileManager.default.temporaryDirectory
      .appendingPathComponent("import-\(UUID().uuidString).zip").path
    try Data(zip).write(to: URL(fileURLWithPath: path))
    defer { unlink(path) }
    let currency = try #require(Currency(code: "EUR"))
    let document = try InventoryFile.open(path).read(ImportOptions(currency: currency))
    let store = try TestStore(homes: ["flat"])
    let plan = try ImportPlan(document, ImportChoices(currency: "EUR"), in: store.connection)
    #expect(plan.photos.count == 5)
    var files: [String: StoredPhoto] = [:]
    for photo in plan.photos {
      let letter = try #require(photo.entryName.dropLast(".jpg".count).last)
      files[photo.entryName] = TestStore.photo(letter)
    }
    let result = try store.write { [files] in try ApplyImport(plan, photos: files)($0) }
    #expect(result.photoCount == 5)
    for (item, letters) in [("Kettle", names), ("Pan", ["e"])] {
      let id = try #require(
        try store.texts("SELECT id FROM items WHERE name = ?", .text(item)).first)
      let stored = try Photo.of(.item(id), home: store.id("flat"), in: store.connection)
      #expect(stored.map(\.blobHash) == letters.map { String(repeating: $0, count: 64) })
    }
    #expect(try store.texts("SELECT id FROM photos WHERE length(blobHash) <> 64").isEmpty)
  }
}
