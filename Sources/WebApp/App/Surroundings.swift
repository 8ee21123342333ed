import Foundation
import Household
import Replica
import SQLite
import SyncProtocol
import Values

/// What the frame around every page shows: the person's settings, homes, rooms and labels.
struct Surroundings: Sendable {
  let profile: Profile?
  /// Its roles hold for now: while sharing is paused they are less than the granted ones.
  let sidebar: Sidebar
  let words: Catalogue
  let person: PersonBadge
  /// The person's saved searches, by name.
  let searches: [SavedSearch]
  /// The first photo of the active home.
  let homePhoto: Photo?
  /// Whether shared homes may only be read now.
  private let isSharingPaused: Bool
  /// Whether shared homes are hidden now.
  private let hidesShared: Bool
  private let granted: [ZoneID: Grant]
  /// Whether the person is an administrator and stored data is damaged.
  private let isDamaged: Bool
  /// Since when the active home is set aside, so that its news cannot be shown; `nil` if it is not.
  private let asideSince: Date?

  init(of member: Member, active: ZoneID?, in connection: Connection) throws {
    isSharingPaused = member.isSharingPaused
    hidesShared = member.hidden != nil
    profile = try Profile.own(in: connection)
    var sidebar = try Sidebar(active: active, in: connection)
    granted = sidebar.homes.reduce(into: [:]) { $0[$1.id] = $1.role }
    for index in sidebar.homes.indices where isSharingPaused {
      if sidebar.homes[index].participants.count > 1 { sidebar.homes[index].role = .readOnly }
    }
    self.sidebar = sidebar
    isDamaged = member.visitor.isAdministrator && member.app.door.isDamaged
    asideSince = try sidebar.activeHomeID.flatMap { active in
      try Replica.zonesAside(in: connection).first { $0.zone == active }
    }.map { Date(milliseconds: $0.since) }
    searches = try SavedSearch.own(in: connection)
    homePhoto = try sidebar.activeHomeID.flatMap {
      try Photo.of(.home, home: $0, in: connection).first
    }
    var words = Catalogue()
    if let profile {
      // For a setting that this program does not know, a default is used.
      words.region = Region.named(profile.locale) ?? member.guest.words.region
      words.timeZone = TimeZone(identifier: profile.timeZone) ?? .gmt
    }
    self.words = words
    person = PersonBadge(
      id: member.accountID,
      name: profile.map(\.displayName).flatMap { $0.isEmpty ? nil : $0 }
        ?? member.visitor.displayName)
  }

  /// The person's granted role in a home, which a pause of sharing does not change.
  func grantedRole(in home: ZoneID) -> Role? { granted[home].map { Role($0) } }

  func frame(_ sync: SyncState, isDevice: Bool) -> Frame {
    let homes = sidebar.homes.map { Frame.Home($0) }
    var frame = Frame(
      person: person, homes: homes.filter(\.isPrimary) + homes.filter { !$0.isPrimary },
      activeHomeID: sidebar.activeHomeID,
      rooms: sidebar.rooms.map {
        Frame.Room(PlaceLink($0.location), itemCount: $0.nestedItemCount)
      },
      labels: sidebar.labels.compactMap { group in
        group.labelIDs.first.map { id in
          Frame.Label(
            LabelLink(
              id: id, name: group.name, emoji: group.emoji,
              colour: PaletteColour(index: group.colorIndex)), itemCount: group.itemCount)
        }
      },
      itemCount: sidebar.itemCount, sync: sync, isDevice: isDevice,
      searches: searches.map { Frame.Search(id: $0.id, name: $0.name) })
    frame.isSharingPaused = isSharingPaused && homes.contains(where: \.isShared)
    frame.hidesShared = hidesShared
    frame.asideSince = asideSince
    frame.isDamaged = isDamaged
    return frame
  }
}

extension Frame.Home {
  init(_ row: HomeList.Row) {
    self.init(
      id: row.id, name: row.name, itemCount: row.itemCount, role: Role(row.role),
      isShared: row.participants.count > 1, isPrimary: row.isPrimary,
      colour: PaletteColour(index: row.colorIndex))
  }
}

extension PaletteColour {
  /// The colour at an index of the palette; grey for an index that only a newer program knows.
  init(index: Int) { self = PaletteColour(rawValue: index) ?? .grey }
}

extension PlaceLink {
  init(_ location: Location) {
    self.init(id: location.id, name: location.name, emoji: location.emoji)
  }
}

extension LabelLink {
  init(_ label: Label) {
    self.init(
      id: label.id, name: label.name, emoji: label.emoji,
      colour: PaletteColour(index: label.colorIndex))
  }

  init(_ badge: StoredItemRow.LabelBadge) {
    self.init(
      id: badge.id, name: badge.name, emoji: badge.emoji,
      colour: PaletteColour(index: badge.colorIndex))
  }
}

extension PersonBadge {
  init(_ participant: Participant) {
    self.init(id: participant.accountID, name: participant.name)
  }
}

extension Money {
  init(_ value: Dashboard.CurrencyValue) { self.init(value.valueMinor, value.currency) }
}

extension [Dashboard.CurrencyValue] {
  /// The largest first, by the number alone: amounts of different currencies do not compare.
  var moneys: [Money] {
    map { Money($0) }.sorted { ($1.minor, $0.currency) < ($0.minor, $1.currency) }
  }

  /// The same amounts, with the one in `currency` first: more digits, as in an amount of yen, do
  /// not make an amount larger.
  func moneys(first currency: String) -> [Money] {
    let all = moneys
    return all.filter { $0.currency == currency } + all.filter { $0.currency != currency }
  }
}
