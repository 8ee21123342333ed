import Household
import SyncProtocol
import Threads

/// How many notifications are new to each person, for the frame of their pages. A number is counted
/// when something that the person can see has changed, in another hour, and when they have read
/// some; other pages cost no reading.
package final class NotificationCounts: Sendable {
  /// Of how many people numbers are kept; then all are counted anew.
  private static let maxPeople = 2000

  private struct Entry {
    var key: String
    var count: Int
  }

  private let entries = Lock<[AccountID: Entry]>([:])

  func count(of account: AccountID, at key: String) -> Int? {
    entries.withLock { $0[account].flatMap { $0.key == key ? $0.count : nil } }
  }

  func keep(_ count: Int, of account: AccountID, at key: String) {
    entries.withLock { entries in
      if entries.count >= Self.maxPeople { entries = [:] }
      entries[account] = Entry(key: key, count: count)
    }
  }

  package func forget(_ account: AccountID) {
    entries.withLock { $0[account] = nil }
  }
}

extension Member {
  /// What the person is told in the app, the newest first.
  package func notifications(_ state: NotifyingState) async throws -> [NotificationEntry] {
    let notices = await noticesForNotifications()
    let (areas, landmarks, account) = (app.areas, landmarks, accountID)
    let (now, syncState) = (try await hubMilliseconds(), workspace.syncState)
    return try await read { [self] connection in
      let reader = NotificationReader(
        connection: connection, accountID: account, words: words(try Profile.own(in: connection)),
        landmarks: landmarks, now: now, notices: notices, syncState: syncState)
      return try areas.notifications(reader, state, for: .app)
    }
  }

  private func noticesForNotifications() async -> [AccountNotice] {
    if app.backend.device != nil, [.offline, .outdated].contains(workspace.syncState) { return [] }
    // Without the hub's own notices the others are told all the same.
    return (try? await hub.notices()) ?? []
  }

  /// How many notifications are new; `nil` where that is not known, such as on a device.
  func newNotifications() async -> Int? {
    // There the hub would be asked by each page.
    guard visitor.lock == nil, app.backend.device == nil else { return nil }
    let key = "\(workspace.version) \(guest.now / 3_600_000)"
    if let known = app.notificationCounts.count(of: accountID, at: key) { return known }
    // A page is shown without the number when it cannot be had; the next page counts again.
    guard let state = try? await app.backend.notifications.notifying(of: visitor),
      let all = try? await notifications(state)
    else { return nil }
    let count = all.count(where: \.isNew)
    app.notificationCounts.keep(count, of: accountID, at: key)
    return count
  }
}

extension WebApplication: Telling {
  package func told(_ question: TellingQuestion) throws -> [ToldEntry] {
    try areas.told(question)
  }

  package func forgetCounts(of account: AccountID) { notificationCounts.forget(account) }
}

/// Tells what there is to tell where no pages are served.
package struct AreaTelling: Telling {
  private let areas: Areas

  package init(_ areas: Areas) { self.areas = areas }

  package func told(_ question: TellingQuestion) throws -> [ToldEntry] {
    try areas.told(question)
  }

  package func forgetCounts(of account: AccountID) {}
}
