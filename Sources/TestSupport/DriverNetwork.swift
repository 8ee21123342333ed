import Hub
import LocalTransport
import Replica
import SyncProtocol
import Threads

/// What lies between the devices of a history and their hub: it loses, doubles and delays what it
/// carries, and breaks the lines on which the hub tells of changes.
///
/// `@unchecked Sendable` because a history runs on one thread.
final class DriverNetwork: @unchecked Sendable {
  let scheduler: StepScheduler
  var random: SeededRandom
  /// The hub's process, while it runs.
  var hub: DriverHub.Process? { didSet { cutLines() } }
  /// How often something goes wrong, of 1.
  var trouble = 0.0
  var onFault: (String) -> Void = { _ in }
  /// Told of all that is handed back and of what a restored hub says to it.
  var onHandBack: (HandBackRequest, HandBackResponse) -> Void = { _, _ in }
  private var lines: [StartedTask<Void>] = []

  static let maxTravelSeconds = 0.4
  static let reconnectSeconds = 1.5

  init(scheduler: StepScheduler, random: SeededRandom) {
    self.scheduler = scheduler
    self.random = random
  }

  func goesWrong(_ what: String, _ weight: Double = 1) -> Bool {
    guard trouble > 0, random.chance(trouble * weight) else { return false }
    onFault(what)
    return true
  }

  /// All lines on which the hub tells of changes break.
  func cutLines() {
    for line in lines { line.cancel() }
    lines = []
  }

  func keep(_ line: StartedTask<Void>) {
    lines.removeAll { $0.result != nil }
    lines.append(line)
  }
}

/// A device's way to the hub.
///
/// `@unchecked Sendable` because a history runs on one thread.
final class DriverTransport: Transport, @unchecked Sendable {
  private let network: DriverNetwork
  private let account: AccountID
  /// Whether the device runs and has a network.
  private let isConnected: () -> Bool

  init(network: DriverNetwork, account: AccountID, isConnected: @escaping () -> Bool) {
    self.network = network
    self.account = account
    self.isConnected = isConnected
  }

  func push(_ request: PushRequest) async throws(TransportError) -> PushResponse {
    try await carry { hub async throws(TransportError) in try await hub.push(request) }
  }

  func pull(_ request: PullRequest) async throws(TransportError) -> PullResponse {
    try await carry { hub async throws(TransportError) in try await hub.pull(request) }
  }

  func handBack(
    _ request: HandBackRequest
  ) async throws(TransportError) -> HandBackResponse {
    let response = try await carry { hub async throws(TransportError) in
      try await hub.handBack(request)
    }
    network.onHandBack(request, response)
    return response
  }

  func hold(_ zones: [ZoneID], replica: String) async throws(TransportError) -> Bool {
    try await carry { hub async throws(TransportError) in
      try await hub.hold(zones, replica: replica)
    }
  }

  /// What the hub says may be shared; `nil` when it cannot be asked.
  func sharingNews() async -> SharingNews? {
    guard isConnected(), let hub = network.hub, !network.goesWrong("request lost") else {
      return nil
    }
    // A store that cannot be read is asked again.
    return try? hub.hub.sharingNews(for: account)
  }

  private func carry<Answer: Sendable>(
    _ ask: @escaping @Sendable (InProcessTransport) async throws(TransportError) -> Answer
  ) async throws(TransportError) -> Answer {
    guard isConnected() else { throw .unreachable(reason: "no network") }
    try await travel()
    if network.goesWrong("request lost") { throw .interrupted(reason: "lost") }
    guard let hub = network.hub else { throw .unreachable(reason: "no hub") }
    if network.goesWrong("request doubled") {
      network.scheduler.start { [self] in
        try await network.scheduler.pause(network.random.unit() * 20)
        guard let hub = network.hub else { return }
        _ = try await ask(hub.transport(as: account))
      }
    }
    let answer = try await ask(hub.transport(as: account))
    try await travel()
    if network.goesWrong("response lost") || !isConnected() { throw .interrupted(reason: "lost") }
    return answer
  }

  private func travel() async throws(TransportError) {
    guard network.trouble > 0 else { return }
    do {
      try await network.scheduler.pause(
        network.random.unit() * DriverNetwork.maxTravelSeconds)
    } catch {
      throw .interrupted(reason: "given up")
    }
  }

  func pokes() -> AsyncStream<Poke> {
    let (stream, continuation) = AsyncStream.makeStream(
      of: Poke.self, bufferingPolicy: .bufferingNewest(64))
    let listening = network.scheduler.start { [self] in
      while !Task.isCancelled {
        if isConnected(), let hub = network.hub {
          let line = network.scheduler.start { [self] in
            for await poke in hub.transport(as: account).pokes() {
              if network.goesWrong("line broken", 0.5) || !isConnected() { return }
              continuation.yield(poke)
            }
          }
          network.keep(line)
          await line.end()
          continuation.yield(.deaf)
        }
        try await network.scheduler.pause(DriverNetwork.reconnectSeconds)
      }
    }
    continuation.onTermination = { _ in listening.cancel() }
    return stream
  }
}
