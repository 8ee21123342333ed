import SyncProtocol

/// The part of an import that one transaction writes.
///
/// A large import takes several parts, so that no transaction blocks others for long, and memory
/// does not grow with the file. The first part creates the homes, places and labels; later parts
/// use their ids. If the import stops between two parts, everything written so far stays: importing
/// the file again continues from there, and the combined traces of the parts undo it.
package struct ImportPart: Equatable, Sendable {
  /// Indexes into the plan's items.
  package let items: Range<Int>
  /// Whether the part begins with the homes, places and labels.
  package let isFirst: Bool
  /// Whether the part ends with the policies.
  package let isLast: Bool

  /// Roughly how many records a part writes: some tenths of a second, and some megabytes of memory.
  package static let maxRecords = 4000
  /// The same for the first part. It may create a home, and is then written twice beside the hub.
  package static let maxFirstRecords = 1000

  /// The whole plan in one part.
  static func whole(_ plan: ImportPlan) -> ImportPart {
    ImportPart(items: plan.items.indices, isFirst: true, isLast: true)
  }

  /// The parts of a plan, in the order to write them; at least one.
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

/// The ids known so far in an import, in the order of the plan's lists.
package struct ImportedIDs: Equatable, Sendable {
  package internal(set) var homes: [ZoneID] = []
  var locations: [RecordID] = []
  var labels: [RecordID] = []
}
