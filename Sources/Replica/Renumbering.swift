import SQLite
import SyncProtocol

/// A new incarnation for a replica whose numbers the hub knows as other change sets.
///
/// Its file was put back to an earlier state (a power cut, a virtual machine's snapshot), or
/// another replica has its incarnation.
extension Replica {
  /// Takes a new incarnation, and gives new numbers to the waiting change sets of `id`'s
  /// incarnation from its number on; the hub has judged none of them.
  ///
  /// Change sets of another incarnation that depend on these get new numbers too: they were
  /// postponed, and are not sent before them.
  ///
  /// Part of an open transaction, and only while the overlay is off, because pending changes name
  /// the numbers under which they were written in many places.
  func renumber(from id: ChangeSetID, known pending: [PendingRow]) throws {
    try renewIncarnation()
    var renaming = Renaming(schema: schema)
    var renamed = WaitingRecords()
    for row in try pendingRows(known: pending) {
      let isMeant = row.changeSet.id.replica == id.replica && row.number >= id.number
      guard isMeant || renamed.areNeeded(by: row.changeSet),
        try row.state.next(.numberTaken).1.contains(.renumber)
      else { continue }
      state.lastNumber += 1
      let changeSet = renaming.rename(
        row.changeSet,
        to: ChangeSetID(replica: state.incarnation, number: state.lastNumber))
      renamed.add(changeSet)
      try connection.execute(
        "UPDATE syncPending SET number = ?, body = ? WHERE number = ?",
        .integer(changeSet.id.number), .blob(changeSet.wireBytes), .integer(row.number))
    }
    // Postponed change sets have other numbers from now on.
    postponed = [:]
    keepKnown([], byteCount: 0)
    try state.save(connection)
  }

  /// Takes a new incarnation for the change sets from now on. Part of an open transaction.
  func renewIncarnation() throws {
    state.incarnation = Incarnation.make(environment.random)
    pullSession = nil
    isIncarnationDurable = false
    try state.save(connection)
  }

  /// Makes the incarnation durable. Nothing is sent under an incarnation that a power cut could
  /// undo: change sets with new numbers would get new numbers again, and exist twice.
  func settleIncarnation() throws {
    guard !isIncarnationDurable, !isRehearsing else { return }
    if !isPlanted(.renumberingLost) {
      try connection.durableTransaction { try state.save(connection) }
    }
    isIncarnationDurable = true
  }
}

/// Gives change sets new ids, in their order, and replaces the old ids in the grants and bases that
/// later change sets take from them. Only these: the hub may know an old id as something else.
private struct Renaming {
  let schema: SyncSchema
  private var zones: [ZoneID: (old: String, new: String)] = [:]
  /// All versions, not just the latest: a later change set is not based on one that a pull has
  /// hidden.
  private var versions: [Version: ChangeSetID] = [:]

  private struct Version: Hashable {
    let record: RecordKey
    let register: String
    let id: ChangeSetID
  }

  init(schema: SyncSchema) { self.schema = schema }

  mutating func rename(_ changeSet: ChangeSet, to id: ChangeSetID) -> ChangeSet {
    var renamed = changeSet
    renamed.id = id
    for (zone, grant) in changeSet.grants {
      if let made = zones[zone], made.old == grant { renamed.grants[zone] = made.new }
    }
    for (index, mutation) in changeSet.mutations.enumerated() {
      for (register, base) in mutation.bases where !isPlanted(.renumberingKeepsBases) {
        let version = Version(record: mutation.key, register: register, id: base)
        if let new = versions[version] { renamed.mutations[index].bases[register] = new }
      }
      if mutation.kind == .insert, mutation.id == mutation.zone {
        zones[mutation.zone] = (changeSet.id.description, id.description)
      }
      // An insert writes every aggregate, named or not.
      for register in schema.table(mutation.table)?.aggregates ?? []
      where mutation.kind == .insert || mutation.registers[register.name] != nil {
        let version = Version(record: mutation.key, register: register.name, id: changeSet.id)
        versions[version] = id
      }
    }
    return renamed
  }
}
