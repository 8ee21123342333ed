import SQLite
import SyncProtocol

/// A new incarnation for a replica that goes on under numbers which the hub knows as something else:
/// its file was put back to what it was earlier (a power cut, the snapshot of a virtual machine), or
/// somebody else has its incarnation.
extension Replica {
  /// Takes a new incarnation. What waits from one number on, and was numbered as `id` is, is numbered
  /// anew; the hub has judged none of it.
  ///
  /// Part of an open transaction, and only while the overlay is off: what is pending says in many
  /// places under which number it was written.
  func renumber(from id: ChangeSetID, known pending: [PendingRow]) throws {
    try renewIncarnation()
    var renamed: [ChangeSetID: ChangeSetID] = [:]
    for row in try pendingRows(known: pending)
    where row.answer == nil && row.changeSet.id.replica == id.replica && row.number >= id.number {
      state.lastNumber += 1
      let new = ChangeSetID(replica: state.incarnation, number: state.lastNumber)
      renamed[row.changeSet.id] = new
      let changeSet = row.changeSet.renamed(to: new, renamed)
      try connection.execute(
        "UPDATE syncPending SET number = ?, body = ? WHERE number = ?", .integer(new.number),
        .blob(changeSet.wireBytes), .integer(row.number))
    }
    // They are found under other numbers from now on.
    postponed = [:]
    keepKnown([], byteCount: 0)
    try state.save(connection)
  }

  /// From now on change sets are numbered under a new incarnation. Part of an open transaction.
  func renewIncarnation() throws {
    state.incarnation = Incarnation.make(environment.random)
    pullSession = nil
    try state.save(connection)
  }
}

extension ChangeSet {
  /// The same under another id, with what it says of change sets that have others by now.
  fileprivate func renamed(
    to id: ChangeSetID, _ names: [ChangeSetID: ChangeSetID]
  ) -> ChangeSet {
    var changeSet = self
    changeSet.id = id
    // A zone that was made by one of them was granted by it.
    let grants = Dictionary(uniqueKeysWithValues: names.map { ($0.description, $1.description) })
    changeSet.grants = changeSet.grants.mapValues { grants[$0] ?? $0 }
    if isPlanted(.renumberingKeepsBases) { return changeSet }
    for index in changeSet.mutations.indices where !changeSet.mutations[index].bases.isEmpty {
      changeSet.mutations[index].bases = changeSet.mutations[index].bases.mapValues {
        names[$0] ?? $0
      }
    }
    return changeSet
  }
}
