import Foundation
import HubHTTP
import HubSQLite
import LocalTransport
import Replica
import SyncProtocol
import Testing
import Threads

@testable import ShoppingList

/// Tests of one's own schema need no network: the real hub runs in the process, in memory.
@Suite("Lists of two people")
struct ListTests {
  private let directory: String
  private let server: HubServer
  private let pool = ThreadPool(name: "test", threads: 2, maxWaiting: 64)

  init() throws {
    directory = NSTemporaryDirectory() + UUID().uuidString
    server = try HubServer(
      store: HubSQLite(path: ":memory:"), schema: Schema.sync, folder: HubFolder(path: directory))
  }

  private func join(_ name: String) throws -> (file: ReplicaFile, transport: InProcessTransport) {
    let account = try server.accounts.create(name: name, password: "long enough", by: .commandLine)
    let file = try ReplicaFile(
      path: "\(directory)/\(name).db", domain: Schema.migrations, schema: Schema.sync,
      accountID: account.id, pool: pool)
    return (
      file,
      InProcessTransport(hub: server.hub, account: account.id, pokes: server.pokes, pool: pool)
    )
  }

  @Test("what two people write without a connection is on both lists afterwards")
  func convergence() async throws {
    let ann = try join("Ann")
    let bob = try join("Bob")
    try await ann.file.write { try $0.makeList("Weekend") }
    try await ann.file.sync(via: ann.transport)
    let list = try ann.file.read { try List.id(in: $0) }
    let invite = try server.invitations.issue(
      InviteRequest(zone: list, role: .readWrite), by: ann.file.accountID)
    try server.hub.redeem(inviteID: invite.id, by: bob.file.accountID)
    try await bob.file.sync(via: bob.transport)

    try await ann.file.write { try $0.add("Bread", shop: "Baker") }
    try await bob.file.write { try $0.add("Rolls", shop: "Baker") }
    for person in [ann, bob, ann] { try await person.file.sync(via: person.transport) }
    let expected = ["[ ] Bread (Baker)", "[ ] Rolls (Baker)"]
    for person in [ann, bob] {
      #expect(try person.file.read { try List.lines(in: $0) } == expected)
      #expect(try person.file.parkedChanges().isEmpty)
    }
  }
}
