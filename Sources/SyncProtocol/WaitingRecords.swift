/// The records of change sets that the hub has postponed, so that change sets which depend on them
/// are postponed too: judged by themselves, those would be refused or lose a reference.
public struct WaitingRecords: Sendable {
  private var ids: Set<RecordID> = []
  /// Zones that the postponed change sets create.
  private var zones: Set<ZoneID> = []

  public init() {}

  public var isEmpty: Bool { ids.isEmpty }

  /// Adds a postponed change set.
  public mutating func add(_ changeSet: ChangeSet) {
    for mutation in changeSet.mutations {
      ids.insert(mutation.id)
      if let id = mutation.destination?.id { ids.insert(id) }
      if mutation.kind == .insert, mutation.id == mutation.zone { zones.insert(mutation.zone) }
    }
  }

  /// Whether a later change set writes or refers to one of the records, or writes in a zone that a
  /// postponed change set creates.
  public func areNeeded(by changeSet: ChangeSet) -> Bool {
    guard !ids.isEmpty else { return false }
    return changeSet.mutations.contains { mutation in
      ids.contains(mutation.id) || zones.contains(mutation.zone)
        || mutation.destination.map { zones.contains($0.zone) } == true
        || mutation.destination.map { ids.contains($0.id) } == true
        || mutation.registers.contains { names(one: $0.value) }
    }
  }

  private func names(one value: FieldValue) -> Bool {
    switch value {
    case .text(let text): ids.contains(text)
    case .list(let values): values.contains { names(one: $0) }
    case .map(let values): values.contains { names(one: $0.value) }
    case .null, .integer, .real, .blob: false
    }
  }
}
