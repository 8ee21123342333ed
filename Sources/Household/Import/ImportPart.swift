import SyncProtocol

/// What one transaction of an import writes. A large import takes several, so that nobody waits for
/// long and its memory does not grow with the file.
///
/// The first part makes the homes, places and labels, and the others find them by their ids. Should
/// the import stop between two parts, what was written stands: importing the file again goes on
/// there, and the traces of the parts together take it back.
package struct ImportPart: Equatable, Sendable {
  /// Indexes into the plan's items.
  package let items: Range<Int>
  /// Begins with the homes, places and labels.
  package let isFirst: Bool
  /// Ends with the policies.
  package let isLast: Bool

  /// Records that a part writes, more or less: some tenths of a second and some megabytes of work.
  package static let maxRecords = 4000
  /// The same of the first part. It may make a home, and is then written twice beside the hub.
  package static let maxFirstRecords = 1000

  /// Everything at once.
  static func whole(_ plan: ImportPlan) -> ImportPart {
    ImportPart(items: plan.items.indices, isFirst: true, isLast: true)
  }

  /// The parts of a plan in the order in which they are to be written; at least one.
  package static func all(
    of plan: ImportPlan, maxRecords: Int = ImportPart.maxRecords
  ) -> [ImportPart] {
    var bounds = [0]
    var limit = min(maxRecords, maxFirstRecords)
    var count = plan.homes.count + plan.locations.count + plan.labels.count
    for (index, item) in plan.items.enumerated() where item.bucket.isWritten {
      if count >= limit {
        bounds.append(index)
        (count, limit) = (0, maxRecords)
      }
      count += 1 + item.labels.count + item.fields.count + item.photos.count
    }
    bounds.append(plan.items.count)
    return zip(bounds, bounds.dropFirst()).enumerated().map { number, range in
      ImportPart(
        items: range.0..<range.1, isFirst: number == 0, isLast: number == bounds.count - 2)
    }
  }
}

/// The ids that the parts of an import have by now, in the order of the plan's lists.
package struct ImportedIDs: Equatable, Sendable {
  package internal(set) var homes: [ZoneID] = []
  var locations: [RecordID] = []
  var labels: [RecordID] = []
}
