import FoundationEssentials
import Household
import Replica
import SQLite
import SyncProtocol
import Things
import TimeZones
import Values

/// What the frame around every page shows: the person's settings and homes, and what the active
/// home has first.
package struct Surroundings: Sendable {
  package let profile: Profile?
  /// Its roles hold for now: while sharing is paused they are less than the granted ones.
  package let sidebar: Sidebar
  /// All zones that people share, of all areas; their roles hold for now.
  package let zones: [ZoneRow]
  package let words: Catalogue
  package let person: PersonBadge
  /// Whether what is shared may only be read now.
  package let isSharingPaused: Bool
  /// Whether the person is a child at the family's tablet, which sees its own day there alone.
  package let isLocked: Bool
  /// Whether the person has come in at a family's tablet.
  package let isAtTablet: Bool
  /// The homes in which the person sees no amounts: a child of a family, in those of others.
  package let unseenAmounts: Set<ZoneID>
  /// Whether shared homes are hidden now.
  private let hidesShared: Bool
  private let granted: [ZoneID: Grant]
  /// Whether the person is an administrator of the hub that answers; a device has none.
  package let isAdministrator: Bool
  /// Whether the person is an administrator and stored data is damaged.
  private let isDamaged: Bool
  /// Since when the active home is set aside, so that its news cannot be shown; `nil` if it is not.
  private let asideSince: Date?

  package init(of member: Member, active: ZoneID?, in connection: Connection) throws {
    isSharingPaused = member.isSharingPaused
    isLocked = member.visitor.lock != nil
    isAtTablet = member.visitor.isAtTablet
    hidesShared = member.hidden != nil
    unseenAmounts = try AmountVeil.hiddenZones(in: connection)
    profile = try Profile.own(in: connection)
    var sidebar = try Sidebar(active: active, in: connection)
    var zones = try member.app.areas.zones(homes: sidebar.homes, in: connection)
    granted = zones.reduce(into: [:]) { $0[$1.zone.id] = $1.role }
    for index in zones.indices where isSharingPaused {
      if zones[index].participants.count > 1 { zones[index].role = .readOnly }
    }
    self.zones = zones
    for index in sidebar.homes.indices where isSharingPaused {
      if sidebar.homes[index].participants.count > 1 { sidebar.homes[index].role = .readOnly }
    }
    self.sidebar = sidebar
    isAdministrator = member.visitor.isAdministrator && member.app.backend.device == nil
    isDamaged = member.visitor.isAdministrator && member.app.backend.isDamaged
    asideSince = try sidebar.activeHomeID.flatMap { active in
      try Replica.zonesAside(in: connection).first { $0.zone == active }
    }.map { Date(milliseconds: $0.since) }
    words = member.words(profile)
    person = PersonBadge(
      id: member.accountID,
      name: profile.map(\.displayName).flatMap { $0.isEmpty ? nil : $0 }
        ?? member.visitor.displayName)
  }

  /// The person's granted role in a zone, which a pause of sharing does not change.
  package func grantedRole(in zone: ZoneID) -> Role? { granted[zone].map { Role($0) } }

  package func frame(_ sync: SyncState, isDevice: Bool) -> Frame {
    let homes = sidebar.homes.map { Frame.Home($0) }
    var frame = Frame(
      person: person, homes: homes.filter(\.isPrimary) + homes.filter { !$0.isPrimary },
      activeHomeID: sidebar.activeHomeID,
      sync: sync, isDevice: isDevice)
    frame.isSharingPaused = isSharingPaused && zones.contains { $0.participants.count > 1 }
    frame.isAtTablet = isAtTablet
    frame.hidesShared = hidesShared
    frame.unseenAmounts = unseenAmounts
    frame.asideSince = asideSince
    frame.isDamaged = isDamaged
    return frame
  }
}

extension Member {
  /// The words by a person's settings; for one that they have not chosen, as their browser asks.
  func words(_ profile: Profile?) -> Catalogue {
    var words = Catalogue()
    if let profile {
      // For a setting that this program does not know, a default is used.
      words.region = Region.named(profile.locale) ?? guest.words.region
      words.timeZone = CivilTimeZone(identifier: profile.timeZone) ?? .utc
    }
    return words
  }
}

extension Frame.Home {
  package init(_ row: HomeList.Row) {
    self.init(
      id: row.id, name: row.name, itemCount: row.itemCount, role: Role(row.role),
      isShared: row.participants.count > 1, isPrimary: row.isPrimary,
      colour: PaletteColour(index: row.colorIndex))
  }
}

extension PaletteColour {
  /// The colour at an index of the palette; brown for an index that only a newer program knows.
  package init(index: Int) { self = PaletteColour(rawValue: index) ?? .brown }
}

extension PlaceLink {
  package init(_ location: Location) {
    self.init(id: location.id, name: location.name, emoji: location.emoji)
  }
}

extension LabelLink {
  package init(_ label: Label) {
    self.init(
      id: label.id, name: label.name, emoji: label.emoji,
      colour: PaletteColour(index: label.colorIndex))
  }
}

extension PersonBadge {
  package init(_ participant: Participant) {
    self.init(id: participant.accountID, name: participant.name)
  }
}
