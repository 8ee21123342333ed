import SyncProtocol
import Threads

/// Counts by which rules the hub has judged: each merge rule with its verdict, each cell of the
/// tables in `References`, each limit.
///
/// A simulation reads from it whether its histories have covered all of them. Refused change sets
/// count too.
package final class JudgedPaths: Sendable {
  private let noted = Lock<[String: Int]>([:])

  package init() {}

  /// How often each path was taken, by name; paths that were never taken are left out.
  package var counts: [String: Int] { noted.withLock { $0 } }

  func note(_ path: String) { noted.withLock { $0[path, default: 0] += 1 } }

  func note(_ refusal: Refusal) {
    if refusal.reason == .limit { note("limit of \(refusal.detail)") }
  }

  func note(_ rule: MergeRule, _ verdict: Merge.Verdict, of value: FieldValue) {
    let outcome =
      switch verdict {
      case .take where value.isNull && [.firstWriter, .claim].contains(rule): "released"
      case .take: "taken"
      case .keep: "kept"
      case .refuse(let reason): reason.rawValue
      }
    note("\(rule.rawValue) \(outcome)")
  }
}

extension Judge {
  /// Counts the cell, in the table of written references, to which a reference belongs.
  func note(
    _ reference: ReferenceSchema, to target: RecordID, in zone: ZoneID, at place: RecordPlace,
    _ found: HubRecord?
  ) throws {
    guard let paths else { return }
    let isHere = place.zone == zone
    let cell: String
    if let found, found.table == reference.target {
      if !found.isDead {
        cell = isHere ? (place.id == target ? "here" : "combined") : "elsewhere"
      } else {
        cell = isHere ? "dead" : "dead elsewhere"
      }
    } else if found == nil, isRecovering, try draft.places(of: target).isEmpty {
      cell = "lost"
    } else {
      cell = found == nil ? "unknown" : "of another table"
    }
    paths.note("written \(reference.rule.name) \(cell)")
  }

  /// Counts the cells, in the table of existing references, to which a record's references belong.
  func note(_ referrers: [HubRecord], to record: HubRecord, _ cell: String) {
    guard let paths else { return }
    for referrer in referrers {
      for reference in schema.table(referrer.table)?.references ?? []
      where reference.target == record.table {
        guard let value = referrer.registers[reference.register]?.value,
          reference.targets(in: value).contains(record.id)
        else { continue }
        paths.note("stood \(reference.rule.name) \(cell)")
      }
    }
  }
}

extension ReferenceSchema.Rule {
  fileprivate var name: String {
    switch self {
    case .nullify: "nullify"
    case .contained: "contained"
    case .revive: "revive"
    }
  }
}
