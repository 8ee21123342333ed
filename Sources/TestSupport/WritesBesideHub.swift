import Hub
import Replica
import SyncProtocol

/// A simulation in which somebody's replica lives beside the hub. Its writes are sent step by step
/// as `ReplicaFile` sends them, and between any two steps others write, an answer is lost, the
/// process ends or somebody else uses the replica.
protocol WritesBesideHub: FaultyNetwork {
  var hub: Hub { get }
  /// Chance of its own, so that histories without such a replica stay as they are.
  var beside: SeededRandom { get set }
  /// What the hub answered first.
  var answers: [ChangeSetID: Answer] { get }
  func judge(_ request: PushRequest, account: AccountID) throws -> PushResponse
  func note(_ request: PushRequest, _ device: SimulatedDevice)
  /// Sends a transaction that was stored.
  func sendConfirmation(_ device: SimulatedDevice, isFaulty: Bool) throws
  func pull(_ device: SimulatedDevice, isFaulty: Bool) throws
  /// Something that happens between two steps, if anything does.
  func meanwhile(_ device: SimulatedDevice) throws
  func checkDevice(_ device: SimulatedDevice) throws
}

extension WritesBesideHub {
  /// What its author has given up, having heard that sharing is paused, and what comes late once
  /// more: the hub has forgotten it.
  func givenUp(in request: PushRequest) throws -> Set<ChangeSetID> {
    let acknowledged = try store.read { try $0.acknowledged(ofReplica: request.replica) }
    return Set(
      request.changeSets.map(\.id).filter { $0.number <= acknowledged && answers[$0] == nil })
  }

  /// Writes with the hub's word for it; what is large stays open here meanwhile. Does nothing while
  /// an earlier one is under way. Whether it is stored to be sent, or known to be accepted.
  @discardableResult
  func writeBeside(
    _ device: SimulatedDevice, relyingOn reliance: Replica.Reliance,
    _ body: (WriteTransaction) throws -> Void
  ) throws -> Bool {
    guard !device.isAwaiting, try device.replica.isConfirmed() else { return false }
    let crash = beside.chance(0.04) ? beside.number(0..<40) : nil
    if crash != nil { fault("crash in a write") }
    let outcome = try device.run(crashAfter: crash) { replica in
      try replica.prepareOpen(relyingOn: reliance, body)
    }
    guard let outcome, outcome.hasChanges else { return false }
    if outcome.isOpen { return try sendOpen(device) }
    guard beside.chance(0.9) else { return true }
    try sendConfirmation(device, isFaulty: beside.chance(0.2))
    if beside.chance(0.8) { try pull(device, isFaulty: false) }
    return true
  }

  /// Sends the open rehearsal; the answer comes now, or some steps later. Whether it is here and
  /// accepts it.
  private func sendOpen(_ device: SimulatedDevice) throws -> Bool {
    guard let request = try device.replica.rehearsalRequest() else { return false }
    fault("kept open")
    note(request, device)
    var response: PushResponse?
    let ask = { [unowned self] in try judge(request, account: device.account) }
    if beside.chance(0.1) {
      fault("request lost")
    } else {
      response = try atHub(isFaulty: beside.chance(0.3), ask)
      if beside.chance(0.1) {
        fault("request doubled")
        _ = try atHub(isFaulty: false, ask)
      }
      if beside.chance(0.1) {
        fault("request repeated late")
        network.append(
          SimulatedDelivery(
            steps: beside.number(1..<25), device: device, generation: device.generation,
            run: { [unowned self] in _ = try atHub(isFaulty: false, ask) }))
      }
      if beside.chance(0.1) {
        fault("response lost")
        response = nil
      }
    }
    let crash = beside.chance(0.04) ? beside.number(0..<40) : nil
    let isAlive = try device.run(crashAfter: crash) { try $0.finishRehearsal() } != nil
    guard isAlive else {
      fault("crash while receiving")
      return false
    }
    device.isAwaiting = true
    let received = response
    let receive = { [unowned self] in try receiveOpen(received, to: request, device) }
    guard beside.chance(0.4) else { return try receive() }
    fault("response late")
    network.append(
      SimulatedDelivery(
        steps: beside.number(1..<6), device: device, generation: device.generation,
        run: { _ = try receive() }))
    return false
  }

  /// Whether it was accepted, as far as is known here.
  private func receiveOpen(
    _ response: PushResponse?, to request: PushRequest, _ device: SimulatedDevice
  ) throws -> Bool {
    let generation = device.generation
    try meanwhile(device)
    guard device.generation == generation else { return false }
    device.isAwaiting = false
    let crash = beside.chance(0.04) ? beside.number(0..<30) : nil
    let confirmation = try device.run(crashAfter: crash) { replica in
      try replica.receiveRehearsal(response, to: request)
    }
    switch confirmation {
    case .accepted:
      device.isAwaiting = true
      let isKept = try keepOpen(device)
      guard device.generation == generation else { return true }
      device.isAwaiting = false
      fault(isKept ? "rehearsal kept" : "rehearsal given up")
      if !isKept, beside.chance(0.8) { try pull(device, isFaulty: false) }
      try checkView(device)
      try checkDevice(device)
      return true
    case .refused(let refusal):
      report.parked["rehearsal \(refusal.reason.rawValue)", default: 0] += 1
      if beside.chance(0.8) { try pull(device, isFaulty: false) }
    case .paused: fault("rehearsal paused")
    case .wait, nil: break
    }
    return false
  }

  /// Pulls, and commits the rehearsal when the hub tells of it and of nothing else.
  private func keepOpen(_ device: SimulatedDevice) throws -> Bool {
    let generation = device.generation
    try meanwhile(device)
    guard device.generation == generation else { return false }
    let size = beside.pick([1, 1 << 20, 1 << 20, 1 << 20])!
    let request = try device.replica.nextPull(maxBytes: size)
    let page = try atHub(isFaulty: beside.chance(0.2)) { [unowned self] in
      try hub.pull(request, as: device.account)
    }
    guard let page, beside.chance(0.9) else {
      device.replica.abandonRehearsal()
      return false
    }
    try meanwhile(device)
    guard device.generation == generation else { return false }
    let crash = beside.chance(0.06) ? beside.number(0..<20) : nil
    return try device.run(crashAfter: crash) { replica in
      try replica.keepRehearsal(page, to: request)
    } ?? false
  }
}
