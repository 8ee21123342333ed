import SQLite
import SyncProtocol

/// How deep the places of a home are, and those that a restore adds: what an archive puts into a
/// place may be too deep where that place is by now.
struct PlaceDepths: Sendable {
  private struct Place {
    /// `nil` for a place directly in the home, and for one that nothing can be put in.
    let parent: RecordID?
    let name: String
    let depth: Int
  }

  private var places: [RecordID: Place] = [:]

  /// Adds a new place, after what it is in. `nil` when it can be there; else what it goes into
  /// instead, and its name: the nearest place around it that has room, or else the home.
  mutating func add(
    _ id: RecordID, named name: String, in parent: RecordID?, _ connection: Connection
  ) throws -> (parent: RecordID?, name: String?)? {
    if let parent { try load(parent, connection) }
    var shelf = parent
    while let above = shelf, let place = places[above], place.depth >= Location.maxDepth {
      shelf = place.parent
    }
    // What is not here either is no place to be in.
    let found = shelf.flatMap { places[$0] }
    places[id] = Place(
      parent: found == nil ? nil : shelf, name: name, depth: (found?.depth ?? 0) + 1)
    return shelf == parent ? nil : (shelf, found?.name)
  }

  /// Reads a place and what it is in. Places in a loop and those that are too deep, which older
  /// hubs took, can take nothing more.
  private mutating func load(_ id: RecordID, _ connection: Connection) throws {
    var path: [(id: RecordID, parent: RecordID?, name: String)] = []
    var next: RecordID? = id
    while let current = next, places[current] == nil, path.count <= Location.maxDepth {
      let row = try connection.first(
        "SELECT parentID, name FROM locations WHERE id = ?", .text(current)
      ) { (current, $0.optionalText(0), $0.text(1)) }
      guard let row else { break }
      path.append(row)
      next = row.1
    }
    var depth = next.flatMap { places[$0]?.depth } ?? 0
    guard path.count + depth <= Location.maxDepth else {
      // What it is in may have room all the same, and is looked at when something goes there.
      places[id] = Place(parent: nil, name: path[0].name, depth: Location.maxDepth)
      return
    }
    for place in path.reversed() {
      depth += 1
      places[place.id] = Place(parent: place.parent, name: place.name, depth: depth)
    }
  }
}
