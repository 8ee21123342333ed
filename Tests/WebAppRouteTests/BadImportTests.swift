import StoredZip
import Testing

@testable import Web

/// What an import refuses: with its line, its text and the reason, while all else comes.
@Suite struct BadImportTests {
  private static let long = String(repeating: "a", count: 201)
  private static let deep = (1...11).map { "L\($0)" }.joined(separator: " / ")

  /// The rows after the first, from line 3 on, each with what is said of it.
  private static let rows: [(cells: String, words: String)] = [
    ("a1,,Attic,,1,,,,", "This row has no name (line 3). Give it one."),
    ("a2,\(long),,,1,,,,", "(line 4): Name: This is too long. Use at most 200 characters."),
    (
      "a3,Lam\u{202E}p\u{7},,,1,,,,",
      "The name “Lamp” (line 5) has invisible characters. Type it again."
    ),
    ("a4,Lamp,,,-1,,,,", "The quantity “-1” (line 6) is below zero."),
    ("a5,Lamp,,,1.5,,,,", "“1.5” (line 7) is not a whole number."),
    ("a6,Lamp,,,100001,,,,", "“Lamp” (line 8): Quantity: Use a number from 0 to 100,000."),
    ("a7,Lamp,,,1,4.5678,,,", "“4.5678” (line 9) has too many decimals. EUR has 2."),
    ("a8,Lamp,,,1,JPY 1.5,,,", "“JPY 1.5” (line 10) has too many decimals. JPY has 0."),
    ("a9,Lamp,,,1,XQZ 12,,,", "This price could not be read: “XQZ 12” (line 11)."),
    ("b1,Lamp,,,1,-5,,,", "The price “-5” (line 12) is below zero."),
    ("b2,Lamp,,,1,about 40,,,", "This price could not be read: “about 40” (line 13)."),
    ("b3,Lamp,,,1,,2026-02-30,,", "There is no such day: “2026-02-30” (line 14)."),
    ("b4,Lamp,,,1,,31.2.2026,,", "This date could not be read: “31.2.2026” (line 15)."),
    (
      "b5,Lamp,,,1,,,javascript:alert(1),",
      "“Lamp” (line 16): Web address: “javascript:alert(1)” cannot be followed."
    ),
    ("b6,Lamp,,,1,,,,b7", "is inside something that is inside it"),
    ("b7,Lamp,,,1,,,,b6", "is inside something that is inside it"),
    ("b8,Lamp,,,1,,,,b8", "(line 19) is inside itself. Choose another place."),
    (
      "b9,Lamp,\(deep),,1,,,,",
      "“Lamp” (line 20): Room: Places can be at most 10 inside each other."
    ),
    ("c1,Lamp,\(long),,1,,,,", "“Lamp” (line 21): Room: This is too long."),
    ("c2,Lamp,,\(long),1,,,,", "“Lamp” (line 22): Labels: This is too long."),
    ("c3,Lamp,,,1,,,", "This row has 8 cells instead of 9 (line 23)."),
  ]

  @Test("D-MIG-4 each bad row is told with its line, its text and the reason; all others come")
  func rows() async throws {
    let hearth = try Hearth()
    let (anna, home) = try await hearth.household()
    let header =
      "HB.import_ref,HB.name,HB.location,HB.labels,HB.quantity,HB.purchase_price,"
      + "HB.purchase_date,HB.url,HB.parent_import_ref"
    let good = "ok,Kettle,Kitchen,Red,2,12.50,2026-01-31,https://example.com/kettle,"
    let text = ([header, good] + Self.rows.map(\.cells) + [""]).joined(separator: "\n")
    let (address, page) = try await anna.preview("things.csv", Array(text.utf8), home: home)
    let result = try await anna.runImport(address, home: home)
    for (cells, words) in Self.rows {
      #expect(page.text.contains(words), "preview: \(cells)")
      #expect(result.text.contains(words), "result: \(cells)")
    }
    #expect(!page.text.contains("(line 3): Name"), "a missing name is told of twice")
    let items = try await anna.get("/homes/\(home)/items").text
    #expect(items.contains("Kettle"))
    #expect(!items.contains("Lamp"))
    // Corrected, the same file brings the rest and leaves what is there alone.
    let corrected = text.replacing("about 40", with: "40")
    let (_, again) = try await anna.preview("things.csv", Array(corrected.utf8), home: home)
    #expect(again.text.contains("Import 1 item"))
  }

  @Test("amounts of several currencies keep a row out, and nothing is converted or guessed")
  func currencies() async throws {
    let hearth = try Hearth()
    let (anna, home) = try await hearth.household()
    let text = "HB.name,HB.purchase_price,HB.sold_price\nLamp,JPY 5,EUR 5\n"
    let (_, page) = try await anna.preview("things.csv", Array(text.utf8), home: home)
    #expect(
      page.text.contains(
        "“Lamp” (line 2): Currency: There are several currencies. Write all amounts in one."))
  }

  @Test("a place of another home keeps its row out; bad pictures stay out, and their items come")
  func archive() async throws {
    let hearth = try Hearth()
    let (anna, home) = try await hearth.household()
    let (flat, cabin, shed) = (
      "0190A000-0000-7000-8000-0000000000A1", "0190A000-0000-7000-8000-0000000000A2",
      "0190A000-0000-7000-8000-0000000000B1"
    )
    let jpeg = try TestPictures.jpegWithPlace()
    let pictures: [(name: String, bytes: [UInt8], words: String)] = [
      ("scan.jpg", Array("%PDF-1.4 no picture".utf8), "scan.jpg is a PDF, not a picture."),
      (
        "field.png", TestPictures.header(width: 20_000, height: 6_000),
        "field.png has 20,000 × 6,000 pixels. At most 100 megapixels"
      ),
      ("cut.jpg", Array(jpeg.prefix(jpeg.count * 2 / 3)), "cut.jpg ends in the middle"),
    ]
    let rows = pictures.map { "With \($0.name),,Flat,1,,\($0.name),,,\(flat)" }
    let inventory =
      ["Title,Location,Home,QuantityInt,Price,PhotoFilename,ItemID,LocationID,HomeID"] + rows
      + ["Spade,Shed,Flat,1,,,,\(shed),\(flat)", ""]
    let zip = StoredZip.bytes(
      [
        ("inventory.csv", Array(inventory.joined(separator: "\n").utf8)),
        ("home-details.csv", Array("HomeID,Name\n\(flat),Flat\n\(cabin),Cabin\n".utf8)),
        ("locations.csv", Array("Name,Home,HomeID,LocationID\nShed,Cabin,\(cabin),\(shed)\n".utf8)),
      ] + pictures.map { ("photos/\($0.name)", $0.bytes) })
    let (address, page) = try await anna.preview("all.zip", zip, home: home)
    #expect(page.text.contains("(line 5) is a place of another home."))
    let result = try await anna.runImport(address, home: home)
    for picture in pictures {
      #expect(result.text.contains(picture.words), "\(picture.name)")
    }
    #expect(result.text.contains("Its item came without it."))
    let items = try await anna.get("/items").text
    for picture in pictures { #expect(items.contains("With \(picture.name)")) }
    #expect(!items.contains("Spade"))
    #expect(Files.all(below: hearth.folder + "/blobs").isEmpty)
  }
}
