import Hub
import Replica
import SyncProtocol
import Things

extension HouseholdSimulation {
  /// Somebody gives up the homes of their own for one that they are in, with the hub's word for it.
  /// After that, as after each step, everyone has a home and one that is primary.
  func startFresh(_ device: SimulatedDevice, keeping home: ZoneID) throws {
    guard device.task == nil, try homes(of: device).contains(where: { $0.role != .owner }) else {
      return
    }
    let owned = try homes(of: device).filter { $0.role == .owner && $0.id != home }.map(\.id)
    do {
      try confirm(device, relyingOn: Replica.Reliance(zones: owned + [home], accountList: true)) {
        try StartFresh(keptID: home)($0)
      }
    } catch ReplicaError.pendingChanges {
      return
    } catch ReplicaError.parkedChanges {
      return
    } catch  where Self.isRefusal(error) {
      report.parked["start afresh not done", default: 0] += 1
      return
    }
    fault("started afresh")
  }
}
