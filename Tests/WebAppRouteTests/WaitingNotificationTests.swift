import Families
import HearthDomain
import Household
import Replica
import SyncProtocol
import TestSupport
import Testing
import Values
import Web
import WebApp

/// What waits for a parent is told wherever it is shown, as long as it waits.
@Suite struct WaitingNotificationTests {
  private struct World {
    let world: SyncWorld
    let ann: SyncDevice
    let bob: SyncDevice
    let family: ZoneID
    /// The day on which it begins.
    let start: Int

    init() throws {
      world = try SyncWorld(schema: HearthDomain.schema, accounts: ["ann", "bob"])
      ann = try world.device("ann", sql: HearthDomain.migrations)
      bob = try world.device("bob", sql: HearthDomain.migrations)
      start = Int(world.now / 86_400_000)
      family = try ann.write { try CreateFamily(FamilyDetails(name: "Lindqvist"))($0).id }
      try ann.sync()
      try world.admit("bob", to: family, by: "ann", as: FamilyRole.child.role)
      try sync()
    }

    func sync() throws {
      for _ in 0..<2 { for device in [ann, bob] { try device.sync() } }
    }

    func day(_ number: Int) -> CalendarDay { CalendarDay(daysSince1970: start + number) }

    /// A routine that asks for a parent, done by the child on the first day.
    func room(_ title: String = "Room") throws -> RoutineTask {
      var details = RoutineDetails(title: title)
      details.asksApproval = true
      let (family, day) = (family, day(0))
      let routine = try ann.write { [details] in
        try AddRoutine(
          familyID: family, details,
          RoutinePlan(RoutineSchedule(.everyDays, from: day), .each, people: ["bob"]), steps: [])(
            $0
          ).id
      }
      try ann.sync()
      try bob.sync()
      let task = RoutineTask(routineID: routine, day: day, personID: "bob")
      _ = try bob.write { try TickRoutine(task)($0) }
      try bob.sync()
      try ann.sync()
      return task
    }

    func told(_ device: SyncDevice, after days: Int) throws -> [NotificationEntry] {
      try device.connection.transaction { try HearthDomain.settle(device.connection) }
      let reader = NotificationReader(
        connection: device.connection, accountID: device === ann ? "ann" : "bob",
        words: Catalogue(), landmarks: Areas.all.landmarks,
        now: world.now + Int64(days) * 86_400_000 + 1000, notices: [], syncState: .synced)
      return try Areas.all.notifications(reader, NotifyingState(), for: .app)
    }

    func waiting(after days: Int) throws -> [NotificationEntry] {
      try told(ann, after: days).filter { $0.kind == .approval }
    }
  }

  @Test("what waits for a parent is told for four weeks, each day as the page of the family has it")
  func weeks() throws {
    let world = try World()
    let task = try world.room()
    var ids: Set<String> = []
    for day in [0, 1, 2, 3, 6, 7, 8, 14, 27, 28, 40] {
      let told = try world.waiting(after: day)
      let shown = try WaitingRoutine.all(
        of: world.family, through: world.day(day), in: world.ann.connection)
      #expect(told.count == shown.count, "\(day)")
      #expect(told.isEmpty == (day > 27), "\(day)")
      ids.formUnion(told.map(\.id))
    }
    // It is the same each day: once seen, it stays so.
    #expect(ids.count == 1)
    #expect(try world.told(world.bob, after: 7).isEmpty)
    _ = try world.ann.write { try ApproveRoutine(task)($0) }
    try world.sync()
    #expect(try world.waiting(after: 7).isEmpty)
  }

  @Test("what a parent has refused is told no more, and what was approved late its child is told")
  func ends() throws {
    let world = try World()
    let (room, desk) = (try world.room(), try world.room("Desk"))
    let started = world.world.now
    world.world.now += 10 * 86_400_000
    _ = try world.ann.write { try RefuseRoutine(room)($0) }
    _ = try world.ann.write { try ApproveRoutine(desk)($0) }
    try world.sync()
    #expect(try world.waiting(after: 0).isEmpty)
    #expect(world.world.now > started)
    let told = try world.told(world.bob, after: 0)
    #expect(told.map(\.kind) == [.routineDone])
    #expect(told.first?.title.contains("Desk") == true)
    #expect(told.first.map { $0.at > started + 9 * 86_400_000 } == true)
    #expect(try world.told(world.bob, after: 4).isEmpty)
  }

  @Test("who has left waits for nobody")
  func left() throws {
    let world = try World()
    _ = try world.room()
    #expect(try world.waiting(after: 7).count == 1)
    try world.world.hub.remove("bob", from: world.family, by: "ann")
    try world.sync()
    #expect(try world.waiting(after: 7).isEmpty)
    #expect(try world.told(world.bob, after: 7).allSatisfy { $0.kind != .approval })
  }

  @Test("of a thousand that wait the newest are told, and what was done today is among them")
  func many() throws {
    let world = try World()
    let routine = try world.room().routineID
    let (family, ann) = (world.family, world.ann)
    try ann.write { transaction in
      for number in 0..<1000 {
        let (id, day) = (transaction.newID(), world.day(-(number % 27)))
        try transaction.connection.execute(
          """
          INSERT INTO routines (id, familyID, title, partOfDay, asksApproval, nameKey, scheduleKind,
              weekdays, everyCount, startsOn, mode, turnsFrom, createdAt, createdBy)
            SELECT ?, familyID, title, partOfDay, asksApproval, nameKey, scheduleKind, weekdays,
                everyCount, '2020-01-01', mode, turnsFrom, createdAt, createdBy FROM routines
              WHERE id = ?
          """, .text(id), .text(routine))
        try transaction.connection.execute(
          """
          INSERT INTO routineEvents (id, familyID, routineID, day, kind, personID, createdAt,
              createdBy) VALUES (?, ?, ?, ?, 'done', 'bob', ?, 'bob')
          """, .text(transaction.newID()), .text(family), .text(id), .text(day.text),
          .integer(Int64(day.daysSince1970) * 86_400_000))
      }
    }
    let told = try world.told(ann, after: 0)
    #expect(told.count == NotificationReader.maxPerArea)
    #expect(Set(told.map(\.id)).count == told.count)
  }
}
