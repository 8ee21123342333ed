import Household
import SQLite
import SyncProtocol

/// Asks the hub for what must be known of a group's past before something of it comes back.
package struct GroupHistory {
  /// `nil` while the hub cannot be asked.
  package typealias Ask = (HistoryRequest) async throws -> HistoryPage?

  /// How much of a group's log one look for deleted expenses goes through: most changes delete
  /// nothing.
  private static let deletedPages = 5
  private static let deletedPerPage = 25
  private static let listedDeletions = 200

  private let group: ZoneID
  private let ask: Ask

  package init(of group: ZoneID, ask: @escaping Ask) {
    self.group = group
    self.ask = ask
  }

  /// What became of the members whom changes name and who are gone: they were combined with others,
  /// who may be gone as well, or removed.
  ///
  /// - Parameter present: the members of the group.
  package func goneMembers(
    of changes: [RecordChange], _ present: Set<RecordID>
  ) async throws -> [RecordID: RecordChange] {
    var wanted = TakeBackGroupChange.missing(in: changes, present)
    var gone: [RecordID: RecordChange] = [:]
    while gone.count < GroupMember.maxPerGroup, let id = wanted.popFirst() {
      guard let removed = try await removal(of: RecordKey(GroupMember.sql.table, id)) else {
        continue
      }
      gone[id] = removed.change
      if let other = removed.change.movedTo?.id, !present.contains(other), gone[other] == nil {
        wanted.insert(other)
      }
    }
    return gone
  }

  /// The latest change that removed an expense; `nil` if the hub knows of none.
  package func deletion(of expense: RecordID) async throws -> HistoryEntry? {
    try await removal(of: RecordKey(Expense.Row.sql.table, expense))?.entry
  }

  private func removal(
    of key: RecordKey
  ) async throws -> (entry: HistoryEntry, change: RecordChange)? {
    let history = try await ask(
      HistoryRequest(zone: group, record: key.id, limit: 5, changeLimit: 5))
    return history?.entries.lazy.compactMap { entry in
      entry.changes.first { $0.kind == .drop && $0.key == key }.map { (entry, $0) }
    }.first
  }

  /// The expenses that were deleted, the latest first.
  package struct Deletions {
    package var found: [(entry: HistoryEntry, change: RecordChange)] = []
    /// The `before` of the next ones; `nil` when nothing older is known.
    package var next: Int64?
    package var isCutOff = false
    /// Whether the hub could not be asked.
    package var isUnreachable = false

    /// Those that are not there again, each once.
    package func gone(
      in connection: Connection
    ) throws -> [(entry: HistoryEntry, change: RecordChange)] {
      var seen: Set<RecordID> = []
      return try found.filter { _, change in
        try seen.insert(change.id).inserted
          && Expense.Row.find(change.id, in: connection) == nil
      }
    }
  }

  /// - Parameter before: only changes with a smaller number; `nil` starts at the latest.
  package func deletions(before: Int64?) async throws -> Deletions {
    var deletions = Deletions()
    var last: HistoryPage?
    for _ in 0..<Self.deletedPages {
      last = try await ask(
        HistoryRequest(
          zone: group, before: last?.next ?? before, limit: HistoryRequest.maxEntries,
          changeLimit: Self.listedDeletions))
      for entry in last?.entries ?? [] {
        let dropped = entry.changes.filter {
          $0.kind == .drop && $0.table == Expense.Row.sql.table
        }
        deletions.found += dropped.map { (entry, $0) }
      }
      if last?.next == nil || deletions.found.count >= Self.deletedPerPage { break }
    }
    deletions.next = last?.next
    deletions.isCutOff = last?.isCutOff ?? false
    deletions.isUnreachable = last == nil
    return deletions
  }
}
