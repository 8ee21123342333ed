import Families
import FoundationEssentials
import HTTPServer
import Household
import SyncProtocol
import Values
import Web

/// A week of a family.
extension WebApplication {
  func familyWeekPage(_ family: ZoneID, _ query: FamilyWeekQuery) -> Endpoint {
    .viewing(.family(family)) { at in
      try await at.member.page(
        { FamilyWeekPage.view($0, in: $1) },
        load: { reader in try FamilyWeekPage.Model(family, query, reader) })
    }
  }
}

extension FamilyWeekPage.Model {
  init?(_ id: ZoneID, _ query: FamilyWeekQuery, _ reader: PageReader) throws {
    let connection = reader.connection
    guard let family = try Family.find(id, in: connection) else { return nil }
    let today = family.today(at: reader.hubNow, reader.words)
    let range = RoutineDays.week(of: query.day.flatMap { CalendarDay($0) } ?? today)
    let week = try FamilyWeek(of: id, on: range, for: query.person, in: connection)
    let people = week.people.map { FamilyFigure($0, you: reader.accountID) }
    let person = people.first { $0.id == query.person }
    // Somebody who has left has no week any more.
    guard query.person == nil || person != nil else { return nil }
    self.init(
      family: ZoneLink(.family, id: id, name: family.details.name), people: people,
      person: person, first: range.lowerBound, today: today)
    if range.contains(today) { endsAt = family.dayEnd(at: reader.hubNow, reader.words) }
    let former = try FamilyFace.formerNames(of: id, in: connection)
    let left = { (id: AccountID) in former[id] ?? reader.words.somebodyWhoLeft }
    days = week.days.map { shown in
      var day = FamilyWeekPage.Day(
        shown.day, weekday: Weekdays.index(of: shown.day),
        entries: shown.entries.map { entry in
          FamilyWeekPage.Entry(
            entry.routine.id, entry.routine.details.title,
            RoutineWeekPage.Entry(entry, people, left: left, on: shown.day, today: today))
        })
      day.away = people.filter { shown.away.contains($0.id) }
      day.moreCount = shown.entryCount - shown.entries.count
      return day
    }
    hasRoutines =
      try days.contains { !$0.entries.isEmpty } || !Routine.of(id, in: connection).isEmpty
  }
}
