import SQLite
import SeededNoise
import SyncProtocol
import TestSupport
import Testing
import Things

@Suite struct RoomListTests {
  @Test("rooms and paths are those of the whole tree, whatever is inside them", arguments: 1...4)
  func sameAsTree(seed: UInt64) throws {
    let store = try TestStore(homes: ["flat", "cabin"])
    var random = SeededGenerator(seed: seed)
    for home in ["flat", "cabin"] {
      var places: [RecordID] = []
      for number in 0..<40 {
        let parent =
          Int.random(in: 0...3, using: &random) == 0 ? nil : places.randomElement(using: &random)
        let depth = try parent.map {
          try LocationPaths(of: [$0], in: store.connection)[$0].count
        }
        places.append(
          try store.addLocation(
            "Place \(number % 7) \(number)", home: home,
            in: depth ?? 0 < Location.maxDepth ? parent : nil))
      }
      for number in 0..<60 {
        var details = ItemDetails(name: "Thing \(number)", currency: "EUR")
        details.locationID = places.randomElement(using: &random)
        details.isArchived = number % 5 == 0
        try store.write { try AddItem(homeID: store.id(home), details)($0) }
      }
    }
    let connection = store.connection
    let tree = try LocationTree(home: store.id("flat"), in: connection)
    let top = tree.nodes.filter { $0.depth == 0 }
    let list = try RoomList(home: store.id("flat"), in: connection)
    let rows = try list.rows(first: 5, in: connection)
    #expect(rows.map(\.location) == top.prefix(5).map(\.location))
    #expect(rows.map(\.nestedItemCount) == top.prefix(5).map(\.nestedItemCount))
    #expect(rows.contains { $0.nestedItemCount > 0 })
    #expect(try list.locations(in: connection) == top.map(\.location))
    // The items of a place and of those inside it are in the order of a list by rooms.
    for node in top.prefix(5) {
      var filter = ItemFilter()
      filter.homeID = store.id("flat")
      filter.place = .inside(node.location.id)
      let listed = try ItemList(filter: filter, sort: .room, in: connection).rows.map(\.id)
      let start = try #require(tree.nodes.firstIndex { $0.location.id == node.location.id })
      let places = tree.nodes[start...].prefix {
        $0.location.id == node.location.id || $0.depth > 0
      }
      .map(\.location.id)
      for limit in [3, 500] {
        let ids = try PlaceItems.ids(
          in: places, home: store.id("flat"), limit: limit, in: connection)
        #expect(ids == Array(listed.prefix(limit)))
      }
    }
    let paths = try LocationPaths(
      of: tree.nodes.map(\.location.id) + ["nowhere"], in: connection)
    for node in tree.nodes { #expect(paths[node.location.id] == node.path) }
    #expect(paths["nowhere"].isEmpty && paths[nil].isEmpty)
  }

  @Test("places that are inside each other end neither rooms nor paths")
  func loop() throws {
    let store = try TestStore(homes: ["flat"])
    let room = try store.addLocation("Room", home: "flat")
    let first = try store.addLocation("First", home: "flat", in: room)
    let second = try store.addLocation("Second", home: "flat", in: first)
    try store.connection.execute(
      "UPDATE locations SET parentID = ? WHERE id = ?", .text(second), .text(first))
    let rows = try RoomList(home: store.id("flat"), in: store.connection)
      .rows(first: 8, in: store.connection)
    #expect(rows.map(\.location.id) == [room])
    let paths = try LocationPaths(of: [first], in: store.connection)
    #expect(paths[first].last == "First")
    #expect(paths[first].count <= LocationTree.maxShownDepth)
  }
}
