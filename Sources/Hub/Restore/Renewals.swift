import SyncProtocol

/// Which of two change sets was the later one in a lost life of the hub, when a restored hub is
/// told of that one first: whoever came to a zone between the two hands it back alone.
///
/// Stamps do not tell: a record that has come from another zone may be newer than its deletion, and
/// is deleted all the same. The logs of that life do, and so do the numbers of one replica.
extension Judge {
  /// Whether what a record holds was written in its zone after a sequence of a lost log.
  ///
  /// A record that was deleted in a zone, or has left it, is not written there: so it was made
  /// anew, or has come back, since.
  func isWritten(
    _ record: HubRecord, after sequence: Int64, ofEpoch epoch: String
  ) throws -> Bool {
    try changeSets(of: record).contains { stamp in
      try draft.writer.handedBack(of: stamp.changeSet).contains {
        $0.zone == record.zone && $0.epoch == epoch && $0.sequence > sequence
      }
    }
  }

  /// Whether what a record holds was written by the author of this change set after it, and is
  /// there already because others have handed it back.
  ///
  /// Then the author has made anew since what he deleted, or brought back what he moved away.
  func isWrittenSince(_ record: HubRecord) throws -> Bool {
    try changeSets(of: record).contains { later in
      let (id, own) = (later.changeSet, stamp.changeSet)
      guard id.replica == own.replica, id.number > own.number, later > stamp else { return false }
      return try draft.writer.handedBack(of: id).contains { $0.zone == record.zone }
    }
  }

  private func changeSets(of record: HubRecord) -> Set<Stamp> {
    Set(record.registers.map { $0.1.stamp })
  }
}
