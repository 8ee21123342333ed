import Families
import Hub
import Replica
import SyncProtocol
import TestSupport
import Testing

@Suite struct AwayTests {
  private static let day: Int64 = 86_400_000

  @Test("a tablet that was away for 90 days is in step after one sync, and what it ticked counts")
  func ninetyDays() throws {
    let family = try FamilyWorld()
    let world = family.world
    let teeth = try family.add("Teeth", steps: ["Top", "Bottom"])
    let dishes = try family.add("Dishes", .turns, for: ["ann", "bob", "cyd"])
    try family.sync()
    // Cyd's tablet has no hub from now on; she ticks what is hers for three days.
    for number in 0..<3 {
      try family.cyd.write {
        try TickRoutine(routineID: teeth, day: family.day(number), personID: "cyd")($0)
      }
    }
    for number in 1...40 {
      world.now += Self.day
      try family.ann.write {
        let board = try family.board(number, on: family.ann)
        let person = board.entries.first { $0.routine.id == dishes }?.personID ?? "ann"
        try TickRoutine(routineID: dishes, day: family.day(number), personID: person)($0)
      }
      try family.ann.sync()
    }
    try family.ann.write { try DeleteRoutine(routineID: dishes)($0) }
    try family.ann.sync()
    world.now += 50 * Self.day
    let trimmed = try world.store.trimLogs(
      LogRetention(maxAgeMilliseconds: 30 * Self.day, minEntriesPerZone: 0), now: world.now)
    #expect(trimmed > 0)
    let known = try family.cyd.connection.first(
      "SELECT sequence FROM syncZones WHERE id = ?", .text(family.family)
    ) { $0.integer(0) }
    let floor = try world.store.read { try $0.zone(family.family)?.floor }
    #expect(try #require(floor) > (known ?? 0), "its place in the log is gone")

    try family.cyd.sync()
    let status = try family.cyd.replica.status()
    #expect(status.parkedCount == 0)
    try family.ann.sync()
    for device in [family.ann, family.cyd] {
      for number in 0..<3 {
        let board = try family.board(number, on: device)
        #expect(board.entry(of: teeth, for: "cyd")?.state == .done)
      }
      #expect(try Routine.of(family.family, in: device.connection).map(\.id) == [teeth])
    }
  }
}
