import Families
import FoundationEssentials
import SharingWeb
import SyncProtocol
import Values
import Web

extension Member {
  /// What is shared with a family, as the hub knows it; `nil` on a device, and for somebody who is
  /// not in the family any more.
  func zonesShared(with family: ZoneID) async throws -> Set<ZoneID>? {
    guard let shares = app.backend.familyShares else { return nil }
    do {
      return try await shares.zonesShared(with: family, by: visitor)
    } catch .refused {
      return nil
    }
  }
}

extension PageReader {
  /// The homes and groups that are shared with a family, as far as the person has them.
  ///
  /// - Parameters:
  ///   - members: who is in the family. Somebody who is there by a family of their own says nothing
  ///     about this one.
  ///   - known: what the hub says. Without it, a home is told of only where somebody has come into
  ///     it by the family: who was in it before says nothing.
  func shared(with members: Set<AccountID>, known: Set<ZoneID>?) -> [ZoneLink] {
    surroundings.zones.filter { row in
      guard row.zone.kind != .family else { return false }
      if let known { return known.contains(row.zone.id) }
      return row.participants.contains { $0.isByFamily && members.contains($0.accountID) }
    }.map(\.zone)
  }
}

extension FamilyDayPage.About {
  private static let maxLatest = 5

  /// - Parameters:
  ///   - today: the family's day, which is shown above.
  ///   - known: what is shared with the family, by the hub.
  init(
    _ family: ZoneID, _ today: DayBoard, known: Set<ZoneID>?, _ reader: PageReader
  ) throws {
    self.init()
    shared = reader.shared(with: Set(today.people.map(\.id)), known: known)
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
