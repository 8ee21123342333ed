import HTTPServer
import SQLite
import SyncProtocol
import Things
import Usage

/// The events that pages count. A use case is committed before it is counted, and counting neither
/// waits nor fails.
extension Member {
  /// The account and the session of this browser that events are counted for.
  package var actor: UsageActor { UsageActor(accountID: accountID, deviceID: visitor.sessionID) }

  package func count(_ event: UsageEvent) { app.usage?.record(event, by: actor) }

  /// Counts that a person opened a page, and whether they changed to another home by it.
  ///
  /// - Parameters:
  ///   - home: the home that the page is about.
  ///   - followsForm: whether the page was opened by a redirect after a form.
  package func countPage(of home: ZoneID?, beside sidebar: Sidebar, followsForm: Bool) {
    guard let usage = app.usage, guest.isOpening else { return }
    usage.see(actor, homeCount: sidebar.homes.count)
    guard let home, !followsForm, home == sidebar.activeHomeID else { return }
    let known = lastUsed.homeID
    let before = sidebar.homes.contains { $0.id == known } ? known : sidebar.primaryHomeID
    guard before != home else { return }
    usage.record(.homeSelected(home: home, source: guest.homeSource), by: actor)
  }

}

extension AtZone {
  package func count(_ event: UsageEvent) { member.count(event) }
}

extension Guest {
  /// Whether a person opens a whole page: not a part of one, nor an open page that updates itself.
  package var isOpening: Bool {
    guard request.method == .get, !isHTMX else { return false }
    return request.headers["Sec-Fetch-Mode"].map { $0 == "navigate" } ?? true
  }

  fileprivate var homeSource: UsageEvent.Source {
    if route.has(.inSidebar) { .sidebar } else if route.has(.settings) { .settings } else { .link }
  }

  /// Counts what the hub refused or could not do (S3-QM-2). Mistakes in forms are not counted.
  package func countFailure(_ reason: ErrorReason) {
    let code: String
    switch reason {
    case .conflict, .homeMerged, .homeDeleted, .homeLost: code = "conflict"
    case .gone, .offerEnded: code = "gone"
    case .limitReached, .limit, .tooManyTablets, .tooManyTabletsToday: code = "limit"
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

  package func countFailure(_ area: UsageEvent.Area, _ code: String) {
    guard let visitor else { return }
    app.usage?.record(
      .syncError(area: area, code: code),
      by: UsageActor(accountID: visitor.accountID, deviceID: visitor.sessionID))
  }
}

extension UsageEvent.Role {
  package init(_ role: Web.Role) {
    switch role {
    case .owner: self = .owner
    case .editor: self = .editor
    case .viewer: self = .viewer
    }
  }
}

extension UsageEvent.Shared {
  package init(_ kind: ZoneLink.Kind, _ zone: ZoneID) {
    switch kind {
    case .home: self = .home(zone)
    case .group: self = .group(zone)
    case .family: self = .family(zone)
    }
  }
}
