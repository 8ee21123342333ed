import SQLite
import SyncProtocol

/// What a notification is about: each kind has a switch of its own.
package enum NotificationKind: String, CaseIterable, Sendable {
  // Raw values are the names of switches and never change.
  case invited, joined, merged, settled, routineDone, approval, warranty, refused, ownership
  /// The person has got or lost access to something, or is something else in their family. A child
  /// is told it, too.
  case access
  /// Somebody guesses at a PIN, or at the codes of invites.
  case pinGuessed
  /// The hub was restored, and passwords with it.
  case hubRestored

  /// Whether it concerns the safety of what the person has: it is always told in the app.
  package var isSafety: Bool {
    switch self {
    case .access, .pinGuessed, .hubRestored, .refused: true
    case .invited, .joined, .merged, .settled, .routineDone, .approval, .warranty, .ownership: false
    }
  }

  /// Whether a hub tells it. What it has refused, a device keeps and tells: no mail is about it.
  package var isOfHub: Bool { self != .refused }

  /// The kinds that have switches.
  package static let ofHub = allCases.filter(\.isOfHub)

  /// Whether a child is told of it, too; of routines only of its own.
  package var isForChildren: Bool { isSafety || self == .routineDone }
}

/// Where a notification is told.
package enum NotificationPlace: String, CaseIterable, Sendable {
  case app, mail
}

/// A person's switches: everything is told in the app, and by mail what is safety, until they say
/// otherwise.
package struct NotificationSwitches: Equatable, Sendable {
  private let touched: [String: Bool]

  package init(_ touched: [String: Bool]) { self.touched = touched }

  package func isOn(_ kind: NotificationKind, _ place: NotificationPlace) -> Bool {
    if place == .app, kind.isSafety { return true }
    return touched[Self.name(kind, place)] ?? (place == .app || kind.isSafety)
  }

  package static func name(_ kind: NotificationKind, _ place: NotificationPlace) -> String {
    "\(place.rawValue).\(kind.rawValue)"
  }

  /// All switches from those that a form has ticked. What cannot be switched off is left out.
  package static func all(ticked: Set<String>, _ places: [NotificationPlace]) -> [String: Bool] {
    var result: [String: Bool] = [:]
    for kind in NotificationKind.ofHub {
      for place in places where !(place == .app && kind.isSafety) {
        result[name(kind, place)] = ticked.contains(name(kind, place))
      }
    }
    return result
  }
}

/// Something that a person is told, as what shows no pages has it.
package struct ToldEntry: Equatable, Sendable {
  /// The same each time, made of what it is about.
  package var id: String
  package var kind: NotificationKind
  /// When it happened, milliseconds since 1970.
  package var at: Int64
  /// In the person's language; without prices, codes and other secrets.
  package var title: String
  /// The path of the page that it is about.
  package var page: String
  package var isNew: Bool

  package init(
    id: String, kind: NotificationKind, at: Int64, title: String, page: String, isNew: Bool
  ) {
    self.id = id
    self.kind = kind
    self.at = at
    self.title = title
    self.page = page
    self.isNew = isNew
  }
}

/// What is known of somebody who asks what they are told.
package struct TellingQuestion {
  /// Of their replica, in one read transaction.
  package var connection: Connection
  package var accountID: AccountID
  /// The time by the hub's clock, milliseconds since 1970.
  package var now: Int64
  /// What the hub has told by itself.
  package var notices: [AccountNotice]
  package var state: NotifyingState

  package init(
    connection: Connection, accountID: AccountID, now: Int64, notices: [AccountNotice],
    state: NotifyingState
  ) {
    self.connection = connection
    self.accountID = accountID
    self.now = now
    self.notices = notices
    self.state = state
  }
}

/// Tells people what there is to tell. The areas of pages know it, as each notification leads to a
/// page; the API and commands are given it.
package protocol Telling: Sendable {
  /// What somebody is told in the app, the newest first.
  func told(_ question: TellingQuestion) throws -> [ToldEntry]
  /// That somebody has seen something or turned a switch, elsewhere than on pages.
  func forgetCounts(of account: AccountID)
}
