import Replica
import SQLite
import SyncProtocol
import Things

/// The replica of a household that lives beside the hub.
extension HouseholdSimulation {
  /// As a part of an import does: many new items at once.
  func addMany(_ device: SimulatedDevice, in home: ZoneID) throws {
    let word = "\(device.name)-\(beside.number(0..<100_000))"
    let count = beside.number(2..<6)
    // Somebody may delete it meanwhile.
    let place = beside.chance(0.4) ? try device.pick("locations", in: home) : nil
    try write(device, "addMany") { transaction in
      for number in 0..<count {
        var details = ItemDetails(name: "\(word) \(number)", currency: "EUR")
        details.locationID = place
        try AddItem(homeID: home, details)(transaction)
      }
    }
  }

  func meanwhile(_ device: SimulatedDevice) throws {
    guard let other = beside.pick(devices.filter { !$0.isBeside }) else { return }
    switch beside.number(0..<24) {
    case 0..<3:
      try actSomehow(other)
      try sync(other, isFaulty: false)
    case 3: try share()
    case 4: try redeem(device)
    case 5:
      fault("device crash")
      try device.restart()
    case 6:
      fault("rehearsal in the way")
      try device.replica.write { _ in }
    default: break
    }
  }
}
