import SQLite
import SyncProtocol

extension ArchiveMending {
  /// Breaks loops of places, and moves up those that are too deep.
  static func places(
    of home: ZoneID, entry: String, in connection: Connection
  ) throws -> [ArchiveMending] {
    var tree = PlaceTree()
    try connection.forEach(
      "SELECT id, parentID, name FROM locations WHERE homeID = ? ORDER BY id", [.text(home)]
    ) { row in tree.add(row.text(0), in: row.optionalText(1), named: row.text(2)) }
    tree.link()
    tree.breakLoops()
    tree.flatten()
    for lifted in tree.lifted {
      try connection.execute(
        "UPDATE locations SET parentID = ? WHERE id = ?",
        Value(tree.parent(of: lifted.place).map { tree.ids[$0] }), .text(tree.ids[lifted.place]))
    }
    return tree.lifted.map { lifted in
      ArchiveMending(
        lifted.kind, tree.names[lifted.place], entry: entry,
        parent: tree.parent(of: lifted.place).map { tree.names[$0] })
    }
  }
}

/// The tree of one home's places, each identified by its rank among the ids.
///
/// Every step takes linear time: an archive may have 100,000 places in one chain.
private struct PlaceTree {
  private(set) var ids: [RecordID] = []
  private(set) var names: [String] = []
  /// Each place at most once: a place taken out of a loop is at the top level, so never too deep.
  private(set) var lifted: [(place: Int, kind: ArchiveMending.Kind)] = []
  private var parentIDs: [RecordID?] = []
  private var parents: [Int?] = []

  /// Adds a place. Call it in the order of the ids.
  mutating func add(_ id: RecordID, in parent: RecordID?, named name: String) {
    ids.append(id)
    names.append(name)
    parentIDs.append(parent)
  }

  /// Resolves parents. Every parent has been added by now.
  mutating func link() {
    let ranks = Dictionary(zip(ids, ids.indices), uniquingKeysWith: { first, _ in first })
    parents = parentIDs.map { id in id.flatMap { ranks[$0] } }
  }

  func parent(of place: Int) -> Int? { parents[place] }

  /// Takes the place with the least rank out of each loop, so that every restore breaks it alike.
  mutating func breakLoops() {
    /// For each place, the start of the walk that reached it first.
    var reached: [Int?] = Array(repeating: nil, count: ids.count)
    for start in ids.indices {
      var next: Int? = start
      while let place = next, reached[place] == nil {
        reached[place] = start
        next = parents[place]
      }
      guard let closing = next, reached[closing] == start else { continue }
      var least = closing
      next = parents[closing]
      while let place = next, place != closing {
        least = min(least, place)
        next = parents[place]
      }
      lift(least, to: nil, .loop)
    }
  }

  /// Moves up each place that is too deep, to the nearest place around it that has room for it and
  /// everything inside it, or else to the home itself.
  ///
  /// A branch that is deeper than a home allows is shortened again further inside.
  mutating func flatten() {
    let order = fromOutside()
    /// Levels from each place downwards, including itself; capped at the greatest allowed depth.
    var heights = Array(repeating: 1, count: ids.count)
    for place in order.reversed() {
      guard let parent = parents[place] else { continue }
      heights[parent] = min(max(heights[parent], heights[place] + 1), Location.maxDepth)
    }
    var depths = Array(repeating: 1, count: ids.count)
    for place in order {
      guard let parent = parents[place] else { continue }
      depths[place] = depths[parent] + 1
      guard depths[place] > Location.maxDepth else { continue }
      let room = Location.maxDepth - heights[place]
      var shelf: Int? = parent
      while let above = shelf, depths[above] > room { shelf = parents[above] }
      depths[place] = (shelf.map { depths[$0] } ?? 0) + 1
      lift(place, to: shelf, .tooDeep)
    }
  }

  /// All places, each after its parent.
  private func fromOutside() -> [Int] {
    var inside: [[Int]] = Array(repeating: [], count: ids.count)
    var order: [Int] = []
    for place in ids.indices {
      if let parent = parents[place] { inside[parent].append(place) } else { order.append(place) }
    }
    var index = 0
    while index < order.count {
      order += inside[order[index]]
      index += 1
    }
    return order
  }

  private mutating func lift(_ place: Int, to shelf: Int?, _ kind: ArchiveMending.Kind) {
    parents[place] = shelf
    lifted.append((place, kind))
  }
}
