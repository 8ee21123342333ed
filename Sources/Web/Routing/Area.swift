import HTTPServer
import Household
import SQLite
import SyncProtocol

/// A part of the web app with pages of its own, such as the inventory or the account: what it gives
/// to the frame that all pages share. What stands around a page knows areas by this alone.
package protocol Area: TellingArea, ChildrenArea {
  /// The addresses of the area's pages, one family for each feature.
  static var families: [any RouteFamily.Type] { get }

  /// What the area keeps while the program runs, found by its type with
  /// ``WebApplication/service(_:)``.
  static func services(_ configuration: WebApplication.Configuration) throws -> [any Sendable]

  /// The page that a person has to see before the one that they asked for; `nil` for none.
  static func interruption(of guest: Guest, at route: Route) -> Route?

  /// How people hide the area from the navigation and from Today; `nil` for one that is always
  /// shown. Its addresses work all the same.
  static var hiding: AreaHiding? { get }

  /// The area of the navigation to which the pages belong, where this one is only a part of it;
  /// `nil` for an area of its own.
  static var whole: (any Area.Type)? { get }

  /// The kind of the zones that are the area's; `nil` if none is.
  static var zoneKind: ZoneLink.Kind? { get }

  /// The area's zones to which the person has access, by name. Homes are read by the frame.
  static func zones(in connection: Connection) throws -> [ZoneRow]

  /// What the person has of one of the area's zones; `nil` if they have no such zone, or a role in
  /// it that this program does not know.
  static func zone(
    _ id: ZoneID, in connection: Connection
  ) throws -> (zone: ZoneLink, role: Grant)?

  /// What is known about something that is not there for this person, such as a home that was
  /// merged or deleted; `nil` when nothing is.
  static func explanation(of missing: Endpoint.Place, to member: Member) async throws -> Abort?

  /// The area's part of the navigation; `nil` if it has none.
  static func navigation(
    _ surroundings: Surroundings, _ reader: PageReader
  ) throws -> (any AreaNavigation)?

  /// What wants the person's attention. What has to be asked for is asked first; the rest is read
  /// together with the page.
  ///
  /// - Parameter since: when the person last looked, in milliseconds since 1970.
  static func attention(
    of member: Member, since: Int64?
  ) async throws -> AttentionReading

  /// What goes along in an archive of everything, beside homes.
  static func archived(in connection: Connection) throws -> [ArchivedDocument]

  /// The list in which a saved search is made.
  ///
  /// - Parameter zone: the home or group that it looks in; `nil` for one that looks in all homes,
  /// or   whose home is gone.
  /// - Returns: `nil` if the area has no list for it.
  static func list(
    of search: SavedSearch, in zone: ZoneID?, _ connection: Connection
  ) throws -> Route?

  /// The page of a record, for a message that names it; `nil` if it is not the area's or is gone.
  static func page(
    ofRecord id: RecordID, in table: String, _ connection: Connection
  ) throws -> RecordPage?
}

/// How an area can be hidden.
package struct AreaHiding: Sendable {
  /// As the profile keeps it; it never changes.
  package let name: String
  /// What people call the area.
  package let title: @Sendable (Catalogue) -> String

  package init(_ name: String, title: @escaping @Sendable (Catalogue) -> String) {
    self.name = name
    self.title = title
  }
}

/// The name of a record, where it is, and the page that shows it.
package struct RecordPage: Equatable, Sendable {
  package var name: String
  package var zone: ZoneID
  package var route: Route

  package init(name: String, zone: ZoneID, route: Route) {
    self.name = name
    self.zone = zone
    self.route = route
  }
}

/// A zone to which the person has access.
package struct ZoneRow: Equatable, Sendable {
  package var zone: ZoneLink
  package var role: Grant
  /// The owner first. Empty while the hub has not told.
  package var participants: [Participant]

  package init(_ zone: ZoneLink, role: Grant, participants: [Participant]) {
    self.zone = zone
    self.role = role
    self.participants = participants
  }

  /// The zones that are the rows of a table.
  ///
  /// - Parameter order: of the table's rows, which are called `t`.
  package static func all(
    _ kind: ZoneLink.Kind, of table: String, by order: String, in connection: Connection
  ) throws -> [ZoneRow] {
    let participants = try Dictionary(
      grouping: Participant.all(home: nil, in: connection), by: \.homeID)
    return try connection.query(
      """
      SELECT t.id, t.name, z.role FROM \(table) AS t JOIN syncZones AS z ON z.id = t.id
        ORDER BY \(order)
      """
    ) { row -> ZoneRow? in
      guard let role = Grant(rawValue: row.text(2)) else { return nil }
      let id = row.text(0)
      return ZoneRow(
        ZoneLink(kind, id: id, name: row.text(1)), role: role,
        participants: participants[id] ?? [])
    }.compactMap(\.self)
  }

  package static func find(
    _ id: ZoneID, _ kind: ZoneLink.Kind, of table: String, in connection: Connection
  ) throws -> (zone: ZoneLink, role: Grant)? {
    let found = try connection.first(
      """
      SELECT t.name, z.role FROM \(table) AS t JOIN syncZones AS z ON z.id = t.id WHERE t.id = ?
      """, .text(id)
    ) { ($0.text(0), Grant(rawValue: $0.text(1))) }
    guard let found, let role = found.1 else { return nil }
    return (ZoneLink(kind, id: id, name: found.0), role)
  }
}

extension Area {
  package static var hiding: AreaHiding? { nil }
  package static var whole: (any Area.Type)? { nil }
  package static var zoneKind: ZoneLink.Kind? { nil }
  package static func zones(in connection: Connection) throws -> [ZoneRow] { [] }

  package static func zone(
    _ id: ZoneID, in connection: Connection
  ) throws -> (zone: ZoneLink, role: Grant)? {
    try zones(in: connection).first { $0.zone.id == id }.map { ($0.zone, $0.role) }
  }

  package static func services(
    _ configuration: WebApplication.Configuration
  ) throws -> [any Sendable] { [] }

  package static func interruption(of guest: Guest, at route: Route) -> Route? { nil }

  package static func explanation(
    of missing: Endpoint.Place, to member: Member
  ) async throws -> Abort? { nil }

  package static func navigation(
    _ surroundings: Surroundings, _ reader: PageReader
  ) throws -> (any AreaNavigation)? { nil }

  package static func archived(in connection: Connection) throws -> [ArchivedDocument] { [] }

  package static func attention(
    of member: Member, since: Int64?
  ) async throws -> AttentionReading { { _, _ in [] } }

  package static func list(
    of search: SavedSearch, in zone: ZoneID?, _ connection: Connection
  ) throws -> Route? { nil }

  package static func page(
    ofRecord id: RecordID, in table: String, _ connection: Connection
  ) throws -> RecordPage? { nil }
}
