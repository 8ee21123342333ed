import SQLite
import SyncProtocol

/// The depths of a home's places, including those that a restore adds.
///
/// A place from an archive may be too deep here, because its parent may have moved since.
struct PlaceDepths: Sendable {
  private struct Place {
    /// `nil` for a place directly in the home, and for one that can take no more places.
    let parent: RecordID?
    let name: String
    let depth: Int
  }

  private var places: [RecordID: Place] = [:]

  /// Adds a new place, after its parent.
  ///
  /// - Returns: `nil` if the place fits there; otherwise the nearest place around it that has room,
  ///   with its name, or `nil` values for the home itself.
  mutating func add(
    _ id: RecordID, named name: String, in parent: RecordID?, _ connection: Connection
  ) throws -> (parent: RecordID?, name: String?)? {
    if let parent { try load(parent, connection) }
    var shelf = parent
    while let above = shelf, let place = places[above], place.depth >= Location.maxDepth {
      shelf = place.parent
    }
    // A parent that does not exist here counts as none.
    let found = shelf.flatMap { places[$0] }
    places[id] = Place(
      parent: found == nil ? nil : shelf, name: name, depth: (found?.depth ?? 0) + 1)
    return shelf == parent ? nil : (shelf, found?.name)
  }

  /// Reads a place and those around it. A place in a loop or too deep, which older hubs accepted,
  /// can take no more places.
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
      // Those around it may still have room; they are read when something is added to them.
      places[id] = Place(parent: nil, name: path[0].name, depth: Location.maxDepth)
      return
    }
    for place in path.reversed() {
      depth += 1
      places[place.id] = Place(parent: place.parent, name: place.name, depth: depth)
    }
  }
}
