import SQLite
import SyncProtocol

/// A new incarnation for a replica that goes on under numbers which the hub knows as something
/// else: its file was put back to what it was earlier (a power cut, the snapshot of a virtual
/// machine), or somebody else has its incarnation.
extension Replica {
  /// Takes a new incarnation. What waits from one number on, and was numbered as `id` is, is
  /// numbered anew; the hub has judged none of it. So is what rests on that under another
  /// incarnation: it was put off until now, and is not sent before it.
  ///
  /// Part of an open transaction, and only while the overlay is off: what is pending says in many
  /// places under which number it was written.
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
    // They are found under other numbers from now on.
    postponed = [:]
    keepKnown([], byteCount: 0)
    try state.save(connection)
  }

  /// From now on change sets are numbered under a new incarnation. Part of an open transaction.
  func renewIncarnation() throws {
    state.incarnation = Incarnation.make(environment.random)
    pullSession = nil
    isIncarnationDurable = false
    try state.save(connection)
  }

  /// Nothing is sent under an incarnation that a power cut may take back: what was numbered anew
  /// would be numbered anew once more, and be there twice.
  func settleIncarnation() throws {
    guard !isIncarnationDurable, !isRehearsing else { return }
    if !isPlanted(.renumberingLost) {
      try connection.durableTransaction { try state.save(connection) }
    }
    isIncarnationDurable = true
  }
}

/// Gives change sets other ids, in their order, and says of what they have made in which names it
/// is known from now on. The same id may also be that of something else, which the hub knows.
private struct Renaming {
  let schema: SyncSchema
  private var zones: [ZoneID: (old: String, new: String)] = [:]
  /// Not only the latest of each: what a pull has hidden is no base of what is written after that.
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
