import HTTPServer
import Household
import SQLite
import SharingWeb
import SyncProtocol
import Things
import Values
import Web

/// Homes and what is in them. Insurance, and import and export, are areas of their own that are
/// shown as a part of this one.
package enum ThingsArea: Area {
  package static let families: [any RouteFamily.Type] = [
    HomeRoute.self, RoomRoute.self, LabelRoute.self, ItemRoute.self, PhotoRoute.self,
    HintRoute.self, PrintRoute.self,
    PaperRoute.self, MaintenanceRoute.self, ReminderRoute.self, ItemStateRoute.self,
    SearchRoute.self, BulkChangeRoute.self, FieldPresetRoute.self, ActivityRoute.self,
    GalleryRoute.self,
    ScanRoute.self, TemplateRoute.self, CheckRoute.self, MovePlaceRoute.self,
    CalendarRoute.self, MergeRoute.self, ForgottenHomeRoute.self,
    DecisionRoute.self, KeepCopyRoute.self, FindRoute.self,
  ]

  package static let hiding: AreaHiding? = AreaHiding("things") { $0.things }
  package static let zoneKind: ZoneLink.Kind? = .home

  package static func navigation(
    _ surroundings: Surroundings, _ reader: PageReader
  ) throws -> (any AreaNavigation)? {
    let sidebar = surroundings.sidebar
    let photo = try sidebar.activeHomeID.flatMap {
      try Photo.of(.home, home: $0, in: reader.connection).first
    }
    let isHere = photo.map {
      reader.state(ofFile: $0.id, blobHash: $0.blobHash, in: $0.homeID) == .available
    }
    return ThingsNavigation(
      rooms: sidebar.rooms.map {
        ThingsNavigation.Room(PlaceLink($0.location), itemCount: $0.nestedItemCount)
      },
      labels: sidebar.labels.compactMap { group in
        group.labelIDs.first.map { id in
          ThingsNavigation.Label(
            LabelLink(
              id: id, name: group.name, emoji: group.emoji,
              colour: PaletteColour(index: group.colorIndex)), itemCount: group.itemCount)
        }
      },
      itemCount: sidebar.itemCount,
      roomCount: sidebar.roomCount,
      searches: try reader.savedSearches(ofKind: .home),
      insurance: sidebar.activeHomeID.flatMap {
        reader.hidesAmounts(in: $0) ? nil : reader.landmarks.insurance(of: $0)
      },
      homePhotoID: isHere == true ? photo?.id : nil)
  }

  package static func childLinks(_ reader: PageReader) throws -> [NavigationLink] {
    guard !reader.surroundings.sidebar.homes.isEmpty else { return [] }
    return [NavigationLink(.finding(.find()), .search, reader.words.find)]
  }

  package static func list(
    of search: SavedSearch, in zone: ZoneID?, _ connection: Connection
  ) throws -> Route? {
    let asked = ItemQuery(search: search.query, sort: ItemSort(search.sort))
    guard let zone else { return .items(.items(asked)) }
    guard try Home.find(zone, in: connection) != nil else { return nil }
    return .items(.homeItems(home: zone, asked))
  }

  package static func page(
    ofRecord id: RecordID, in table: String, _ connection: Connection
  ) throws -> RecordPage? {
    switch table {
    case "items":
      try Item.find(id, in: connection).map {
        RecordPage(name: $0.details.name, zone: $0.homeID, route: .items(.item($0.id)))
      }
    case "locations":
      try Location.find(id, in: connection).map {
        RecordPage(
          name: $0.name, zone: $0.homeID, route: .rooms(.room(home: $0.homeID, room: $0.id)))
      }
    case "labels":
      try Label.find(id, in: connection).map {
        RecordPage(
          name: $0.name, zone: $0.homeID, route: .labels(.label(home: $0.homeID, label: $0.id)))
      }
    default: nil
    }
  }

  /// A page of a merged home leads to the home that it became part of. A form of a home that is
  /// merged, deleted or lost, or of something in one, is not saved, and the person is told where it
  /// can be saved (D-MRG-20).
  package static func explanation(
    of missing: Endpoint.Place, to member: Member
  ) async throws -> Abort? {
    guard missing.kind == .home else { return nil }
    guard let home = missing.homeID else {
      guard let home = member.form.first(FormField.homeOfPage) else { return nil }
      return await member.lost(.home, home).map { .because($0) }
    }
    let found = try await member.read { connection -> (HomeMerge, Home?)? in
      guard let merge = try HomeMerge.of(source: home, in: connection) else { return nil }
      return (merge, try Home.find(merge.restoredID ?? merge.targetID, in: connection))
    }
    guard let (merge, target) = found else {
      return await member.lost(.home, home).map { .because($0) }
    }
    // A merge may be sent twice: the second request leads to the result as well.
    let isMerge = member.guest.route.place(of: MergeRoute.self) != nil
    guard member.guest.request.method == .post, !isMerge, let target else {
      return .goTo(merge.restoredID.map { .homes(.home($0)) } ?? .merging(.merged(merge.id)))
    }
    return .because(
      .homeMerged(
        ZoneLink(id: home, name: merge.sourceName), into: ZoneLink(id: target.id, name: target.name)
      ))
  }
}

extension Endpoint.Place {
  static func item(_ id: RecordID) -> Endpoint.Place {
    .thing { try Item.find(id, in: $0)?.homeID }
  }

  static func attachment(_ id: RecordID) -> Endpoint.Place {
    .thing { try Attachment.find(id, in: $0)?.homeID }
  }

  static func maintenance(_ id: RecordID) -> Endpoint.Place {
    .thing { try MaintenanceEntry.find(id, in: $0)?.homeID }
  }
}
