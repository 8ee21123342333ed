import Importing
import SeededNoise
import Testing

/// Files of real headers with cells that are cut, swapped or random.
@Suite struct ReaderFuzzTests {
  private static let cells = [
    "", "Lamp", "1", "2.5", "-1", "1,234", "€ 1.899,00", "about 40", "2021-02-30", "12/31/2021",
    "2015-03-23T10:00:00.000Z", "true", "maybe", "=1+1", "'=1", "a/b//c", "x; y", "x, y", "#12",
    "5F557203-3018-40C5-A38F-D547923A7369", "http://h/location/1", "http://h/item/", "../a.jpg",
    "\u{202E}x", "a\nb", "\"", "é", "😀", "99999999999999999999999", "0001-01-01", "Kitchen",
    "\u{7}",
  ]

  private static let homeboxHeader =
    "HB.purchase_date,HB.warranty_expires,HB.sold_date,HB.import_ref,HB.parent_import_ref,HB.url,"
    + "HB.name,HB.location,HB.tags,HB.asset_id,HB.quantity,HB.purchase_price,HB.sold_price,"
    + "HB.archived,HB.lifetime_warranty,HB.field.A,Other,"

  private func table(_ header: String, rows: Int, _ numbers: inout SeededGenerator) -> String {
    let width = header.split(separator: ",", omittingEmptySubsequences: false).count
    var lines = [header]
    for _ in 0..<rows {
      // Now and then a row is too short or too long.
      let count =
        Int.random(in: 0..<20, using: &numbers) == 0
        ? Int.random(in: 1...60, using: &numbers) : width
      lines.append(
        (0..<count).map { _ in
          let cell = Self.cells.randomElement(using: &numbers) ?? ""
          return "\"" + cell.replacing("\"", with: "\"\"") + "\""
        }.joined(separator: ","))
    }
    return lines.joined(separator: "\n")
  }

  private func check(_ document: ImportDocument, rows: Int) {
    let places = document.locations.indices
    let homes = document.homes.indices
    for item in document.items {
      #expect(item.locationIndex.map(places.contains) ?? true)
      #expect(item.homeIndex.map(homes.contains) ?? true)
      #expect((item.locationIndex == nil) == item.locationPath.isEmpty)
      #expect(
        item.locationIndex.map { document.locations[$0].homeIndex } ?? item.homeIndex
          == item.homeIndex)
      #expect(!item.name.isEmpty || item.needsFixing)
    }
    #expect(
      document.locations.allSatisfy {
        !$0.path.isEmpty || $0.problems.contains(where: \.isBlocking)
      })
    let declared = document.locations.count { !$0.isImplied }
    #expect(document.items.count + declared + document.blankRowCount == rows)
  }

  @Test(
    "D-MIG-4 every row of a Homebox table is in the document, whatever its cells", arguments: 0..<6)
  func homeboxRows(_ seed: UInt64) throws {
    var numbers = SeededGenerator(seed: seed)
    for _ in 0..<20 {
      check(try homebox(table(Self.homeboxHeader, rows: 40, &numbers)), rows: 40)
    }
  }

  @Test(
    "D-MIG-4 every row of an inventory is in the document, whatever its cells", arguments: 0..<6)
  func movingBoxRows(_ seed: UInt64) throws {
    var numbers = SeededGenerator(seed: seed)
    for _ in 0..<20 {
      let text = table(MovingBoxReaderTests.inventoryHeader, rows: 30, &numbers)
      check(try movingBox(text), rows: 30)
    }
  }

  @Test(
    "D-MIG-4 every row of a person's own table is in the document, whatever its cells",
    arguments: 0..<6)
  func ownRows(_ seed: UInt64) throws {
    let header =
      "Item,Room,Shelf,Price (EUR),Currency,Qty,Bought,Warranty,Sold on,Sold for,Tags,Link,Insured,"
      + "Notes,Colour,Size,"
    var numbers = SeededGenerator(seed: seed)
    let options = ImportOptions(currency: euro)
    for _ in 0..<20 {
      let text = table(header, rows: 40, &numbers)
      let reader = try CSVReader(bytes: Array(text.utf8), name: "mine.csv")
      check(try SpreadsheetReader.read(reader, options: options), rows: 40)
    }
  }

  @Test("a Homebox table cut off at any byte is read or refused, never more")
  func cutOff() throws {
    let text = #"""
      HB.name,HB.location,HB.tags,HB.purchase_price,HB.purchase_date\#r
      "Lamp ""big""",Flat / Hall,A; B,"1,234.50",2021-10-13\#r
      Küche,"multi
      line",é,12,01/02/2021

      """#
    let bytes = Array(text.utf8)
    for length in 0...bytes.count {
      do {
        let reader = try CSVReader(bytes: Array(bytes[..<length]), name: "cut.csv")
        let document = try HomeboxReader.read(reader, options: ImportOptions(currency: euro))
        #expect((1...2).contains(document.items.count))
      } catch {
        switch error {
        case .empty, .missingColumn, .nothingToImport, .unterminatedQuote, .wrongEncoding: break
        default: Issue.record("cut at \(length): \(error)")
        }
      }
    }
  }
}
