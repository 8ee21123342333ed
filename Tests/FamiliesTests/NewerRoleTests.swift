import Families
import HearthDomain
import Household
import Hub
import Replica
import SQLite
import SyncProtocol
import TestSupport
import Testing

/// A role that a newer program has given, and that this one does not know: it gives nobody a right,
/// and stops nothing else.
// D-FAM-8 D-SYN-11
@Suite struct NewerRoleTests {
  /// Pulls from a hub whose program gives somebody in the family a role of its own.
  private func pull(
    _ device: SyncDevice, _ world: FamilyWorld, giving account: AccountID, _ role: String
  ) throws {
    let person = UUIDs.v5(world.family, account)
    func give(_ effects: [Effect]) -> [Effect] {
      effects.map { effect in
        guard effect.table == "participants", effect.id == person,
          effect.registers["role"] != nil
        else { return effect }
        var given = effect
        given.registers["role"] = .text(role)
        return given
      }
    }
    while true {
      let request = try device.replica.nextPull(maxBytes: PullRequest.defaultMaxBytes)
      var response = try world.world.hub.pull(request, as: device.account)
      if case .page(var page) = response {
        for index in page.snapshots.indices {
          page.snapshots[index].records = give(page.snapshots[index].records)
        }
        for index in page.entries.indices {
          page.entries[index].effects = give(page.entries[index].effects)
        }
        response = .page(page)
      }
      if try device.replica.receive(response, to: request) == .done { return }
    }
  }

  @Test("somebody whose role is not known is nobody here, until it is; all else is as ever")
  func person() throws {
    let world = try FamilyWorld()
    let routine = try world.add("Teeth", for: ["cyd", "bob"])
    try world.sync()
    let old = try world.world.device("ann", "old", sql: HearthDomain.migrations)
    try pull(old, world, giving: "bob", "guardian")
    let (family, connection) = (world.family, old.connection)
    #expect(try FamilyPerson.all(of: family, in: connection).map(\.id) == ["ann", "cyd"])
    #expect(try FamilyRole.of("bob", in: family, connection) == nil)
    #expect(try FamilyRole.of("cyd", in: family, connection) == .child)
    #expect(try old.replica.quarantineCounts() == [family: 1])
    // What names them is shown, and can be written.
    let board = try world.board(on: old)
    #expect(board.entries.map(\.personID) == ["cyd"])
    let task = RoutineTask(routineID: routine, day: world.day(0), personID: "cyd")
    _ = try old.write { try TickRoutine(task)($0) }
    try world.world.hub.setRole(.readOnly, of: "bob", in: family, by: "ann")
    try old.sync()
    #expect(try old.refusals == [])
    #expect(try FamilyRole.of("bob", in: family, connection) == .child)
    #expect(try old.replica.quarantineCounts() == [:])
  }

  @Test("whoever's own role is not known writes what the hub allows, whatever the list says")
  func oneself() throws {
    let world = try FamilyWorld()
    // A newer hub lets Cyd do no more than a child, and calls it something else.
    let old = try world.world.device("cyd", "old", sql: HearthDomain.migrations)
    try pull(old, world, giving: "cyd", "grandchild")
    #expect(try FamilyRole.of("cyd", in: world.family, old.connection) == nil)
    #expect(throws: FamilyFailure.parentsOnly) {
      try old.write {
        try AddRoutine(
          familyID: world.family, RoutineDetails(title: "Mine"),
          RoutinePlan(RoutineSchedule(.weekdays, from: world.day(0)), .each, people: ["cyd"]))($0)
      }
    }
    #expect(throws: FamilyFailure.parentsOnly) {
      try old.write { try SetFace(familyID: world.family, accountID: "cyd", details: .init())($0) }
    }
  }

  @Test("a zone in which this account has an unknown role is set aside, and the others come")
  func ownGrant() throws {
    let world = try FamilyWorld()
    let head = ZoneHead(zone: world.family, kind: .family, head: 1, role: .readWrite, grant: "g")
    let response = PullResponse.page(
      PullPage(
        epoch: "epoch-1", cut: Cut(accountSequence: 1, zones: [head]), isLast: true,
        nowMilliseconds: 0))
    let text = String(decoding: response.wireBytes, as: UTF8.self)
    #expect(try PullResponse(wireBytes: Array(text.utf8)) == response)
    let newer = text.replacing("readWrite", with: "guardian")
    #expect(newer != text)
    guard case .page(let page) = try PullResponse(wireBytes: Array(newer.utf8)) else {
      Issue.record("no page")
      return
    }
    #expect(page.cut.zones == [])
    #expect(Array(page.unreadable.keys) == [world.family])
  }

  @Test(
    "no table of the hub or of a replica takes a role that it does not know",
    arguments: ["guardian", "", "OWNER", "parent"])
  func tables(_ role: String) throws {
    let world = try FamilyWorld()
    let hub = world.world.store.connection
    for sql in [
      "UPDATE grants SET role = ?",
      "INSERT INTO familyShares (zoneID, family, parents, since) "
        + "VALUES ('\(world.family)', '\(world.family)', ?, 0)",
    ] {
      #expect(throws: SQLiteError.self, "\(sql)") { try hub.execute(sql, .text(role)) }
    }
    #expect(throws: SQLiteError.self) {
      try world.ann.connection.execute("UPDATE participants SET role = ?", .text(role))
    }
    for person in ["ann", "bob", "cyd"] {
      #expect(try world.world.hub.role(of: person, in: world.family) != nil)
    }
  }
}
