import Families
import SyncProtocol
import Values

/// The commands about a routine's week: who did it, what was noted, and how often in a row.
enum RoutineWeekCommands {
  static let all = [week, history, streak, familyWeek]

  private static let on = Command.Option.value(
    "on", "DATE", "a day of the week, YYYY-MM-DD; by default the family's today")

  private static let week = Command(
    path: ["routine", "week"], summary: "Show a week of a routine, from Monday to Sunday",
    details: """
      Who did it on which day, and what is missing. With --json also what was noted, and streaks.
      """,
    operands: [RoutineCommands.routine], options: [on] + MoneyPlace.options,
    examples: [.init("hearth routine week Teeth --on 2026-06-01", "the week of that day")]
  ) { invocation in
    let (row, names) = try await read(invocation)
    return try invocation.report(row) {
      TextColumns(row.days.map { [$0.day] + text($0, names) }).text
    }
  }

  private static let familyWeek = Command(
    path: ["family", "week"], summary: "Show a week of the family, or of one person in it",
    details: """
      From Monday to Sunday. With PERSON: what that person is to do, or may, and what they have \
      done for others. At most \(FamilyWeek.maxEntries) routines of a day are shown.
      """,
    operands: [
      .init(
        name: "PERSON", help: "whose week: a name or an id; everybody's without it",
        isOptional: true)
    ],
    options: [on] + MoneyPlace.options,
    examples: [
      .init("hearth family week", "everybody's, this week"),
      .init("hearth family week Cyd --on 2026-06-01", "hers, in the week of that day"),
    ]
  ) { invocation in
    let wanted = invocation.operand(0)
    let (row, names) = try await invocation.read { reader in
      let family = try reader.family()
      let today = reader.today(of: family)
      let range = RoutineDays.week(of: try reader.day(invocation["on"], of: family))
      let person = try wanted.map { try reader.person($0, of: family, at: "PERSON").id }
      let week = try FamilyWeek(
        of: family.id, on: range, for: person, in: reader.connection)
      return (
        FamilyWeekRow(week, of: family.id, person, range, today: today),
        try reader.names(of: family)
      )
    }
    return try invocation.report(row) {
      TextColumns(
        row.days.flatMap { day -> [[String]] in
          let away = day.away.map { [day.day, "", "away", name($0, names)] }
          let more = day.entryCount - day.entries.count
          let rows =
            away
            + day.entries.map { entry in
              [day.day, entry.title, entry.mark, text(entry, names)]
            } + (more > 0 ? [[day.day, "and \(more) more"]] : [])
          return rows.isEmpty ? [[day.day, "nothing"]] : rows
        }
      ).text
    }
  }

  private static func text(
    _ entry: FamilyWeekRow.Entry, _ names: [AccountID: String]
  ) -> String {
    let who = entry.personID.value ?? entry.doneBy.first
    return who.map { name($0, names) } ?? "whoever comes first"
  }

  private static let history = Command(
    path: ["routine", "history"], summary: "List what was noted of a routine in a week",
    details: """
      The last first, at most \(RoutineDays.maxNotes), also what was taken back.
      """,
    operands: [RoutineCommands.routine], options: [on] + MoneyPlace.options,
    examples: [.init("hearth routine history Teeth", "this week's")]
  ) { invocation in
    let (row, names) = try await read(invocation)
    return try invocation.list(
      row.history, or: "Nothing was noted from \(row.firstDay) to \(row.lastDay)."
    ) { note in
      let by = note.by == note.personID ? "" : "by \(name(note.by, names))"
      return [note.day, note.what, name(note.personID, names), by, note.at]
    }
  }

  private static let streak = Command(
    path: ["routine", "streak"], summary: "Show how often in a row a routine was done",
    details: "Up to today. A family that has streaks off has none.",
    operands: [RoutineCommands.routine], options: MoneyPlace.options,
    examples: [.init("hearth routine streak Teeth", "each one's own")]
  ) { invocation in
    let (row, names) = try await read(invocation)
    return try invocation.list(row.streaks, or: "It has no streak.") { streak in
      [streak.personID.value.map { name($0, names) } ?? "all together", "\(streak.count)"]
    }
  }

  private static func read(
    _ invocation: Invocation
  ) async throws -> (RoutineWeekRow, [AccountID: String]) {
    let wanted = try invocation.requiredOperand(0)
    return try await invocation.read { reader in
      let family = try reader.family()
      let routine = try reader.routine(wanted, of: family)
      let today = reader.today(of: family)
      let range = RoutineDays.week(of: try reader.day(invocation["on"], of: family))
      let week = try RoutineDays(of: routine, on: range, in: reader.connection)
      let streaks = try week.streaks(today: today, in: reader.connection)
        .map { StreakRow(personID: OrNull($0.person), count: $0.count) }
      return (
        RoutineWeekRow(week, range, today: today, streaks), try reader.names(of: family)
      )
    }
  }

  private static func name(_ id: AccountID, _ names: [AccountID: String]) -> String {
    names[id] ?? "somebody who left"
  }

  private static func text(
    _ day: RoutineWeekRow.Day, _ names: [AccountID: String]
  ) -> [String] {
    let entries = day.entries.map { entry in
      let who = entry.personID.value ?? entry.doneBy.first
      return "\(who.map { name($0, names) } ?? "whoever comes first"): \(entry.mark)"
    }
    let away =
      day.away.isEmpty
      ? "" : "away: \(day.away.map { name($0, names) }.joined(separator: ", "))"
    return [entries.joined(separator: ", "), away]
  }
}
