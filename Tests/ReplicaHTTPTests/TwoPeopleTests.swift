import Replica
import ReplicaHTTP
import SyncProtocol
import SyncTestSupport
import Testing

/// Two accounts, each with a replica of its own, over real HTTP.
@Suite struct TwoPeopleTests {
  private func transport(_ server: TestServer, _ token: String) throws -> HTTPTransport {
    HTTPTransport(address: try #require(HubAddress(server.url)), token: token)
  }

  /// Everything that is synced, as text.
  private func contents(_ file: ReplicaFile) throws -> [String] {
    try file.read { connection in
      try ["homes", "notes", "participants"].flatMap { table in
        let columns = try connection.query("SELECT name FROM pragma_table_info('\(table)')") {
          $0.text(0)
        }
        // Each has a personal zone, which only he is in.
        let condition = table == "participants" ? "WHERE zoneID IN (SELECT id FROM homes)" : ""
        return try connection.query(
          """
          SELECT '\(table)' || json_array(\(columns.joined(separator: ", "))) FROM \(table)
            \(condition) ORDER BY 1
          """
        ) { $0.text(0) }
      }
    }
  }

  // S1-2-in-a S1-3.2-e S1-9.2-a S1-11-a
  @Test("a home is shared, joined and edited by two people, and both have the same in the end")
  func sharedEditing() async throws {
    let server = try TestServer()
    try server.start()
    let (ada, bob) = (try server.addAccount("ada"), try server.addAccount("bob"))
    let (hers, his) = (try server.testHub.replica(ada.id), try server.testHub.replica(bob.id))
    let (up, down) = (try transport(server, ada.token), try transport(server, bob.token))
    let home = try await hers.confirm(via: up) { try $0.addHome("Flat") }
    let invite = try await HTTPHubClient(up).createInvite(
      InviteRequest(zone: home, role: .readWrite))
    try await his.sync(via: down)
    #expect(try his.homes() == [])
    #expect(try await HTTPHubClient(down).redeem(.token(invite.token)) == home)
    try await his.sync(via: down)
    #expect(try his.homes() == ["Flat"])
    let role = try his.read { connection in
      try connection.first("SELECT role FROM syncZones WHERE id = ?", .text(home)) { $0.text(0) }
    }
    #expect(role == "readWrite")
    _ = try await his.write { try $0.addNote("bread", in: home) }
    _ = try await hers.write { try $0.addNote("milk", in: home) }
    try await his.write { try $0.rename(home, "Our flat") }
    for (file, transport) in [(his, down), (hers, up), (his, down)] {
      try await file.sync(via: transport)
    }
    #expect(try hers.notes() == ["bread", "milk"])
    #expect(try hers.homes() == ["Our flat"])
    #expect(try contents(hers) == contents(his))
    await server.stop()
  }

  @Test("D-INV-5 a join begun on one device is finished on another, also after the hub was down")
  func joinElsewhere() async throws {
    let server = try TestServer()
    try server.start()
    let (ada, bob) = (try server.addAccount("ada"), try server.addAccount("bob"))
    let up = try transport(server, ada.token)
    let home = try await server.testHub.replica(ada.id).confirm(via: up) { transaction in
      let home = try transaction.addHome("Flat")
      try transaction.addNote("milk", in: home)
      return home
    }
    let invite = try await HTTPHubClient(up).createInvite(
      InviteRequest(zone: home, role: .readWrite))
    let phone = HTTPHubClient(try transport(server, bob.token))
    let join = try await phone.keepJoin(.token(invite.token), choice: "merge")
    let notes = MatchQuery(table: "notes", register: "text", values: ["milk", "bread"])
    let reply = try await phone.matchInvite(.join(join.id), queries: [notes])
    #expect(reply.results.map { $0.map(\.value) } == [["milk"]])
    #expect(reply.counts == ["notes": 1])
    await server.stop()
    try server.start()
    let down = try transport(server, try server.token(of: bob.id))
    let laptop = HTTPHubClient(down)
    #expect(try await laptop.pendingJoins() == [join])
    try await laptop.setJoinChoice(join.id, "alongside")
    #expect(try await laptop.redeemJoin(join.id) == home)
    let his = try server.testHub.replica(bob.id)
    try await his.sync(via: down)
    #expect(try his.homes() == ["Flat"])
    #expect(try await phone.pendingJoins().map(\.state) == [.redeemed])
    try await phone.forgetJoin(join.id)
    #expect(try await laptop.pendingJoins() == [])
    await #expect(throws: HubClientError.refused(.notFound)) {
      try await laptop.redeemJoin(join.id)
    }
    await server.stop()
  }

  @Test("S4-TC-offline-sync what is written while the hub is down is at the hub once it is back")
  func offlineEdits() async throws {
    let server = try TestServer()
    try server.start()
    let (id, token) = try server.addAccount("ada")
    let (file, transport) = (try server.testHub.replica(id), try transport(server, token))
    let home = try await file.confirm(via: transport) { try $0.addHome("Flat") }
    try await file.sync(via: transport)
    await server.stop()
    for number in 0..<20 {
      _ = try await file.write { try $0.addNote("note \(number)", in: home) }
      try await file.write { try $0.rename(home, "Flat \(number)") }
    }
    await #expect(throws: SyncError.self) { try await file.sync(via: transport) }
    #expect(try file.status().pendingCount == 40)
    try server.start()
    try await file.sync(via: transport)
    #expect(try file.status().pendingCount == 0)
    // What a new replica loads is what the hub has.
    let fresh = try server.testHub.replica(id, "fresh")
    try await fresh.sync(via: transport)
    #expect(try fresh.notes().count == 20)
    #expect(try fresh.homes() == ["Flat 19"])
    #expect(try contents(fresh) == contents(file))
    await server.stop()
  }

  @Test("a home that was deleted and restored is on both devices again, with what was written late")
  func deletedAndRestored() async throws {
    let server = try TestServer()
    try server.start()
    let (ada, bob) = (try server.addAccount("ada"), try server.addAccount("bob"))
    let (hers, his) = (try server.testHub.replica(ada.id), try server.testHub.replica(bob.id))
    let (up, down) = (try transport(server, ada.token), try transport(server, bob.token))
    let home = try await hers.confirm(via: up) { try $0.addHome("Flat") }
    let invite = try await HTTPHubClient(up).createInvite(
      InviteRequest(zone: home, role: .readWrite))
    _ = try await HTTPHubClient(down).redeem(.token(invite.token))
    _ = try await hers.confirm(via: up) { try $0.addNote("milk", in: home) }
    try await his.sync(via: down)
    try await hers.confirm(via: up) { transaction in
      try transaction.connection.execute("DELETE FROM notes")
      _ = try transaction.connection.execute("DELETE FROM homes")
    }
    #expect(try hers.homes() == [])
    _ = try await his.write { try $0.addNote("bread", in: home) }
    let client = HTTPHubClient(up)
    #expect(try await client.deletedZones().map(\.zone) == [home])
    try await client.restoreZone(home, isAlone: false)
    for (file, transport) in [(his, down), (hers, up)] { try await file.sync(via: transport) }
    #expect(try hers.notes() == ["bread", "milk"])
    #expect(try contents(hers) == contents(his))
    await #expect(throws: HubClientError.refused(.notFound)) {
      try await client.purgeDeletedZone(home)
    }
    await server.stop()
  }
}
