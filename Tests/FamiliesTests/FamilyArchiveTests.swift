import Families
import HearthDomain
import Household
import Importing
import SQLite
import SyncProtocol
import TestSupport
import Testing
import Values

/// Families that come back from a file.
@Suite struct FamilyArchiveTests {
  @Test(
    "a family that was written and brought back says the same, with its stars",
    arguments: UInt64(1)...24)
  func roundTrip(_ seed: UInt64) async throws {
    let world = try FamilyArchiveWorld(seed: seed)
    let before = try SaidFamily(world.home.family, in: world.home.ann.connection)
    let dan = world.home.dan
    let result = try await FamilyArchiveWorld.bring(world.document(), to: dan)
    #expect(result.problems.isEmpty)
    let family = try #require(result.familyID)
    #expect(family != world.home.family)
    let after = try SaidFamily(family, in: dan.connection)
    #expect(after.settings == before.settings)
    #expect(after.stars == before.stars)
    for (table, records) in before.records { #expect(after.records[table] == records, "\(table)") }
    #expect(try dan.refusals.isEmpty)
  }

  @Test("the same file a second time changes nothing, and neither does what was written of it")
  func again() async throws {
    let world = try FamilyArchiveWorld(seed: 100)
    let dan = world.home.dan
    let first = try await FamilyArchiveWorld.bring(world.document(), to: dan)
    let family = try #require(first.familyID)
    let said = try world.document(of: family, on: dan)
    for document in [try world.document(), said] {
      let archive = try FamilyArchive(BytesStream(document), name: "a", zip: nil)
      let plan = try FamilyImportPlan(archive, own: ("dan", "Dan"), in: dan.connection)
      #expect(plan.isEmpty)
      #expect(plan.familyID == family)
      let result = try await FamilyArchiveWorld.bring(document, to: dan)
      #expect(result.trace.isEmpty)
    }
    #expect(try world.document(of: family, on: dan) == said)
  }

  @Test("what was deleted comes back into the family that it was deleted from, under its ids")
  func deleted() async throws {
    let world = try FamilyArchiveWorld(seed: 101)
    let ann = world.home.ann
    let document = try world.document()
    let routine = try #require(try Routine.of(world.home.family, in: ann.connection).first)
    _ = try ann.write { try DeleteRoutine(routineID: routine.id)($0) }
    try ann.sync()
    #expect(try world.document() != document)
    let result = try await FamilyArchiveWorld.bring(document, to: ann)
    #expect(result.counts[.routine] == 1)
    #expect(try Routine.find(routine.id, in: ann.connection)?.steps == routine.steps)
    #expect(try ann.refusals.isEmpty)
    try world.home.sync()
    let bobs = try SaidFamily(world.home.family, in: world.home.bob.connection)
    #expect(bobs == (try SaidFamily(world.home.family, in: ann.connection)))
  }

  @Test("whoever is in another family with something in it is refused, and so is a child")
  func elsewhere() throws {
    let world = try FamilyArchiveWorld(seed: 102)
    let other = try FamilyArchiveWorld(seed: 103)
    let document = try world.document()
    func plan(_ device: SyncDevice, _ bytes: [UInt8]? = nil) throws -> FamilyImportPlan {
      try FamilyImportPlan(
        FamilyArchive(BytesStream(bytes ?? document), name: "a", zip: nil),
        own: (device.account, device.account), in: device.connection)
    }
    // Both worlds make up the same ids.
    let foreign = String(decoding: document, as: UTF8.self)
      .replacing(world.home.family, with: "elsewhere")
    let name = try #require(try Family.own(in: other.home.bob.connection)).details.name
    #expect(throws: FamilyImportPlan.Refusal.inAnotherFamily(name: name)) {
      try plan(other.home.bob, Array(foreign.utf8))
    }
    #expect(throws: FamilyImportPlan.Refusal.parentsOnly) { try plan(world.home.cyd) }
    #expect(try plan(world.home.bob).isEmpty)
  }

  @Test("who is in a family that has nothing in it yet can be somebody of the file")
  func mapped() async throws {
    let world = try FamilyArchiveWorld(seed: 104)
    let dan = world.home.dan
    let family = try dan.write { try CreateFamily(FamilyDetails(name: "New"))($0).id }
    try dan.sync()
    let result = try await FamilyArchiveWorld.bring(
      world.document(), to: dan, as: ["cyd": "dan"])
    #expect(result.familyID == family)
    #expect(try Family.find(family, in: dan.connection)?.details.name == "New")
    let routines = try Routine.of(family, in: dan.connection)
    #expect(routines.allSatisfy { $0.plan.people.contains("dan") })
    let names = try FamilyFace.formerNames(of: family, in: dan.connection)
    #expect(Set(names.values) == ["ann", "bob"])
    #expect(try dan.refusals.isEmpty)
    let again = try await FamilyArchiveWorld.bring(world.document(), to: dan, as: ["cyd": "dan"])
    #expect(again.trace.isEmpty)
    // Who that was is known from what is here, without anybody saying it again; also when a part of
    // it was deleted, and is brought back.
    let archive = try FamilyArchive(BytesStream(world.document()), name: "f", zip: nil)
    func people() throws -> [AccountID: AccountID?] {
      let plan = try FamilyImportPlan(archive, own: ("dan", "Dan"), in: dan.connection)
      return Dictionary(uniqueKeysWithValues: plan.people.map { ($0.id, $0.accountID) })
    }
    #expect(try people() == ["ann": nil, "bob": nil, "cyd": "dan"])
    let routine = try #require(routines.first)
    try dan.write { try DeleteRoutine(routineID: routine.id)($0) }
    try dan.sync()
    #expect(try people() == ["ann": nil, "bob": nil, "cyd": "dan"])
    try await FamilyArchiveWorld.bring(archive, to: dan)
    let back = try #require(try Routine.find(routine.id, in: dan.connection))
    #expect(back.plan.people == routine.plan.people)
  }

  @Test("two people of the file are not one, and nobody is somebody who is not in the family")
  func impossibleChoices() throws {
    let world = try FamilyArchiveWorld(seed: 105)
    let archive = try FamilyArchive(BytesStream(world.document()), name: "a", zip: nil)
    for choices in [["cyd": "dan", "bob": "dan"], ["cyd": "ann"], ["nobody": "dan"]] {
      #expect(throws: FamilyImportPlan.Refusal.unknownPerson) {
        try FamilyImportPlan(
          archive, choices: choices, own: ("dan", "Dan"), in: world.home.dan.connection)
      }
    }
  }

  // MARK: Taking back

  private func undo(_ trace: FamilyImportTrace, on device: SyncDevice) throws
    -> UndoFamilyImport.Plan
  {
    let undo = UndoFamilyImport(trace)
    let plan = try undo.plan(in: device.connection)
    for part in plan.parts { try device.write { try undo(plan, part: part, $0) } }
    try device.sync()
    return plan
  }

  @Test("an import that is taken back leaves no family")
  func undone() async throws {
    let world = try FamilyArchiveWorld(seed: 106)
    let dan = world.home.dan
    let result = try await FamilyArchiveWorld.bring(world.document(), to: dan)
    let plan = try undo(result.trace, on: dan)
    #expect(plan.isWhole)
    #expect(try Family.own(in: dan.connection) == nil)
    #expect(throws: FamilyFailure.familyNotFound) { try undo(result.trace, on: dan) }
    let again = try await FamilyArchiveWorld.bring(world.document(), to: dan)
    #expect(again.counts[.tick] == result.counts[.tick])
  }

  @Test("taking an import back leaves what somebody has changed or done since")
  func undoneInUse() async throws {
    let world = try FamilyArchiveWorld(seed: 107)
    let dan = world.home.dan
    let result = try await FamilyArchiveWorld.bring(world.document(), to: dan)
    let family = try #require(result.familyID)
    let routines = try Routine.of(family, in: dan.connection)
    let kept = try #require(routines.first)
    var details = kept.details
    details.title = "Changed"
    let changed = details
    _ = try dan.write {
      try EditRoutine(
        routineID: kept.id, changed, kept.plan, steps: kept.steps, inOrder: kept.row.inOrder,
        today: world.home.day(9))($0)
    }
    try dan.sync()
    let events = try RoutineEvent.all(
      where: "routineID = ?", [.text(kept.id)], in: dan.connection)
    let plan = try undo(result.trace, on: dan)
    #expect(!plan.isWhole && plan.keptCount > 0)
    #expect(try Routine.of(family, in: dan.connection).map(\.id) == [kept.id])
    #expect(
      try RoutineEvent.all(where: "routineID = ?", [.text(kept.id)], in: dan.connection) == events)
    #expect(try dan.refusals.isEmpty)
  }
}
