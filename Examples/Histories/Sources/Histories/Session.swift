import Foundation
import Replica
import ReplicaHTTP
import SyncProtocol
import Threads

/// What is kept beside a device's file: where its hub is, and who it is there. The token is as good
/// as the password.
struct Session: Codable {
  var hub: String
  var token: String
  var accountID: AccountID

  /// Signs in. From then on the hub is only needed to sync.
  static func begin(_ path: String, hub: String, name: String, password: String) async throws {
    guard let address = HubAddress(hub) else { throw Failure("\(hub) is no address of a hub") }
    let reply = try await HTTPTransport.signIn(
      address: address, SignInRequest(name: name, password: password, label: path))
    let session = Session(hub: hub, token: reply.token, accountID: reply.account.id)
    let isKept = FileManager.default.createFile(
      atPath: path + ".session", contents: try JSONEncoder().encode(session),
      attributes: [.posixPermissions: 0o600])
    guard isKept else { throw Failure("\(path).session cannot be written") }
  }

  /// Opens the replica and the way to its hub.
  static func open(_ path: String, clock: Clock) throws -> (ReplicaFile, HTTPTransport) {
    guard let kept = FileManager.default.contents(atPath: path + ".session") else {
      throw Failure("\(path) belongs to nobody yet: join first")
    }
    let session = try JSONDecoder().decode(Session.self, from: kept)
    guard let address = HubAddress(session.hub) else { throw Failure("\(path).session is damaged") }
    let file = try ReplicaFile(
      path: path, domain: Schema.migrations, schema: Schema.sync, accountID: session.accountID,
      environment: Replica.Environment(now: clock.nowMilliseconds),
      pool: ThreadPool(name: "replica", threads: 1, maxWaiting: 64))
    return (file, HTTPTransport(address: address, token: session.token))
  }
}
