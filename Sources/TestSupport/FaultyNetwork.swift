import HubSQLite
import Replica
import SyncProtocol

/// The network between simulated devices and their hub: it drops, doubles, delays and reorders what
/// it carries, and either side may stop at any statement.
protocol FaultyNetwork: AnyObject {
  var random: SeededRandom { get set }
  var store: HubSQLite { get }
  var report: SimulationReport { get set }
  /// What is on its way and late.
  var network: [SimulatedDelivery] { get set }
  /// Checks what the last call to the hub has committed.
  func checkHub() throws
  /// Checks what a person sees.
  func checkView(_ device: SimulatedDevice) throws
}

/// What came of one history.
package struct SimulationReport: Sendable, Equatable {
  package var steps = 0
  package var faults: [String: Int] = [:]
  package var parked: [String: Int] = [:]
  /// What people have done, in histories that count it.
  package var done: [String: Int] = [:]
  /// What the hub has answered, of all that was ever sent, hostile requests included.
  package var answered: [String: Int] = [:]
  /// By which rules the hub has judged, see `JudgedPaths`.
  package var judged: [String: Int] = [:]
  /// Follows from everything that happened: equal for equal seeds.
  package var fingerprint: UInt64 = 0

  package init() {}

  mutating func note(_ answers: [Answer]) {
    for answer in answers {
      let name =
        switch answer {
        case .accepted: "accepted"
        case .wait: "wait"
        case .paused: "paused"
        case .refused(let refusal): refusal.reason.rawValue
        }
      answered[name, default: 0] += 1
    }
  }

  package var faultCount: Int { faults.values.reduce(0, +) }
}

/// A message that arrives some steps later, unless its device has restarted meanwhile.
struct SimulatedDelivery {
  var steps: Int
  let device: SimulatedDevice
  let generation: Int
  let run: () throws -> Void
}

extension FaultyNetwork {
  func fault(_ name: String) { report.faults[name, default: 0] += 1 }

  /// Asks the hub and hands its answer to the device, or loses one of the two.
  func call<Response>(
    _ device: SimulatedDevice, isFaulty: Bool, ask: @escaping () throws -> Response,
    answer: @escaping (Replica, Response) throws -> Void
  ) throws {
    if isFaulty, random.chance(0.15) { return fault("request lost") }
    guard let response = try atHub(isFaulty: isFaulty, ask) else { return }
    if isFaulty, random.chance(0.1) {
      fault("request doubled")
      _ = try atHub(isFaulty: false, ask)
    }
    if isFaulty, random.chance(0.05) {
      fault("request repeated late")
      network.append(
        SimulatedDelivery(
          steps: random.number(1..<25), device: device, generation: device.generation,
          run: { [unowned self] in _ = try atHub(isFaulty: false, ask) }))
    }
    if isFaulty, random.chance(0.15) { return fault("response lost") }
    let handOver = { [unowned self] in
      let crash = isFaulty && random.chance(0.06) ? random.number(0..<60) : nil
      if crash != nil { fault("crash while receiving") }
      _ = try device.run(crashAfter: crash) { replica in try answer(replica, response) }
      try checkView(device)
    }
    if isFaulty, random.chance(0.15) {
      fault("response late")
      network.append(
        SimulatedDelivery(
          steps: random.number(1..<8), device: device, generation: device.generation,
          run: handOver))
    } else {
      try handOver()
    }
  }

  /// Runs something on the hub, which may stop between two statements.
  func atHub<Response>(isFaulty: Bool, _ body: () throws -> Response) throws -> Response? {
    if isFaulty, random.chance(0.04) {
      fault("hub crash")
      var left = random.number(0..<40)
      store.connection.injectedFailure = { _ in
        left -= 1
        return left < 0 ? SimulatedCrash() : nil
      }
    }
    defer { store.connection.injectedFailure = nil }
    do {
      let response = try body()
      store.connection.injectedFailure = nil
      try checkHub()
      return response
    } catch is SimulatedCrash {
      store.connection.injectedFailure = nil
      try checkHub()
      return nil
    }
  }

  /// Carries out what was delayed and is due.
  func deliver() throws {
    var due: [SimulatedDelivery] = []
    network = network.compactMap { delivery in
      var delivery = delivery
      delivery.steps -= 1
      if delivery.steps >= 0 { return delivery }
      due.append(delivery)
      return nil
    }
    for delivery in due where delivery.device.generation == delivery.generation {
      try delivery.run()
    }
  }
}
