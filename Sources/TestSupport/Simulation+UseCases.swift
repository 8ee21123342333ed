import Replica
import SQLite
import SyncProtocol

/// What the histories of shipping use cases have in common.
extension Simulation {
  /// Runs a use case. Whether something was written and kept.
  @discardableResult
  func useCase(
    _ what: String, on device: SimulatedDevice, _ body: (WriteTransaction) throws -> Void
  ) throws -> Bool {
    do {
      let before = device.replica.lastNumber
      try write(device, body)
      guard device.replica.lastNumber > before else { return false }
      report.done[what, default: 0] += 1
      return true
    } catch let error as SQLiteError {
      throw SimulationFailure("a use case keeps to its tables", "\(device.name) \(what): \(error)")
    } catch ReplicaError.pendingChanges {
    } catch ReplicaError.parkedChanges {
    } catch let error where subject.isRefusal(error) {
      report.parked["\(what) not done", default: 0] += 1
      try subject.checkReason(error, what, device)
    }
    return false
  }

  /// What was acknowledged is there, or somebody has deleted it, or its zone is gone.
  ///
  /// - Parameters:
  ///   - lasting: the tables whose records stay until somebody deletes them, or what they are part of.
  ///   - owners: the registers that say what they are part of.
  func checkAcknowledged(_ lasting: Set<String>, partOf owners: [String]) throws {
    guard !hasRestored else { return }
    var deleted: Set<RecordID> = []
    var entered: [(ChangeSetID, Mutation)] = []
    for changeSet in sentRequests.flatMap(\.0.changeSets) {
      let mutations = changeSet.mutations.filter {
        lasting.contains($0.table) || $0.id == $0.zone
      }
      deleted.formUnion(mutations.filter { $0.kind == .delete }.map(\.id))
      guard case .accepted(let parts)? = answers[changeSet.id], !parts.isEmpty else { continue }
      entered += mutations.filter { $0.kind == .insert && $0.id != $0.zone }.map {
        (changeSet.id, $0)
      }
    }
    for (id, mutation) in entered
    where !deleted.contains(mutation.id) && !deleted.contains(mutation.zone)
      && !givenTwice.contains(id)
      && !owners.contains(where: { deleted.contains(mutation.registers[$0]?.text ?? "") })
    {
      let isThere = oracle.images[mutation.zone]?.records[mutation.id] != nil
      try require(isThere, "what was acknowledged is there", "\(mutation.key) of \(id)")
    }
  }
}
