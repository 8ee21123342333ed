import StoredZip
import Testing

@testable import ThingsWeb
@testable import TransferWeb
@testable import Web

@Suite struct ImportPhotoTests {
  private static let table = Array(
    """
    Title,Description,Location,Home,Quantity,Price,PhotoFilename
    Sofa,Grey,Lounge,Lake Cabin,1,800.00,sofa.png
    Chair,,Lounge,Lake Cabin,4,40.00,gone.png
    Lamp,,Lounge,Lake Cabin,1,20.00,cut.png

    """.utf8)

  private func archive(_ lamp: [UInt8]) -> [UInt8] {
    StoredZip.bytes([
      ("export/inventory.csv", Self.table), ("export/photos/sofa.png", TestPictures.png),
      ("export/photos/cut.png", lamp),
    ])
  }

  // D-PHO-9 S0-RQ5
  @Test("missing and cut-off photos are named, the others come; what is whole next time comes, too")
  func brokenPhotos() async throws {
    let hearth = try Hearth()
    let (anna, home) = try await hearth.household()
    let cut = Array(TestPictures.png.prefix(40))
    let (address, page) = try await anna.preview("cabin.zip", archive(cut), home: home)
    #expect(page.text.contains("gone.png"))
    let result = try await anna.runImport(address, home: "")
    #expect(result.text.contains("cut.png"))
    func photos(_ name: String) async throws -> [String] {
      let list = try await anna.get("/items?q=\(name)").main
      let item = list.firstMatch(of: /id="item-([^"]+)"/).map { String($0.1) }
      return try await anna.get("/items/\(try anna.require(item))").text
        .matches(of: /id="photo-([^"]+)"/).map { String($0.1) }
    }
    let sofa = try await photos("Sofa")
    #expect(sofa.count == 1)
    let picture = try await anna.get(Route.photos(.photo(sofa[0], .original)).url)
    #expect(picture.status == 200 && !picture.bytes.isEmpty)
    #expect(try await photos("Lamp").isEmpty)
    #expect(try await photos("Chair").isEmpty)
    let (again, _) = try await anna.preview("cabin.zip", archive(TestPictures.png), home: home)
    _ = try await anna.runImport(again, home: "")
    #expect(try await photos("Lamp").count == 1)
    #expect(try await photos("Sofa") == sofa)
  }
}
