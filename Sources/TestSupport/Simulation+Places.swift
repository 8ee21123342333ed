import SyncProtocol

extension Simulation {
  /// Where somebody has put something it stays until somebody puts it elsewhere, or the place goes:
  /// that another place goes in which it was before is not meant for it.
  func checkPlaces() throws {
    guard !hasRestored else { return }
    var last: [RecordID: (stamp: Stamp, place: String?)] = [:]
    // Where it is not known at which time the hub has clamped a stamp, or what is placed otherwise.
    var unsure: Set<RecordID> = []
    for (id, changeSet) in written {
      if mayHaveHappened(id) { unsure.formUnion(changeSet.mutations.map(\.id)) }
      guard case .accepted? = answers[id], let at = judgedAt[id] else { continue }
      let isPlacing = authors[id].map { placing.contains(Written($0, changeSet)) } ?? false
      let isClamped =
        changeSet.time.milliseconds
        >= (judgedSince[id] ?? at) + HybridClock.maxAheadMilliseconds
      let stamp = changeSet.stamp
      for mutation in changeSet.mutations where mutation.table == "items" {
        let isBeside = authors[id]?.isBeside == true && mutation.registers["placeID"] != nil
        if mutation.kind == .delete || mutation.kind == .move || isClamped || isBeside {
          unsure.insert(mutation.id)
        }
        // To combine two places puts what stood in the one into the other, too.
        guard mutation.kind == .update, let place = mutation.registers["placeID"],
          isPlacing || !place.isNull,
          stamp > last[mutation.id]?.stamp ?? Stamp(time: .zero, changeSet: id)
        else { continue }
        last[mutation.id] = (stamp, place.text)
      }
    }
    for image in oracle.images.values where image.isAlive {
      for record in image.records.values.map(\.record) where record.table == "items" {
        guard let (stamp, place) = last[record.id], let place, image.records[place] != nil,
          !unsure.contains(record.id), !writtenUnseen.contains(record.id)
        else { continue }
        try require(
          record.registers["placeID"]?.value == .text(place),
          "what was put somewhere stays there", "\(record.key) \(place) by \(stamp)")
      }
    }
  }
}
