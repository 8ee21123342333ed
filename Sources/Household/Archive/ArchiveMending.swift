import SQLite
import SyncProtocol

/// Something of an archive that does not fit together, and was mended instead of refusing all of
/// it: hubs once took it, so that honest archives may have it.
package struct ArchiveMending: Equatable, Sendable {
  package enum Kind: Equatable, Sendable {
    /// The place was inside something that was inside it; it stands in the home.
    case loop
    /// The place was deeper than places may be; it stands in the home with what is in it.
    case tooDeep
    /// A day that the calendar does not have; there is none now.
    case day
    /// A moment after the year 9999; it is the last one of it now.
    case instant
  }

  package let kind: Kind
  /// Of the record; may be empty.
  package let name: String
  /// The entry of the archive.
  package let entry: String
  /// In the entry, from 1; `nil` when it is about how records stand to each other.
  package let line: Int?

  init(_ mending: (kind: Kind, name: String), entry: String, line: Int?) {
    (kind, name) = mending
    (self.entry, self.line) = (entry, line)
  }

  // MARK: Values

  /// Brings what older hubs took into the ranges of the schema; `nil` when there was nothing to do.
  static func values(
    _ registers: inout [(String, FieldValue)], of table: TableSchema
  ) -> Kind? {
    var kind: Kind?
    for index in registers.indices {
      guard let register = table.register(registers[index].0), register.rule != .aggregate else {
        continue
      }
      let column = register.columns[0]
      switch registers[index].1 {
      case .integer(let instant) where column.kind == .integer(TimeLimit.milliseconds):
        guard instant > TimeLimit.milliseconds.upperBound else { continue }
        registers[index].1 = .integer(TimeLimit.milliseconds.upperBound)
        kind = .instant
      case .text(let text) where column.form == .day && column.isNullable:
        guard isShapedLikeDay(text), column.problem(with: .text(text)) != nil else { continue }
        registers[index].1 = .null
        kind = .day
      default: continue
      }
    }
    return kind
  }

  /// What the tables take for a day: `SQLShape.date`.
  private static func isShapedLikeDay(_ text: String) -> Bool {
    let bytes = Array(text.utf8)
    return bytes.count == 10
      && bytes.indices.allSatisfy { index in
        index == 4 || index == 7 ? bytes[index] == 0x2d : (0x30...0x39).contains(bytes[index])
      }
  }

  // MARK: Places

  /// Lifts places out of loops, and those that are too deep, into their home.
  static func places(
    of home: ZoneID, entry: String, in connection: Connection
  ) throws -> [ArchiveMending] {
    var tree = PlaceTree()
    try connection.forEach(
      "SELECT id, parentID, name FROM locations WHERE homeID = ? ORDER BY id", [.text(home)]
    ) { row in tree.add(row.text(0), in: row.optionalText(1), named: row.text(2)) }
    tree.breakLoops()
    tree.flatten()
    for lifted in tree.lifted {
      try connection.execute(
        "UPDATE locations SET parentID = NULL WHERE homeID = ? AND id = ?", .text(home),
        .text(lifted.id))
    }
    return tree.lifted.map {
      ArchiveMending(($0.kind, tree.names[$0.id] ?? ""), entry: entry, line: nil)
    }
  }
}

/// The places of one home, by what they are in.
private struct PlaceTree {
  private(set) var names: [RecordID: String] = [:]
  private(set) var lifted: [(id: RecordID, kind: ArchiveMending.Kind)] = []
  private var ids: [RecordID] = []
  private var parents: [RecordID: RecordID] = [:]

  mutating func add(_ id: RecordID, in parent: RecordID?, named name: String) {
    ids.append(id)
    (names[id], parents[id]) = (name, parent)
  }

  /// The least place of each loop leaves it, so that everybody who mends it mends it alike.
  mutating func breakLoops() {
    var done: Set<RecordID> = []
    for id in ids {
      var path: [RecordID] = []
      var onPath: Set<RecordID> = []
      var next: RecordID? = id
      while let current = next, !done.contains(current) {
        guard onPath.insert(current).inserted else {
          if let least = path.drop(while: { $0 != current }).min() { lift(least, .loop) }
          break
        }
        path.append(current)
        next = parents[current]
      }
      done.formUnion(path)
    }
  }

  mutating func flatten() {
    let inside = Dictionary(grouping: ids) { parents[$0] }
    var level = inside[nil] ?? []
    var depth = 1
    while !level.isEmpty {
      let below = level.flatMap { inside[$0] ?? [] }
      // What is in the place that is lifted begins at the first level with it.
      if depth == Location.maxDepth {
        for id in below { lift(id, .tooDeep) }
        depth = 0
      }
      (level, depth) = (below, depth + 1)
    }
  }

  private mutating func lift(_ id: RecordID, _ kind: ArchiveMending.Kind) {
    parents[id] = nil
    lifted.append((id, kind))
  }
}
