/// Resolves which Homebox row is part of which, once all rows are read.
struct HomeboxParents {
  private var items: [SourceReference: Int] = [:]
  private var locations: [SourceReference: Int] = [:]

  mutating func add(_ item: ImportedItem, at index: Int) {
    guard let reference = item.reference, items[reference] == nil else { return }
    items[reference] = index
  }

  mutating func addLocation(_ reference: SourceReference?, at index: Int) {
    guard let reference, locations[reference] == nil else { return }
    locations[reference] = index
  }

  /// Reports cycles and parents that are not in the file. A parent that is a location becomes the
  /// item's location, unless the item has one.
  func resolve(in document: inout ImportDocument) {
    for index in document.items.indices {
      guard let parent = document.items[index].parentReference, items[parent] == nil else {
        continue
      }
      if let location = locations[parent] {
        document.items[index].parentReference = nil
        if document.items[index].locationIndex == nil {
          document.items[index].locationIndex = location
          document.items[index].locationPath = document.locations[location].path
        }
      } else {
        note(.parentNotInFile, parent, on: &document.items[index])
      }
    }
    for index in membersOfCircles(document.items) {
      guard let parent = document.items[index].parentReference else { continue }
      note(.parentCycle, parent, on: &document.items[index])
    }
  }

  private func note(
    _ reason: ImportProblem.Reason, _ parent: SourceReference, on item: inout ImportedItem
  ) {
    item.problems.append(
      ImportProblem(
        file: item.source.file, line: item.source.line, column: "HB.parent_import_ref",
        text: parent.key, reason: reason))
  }

  /// Follows each item upwards once; an item that is met twice on the same walk closes a cycle.
  private func membersOfCircles(_ rows: [ImportedItem]) -> [Int] {
    var walkOf = [Int](repeating: -1, count: rows.count)
    var members: [Int] = []
    for start in rows.indices where walkOf[start] == -1 {
      var walk: [Int] = []
      var current: Int? = start
      while let index = current, walkOf[index] == -1 {
        walkOf[index] = start
        walk.append(index)
        current = rows[index].parentReference.flatMap { items[$0] }
      }
      if let index = current, walkOf[index] == start, let first = walk.firstIndex(of: index) {
        members += walk[first...]
      }
    }
    return members.sorted()
  }
}
