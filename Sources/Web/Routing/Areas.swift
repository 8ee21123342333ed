import Household
import SQLite
import SyncProtocol
import Things

extension ZoneRow {
  package init(_ home: HomeList.Row) {
    self.init(
      ZoneLink(id: home.id, name: home.name), role: home.role, participants: home.participants)
  }
}

/// The areas that the web app is made of, composed once when the program starts.
package struct Areas: Sendable {
  package let all: [any Area.Type]
  package let landmarks: any Landmarks
  /// The addresses of all areas, and those that every page uses.
  package let routes: RouteTable
  private let byFamily: [ObjectIdentifier: any Area.Type]

  package init(_ all: [any Area.Type], landmarks: any Landmarks) {
    self.all = all
    self.landmarks = landmarks
    routes = RouteTable([SiteRoute.self] + all.flatMap { $0.families })
    byFamily = all.reduce(into: [:]) { found, area in
      for family in area.families { found[ObjectIdentifier(family)] = area.whole ?? area }
    }
  }

  /// The area of the navigation that a page belongs to; `nil` for pages of none, such as those of
  /// every page's frame.
  package func area(of route: Route) -> (any Area.Type)? {
    byFamily[ObjectIdentifier(type(of: route.family))]
  }

  /// The areas that a person has not hidden.
  package func shown(to profile: Profile?) -> [any Area.Type] {
    let hidden = profile?.hiddenAreas ?? []
    return all.filter { area in area.hiding.map { !hidden.contains($0.name) } ?? true }
  }

  /// The areas that people can hide, in the order of the navigation.
  package var hideable: [AreaHiding] { all.compactMap { $0.hiding } }

  /// The areas' parts of the navigation, with what is left of those that are hidden.
  func navigation(
    _ surroundings: Surroundings, _ reader: PageReader
  ) throws -> [any AreaNavigation] {
    let hidden = surroundings.profile?.hiddenAreas ?? []
    return try all.compactMap { area in
      guard let part = try area.navigation(surroundings, reader) else { return nil }
      let isHidden = area.hiding.map { hidden.contains($0.name) } ?? false
      return isHidden ? HiddenNavigation(of: part) : part
    }
  }

  /// What goes along in an archive of everything, beside homes.
  package func archived(in connection: Connection) throws -> [ArchivedDocument] {
    try all.flatMap { try $0.archived(in: connection) }
  }

  /// All zones of a person that can be shared: their homes, which the frame has read, and those of
  /// the other areas.
  package func zones(
    homes: [HomeList.Row], in connection: Connection
  ) throws -> [ZoneRow] {
    try homes.map { ZoneRow($0) } + all.flatMap { try $0.zones(in: connection) }
  }

  /// What the person has of a zone; `nil` if they have no such zone of this kind, or a role in it
  /// that this program does not know.
  package func zone(
    _ kind: ZoneLink.Kind, _ id: ZoneID, in connection: Connection
  ) throws -> (zone: ZoneLink, role: Grant)? {
    if kind == .home {
      return try HomeAccess.find(id, in: connection).map { access in
        (ZoneLink(id: id, name: access.name), access.role)
      }
    }
    for area in all where area.zoneKind == kind {
      if let found = try area.zone(id, in: connection) { return found }
    }
    return nil
  }

  /// The list in which a saved search is made: that of its home or group or, if that is gone, the
  /// one over all homes.
  package func list(of search: SavedSearch, in connection: Connection) throws -> Route? {
    for zone in search.homeID == nil ? [nil] : [search.homeID, nil] {
      for area in all {
        if let list = try area.list(of: search, in: zone, connection) { return list }
      }
    }
    return nil
  }

  /// The page of a record; `nil` if no area has one.
  package func page(
    ofRecord id: RecordID, in table: String, _ connection: Connection
  ) throws -> RecordPage? {
    for area in all {
      if let page = try area.page(ofRecord: id, in: table, connection) { return page }
    }
    return nil
  }
}
