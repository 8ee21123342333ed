import CTurboJPEG
import Foundation
import Testing

import Demo

@Suite("The made-up household")
struct DemoContentTests {
  @Test("every line of its lists can be read, and what is on it follows the items' rules")
  func lines() throws {
    let items = DemoHome.all.flatMap(\.items)
    #expect(items.count >= 300)
    for home in DemoHome.all {
      #expect(Set(home.items.map(\.name)).count == home.items.count, "\(home.name)")
      for item in home.items {
        #expect(home.rooms.contains(item.place[0]), "\(item.name)")
      }
      for upkeep in home.upkeep {
        #expect(home.items.contains { $0.name == upkeep.item }, "\(upkeep.item)")
      }
    }
  }

  @Test("a line of another form is none")
  func otherLines() {
    #expect(DemoItem("Lamp|Hall||12||lamp|3|") != nil)
    for line in [
      "", "Lamp", "Lamp|Hall||12||lamp|3", "Lamp|Hall||cheap||lamp|3|",
      "Lamp|Hall||12||dragon|3|", "Lamp|Hall||12||lamp|old|", "Lamp|Hall||12||lamp|3|shiny",
    ] {
      #expect(DemoItem(line) == nil, "\(line)")
    }
  }

  @Test("marks with several words are read whole")
  func marks() throws {
    let item = try #require(
      DemoItem("Tent|Attic||90||tent|5|quantity=2 lent=Aunt Hanna days=-3 note=Pole is bent"))
    #expect(item.lentTo == "Aunt Hanna")
    #expect(item.lentDays == -3)
    #expect(item.quantity == 2)
    #expect(item.note == "Pole is bent")
    let today = Date(timeIntervalSince1970: 1_800_000_000)
    let details = item.details(number: 4, currency: "EUR", place: nil, today: today)
    #expect(details.priceMinor == 9000)
    #expect(details.lentUntil == "2027-01-12")
  }

  @Test("each motif is drawn, differs from the others, and is a JPEG of the size that is said")
  func pictures() throws {
    var seen: Set<[UInt8]> = []
    for motif in DemoMotif.allCases {
      let bytes = try DemoPicture(motif, seed: 3).jpeg()
      var (width, height): (Int32, Int32) = (0, 0)
      let decoder = tjInitDecompress()
      defer { tjDestroy(decoder) }
      var (sampling, space): (Int32, Int32) = (0, 0)
      #expect(
        tjDecompressHeader3(
          decoder, bytes, UInt(bytes.count), &width, &height, &sampling, &space) == 0)
      #expect(width == 960 && height == 720)
      #expect(seen.insert(bytes).inserted, "\(motif)")
    }
    #expect(try DemoPicture(.lamp, seed: 3).jpeg() != DemoPicture(.lamp, seed: 4).jpeg())
  }
}
