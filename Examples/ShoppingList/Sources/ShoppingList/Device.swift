import Foundation
import Replica
import ReplicaHTTP
import SyncProtocol
import Threads

/// One person's copy of the list: a replica in a file, and the way to its hub.
struct Device {
  let file: ReplicaFile
  let transport: HTTPTransport

  /// What is kept beside the file. The token is as good as the password.
  private struct Session: Codable {
    var hub: String
    var token: String
    var accountID: AccountID
  }

  /// Signs in. From then on the hub is only needed to sync.
  static func join(_ path: String, hub: String, name: String, password: String) async throws {
    guard let address = HubAddress(hub) else { throw Failure("\(hub) is no address of a hub") }
    let reply = try await HTTPTransport.signIn(
      address: address, SignInRequest(name: name, password: password, label: path))
    let session = Session(hub: hub, token: reply.token, accountID: reply.account.id)
    let isKept = FileManager.default.createFile(
      atPath: path + ".session", contents: try JSONEncoder().encode(session),
      attributes: [.posixPermissions: 0o600])
    guard isKept else { throw Failure("\(path).session cannot be written") }
  }

  init(_ path: String) throws {
    guard let kept = FileManager.default.contents(atPath: path + ".session") else {
      throw Failure("\(path) belongs to nobody yet: join first")
    }
    let session = try JSONDecoder().decode(Session.self, from: kept)
    guard let address = HubAddress(session.hub) else { throw Failure("\(path).session is damaged") }
    transport = HTTPTransport(address: address, token: session.token)
    file = try ReplicaFile(
      path: path, domain: Schema.migrations, schema: Schema.sync, accountID: session.accountID,
      // Everything that blocks does so here, and not where tasks run.
      pool: ThreadPool(name: "replica", threads: 1, maxWaiting: 64))
  }

  /// Sends what waits and takes in what others did. Without the hub nothing is lost.
  func sync() async throws {
    do {
      try await file.sync(via: transport)
    } catch SyncError.transport(.unreachable(let reason)) {
      say("offline: \(reason)")
    }
  }

  /// The list, then what has not come through yet, then what the hub refused and why.
  func show() throws {
    var lines = try file.read(List.lines)
    let waiting = try file.status().pendingCount
    if waiting > 0 { lines.append("\(waiting) waiting to be sent") }
    for parked in try file.parkedChanges() {
      lines.append("refused \(parked.number): \(words(for: parked.refusal.reason))")
    }
    say(lines.joined(separator: "\n"))
  }

  private func words(for reason: RefusalReason) -> String {
    switch reason {
    case .claimed: "somebody else was first"
    case .gone, .parentGone, .zoneGone: "it was deleted meanwhile"
    case .permission, .readOnly, .regranted: "you may not change this list any more"
    default: "\(reason)"
    }
  }

  /// Stays in step with the hub, and shows the list whenever it has changed.
  func watch() async throws {
    let (changes, signal) = AsyncStream.makeStream(
      of: Void.self, bufferingPolicy: .bufferingNewest(1))
    let observation = file.observe { notice in if !notice.tables.isEmpty { signal.yield() } }
    defer { withExtendedLifetime(observation) {} }
    async let running: Void = SyncLoop(file: file, transport: transport).run()
    for await _ in changes { try show() }
    await running
  }
}
