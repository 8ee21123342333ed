import Families
import Household
import SQLite
import SharingWeb
import SyncProtocol
import Values
import Web

/// Family: who is in it, and the routines of its days.
package enum FamilyArea: Area {
  package static let families: [any RouteFamily.Type] = [
    FamilyRoute.self, FamilyActivityRoute.self, DayRoute.self, RoutineRoute.self, PictureRoute.self,
    RewardRoute.self,
    ChildRoute.self, KioskRoute.self, FamilyImportRoute.self,
  ]

  package static func services(
    _ configuration: WebApplication.Configuration
  ) throws -> [any Sendable] {
    [
      try FamilyImportShelf(directory: configuration.importDirectory + "-of-families"),
      FamilyImportHistory(
        beside: ImportHistory(directory: configuration.historyDirectory)),
    ]
  }

  package static let hiding: AreaHiding? = AreaHiding("family") { $0.family }
  package static let zoneKind: ZoneLink.Kind? = .family

  package static func zones(in connection: Connection) throws -> [ZoneRow] {
    try ZoneRow.all(.family, of: "families", by: "t.createdAt DESC, t.id", in: connection)
  }

  package static func zone(
    _ id: ZoneID, in connection: Connection
  ) throws -> (zone: ZoneLink, role: Grant)? {
    try ZoneRow.find(id, .family, of: "families", in: connection)
  }

  /// A family that was dissolved, or that the person has left, is told of by name, as is what can
  /// be done now; a form of it is not saved.
  package static func explanation(
    of missing: Endpoint.Place, to member: Member
  ) async throws -> Abort? {
    guard missing.kind == .family,
      let family = missing.zoneID ?? member.form.first(FormField.homeOfPage)
    else { return nil }
    if let lost = await member.lost(.family, family) { return .because(lost) }
    return await member.familyEnded(family).map { .because($0) }
  }

  package static func archived(in connection: Connection) throws -> [ArchivedDocument] {
    try Families.archived(in: connection)
  }

  package static func navigation(
    _ surroundings: Surroundings, _ reader: PageReader
  ) throws -> (any AreaNavigation)? {
    let own = try Family.own(in: reader.connection)
    return FamilyNavigation(
      family: own.map { ZoneLink(.family, id: $0.id, name: $0.details.name) },
      isParent: own.flatMap { reader.role(in: $0.id) }.map { $0 != .viewer } ?? false,
      hasStars: own?.details.hasStars ?? false)
  }

  package static func childLinks(_ reader: PageReader) throws -> [NavigationLink] {
    guard let family = try Family.own(in: reader.connection),
      reader.grantedRole(in: family.id) == .viewer
    else { return [] }
    let day = NavigationLink(
      .days(.person(family: family.id, person: reader.accountID)), .sun, reader.words.myDay)
    let rewards = NavigationLink(.rewards(.rewards(family.id)), .star, reader.words.rewards)
    return [day] + (family.details.hasStars ? [rewards] : [])
  }

  /// What is left of the person's own routines today, and what waits for a parent.
  package static func attention(
    of member: Member, since: Int64?
  ) async throws -> AttentionReading {
    { limit, reader in
      guard let family = try Family.own(in: reader.connection) else { return [] }
      let today = family.today(at: reader.hubNow, reader.words)
      let board = try DayBoard(of: family.id, on: today, in: reader.connection)
      let own = board.entries.filter { $0.isFor(reader.accountID) && $0.state == .open }
        .map { entry in
          Attention(
            .upcoming, day: today, .check, entry.routine.details.title,
            detail: reader.words.partOfDay(entry.routine.details.partOfDay),
            .days(.person(family: family.id, person: reader.accountID)))
        }
      guard reader.role(in: family.id) != .viewer else { return Array(own.prefix(limit)) }
      let waiting = try WaitingRoutine.all(
        of: family.id, through: today, in: reader.connection)
      var owed: [Attention] = []
      if let first = waiting.first {
        owed.append(
          Attention(
            .owed, .star, reader.words.waitForApproval(waiting.count),
            detail: first.entry.routine.details.title, .days(.day(family: family.id))))
      }
      let wishes =
        family.details.hasStars
        ? try OpenWish.shown(to: reader.accountID, in: family.id, reader.connection) : []
      if let first = wishes.first {
        let name = board.people.first { $0.id == first.wish.personID }?.name ?? ""
        owed.append(
          Attention(
            .owed, .star, reader.words.wishesWait(wishes.count), detail: name,
            .rewards(.rewards(family.id))))
      }
      return Array((owed + own).prefix(limit))
    }
  }

  package static func page(
    ofRecord id: RecordID, in table: String, _ connection: Connection
  ) throws -> RecordPage? {
    guard table == "routines", let routine = try Routine.Row.find(id, in: connection) else {
      return nil
    }
    return RecordPage(
      name: routine.details.title, zone: routine.familyID,
      route: .routines(.week(family: routine.familyID, routine: id)))
  }
}

extension Endpoint.Place {
  static func family(_ id: ZoneID) -> Endpoint.Place { .zone(.family, id) }
}
