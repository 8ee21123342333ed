import Families
import FoundationEssentials
import SharingWeb
import SyncProtocol
import Values
import Web

extension PageReader {
  /// The homes and groups that are shared with a family, as far as the person has them.
  ///
  /// - Parameter members: who is in the family. Somebody who is there by a family of their own says
  ///   nothing about this one.
  func shared(with members: Set<AccountID>) -> [ZoneLink] {
    surroundings.zones.filter { row in
      row.zone.kind != .family
        && row.participants.contains { $0.isByFamily && members.contains($0.accountID) }
    }.map(\.zone)
  }
}

extension FamilyDayPage.About {
  private static let maxLatest = 5

  /// - Parameter today: the family's day, which is shown above.
  init(_ family: ZoneID, _ today: DayBoard, _ reader: PageReader) throws {
    self.init()
    shared = reader.shared(with: Set(today.people.map(\.id)))
    if let role = reader.grantedRole(in: family) {
      invites = try SharingSection.Model(zone: family, of: .family, role, reader).invites
    }
    latest = try Self.latest(family, today, reader)
  }

  /// What was done today and yesterday: a routine once for each person, when its last step was
  /// noted. Costs what was noted on two days.
  private static func latest(
    _ family: ZoneID, _ today: DayBoard, _ reader: PageReader
  ) throws -> [FamilyDayPage.Latest] {
    let yesterday = CalendarDay(daysSince1970: today.day.daysSince1970 - 1)
    let events = try RoutineEvent.counting(
      RoutineEvent.about(yesterday...today.day, of: family, in: reader.connection))
    let names = today.people.reduce(into: [:]) { $0[$1.id] = $1.name }
    let titles = try Routine.titles(of: family, in: reader.connection)
    var seen: Set<[String]> = []
    var found: [FamilyDayPage.Latest] = []
    for event in events.sorted(by: { ($0.createdAt, $0.id) > ($1.createdAt, $1.id) })
    where event.kind == .done && found.count < maxLatest {
      guard let title = titles[event.routineID], let name = names[event.personID],
        seen.insert([event.routineID, event.personID, event.day]).inserted
      else { continue }
      found.append(
        FamilyDayPage.Latest(
          id: event.routineID, title: title, name: name, at: Date(milliseconds: event.createdAt)))
    }
    return found
  }
}
