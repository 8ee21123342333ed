import Testing
import Things

@testable import ThingsWeb
@testable import Web

/// How much is said to be in a room.
@Suite struct RoomCountTests {
  @Test("a room counts all that is in it, with its shelves and boxes, on every page")
  func nested() async throws {
    let hearth = try Hearth()
    let (owner, home) = try await hearth.household("Flat")
    let hall = try await owner.addPlace("Hall of coats", home)
    let shelf = try await owner.addPlace("Shoe shelf", home, in: hall)
    let box = try await owner.addPlace("Polish box", home, in: shelf)
    for (name, place) in [("Mirror", hall), ("Boots", shelf), ("Brush", box), ("Cream", box)] {
      _ = try await owner.addItem(name, home, at: place)
    }
    func said(of place: String, on address: String) async throws -> String {
      let page = try await owner.get(address).main
      let pattern = try Regex("/rooms/\(place)\"(?s:.*?)<small class=\"num\">([^<]*)</small>")
      return try owner.require(page.firstMatch(of: pattern)?[1].substring.map { String($0) })
    }
    let rooms = "/homes/\(home)/rooms"
    #expect(try await said(of: hall, on: rooms) == catalogue.itemCount(4, direct: 1))
    #expect(try await said(of: shelf, on: rooms) == catalogue.itemCount(3, direct: 1))
    #expect(try await said(of: box, on: rooms) == catalogue.itemCount(2))
    // The room itself, the places in it, and the start page say the same.
    #expect(try await owner.get("\(rooms)/\(hall)").main.contains(">\(catalogue.itemCount(4))<"))
    #expect(try await said(of: shelf, on: "\(rooms)/\(hall)") == catalogue.itemCount(3))
    let dashboard = try await owner.get("/homes/\(home)").main
    #expect(
      dashboard.contains(
        "Hall of coats</b><small class=\"num\">\(catalogue.itemCount(4))</small>"))
    _ = try await owner.submit("\(rooms)/\(hall)/delete")
    #expect(try await said(of: shelf, on: rooms) == catalogue.itemCount(3, direct: 1))
  }

  @Test("a place looks deeper than the one that it is in, however deep that is")
  func levels() async throws {
    let hearth = try Hearth()
    let (owner, home) = try await hearth.household("Flat")
    var parent = ""
    for level in 0..<Location.maxDepth {
      parent = try await owner.addPlace("Level \(level)", home, in: parent)
    }
    let page = try await owner.get("/homes/\(home)/rooms").main
    let depths = page.matches(of: /<li class="d(\d+)">/).map { String($0.1) }
    #expect(depths.filter { $0 != "0" } == (1..<Location.maxDepth).map { String($0) })
    // Among the choices of a picker each is a step further in.
    #expect(page.contains(">" + String(repeating: "\u{2003}", count: 9) + "Level 9<"))
  }

  @Test("the start page says in how many rooms the items are, and how many are in none")
  func occupiedRooms() async throws {
    let hearth = try Hearth()
    let (owner, home) = try await hearth.household("Flat")
    let attic = try await owner.addPlace("Attic", home)
    let trunk = try await owner.addPlace("Trunk", home, in: attic)
    func note() async throws -> String {
      let page = try await owner.get("/homes/\(home)").main
      let pattern = try Regex(
        "<small>\(catalogue.items)</small><b class=\"num\">\\d+</b><small>([^<]*)<")
      return try owner.require(page.firstMatch(of: pattern)?[1].substring.map { String($0) })
    }
    _ = try await hearth.addItem(owner, home, "Key")
    #expect(try await note() == catalogue.inRooms(0, without: 1))
    _ = try await owner.addItem("Hat", home, at: trunk)
    #expect(try await note() == catalogue.inRooms(1, without: 1))
    let cellar = try await owner.addPlace("Cellar", home)
    _ = try await owner.addItem("Wine", home, at: cellar)
    #expect(try await note() == catalogue.inRooms(2, without: 1))
  }
}
