import Hub
import HubSQLite
import Replica
import SQLite
import SyncProtocol
import TestSupport
import Testing

/// What somebody who is invited may learn of a home before they join.
@Suite struct MatchTests {
  private let world: SyncWorld
  private let ann: SyncDevice
  private let home: ZoneID
  private let kitchen: RecordID
  private let attic: RecordID
  private let photo: RecordID
  private let kettle: RecordID

  /// Ann's flat: two places, a kettle with a photo, and a place that is gone.
  init() throws {
    world = try SyncWorld()
    ann = try world.device("ann")
    home = try ann.addHome("Flat")
    kitchen = try ann.addPlace("Kitchen", in: home)
    attic = try ann.addPlace("Attic", in: home)
    let cellar = try ann.addPlace("Cellar", in: home)
    kettle = try ann.addItem("kettle", in: home, place: kitchen)
    photo = try ann.addPhoto("front", of: kettle, in: home)
    try ann.run("DELETE FROM places WHERE id = ?", .text(cellar))
    let other = try ann.addHome("Cabin")
    try ann.addPlace("Kitchen", in: other)
    try ann.sync()
  }

  private func match(
    _ invite: String, _ queries: MatchQuery..., by account: AccountID = "bob"
  ) throws -> MatchReply {
    try world.hub.matches(inviteID: invite, queries: queries, by: account)
  }

  private func places(_ names: String...) -> MatchQuery {
    MatchQuery(table: "places", register: "name", values: names)
  }

  @Test("S0-US002-4 D-INV-2 of one's own names those are told that live in the home, and no others")
  func found() throws {
    let invite = try world.invite(to: home, by: "ann")
    let head = try world.head(of: home)
    let reply = try match(
      invite, places("Kitchen", "Garage", "Cellar", "kitchen", "Kitchen"),
      MatchQuery(table: "photos", register: "caption", values: ["front"]), places("Attic"))
    #expect(
      reply.results == [
        [Match(value: "Kitchen", record: kitchen)],
        [Match(value: "front", record: photo, parent: kettle)],
        [Match(value: "Attic", record: attic)],
      ])
    #expect(reply.counts == ["places": 2, "items": 1, "photos": 1])
    #expect(try world.head(of: home) == head)
    #expect(try world.store.read { try $0.invite(invite)?.usedCount } == 0)
    #expect(try world.hub.role(of: "bob", in: home) == nil)
  }

  @Test("all records of one name are told, in the order of their ids")
  func several() throws {
    let second = try ann.addPlace("Kitchen", in: home)
    try ann.sync()
    let invite = try world.invite(to: home, by: "ann")
    #expect(
      try match(invite, places("Kitchen")).results[0].map(\.record) == [kitchen, second].sorted())
  }

  @Test(
    "only registers that the schema lets be asked for are",
    arguments: [
      ("items", "name"), ("places", "id"), ("homes", "name"), ("participants", "name"), ("x", "y"),
    ])
  func undeclared(table: String, register: String) throws {
    let invite = try world.invite(to: home, by: "ann")
    #expect(throws: InviteError.outOfRange) {
      try match(invite, MatchQuery(table: table, register: register, values: ["kettle"]))
    }
  }

  @Test("D-INV-20 D-MRG-10 a read-only invite counts, and does not tell what a merge would meet")
  func readOnly() throws {
    let invite = try world.invite(to: home, by: "ann", as: .readOnly)
    #expect(throws: InviteError.readOnly) { try match(invite, places("Kitchen")) }
    #expect(
      try match(invite)
        == MatchReply(
          results: [], counts: ["places": 2, "items": 1, "photos": 1]))
    // A member asks with the right they have, not with the invite's.
    try world.admit("bob", to: home, by: "ann", as: .readOnly)
    let other = try world.invite(to: home, by: "ann")
    #expect(throws: InviteError.readOnly) { try match(other, places("Kitchen")) }
    try world.hub.setRole(.readWrite, of: "bob", in: home, by: "ann")
    #expect(try match(invite, places("Kitchen")).results[0].map(\.record) == [kitchen])
  }

  @Test("D-INV-3 an invite that lets nobody in tells nothing")
  func ended() throws {
    let revoked = try world.invite(to: home, by: "ann")
    try world.hub.revokeInvite(revoked, by: "ann")
    #expect(throws: InviteError.revoked) { try match(revoked) }
    let used = try world.invite(to: home, by: "ann")
    try world.hub.redeem(inviteID: used, by: "cyd")
    #expect(throws: InviteError.exhausted) { try match(used) }
    try world.hub.remove("cyd", from: home, by: "ann")
    #expect(throws: InviteError.alreadyUsedByYou) { try match(used, by: "cyd") }
    let expired = try world.invite(to: home, by: "ann")
    world.now += 3_600_000
    #expect(throws: InviteError.expired) { try match(expired) }
    #expect(throws: InviteError.unknown) { try match("none") }
  }

  @Test("a request has at most 20 queries, 5,000 values and 2,400 bytes a value")
  func bounds() throws {
    let invite = try world.invite(to: home, by: "ann")
    let names = (0..<MatchRequest.maxValues).map { "name \($0)" }
    func ask(_ queries: [MatchQuery]) throws -> MatchReply {
      try world.hub.matches(inviteID: invite, queries: queries, by: "bob")
    }
    func query(_ values: [String]) -> MatchQuery {
      MatchQuery(table: "places", register: "name", values: values)
    }
    #expect(try ask([query(names)]).results == [[]])
    #expect(throws: InviteError.outOfRange) { try ask([query(names), query(["x"])]) }
    #expect(try ask(Array(repeating: query([]), count: 20)).results.count == 20)
    #expect(throws: InviteError.outOfRange) {
      try ask(Array(repeating: query([]), count: 21))
    }
    let long = String(repeating: "x", count: 2400)
    #expect(try ask([query([long])]).results == [[]])
    #expect(throws: InviteError.outOfRange) { try ask([query([long + "x"])]) }
  }

  @Test("one asks by a key or by a join of one's own, so many times in a quarter of an hour")
  func limited() throws {
    let invitations = Invitations(hub: world.hub, codeKey: [UInt8](repeating: 7, count: 32))
    let issued = try invitations.issue(InviteRequest(zone: home, role: .readWrite), by: "ann")
    let join = try world.hub.keepJoin(inviteID: issued.id, choice: "", by: "bob")
    func ask(_ subject: MatchSubject, by account: AccountID) throws -> MatchReply {
      try invitations.matches(
        MatchRequest(subject, queries: [places("Attic")]), by: account, address: nil)
    }
    let byJoin = try ask(.join(join.id), by: "bob")
    #expect(byJoin.results[0].map(\.record) == [attic])
    #expect(try ask(.key(.token(issued.token)), by: "bob") == byJoin)
    #expect(throws: SharingError.notFound) { try ask(.join(join.id), by: "cyd") }
    #expect(throws: AttemptLimits.TooManyAttempts.self) {
      for _ in 0..<Invitations.maxMatchRequests { _ = try ask(.join(join.id), by: "bob") }
    }
    // Others are not kept waiting.
    #expect(try ask(.key(.token(issued.token)), by: "cyd") == byJoin)
    world.now += 15 * 60_000
    #expect(try ask(.join(join.id), by: "bob") == byJoin)
  }
}
