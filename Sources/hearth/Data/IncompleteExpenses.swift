import Finances
import HearthDomain
import Hub
import SQLite
import SyncProtocol

/// Expenses whose amounts do not fit each other (D-GRP-4). A hub takes none; one may be left from
/// an older hub, or from somebody who has changed the file.
enum IncompleteExpenses {
  private static let maxBytesPerStep = 1 << 20

  /// Those in a hub's file, by the rules by which the hub judges what it is sent.
  static func found(inHub path: String, _ store: any HubStore) throws -> [String] {
    try HubFile.groups(path).flatMap { group in
      var lines: [String] = []
      var last: RecordID?
      while true {
        // One step at a time: the server beside it is not to wait for all of a group.
        let records = try store.read {
          try $0.records(of: group, after: last, maxBytes: maxBytesPerStep)
        }
        guard let end = records.last else { return lines }
        last = end.id
        for record in records where problem(with: record) != nil {
          let isExpense = record.table == "expenses"
          lines.append(line(record.id, of: group, repeats: !isExpense))
        }
      }
    }
  }

  /// Those in the file of a device.
  static func found(inReplica path: String) throws -> [String] {
    try GroupBalances.incomplete(in: Connection(path: path, mode: .readOnly)).map {
      line($0.expense, of: $0.group)
    }
  }

  private static func line(
    _ id: RecordID, of group: ZoneID, repeats: Bool = false
  ) -> String {
    repeats
      ? "repeating expense \(id) of group \(group) does not add up, and makes no expenses"
      : "expense \(id) of group \(group) does not add up, and counts for nothing"
  }

  private static func problem(with record: HubRecord) -> String? {
    guard let table = HearthDomain.schema.table(record.table) else { return nil }
    for register in table.registers where register.rule == .aggregate {
      guard let value = record.registers.values[register.name] else { continue }
      if let problem = register.problem(with: value) { return problem }
    }
    return nil
  }
}
