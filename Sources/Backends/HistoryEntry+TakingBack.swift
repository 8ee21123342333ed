import SyncProtocol

extension Effect.Kind {
  /// What a change did with a record, as the API and commands call it.
  package var word: String {
    switch self {
    case .put: "added"
    case .patch: "changed"
    case .drop: "removed"
    }
  }
}

extension HistoryEntry {
  /// Tables that the hub writes: who has access.
  package static let hubOwned: Set<String> = ["participants", "invites"]

  /// Whether an editor of the zone is offered to take this change back: the hub knows enough of it,
  /// and the change neither creates the zone nor concerns only its members and invites.
  package var canTakeBack: Bool {
    guard !isSpanning, counts.reduce(0, { $0 + $1.count }) <= HistoryRequest.maxChanges else {
      return false
    }
    let own = counts.filter { !Self.hubOwned.contains($0.table) }
    let isNewZone = own.contains { $0.kind == .put && Self.roots.contains($0.table) }
    // A change that was made before the hub kept previous values has none.
    let isKnown = changes.allSatisfy { $0.kind == .put || !$0.before.isEmpty }
    return !own.isEmpty && !isNewZone && isKnown
  }

  /// The same for a group: members who were combined stay one.
  package var canTakeBackInGroup: Bool { canTakeBack && !changes.contains { $0.movedTo != nil } }

  /// What is left without the changes of some tables; `nil` if that is nothing.
  package func without(_ tables: Set<String>) -> HistoryEntry? {
    var entry = self
    entry.counts.removeAll { tables.contains($0.table) }
    entry.changes.removeAll { tables.contains($0.table) }
    return entry.counts.isEmpty ? nil : entry
  }

  /// The tables whose records are zones.
  package static let roots: Set<String> = ["homes", "groups", "families"]
}
