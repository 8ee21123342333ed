import SyncProtocol

/// Which of two change sets was the later one in a lost life of the hub, when a restored hub is
/// told of that one first: whoever came to a zone between the two hands it back alone.
///
/// Stamps do not tell: a record that has come from another zone may be newer than its deletion, and
/// is deleted all the same. The logs of that life do, and so do the numbers of one replica.
extension Judge {
  /// Whether what a record holds was put in its zone after a sequence of a lost log.
  ///
  /// A record that was deleted in a zone, or has left it, was then made anew, or has come back.
  func isPut(
    _ record: HubRecord, after sequence: Int64, ofEpoch epoch: String
  ) throws -> Bool {
    guard let put = lastPut(of: record) else { return false }
    return try isTold(put.changeSet, in: record.zone, after: sequence, ofEpoch: epoch)
  }

  /// Whether what a record holds was put by the author of this change set after it, and is there
  /// already because others have handed it back.
  ///
  /// Then the author has made anew since what he deleted, or brought back what he moved away.
  func isPutSince(_ record: HubRecord) throws -> Bool {
    guard let put = lastPut(of: record), put > stamp else { return false }
    let (id, own) = (put.changeSet, stamp.changeSet)
    guard id.replica == own.replica, id.number > own.number else { return false }
    return try !draft.writer.handedBack(of: id).isEmpty
  }

  /// The stamp of the change set that put a record as a whole.
  ///
  /// It writes every register of which the last writer counts; an edit, and what the hub rewrites
  /// for what is gone, only some of them.
  private func lastPut(of record: HubRecord) -> Stamp? {
    guard let table = schema.table(record.table) else { return nil }
    return record.registers.filter { table.register($0.0)?.rule == .lastWriter }.map(\.1.stamp)
      .min()
  }

  /// Whether a record has died in a zone after an entry put it there.
  func hasDied(_ dead: HubRecord, after entry: LogEntry, toldIn epoch: String) throws -> Bool {
    guard let died = dead.diedAt else { return false }
    if died > stamp { return true }
    guard dead.zone == entry.zone, dead.movedTo == nil, !dead.hasOnlyDeparted,
      !isPlanted(.olderDeletionForgotten)
    else { return false }
    return try isTold(died.changeSet, in: dead.zone, after: entry.sequence, ofEpoch: epoch)
  }

  /// Whether a record is dead where its author moves it: its deletion there was handed back before
  /// he sent the move again. So was one that is older than the move, if it is all that the hub
  /// knows of the record there: it can only have been deleted there after it had come.
  func isDeadOnArrival(_ dead: HubRecord) throws -> Bool {
    guard dead.isDead, dead.movedTo == nil, let died = dead.diedAt else { return false }
    if died > stamp { return true }
    guard !dead.hasOnlyDeparted, dead.registers.values.isEmpty,
      !isPlanted(.olderDeletionForgotten)
    else { return false }
    return try draft.writer.handedBack(of: died.changeSet).contains { $0.zone == dead.zone }
  }

  /// Whether the part of a change set in a zone came after a sequence of the zone's lost log.
  private func isTold(
    _ id: ChangeSetID, in zone: ZoneID, after sequence: Int64, ofEpoch epoch: String
  ) throws -> Bool {
    try draft.writer.handedBack(of: id).contains {
      $0.zone == zone && $0.epoch == epoch && $0.sequence > sequence
    }
  }
}
