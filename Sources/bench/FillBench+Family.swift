import Families
import HearthDomain
import Household
import Hub
import Replica
import SQLite
import SyncProtocol
import Values

/// A family with years of routines behind it: two parents, three children.
extension FillBench {
  /// Each of the three children has these, each with its steps, on every day.
  private static let ownRoutines = 6
  private static let stepsPerRoutine = 3
  private static let daysPerWrite = 60

  func fillFamily(_ site: Site, _ manifest: inout Manifest) async throws {
    let people = try (0..<5).map { try site.withToken(site.person("family-\($0)")) }
    let file = try await site.replica(of: people[0])
    var details = FamilyDetails(name: "Lindqvist")
    details.timeZone = "UTC"
    let family = try make(file, details)
    try await file.sync(via: site.transport(people[0]))
    let invitations = Invitations(
      hub: site.hub, codeKey: [UInt8](repeating: 3, count: Invitations.codeKeyBytes))
    for (index, person) in people.dropFirst().enumerated() {
      let invite = try invitations.issue(
        InviteRequest(zone: family, role: index == 0 ? .readWrite : .readOnly, maxUses: 1),
        by: people[0].account)
      _ = try site.hub.redeem(inviteID: invite.id, by: person.account)
    }
    try await file.sync(via: site.transport(people[0]))
    let today = CalendarDay(daysSince1970: Int(wallMilliseconds() / 86_400_000))
    let first = CalendarDay(daysSince1970: today.daysSince1970 - familyDays)
    try plan(file, family, people.map(\.account), from: first)
    for start in stride(from: 0, to: familyDays, by: Self.daysPerWrite) {
      try tick(
        file, family, start..<min(familyDays, start + Self.daysPerWrite), from: first)
      try await file.sync(via: site.transport(people[0]))
    }
    let events = try file.read { connection in
      try connection.first("SELECT count(*) FROM routineEvents") { $0.integer(0) } ?? 0
    }
    manifest.family = Manifest.Family(
      zone: family, people: people, days: familyDays, events: Int(events))
  }

  private func make(_ file: ReplicaFile, _ details: FamilyDetails) throws -> ZoneID {
    try file.write { try CreateFamily(details)($0).id }
  }

  /// What each child does by itself, two things by turns and two for whoever comes first.
  private func plan(
    _ file: ReplicaFile, _ family: ZoneID, _ people: [AccountID], from day: CalendarDay
  ) throws {
    try file.write { transaction in
      let schedule = RoutineSchedule(.weekdays, from: day)
      for index in 0..<Self.ownRoutines {
        try AddRoutine(
          familyID: family, RoutineDetails(title: "Own \(index)"),
          RoutinePlan(schedule, .each, people: Array(people.suffix(3))),
          steps: (0..<Self.stepsPerRoutine).map { RoutineStep(id: "", title: "Step \($0)") })(
            transaction)
      }
      for (title, mode) in [
        ("Dishes", RoutinePlan.Mode.turns), ("Bins", .turns),
        ("Plants", .anyone), ("Letters", .anyone),
      ] {
        try AddRoutine(
          familyID: family, RoutineDetails(title: title),
          RoutinePlan(schedule, mode, people: people))(transaction)
      }
    }
  }

  /// Everything of these days was done, but for every seventh.
  private func tick(
    _ file: ReplicaFile, _ family: ZoneID, _ days: Range<Int>, from first: CalendarDay
  ) throws {
    try file.write { transaction in
      let routines = try Routine.of(family, in: transaction.connection)
      for number in days {
        let day = CalendarDay(daysSince1970: first.daysSince1970 + number).text
        for (index, routine) in routines.enumerated() where (number + index) % 7 > 0 {
          let doers =
            routine.plan.mode == .each
            ? routine.plan.people : [routine.plan.people[number % routine.plan.people.count]]
          for person in doers {
            for step in routine.steps.map(\.id) + [nil] {
              try transaction.connection.execute(
                RoutineEvent.sql.insert, .text(transaction.newID()), .text(family),
                .text(routine.id), .text(day), .text(RoutineEvent.Kind.done.rawValue),
                .text(person), .null, Value(step), .null,
                .integer(transaction.nowMilliseconds), .text(transaction.accountID))
            }
          }
        }
      }
    }
  }
}
