import Household
import SQLite
import SyncProtocol

/// The places of a home in the order they are shown: each is followed by the places inside it.
package struct LocationTree: Equatable, Sendable {
  package struct Node: Equatable, Sendable {
    package let location: Location
    /// 0 for a place directly in the home.
    package let depth: Int
    /// Items directly in this place, without archived ones.
    package let itemCount: Int
    /// Items in this place and in all places inside it, without archived ones.
    package let nestedItemCount: Int
    /// The names from the outermost place to this one.
    package let path: [String]
  }

  /// Deeper places, which no use case makes, are shown directly in the home.
  package static let maxShownDepth = 4 * Location.maxDepth

  package let nodes: [Node]
  /// Items in no particular place (I3-14), without archived ones.
  package let placelessItemCount: Int

  package init(home: ZoneID, in connection: Connection) throws {
    var counts: [RecordID: Int] = [:]
    for (key, amount) in try ItemTotals.all(home: home, in: connection) where !key.isArchived {
      counts[key.locationID, default: 0] &+= Int(amount.itemCount)
    }
    placelessItemCount = counts[""] ?? 0
    let locations = try Location.all(where: "homeID = ?", [.text(home)], in: connection)
    var builder = Builder(locations: locations, counts: counts)
    nodes = builder.build()
  }

  package func node(_ id: RecordID) -> Node? { nodes.first { $0.location.id == id } }

  private struct Builder {
    private let children: [RecordID?: [Location]]
    private let counts: [RecordID: Int]
    private let all: [Location]
    private var visited: Set<RecordID> = []

    init(locations: [Location], counts: [RecordID: Int]) {
      all = locations.map { ($0, NameOrder(nameKey: $0.nameKey, id: $0.id)) }
        .sorted { ($0.0.sortOrder, $0.1) < ($1.0.sortOrder, $1.1) }.map(\.0)
      children = Dictionary(grouping: all, by: \.parentID)
      self.counts = counts
    }

    mutating func build() -> [Node] {
      var nodes = (children[nil] ?? []).flatMap { subtree($0, path: []) }
      // Two people who move places into each other at the same time make a loop without an
      // outermost place. The place with the least id is then shown directly in the home.
      for location in all.sorted(by: { $0.id < $1.id }) where !visited.contains(location.id) {
        nodes += subtree(location, path: [])
      }
      return nodes
    }

    private mutating func subtree(_ location: Location, path: [String]) -> [Node] {
      guard visited.insert(location.id).inserted else { return [] }
      let path = path + [location.name]
      var inside: [Node] = []
      // Deeper places are shown directly in the home, like those of a loop.
      if path.count < LocationTree.maxShownDepth {
        for child in children[location.id] ?? [] { inside += subtree(child, path: path) }
      }
      let direct = counts[location.id] ?? 0
      let nested = inside.reduce(direct) { $0 &+ $1.itemCount }
      let node = Node(
        location: location, depth: path.count - 1, itemCount: direct, nestedItemCount: nested,
        path: path)
      return [node] + inside
    }
  }
}
