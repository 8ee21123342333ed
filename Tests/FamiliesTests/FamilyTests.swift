import Families
import HearthDomain
import Household
import Hub
import Replica
import SyncProtocol
import TestSupport
import Testing
import Things

/// Who is in a family, and what the hub lets them do.
@Suite struct FamilyTests {
  @Test("parents and children come in by an invite, with the role that it gives")
  func joining() throws {
    let home = try FamilyWorld()
    let people = try FamilyPerson.all(of: home.family, in: home.cyd.connection)
    #expect(people.map(\.id) == ["ann", "bob", "cyd"])
    #expect(people.map(\.role) == [.parent, .parent, .child])
    #expect(try Family.own(in: home.cyd.connection)?.id == home.family)
  }

  @Test("a family that is founded has no stars until a parent turns them on")
  func starsAreOff() throws {
    let home = try FamilyWorld()
    func hasStars(_ device: SyncDevice) throws -> Bool {
      try #require(try Family.find(home.family, in: device.connection)).details.hasStars
    }
    for device in [home.ann, home.cyd] { #expect(try !hasStars(device)) }
    let reward = try home.ann.write { transaction in
      var routine = RoutineDetails(title: "Room")
      routine.stars = 5
      let plan = RoutinePlan(RoutineSchedule(.everyDays, from: home.day(0)), .each, people: ["cyd"])
      _ = try AddRoutine(familyID: home.family, routine, plan, steps: [])(transaction)
      return try SaveReward(familyID: home.family, RewardDetails(title: "Film"))(transaction)
    }
    try home.sync()
    // What it would be worth waits for no parent, and buys nothing.
    let entry = try #require(try home.board(on: home.cyd).entries.first)
    let done = try home.cyd.write {
      try TickRoutine(routineID: entry.routine.id, day: home.day(0), personID: "cyd")($0)
    }
    #expect(done.state == .done)
    #expect(throws: FamilyFailure.starsAreOff) {
      _ = try home.cyd.write { try WishReward(rewardID: reward.id)($0) }
    }
    var details = FamilyDetails(name: "Lindqvist")
    details.hasStars = true
    _ = try home.bob.write { [details] in
      try EditFamily(familyID: home.family, details: details)($0)
    }
    try home.sync()
    for device in [home.ann, home.cyd] { #expect(try hasStars(device)) }
  }

  // S4-SEC-3 D-FAM-3 I4-3 X07
  @Test("every parent invites, removes and gives roles; a child does not")
  func parents() throws {
    let home = try FamilyWorld()
    #expect(throws: SharingError.notOwner) {
      _ = try home.world.invite(to: home.family, by: "cyd")
    }
    #expect(throws: SharingError.notOwner) {
      try home.world.hub.setRole(.readWrite, of: "cyd", in: home.family, by: "cyd")
    }
    try home.world.hub.setRole(.readWrite, of: "cyd", in: home.family, by: "bob")
    try home.world.hub.setRole(.readOnly, of: "cyd", in: home.family, by: "bob")
    try home.world.hub.remove("cyd", from: home.family, by: "bob")
    try home.sync()
    #expect(try Family.own(in: home.cyd.connection) == nil)
  }

  // D-FAM-6
  @Test("there is always a parent: who owns the family hands it over before leaving")
  func lastParent() throws {
    let home = try FamilyWorld()
    #expect(throws: SharingError.isOwner) {
      try home.world.hub.remove("ann", from: home.family, by: "ann")
    }
    #expect(throws: SharingError.isOwner) {
      try home.world.hub.setRole(.readOnly, of: "ann", in: home.family, by: "bob")
    }
    try home.world.hub.offerOwnership(of: home.family, to: "bob", by: "ann")
    let notices = try home.world.hub.notices(of: "bob")
    let offer = try #require(notices.first { $0.kind == .ownershipOffered })
    try home.world.hub.acceptOwnership(notice: offer.id, by: "bob")
    try home.world.hub.remove("ann", from: home.family, by: "ann")
    try home.sync()
    #expect(
      try FamilyPerson.all(of: home.family, in: home.bob.connection).map(\.id) == [
        "bob", "cyd",
      ])
  }

  // D-FAM-1 S4-2.3.1-e S4-TC-perm-error
  @Test("a child that pushes its own role, or anything of its parents, is refused")
  func forged() throws {
    let home = try FamilyWorld()
    let routine = try home.add("Bins")
    try home.sync()
    for sql in [
      "UPDATE families SET name = 'Mine'", "UPDATE routines SET title = 'Nothing'",
      "INSERT INTO absences VALUES ('0192-a', '\(home.family)', 'cyd', "
        + "'2026-03-02', '2026-03-09', '')",
      "INSERT INTO routineApprovals VALUES ('0192-b', '\(home.family)', '\(routine)', "
        + "'2026-03-02', 'cyd', 100, NULL, 1, 'cyd')",
      "DELETE FROM routinePeople; DELETE FROM routines",
    ] {
      let before = try home.cyd.refusals.count
      try home.cyd.write { transaction in
        for statement in sql.split(separator: ";") {
          try transaction.connection.execute(String(statement))
        }
      }
      try home.cyd.sync()
      let refused = try home.cyd.refusals
      #expect(refused.count == before + 1 && refused.last == .readOnly, "\(sql): \(refused)")
    }
    // Roles are the hub's: whoever writes their own is refused, and has the one that they had.
    for (number, role) in ["readWrite", "owner"].enumerated() {
      let answer = try home.world.push(
        [
          Mutation(
            .update, "participants", UUIDs.v5(home.family, "cyd"), in: home.family,
            registers: ["role": .text(role)])
        ], as: "cyd", number: Int64(number + 1))
      guard case .refused(let refusal)? = answer else {
        Issue.record("\(role) is not refused")
        continue
      }
      #expect(refusal.reason == .hubOwned)
    }
    #expect(try home.world.hub.role(of: "cyd", in: home.family) == .readOnly)
    try home.sync()
    #expect(try Routine.find(routine, in: home.ann.connection)?.details.title == "Bins")
  }

  // X07 D-PRM-6 D-PRM-4
  @Test("a child shares and deletes no home, not even its own")
  func ownHome() throws {
    let home = try FamilyWorld()
    let own = try home.cyd.write { try CreateHome(HomeDetails(name: "Tree house"))($0).id }
    _ = try home.cyd.write { try CreateHome(HomeDetails(name: "Tent"))($0) }
    try home.cyd.sync()
    #expect(throws: SharingError.restricted) { _ = try home.world.invite(to: own, by: "cyd") }
    // What pages, API and commands ask first, also on a device.
    #expect(throws: NotByChildren.self) {
      try home.cyd.write { try NotByChildren.check(in: $0.connection) }
    }
    try home.ann.write { try NotByChildren.check(in: $0.connection) }
    try home.cyd.write { try DeleteHome(homeID: own)($0) }
    try home.cyd.sync()
    #expect(try home.cyd.refusals == [.permission])
    #expect(try home.world.hub.role(of: "cyd", in: own) == .owner)
    try home.world.hub.setRole(.readWrite, of: "cyd", in: home.family, by: "ann")
    _ = try home.world.invite(to: own, by: "cyd")
  }

  // D-FAM-7 S4-TC-switch S4-FLOW-3c D-FAM-5
  @Test("an account is in one family: the second one is joined by leaving the first in one step")
  func switching() throws {
    let home = try FamilyWorld()
    let other = try home.dan.write { try CreateFamily(FamilyDetails(name: "Other"))($0).id }
    try home.dan.sync()
    let invite = try home.world.invite(to: other, by: "dan", as: .readWrite)
    #expect(throws: SharingError.inOther) {
      try home.world.hub.redeem(inviteID: invite, by: "bob")
    }
    let pending = try home.world.invite(to: home.family, by: "bob")
    try home.world.hub.redeem(inviteID: invite, by: "bob", leaving: home.family)
    #expect(try home.world.hub.role(of: "bob", in: home.family) == nil)
    #expect(try home.world.hub.role(of: "bob", in: other) == .readWrite)
    // What he has promised others for the first one ends with it.
    #expect(throws: InviteError.revoked) {
      try home.world.hub.redeem(inviteID: pending, by: "eve", leaving: nil)
    }
    #expect(throws: SharingError.isOwner) {
      let third = try home.world.invite(to: other, by: "dan")
      try home.world.hub.redeem(inviteID: third, by: "ann", leaving: home.family)
    }
  }

  // D-FAM-7
  @Test("a family that is founded without the hub by somebody who has one is refused")
  func second() throws {
    let home = try FamilyWorld()
    let away = try home.world.device("dan", "dan-2", sql: HearthDomain.migrations)
    _ = try home.dan.write { try CreateFamily(FamilyDetails(name: "One"))($0) }
    _ = try away.write { try CreateFamily(FamilyDetails(name: "Two"))($0) }
    try home.dan.sync()
    try away.sync()
    #expect(try away.refusals == [.limit])
    try away.sync()
    #expect(try Family.own(in: away.connection)?.details.name == "One")
    #expect(throws: FamilyFailure.self) {
      _ = try home.dan.write { try CreateFamily(FamilyDetails(name: "Three"))($0) }
    }
  }

  @Test("a dissolved family comes back without those who are in another by then")
  func restored() throws {
    let home = try FamilyWorld()
    try home.add("Bins")
    try home.sync()
    #expect(throws: FamilyFailure.parentsOnly) {
      try home.bob.write { try DeleteFamily(familyID: home.family)($0) }
    }
    try home.ann.write { try DeleteFamily(familyID: home.family)($0) }
    try home.sync()
    #expect(try Family.own(in: home.cyd.connection) == nil)
    let other = try home.bob.write { try CreateFamily(FamilyDetails(name: "Bob's"))($0).id }
    try home.bob.sync()
    try home.world.hub.restoreZone(home.family, by: "ann")
    try home.sync()
    #expect(try home.world.hub.role(of: "cyd", in: home.family) == .readOnly)
    #expect(try home.world.hub.role(of: "bob", in: home.family) == nil)
    #expect(try home.world.hub.role(of: "bob", in: other) == .owner)
    #expect(try home.board(on: home.cyd).entries.map(\.routine.details.title) == ["Bins"])
  }

  @Test("the name and the time zone of a family are checked, and a stale form overwrites nothing")
  func details() throws {
    let home = try FamilyWorld()
    var details = FamilyDetails(name: " ")
    details.timeZone = "Nowhere/Here"
    #expect(throws: FamilyFailure.self) {
      _ = try home.ann.write { try EditFamily(familyID: home.family, details: details)($0) }
    }
    let base = FamilyDetails(name: "Lindqvist")
    var (first, second) = (base, base)
    first.name = "Lindqvist-Berg"
    second.emoji = "🌻"
    _ = try home.ann.write {
      try EditFamily(familyID: home.family, details: first, base: base)($0)
      return try EditFamily(familyID: home.family, details: second, base: base)($0)
    }
    let now = try Family.own(in: home.ann.connection)?.details
    #expect(now?.name == "Lindqvist-Berg" && now?.emoji == "🌻")
    #expect(throws: FamilyFailure.parentsOnly) {
      _ = try home.cyd.write { try EditFamily(familyID: home.family, details: base)($0) }
    }
  }
}
