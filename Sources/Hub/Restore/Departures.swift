import SyncProtocol

/// Records of which a restored hub is told that they have left a zone, and that it does not know
/// there: it has lost how they came to be. They are gone elsewhere, and not dead.
///
/// The hub keeps a tombstone in the zone, so that late changes find the record where it is handed
/// back. Until then the tombstone keeps nothing from coming back: it is from before everything, and
/// for whoever looks for the record the hub has never heard of it.
extension HubRecord {
  /// Whether all that is known of the record is that it has left this zone.
  var hasOnlyDeparted: Bool {
    isDead && movedTo == nil && diedAt?.time == .zero && registers.allSatisfy { _ in false }
  }
}

extension Judge {
  /// Notes that a record has left a zone where the hub does not know it.
  ///
  /// - Parameter arrivals: where the same change set puts records.
  mutating func takeBackDeparture(
    of effect: Effect, _ table: TableSchema, _ zone: ZoneID, _ arrivals: Set<RecordPlace>
  ) throws {
    if table.isRoot { return }
    let trail = HubRecord(
      zone: zone, table: table.name, id: effect.id, isDead: true,
      diedAt: Stamp(time: .zero, changeSet: stamp.changeSet))
    guard let live = try draft.liveZone(of: effect.id) else {
      let isNowhere = try draft.places(of: effect.id).allSatisfy { $0.zone == zone }
      return isNowhere ? try draft.put(trail) : ()
    }
    let place = RecordPlace(zone: live, id: effect.id)
    guard try draft.record(place)?.table == table.name else { return }
    let hasArrived =
      try arrivals.contains(place)
      || draft.writer.handedBack(of: stamp.changeSet).contains { $0.zone == live }
    try draft.put(self.trail(trail, leadingTo: place, hasArrived: hasArrived))
  }

  /// A tombstone that leads from now on to where its record is.
  ///
  /// - Parameter hasArrived: whether this change set has taken the record from the one to the other.
  ///   Otherwise it may have left for yet another zone, and come back in between.
  func trail(
    _ tombstone: HubRecord, leadingTo place: RecordPlace, hasArrived: Bool = true
  ) -> HubRecord {
    var trail = tombstone
    trail.movedTo = place
    if hasArrived, tombstone.hasOnlyDeparted, tombstone.diedAt?.changeSet == stamp.changeSet {
      trail.diedAt = stamp
    }
    return trail
  }

  /// Whether the hub has never heard what a record is, though perhaps that it has left a zone.
  func isUnheardOf(_ id: RecordID) throws -> Bool {
    try draft.places(of: id).allSatisfy { zone, isDead in
      try isDead && draft.record(RecordPlace(zone: zone, id: id))?.hasOnlyDeparted == true
    }
  }
}
