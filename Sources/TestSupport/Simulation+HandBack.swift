import Hub
import Replica
import SyncProtocol

/// Devices hand back to a restored hub what it has lost.
extension Simulation {
  /// Gives the hub back what a device has kept. Returns whether the device is done with it.
  func handBack(_ device: SimulatedDevice, isFaulty: Bool) throws -> Bool {
    for _ in 0..<(isFaulty ? 1 : 400) {
      guard let request = try device.replica.nextHandBack(maxBytes: random.pick([1, 1 << 20])!)
      else { return true }
      fault("handed back")
      try call(device, isFaulty: isFaulty) { [unowned self] in
        oracle.underWay = Self.changes(of: request)
        return try hub.handBack(request, as: device.account)
      } answer: { replica, response in
        try replica.receive(response, to: request)
      }
    }
    return try device.replica.nextHandBack() == nil
  }

  /// What is handed back, as the change sets that it may have been; one more, for the checks that
  /// know what a single one does look at what its author sent.
  private static func changes(of request: HandBackRequest) -> [ChangeSet] {
    let entries = request.runs.flatMap(\.entries)
    let changes = entries.map { entry in
      ChangeSet(
        id: entry.changeSet, time: entry.time,
        mutations: entry.effects.map { effect in
          let kind: Mutation.Kind =
            switch effect.kind {
            case .put: .insert
            case .patch: .update
            case .drop: .delete
            }
          return Mutation(kind, effect.table, effect.id, in: entry.zone)
        })
    }
    return changes + [
      ChangeSet(id: ChangeSetID(replica: request.replica, number: 1), time: .zero, mutations: [])
    ]
  }
}
