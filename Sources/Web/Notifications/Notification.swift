import FoundationEssentials
import Household
import Replica
import SQLite
import SyncProtocol
import Values

/// Something that a person is told. It is derived from what they may see whenever it is shown, so
/// what they may not see any more has no words here.
package struct NotificationEntry: Equatable, Sendable {
  /// The same each time, made of what it is about.
  package var id: String
  package var kind: NotificationKind
  /// When it happened, milliseconds since 1970.
  package var at: Int64
  package var icon: Icon
  /// Without prices, codes and other secrets: it may be sent by mail.
  package var title: String
  /// The page that it is about.
  package var route: Route
  package var isNew = true

  package init(
    id: String, _ kind: NotificationKind, at: Int64, _ icon: Icon, _ title: String, _ route: Route
  ) {
    self.id = id
    self.kind = kind
    self.at = at
    self.icon = icon
    self.title = title
    self.route = route
  }
}

/// What notifications are read from: one read transaction of the replica, and what the hub has
/// told.
package struct NotificationReader {
  package let connection: Connection
  package let accountID: AccountID
  package let words: Catalogue
  package let landmarks: any Landmarks
  /// The time by the hub's clock, milliseconds since 1970.
  package let now: Int64
  package let notices: [AccountNotice]
  package let syncState: SyncState

  /// How far back notifications go: 30 days.
  package static let pastMilliseconds: Int64 = 30 * 86_400_000
  /// The most of each area.
  package static let maxPerArea = 100

  package init(
    connection: Connection, accountID: AccountID, words: Catalogue, landmarks: any Landmarks,
    now: Int64, notices: [AccountNotice], syncState: SyncState
  ) {
    self.connection = connection
    self.accountID = accountID
    self.words = words
    self.landmarks = landmarks
    self.now = now
    self.notices = notices
    self.syncState = syncState
  }

  package var since: Int64 { max(0, now.addingSaturating(-Self.pastMilliseconds)) }
  /// When something happened by the clock of a device, which may be wrong: not after now, and not
  /// before the day that it is about began anywhere, unless it was done ahead of that.
  package func credible(_ at: Int64, on day: CalendarDay?) -> Int64 {
    let start = day.map { Int64($0.daysSince1970) * 86_400_000 - Self.furthestEast }
    guard let start, start <= now else { return min(now, at) }
    return min(now, max(at, start))
  }
  /// How far ahead of UTC a time zone is at most, in milliseconds.
  private static let furthestEast: Int64 = 14 * 3_600_000
  /// Today in the person's time zone.
  package var today: CalendarDay { words.calendarDay(Date(milliseconds: now)) }
}

extension Areas {
  /// What a person is told, the newest first, without what they have switched off for the place.
  ///
  /// - Parameter place: `nil` for all kinds, whatever is switched off.
  package func notifications(
    _ reader: NotificationReader, _ state: NotifyingState, for place: NotificationPlace?
  ) throws -> [NotificationEntry] {
    let switches = NotificationSwitches(state.switches)
    let isChild = try isChildOfFamily(in: reader.connection)
    return try all.flatMap { try $0.notifications(reader) }
      .filter {
        (place.map { [kind = $0.kind] in switches.isOn(kind, $0) } ?? true)
          && (!isChild || $0.kind.isForChildren)
      }
      .filter { $0.at >= reader.since }
      .map { found in
        var found = found
        found.isNew = !state.seen.contains(found.id)
        return found
      }
      .sorted { ($1.at, $0.id) < ($0.at, $1.id) }
  }

  /// What somebody is told in the app, for what shows no pages.
  package func told(_ question: TellingQuestion) throws -> [ToldEntry] {
    let reader = NotificationReader(
      connection: question.connection, accountID: question.accountID,
      words: Catalogue(try Profile.own(in: question.connection)), landmarks: landmarks,
      now: question.now, notices: question.notices,
      // Only hubs are asked in this way: what one has refused waits on a device.
      syncState: .synced)
    return try notifications(reader, question.state, for: .app).map {
      ToldEntry(
        id: $0.id, kind: $0.kind, at: $0.at, title: $0.title, page: $0.route.url,
        isNew: $0.isNew)
    }
  }
}
