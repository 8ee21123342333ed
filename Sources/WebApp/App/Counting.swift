import HTTPServer
import Household
import SQLite
import SyncProtocol
import Usage

/// The events that pages count. A use case is committed before it is counted, and counting neither
/// waits nor fails.
extension Member {
  /// The account and the session of this browser that events are counted for.
  var actor: UsageActor { UsageActor(accountID: accountID, deviceID: visitor.sessionID) }

  func count(_ event: UsageEvent) { app.usage?.record(event, by: actor) }

  /// Counts that a person opened a page, and whether they changed to another home by it.
  ///
  /// - Parameters:
  ///   - home: the home that the page is about.
  ///   - followsForm: whether the page was opened by a redirect after a form.
  func countPage(of home: ZoneID?, beside sidebar: Sidebar, followsForm: Bool) {
    guard let usage = app.usage, guest.isOpening else { return }
    usage.see(actor, homeCount: sidebar.homes.count)
    guard let home, !followsForm, home == sidebar.activeHomeID else { return }
    let known = lastUsed.homeID
    let before = sidebar.homes.contains { $0.id == known } ? known : sidebar.primaryHomeID
    guard before != home else { return }
    usage.record(.homeSelected(home: home, source: guest.homeSource), by: actor)
  }

  /// Counts that all inventory was opened, over all homes and at its beginning.
  func countAllInventory(_ query: ItemQuery, _ sidebar: Sidebar) {
    guard guest.isOpening, query.homeID == nil, query.after == nil else { return }
    count(.allInventoryViewed(homes: sidebar.homes.count, items: sidebar.itemCount))
  }
}

extension AtHome {
  func count(_ event: UsageEvent) { member.count(event) }
}

extension Guest {
  /// Whether a person opens a whole page: not a part of one, nor an open page that updates itself.
  var isOpening: Bool {
    guard request.method == .get, !isHTMX else { return false }
    return request.headers["Sec-Fetch-Mode"].map { $0 == "navigate" } ?? true
  }

  fileprivate var homeSource: UsageEvent.Source {
    if route.has(.inSidebar) { .sidebar } else if route.has(.settings) { .settings } else { .link }
  }

  /// Counts what the hub refused or could not do (S3-QM-2). Mistakes in forms are not counted.
  func countFailure(_ reason: ErrorReason) {
    let code: String
    switch reason {
    case .conflict, .homeMerged, .homeDeleted, .homeLost: code = "conflict"
    case .gone, .offerEnded: code = "gone"
    case .limitReached: code = "limit"
    case .unavailable: code = "unavailable"
    case .sharingPaused, .sharedHomesHidden, .sharingOff: code = "sharing_off"
    case .planRequired: code = "plan_required"
    case .needsHub: code = "needs_hub"
    case .outdated: code = "outdated"
    case .failure, .noRoom: code = "failure"
    default: return
    }
    countFailure(route.has(.sharing) ? .sharing : .sync, code)
  }

  func countFailure(_ area: UsageEvent.Area, _ code: String) {
    guard let visitor else { return }
    app.usage?.record(
      .syncError(area: area, code: code),
      by: UsageActor(accountID: visitor.accountID, deviceID: visitor.sessionID))
  }
}

extension UsageEvent.Role {
  init(_ role: WebApp.Role) {
    switch role {
    case .owner: self = .owner
    case .editor: self = .editor
    case .viewer: self = .viewer
    }
  }
}

/// How many items, places and labels a home has, archived items included.
package struct HomeContents: Sendable {
  package let items: Int
  package let locations: Int
  package let labels: Int

  package init(of home: ZoneID, in connection: Connection) throws {
    func count(_ table: String) throws -> Int {
      try connection.first("SELECT count(*) FROM \(table) WHERE homeID = ?", .text(home)) {
        Int($0.integer(0))
      } ?? 0
    }
    (items, locations, labels) = (
      try count("items"), try count("locations"), try count("labels")
    )
  }
}

extension ImportPlan {
  /// The events to count for the homes that an import has made.
  func homesMade(
    by result: ApplyImport.Result, in connection: Connection
  ) throws -> [UsageEvent] {
    let primary = try PrimaryHome.find(in: connection)
    return try zip(homes, result.homeIDs).filter { $0.0.existingID == nil }.map { _, id in
      .homeCreated(
        home: id, isPrimary: id == primary,
        hasPhoto: try !Photo.of(.home, home: id, in: connection).isEmpty)
    }
  }
}

extension WebApplication {
  /// Counts a finished import: the homes that it made, and a migration when a person imports into
  /// several homes for the first time (S3-EV-migration_complete).
  func count(
    _ plan: ImportPlan, _ result: ApplyImport.Result, _ made: [UsageEvent], milliseconds: Int64,
    by actor: UsageActor
  ) {
    guard let usage else { return }
    for event in made { usage.record(event, by: actor) }
    let homes = Set(
      plan.items.lazy.filter { [.new, .updated].contains($0.bucket.kind) }.compactMap(\.home))
    guard homes.count > 1 else { return }
    usage.record(
      .migrationComplete(
        homes: homes.count, items: result.newItemCount + result.updatedItemCount,
        milliseconds: milliseconds), by: actor, onceID: "migration")
  }
}
