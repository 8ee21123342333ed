import Families
import Household
import Replica
import SyncProtocol
import TestSupport
import Testing
import Values

/// A week of a family, and of one person in it.
@Suite struct FamilyWeekTests {
  private func week(
    _ home: FamilyWorld, of person: AccountID? = nil, on device: SyncDevice? = nil
  ) throws -> FamilyWeek {
    try FamilyWeek(
      of: home.family, on: home.day(0)...home.day(6), for: person,
      in: (device ?? home.ann).connection)
  }

  private func titles(_ week: FamilyWeek, _ day: Int) -> [String] {
    week.days[day].entries.map { "\($0.routine.details.title) \($0.personID ?? "anybody")" }
  }

  @Test("a person's week has what is theirs, what they may do, and what they have done for others")
  func ofOne() throws {
    let home = try FamilyWorld()
    try home.add("Teeth", for: ["cyd", "bob"])
    try home.add("Bins", .anyone, for: ["bob", "cyd"])
    let car = try home.add("Car", .anyone, for: ["ann", "bob"])
    try home.add("Dishes", .turns, for: ["ann", "cyd"])
    try home.sync()
    // What only her parents are to do, Cyd has done.
    _ = try home.cyd.write {
      try TickRoutine(routineID: car, day: home.day(2), personID: "cyd")($0)
    }
    _ = try home.ann.write {
      try AddAbsence(
        familyID: home.family, personID: "cyd",
        details: AbsenceDetails(from: home.day(4).text, through: home.day(4).text))($0)
    }
    try home.sync()
    for device in [home.ann, home.cyd] {
      let cyds = try week(home, of: "cyd", on: device)
      #expect(cyds.days.count == 7)
      #expect(titles(cyds, 0) == ["Bins anybody", "Teeth cyd"])
      #expect(titles(cyds, 1) == ["Bins anybody", "Dishes cyd", "Teeth cyd"])
      #expect(titles(cyds, 2).contains("Car anybody"))
      #expect(!titles(cyds, 4).contains("Teeth cyd"))
      #expect(cyds.days.map(\.away) == (0..<7).map { $0 == 4 ? ["cyd"] : [] })
      #expect(cyds.days.allSatisfy { $0.entryCount == $0.entries.count })
    }
    #expect(try week(home, of: "bob").days[4].away.isEmpty)
    // All weeks together are everybody's.
    let all = try week(home)
    for day in 0..<7 {
      let single = try ["ann", "bob", "cyd"].flatMap { titles(try week(home, of: $0), day) }
      #expect(Set(titles(all, day)) == Set(single), "\(day)")
    }
    #expect(try week(home, of: "dan").days.allSatisfy { $0.entries.isEmpty && $0.away.isEmpty })
  }

  @Test("of a thousand routines the first of each day are shown, and it is said how many there are")
  func many() throws {
    let home = try FamilyWorld()
    let routine = try home.add("Teeth")
    let family = home.family
    try home.ann.write { transaction in
      for _ in 0..<999 {
        let id = transaction.newID()
        try transaction.connection.execute(
          """
          INSERT INTO routines (id, familyID, title, partOfDay, nameKey, scheduleKind, weekdays,
              everyCount, startsOn, mode, turnsFrom, createdAt, createdBy)
            SELECT ?, familyID, title, partOfDay, nameKey, scheduleKind, weekdays, everyCount,
                startsOn, mode, turnsFrom, createdAt, createdBy FROM routines WHERE id = ?
          """, .text(id), .text(routine))
        try transaction.connection.execute(
          """
          INSERT INTO routinePeople (id, routineID, familyID, position, accountID)
            VALUES (?, ?, ?, 0, 'cyd')
          """, .text(transaction.newID()), .text(id), .text(family))
      }
    }
    let count = try Routine.of(family, in: home.ann.connection).count
    let clock = ContinuousClock()
    let start = clock.now
    let all = try week(home)
    #expect(clock.now - start < .seconds(20))
    #expect(all.days.allSatisfy { $0.entries.count == FamilyWeek.maxEntries })
    #expect(all.days.allSatisfy { $0.entryCount == count })
    #expect(try week(home, of: "cyd").days.allSatisfy { $0.entryCount == count })
    #expect(try week(home, of: "bob").days.allSatisfy { $0.entryCount == 0 })
  }
}
