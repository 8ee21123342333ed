import HTTPServer
import Household
import SQLite
import SharingWeb
import SyncProtocol
import Things
import Values
import Web

/// A home at a glance.
extension WebApplication {
  /// The active home of this browser (I3-1), or the way to create a first one.
  func activeDashboard() -> Endpoint {
    .member { member in
      let active = try await member.read { connection in
        try Sidebar(active: member.lastUsed.homeID, in: connection).activeHomeID
      }
      guard let active else {
        // A person whose homes are all shared has homes, but cannot see them now.
        throw member.hidden == nil ? Abort.goTo(.homes(.start)) : Abort.because(.sharedHomesHidden)
      }
      return try await member.dashboard(of: active, makesActive: false)
    }
  }

  func dashboard(of home: ZoneID) -> Endpoint {
    .viewing(.home(home)) { at in try await at.member.dashboard(of: home, makesActive: true) }
  }
}

extension Member {
  fileprivate func dashboard(of home: ZoneID, makesActive: Bool) async throws -> HTTPResponse {
    // A device shows notices on the people page, so that this page never waits for a network.
    let notices = app.backend.device == nil ? await notices() : []
    let hasRecovery = try await leadsToRecovery(notices)
    return try await page(
      home: makesActive ? home : nil, { DashboardPage.view($0, in: $1) },
      load: { reader in
        var model = try DashboardPage.Model(home: home, reader)
        // A lost home has no dashboard of its own, so every dashboard shows its notice.
        model?.notices = notices.filter { $0.zone == home || $0.kind != .inviteUsed }
          .map { NoticeRow($0, reader, leadsToRecovery: hasRecovery) }
        return model
      })
  }
}

extension DashboardPage.Model {
  /// The number of newest items shown.
  private static let recentCount = 6

  init?(home id: ZoneID, _ reader: PageReader) throws {
    guard let role = reader.role(in: id),
      let dashboard = try Dashboard(home: id, in: reader.connection)
    else { return nil }
    let home = dashboard.home
    let currency = try Home.currency(of: id, in: reader.connection)
    let values = dashboard.values.moneys(first: currency)
    let places = try LocationPaths(
      of: dashboard.recent.compactMap(\.locationID), in: reader.connection)
    let people = try Participant.all(home: id, in: reader.connection)
    self.init(
      home: ZoneLink(id: id, name: home.name), address: home.address.line,
      photoID: dashboard.photos.first?.id, role: role,
      people: people.sorted { $0.accountID == reader.accountID && $1.accountID != reader.accountID }
        .map { PersonBadge($0) },
      itemCount: dashboard.itemCount, roomCount: dashboard.rooms.count { $0.itemCount > 0 },
      values: values,
      countWithoutPrice: dashboard.unpricedCount,
      countWithoutPhoto: dashboard.unphotographedCount,
      recent: dashboard.recent.prefix(Self.recentCount).map {
        ItemRow($0, places: places, showsHome: false, reader)
      },
      byLabel: Self.shares(byLabelOf: dashboard, in: values.first?.currency),
      byRoom: Self.shares(byRoomOf: dashboard, in: values.first?.currency),
      rooms: dashboard.rooms.compactMap { share in
        share.location.map {
          DashboardPage.Room(
            PlaceLink($0), itemCount: share.itemCount, values: share.values.moneys(first: currency))
        }
      })
    placelessCount = dashboard.placeless.itemCount
    if let profile = try Profile.own(in: reader.connection) {
      if role == .owner, !profile.hasDismissed(.firstSteps) {
        firstSteps = try FirstSteps(of: dashboard, people: people.count, reader)
      }
      explainsSeveralHomes =
        reader.surroundings.sidebar.homes.count > 1 && !profile.hasDismissed(.severalHomes)
    }
    (reminders, hasMoreReminders) = try reader.reminders(
      home: id, limit: PageReader.dashboardReminders)
    if let photo = dashboard.photos.first {
      photoState = reader.state(ofFile: photo.id, blobHash: photo.blobHash, in: id)
    }
  }

  /// - Parameter currency: items valued in another currency are left out, and the page says so.
  private static func shares(
    byRoomOf dashboard: Dashboard, in currency: String?
  ) -> [DashboardPage.Share] {
    guard let currency else { return [] }
    let all = dashboard.rooms + (dashboard.placeless.itemCount > 0 ? [dashboard.placeless] : [])
    return all.enumerated().compactMap { index, share in
      guard let value = share.values.first(where: { $0.currency == currency }) else { return nil }
      return DashboardPage.Share(
        id: share.location?.id ?? ItemQuery.noRoom, name: share.location?.name ?? "",
        emoji: share.location?.emoji ?? "",
        colour: share.location == nil ? nil : PaletteColour(index: index % 12),
        value: Money(value), itemCount: share.itemCount)
    }.sorted { $0.value.minor > $1.value.minor }
  }

  private static func shares(
    byLabelOf dashboard: Dashboard, in currency: String?
  ) -> [DashboardPage.Share] {
    guard let currency else { return [] }
    return dashboard.labels.compactMap { group in
      guard let value = group.values.first(where: { $0.currency == currency }),
        value.valueMinor > 0, let id = group.labelIDs.first
      else { return nil }
      return DashboardPage.Share(
        id: id, name: group.name, emoji: group.emoji,
        colour: PaletteColour(index: group.colorIndex), value: Money(value),
        itemCount: group.itemCount)
    }.sorted { $0.value.minor > $1.value.minor }
  }
}

extension FirstSteps {
  init(of dashboard: Dashboard, people: Int, _ reader: PageReader) throws {
    let home = dashboard.home
    var done: Set<Step> = []
    // The fresh name is the one that the hub gives a home it creates for a person without one.
    if home.nameKey != Home.freshNameKey { done.insert(.nameHome) }
    if dashboard.locationCount > 0 { done.insert(.pickRooms) }
    if dashboard.itemCount >= Self.itemGoal { done.insert(.addItems) }
    if people > 1 { done.insert(.invite) }
    if try PolicyList.count(home: home.id, in: reader.connection) > 0 { done.insert(.addPolicy) }
    self.init(done: done, itemCount: min(dashboard.itemCount, Self.itemGoal))
  }
}

extension Home.Address {
  /// The address on one line, without its empty parts.
  var line: String {
    [address1, address2, city, state, zip, country].filter { !$0.isEmpty }.joined(separator: ", ")
  }
}
